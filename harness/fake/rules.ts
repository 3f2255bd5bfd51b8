import type { Json, JsonObject, KciProfile } from '../model.ts';
import type { Calendar } from './calendar.ts';
import type { Switch } from './fault.ts';
import type { ReadRequest } from './read-request.ts';
import type { Refuser, Reply } from './refusals.ts';
import type { Sites } from './sites.ts';
import type { GatewayState, StateChange } from './state.ts';

/** What the gateway's decisions depend on, besides the request. */
export interface Rules {
  readonly state: GatewayState;
  readonly sites: Sites;
  readonly profile: KciProfile;
  readonly calendar: Calendar;
  /** The same calendar without summer time, for a fault. */
  readonly winterCalendar: Calendar;
  /** The time zone of appointments. */
  readonly timeZone: string;
  readonly refuser: Refuser;
  readonly seed: string;
  /** Time between events unless a request asks for another. */
  readonly kciGapMs: number;
}

/** A request ready to be decided: its caller is known and its form is right. */
export interface DecidableRequest {
  readonly asked: ReadRequest;
  readonly body: JsonObject;
  readonly tenant: string;
  readonly now: number;
  /** Rules that a fault makes the gateway forget. */
  readonly forgets: ReadonlySet<Switch>;
  readonly steering: Steering;
}

/** What a request asks of a steerable gateway. */
export interface Steering {
  readonly outcome?: string;
  readonly problemCode?: string;
  readonly gapMs?: number;
  /** An error code of the contract. */
  readonly error?: string;
  /** Faults by name. */
  readonly faults: readonly string[];
  /** Another token life; only faults ask for it. */
  readonly tokenLifeSeconds?: number;
  /** Canonical events instead of an outcome; only faults ask for them. */
  readonly events?: readonly string[];
}

/** The gateway's answer, the changes of its state, and the order that now has an event to emit. */
export interface Decision {
  readonly reply: Reply;
  readonly facts?: readonly StateChange[];
  readonly order?: string;
}

/** A request that is accepted; its outcome comes as an event. */
export const ACCEPTED: Decision = { reply: { status: 202 } };

/** A refusal for reasons other than the form of the request. */
export function refusal(rules: Rules, asking: DecidableRequest, status: number, message: string): Decision {
  return { reply: rules.refuser.refuse(asking.asked.operation, status, [message]) };
}

/** A member as text, if it is a text or a number. */
export function asText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
