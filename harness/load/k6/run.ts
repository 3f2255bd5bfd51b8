import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Clock, TrafficStage, Usage } from '../../model.ts';
import { parseJson } from '../../wire/wire.ts';
import type { Segment } from '../segment.ts';
import type { K6Binary } from './binary.ts';
import { type K6Port, serveControl, takeWalked } from './control.ts';
import { type K6Load, writeK6Files } from './files.ts';
import { type Command, type K6End, k6End, lastLines, spawnCommand } from './process.ts';
import { ENV, FILES, k6Args, secretSettings } from './settings.ts';
import { peakOf } from './stages.ts';

/** A load, and what running it by k6 needs. */
export interface RunK6Options extends K6Load, Pick<Command, 'folder' | 'environment' | 'signal' | 'onStarted'> {
  readonly k6: K6Binary;
  readonly port: K6Port;
  readonly clock: Pick<Clock, 'now'>;
  /** The secret of the control server, so that nobody else can report what the load did. */
  readonly secret: string;
  /** Instance `nth` of `of`, from 1. */
  readonly segment?: Segment | undefined;
  /** Arguments for k6 itself, after Assay's own: `--out`, for example. */
  readonly args?: readonly string[] | undefined;
}

/** k6's own numbers (`--summary-export`). */
interface SummaryOfK6 {
  readonly metrics: Readonly<
    Record<string, { readonly count?: number; readonly thresholds?: Readonly<Record<string, boolean>> }>
  >;
}

/** The result of a run of k6. */
interface K6Result extends K6End {
  /** Absent if k6 did not get that far. */
  readonly summary?: SummaryOfK6;
  /** The last lines of its log, if it broke. */
  readonly lines: readonly string[];
  /** Starts that found no VU. */
  readonly dropped: number;
  /** What it used; absent where the system does not tell. */
  readonly usage?: Usage;
  /** Journeys that were not reported to Assay. Above 0, the load is not completely known. */
  readonly lost: number;
}

const LINES = 8;
/** The script's output reaches us unchanged. */
const LOG_AS_SAID = ['--log-format=raw', '--log-output=stderr', '--console-output='];

/** Writes the files, opens the control server, runs k6 to its end, and returns the result. */
export async function runK6(options: RunK6Options): Promise<K6Result> {
  const { folder, port, clock, secret, segment, k6, target, signal, onStarted } = options;
  writeK6Files({ ...options, isSegment: segment !== undefined && segment.of > 1 }, folder);
  const listening = { port, journeyOf: options.journeys.of, stages: options.stages ?? options.traffic.stages };
  const served = await serveControl({ ...listening, clock, secret, host: '127.0.0.1', listenPort: 0 });
  const mark = `<${secret}>`;
  const log = join(folder, FILES.log);
  let usage: Usage | undefined;
  try {
    const end = await spawnCommand({
      path: k6.path,
      args: [
        ...k6Args,
        `--summary-export=${FILES.summary}`,
        ...LOG_AS_SAID,
        ...(segment ? segmentArgs(segment.nth, segment.of) : []),
        ...(options.args ?? []),
        FILES.script,
      ],
      folder,
      environment: {
        ...environmentForK6(options.environment, processorsFor(listening.stages, segment)),
        [ENV.control]: served.url,
        [ENV.told]: mark,
        [ENV.secrets]: secretSettings(target, options.secrets),
        ...(target.tls?.ca === undefined ? {} : { SSL_CERT_FILE: target.tls.ca }),
      },
      log,
      told: { mark, take: takeWalked(listening) },
      signal,
      ...(onStarted ? { onStarted } : {}),
      onUsage: (used) => {
        usage = used;
      },
    });
    return { ...resultOf(k6End(end), folder), ...(usage ? { usage } : {}) };
  } finally {
    await served.close();
  }
}

/** The variables of k6 that would replace our load by another one. They are removed. */
const OTHER_LOADS =
  /^K6_(VUS|DURATION|ITERATIONS|STAGES|PAUSED|NO_SETUP|NO_TEARDOWN|NO_THRESHOLDS|SUMMARY_MODE|EXECUTION_SEGMENT.*)$/;

/** Most of k6's memory is waiting VUs: collecting garbage a little less often saves time at the cost of some memory. */
const DEFAULT_ENV = { K6_WEB_DASHBOARD: 'false', GOGC: '300' };

/** Per second, with some five requests each: a sixth of what k6 can send on one processor. */
const JOURNEYS_PER_PROCESSOR = 100;

/** How many processors the busiest second needs. More of them would cost k6 a seventh of its time in looking for work. */
function processorsFor(stages: readonly TrafficStage[], segment: Segment | undefined): number {
  return Math.min(availableParallelism(), Math.ceil(peakOf(stages) / (segment?.of ?? 1) / JOURNEYS_PER_PROCESSOR));
}

function environmentForK6(environment: RunK6Options['environment'], processors: number): RunK6Options['environment'] {
  const kept = Object.entries(environment).filter(([name]) => !OTHER_LOADS.test(name));
  const usual = { ...DEFAULT_ENV, GOMAXPROCS: String(Math.max(1, processors)) };
  return { ...usual, ...Object.fromEntries(kept), K6_AUTO_EXTENSION_RESOLUTION: 'false' };
}

/**
 * The numbers that k6 wrote; undefined if it did not, or not to the end. The file is reduced to them, because k6 also
 * writes tokens there.
 */
function summaryIn(file: string): SummaryOfK6 | undefined {
  if (!existsSync(file)) return undefined;
  const written = parseJson(readFileSync(file, 'utf8')).json as unknown as SummaryOfK6 | undefined;
  writeFileSync(file, `${JSON.stringify({ metrics: written?.metrics ?? {} }, null, 2)}\n`);
  return written;
}

function resultOf(end: K6End, folder: string): K6Result {
  const summary = summaryIn(join(folder, FILES.summary));
  const count = (metric: string): number => summary?.metrics[metric]?.count ?? 0;
  const isWell = end.kind === 'held' || end.kind === 'crossed';
  return {
    ...end,
    ...(summary ? { summary } : {}),
    lines: isWell ? [] : lastLines(join(folder, FILES.log), LINES),
    dropped: count('dropped_iterations'),
    lost: count('assay_lost'),
  };
}

/** The arguments for instance `nth` of `of`, from 1. By them k6 splits arrivals, VUs and journeys without a coordinator. */
export function segmentArgs(nth: number, of: number): string[] {
  const isSegment = Number.isInteger(nth) && Number.isInteger(of) && nth >= 1 && nth <= of;
  if (!isSegment) throw new RangeError(`there is no segment ${nth} of ${of}`);
  const point = (at: number): string => (at === 0 ? '0' : at === of ? '1' : `${at}/${of}`);
  const sequence = Array.from({ length: of + 1 }, (_, at) => point(at)).join();
  return ['--execution-segment', `${point(nth - 1)}:${point(nth)}`, '--execution-segment-sequence', sequence];
}
