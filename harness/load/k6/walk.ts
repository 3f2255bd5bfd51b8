import { sleep } from 'k6';
import { Counter, Rate } from 'k6/metrics';
import { realClock } from '../../io/real-clock.ts';
import type { CallStep, Clock, Journey, KciProfile, Send, Step, Target, Unrecorded, WireRequest } from '../../model.ts';
import { createExchange, type ExchangeOf, type Outcome } from '../../run/exchange.ts';
import { walkJourney } from '../../run/journey.ts';
import type { Ports } from '../../run/ports.ts';
import { createTokens, type Held, type Tokens } from '../../run/tokens.ts';
import { errorCodeOf, isAnswered } from '../../wire/answer.ts';
import { NO_INBOX } from '../no-inbox.ts';
import type { Timed } from '../port.ts';
import { thinkMs } from '../think.ts';
import type { Control } from './control-client.ts';
import { isSchema } from './schemas.ts';
import { sendByK6 } from './send.ts';
import type { Settings } from './settings.ts';

/** Walks journeys by k6 with the runner of a certification, one after the other. */
export interface Walker {
  readonly tokens: Tokens;
  /** Waits for no event any more at `endsAt`, ms since the epoch on this machine. */
  walk(journey: Journey, index: number, endsAt: number): Promise<void>;
  /** Hands over what was observed since this was last asked. */
  observed(): readonly Timed[];
}

/** What a VU walks with. */
export interface WalkerOptions {
  readonly settings: Settings;
  readonly target: Target;
  readonly control: Control | null;
  /** How far Assay's clock is ahead of this machine's, ms. */
  readonly offsetMs: number;
  /** By the tenants' names; renewed in place. */
  readonly tokens: Map<string, Held>;
}

const requests = new Counter('assay_requests');
const answers = new Counter('assay_answers');
const unexpected = new Rate('unexpected_status');
const broken = new Rate('broken');

const SUCCESS = [{ status: '2xx' }];

/** A walker for one VU. */
export function createWalker({ settings, target, control, offsetMs, tokens: held }: WalkerOptions): Walker {
  const { contract, think } = settings;
  const clock: Clock = { ...realClock, now: () => Date.now() + offsetMs };
  let observed: Timed[] = [];
  const record = (unrecorded: Unrecorded): void => {
    observed.push({ ...unrecorded, at: clock.now() });
  };

  let steps = stepsOf([]);
  let scenario = '';
  const purposes = new WeakMap<WireRequest, ExchangeOf>();
  const send: Send = (request) => {
    const of = purposes.get(request);
    const step = of?.journey === '' ? undefined : steps.get(of?.step ?? '');
    return sendByK6(request, {
      tags: { name: of?.step ?? '', operation: of?.verb ?? '', journey: scenario },
      answers: step?.call.expect.answers ?? SUCCESS,
      timeoutMs: target.deadlines.responseMs,
      isTogether: step?.isTogether ?? false,
    });
  };
  const addSecret = (kind: string, value: string): void => control?.learnt(kind, value);
  const recorded = createExchange({ send, clock, record, addSecret, signal: NEVER });
  const exchange = async (of: ExchangeOf, request: WireRequest): Promise<Outcome> => {
    purposes.set(request, of);
    const outcome = await recorded(of, request);
    const expected = (of.journey === '' ? undefined : steps.get(of.step))?.call.expect.answers ?? SUCCESS;
    measure(of.verb, outcome, expected);
    return outcome;
  };

  const tokens = createTokens({ target, contract, clock }, exchange, held);
  const events = Object.fromEntries(settings.fulfils.map((name) => [name, { fulfils: true }]));
  const portsFor = (index: number, endsAt: number): Ports => {
    let paused = 0;
    return {
      contract,
      target,
      // Only what waits for events reads more of a profile, and that is elsewhere.
      profile: { delivery: settings.delivery, events } as unknown as KciProfile,
      clock,
      signal: NEVER,
      record,
      addSecret,
      exchange,
      // Customers think between the steps of a journey, not before the first, and once before a group. A token that runs
      // out while they do is renewed.
      pace: (step) => {
        const nth = steps.get(step)?.nth ?? 0;
        if (nth > paused) {
          paused = nth;
          sleep(thinkMs(think, index, step) / 1000);
        }
        return atOnce();
      },
      tokens,
      inbox: { ...NO_INBOX, turnAway: (orderId, how) => control?.turnAway(orderId, how) },
      leases: { take: (leases) => Promise.resolve(leases.map(() => null)), give: () => {} },
      gate: { enter: atOnce, enterAgain: atOnce, leave: () => {} },
      isSchema,
      awaitElsewhere: (step, orderId) =>
        control?.awaitEvents(index, step, orderId, endsAt - Date.now()) ?? Promise.resolve('interrupted'),
    };
  };

  return {
    tokens,
    walk: async (journey, index, endsAt) => {
      steps = stepsOf(journey.steps);
      scenario = journey.scenario;
      // Whether the events of its orders come is for Assay to see; here nobody waits for them.
      await walkJourney({ ...journey, kci: [] }, portsFor(index, endsAt));
    },
    observed: () => {
      const all = observed;
      observed = [];
      return all;
    },
  };
}

/** k6 ends a walk from outside, without a signal. */
const NEVER = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} } as unknown as AbortSignal;

const atOnce = (): Promise<void> => Promise.resolve();

interface Placed {
  readonly call: CallStep;
  /** The step's position in its journey; that of its group. */
  readonly nth: number;
  readonly isTogether: boolean;
}

function stepsOf(steps: readonly Step[]): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  for (const [nth, step] of steps.entries()) {
    if (step.kind === 'call') placed.set(step.name, { call: step, nth, isTogether: false });
    if (step.kind === 'parallel') for (const call of step.steps) placed.set(call.name, { call, nth, isTogether: true });
  }
  return placed;
}

function measure(operation: string, { answer }: Outcome, expected: CallStep['expect']['answers']): void {
  const tags = { operation };
  requests.add(1, tags);
  broken.add(answer === null, tags);
  answers.add(answer === null ? 0 : 1, tags);
  const isExpected =
    answer !== null && (expected.length === 0 || isAnswered(expected, answer.status, errorCodeOf(answer.json)));
  unexpected.add(!isExpected, tags);
}
