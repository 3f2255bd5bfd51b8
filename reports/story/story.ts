import { callsOf } from '../../harness/journey/calls.ts';
import type { CallStep, CaseVerdict, Check, Finding, Journey, RowVerdict, Span, Verdict } from '../../harness/model.ts';
import { RUN, type Waiver, type Waiving, waiverFor } from '../../harness/verdict/waiver.ts';
import { shellQuote } from '../../harness/words/shell.ts';
import type { Moment, ToldOrder } from './moments.ts';

/** A failed or observed check with everything that a reader needs. */
export interface Found {
  readonly check: Check;
  readonly finding: Finding;
  readonly outcome: 'failed' | 'observed';
  /** Absent for findings of the run as a whole. */
  readonly story?: CaseStory | undefined;
  /** The promises concerned, as the verdict quotes them. */
  readonly rows: readonly RowVerdict[];
  readonly span?: Span | undefined;
  /** The exchange or delivery that the finding rests on. */
  readonly moment?: Moment | undefined;
  readonly replay: string;
  /** The waiver of a failure. */
  readonly waiver?: Waiver | undefined;
}

/** A case with its timeline. */
export interface CaseStory {
  readonly verdict: CaseVerdict;
  readonly journey?: Journey;
  readonly moments: readonly Moment[];
  /** The orders that it requested. */
  readonly orders: readonly ToldOrder[];
  readonly found: readonly Found[];
  readonly replay: string;
}

/** The calls that a case planned; none for a finding of the run as a whole. */
export function callsIn(story: CaseStory | undefined): readonly CallStep[] {
  return callsOf({ steps: story?.journey?.steps ?? [] });
}

/** What is needed to repeat a run. */
interface RunAgain {
  readonly command?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly verdict: Pick<Verdict, 'seed' | 'watched' | 'side'>;
}

/** What the stories of all cases share. */
type RunFacts = ReturnType<typeof factsOf>;

/** The facts of a run, from its verdict and its inputs. */
export function factsOf(
  run: RunAgain & { readonly verdict: Pick<Verdict, 'requirements'>; readonly waiving?: Waiving | undefined },
) {
  return {
    rows: new Map(run.verdict.requirements.map((row) => [row.id, row])),
    waivers: (run.waiving?.used ?? []).map((use) => use.waiver),
    /** The day for which the waivers are read. */
    on: run.waiving?.on ?? '',
    /** The command that repeats the run, or one case of it. */
    replay: (caseId?: string): string => replayOf(run, ...(caseId === undefined ? (run.only ?? []) : [caseId])),
  };
}

/** Finds the moment that a finding rests on. */
type MomentOf = (seq: number) => Moment | undefined;

/** Joins a case's verdict with its timeline: in the report's maker, and in the page from its data. */
export function storyOf(
  { verdict, journey, moments, orders }: Pick<CaseStory, 'verdict' | 'journey' | 'moments' | 'orders'>,
  momentOf: MomentOf,
  run: RunFacts,
): CaseStory {
  const found: Found[] = [];
  const story: CaseStory = {
    verdict,
    ...(journey === undefined ? {} : { journey }),
    moments,
    orders,
    found,
    replay: run.replay(verdict.id),
  };
  for (const check of verdict.findings) found.push(...foundBy(check, momentOf, run, story));
  return story;
}

/** The finding of a check that failed or observed something; of a case, or of the run as a whole. */
export function foundBy(check: Check, momentOf: MomentOf, run: RunFacts, story?: CaseStory): Found[] {
  const { result } = check;
  if (result.outcome !== 'failed' && result.outcome !== 'observed') return [];
  const caseId = story?.verdict.id ?? RUN;
  const waiver = result.outcome === 'failed' ? waiverFor(run.waivers, run.on, { caseId, check }) : undefined;
  const span = check.span ?? story?.verdict.span;
  const { outcome, finding } = result;
  const moment =
    eventOf(story, check, finding) ??
    (check.seq === undefined ? undefined : momentOf(check.seq)) ??
    lastOf(story, check.step);
  const rows = check.requirements.flatMap((id) => run.rows.get(id) ?? []).sort(bySpeaking(outcome));
  const replay = story?.replay ?? run.replay();
  return [{ check, finding, outcome, rows, replay, waiver, story, span, moment }];
}

/** The command that repeats a run, or some of its cases; watched traffic can only be judged again as a whole. */
export function replayOf({ command, verdict }: RunAgain, ...cases: readonly string[]): string {
  if (verdict.watched && command !== undefined) return command;
  const only = cases.map((id) => ` --only ${shellQuote(id)}`).join('');
  // What a client is asked does not depend on a seed.
  const seed = verdict.side === 'client' ? '' : ` --seed ${verdict.seed}`;
  return `${command ?? 'npx assay certify'}${seed}${only}`;
}

/** Order of rows for a finding: silent ones first for an observation, last for a failure. */
function bySpeaking(outcome: Found['outcome']): (a: RowVerdict, b: RowVerdict) => number {
  const rank = ({ level }: RowVerdict) => Number((level === 'silent') !== (outcome === 'observed'));
  return (a, b) => rank(a) - rank(b);
}

/** Of a delivery of several events, the one that a finding names. */
function eventOf(story: CaseStory | undefined, check: Check, { fact }: Finding): Moment | undefined {
  const name = fact && 'event' in fact ? fact.event : undefined;
  return story?.moments.find(
    (each) =>
      each.kind === 'arrival' &&
      each.delivery.seq === check.seq &&
      each.event.orderId === check.order &&
      each.event.name === name,
  );
}

function lastOf(story: CaseStory | undefined, step: string | undefined): Moment | undefined {
  if (step === undefined) return undefined;
  return story?.moments.findLast((moment) => moment.kind === 'exchange' && moment.request.step === step);
}
