import { fileURLToPath } from 'node:url';
import { loadContract } from '../contract/contract.ts';
import { loadProfile } from '../contract/profile.ts';
import type { KciProfile, Scenario, Target, World } from '../model.ts';
import { parseScenario } from '../scenario/parse.ts';
import type { PlanInput } from './context.ts';

/** What the tests of this folder plan with: the real contract and profile, and a small world and target. */

const { contract } = loadContract(fileURLToPath(new URL('../../fixtures/contract', import.meta.url)));
const profile = loadProfile('supplier').profile as KciProfile;

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
  deadlines: { responseMs: 1000, kciMs: null, settleMs: 1000 },
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

/** A scenario from its text; throws where the text is none, so that a test says what is wrong with itself. */
export function scenario(id: string, text: string): Scenario {
  const parsed = parseScenario(text, `scenarios/${id}.yaml`, id);
  if (!parsed.scenario) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.scenario;
}
