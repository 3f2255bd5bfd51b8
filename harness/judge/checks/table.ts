import type { CheckFunction } from '../check.ts';
import { httpContentType, httpEmptyBody, httpJson, httpSchema, jsonRepeatedKeys } from './body.ts';
import { bookingClass, bookingExpiry, bookingHold, bookingSlot } from './bookings.ts';
import { availabilityEcho, bookingEcho, slotsEcho } from './echo.ts';
import { errorCode, errorListed } from './error.ts';
import { httpBody, httpHeaders, httpStatus } from './expected-answer.ts';
import { kciAmendedList, kciCarries, kciConversation, kciEntity, kciTenant } from './kci-content.ts';
import { kciLifecycle, kciPath, kciTerminal } from './kci-course.ts';
import { kciAuthentication, kciEnvelope, kciKnownEvent, kciReadable, kciUnexpected } from './kci-delivery.ts';
import { kciDuplicate, kciSequenceNumber } from './kci-numbering.ts';
import { kciNever, kciOnce, kciSequence, kciSilence } from './kci-owed.ts';
import { kciFaultedRequest, kciRefusedRequest } from './kci-refused-request.ts';
import { kciRetry } from './kci-retry.ts';
import { kciRules } from './kci-rules.ts';
import { kciAhead, kciMoments, kciTiming } from './kci-timing.ts';
import { httpWhole, noAnswer } from './no-answer.ts';
import { httpCalendar, orderAgain } from './refused-alike.ts';
import {
  bookingExpired,
  bookingFreed,
  bookingGone,
  bookingHeld,
  bookingHonoured,
  bookingOnce,
  bookingOrdered,
} from './reservations.ts';
import { slotsBegun, slotsClassification, slotsFuture, slotsLocal, slotsNarrowed, slotsOrder } from './slots.ts';
import { stepNeed, stepValue, tallyOfGroup, tokenLife, tokenReuse } from './step.ts';
import { bookingReferenceUnique, errorUuidUnique, lineUnique } from './unique.ts';
import { worldFacts, worldState } from './world-state.ts';

/** All checks by id, as the register's `checks` and findings name them. */
export const CHECKS = {
  'http.no-answer': noAnswer,
  'http.whole': httpWhole,
  'http.status': httpStatus,
  'http.headers': httpHeaders,
  'http.body': httpBody,
  'http.json': httpJson,
  'http.schema': httpSchema,
  'http.calendar': httpCalendar,
  'http.empty-body': httpEmptyBody,
  'http.content-type': httpContentType,
  'json.repeated-keys': jsonRepeatedKeys,
  'error.code': errorCode,
  'error.listed': errorListed,
  'error.uuid-unique': errorUuidUnique,
  'token.reuse': tokenReuse,
  'token.life': tokenLife,
  'availability.echo': availabilityEcho,
  'availability.line-unique': lineUnique,
  'slots.echo': slotsEcho,
  'slots.order': slotsOrder,
  'slots.classification': slotsClassification,
  'slots.local': slotsLocal,
  'slots.future': slotsFuture,
  'slots.begun': slotsBegun,
  'slots.narrowed': slotsNarrowed,
  'booking.echo': bookingEcho,
  'booking.slot': bookingSlot,
  'booking.expiry': bookingExpiry,
  'booking.hold': bookingHold,
  'booking.class': bookingClass,
  'booking.gone': bookingGone,
  'booking.held': bookingHeld,
  'booking.ordered': bookingOrdered,
  'booking.freed': bookingFreed,
  'booking.expired': bookingExpired,
  'booking.once': bookingOnce,
  'booking.honoured': bookingHonoured,
  'order.again': orderAgain,
  'booking.reference-unique': bookingReferenceUnique,
  'world.facts': worldFacts,
  'world.state': worldState,
  tally: tallyOfGroup,
  'step.need': stepNeed,
  'step.value': stepValue,
  'kci.sequence': kciSequence,
  'kci.never': kciNever,
  'kci.once': kciOnce,
  'kci.silence': kciSilence,
  'kci.lifecycle': kciLifecycle,
  'kci.terminal': kciTerminal,
  'kci.readable': kciReadable,
  'kci.envelope': kciEnvelope,
  'kci.known-event': kciKnownEvent,
  'kci.authentication': kciAuthentication,
  'kci.path': kciPath,
  'kci.unexpected': kciUnexpected,
  'kci.refused-request': kciRefusedRequest,
  'kci.faulted-request': kciFaultedRequest,
  'kci.sequence-number': kciSequenceNumber,
  'kci.duplicate': kciDuplicate,
  'kci.tenant': kciTenant,
  'kci.conversation': kciConversation,
  'kci.carries': kciCarries,
  'kci.entity': kciEntity,
  'kci.amended-list': kciAmendedList,
  'kci.rules': kciRules,
  'kci.timing': kciTiming,
  'kci.ahead': kciAhead,
  'kci.moments': kciMoments,
  'kci.retry': kciRetry,
} as const satisfies Readonly<Record<string, CheckFunction>>;

/** The closed list of check ids. */
export type CheckId = keyof typeof CHECKS;

/** Checks of values that must be unique over all runs that share a plan; all others look at one run alone. */
export const ACROSS_RUNS: ReadonlySet<string> = new Set<CheckId>([
  'error.uuid-unique',
  'booking.reference-unique',
  'availability.line-unique',
]);
