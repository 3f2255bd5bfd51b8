import { expect, test } from 'vitest';
import type { ChosenInputs } from './protocol.ts';
import { formatCommand, runWords } from './words.ts';

const chosen: ChosenInputs = { target: 'fake', seed: 1, faults: [], only: [], isOnRealTime: false };

test.for([
  ['everything that comes with Assay', {}, [], 'npx assay certify --target fake --seed 1'],
  ['everything of the user', {}, ['mine'], 'npx assay run mine --target fake --seed 1'],
  [
    'some of it',
    { only: ['orders', "kci/it's#a"], faults: ['slow'], isOnRealTime: true },
    [],
    `npx assay run --target fake --door socket --fault slow --seed 1 --only orders --only 'kci/it'\\''s#a'`,
  ],
  [
    'another gateway',
    { target: 'my gateway.yaml', profile: 'generic', world: './w.yaml' },
    [],
    `npx assay certify --target 'my gateway.yaml' --profile generic --world ./w.yaml --seed 1`,
  ],
  [
    'a gateway elsewhere',
    { target: 'acme.yaml', baseUrl: 'http://127.0.0.1:8080', envFile: './acme.env', var: 'A=b c\n\nD=e' },
    [],
    `npx assay certify --target acme.yaml --base-url http://127.0.0.1:8080 --env-file ./acme.env --var 'A=b c' --var D=e --seed 1`,
  ],
] as const)('the command for %s is one that a person can type', ([, change, paths, expected]) => {
  expect(formatCommand(runWords({ ...chosen, ...change }, paths))).toBe(expected);
});
