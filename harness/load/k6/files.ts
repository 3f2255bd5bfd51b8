import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EnvironmentError } from '../../io/file-problem.ts';
import { writeInParts, writeWhole } from '../../io/files.ts';
import { readLines } from '../../io/lines.ts';
import type { Contract, Journey, Json, KciProfile, Target, TrafficProfile, TrafficStage } from '../../model.ts';
import { hangsOnWhatIsRead, isOfShare } from '../abridged.ts';
import { mostMsOf } from '../culprits.ts';
import { OPERATIONS } from '../metrics.ts';
import { NotInScript, naming } from './captures.ts';
import { graceOf, k6Options, type WalkTime, walkTime } from './options.ts';
import { createRows, type PackedRow } from './rows.ts';
import { functionNames, scriptOf } from './script.ts';
import { FILES, secretForm } from './settings.ts';
import { isToldWhole, MAY_VARY, walkOf } from './walk.ts';

/** The journeys of a load by their index. */
interface LoadJourneys {
  readonly count: number;
  of(index: number): Journey;
}

/** A load for k6, before anything is written. */
export interface K6Load {
  readonly traffic: TrafficProfile;
  /** Where they differ from the traffic's: with the weights of a week. */
  readonly stages?: readonly TrafficStage[] | undefined;
  readonly journeys: LoadJourneys;
  /** Called with each journey as it is written. */
  readonly onPlanned?: ((journey: Journey) => void) | undefined;
  readonly target: Target;
  /** How long the target took to answer before the load; undefined if it was not asked. */
  readonly answerMs?: number | undefined;
  readonly contract: Contract;
  readonly profile: Pick<KciProfile, 'delivery'>;
  /** One in so many journeys is judged whole; for the others only orders and bookings are. 1: all are judged whole. */
  readonly oneIn?: number | undefined;
  /** The values that the target file took from the environment. */
  readonly secrets?: readonly string[] | undefined;
  /** Whether this run is a part of the load (`--execution-segment`). */
  readonly isSegment?: boolean | undefined;
  /** How many instances of k6 report to the same Assay. */
  readonly instances?: number | undefined;
}

/** What the script imports: the name beside the script to the path here. */
const SHARED = {
  'assay.ts': './runtime.ts',
  'journey.ts': './script-journey.ts',
  'values.ts': './script-values.ts',
  'shapes.ts': './script-shapes.ts',
  'answer-body.ts': '../../wire/answer-body.ts',
  'date-forms.ts': '../../values/date-forms.ts',
  'until.ts': '../../values/until.ts',
  'shape.ts': '../../values/shape.ts',
  'iso8601.ts': '../../values/iso8601.ts',
  'once.ts': '../../values/once.ts',
  'pointer.ts': '../../values/pointer.ts',
} as const;

/** All that k6 opens. */
export const SCRIPT_FILES: readonly string[] = [FILES.script, FILES.journeys, ...Object.keys(SHARED)];

/**
 * Writes all that k6 opens into a folder: the script, what it imports, and the journeys. They contain no secret. Throws an
 * `EnvironmentError`.
 */
export function writeK6Files(load: K6Load, folder: string): void {
  try {
    writeAll(load, folder);
  } catch (error) {
    if (!(error instanceof NotInScript)) throw error;
    const [why, fix] = ['no script of k6 can say this', 'send the load with --engine native'];
    throw new EnvironmentError({ severity: 'error', message: `k6 cannot walk ${error.message}`, why, fix });
  }
}

function writeAll(load: K6Load, folder: string): void {
  const { traffic, target, contract, stages = traffic.stages, isSegment, instances = 1, secrets = [] } = load;
  const { forms, walk } = writeJourneys(load, folder);
  const { token } = contract.operations;
  const hidden = secretForm(target, secrets);
  const script = scriptOf(forms, {
    title: `${traffic.title}: ${load.journeys.count} journeys for ${target.baseUrl}, planned by Assay.`,
    options: k6Options({ traffic, stages, target, walk, isSegment }),
    load: {
      gateway: target.baseUrl.replace(/\/+$/, ''),
      headers: target.headers ?? {},
      tenants: Object.fromEntries(target.tenants.map(({ name, clientId }) => [name, clientId])),
      token: {
        path: token.path,
        ...(target.token.sendTenantHeader ? { tenantHeader: contract.headers.tenant } : {}),
        form: Object.fromEntries(Object.entries(target.token.form).filter(([name]) => !(name in hidden))),
        contentType: token.body?.contentType ?? '',
      },
      answerMs: target.deadlines.responseMs,
      waitMs: target.deadlines.waitMs,
      loadMs: stages.reduce((sum, { forMs }) => sum + forMs, 0),
      graceMs: graceOf(walk, traffic),
      drainMs: traffic.drainMs,
      instances,
      measuresBroken: traffic.thresholds.some(({ metric }) => metric === 'broken'),
      mostMs: Object.fromEntries([...mostMsOf(traffic.thresholds)].filter(([metric]) => OPERATIONS.has(metric))),
    },
    isAnswered: (verb) => {
      const operation = contract.operations[verb];
      return !operation || operation.success.some(({ status }) => operation.responses[status]?.schema != null);
    },
  });
  writeText(folder, FILES.script, script);
  for (const [name, path] of Object.entries(SHARED)) {
    const text = readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
    const beside = text.replaceAll(/(?<=['"])(?:\.\.\/)+(?:values|wire)\//g, './').replaceAll('./script-', './');
    writeText(folder, name, beside);
  }
}

/** Writes one file whole. */
export function writeText(folder: string, name: string, text: string): void {
  writeWhole(join(folder, name), text);
}

/** Writes the journeys one at a time as they are planned, and then again once all differences between them are known. */
function writeJourneys(load: K6Load, folder: string) {
  const { journeys, onPlanned, target, answerMs, traffic, profile, oneIn = 1 } = load;
  const rows = createRows(MAY_VARY);
  // By form, since whatever requires it is the same in all journeys of a form.
  const toldWhole: boolean[] = [];
  const draft = join(folder, `${FILES.journeys}.part`);
  const walk = writeInParts(draft, (write): WalkTime => {
    let usualMs = 0;
    let longestMs = 0;
    for (let index = 0; index < journeys.count; index++) {
      const journey = journeys.of(index);
      onPlanned?.(journey);
      const took = walkTime(journey, target, traffic.think, answerMs);
      usualMs = Math.max(usualMs, took.usualMs);
      longestMs = Math.max(longestMs, took.longestMs);
      const walk = naming(journey.scenario, () => walkOf(journey, index, { target, profile, think: traffic.think }));
      const row = rows.add(journey.scenario, walk as unknown as Json);
      toldWhole[row[0]] ??= isToldWhole(walk) || hangsOnWhatIsRead(journey);
      const isWhole = isOfShare(index, oneIn) || toldWhole[row[0]];
      write(`${JSON.stringify([journey.scenario, Number(isWhole), ...row])}\n`);
    }
    return { usualMs, longestMs };
  });
  const forms = rows.forms();
  const names = functionNames(forms);
  writeInParts(join(folder, FILES.journeys), (write) => {
    let between = '';
    for (const line of readLines(draft)) {
      const [scenario, isWhole, ...row] = JSON.parse(line) as [string, number, ...PackedRow];
      write(between + [names[row[0]], scenario, isWhole, ...rows.complete(row)].join('\t'));
      between = '\n';
    }
  });
  rmSync(draft);
  return { forms, walk };
}
