import { readFileSync, writeFileSync } from 'node:fs';
import { type FaultSignature, likenessOf } from '../../../reports/story/likeness.ts';
import type { KeptSignature } from '../../application/report/library.ts';
import { shippedPath } from '../../home.ts';
import type { Proof } from '../../verdict/proof.ts';

// `npm run signatures -- reports/out/…-prove/prove.json`: what each fault of a whole proof shows first, so that a cause can
// be told by what it is like. What more faults show than a reader can choose from is left out, as is what none of them is
// told by.

const MAX_ALIKE = 3;
const file = process.argv[2];
if (file === undefined) throw new Error('name the prove.json of a whole proof');
const { trials } = JSON.parse(readFileSync(file, 'utf8')) as Proof;
const shown = trials.flatMap(({ fault, kind, outcome, title, told, cases }): (FaultSignature & KeptSignature)[] => {
  const [first] = told.kinds;
  const isShown = kind === 'fault' && outcome === 'killed' && first !== undefined && told.first !== undefined;
  return isShown
    ? [{ fault, title, kind: first, rows: told.first.rows.toSorted(), ...(cases.passed === 0 ? { whole: true } : {}) }]
    : [];
});
const alike = Map.groupBy(shown, ({ kind }) => kind);
const isTold = ({ kind, rows, whole }: FaultSignature): boolean =>
  likenessOf({ kinds: [kind], rows, neverPassed: whole ?? false }, shown) !== undefined;
// By kind: so the package takes least.
const kept = shown
  .filter((each) => (alike.get(each.kind)?.length ?? 0) <= MAX_ALIKE && isTold(each))
  .toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
writeFileSync(
  shippedPath('fixtures/faults/signatures.json'),
  `[\n${kept.map(({ title: _, ...each }) => JSON.stringify(each)).join(',\n')}\n]\n`,
);
process.stdout.write(`${kept.length} of ${trials.length} faults can be told by what they show\n`);
