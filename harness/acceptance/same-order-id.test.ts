import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { certifyFake } from '../testing/certify.ts';
import { emptyFolder } from '../testing/command.ts';

test('a gateway that refuses an id which another tenant chose leaves the order of that one to be watched', async () => {
  const file = join(emptyFolder(), 'ids-of-all.yaml');
  // Those who order second, under the id of an order of the type NEW.
  const where = "{ verb: order, request: { body: { orderType: '~in(CEASE, START)' } } }";
  const fault = { fault: 'ids-of-all', legal: true, because: 'SIL-88', title: 'Ids are unique over all tenants' };
  const written = Object.entries(fault).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(
    file,
    `area: Ids\nfaults:\n  - ${written.join('\n    ')}\n    where: ${where}\n    do: [error: INVALID_REQUEST]\n`,
  );
  const only = ['tenancy/same-order-id#cease', 'tenancy/same-order-id#start'];
  const { verdict } = await certifyFake({ only, faults: [file] });
  expect(verdict.cases.map(({ id, outcome }) => [id, outcome])).toEqual(only.map((id) => [id, 'passed']));
  expect(verdict.cases.flatMap(({ findings }) => findings.map(({ requirements }) => requirements))).toContainEqual([
    'SIL-88',
  ]);
});
