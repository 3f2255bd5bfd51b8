import { fileURLToPath } from 'node:url';
import { loadContract } from '../../contract/contract.ts';
import { loadProfile } from '../../contract/profile.ts';
import type { CallStep, Journey, KciProfile, Scenario, Target, World } from '../../model.ts';
import { parseScenario } from '../../scenario/parse.ts';
import type { PlanInput } from '../context.ts';
import { type Expanded, type ExpandOptions, expand } from '../expand.ts';

/** Inputs for the tests of this folder: the real contract and profile, and a small world and target. */

export const { contract } = loadContract(fileURLToPath(new URL('../../../fixtures/contract', import.meta.url)));
export const profile = loadProfile('supplier').profile as KciProfile;

export const world: World = {
  world: 'small',
  title: 'A street and two lists',
  timeZone: 'Europe/London',
  service: { id: 'fttp', name: 'FTTP' },
  roles: {
    newLine: { use: 'exclusive', range: { type: 'UPRN', from: 900_100_000_000, to: 900_199_999_999, digits: 12 } },
    shortRoad: { use: 'once', range: { type: 'UPRN', from: 1, to: 2, digits: 12 } },
    activeService: {
      use: 'exclusive',
      range: { type: 'UPRN', from: 100, to: 99_999_999, digits: 12 },
      site: { serviceId: 'SVC${id}', availability: { siteInformation: {} } },
    },
    known: { use: 'shared', sites: [{ id: '7', type: 'UPRN', serviceId: 'S7' }] },
    delayedLine: {
      use: 'exclusive',
      like: 'newLine',
      steers: 'ORDER_DELAYED',
      range: { type: 'UPRN', from: 909_500_000_000, to: 909_599_999_999, digits: 12 },
    },
  },
};

export const target: Target = {
  target: 'acme',
  title: 'Acme',
  baseUrl: 'http://127.0.0.1:1',
  tenants: [
    { name: 'northwind', clientId: 'n', clientSecret: 'ns' },
    { name: 'harbour', clientId: 'h', clientSecret: 'hs' },
  ],
  profile: 'supplier',
  world: 'small',
  token: { form: { grant_type: 'client_credentials' }, sendTenantHeader: false },
  webhook: { listen: '127.0.0.1:0', registration: 'out-of-band' },
  steering: { by: 'headers', headers: { outcome: 'X-Scenario', kciDelay: 'X-Kci-Delay', fault: 'X-Fault' } },
  limits: { requestsPerSecond: null, concurrency: 4 },
  deadlines: { responseMs: 1000, kciMs: null, waitMs: null, settleMs: 1000 },
  lacks: ['amendments'],
  readings: {},
  ids: { from: 1, to: 2_000_000_000 },
  allowHosts: ['127.0.0.1'],
  kciDelaySeconds: 5,
};

export const input: PlanInput = {
  contract,
  profile,
  world,
  target,
  seed: 7,
  nonce: 'run-1',
  now: Date.UTC(2026, 10, 21, 9),
};

/** Parses a scenario; throws its problems, so that a test shows its own mistakes. */
export function scenario(id: string, text: string): Scenario {
  const parsed = parseScenario(text, `scenarios/${id}.yaml`, id);
  if (!parsed.scenario) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.scenario;
}

/** Two rows, a matrix with a written row, a value of each kind. */
export const provide = scenario(
  'orders/provide-new',
  `scenario: A new line is installed
covers: [ORD-01]
given:
  site: $world.newLine
  customer: $fake.contact
  reference: $fake.projectReference
for-each:
  home: { user: RESIDENTIAL }
  work: { user: BUSINESS }
steps:
  - availability: { address: $site }
    as: offer
  - order:
      orderType: NEW
      address: $site
      service: $offer.serviceSpecifications[0]
      characteristics: { END_USER_TYPE: $row.user }
      primaryContact: $customer
      notes: Ref \${reference} for \${row.user}
    as: placed
    matrix:
      derive: [omit, bad-token]
      rows:
        - title: A type nobody knows
          set: { /body/orderType: FOO }
          expect: 422 INVALID_REQUEST
  - cancel: { order: $placed, reasonCode: OTHER }
kci:
  for: $placed
  sequence: [ACKNOWLEDGED, COMPLETED: { match: { order: { id: $placed.id }, tenant: $tenant } }]
  within: 20d
`,
);
/** Two matrices, and facts of a site. */
export const cease = scenario(
  'orders/cease',
  `scenario: A service ends
given: { site: $world.activeService, day: $fake.completionDateTime }
steps:
  - order: { orderType: CEASE, serviceId: $site.serviceId, requestedCompletionDate: $day }
    matrix: { derive: [omit] }
  - token:
    matrix: { derive: [bad-credentials] }
`,
);

export const plan = (scenarios: readonly Scenario[], more: Partial<ExpandOptions> = {}): Expanded =>
  expand(scenarios, { ...input, ...more });

export const journeys = (scenarios: readonly Scenario[], more: Partial<ExpandOptions> = {}): readonly Journey[] =>
  plan(scenarios, more).plan.journeys;

export const byId = (list: readonly Journey[]): Readonly<Record<string, Journey>> =>
  Object.fromEntries(list.map((journey) => [journey.id, journey]));

/** The call at an index of a journey's steps; negative counts from the end. */
export function callAt(journey: Journey | undefined, index: number): CallStep {
  const step = journey?.steps.at(index);
  if (step?.kind !== 'call') throw new Error(`no call at ${index}`);
  return step;
}
