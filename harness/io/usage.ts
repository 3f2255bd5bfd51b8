import { readFileSync } from 'node:fs';
import type { Usage } from '../model.ts';

/** What this process has used until now. */
export function ownUsage(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { processorMs: Math.round((userCPUTime + systemCPUTime) / 1000), memoryBytes: maxRSS * 1024 };
}

/** What another process has used so far; undefined if it is gone, or the system is not Linux. */
export function usageOf(id: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    // An ended process that was not yet waited for has no memory.
    if (peak === undefined) return undefined;
    const ticks = (fields[USER] ?? 0) + (fields[SYSTEM] ?? 0);
    return { processorMs: ticks * TICK_MS, memoryBytes: Number(peak) * 1024 };
  } catch {
    return undefined;
  }
}

/** Positions in `stat` after the program's name; Linux counts hundredths of a second. */
const USER = 11;
const SYSTEM = 12;
const TICK_MS = 10;
