import { describe, expect, test } from 'vitest';
import { planFor } from '../application/cases/plan-for.ts';
import type { DefectKind, Verdict } from '../model.ts';
import { certifyFake } from '../testing/certify.ts';

const AUTHORIZATION = '/headers/Authorization';

/** What may become of a row that no scenario has to prove. */
const CLOSED = ['met', 'excluded', 'silent', 'observed'];

function openRows({ requirements }: Verdict): string[] {
  return requirements.filter(({ outcome }) => !CLOSED.includes(outcome)).map(({ id, outcome }) => `${id} ${outcome}`);
}

function unpassed({ cases }: Verdict): string[] {
  return cases.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => `${id} ${outcome}`);
}

describe('the certification of the embedded fake', () => {
  test('proves every row of the register that is neither excluded nor silent', async () => {
    const { verdict } = await certifyFake();

    expect(openRows(verdict)).toEqual([]);
    expect(unpassed(verdict)).toEqual([]);
    expect(verdict.outcome).toBe('certified');
  });

  // A profile that does not say where a tenant or a sequence number stands, or has no rules, promises nothing of them.
  test.each([
    ['tenant', ['KCI-14 not-applicable', 'KCI-16 not-applicable']],
    ['generic', ['KCI-16 not-applicable']],
    ['tmf641', ['KCI-16 not-applicable', 'KCI-20 not-applicable']],
  ])('proves under the KCI profile %s all that the profile promises', async (profile, unpromised) => {
    const { verdict } = await certifyFake({ profile });

    expect(openRows(verdict)).toEqual(unpromised);
    expect(unpassed(verdict)).toEqual([]);
    expect(verdict.outcome).toBe('certified');
  });

  test('ends alike whatever the door and the seed', async () => {
    const [byFunction, byMsw] = [await certifyFake({ door: 'function' }), await certifyFake({ door: 'msw', seed: 2 })];

    expect(unpassed(byMsw.verdict)).toEqual([]);
    expect(byMsw.verdict.cases.map(({ id }) => id)).toEqual(byFunction.verdict.cases.map(({ id }) => id));
    expect(byMsw.verdict.requirements.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(
      byFunction.verdict.requirements.map(({ id, outcome }) => `${id} ${outcome}`),
    );
  });
});

describe('the scenarios', () => {
  const { plan, inputs } = planFor([], { target: 'fake', seed: 1 });
  const negatives = plan.journeys.flatMap(({ steps }) =>
    steps.flatMap((step) => {
      const { verb, defect } = step.kind === 'call' && step.role === 'negative' ? step.request : {};
      return defect ? [{ verb, kind: defect.kind, at: defect.at }] : [];
    }),
  );

  test('leave out every required field, header and token, and break every enumeration and JSON text', () => {
    const kinds: readonly DefectKind[] = [
      'omit',
      'not-in-enum',
      'no-header',
      'bad-token',
      'bad-credentials',
      'malformed-json',
      'truncated-json',
    ];
    const owed = Object.values(inputs.contract.operations).flatMap(({ verb, method, refusals }) =>
      refusals
        .filter(({ answers }) => answers.length > 0)
        // A rule without places speaks of the token, or of every enumeration that there is.
        .flatMap(({ kinds: ofRule, at }) =>
          ofRule.flatMap((kind) =>
            (at ?? (kind === 'not-in-enum' ? [] : [AUTHORIZATION])).map((place) => ({ verb, kind, at: place })),
          ),
        )
        .filter(({ kind, at }) => kinds.includes(kind) && !(method === 'GET' && at.startsWith('/body'))),
    );
    const sent = new Set(negatives.map((each) => JSON.stringify(each)));
    const missing = owed.filter((each) => !sent.has(JSON.stringify(each)));

    expect(missing.map(({ verb, kind, at }) => `${verb} ${kind}:${at}`)).toEqual([]);
    expect(owed.length).toBeGreaterThan(90);
  });
});
