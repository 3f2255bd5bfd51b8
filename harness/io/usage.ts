import { readFileSync } from 'node:fs';
import type { Usage } from '../model.ts';

/** What this process has used until now. */
export function ownUsage(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { processorMs: Math.round((userCPUTime + systemCPUTime) / 1000), memoryBytes: maxRSS * 1024 };
}

/** What another process has used until now; undefined where it is gone, or the system does not tell: only Linux does. */
export function usageOf(id: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    // One that has ended has no memory any more, until somebody has asked how it ended.
    if (peak === undefined) return undefined;
    const ticks = (fields[USER] ?? 0) + (fields[SYSTEM] ?? 0);
    return { processorMs: ticks * TICK_MS, memoryBytes: Number(peak) * 1024 };
  } catch {
    return undefined;
  }
}

/** Places in `stat` behind the name of the program; Linux tells of hundredths of a second. */
const USER = 11;
const SYSTEM = 12;
const TICK_MS = 10;
