import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileContract } from '../../contract/validators.ts';
import { displayPath } from '../../home.ts';
import { replayLoad, WalkedTwice } from '../../load/replay.ts';
import { SEGMENT_FILES, type SegmentEnd } from '../../load/segment.ts';
import type { LoadVerdict, Problem } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';
import type { ExitCode } from '../exit.ts';
import { type Alike, targetWithout, unlike } from '../folder/alike.ts';
import { RUN_FILES, writeFile } from '../folder/folder.ts';
import { folderForRun, holdForRun } from '../folder/hold-folder.ts';
import { inputError, problem, Refusal } from '../say.ts';
import { readChecked, readInputs } from '../stored/stored-run.ts';
import { exitCodeOfLoad } from './execute-load.ts';
import { type LoadReportOptions, openKept, reportLoad } from './reports.ts';

/** What the user chose for the joined load. */
interface LoadMergeOptions extends LoadReportOptions {
  readonly out?: string;
}

type StoredSegment = ReturnType<typeof readSegment>;

/** Joins the segments of a load, judges every journey and reports. A load with a missing segment is incomplete. */
export async function mergeLoad(folders: readonly string[], options: LoadMergeOptions): Promise<ExitCode> {
  holdForRun(options.out);
  const segments = folders.map(readSegment).sort((a, b) => a.end.segment.nth - b.end.segment.nth);
  const [first, ...others] = segments;
  if (!first) throw inputError('there is nothing to join');
  const problems = others.flatMap((other, i) => strangeIn(other, first, segments[i]));
  if (problems.length > 0) throw new Refusal(problems);
  const verdict = await replay(segments, first, options);
  return exitCodeOfLoad(verdict);
}

function readSegment(named: string) {
  const folder = resolve(named);
  const missing = [SEGMENT_FILES.segment, SEGMENT_FILES.walked, RUN_FILES.inputs].find(
    (name) => !existsSync(join(folder, name)),
  );
  if (missing !== undefined) {
    throw inputError(
      `there is no segment of a load in ${displayPath(folder)}`,
      `${missing} is missing`,
      'name the folder that "assay load --segment i/n" leaves when it has ended',
    );
  }
  return {
    folder,
    end: readChecked<SegmentEnd>(
      folder,
      SEGMENT_FILES.segment,
      ({ segment, traffic }) => isObject(segment) && isObject(traffic),
    ),
    inputs: readInputs(folder),
  };
}

/** Problems of a segment that does not belong to the first one, or is there twice. */
function strangeIn(other: StoredSegment, first: StoredSegment, before: StoredSegment | undefined): Problem[] {
  const ground = ({ end, inputs }: StoredSegment): Alike[] => [
    ['traffic profile', end.traffic],
    ['seed', end.seed],
    ['nonce', end.nonce],
    ['engine', end.engine],
    ['version of Assay', end.assay],
    ['number of segments', end.segment.of],
    ['contract', inputs.contract.digest],
    ['target', targetWithout(inputs.target, 'webhook')],
    ['KCI profile', inputs.profile],
    ['world', inputs.world],
  ];
  const differing = unlike(ground(first), ground(other)).map(({ what }) =>
    problem(
      `${displayPath(other.folder)} has another ${what} than ${displayPath(first.folder)}`,
      undefined,
      'join segments of one load',
    ),
  );
  const { nth, of } = other.end.segment;
  if (before?.end.segment.nth !== nth) return differing;
  const where = `in ${displayPath(before.folder)} and in ${displayPath(other.folder)}`;
  return [...differing, problem(`segment ${nth} of ${of} is there twice`, where, 'name one of them')];
}

async function replay(
  segments: readonly StoredSegment[],
  first: StoredSegment,
  options: LoadMergeOptions,
): Promise<LoadVerdict> {
  const { contract, profile, world, target } = first.inputs;
  const { traffic, engine, seed, nonce } = first.end;
  const ends = segments.map(({ end }) => end);
  const { out } = options;
  if (out !== undefined && segments.some(({ folder }) => folder === resolve(out)))
    throw inputError('--out is one of the folders to join', out, 'name another, or none');
  const folder = folderForRun(`${traffic.id}-${target.target}`, options);
  const kept = openKept(folder);
  const note = incompleteness(ends);
  try {
    const verdict = await replayLoad({
      traffic,
      world,
      judged: { contract, validators: compileContract(contract), profile, target },
      engine,
      seed,
      nonce,
      assay: first.end.assay,
      keep: kept.keep,
      gateways: first.end.hasOwnGateway ? first.end.segment.of : 1,
      isVirtual: first.end.hasOwnGateway ?? false,
      startedAt: Math.min(...ends.map(({ startedAt }) => startedAt)),
      endedAt: Math.max(...ends.map(({ endedAt }) => endedAt)),
      dropped: ends.reduce((sum, { dropped }) => sum + dropped, 0),
      walked: segments.map((each) => join(each.folder, SEGMENT_FILES.walked)),
      deliveries: segments.filter(({ end }) => end.receives).map((each) => join(each.folder, SEGMENT_FILES.deliveries)),
      ...(note === undefined ? {} : { note }),
    });
    writeFile(join(folder, RUN_FILES.inputs), `${JSON.stringify(first.inputs)}\n`);
    await reportLoad(folder, verdict, first.inputs, options);
    return verdict;
  } catch (error) {
    if (!(error instanceof WalkedTwice)) throw error;
    throw inputError(error.message, 'each is of one segment alone', 'join segments of one load');
  } finally {
    kept.close();
  }
}

/** Why the segments are not the whole load; undefined if they are. */
function incompleteness(ends: readonly SegmentEnd[]): string | undefined {
  const of = ends[0]?.segment.of ?? 0;
  const there = new Set(ends.map(({ segment }) => segment.nth));
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((nth) => !there.has(nth));
  const notes = [
    ...(missing.length > 0 ? [`segment ${missing.join(', ')} of ${of} is missing`] : []),
    ...ends.flatMap(({ segment, note }) => (note === undefined ? [] : [`segment ${segment.nth}: ${note}`])),
    ...(ends.some(({ receives }) => receives) ? [] : ['no segment held the receiver']),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}
