import { describe, expect, test } from 'vitest';
import { previewPlan } from '../application/cases/preview-plan.ts';
import { type CoveredRow, plannedCoverage } from '../explain/coverage.ts';
import { crossingsOf } from '../explain/pairs.ts';
import { assay } from '../testing/command.ts';

function coverageOf(paths: readonly string[]): ReadonlyMap<string, CoveredRow> {
  const { plan, inputs } = previewPlan(paths, { target: 'fake', seed: 1 });
  return new Map(plannedCoverage(plan, inputs).map((row) => [row.id, row]));
}

describe('assay coverage', () => {
  test('finds every row tested, excluded with a reason, or silent with an assumption', async () => {
    const { code, stdout } = await assay(['coverage', '--json']);
    const rows = JSON.parse(stdout) as CoveredRow[];
    expect(code).toBe(0);
    expect(rows.length).toBeGreaterThan(250);
    expect(rows.filter(({ isOpen }) => isOpen)).toEqual([]);
    for (const { id, state, cases, note } of rows) {
      expect(id + state).toMatch(/(tested|excluded|silent)$/);
      expect([id, state === 'tested' ? cases.length > 0 : (note ?? '') !== '']).toEqual([id, true]);
    }
  });

  test('prints sections by place, reasons and assumptions, and counts at the end', async () => {
    const { stdout } = await assay(['coverage']);
    expect(stdout).toContain('\nErrors\n  ERR-01  tested        Gateway endpoints return this error body');
    expect(stdout).toContain('\n                        because: describes the purpose;');
    expect(stdout).toContain('\n                        assumed: any body, or none\n');
    expect(stdout).toMatch(/\n\n\d+ rows: \d+ tested, \d+ silent, \d+ not testable; none is open\n$/);
  });

  test('needs none of the secrets of a target, as nothing is sent', async () => {
    const { stdout, stderr } = await assay(['coverage', '--missing', '--target', 'example']);
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^\d+ rows: |\n\d+ rows: /), '']);
    expect((await assay(['certify', '--target', 'example'])).code).toBe(2);
  });

  test('with --missing prints the counts alone where nothing is open', async () => {
    const { stdout } = await assay(['coverage', '--missing']);
    expect(stdout).toMatch(/^\d+ rows: .*; none is open\n$/);
  });
});

describe('what the scenarios would test', () => {
  test('leaves a row open that none of them exercises', () => {
    const rows = coverageOf(['scenarios/availability/new-line.yaml']);
    expect(rows.get('AVL-10')).toMatchObject({ state: 'tested', isOpen: false });
    expect(rows.get('AVL-10')?.cases[0]).toMatch(/^availability\/new-line/);
    expect(rows.get('CAN-12')).toMatchObject({ state: 'not-shown', isOpen: true, cases: [] });
    // A standing check tests nothing where it has nothing to look at.
    expect(rows.get('EVT-02')).toMatchObject({ state: 'not-shown', isOpen: true, checks: ['kci.refused-request'] });
  });

  test('counts a value of an enumeration only where a request carries it', () => {
    const rows = coverageOf(['scenarios/orders/cease.yaml']);
    const types = [...rows.values()].filter(({ sentence }) =>
      /^\| (NEW \| Provide|CEASE \| Cease|MODIFY \| Modify) \|/.test(sentence),
    );
    expect(types.map(({ sentence, state }) => `${sentence.split(' ')[1]} ${state}`)).toEqual([
      'NEW not-shown',
      'CEASE tested',
      'MODIFY not-shown',
    ]);
  });
});

describe('assay coverage --pairs', () => {
  test('finds every pair that the specification, the profile and the target speak of', async () => {
    const { code, stdout } = await assay(['coverage', '--pairs']);
    const kinds = stdout.trimEnd().split('\n');
    expect(kinds).toHaveLength(6);
    for (const kind of kinds) expect(kind).toMatch(/^\S.* × .* {2}([\d,]+) of \1$/);
    expect(code).toBe(0);
  });

  test('lists what is left out, with the reason where a case cannot run', () => {
    const { plan, inputs } = previewPlan(['scenarios/orders/rejected.yaml'], { target: 'fake', seed: 1 });
    const excused = { outcome: 'inconclusive', reason: 'not-steerable', detail: 'nobody can be asked' } as const;
    const journeys = plan.journeys.map((journey) => ({ ...journey, excused }));
    const found = new Map(crossingsOf({ ...plan, journeys }, inputs).map((each) => [each.kind, each.uncovered]));
    const events = found.get('order type × outcome × event');
    expect(events).toContainEqual({ pair: 'NEW × ORDER_REJECTED × REJECTED', because: 'nobody can be asked' });
    expect(events).toContainEqual({ pair: 'SWAP × ORDER_REJECTED × REJECTED' });
    // Only provide orders have an address, as far as it is told.
    expect(found.get('order type × field')).toContainEqual({ pair: 'SWAP × /address/id' });
    expect(found.get('order type × field')).not.toContainEqual({ pair: 'CEASE × /address/id' });
  });
});
