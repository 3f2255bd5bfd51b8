import { trialOutcomes, UNWANTED } from '../../../reports/proof/words.ts';
import { type LiveProof, liveProofView, proofLine } from '../../../reports/terminal/proof-live.ts';
import { lineOf } from '../../../reports/terminal/screen.ts';
import type { Trial, TrialKind } from '../../verdict/proof.ts';
import { openBlock } from '../follow/live-block.ts';
import { say } from '../say.ts';
import { terminalOf } from '../terminal.ts';

/** Shows a proof while it goes on. */
export interface ProofProgress {
  see(trial: Trial): void;
  /** Takes the live lines away; further calls do nothing. */
  end(): void;
}

const NAMES: Readonly<Record<TrialKind, string>> = {
  fault: 'faults',
  departure: 'departures',
  variant: 'legal variants',
  load: 'faults under load',
};

/** Progress of a proof: a block redrawn in a terminal, else a line for each tenth of the way. What ends badly is told at once. */
export async function showProof(kinds: readonly TrialKind[]): Promise<ProofProgress> {
  const startedAt = Date.now();
  const { screen } = terminalOf(process.stderr);
  const rows = new Map(Object.values(NAMES).map((name) => [name, { name, total: 0, done: 0, bad: 0 }]));
  const rowOf = (name: string): Mutable => rows.get(name) ?? { name, total: 0, done: 0, bad: 0 };
  for (const kind of kinds) rowOf(NAMES[kind]).total += 1;
  const ends: number[] = [];
  const stateNow = (): LiveProof => {
    const msPerTrial = paceOf(ends);
    return {
      kinds: [...rows.values()].map((each) => ({ ...each })),
      elapsedMs: Date.now() - startedAt,
      ...(msPerTrial === undefined ? {} : { msPerTrial }),
    };
  };
  const block = await openBlock((seen) => liveProofView(stateNow(), seen));
  return {
    see: ({ fault, kind, title, outcome }) => {
      const before = stateNow();
      const isBad = UNWANTED.includes(outcome);
      const row = rowOf(NAMES[kind]);
      row.done += 1;
      ends.push(Date.now());
      if (isBad) {
        row.bad += 1;
        const line = lineOf(
          [['red', trialOutcomes[outcome].toUpperCase()], '  ', ['bold', fault], `  ${title}`],
          screen(),
        );
        if (block) block.above(line);
        else say(line);
      }
      const line = block ? null : proofLine(before, stateNow());
      if (line !== null) say(line);
    },
    end: () => block?.end(),
  };
}

/** The pace of the last trials. */
const LATELY = 30;
const LEAST = 5;

function paceOf(ends: readonly number[]): number | undefined {
  const last = ends.slice(-LATELY);
  const [from] = last;
  const to = last.at(-1);
  return from === undefined || to === undefined || last.length < LEAST ? undefined : (to - from) / (last.length - 1);
}

interface Mutable {
  readonly name: string;
  total: number;
  done: number;
  bad: number;
}
