import type { KciProfile, Scenario, TargetTenant } from '../../model.ts';
import { parseScenario } from '../../scenario/parse.ts';
import type { TrafficAgainst } from '../traffic.ts';

/**
 * Test support: two scenarios, one of them with rows, and a list of faulty requests; two tenants; a profile with three
 * events.
 */

function scenario(id: string, text: string): Scenario {
  const parsed = parseScenario(text, `scenarios/${id}.yaml`, id);
  if (!parsed.scenario) throw new Error(parsed.problems.map(({ message }) => message).join('; '));
  return parsed.scenario;
}

const NEW_LINE = `scenario: An address is offered a line
given: { site: $world.newLine }
steps:
  - availability: { address: $site }
`;
const PROVIDE_NEW = `scenario: A line is ordered
given: { site: $world.newLine }
for-each:
  residential: { user: RESIDENTIAL }
  business: { user: BUSINESS }
steps:
  - order: { orderType: NEW, address: $site, characteristics: { END_USER_TYPE: $row.user } }
    as: placed
kci: { for: $placed, sequence: [ACKNOWLEDGED, COMPLETED], within: 20d }
`;
const COMES_AGAIN = `scenario: What is refused comes again
given: { site: $world.newLine }
steps:
  - order: { orderType: NEW, address: $site, characteristics: { END_USER_TYPE: RESIDENTIAL } }
    receiver: { refuse: 1 }
    as: placed
kci: { for: $placed, within: 20d }
`;
const REFUSALS = `scenario: A wrong order is refused
given: { site: $world.newLine }
steps:
  - order: { orderType: NEW, address: $site, characteristics: { END_USER_TYPE: RESIDENTIAL } }
    matrix: { derive: [omit] }
`;

const EVENTS: KciProfile['events'] = {
  ACKNOWLEDGED: { when: ['ACKNOWLEDGED'] },
  DELAY: { when: ['DELAY'] },
  COMPLETED: { when: ['COMPLETED'], terminal: true },
};

const tenant = (name: string): TargetTenant => ({ name, clientId: name, clientSecret: 'none' });

export const AGAINST: TrafficAgainst = {
  scenarios: [
    scenario('availability/new-line', NEW_LINE),
    scenario('orders/provide-new', PROVIDE_NEW),
    scenario('orders/provide-refusals', REFUSALS),
    scenario('kci/comes-again', COMES_AGAIN),
  ],
  target: { target: 'sample', tenants: ['northwind-broadband', 'harbour-telecom'].map(tenant) },
  profile: { events: EVENTS },
};
