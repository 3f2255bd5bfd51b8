import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** A part of the program and its share of the processor time, 0 to 1. */
export interface Share {
  readonly part: string;
  readonly share: number;
}

/** The parts of the program that take the most time of their own while `task` runs, the greatest first. */
export async function hotspots(task: () => Promise<unknown>, most = 8): Promise<Share[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await task();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return sharesOf(profile).slice(0, most);
}

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Share[] {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [i, id] of samples.entries()) {
    const part = parts.get(id) ?? '';
    // The profiler itself is no part of the runner.
    if (part === '(idle)' || part === 'node:inspector') continue;
    const time = timeDeltas[i] ?? 0;
    total += time;
    times.set(part, (times.get(part) ?? 0) + time);
  }
  return [...times].map(([part, time]) => ({ part, share: time / total })).toSorted((a, b) => b.share - a.share);
}

/** A file of ours, a package, a part of Node, or what the engine names itself. */
function partOf({ url, functionName }: Profiler.ProfileNode['callFrame']): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return name;
  const [, ours] = /\/((?:harness|reports)\/.+)$/.exec(url) ?? [];
  if (ours !== undefined) return ours;
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  return functionName.startsWith('(') ? functionName : 'native functions';
}
