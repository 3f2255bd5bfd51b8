import { describe, expect, test } from 'vitest';
import { previewPlan } from '../application/cases/preview-plan.ts';
import type { DefectKind, Verdict } from '../model.ts';
import { certifyFake } from '../testing/certify.ts';
import { casesWithEvents } from '../testing/whole.ts';

const AUTHORIZATION = '/headers/Authorization';

/** What may become of a row that no scenario has to prove. */
const CLOSED = ['met', 'excluded', 'silent', 'observed'];

function openRows({ requirements }: Verdict): string[] {
  return requirements.filter(({ outcome }) => !CLOSED.includes(outcome)).map(({ id, outcome }) => `${id} ${outcome}`);
}

function unpassed({ cases }: Verdict): string[] {
  return cases.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => `${id} ${outcome}`);
}

/** Of what the specification is silent on, how much there is to observe hangs on made-up values. */
const outcomes = ({ cases, requirements }: Verdict) => ({
  cases: cases.map(({ id, outcome, reason = '' }) => `${id} ${outcome} ${reason}`).sort(),
  rows: requirements.map(({ id, outcome, passed, failed }) =>
    outcome === 'silent' ? id : `${id} ${outcome} ${passed} ${failed}`,
  ),
});

describe('the certification of the embedded fake', () => {
  let certified: ReturnType<typeof certifyFake> | undefined;
  const plain = async (): Promise<Verdict> => {
    certified ??= certifyFake();
    return (await certified).verdict;
  };

  test('proves every row of the register that is neither excluded nor silent', async () => {
    const verdict = await plain();

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
    const { verdict } = await certifyFake({ profile, only: casesWithEvents() });

    expect(openRows(verdict).filter((row) => row.startsWith('KCI'))).toEqual(unpromised);
    expect(unpassed(verdict)).toEqual([]);
    expect(verdict.outcome).toBe('passed');
  });

  test('ends in every case and every row alike, whatever the door, the seed and the order', async () => {
    const verdict = await plain();
    const other = (await certifyFake({ door: 'msw', seed: 2, shuffle: true })).verdict;

    expect(other.cases.map(({ id }) => id)).not.toEqual(verdict.cases.map(({ id }) => id));
    expect(outcomes(other)).toEqual(outcomes(verdict));
  });
});

describe('the scenarios', () => {
  const { plan, inputs } = previewPlan([], { target: 'fake', seed: 1 });
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
