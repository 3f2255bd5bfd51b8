import type { DefectKind, FaultKind, Json, JsonObject, Verb } from '../model.ts';
import type { Marring } from './fault-edits.ts';

/**
 * The language of `fixtures/faults/*.yaml`: what the fake may be told to do wrong, or differently but legally. A fault says
 * when it strikes (`where`) and what happens then (`do`), independently of the profile.
 */
export interface Fault {
  /** The name that switches it on. */
  readonly fault: string;
  readonly title: string;
  /** Register rows or check ids that a gateway with this fault breaks; empty for legal variants. */
  readonly breaks: readonly string[];
  /** A legal variant: the spec allows it, so no check may fail. */
  readonly legal?: boolean;
  /** Only for a legal variant: the sentence that allows it, or that no sentence forbids it. */
  readonly because?: string;
  /** Set for faults that show only under load, so that certification passes: the traffic profile that catches it. */
  readonly 'caught-by'?: string;
  /** Absent: every answer of every operation. */
  readonly where?: FaultTrigger;
  /** In order. */
  readonly do: readonly FaultAction[];
  /** Further triggers, with what happens then. */
  readonly also?: readonly { readonly where?: FaultTrigger; readonly do: readonly FaultAction[] }[];
}

/** When a fault strikes. A list means any of its members. With `event` it strikes KCI deliveries, otherwise answers. */
export interface FaultTrigger {
  readonly verb?: Verb | readonly Verb[];
  /** The answer about to be given: `200`, `2xx`, `422 INVALID_REQUEST`, alternatives joined by `|`. */
  readonly status?: string | number;
  readonly tenant?: string | readonly string[];
  /** The type of the order that is placed, amended or cancelled, or that the event is about. */
  readonly orderType?: string | readonly string[];
  /** The canonical status of the order that is amended or cancelled, or that the event is about, before that. */
  readonly orderStatus?: string;
  /** The canonical KCI event, or `*` for any. */
  readonly event?: string | readonly string[];
  /** A partial object or shape of the request seen as `{headers, query, path, body}`. */
  readonly request?: Json;
  /** A partial object or shape of the answer seen as `{status, headers, body}`. */
  readonly answer?: Json;
  /** Only while another request of the same conversation is being answered. */
  readonly 'at-once'?: true;
  /** Only while more matching occasions than this came within the last second (s), minute (m) or hour (h): `600/m`. */
  readonly above?: string;
  /** Only if another conversation made the same request for the same address within this time: `500ms`. */
  readonly contested?: string;
  /** Only while at least this many orders are open. */
  readonly 'open-orders'?: number;
  /**
   * Strikes the n-th time that everything else fits, every n-th time, from the n-th time on; counted per gateway, or per
   * `per`.
   */
  readonly nth?: number;
  readonly every?: number;
  readonly from?: number;
  /**
   * What counts are kept by (`id`: that of the body, `requestId`: that of the request, whoever sent it); absent, a rate is
   * counted per gateway.
   */
  readonly per?: 'gateway' | 'tenant' | 'conversation' | 'order' | 'id' | 'requestId';
}

/** A change of a JSON value; pointers may hold `*` for every element or member, values may hold `$values`. */
export type Edit =
  | { readonly set: { readonly at: string; readonly to: Json } }
  | { readonly remove: string }
  | { readonly move: { readonly from: string; readonly to: string } }
  | { readonly copy: { readonly from: string; readonly to: string } }
  /** Replaces every match of the regular expression in a text. */
  | { readonly replace: { readonly at: string; readonly pattern: string; readonly with: string } }
  /** Moves a date-time or date by a duration (`-1h`), a number by a number. */
  | { readonly shift: { readonly at: string; readonly by: string | number } }
  /** Distorts a value in a named way; of several places only those whose object fits `of`. */
  | { readonly mar: { readonly at: string; readonly as: Marring; readonly of?: Json } }
  /** Reverses a list, or an object's members. */
  | { readonly reverse: string }
  /** Repeats every element of a list. */
  | { readonly repeat: { readonly at: string; readonly times: number } }
  /** Keeps only the elements of a list that fit a shape, or the first few of those. */
  | { readonly keep: { readonly at: string; readonly where?: Json; readonly first?: number } };

/** Changes of the encoded message, after all edits. */
export type WireAction =
  | { readonly layout: 'indented' | 'ascii' | 'keys-reversed' }
  | { readonly 'header-names': 'upper' | 'lower' }
  | { readonly text: string }
  | { readonly 'replace-text': { readonly pattern: string; readonly with: string } }
  | { readonly truncate: number }
  /** For a body that is not empty; the header says so. */
  | { readonly 'content-coding': 'gzip' };

/** What may happen before or instead of an answer. */
type AnswerAction =
  /** Fails to refuse requests with these defects. */
  | { readonly accept: { readonly kinds?: readonly DefectKind[]; readonly at?: readonly string[] } }
  /** Refuses requests with these defects, where the contract leaves the choice to the gateway. */
  | {
      readonly refuse: {
        readonly kinds?: readonly DefectKind[];
        readonly at?: readonly string[];
        readonly with: string;
      };
    }
  /** Gives the n-th (from 1) of the refusals that the contract allows for a defect, or the last. */
  | { readonly reading: number }
  /** Changes the request, seen as `{headers, query, path, body}`, before the gateway reads it. */
  | { readonly hear: readonly Edit[] }
  /** The life of an issued token. */
  | { readonly 'token-life': string }
  /** Answers this without carrying out the request. */
  | { readonly answer: { readonly status: number; readonly headers?: JsonObject; readonly body?: Json } }
  /** Answers this error code of the contract without carrying out the request. */
  | { readonly error: string }
  | { readonly delay: string }
  /** Delays the answer by this for each open order. */
  | { readonly 'delay-per-order': string }
  /** Gives the caller the operation's last answer to another tenant; the request is still carried out. */
  | { readonly crossed: true }
  /** Breaks the connection instead of answering; the request is still carried out. */
  | { readonly break: FaultKind | BrokenAs };

/** What may happen to an order as a whole. */
type OrderAction =
  | { readonly outcome: string }
  /** Canonical events, in place of the profile's lifecycle. */
  | { readonly events: readonly string[] }
  | { readonly gap: string };

/** What may happen to the events of an order and their deliveries. */
type KciAction =
  /** The event never happens: no delivery, no sequence number; its effects on the order stay. */
  | { readonly skip: true }
  /** The event happens and is never delivered. */
  | { readonly lose: true }
  /** Another event happens instead. */
  | { readonly instead: string }
  /** Further events happen right after this one. */
  | { readonly then: readonly string[] }
  /** Delivered this many more times, with the same or a new delivery id; `do` applies to the copies only. */
  | { readonly again: { readonly times: number; readonly id?: 'same' | 'new'; readonly do?: readonly FaultAction[] } }
  /** Delivered after the order's next event. */
  | { readonly swap: true }
  /** Sent to the webhook of another tenant. */
  | { readonly misdeliver: true }
  /** Given up after the first refused delivery. */
  | { readonly 'give-up': true }
  /** Retried in another way than the profile says. */
  | { readonly retry: RetryAction };

/** How refused deliveries are retried; what is left out is as the profile says. */
export interface RetryAction {
  /** Factor on the wait before each further attempt. */
  readonly pace?: number;
  /** Includes the first. */
  readonly attempts?: number;
  /** Statuses, or classes of them, after which the delivery is given up. */
  readonly 'not-after'?: readonly string[];
  /** Further attempts have delivery ids of their own. */
  readonly id?: 'new';
  /** What happens to the order's later events meanwhile: they do not wait, or they are lost. */
  readonly others?: 'pass' | 'lose';
  /** Keeps retrying although the delivery was acknowledged; `late`: if that took longer than a second. */
  readonly deaf?: true | 'late';
  /** What is done to further attempts only. */
  readonly do?: readonly FaultAction[];
}

/** A rule that the gateway forgets while the fault is on. */
export type Switch = (typeof SWITCHES)[number];
/** All switches. */
export const SWITCHES = [
  'tokens-never-expire',
  'tokens-prolonged-by-use',
  'tokens-from-a-cache',
  'tokens-of-any-tenant',
  'tokens-by-their-beginning',
  'secrets-in-any-case',
  'double-booking',
  'taken-slots-listed',
  'released-slots-unlisted',
  'ordered-slots-listed-again',
  'released-slots-listed',
  'from-date-ignored',
  'classification-ignored',
  'summer-time-ignored',
  'reservations-never-expire',
  'reservations-expire-together',
  'expired-reservations-block-others',
  'reservations-unchecked',
  'reservations-reusable',
  'foreign-reservations',
  'reservations-by-id-alone',
  'slot-kept-on-cancel',
  'amended-slot-not-kept',
  'amended-slot-released',
  'slot-kept-on-open-amendment',
  'cancel-frees-all-slots',
  'booking-takes-all-slots',
  'duplicate-orders',
  'foreign-orders',
  'orders-by-id-alone',
  'oldest-order-of-address',
  'newest-order-of-address',
  'unknown-orders',
  'late-requests-accepted',
  'changes-dropped-before-the-end',
  'amendment-not-applied',
  'amended-lists-replaced',
  'amendments-under-way-forgotten',
  'changes-made-again',
  'rejected-amendment-applied',
  'site-unchanged',
  'site-as-it-was-found',
  'another-line-of-address',
  'order-goes-on-after-cancel',
  'order-stops-after-refused-cancel',
  'tenant-mismatch',
  'duplicate-references',
  // Rules that a gateway may legally have otherwise.
  'repetitions-accepted',
  'late-requests-answered-later',
  'appointments-judged-at-once',
  'obstacles-told-later',
] as const;

/** Ways of breaking off an answer that differ only on a socket, and what a client makes of each. */
export const BROKEN_AS = {
  trickling: 'timed-out',
  'reset-in-head': 'reset',
  'reset-in-body': 'reset',
  'bad-chunks': 'malformed',
} as const satisfies Readonly<Record<string, FaultKind>>;
export type BrokenAs = keyof typeof BROKEN_AS;

/** What a fault does where it strikes. */
export type FaultAction = Edit | WireAction | AnswerAction | OrderAction | KciAction | { readonly switch: Switch };

type KindOf<D> = D extends unknown ? keyof D : never;
type ValueOf<K extends KindOf<FaultAction>> = Extract<FaultAction, Readonly<Record<K, unknown>>>[K];

/** The values of the actions of one kind, in order. */
export function valuesOf<K extends KindOf<FaultAction>>(actions: readonly FaultAction[], kind: K): ValueOf<K>[] {
  return actions.flatMap((action) =>
    kind in action ? [(action as unknown as Readonly<Record<K, ValueOf<K>>>)[kind]] : [],
  );
}

/** Whether one of the actions is of a kind. */
export function hasKind(actions: readonly FaultAction[], kind: KindOf<FaultAction>): boolean {
  return actions.some((action) => kind in action);
}
