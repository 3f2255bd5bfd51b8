import { type AskedChange, followLifecycle, lifecycleOf } from '../../harness/kci/course.ts';
import type { Recognition } from '../../harness/kci/recognise.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import type { KciLifecycle, KciProfile } from '../../harness/model.ts';
import { type Course, type Derailment, isArrival, layCourse, type Told } from './course.ts';
import { attemptWith } from './messages.ts';
import type { Arrival, Exchange, Moment } from './moments.ts';
import { isAbout, scalarsOf } from './placed.ts';
import type { CaseStory, Found } from './story.ts';

/** The lifecycle that a profile draws for an order, laid beside what came of it. */
export interface Lifecycle extends Course {
  readonly orderId: string;
  readonly orderType: string;
  /** The profile's name. */
  readonly profile: string;
}

/** A check that looks at an order's whole course, whatever its scenario owes: it follows, or it is over. */
const OVER = 'kci.terminal';
const CHECKS: readonly string[] = ['kci.lifecycle', OVER];

/** One for each order of a case that did not follow its lifecycle. `moments` are those of one attempt. */
export function lifecyclesOf(
  { found }: Pick<CaseStory, 'found'>,
  moments: readonly Moment[],
  profile: KciProfile,
): Lifecycle[] {
  const about = found.filter(({ check, outcome }) => outcome === 'failed' && CHECKS.includes(check.check));
  return [...new Set(about.map(orderIdIn))].flatMap((orderId) => {
    if (orderId === undefined) return [];
    const ofOrder = about.filter((one) => orderIdIn(one) === orderId);
    return lifecycleFor(orderId, ofOrder, moments, profile) ?? [];
  });
}

const orderIdIn = ({ moment }: Found): string | undefined =>
  moment?.kind === 'arrival' ? moment.event.orderId : undefined;

/** The lifecycle that a finding is about. */
export function lifecycleIn(found: Found, profile: KciProfile): Lifecycle | undefined {
  const { story, check } = found;
  if (story === undefined || !CHECKS.includes(check.check)) return undefined;
  return lifecyclesOf(story, attemptWith(check, story), profile).find((each) => each.found.includes(found));
}

function lifecycleFor(
  orderId: string,
  found: readonly Found[],
  moments: readonly Moment[],
  profile: KciProfile,
): Lifecycle | undefined {
  const placed = placedIn(moments, orderId, profile);
  if (placed === undefined) return undefined;
  const { exchange, orderType, lifecycle } = placed;
  const arrivals = moments.filter(isArrival).filter((each) => isAbout(exchange, each));
  const stream = streamOf(profile, arrivals);
  const changes = moments.flatMap((each) => changeOf(each, orderId));
  const events = stream.map(({ event }) => event);
  const followed = followLifecycle(profile, lifecycle, { changes, events });
  const cut = followed.at ?? endOf(followed, stream, found);
  const told = layCourse(followed.pattern, stream.slice(0, cut), profile);
  const derailed = derailment(told, { followed, came: stream[cut ?? stream.length], found });
  return {
    orderId,
    orderType,
    profile: profile.profile,
    since: exchange.response?.at ?? exchange.at,
    withinMs: profile.delivery.betweenWithinMs,
    laid: told.laid,
    state: derailed === undefined ? told.state : 'impossible',
    ...(derailed === undefined ? {} : { derailed }),
    early: told.early,
    after: cut === undefined ? [] : stream.slice(cut + 1),
    unasked: told.unasked,
    beside: arrivals.filter((each) => !stream.includes(each)),
    found,
  };
}

/** The event in which the judge saw the course left although its pattern goes on; the first of them. */
function endOf({ early }: Recognition, stream: readonly Arrival[], found: readonly Found[]): number | undefined {
  const blamed = new Set(found.map(({ moment }) => moment));
  const at = stream.findIndex((each) => blamed.has(each));
  return early !== undefined || at < 0 ? undefined : at;
}

function derailment(
  { due, possible }: Told,
  {
    followed,
    came,
    found,
  }: { readonly followed: Recognition; readonly came: Arrival | undefined; readonly found: readonly Found[] },
): Derailment | undefined {
  if (came === undefined) return followed.early === undefined ? undefined : { how: 'missing', due, possible };
  if (followed.state === 'impossible') return { came, how: 'order', due, possible };
  const isOver = found.some(({ check, moment }) => check.check === OVER && moment === came);
  return { came, how: isOver ? 'ended' : 'state', due: [], possible: [] };
}

/** An order as it was placed. */
interface Placed {
  readonly exchange: Exchange;
  readonly orderType: string;
  readonly lifecycle: KciLifecycle;
}

/** The request that placed an order, known by its id and by a value that is an order type of the profile; of several tries the accepted one. */
function placedIn(moments: readonly Moment[], orderId: string, profile: KciProfile): Placed | undefined {
  const tries = moments.flatMap((exchange): Placed[] => {
    if (exchange.kind !== 'exchange' || kindOf(exchange) !== undefined) return [];
    const values = scalarsOf(exchange);
    const orderType = values.find((each) => lifecycleOf(profile, each) !== undefined);
    const lifecycle = orderType === undefined ? undefined : lifecycleOf(profile, orderType);
    if (orderType === undefined || lifecycle === undefined || !values.includes(orderId)) return [];
    return [{ exchange, orderType, lifecycle }];
  });
  return tries.find(({ exchange }) => isAccepted(exchange)) ?? tries.at(-1);
}

function changeOf(moment: Moment, orderId: string): AskedChange[] {
  const kind = moment.kind === 'exchange' ? kindOf(moment) : undefined;
  if (moment.kind !== 'exchange' || kind === undefined || !scalarsOf(moment).includes(orderId)) return [];
  const status = moment.response?.status ?? 0;
  return [{ kind, isAccepted: isAccepted(moment), isRefused: status >= 400 && status < 500 }];
}

function kindOf({ request }: Exchange): AskedChange['kind'] | undefined {
  return request.verb === 'amend' ? 'amendment' : request.verb === 'cancel' ? 'cancellation' : undefined;
}

const isAccepted = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300;
