import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { Json } from '../model.ts';
import { loadContract } from './contract.ts';
import { FIXTURES } from './fixture.ts';
import { schemasAsCode } from './schemas-as-code.ts';
import { compileContract } from './validators.ts';

const { contract } = loadContract(`${FIXTURES}/contract`);
const names = Object.keys(contract.schemas);

/** The module, with all that it imports, as a function of a world without Node. */
async function compiled(): Promise<(name: string, value: Json) => string | null> {
  const { outputFiles } = await build({
    stdin: {
      contents: schemasAsCode(contract, names),
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'js',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'made',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  });
  return new Function(`${outputFiles[0]?.text}; return made.isSchema;`)() as (
    name: string,
    value: Json,
  ) => string | null;
}

const SLOT = { timeslotStartDateTime: '2026-03-18T07:00:00.000Z', timeslotEndDateTime: '2026-03-18T09:00:00.000Z' };
const VALUES: readonly Json[] = [
  null,
  'x',
  7,
  [],
  {},
  { ...SLOT, classification: 'STANDARD' },
  { ...SLOT, timeslotEndDateTime: 'tomorrow' },
  { availableTimeslots: [SLOT] },
  { availableTimeslots: [{}] },
  { id: '1', type: 'UPRN' },
  { id: 1, type: 'X' },
];

test('the code says of every schema what the validators say', async () => {
  const isSchema = await compiled();
  const { schema } = compileContract(contract);
  const both = names.flatMap((name) => VALUES.map((value) => [isSchema(name, value), schema(name, value)] as const));

  expect(both.map(([code]) => code)).toEqual(both.map(([, validators]) => validators));
  expect(both.some(([code]) => code === null) && both.some(([code]) => code !== null)).toBe(true);
  expect(() => isSchema('Nothing', null)).toThrow('the contract has no schema "Nothing"');
});
