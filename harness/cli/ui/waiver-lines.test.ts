import { expect, test } from 'vitest';
import { loadSpec } from '../../application/inputs.ts';
import { readWaivers } from '../../evidence/read-waivers.ts';
import { waiverFor } from '../../verdict/waiver.ts';
import { waiverLines } from '../../workbench/waiver-lines.ts';

const { register } = loadSpec().contract;
const id = "orders/odd#it's~omit:/body/orderType@*";
const checks = ['kci.sequence', 'http.empty-body'];

test('the lines that waive a case are a waiver file, once a person has filled them in', () => {
  const lines = waiverLines({ id, checks });
  expect(readWaivers(lines, 'known.yaml', register).problems.map(({ span }) => span?.line)).toEqual([
    4, 5, 6, 9, 10, 11,
  ]);

  const filled = lines
    .replaceAll("reason: ''", 'reason: Mended in the release of March.')
    .replaceAll("owner: ''", 'owner: gateway team')
    .replaceAll("expires: ''", 'expires: 2999-12-31');
  const { waivers, problems } = readWaivers(filled, 'known.yaml', register);

  expect(problems).toEqual([]);
  expect(waivers.map(({ check, case: of }) => [check, of])).toEqual(checks.map((check) => [check, id]));
  const failure = { caseId: id, check: { check: 'kci.sequence', requirements: [] } as never };
  expect(waiverFor(waivers, '2026-01-02', failure)).toBe(waivers[0]);
});
