import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadInputs } from '../../application/inputs.ts';
import { proveAll, stageOf } from '../../application/proofs/prove.ts';
import { shippedFaults } from '../../fake/faults.ts';
import type { Proof } from '../../verdict/proof.ts';
import { MISTAKES } from './classes.ts';
import { ODDITIES } from './oddities.ts';
import { planted, plantedShortcomings, plantedText } from './plant.ts';

// `npm run planted -- --faults 1000 --oddities 300 --seed 7`: so many faults and legal oddities at places that nobody
// thought of, tried as `assay prove` tries those that are written down, and what came of each class. `--only
// slots-late-413` is one.

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '0' },
    oddities: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const seed = Number(values.seed);
const subject = { ...stageOf(loadInputs({ target: 'fake' }, []), seed), shipped: shippedFaults().faults };
const faults = [
  ...planted(MISTAKES, subject, { count: Number(values.faults), seed }),
  ...planted(ODDITIES, subject, { count: Number(values.oddities), seed, isLegal: true }),
].filter(({ fault }) => values.only === undefined || values.only === fault);
if (faults.length === 0) throw new Error('say how many to plant: --faults 1000 --seed 7');

const folder = mkdtempSync(join(tmpdir(), 'planted-'));
try {
  const [file, out] = [join(folder, 'planted.yaml'), join(folder, 'proof')];
  // A file of faults says of legal ones alone that they break nothing.
  const written = faults.map(({ breaks, ...fault }) => (fault.legal ? fault : { breaks, ...fault }));
  writeFileSync(file, JSON.stringify({ area: 'Planted', faults: written }));
  await proveAll({ fault: [file], seed, out, quiet: true });
  const proof = JSON.parse(readFileSync(join(out, 'prove.json'), 'utf8')) as Proof;
  const wanting = plantedShortcomings(proof);
  process.stdout.write([plantedText(proof.trials), ...wanting.map((each) => `${each}\n`)].join(''));
  process.exitCode = wanting.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
