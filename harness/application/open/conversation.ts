import { loadClientContract } from '../../contract/client.ts';
import { judge } from '../../judge/judge.ts';
import type { Clock, Journey, Observation, Plan, Unrecorded } from '../../model.ts';
import { createRecorder } from '../../run/record.ts';
import type { Aim } from '../inputs.ts';
import { own } from '../places.ts';
import { refuseOn } from '../say.ts';
import { VERSION } from '../version.ts';
import type { ClientFinding, Conversation } from './fake-in-tests.d.ts';
import { createObserver, type Observer } from './observe.ts';

/** What a client says to a fake in its own tests, on record as that of any run, and judged whenever the test asks. */
export interface Listening {
  readonly observer: Observer;
  readonly conversation: Conversation;
}

const CASE = 'test';

/** Listens to a client and a fake of `aim`; the client is at `baseUrl()` when it asks. */
export function listenTo(
  aim: Aim,
  { clock, seed, baseUrl }: { readonly clock: Clock; readonly seed: number; readonly baseUrl: () => string },
): Listening {
  const { contract, profile, world, target, validators } = aim;
  const recorder = createRecorder({ clock, write: null, secrets: [] });
  const record: Observation[] = [];
  const see = (unrecorded: Unrecorded): void => void record.push(recorder.record(unrecorded));
  const plan = planOf(seed, clock.now());
  see({
    type: 'run-started',
    version: 2,
    seed,
    nonce: plan.nonce,
    target: target.target,
    baseUrl: '',
    profile: profile.profile,
    world: world.world,
    timeZone: world.timeZone,
    contract: contract.digest,
    assay: VERSION,
    journeys: 1,
  });
  see({ type: 'journey-started', journey: CASE });
  let exchanges = 0;
  const observer = createObserver({
    recorder,
    record: see,
    contract,
    tenants: target.tenants,
    baseUrl,
    journey: CASE,
    exchange: () => {
      exchanges += 1;
      return exchanges;
    },
    now: clock.now,
    isThere: () => true,
  });
  const findings = (): readonly ClientFinding[] => {
    const ofClient = loadClientContract(own('fixtures/contract'), contract);
    refuseOn(ofClient.problems);
    const verdict = judge({ plan, contract: ofClient.contract, validators, profile, target, record });
    const found = [...verdict.cases.flatMap((each) => each.findings), ...verdict.findings];
    return found.flatMap(({ requirements, result }) =>
      result.outcome === 'failed' ? [{ rows: requirements, ...result.finding }] : [],
    );
  };
  return { observer, conversation: { requests: () => exchanges, findings } };
}

/** One case, in which nobody knows what the client was asked. */
function planOf(seed: number, now: number): Plan {
  const journey: Journey = {
    id: CASE,
    scenario: CASE,
    title: 'What the client does in its own test',
    covers: [],
    tags: [],
    tenant: '',
    values: {},
    leases: [],
    steps: [],
    kci: [],
    span: { file: CASE, line: 1, col: 1, length: 0, excerpt: '' },
  };
  return { version: 1, side: 'client', seed, nonce: CASE, now, journeys: [journey] };
}

/** Matchers for `expect.extend`. */
export const matchers = {
  toKeepItsSide: (conversation: Conversation): { readonly pass: boolean; readonly message: () => string } => {
    const findings = conversation.findings();
    const isSilent = conversation.requests() === 0;
    const told = findings.map(
      ({ rows, summary, expected, actual }) =>
        `${rows.join(' ')}  ${summary}\n  expected ${expected}\n  actual   ${actual}`,
    );
    const why = isSilent ? 'the client asked for nothing' : told.join('\n');
    return {
      pass: !isSilent && findings.length === 0,
      message: () => why || 'the client kept its side of the specification',
    };
  },
};
