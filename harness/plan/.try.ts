const t00 = performance.now();
const { expand } = await import('./expand.ts');
console.log('import', performance.now() - t00);
import { loadContract } from '../contract/contract.ts';
import { loadProfile } from '../contract/profile.ts';
import { loadTarget } from '../contract/target.ts';
import { loadWorld } from '../contract/world.ts';
import { parseScenario } from '../scenario/parse.ts';

const { contract } = loadContract('fixtures/contract');
const { profile } = loadProfile('supplier');
const { world, problems: wp } = loadWorld('fake');
const { target, problems: tp } = loadTarget('fake', {});
console.log(wp, tp);
const text = (n: number) => `scenario: A new line is installed with a booked morning slot
covers: [AVL-01, SLT-01]
given:
  site: $world.${n ? 'activeService' : 'newLine'}
  customer: $fake.contact
steps:
  - availability: { address: $site }
    as: offer
    need: { body: { siteInformation: { newLine: true } } }
    matrix: { derive: all }
  - slots:
      address: $site
      purpose: PROVIDE
      service: $offer.serviceSpecifications[0]
    as: slots
    matrix: { derive: all }
  - book:
      address: $site
      purpose: PROVIDE
      timeslot: $slots.availableTimeslots[?@.classification == 'WEEKDAY_AM']
    as: booking
    matrix: { derive: all }
  - order:
      orderType: NEW
      address: $site
      characteristics: { END_USER_TYPE: BUSINESS, CARE_LEVEL: STANDARD, CONTRACT_TERM: 12 }
      primaryContact: $customer
      appointment: $booking
    as: placed
    matrix:
      derive: all
      rows:
        - title: An order type nobody knows
          set: { /body/orderType: FOO }
          expect: 422 INVALID_REQUEST
  - cancel: { order: $placed, reasonCode: OTHER }
    matrix: { derive: all }
kci:
  for: $placed
  sequence: [ACKNOWLEDGED, UPDATE*, COMPLETED: { match: { order: { id: $placed.id, x: $customer.name } } }]
  within: 20d
`;
const scenarios = [0, 1, 2].map((n) => parseScenario(text(n), `scenarios/orders/p${n}.yaml`, `orders/p${n}`).scenario!);
const input = { contract, target: target!, world: world!, profile: profile!, seed: 7, nonce: 'n1', now: Date.UTC(2026, 10, 21) };
for (let i = 0; i < 4; i++) {
  const t1 = performance.now();
  const { plan, problems } = expand(scenarios, input);
  const ms = performance.now() - t1;
  console.log(plan.journeys.length, ms, JSON.stringify(plan).length, problems);
}
