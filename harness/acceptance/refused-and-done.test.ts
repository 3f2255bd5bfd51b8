import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { certifyFake } from '../testing/certify.ts';
import { emptyFolder } from '../testing/command.ts';

/** A gateway that refuses a request and carries it out all the same. */
function refusedAndDone(verb: string, body: string): string {
  const file = join(emptyFolder(), 'refused-and-done.yaml');
  writeFileSync(
    file,
    `area: Requests that are refused and carried out all the same
faults:
  - fault: refused-and-done
    title: A request is refused and carried out all the same
    breaks: [EVT-02]
    where: { verb: ${verb}, request: { body: ${body} } }
    do:
      - accept: {}
      - set: { at: /status, to: 422 }
      - set: { at: /body, to: { uuid: "$request.headers['X-Request-ID']", code: INVALID_REQUEST, messages: [Refused] } }
`,
  );
  return file;
}

/** Goes on long enough for events to come that no negative case waits for. */
const WATCHES = 'kci/none-after-a-refusal';

test.each([
  [
    'a refused booking that takes its slot',
    ['book', "{ purpose: '~not(PROVIDE, REPAIR, MODIFY)' }"],
    'appointments/',
    ['http.status APT-04'],
  ],
  [
    'a refused order that events tell of',
    ['order', '{ orderType: NEW, serviceOrderItem: ~absent }'],
    'orders/provide-refusals*',
    ['kci.refused-request EVT-02'],
  ],
  [
    'a refused amendment that an event answers',
    ['amend', '{ primaryContact: { name: ~present, phoneNumber: ~absent } }'],
    'amendments/refusals*',
    ['kci.refused-request EVT-02'],
  ],
  [
    'a refused cancellation that is carried out',
    ['cancel', "{ reasonCode: '~not(OTHER)' }"],
    'cancellations/refusals*',
    ['kci.refused-request EVT-02'],
  ],
] as const)('%s is found', async (_, [verb, body], only, owed) => {
  const { verdict } = await certifyFake({ faults: [refusedAndDone(verb, body)], only: [only, WATCHES] });
  const failures = verdict.cases
    .flatMap(({ findings }) => findings)
    .filter(({ result }) => result.outcome === 'failed')
    .flatMap(({ check, requirements }) => requirements.map((row) => `${check} ${row}`));
  expect(failures).toEqual(expect.arrayContaining([...owed]));
  expect(verdict.outcome).toBe('failed');
});
