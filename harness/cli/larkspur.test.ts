import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
// @ts-expect-error: a stranger knows nothing of our types
import { openGateway } from '../../fixtures/strangers/larkspur/gateway.mjs';
import { execute } from '../application/certify/execute.ts';
import { RUN_FILES } from '../application/folder/folder.ts';
import { loadInputs } from '../application/inputs.ts';
import { shippedPath } from '../home.ts';
import type { Verdict } from '../model.ts';
import { emptyFolder } from '../testing/command.ts';

/** Certifies the stranger over HTTP, with nothing but its target file, world and KCI profile. */
async function certify(mistake: string, only: readonly string[]): Promise<Verdict> {
  const gateway = (await openGateway({ mistake })) as { readonly url: string; close(): Promise<void> };
  onTestFinished(() => gateway.close());
  vi.stubEnv('LARKSPUR_PORT', new URL(gateway.url).port);
  vi.stubEnv('LARKSPUR_MEADOW', 'meadow secret: 50% & more');
  vi.stubEnv('LARKSPUR_ORCHARD', 'orchard-secret');
  vi.stubEnv('LARKSPUR_NOTICES', 'larkspur-notices');
  const out = emptyFolder();
  await execute(loadInputs({ target: shippedPath('fixtures/strangers/larkspur/target.yaml') }, []), {
    seed: 1,
    only,
    out,
    faults: [],
    outlets: [{ reporter: 'json' }],
    allowInconclusive: true,
    quiet: true,
    command: 'assay certify',
  });
  return JSON.parse(readFileSync(join(out, RUN_FILES.verdict), 'utf8')) as Verdict;
}

/** What failed, each as its check and the rows of the register that it refutes. */
function failuresOf({ cases, findings }: Verdict): string[] {
  const all = [...cases.flatMap((each) => each.findings), ...findings];
  const failures = all.filter(({ result }) => result.outcome === 'failed');
  return [...new Set(failures.flatMap(({ check, requirements }) => requirements.map((row) => `${check} ${row}`)))];
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a gateway written from the specification alone passes, whatever is asked of it', async () => {
  const everyKind = [
    ...['availability/*', 'appointments/book*', 'appointments/slot*', 'token/*', 'tenancy/*', 'kci/*'],
    ...[
      'orders/provide-new*',
      'orders/modify',
      'orders/cease',
      'orders/full-order*',
      'orders/free-texts*',
      'orders/delayed*',
    ],
    ...[
      'orders/information-required',
      'orders/reappointed',
      'amendments/details',
      'amendments/rejected',
      'cancellations/*',
    ],
  ];
  const verdict = await certify('', everyKind);
  expect(failuresOf(verdict)).toEqual([]);
  expect(verdict.counts.cases).toMatchObject({ failed: 0 });
});

test.each([
  ['any-secret', 'token/nearly-right-secret*', 'http.status AUT-13'],
  ['life-as-text', 'token/access-token', 'http.schema AUT-08'],
  ['phone-optional', 'orders/provide-refusals~omit:/body/primaryContact*', 'http.status ORD-05'],
  ['from-ignored', 'appointments/slots-from-a-date', 'slots.future SLT-05'],
  ['gone-as-invalid', 'appointments/slot-taken', 'http.status APT-04'],
  ['booked-twice', 'appointments/slot-taken', 'http.status APT-04'],
  ['one-reference', 'appointments/book*', 'booking.reference-unique APT-16'],
  ['purpose-in-words', 'appointments/book#*', 'http.schema APT-13'],
  ['notes-cut', 'orders/free-texts*', 'kci.entity KCI-13'],
  ['tasks-unread', 'amendments/refusals~*', 'http.status ERR-06'],
  ['cancelled-twice', 'cancellations/provide*', 'kci.terminal KCI-02'],
  ['amendment-lost', 'amendments/details*', 'kci.entity KCI-13'],
  ['rejected-dumbly', 'orders/rejected*', 'kci.carries KCI-12'],
  ['numbers-stand', 'orders/provide-new#*', 'kci.sequence-number KCI-20'],
  ['conversation-own', 'orders/cease', 'kci.conversation KCI-15'],
  ['one-message', 'orders/cease-refusals~omit*', 'http.schema ERR-03'],
  ['numbered-errors', 'orders/cease-refusals~omit*', 'http.schema ERR-01'],
])('its mistake %s is found in %s', async (mistake, only, failure) => {
  expect(failuresOf(await certify(mistake, [only]))).toContain(failure);
});
