import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { CHECKS } from './checks/table.ts';
import { NAMING } from './rows.ts';

const { contract } = loadContract(new URL('../../fixtures/contract', import.meta.url).pathname);

describe('what a failure rests on', () => {
  test.each(Object.keys(CHECKS).filter((check) => !NAMING.has(check)))(
    '%s can fail a gateway by a stated or assumed row alone; what has none of these observes',
    (check) => {
      const levels = contract.register.filter(({ checks = [] }) => checks.includes(check)).map(({ level }) => level);
      const observes = [
        'step.need',
        'step.value',
        'error.uuid-unique',
        'json.repeated-keys',
        'slots.local',
        'slots.begun',
        'booking.slot',
        'booking.hold',
        'booking.ordered',
        'booking.freed',
        'booking.once',
        'world.state',
        'error.listed',
        'kci.amended-list',
        'kci.faulted-request',
        'token.life',
      ];
      expect(levels.some((level) => level !== 'silent')).toBe(!observes.includes(check));
    },
  );

  test('every refusal that is owed rests on a stated row, and what is owed none on a silent one', () => {
    const level = new Map(contract.register.map((row) => [row.id, row.level]));
    const rules = Object.values(contract.operations).flatMap(({ refusals }) => refusals);
    expect(
      rules.filter(({ answers, requirement }) => answers.length > 0 !== (level.get(requirement) === 'stated')),
    ).toEqual([]);
  });

  test('a silent row is asked about by one kind of defect', () => {
    const rules = Object.values(contract.operations).flatMap(({ refusals }) => refusals);
    const bundled = rules.filter(
      ({ answers, kinds, requirement }) => answers.length === 0 && requirement !== 'SIL-10' && kinds.length > 1,
    );
    expect(bundled).toEqual([]);
  });
});
