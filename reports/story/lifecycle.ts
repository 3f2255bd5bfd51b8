import { type AskedChange, followLifecycle, lifecycleOf } from '../../harness/kci/course.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import type { KciLifecycle, KciProfile } from '../../harness/model.ts';
import { type Course, isArrival, LIFECYCLE_CHECKS, layCourse, wrongIn } from './course.ts';
import { attemptWith } from './messages.ts';
import type { Exchange, Moment } from './moments.ts';
import { isAbout, scalarsOf } from './placed.ts';
import type { CaseStory, Found } from './story.ts';

/** The lifecycle that a profile draws for an order, laid beside what came of it. */
export interface Lifecycle extends Course {
  readonly orderId: string;
  readonly orderType: string;
  /** The profile's name. */
  readonly profile: string;
}

/** One for each order of a case that did not follow its lifecycle. `moments` are those of one attempt. */
export function lifecyclesOf(
  { found }: Pick<CaseStory, 'found'>,
  moments: readonly Moment[],
  profile: KciProfile,
): Lifecycle[] {
  const about = found.filter(({ check, outcome }) => outcome === 'failed' && LIFECYCLE_CHECKS.includes(check.check));
  return [...Map.groupBy(about, ({ check }) => check.order ?? '')].flatMap(
    ([orderId, ofOrder]) => lifecycleFor(orderId, { ofOrder, found }, moments, profile) ?? [],
  );
}

/** The lifecycle that a finding is about. */
export function lifecycleIn(found: Found, profile: KciProfile): Lifecycle | undefined {
  const { story, check } = found;
  if (story === undefined || !LIFECYCLE_CHECKS.includes(check.check)) return undefined;
  return lifecyclesOf(story, attemptWith(check, story), profile).find((each) => each.found.includes(found));
}

function lifecycleFor(
  orderId: string,
  { ofOrder, found }: { readonly ofOrder: readonly Found[]; readonly found: readonly Found[] },
  moments: readonly Moment[],
  profile: KciProfile,
): Lifecycle | undefined {
  const placed = placedIn(moments, orderId, profile);
  if (placed === undefined) return undefined;
  const { exchange, orderType, lifecycle } = placed;
  const arrivals = moments.filter(isArrival).filter((each) => isAbout(exchange, each));
  const stream = streamOf(profile, arrivals);
  const changes = moments.flatMap((each) => changeOf(each, orderId));
  const { pattern } = followLifecycle(profile, lifecycle, { changes, events: stream.map(({ event }) => event) });
  return {
    orderId,
    orderType,
    profile: profile.profile,
    since: exchange.response?.at ?? exchange.at,
    withinMs: profile.delivery.betweenWithinMs,
    ...layCourse(pattern, stream, profile, ofOrder),
    beside: arrivals.filter((each) => !stream.includes(each)),
    found: ofOrder,
    wrong: wrongIn(found, arrivals, ofOrder),
  };
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
