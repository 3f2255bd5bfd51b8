import { readWaivers, waive } from '../evidence/waivers.ts';
import type { Contract, Verdict } from '../model.ts';
import { readText } from '../source/file.ts';
import type { Waiver, Waiving } from '../verdict/waiver.ts';
import { refuseOn } from './say.ts';

/** The waivers of a run, as stored in its folder. */
export interface RunWaivers {
  /** The day of the run, in UTC: waivers that end before it have expired. */
  readonly on: string;
  /** Whether all scenarios that come with Assay were run, and all of their cases. */
  readonly isWhole: boolean;
  readonly waivers: readonly Waiver[];
}

/** Reads the waiver file, if one is named. Ends the command on any problem in it, before anything is sent. */
export function readRunWaivers(file: string | undefined, contract: Contract, isWhole: boolean): RunWaivers | undefined {
  if (file === undefined) return undefined;
  const { text = '', problems } = readText(file);
  refuseOn(problems);
  const { waivers, problems: wrong } = readWaivers(text, file, contract);
  refuseOn(wrong);
  return { on: new Date().toISOString().slice(0, 10), isWhole, waivers };
}

/** Applies a run's waivers to its verdict; undefined if there are none. */
export function waivingOf(verdict: Verdict, run: RunWaivers | undefined): Waiving | undefined {
  return run && waive(verdict, run.waivers, run);
}
