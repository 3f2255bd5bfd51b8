import { expect, test } from 'vitest';
import { loadInputs } from '../../application/inputs.ts';
import type { WorldRole } from '../../model.ts';
import { expand } from '../../plan/expand.ts';
import { enough, needsOf, needsText, untriedText } from './needs.ts';

const loaded = loadInputs({ target: 'fake' }, ['scenarios/orders/provide-new.yaml', 'scenarios/availability']);

/** What these cases need of addresses for a new line: seven that look, two that wait until their order is completed. */
function newLineWith(rule: Partial<WorldRole>) {
  const only = ['orders/provide-new', 'availability/refusals~omit:*'];
  const sites = [{ id: '900100000001', type: 'UPRN' }];
  const roles = {
    newLine: { ...loaded.world.roles.newLine, use: 'once', range: undefined, sites, ...rule } as WorldRole,
  };
  const inputs = { ...loaded, world: { ...loaded.world, roles } };
  const { plan } = expand(loaded.scenarios, { ...inputs, seed: 1, nonce: 'n', now: 0, only });
  const [needs] = needsOf(plan, inputs);
  if (!needs) throw new Error('no needs');
  return { needs, text: needsText([needs], inputs) };
}

test('a completed order uses its address up; looks do not, nor do orders where addresses are shared or reset', () => {
  const { needs, text } = newLineWith({});
  const looks = needs.cases - 2;
  expect([0, 1, 2, 3].map((n) => needs.found(n))).toEqual([0, looks + 1, looks + 2, looks + 2]);
  expect(enough(needs)).toBe(2);
  expect(needs.found(1, ['cancel'])).toBe(looks + 1);
  expect(needs.found(1, ['reset'])).toBe(needs.cases);
  expect(newLineWith({ use: 'shared' }).needs.found(1)).toBe(needs.cases);
  expect(newLineWith({ use: 'exclusive' }).needs.found(1)).toBe(needs.cases);
  expect(text).toContain(`with what the world has, ${needs.cases - 1} of ${needs.cases} find one`);
});

test('of a tenant that has no line it is told which orders are never tried', () => {
  const { scenarios, ...inputs } = loadInputs({ target: 'fake' }, ['scenarios/orders/left-open-services.yaml']);
  const untried = (held?: string): string => {
    const activeService = { ...inputs.world.roles.activeService, ...(held && { site: { holder: held } }) } as WorldRole;
    const world = { ...inputs.world, roles: { ...inputs.world.roles, activeService } };
    return untriedText(expand(scenarios, { ...inputs, world, seed: 1, nonce: 'n', now: 0 }).plan, inputs);
  };
  expect(untried('harbour-telecom').split('\n')).toEqual([
    'never tried for northwind-broadband: CEASE, MODIFY',
    'never tried for meadow-fibre: CEASE, MODIFY',
  ]);
});
