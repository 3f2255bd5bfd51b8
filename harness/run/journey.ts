import { bind } from '../bind.ts';
import { captureOf } from '../captured.ts';
import { judgeAnswer } from '../judge/answer.ts';
import { awaitProgress, type KciProgress, kciProgress, type Watch } from '../judge/progress.ts';
import type { CallStep, Expectation, Journey, Json, JsonObject, KciProfile, Reason, Site, Step } from '../model.ts';
import { isObject } from '../pointer.ts';
import { encodeRequest } from '../request.ts';
import type { Outcome } from './exchange.ts';
import type { ArrivedEvent } from './inbox.ts';
import type { Ports } from './ports.ts';
import { basicOf } from './tokens.ts';
import { pause, waitFor } from './wait.ts';

/** Why a journey ended before its last step. */
interface Stop {
  readonly ended: 'stopped' | 'interrupted';
  readonly reason?: Reason;
  readonly detail?: string;
}

/** Walks one journey from its leases to its last event. Observations are all it leaves behind. */
export async function walkJourney(journey: Journey, ports: Ports): Promise<void> {
  const { record, signal } = ports;
  const sites = await takeSites(journey, ports);
  if (signal.aborted) return;
  await ports.gate.enter();
  if (signal.aborted) return ports.gate.leave();
  record({ type: 'journey-started', journey: journey.id });
  for (const { lease, site } of sites)
    record({ type: 'site-leased', journey: journey.id, name: lease.name, role: lease.role, site });
  const walker = createWalker(journey, sites, ports);
  const stop = sites.some(({ site }) => site === null)
    ? ({ ended: 'stopped', reason: 'world-exhausted' } as const)
    : ((await walker.steps()) ?? (await walker.kci()));
  ports.gate.leave();
  record({ type: 'journey-ended', journey: journey.id, ...(stop ?? { ended: 'finished' }) });
  for (const { lease, site } of sites) if (site) ports.leases.give(lease, site);
  walker.forget();
}

type TakenSite = { readonly lease: Journey['leases'][number]; readonly site: Site | null };

async function takeSites(journey: Journey, ports: Ports): Promise<TakenSite[]> {
  const taken: TakenSite[] = [];
  // In a fixed order, so that two journeys that want the same two roles cannot wait for each other.
  for (const lease of [...journey.leases].sort((a, b) => (a.role < b.role ? -1 : 1))) {
    taken.push({ lease, site: await ports.leases.take(lease) });
  }
  return taken;
}

type Ask = (arrivals: readonly ArrivedEvent[], profile: KciProfile, watch: Watch) => KciProgress;
type Ended = 'met' | 'impossible' | 'expired' | 'interrupted';

interface Walker {
  steps(): Promise<Stop | undefined>;
  kci(): Promise<Stop | undefined>;
  /** Lets go of the orders the journey placed. */
  forget(): void;
}

function createWalker(journey: Journey, sites: readonly TakenSite[], ports: Ports): Walker {
  const { clock, record, signal, inbox } = ports;
  const placed = new Map<string, number>();
  let scope: JsonObject = {
    ...journey.values,
    ...Object.fromEntries(sites.flatMap(({ lease, site }) => (site ? [[lease.name, site]] : []))),
  };

  const call = async (step: CallStep): Promise<{ readonly outcome: Outcome; readonly capture: Json } | Stop> => {
    const { value, missing } = bind(step.request as unknown as Json, scope);
    if (missing[0] !== undefined)
      return { ended: 'stopped', reason: 'value-missing', detail: `step ${step.name}: ${missing.join(', ')}` };
    const template = value as unknown as CallStep['request'];
    const authorization = await authorizationFor(step, template.credentials, ports);
    if (authorization === null)
      return { ended: 'stopped', reason: 'token-unavailable', detail: `no token for ${step.tenant}` };
    const headers =
      authorization === undefined ? template.headers : { ...template.headers, Authorization: authorization };
    const request = encodeRequest({ ...template, headers }, ports.target.baseUrl);
    const of = { journey: journey.id, step: step.name, verb: template.verb, tenant: step.tenant };
    const outcome = await ports.exchange(of, request);
    const capture = captureOf({ verb: template.verb, sent: template.body, answer: outcome.answer }, ports.contract.operations);
    if (isObject(capture) && capture.id !== undefined) placed.set(String(capture.id), clock.now());
    return { outcome, capture };
  };

  const single = async (step: CallStep): Promise<Stop | undefined> => {
    const done = await call(step);
    if ('ended' in done) return done;
    if (step.as !== undefined) scope = { ...scope, [step.as]: done.capture };
    // The control follows its negative whatever that was answered.
    if (step.role === 'negative') return undefined;
    const wanted: readonly Expectation[] = step.need ? [step.expect, step.need] : [step.expect];
    return wanted.every((each) => isMet(each, done.outcome, scope, ports)) ? undefined : { ended: 'stopped' };
  };

  const untilEvents = async (name: string, orderRef: string, ask: Ask): Promise<Stop | undefined> => {
    const orderId = orderIdOf(orderRef, scope);
    if (orderId === undefined) return { ended: 'stopped', reason: 'value-missing', detail: `${orderRef} has no order id` };
    const startedAt = clock.now();
    const acceptedAt = placed.get(orderId) ?? startedAt;
    // While it waits, others may send.
    ports.gate.leave();
    const ended = await watch(orderId, (arrivals) =>
      ask(arrivals, ports.profile, { acceptedAt, now: clock.now(), capMs: ports.target.deadlines.kciMs }),
    );
    await ports.gate.enter();
    record({ type: 'wait-ended', journey: journey.id, wait: name, startedAt, ended });
    if (ended === 'interrupted') return { ended };
    return ended === 'met' ? undefined : { ended: 'stopped' };
  };

  /** Asks again at each event of the order, and whenever the answer said that time alone may change it. */
  const watch = async (orderId: string, ask: (arrivals: readonly ArrivedEvent[]) => KciProgress): Promise<Ended> => {
    for (;;) {
      const next = inbox.nextOf(orderId);
      const progress = ask(inbox.eventsOf(orderId));
      if (progress.state === 'complete') return 'met';
      if (progress.state === 'impossible') return clock.now() >= progress.deadline ? 'expired' : 'impossible';
      const waited = await waitFor(clock, signal, next, progress.recheckAt - clock.now());
      if (waited === 'interrupted') return waited;
    }
  };

  const take = async (step: Step): Promise<Stop | undefined> => {
    switch (step.kind) {
      case 'call':
        return single(step);
      case 'parallel': {
        const done = await Promise.all(step.steps.map(call));
        for (const [i, each] of done.entries()) {
          const name = step.steps[i]?.as;
          if (!('ended' in each) && name !== undefined) scope = { ...scope, [name]: each.capture };
        }
        return done.find((each): each is Stop => 'ended' in each);
      }
      case 'await':
        return untilEvents(step.name, step.for, (...watched) => awaitProgress(step, ...watched));
      case 'wait': {
        const startedAt = clock.now();
        const ms = step.forMs ?? untilMs(step.until, scope, startedAt);
        if (ms === undefined)
          return { ended: 'stopped', reason: 'value-missing', detail: `step ${step.name}: ${step.until}` };
        ports.gate.leave();
        const waited = await pause(clock, signal, ms);
        await ports.gate.enter();
        record({
          type: 'wait-ended',
          journey: journey.id,
          wait: step.name,
          startedAt,
          ended: waited === 'expired' ? 'met' : waited,
        });
        return waited === 'interrupted' ? { ended: waited } : undefined;
      }
    }
  };

  return {
    steps: async () => {
      for (const step of journey.steps) {
        const stop = signal.aborted ? ({ ended: 'interrupted' } as const) : await take(step);
        if (stop) return stop;
      }
      return undefined;
    },
    kci: async () => {
      for (const [i, each] of journey.kci.entries()) {
        const stop = await untilEvents(i === 0 ? 'kci' : `kci:${i + 1}`, each.for, (...watched) => kciProgress(each, ...watched));
        if (stop) return stop;
      }
      return undefined;
    },
    forget: () => {
      for (const orderId of placed.keys()) inbox.forget(orderId);
    },
  };
}

/** The Authorization header a step sends: undefined where it sends none, null where no token could be had. */
async function authorizationFor(
  step: CallStep,
  credentials: JsonObject | undefined,
  ports: Ports,
): Promise<string | undefined | null> {
  if (step.request.auth === 'none') return undefined;
  if (step.request.auth === 'basic') {
    const own = ports.target.tenants.find(({ name }) => name === step.tenant);
    const clientId = String(credentials?.clientId ?? own?.clientId ?? '');
    return basicOf(clientId, String(credentials?.clientSecret ?? own?.clientSecret ?? ''));
  }
  const bearer = credentials?.bearer;
  const token = typeof bearer === 'string' ? bearer : await ports.tokens.bearerOf(step.tenant);
  return token === null ? null : `Bearer ${token}`;
}

function isMet(expectation: Expectation, { answer }: Outcome, scope: JsonObject, ports: Ports): boolean {
  return answer !== null && judgeAnswer(expectation, answer, { scope, isSchema: ports.isSchema }).length === 0;
}

function orderIdOf(ref: string, scope: JsonObject): string | undefined {
  const { value } = bind(ref, scope);
  const id = isObject(value) ? value.id : value;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function untilMs(until: string | undefined, scope: JsonObject, now: number): number | undefined {
  const at = Date.parse(String(bind(until ?? '', scope).value));
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
