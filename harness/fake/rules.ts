import type { Json, JsonObject, KciProfile } from '../model.ts';
import type { Calendar } from './calendar.ts';
import type { Switch } from './fault.ts';
import type { ReadRequest } from './read-request.ts';
import type { Refuser, Reply } from './refusals.ts';
import type { Sites } from './sites.ts';
import type { GatewayState, StateChange } from './state.ts';

/** What the gateway's decisions rest on, besides the request. */
export interface Rules {
  readonly state: GatewayState;
  readonly sites: Sites;
  readonly profile: KciProfile;
  readonly calendar: Calendar;
  /** The same calendar without summer time, for a fault. */
  readonly winterCalendar: Calendar;
  /** The zone in which engineers live. */
  readonly timeZone: string;
  readonly refuser: Refuser;
  readonly seed: string;
  /** Pace of events where nobody asks for another. */
  readonly kciGapMs: number;
}

/** A request that may be decided: its caller is known and its form is right. */
export interface Asking {
  readonly asked: ReadRequest;
  readonly body: JsonObject;
  readonly tenant: string;
  readonly now: number;
  /** Rules that a fault makes the gateway forget. */
  readonly forgets: ReadonlySet<Switch>;
  readonly steering: Steering;
}

/** What the caller asks of a steerable gateway. */
export interface Steering {
  readonly outcome?: string;
  readonly problemCode?: string;
  readonly gapMs?: number;
  /** An error code of the contract. */
  readonly error?: string;
  /** Faults by name. */
  readonly faults: readonly string[];
  /** Another life for a token; only a fault asks for that. */
  readonly tokenLifeSeconds?: number;
  /** Canonical events instead of an outcome; only a fault asks for that. */
  readonly events?: readonly string[];
}

/** What the gateway answers, what is true from then on, and which order has something to do. */
export interface Decision {
  readonly reply: Reply;
  readonly facts?: readonly StateChange[];
  readonly order?: string;
}

/** A request that is taken, and whose outcome comes as an event. */
export const ACCEPTED: Decision = { reply: { status: 202 } };

/** A refusal for reasons that the form of the request does not show. */
export function refusal(rules: Rules, asking: Asking, status: number, message: string): Decision {
  return { reply: rules.refuser.refuse(asking.asked.operation, status, [message]) };
}

/** A member as text, where it is one or a number. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
