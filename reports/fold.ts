import type { CaseVerdict, Check, Finding, Journey, RowVerdict, RunStarted, Span } from '../harness/model.ts';
import { RUN, type Waiver, waiverFor } from '../harness/waiver.ts';
import { shownJourneys } from './attempts.ts';
import type { ReportInput } from './input.ts';
import { type Arrival, type Moment, moments } from './moments.ts';
import { quote } from './shell.ts';

/** A failed or observed check with all that a reader needs beside it. */
export interface Found {
  readonly check: Check;
  readonly finding: Finding;
  readonly outcome: 'failed' | 'observed';
  /** Absent for findings of the run as a whole. */
  readonly story?: CaseStory;
  /** The promises concerned, as the verdict quotes them. */
  readonly rows: readonly RowVerdict[];
  readonly span?: Span;
  /** The exchange or delivery the finding rests on. */
  readonly moment?: Moment;
  readonly replay: string;
  /** A failure that somebody answers for. */
  readonly waiver?: Waiver;
}

/** A case with its timeline. */
export interface CaseStory {
  readonly verdict: CaseVerdict;
  readonly journey?: Journey;
  readonly moments: readonly Moment[];
  readonly found: readonly Found[];
  readonly replay: string;
}

/** What all reports share: the verdict joined with the record. */
export interface Fold {
  readonly input: ReportInput;
  readonly stories: readonly CaseStory[];
  /** Findings that belong to no case. */
  readonly found: readonly Found[];
  /** Requests the runner made for itself. */
  readonly own: readonly Moment[];
  /** Deliveries that belong to no case. */
  readonly unclaimed: readonly Arrival[];
  readonly started?: RunStarted;
}

const folds = new WeakMap<ReportInput, Fold>();

/** Joins verdict, plan and record. Done once per input, however many reports are made of it. */
export function fold(input: ReportInput): Fold {
  const known = folds.get(input);
  if (known !== undefined) return known;
  const made = join(input);
  folds.set(input, made);
  return made;
}

function join(input: ReportInput): Fold {
  const { verdict, plan, record, profile, waiving } = input;
  const waivers = (waiving?.used ?? []).map((use) => use.waiver);
  const lines = moments(record, profile);
  const rows = new Map(verdict.requirements.map((row) => [row.id, row]));
  const journeys = new Map(plan.journeys.map((journey) => [journey.id, journey]));
  const found = (check: Check, replay: string, story?: CaseStory): Found[] => {
    const { result } = check;
    if (result.outcome !== 'failed' && result.outcome !== 'observed') return [];
    const caseId = story?.verdict.id ?? RUN;
    const waiver = result.outcome === 'failed' ? waiverFor(waivers, waiving?.on ?? '', { caseId, check }) : undefined;
    const span = check.span ?? story?.verdict.span;
    const moment = (check.seq === undefined ? undefined : lines.bySeq.get(check.seq)) ?? lastOf(story, check.step);
    return [
      {
        check,
        finding: result.finding,
        outcome: result.outcome,
        rows: check.requirements.flatMap((id) => rows.get(id) ?? []).sort(bySpeaking(result.outcome)),
        replay,
        ...(waiver === undefined ? {} : { waiver }),
        ...(story === undefined ? {} : { story }),
        ...(span === undefined ? {} : { span }),
        ...(moment === undefined ? {} : { moment }),
      },
    ];
  };
  const stories = verdict.cases.map((verdictOfCase) => {
    const journey = journeys.get(shownJourneys(verdictOfCase)[0] ?? verdictOfCase.id);
    const list: Found[] = [];
    const story: CaseStory = {
      verdict: verdictOfCase,
      ...(journey === undefined ? {} : { journey }),
      moments: shownJourneys(verdictOfCase).flatMap((id) => lines.byJourney.get(id) ?? []),
      found: list,
      replay: replay(input, verdictOfCase.id),
    };
    for (const check of verdictOfCase.findings) list.push(...found(check, story.replay, story));
    return story;
  });
  const started = record.find((seen) => seen.type === 'run-started');
  return {
    input,
    stories,
    found: verdict.findings.flatMap((check) => found(check, replay(input))),
    own: lines.byJourney.get('') ?? [],
    unclaimed: lines.unclaimed,
    ...(started === undefined ? {} : { started }),
  };
}

/** The command that makes the run again, or one case of it. */
export function replay(input: ReportInput, caseId?: string): string {
  const run = `${input.command ?? 'npx assay certify'} --seed ${input.verdict.seed}`;
  return caseId === undefined ? run : `${run} --only ${quote(caseId)}`;
}

/** The row that speaks to a finding first: for an observation the one that is silent, for a failure one that is not. */
function bySpeaking(outcome: Found['outcome']): (a: RowVerdict, b: RowVerdict) => number {
  const rank = ({ level }: RowVerdict) => Number((level === 'silent') !== (outcome === 'observed'));
  return (a, b) => rank(a) - rank(b);
}

function lastOf(story: CaseStory | undefined, step: string | undefined): Moment | undefined {
  if (step === undefined) return undefined;
  return story?.moments.findLast((moment) => moment.kind === 'exchange' && moment.request.step === step);
}
