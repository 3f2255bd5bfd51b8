/**
 * Every central type of Assay: what an author wrote, what is planned, what was observed, what was concluded, and the two
 * ports to the outside world.
 *
 * Apart from the ports and the bytes that pass through them, everything is plain JSON data (no classes, functions or
 * Dates). So a plan, a record and a verdict can be written to disk, read back and judged again with the same bytes as the
 * result. Times are ms since the epoch, UTC.
 */

import type { Fact } from './findings.ts';

/** Any JSON value, as `JSON.parse` gives it; read only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

// ---------------------------------------------------------------------------------------------------------------------
// Where, and what is wrong with an author's input
// ---------------------------------------------------------------------------------------------------------------------

/** A place in a file. Lines and columns count from 1. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** How many characters to underline; at least 1. */
  readonly length: number;
  /** The whole text of `line`, for the excerpt. */
  readonly excerpt: string;
}

/** Something wrong with an input file or flag. Returned, never thrown; all of them at once. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly span?: Span | undefined;
  /** What happened, quoting the offending text: `unknown verb "oder"`. */
  readonly message: string;
  /** What is allowed instead: `a step starts with one of token, availability, …`. */
  readonly why?: string | undefined;
  /** What to do: `did you mean "order"?`. */
  readonly fix?: string | undefined;
}

// ---------------------------------------------------------------------------------------------------------------------
// The contract: the spec as data
// ---------------------------------------------------------------------------------------------------------------------

/** What a row rests on: a sentence of the spec, our reading of it, or nothing, where the spec is silent. */
export type Level = 'stated' | 'assumed' | 'silent';

/** A row of the register: one normative sentence or table row of the spec. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  /** The place in the spec, as its headings read: `Endpoints 4. POST service-orders`. */
  readonly place: string;
  /** The sentence, quoted. */
  readonly sentence: string;
  /** Ids of the always-on checks that test this row (`CheckId`). */
  readonly checks?: readonly string[];
  /** Facts (`Fact['is']`) that also breach this row, whichever check finds them. */
  readonly facts?: readonly string[];
  /** Why the row is not tested; absent if it is. */
  readonly excluded?: string;
  /** For `silent` rows: the named assumption Assay makes, and only observes. */
  readonly assumption?: string;
  /**
   * How a target may agree on a silent row, in its `readings`. `agreedIn` says where it does so otherwise: `the target
   * file, limits`.
   */
  readonly agree?:
    | 'answer'
    | 'code'
    | 'status'
    | 'values'
    | 'hours'
    | 'span'
    | 'kept-or-span'
    | 'closed'
    | 'kept'
    | 'rejection';
  readonly agreedIn?: string;
  /**
   * The row binds a request only where an earlier one with its id was refused, where the order it is about has ended, or
   * where the reservation it names has expired.
   */
  readonly after?: 'refused' | 'ended' | 'expired';
  /** For `silent` rows: what acceptance puts at risk. */
  readonly risk?: string;
  /** What must be shown for the row to be met, each on its own. Empty: the row as a whole. */
  readonly facets: readonly Facet[];
  /** Rows that sum up this one with others: a check of this row also speaks of them. */
  readonly also?: readonly string[];
  /** The quality that the row is about. Absent: whether what came is right. */
  readonly quality?: 'complete' | 'on-time' | 'isolated';
  /** The row is about optional behaviour: it does not apply where the client did not use that behaviour. */
  readonly optional?: true;
  /** The part of the service (`Contract.tags`), where the operations that name the row do not tell it. */
  readonly tag?: string;
}

/**
 * One part of a requirement that is shown on its own: an operation, an order type, a value, the refused side. `of` says
 * what a check must have looked at to count for it: `{verb: order, side: refused}`.
 */
export interface Facet {
  /** Unique in its row: `order refused`. */
  readonly id: string;
  readonly of: Readonly<Record<string, string>>;
}

/** What a gateway may answer: a status (`202`, or a class such as `2xx`) and, for errors, the code in the body. */
export interface Answer {
  readonly status: string;
  readonly code?: string;
}

/** The ways in which one place of a valid request can be made wrong. */
export type DefectKind =
  | 'omit'
  | 'null'
  | 'empty'
  | 'wrong-type'
  | 'not-in-enum'
  | 'not-a-date'
  | 'malformed-json'
  | 'truncated-json'
  | 'wrong-content-type'
  | 'array-for-object'
  | 'not-encoded'
  | 'doubly-encoded'
  | 'no-header'
  | 'empty-header'
  | 'no-bearer'
  | 'bad-token'
  | 'bad-credentials'
  | 'set';

/**
 * One fault put into a valid request. `at` is a JSON Pointer into the request seen as
 * `{headers, query, path, body}`: `/headers/Authorization`, `/query/address/id`, `/path/id`, `/body/orderType`.
 */
export interface Defect {
  readonly kind: DefectKind;
  readonly at: string;
  /**
   * The value put there, for `set`, `wrong-type`, `not-in-enum` and `not-a-date`. For `malformed-json`: the character that
   * breaks it, or what follows it.
   */
  readonly value?: Json;
  /**
   * Instead of `value`: the valid value in another type. As a text (`"42"` for 42), a number (42 for `"42"`, and for texts
   * that are no number), a fraction (42.5 for 42), or the only element of a list (`["42"]`).
   */
  readonly as?: 'text' | 'number' | 'fraction' | 'list';
}

/** What the spec requires for a class of defects on an operation; the first matching rule of the operation applies. */
export interface RefusalRule {
  readonly kinds: readonly DefectKind[];
  /** JSON Pointers into the request; a trailing `*` matches any rest. Absent: any place. */
  readonly at?: readonly string[];
  /** Only for bodies that match this partial object, e.g. `{orderType: CEASE}`. */
  readonly when?: JsonObject;
  /** Any of these is right. Empty: the spec is silent, the answer is only observed. */
  readonly answers: readonly Answer[];
  /** Each of `answers` stays right, even if the target has agreed on one answer to other faults of the row. */
  readonly open?: boolean;
  readonly requirement: string;
}

/** How one field of a scenario's verb goes into the request. Written as `x-verb` in the OpenAPI document. */
export interface VerbField {
  readonly field: string;
  /** JSON Pointer into `{headers, query, path, body}`. */
  readonly to: string;
  /** Keep only these members of an object value: `[id, name?]`; one with `?` need not be there. */
  readonly pick?: readonly string[];
  /** Take this one member of an object value: `supplierReference`. */
  readonly take?: string;
  /** An object `{A: x}` becomes `[{name: A, value: x}]`. */
  readonly pairs?: boolean;
  /** Used where the author wrote nothing; may hold `$values`. */
  readonly default?: Json;
  /** Only where the body so far matches this partial object. */
  readonly when?: JsonObject;
}

/** What a request header is for. `Authorization` and `Content-Type` are HTTP's own and have no role. */
export type HeaderRole = 'request' | 'conversation' | 'tenant';

/** The name by which scenarios call an operation; the contract gives it (`x-verb`). */
export type Verb = string;

/** The verbs of the specification. Every contract has them: journeys are told in them, and checks know their meaning. */
export type SpecVerb = 'token' | 'availability' | 'slots' | 'book' | 'order' | 'amend' | 'cancel';

/** An operation, resolved from the OpenAPI document (all `$ref` inlined where it is read). */
export interface Operation {
  readonly verb: Verb;
  readonly method: string;
  /** Path below the base address, with the version segment; `{id}` stands for a parameter. */
  readonly path: string;
  readonly auth: 'basic' | 'bearer';
  /** The part of the service that it belongs to: one of `Contract.tags`. */
  readonly tag?: string;
  /** A query parameter with `json` carries URL-encoded JSON. */
  readonly parameters: readonly {
    readonly in: 'header' | 'query' | 'path';
    readonly name: string;
    readonly required: boolean;
    readonly json: boolean;
    readonly schema: JsonObject;
    /** Only for headers: `x-role`. */
    readonly role?: HeaderRole;
    readonly requirement?: string;
  }[];
  readonly body?: { readonly contentType: string; readonly schema: JsonObject };
  /** By status; `schema: null` means no body, `also` names further rows that promise the same as `requirement`. */
  readonly responses: Readonly<
    Record<
      string,
      { readonly schema: JsonObject | null; readonly requirement?: string; readonly also?: readonly string[] }
    >
  >;
  /** Refusals because of the state of things (a slot that is gone), with a free body: status to row id. */
  readonly conflicts?: Readonly<Record<string, string>>;
  /** The row that says how the caller authenticates. */
  readonly authBy?: string;
  /** The answers that mean success. */
  readonly success: readonly Answer[];
  /** The silent row by which a target may agree on one of the `success` answers. */
  readonly successBy?: string;
  readonly fields: readonly VerbField[];
  readonly refusals: readonly RefusalRule[];
  /** Rows that every successful use of the operation exercises. */
  readonly requirements: readonly string[];
}

/** The spec as data: `fixtures/contract/`, read and resolved. */
export interface Contract {
  readonly operations: Readonly<Record<SpecVerb, Operation> & Record<Verb, Operation>>;
  /** The names of the request headers that the spec defines, by what they are for. */
  readonly headers: Readonly<Record<HeaderRole, string>>;
  /** `components.schemas`, by name; what `~Timeslot` in a scenario means. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly register: readonly Requirement[];
  /** What the service consists of, in the order of the document: `Availability`, …, `KCI`. */
  readonly tags?: readonly string[];
  /** The error table of the spec: which code belongs to which status. */
  readonly errors: readonly { readonly status: string; readonly code: string; readonly requirement: string }[];
  /**
   * For rows that operations share: which statuses count for the row where an operation accepts nothing. Rows not listed
   * here: any status.
   */
  readonly toldBy: Readonly<Record<string, readonly string[]>>;
  /** Only in a contract by which a client is judged (`loadClientContract`); its register says what binds clients. */
  readonly client?: ClientProfile;
  /** sha-256 of the contract's files, hex. */
  readonly digest: string;
}

/** The numbers in the assumptions about clients, from `fixtures/contract/client-requirements.yaml`. */
export interface ClientProfile {
  readonly acknowledgeWithinMs: number;
  /** How many tokens of one tenant may be alive at once. */
  readonly tokens: number;
  /** How often the same request, failing each time, may be sent. */
  readonly tries: number;
  /** The least time between the first repetition and the second. */
  readonly backOffMs: number;
  /** How long a client must not ask again, under another id, for what may have been accepted. */
  readonly undecidedForMs: number;
  /** How long before its end a client may already have stopped listening. */
  readonly leavesWithinMs: number;
  /** What `siteInformation` must say before an order of a type, by member: its value, or a list with something in it. */
  readonly orderTypes: Readonly<Record<string, Readonly<Record<string, boolean | 'present'>>>>;
}

// ---------------------------------------------------------------------------------------------------------------------
// KCI profile, world, target: what differs from gateway to gateway
// ---------------------------------------------------------------------------------------------------------------------

/** A part of a text: what follows a prefix, or the only group of a pattern that must match. */
export type TextPart = { readonly prefix: string } | { readonly pattern: string };

/** An RFC 9535 path (`$.a.b`) into the body, or `header:X-Name`; with `part`, only that part of the value. */
export type Selector = string | { readonly at: string; readonly part: TextPart };

/** The place of a value in a delivery. Of several alternatives, the first that is present counts. */
export type Locator = Selector | readonly Selector[];

/** A rule about members of deliveries. Where a member is absent, nothing is required. */
export type KciRule = {
  /** The file and line of the profile: `mine.yaml:41`. */
  readonly place: string;
  /** Canonical events that the rule is for; absent: all. */
  readonly events?: readonly string[];
} & (
  | { readonly rule: 'equal' | 'not-before'; readonly both: readonly [Locator, Locator] }
  /** The same in all events of an order. */
  | { readonly rule: 'unchanged'; readonly of: Locator }
  /** A different value in each event: of an order, of a tenant, or of all. */
  | { readonly rule: 'unique'; readonly of: Locator; readonly within: 'order' | 'tenant' | 'all' }
  /**
   * The same as a member of the order request, or of the amendment or cancellation that the event answers. The event must
   * have it.
   */
  | {
      readonly rule: 'repeats';
      readonly of: Locator;
      readonly request: 'order' | 'amendment' | 'cancellation';
      readonly member: string;
    }
);

/** How an event of a gateway is recognised, and what it means for its order. */
export interface KciEventRule {
  /** Alternatives. A string equals the value at `read.event`; an object maps locators to shapes that must all match. */
  readonly when: readonly (string | JsonObject)[];
  readonly terminal?: boolean;
  /** May arrive, unexpected, at any time in the life of an order. */
  readonly interleaves?: boolean;
  /** May arrive before events that precede it in the order's course. It is then held for its place, and must have one. */
  readonly overtakes?: boolean;
  /** The order status (canonical) that goes with the event; absent: the order keeps its status. */
  readonly status?: string;
  /** The event shows the status that its order had before. */
  readonly keepsStatus?: true;
  /** Other statuses that are as right as `status`. */
  readonly orStatus?: readonly string[];
  /** Canonical fields that must be present: `text`, `problemCode`, `dates.committed`. */
  readonly carries?: readonly string[];
  /** The order waits for this kind of request before its lifecycle goes on; until then it may stay open here. */
  readonly waitsFor?: 'amendment' | 'cancellation';
  /** The service is delivered with this event: lines and ports change. */
  readonly fulfils?: boolean;
  /** Members of the order request (`appointmentReservationId`) that the network may have changed by this event. */
  readonly alters?: readonly string[];
  /** Members merged over `emit.body` when this event is written. */
  readonly emit?: JsonObject;
}

/**
 * An event pattern. `seq`: in order; `any-order`: all, interleaved; `one-of`: alternatives; `repeat`: min to max times
 * (null: no limit).
 */
export type Pattern =
  | { readonly kind: 'event'; readonly name: string; readonly withinMs?: number; readonly match?: Json }
  | { readonly kind: 'seq' | 'any-order' | 'one-of'; readonly of: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly min: number; readonly max: number | null };

/** The lifecycle of orders of some types, as patterns over canonical event names. */
export interface KciLifecycle {
  /** The name of the group: `provide`, `cease`, `modify`. Selects `emit.bodyByKind`. */
  readonly kind: string;
  readonly orders: readonly string[];
  /** Locators to shapes that every event of such an order must match. Says, for example, which member holds the order. */
  readonly entity?: JsonObject;
  /**
   * Every legal course of such an order, whatever was asked for; absent: any of the outcomes. Answers to amendments and
   * cancellations come in addition.
   */
  readonly legal?: Pattern;
  /** Outcome name (`ORDER_SUCCESSFUL`) to the pattern of events; the first is the default outcome. */
  readonly outcomes: Readonly<Record<string, Pattern>>;
}

/** How an amendment or a cancellation ends. */
export interface KciRequestOutcome {
  /** What it adds to the order's events; null: nothing, and the request stays open. */
  readonly emits: Pattern | null;
  /** The order's lifecycle ends with it. */
  readonly ends?: boolean;
  /** Canonical statuses in which this outcome is possible (`none`: before the order's first status); absent: any. */
  readonly in?: readonly string[];
  /** Canonical fields that the answer must have, beyond those its event carries. */
  readonly carries?: readonly string[];
}

/**
 * What the KCI events of one kind of gateway look like, which of them it sends, and by which rules (docs/kci-profiles.md).
 */
export interface KciProfile {
  readonly profile: string;
  readonly title: string;
  /** `path`: what the webhook's URL ends with, possibly with a query. The URL that a target is told includes it. */
  readonly wire: {
    readonly contentType: string;
    readonly path: string;
    readonly format: 'json' | 'xml';
    /**
     * Where the list of events stands (`$.events`). Each is read as if it were a delivery of its own. Absent: one event in
     * each delivery.
     */
    readonly batch?: string;
    /**
     * XML elements that are lists even if they occur only once (`Order.Contact`), because a locator counts them or picks
     * from them.
     */
    readonly lists?: readonly string[];
  };
  readonly read: {
    /** Absent where the shape of a delivery tells its event. */
    readonly event?: Locator;
    readonly orderId: Locator;
    readonly order?: Locator;
    readonly status?: Locator;
    readonly tenant?: Locator;
    readonly conversation?: Locator;
    readonly sequence?: Locator;
    readonly issuedAt?: Locator;
    readonly deliveryId?: Locator;
    readonly problemCode?: Locator;
    readonly text?: Locator;
    /** The gateway's own reference of the order; it never changes once given. */
    readonly supplierReference?: Locator;
    readonly amendmentId?: Locator;
    readonly cancellationId?: Locator;
    readonly dates?: Readonly<Record<string, Locator>>;
    /**
     * Members of the order request (`primaryContact.name`) to where events repeat them, outside `order` or under another
     * name.
     */
    readonly ordered?: Readonly<Record<string, Locator>>;
  };
  /** Locators to shapes that every delivery must match, whatever its event. */
  readonly envelope: JsonObject;
  /** JSON Pointers into the profile to the lines that findings quote: `mine.yaml:41`. */
  readonly places?: Readonly<Record<string, string>>;
  readonly rules: readonly KciRule[];
  /** What becomes of a delivery whose event the profile does not name. */
  readonly unknownEvents: 'fail' | 'observe';
  readonly times: 'iso-8601' | 'epoch-s' | 'epoch-ms';
  /** The form of dates that are not ISO 8601 texts, where it differs from `times`. */
  readonly dateTimes?: 'iso-8601' | 'epoch-s' | 'epoch-ms';
  /** Wire status to canonical status, where they differ. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Canonical event name to how it looks and what it means. */
  readonly events: Readonly<Record<string, KciEventRule>>;
  /**
   * Events and outcomes of the profile named by `lifecycles-from` that this gateway does not use. Scenarios that need them
   * do not apply.
   */
  readonly unsent?: { readonly events: readonly string[]; readonly outcomes: readonly string[] };
  readonly lifecycles: readonly KciLifecycle[];
  /**
   * Outcome name (`AMENDMENT_ACCEPTED`; the first is the default) to what an amendment or cancellation adds to the events
   * of its order.
   */
  readonly requests: Readonly<Record<'amendment' | 'cancellation', Readonly<Record<string, KciRequestOutcome>>>>;
  readonly delivery: {
    /** The status our receiver answers. */
    readonly acknowledge: number;
    /**
     * `attempts` includes the first. The last of `spacingMs` repeats. `leeway`: the share of it by which an attempt may
     * come early or late. A 4xx is retried only if it is in `evenAfter`. Null: nothing is promised for deliveries that are
     * not acknowledged.
     */
    readonly retry: {
      readonly attempts: number;
      readonly spacingMs: readonly number[];
      readonly leeway: number;
      readonly evenAfter?: readonly string[];
    } | null;
    readonly orderBy: 'sequence' | 'issued-at' | 'arrival';
    readonly sequence: 'gapless' | 'increasing' | 'none';
    /** The number of an order's first event, where that is agreed. `sequenceBy`: how much greater the next one is. */
    readonly sequenceFrom?: number;
    readonly sequenceBy: number;
    /** How a repeated delivery is recognised: by its id, or by the same content. */
    readonly duplicates: 'same-delivery-id' | 'same-content' | 'never';
    readonly reorderWindowMs: number;
    /** How long before the 202 of its order an event may come. */
    readonly aheadMs: number;
    readonly firstWithinMs: number;
    readonly betweenWithinMs: number;
    /** Whose conversation id an event repeats: that of the order request, or of the request that it answers. */
    readonly repeatsConversation: 'order' | 'cause' | false;
  };
  /**
   * How the fake writes an event (kci/write.ts): headers and body with `$values`; `bodyByKind` is merged over the body.
   * Absent: the fake cannot play this profile.
   */
  readonly emit?: {
    readonly headers: JsonObject;
    /** With `wire.batch`: one event of the list. */
    readonly body: JsonObject;
    /** With `wire.batch`: the members beside the list. */
    readonly around?: JsonObject;
    /** How long events are gathered for one delivery. Absent: each event is sent alone. */
    readonly gatherMs?: number;
    readonly bodyByKind?: Readonly<Record<string, JsonObject>>;
  };
}

/** An address of the world with the facts known about it. `id` and `type` are the address identifier. */
export interface Site extends JsonObject {
  readonly id: string;
  readonly type: string;
}

/** A role that scenarios ask addresses for (`newLine`), with the addresses that have it. */
export interface WorldRole {
  /**
   * `shared`: many journeys at once. `exclusive`: orders take turns. `once`: used up by the first order that is accepted.
   */
  readonly use: 'shared' | 'exclusive' | 'once';
  /** A list of sites that exist, or… */
  readonly sites?: readonly Site[];
  /** …a range of property numbers, each of which is such a site. */
  readonly range?: { readonly type: string; readonly from: number; readonly to: number; readonly digits: number };
  /**
   * Facts that all sites of the role share; for the fake, also how to set them up. Templates over the site (`SVC${id}`).
   */
  readonly site?: JsonObject;
  /** The role whose facts it shares; this role takes its place where the outcome in `steers` is wanted. */
  readonly like?: string;
  /** A magic address: using it asks the target for this outcome of the profile, or this error code of the contract. */
  readonly steers?: string;
  /** Order types that turn their address into one of this role when they complete. */
  readonly leftBy?: readonly string[];
  /** Facts read from the availability answer of an address before a journey gets it: names to locators. */
  readonly learn?: Readonly<Record<string, Locator>>;
}

/** The addresses and services of a target's network that tests may use. */
export interface World {
  readonly world: string;
  readonly title: string;
  readonly timeZone: string;
  /** The service reference used where a scenario gives none. */
  readonly service: JsonObject;
  readonly roles: Readonly<Record<string, WorldRole>>;
  /** The slots that the fake offers; a real target's world need not say. */
  readonly slots?: SlotRules;
  /** What the fake answers of every site unless its role says otherwise. */
  readonly defaults?: JsonObject;
  /** Lists by name. Each address has one value of each list, chosen by its id, for templates (`$street`). */
  readonly vary?: Readonly<Record<string, readonly string[]>>;
  /** The role whose facts apply to addresses of no role. Absent: such addresses are unknown. */
  readonly elsewhere?: string;
}

/** Which timeslots the fake offers, and for how long it holds one. */
export interface SlotRules {
  /** The first day offered is this many days after today, in the world's time zone. */
  readonly leadDays: number;
  /** How many days are offered from there. */
  readonly horizonDays: number;
  /** How many bookings a slot of one address takes. A site's fact `slotCapacity` replaces it (0: no slots). */
  readonly capacity: number;
  readonly reservationMs: number;
  /** Classification to days of the week (1 is Monday, 7 Sunday) and local clock times, `HH:MM`. */
  readonly windows: Readonly<
    Record<
      string,
      { readonly days: readonly number[]; readonly from: string; readonly to: string; readonly standard: boolean }
    >
  >;
}

/** Credentials of a tenant. In the record, the secret is replaced by `[secret]`. */
export interface TargetTenant {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Credentials of a client that exists for one purpose: `access_denied` is not permitted to have a token. */
export interface TargetClient extends Omit<TargetTenant, 'name'> {
  readonly for: string;
}

/** How a target proves that a delivery is its own. `cert` and `key` are what the sender needs; only the fake reads them. */
export type WebhookAuthentication =
  | { readonly by: 'bearer'; readonly token: string }
  | { readonly by: 'basic'; readonly username: string; readonly password: string }
  | { readonly by: 'header'; readonly name: string; readonly value: string }
  /** Standard Webhooks 1, symmetric: `whsec_` and the key as base64. */
  | { readonly by: 'standard-webhooks'; readonly secret: string; readonly toleranceMs: number }
  /** A certificate of this authority (PEM files). */
  | { readonly by: 'mutual-tls'; readonly ca: string; readonly cert?: string; readonly key?: string };

/** How a gateway is asked for an outcome. */
export type SteeringWay = 'headers' | 'query' | 'body' | 'addresses' | 'operator';

/** A gateway under test: where it is, who asks, and what it can and allows (docs/targets.md). */
export interface Target {
  readonly target: string;
  readonly title: string;
  /** `embedded` is the fake in this process; otherwise an http or https address. */
  readonly baseUrl: string;
  readonly tenants: readonly TargetTenant[];
  readonly clients?: readonly TargetClient[];
  readonly profile: string;
  readonly world: string;
  readonly token: {
    readonly form: Readonly<Record<string, string>>;
    readonly sendTenantHeader: boolean;
    /** Where the request has the client's id and secret; absent: in Basic, as the spec says. */
    readonly credentials?: 'form';
  };
  /** Headers that every request to it carries: API keys and the like. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The HTTP proxy on the way to it. */
  readonly proxy?: string;
  readonly webhook: {
    readonly listen: string;
    readonly publicUrl?: string;
    readonly pathSecret?: string;
    readonly tls?: { readonly cert: string; readonly key: string };
    /** Absent: a delivery to the right path is believed. */
    readonly authentication?: WebhookAuthentication;
    /**
     * How the target learns the URL: told beforehand, or by this call (`$url` and `$base` are filled in), made for each
     * tenant if it contains `$tenant`.
     */
    readonly registration: 'out-of-band' | { readonly method: string; readonly url: string; readonly body: Json };
  };
  readonly steering: {
    /** If there are several, the first way that can ask for a thing is used. */
    readonly by: SteeringWay | 'none' | readonly SteeringWay[];
    /**
     * Names for `outcome`, `problemCode`, `kciDelay`, `fault`: of headers, of query parameters, and paths of body members
     * (`test.outcome`).
     */
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, string>>;
    /**
     * Maps our words to the gateway's; null: it has none. The value of `kci-delay` is built from `${seconds}` or
     * `${milliseconds}`.
     */
    readonly values?: Readonly<Record<string, Json>>;
  };
  readonly limits: { readonly requestsPerSecond: number | null; readonly concurrency: number };
  readonly deadlines: {
    readonly responseMs: number;
    /** The longest wait for an order's events, whatever a scenario allows. */
    readonly kciMs: number | null;
    /** The longest that a journey lets time pass on purpose; a longer wait makes its case inconclusive. */
    readonly waitMs: number | null;
    readonly settleMs: number;
    /** How long the operator may take to answer; a quarter of an hour if absent. */
    readonly operatorMs?: number;
  };
  /** Capabilities that the target declares to lack: cases that need them are not applicable. */
  readonly lacks: readonly string[];
  /** Answers agreed on where a row allows several or is silent: row id to the answer (`422 INVALID_REQUEST`). */
  readonly readings: Readonly<Record<string, string>>;
  /** The range client-chosen ids may come from. */
  readonly ids: { readonly from: number; readonly to: number };
  readonly allowHosts: readonly string[];
  /** Whether its owner allows load to be sent to it. */
  readonly load?: 'allowed';
  /** Authority to trust, whether to skip verification, and the client's own certificate: PEM files or PEM text. */
  readonly tls?: {
    readonly ca?: string;
    readonly insecure?: boolean;
    readonly cert?: string;
    readonly key?: string;
    readonly passphrase?: string;
  };
  /** Seconds between KCIs to ask a steerable target for. */
  readonly kciDelaySeconds?: number;
  /** How the addresses of orders are given back when their case is over. */
  readonly restore?: Restore;
}

/** The specification as data, and the gateway's side of it. Everything else is built on these. */
export interface TestSetup {
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly world: World;
  readonly target: Target;
}

/** Cancels open orders, ceases delivered services, and resets an address by a call (`$site`) or by asking a person. */
export interface Restore {
  readonly by: readonly ('cancel' | 'cease' | 'reset' | 'operator')[];
  readonly call?: {
    readonly method: string;
    readonly url: string;
    readonly headers?: JsonObject;
    readonly body?: Json;
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// What an author writes
// ---------------------------------------------------------------------------------------------------------------------

/** What must come back. `need` has the same form: a mismatch is inconclusive in `need`, a failure in `expect`. */
export interface Expectation {
  /** Any of these. Empty: only observed. */
  readonly answers: readonly Answer[];
  /** Header names (lower case) to shapes. */
  readonly headers?: JsonObject;
  /** A partial shape of the JSON body. */
  readonly body?: Json;
  /** Rows this expectation rests on, beyond the scenario's `covers`. */
  readonly requirements?: readonly string[];
  /** The answers were written by the author of the user's own scenario; they are not the contract's. */
  readonly isAuthors?: true;
}

/** An expectation as written: without `answers` it means the success of the step's operation. */
export interface ScenarioExpectation extends Omit<Expectation, 'answers'> {
  readonly answers?: readonly Answer[];
}

/** A step as its author wrote it; values are not bound, and what the contract requires is not filled in. */
export interface ScenarioStep {
  readonly kind: 'call' | 'parallel' | 'await' | 'wait';
  /** `token` … `cancel`, or `http`; for `kind: 'call'`. */
  readonly verb?: Verb | 'http';
  /** The verb's fields as written, `$values` unbound. */
  readonly fields: JsonObject;
  readonly as?: string;
  readonly tenant?: Json;
  /** A token or credentials other than the tenant's own: `{bearer: $old.access_token}`, `{clientId, clientSecret}`. */
  readonly auth?: JsonObject;
  readonly expect?: ScenarioExpectation;
  readonly need?: ScenarioExpectation;
  /** Rows that this step's expectation rests on, beyond the scenario's `covers`. */
  readonly covers?: readonly string[];
  readonly outcome?: string;
  readonly problemCode?: string;
  readonly fault?: string;
  /** Only on an order: its events must leave time for what the journey asks between them. */
  readonly pace?: 'slow';
  readonly spelling?: string;
  /** Only on an order: what our receiver does to deliveries about it. */
  readonly receiver?: DeliveryRefusal;
  /** Only on a call: turns it into many faulty ones. */
  readonly matrix?: ScenarioMatrix;
  /** Only on `parallel`. */
  readonly steps?: readonly ScenarioStep[];
  /** Only on `parallel`: answers (`2xx`, `409`) to how many steps of the group must have them. */
  readonly tally?: Readonly<Record<string, number>>;
  /** Only on `await`: the capture of the order, and the pattern to wait for. */
  readonly awaited?: Pick<ScenarioKci, 'for' | 'pattern' | 'withinMs'> & {
    /** Instead of a pattern: a moment. The profile says which events tell it. */
    readonly until?: LifeMoment;
  };
  /**
   * Only on `wait`: for how long, or until when (a value: an ISO date-time or a number of seconds). `short`: stop earlier.
   * `like`: an order that has ended; `until` is then one that is under way, and its end is expected after as long a time.
   */
  readonly forMs?: number;
  readonly until?: string;
  readonly short?: WaitEarly;
  readonly like?: string;
  readonly lessMs?: number;
  readonly span: Span;
}

/** A moment in the life of an order. The KCI profile says which events tell it. */
export type LifeMoment = 'begun' | 'delayed' | 'under-way' | 'waiting' | 'answered' | 'completed' | 'settled';

/** What our receiver does to the first deliveries about an order instead of acknowledging them. */
export interface DeliveryRefusal {
  /** How many of them. 0, only in a scenario: every attempt that the profile promises but the last. */
  readonly refuse: number;
  /** Only deliveries of this canonical event; in a scenario also a moment, for its event. `each`: so many of each event. */
  readonly of?: string;
  /** The status that the receiver answers, or how it breaks the connection; `late`: it acknowledges, but late. */
  readonly with: number | 'reset' | 'late';
  /** Of a late acknowledgement, in a plan: how long after the delivery. */
  readonly afterMs?: number;
}

/** The faulty requests that a call is turned into. */
export interface ScenarioMatrix {
  readonly derive: readonly DefectKind[];
  /** Pointers below which derived defects are put; absent: everywhere. */
  readonly at?: readonly string[];
  /** What makes one case: a place with all its wrong values, or a kind of defect at all its places. Absent: `place`. */
  readonly cases?: 'place' | 'kind';
  readonly rows: readonly ScenarioMatrixRow[];
  readonly span: Span;
}

/** A faulty request of a step's matrix, and how it must be answered. */
export interface ScenarioMatrixRow {
  readonly title: string;
  readonly defect: Defect;
  /** Absent: what the contract's refusal rule requires for the defect. */
  readonly expect?: ScenarioExpectation;
  readonly span: Span;
}

/** The events that an order must bring. */
export interface ScenarioKci {
  /** The capture of the order: `$placed`. */
  readonly for: string;
  /**
   * The profile says which events must come: those of this outcome, or of what the order asks for. Filled in by the
   * planner.
   */
  readonly told?: { readonly outcome?: string };
  /** Only where the target reads this silent row as `rejected`. */
  readonly agreed?: string;
  readonly pattern: Pattern;
  readonly never: readonly string[];
  readonly exactlyOnce: readonly string[];
  readonly withinMs: number;
  /** Asserts that nothing at all is delivered for this long. */
  readonly noneWithinMs?: number;
  readonly span: Span;
}

/** A file of `scenarios/`: one behaviour, from which the planner makes cases. */
export interface Scenario {
  /** The path below `scenarios/` without its ending: `orders/provide-new`. */
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly covers: readonly string[];
  readonly tags: readonly string[];
  /** Capabilities the target must have; a declared lack makes the cases not applicable. */
  readonly requires: readonly string[];
  /** The least depth at which its cases are walked. Absent: `quick` for the first case, `standard` for the others. */
  readonly depth?: Depth;
  readonly tenant?: Json;
  /** One case for each tenant of the target that may act there. */
  readonly isEachTenants?: true;
  readonly given: JsonObject;
  readonly steps: readonly ScenarioStep[];
  readonly kci: readonly ScenarioKci[];
  /** `for-each` rows. Empty: one case. */
  readonly rows: readonly ScenarioRow[];
  readonly outcome?: string;
  readonly problemCode?: string;
  readonly span: Span;
  /** The file's text, in which lint finds the exact place of what it reports. */
  readonly text?: string;
  /** Written by the user: what it asks beyond the contract is the user's own, and no requirement rests on it. */
  readonly isOwn?: true;
}

/** A row of `for-each`, with its stable id and with what it covers and requires in addition to the scenario. */
export interface ScenarioRow {
  readonly id: string;
  readonly values: JsonObject;
  readonly covers?: readonly string[];
  readonly requires?: readonly string[];
}

// ---------------------------------------------------------------------------------------------------------------------
// The plan: flat, concrete, plain JSON
// ---------------------------------------------------------------------------------------------------------------------

/** Another way to write the same request (harness/wire/spelling.ts). */
export type Spelling =
  | 'escapes'
  | 'blanks'
  | 'members-reversed'
  | 'percent'
  | 'plus'
  | 'charset'
  | 'chunked'
  | 'halved'
  | 'small-names'
  | 'accept-any'
  | 'latin-1';

/** A request before its run-time values (`$offer…`) are known. */
export interface RequestTemplate {
  readonly verb: Verb | 'http';
  readonly method: string;
  /** `{id}` stands for a parameter. */
  readonly path: string;
  readonly pathParameters?: Readonly<Record<string, Json>>;
  readonly headers: Readonly<Record<string, Json>>;
  /** Object and array values are sent as URL-encoded JSON. */
  readonly query: Readonly<Record<string, Json>>;
  readonly contentType?: string;
  readonly body?: Json;
  readonly auth: 'basic' | 'bearer' | 'none';
  /** Replaces the tenant's own token or credentials. */
  readonly credentials?: JsonObject;
  readonly defect?: Defect;
  readonly spelling?: Spelling;
}

/** A request, and what its answer must be. */
export interface CallStep extends Pick<ScenarioStep, 'as' | 'receiver' | 'span'> {
  readonly kind: 'call';
  /** Unique within the journey: the verb, or `as`, or verb with a number. */
  readonly name: string;
  readonly request: RequestTemplate;
  readonly tenant: string;
  readonly expect: Expectation;
  readonly need?: Expectation;
  /** `negative`: carries the one defect. `control`: the same request without it, which must be accepted. */
  readonly role?: 'negative' | 'control';
  readonly steer?: Pick<ScenarioStep, 'outcome' | 'problemCode' | 'fault'>;
  /** What the operator is asked for before the request is sent. */
  readonly ask?: string;
  /** The request is to be accepted and then rejected by an event: a reading that target and gateway agreed on. */
  readonly isToBeRejected?: true;
  /** Only on token calls: other cases use the token, too. */
  readonly isShared?: true;
}
/** Requests that are sent at once. */
export interface ParallelStep extends Pick<ScenarioStep, 'tally' | 'span'> {
  readonly kind: 'parallel';
  readonly name: string;
  readonly steps: readonly CallStep[];
  /** Saves the list of the values that the steps' own `as` would save. */
  readonly as?: string;
  /** Rows that the tally tests. */
  readonly covers?: readonly string[];
}
/** Waits until events of an order have come. */
export interface AwaitStep extends Pick<ScenarioKci, 'for' | 'pattern' | 'withinMs' | 'span'> {
  readonly kind: 'await';
  readonly name: string;
  /** Only if the requests of these steps were accepted; absent: in any case. */
  readonly ifAccepted?: readonly string[];
  /** What is awaited if one of them was not; absent: nothing. */
  readonly otherwise?: Pattern;
}
/** How early to stop waiting for a moment: after half of the time, shortly before it, or at about that time. */
type WaitEarly = 'half' | 'nearly' | 'about';

/** Lets time pass, or waits for a moment that a value names. */
export interface WaitStep extends Pick<ScenarioStep, 'forMs' | 'until' | 'short' | 'like' | 'lessMs' | 'span'> {
  readonly kind: 'wait';
  readonly name: string;
}
/** What a journey does, in order. */
export type Step = CallStep | ParallelStep | AwaitStep | WaitStep;

/** A site to take from the world when the journey starts, for roles that list sites. `pick` is a seeded preference. */
export interface Lease {
  readonly name: string;
  readonly role: string;
  readonly pick: number;
}

/** One concrete walk: a case of the report. */
export interface Journey extends Pick<Scenario, 'title' | 'covers' | 'tags' | 'kci' | 'isOwn' | 'span'> {
  /** A path: `orders/provide-new#business~omit:/body/orderType`; later attempts end in their number: `…@2`. */
  readonly id: string;
  /** Only where cases are walked several times: the case that this is an attempt at, and its number, from 1. */
  readonly attempt?: { readonly of: string; readonly number: number };
  readonly scenario: string;
  /** Why the case cannot apply or cannot run, known before anything is sent. */
  readonly excused?: {
    readonly outcome: 'not-applicable' | 'inconclusive';
    readonly reason: Reason;
    readonly detail: string;
    /** The role of which the world has no address, or none left. */
    readonly role?: string;
  };
  readonly tenant: string;
  /** Values known at planning time, by name: `given`, ids, the row. */
  readonly values: JsonObject;
  readonly leases: readonly Lease[];
  readonly steps: readonly Step[];
  /** Only where a client is judged. */
  readonly client?: ClientCase;
}

/** A case in which a client is judged: what it is asked, what the gateway does meanwhile, and what the client does then. */
export interface ClientCase {
  /** What the client is told to do: one object for each thing, `{order: {orderType: NEW, …}}`. */
  readonly task: readonly JsonObject[];
  /** How the gateway behaves: faults in the language of `fixtures/faults/`, and its pace. */
  readonly gateway: {
    readonly faults: readonly JsonObject[];
    readonly tokenLifeMs?: number;
    /** Its first delivery comes after a forged one, without proof or with a wrong one. */
    readonly forged?: 'unsigned' | 'wrongly-signed';
  };
  /** Requests by their verbs, in order; token, availability and slots may come in addition. Absent: whatever is needed. */
  readonly follows?: Pattern;
  /** Verbs that the client must not use. */
  readonly never: readonly string[];
  /** What the client must report of its task in the end; absent: either is right. */
  readonly ends?: 'done' | 'undone';
  /** How long the client is told to wait for an event. */
  readonly patienceMs: number;
}

/** How much is tried: the least that exposes a broken gateway, what a certificate needs, or every combination. */
export type Depth = 'quick' | 'standard' | 'thorough';

/** All journeys of a run. Equal inputs give the same plan, to the byte. */
export interface Plan {
  readonly version: 1;
  readonly seed: number;
  /** Makes the client-chosen ids, request ids and used-up addresses of a run its own. */
  readonly nonce: string;
  /** The time the plan was made for; dates in requests derive from it. */
  readonly now: number;
  readonly journeys: readonly Journey[];
  /** Which side is judged; absent: the gateway. */
  readonly side?: 'client';
  /** Absent: `standard`. */
  readonly depth?: Depth;
  /** How many more cases a greater depth would have. */
  readonly leftOut?: number;
  /** The full certification, of which this plan is all or a part. Absent for a load, which certifies nothing. */
  readonly whole?: CertificationScope;
  /** The traffic was made by others. Assay asked for nothing, so less is shown. */
  readonly watched?: true;
  /** Each time the run was resumed: what was walked again got new dates, ids and addresses. */
  readonly resumedAt?: readonly number[];
  /** Only where the plan is a part of one that several runs share. */
  readonly shard?: Shard;
  /** Only where the plan was joined from such parts: when each was planned and resumed. */
  readonly parts?: readonly Pick<Plan, 'now' | 'resumedAt'>[];
}

/**
 * Every case that a certification with the same inputs has, and those of the user's own scenarios. Only all of them make a
 * certificate.
 */
export interface CertificationScope {
  readonly cases: number;
  /** Digest of the case ids, independent of their order. */
  readonly digest: string;
}

/** Which part of a whole plan a plan is. */
export interface Shard {
  /** From 1. */
  readonly nth: number;
  readonly of: number;
  /** How many journeys the whole plan has, and a digest of their ids in order. */
  readonly journeys: number;
  readonly digest: string;
  /** The positions of the journeys of this part in the whole plan, from 0. */
  readonly places: readonly number[];
}

// ---------------------------------------------------------------------------------------------------------------------
// The ports
// ---------------------------------------------------------------------------------------------------------------------

/** Headers as they were on the wire: in order, repeated ones kept, case kept. */
export type Headers = readonly (readonly [name: string, value: string])[];

/**
 * When something arrived, as nearly as this process can tell: at `at` or up to `uncertaintyMs` earlier. ms since the epoch.
 */
export interface Arrived {
  readonly at: number;
  readonly uncertaintyMs: number;
}

/** A request as sent, so that malformed JSON, doubled headers and broken queries can be sent. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
  /** The second half of the body is sent a moment after the first; the length is announced before. */
  readonly isHalved?: true;
  /** Requests with the same name share connections that no others use. */
  readonly connection?: string;
  /** Only where a server asked for a client certificate: whether it trusts this one, or why not. */
  readonly clientCertificate?: { readonly isTrusted: boolean; readonly detail: string };
  /** Only where a server read it from a socket: when its first part arrived. */
  readonly arrived?: Arrived;
}
/** A response as received, so that wrong lengths, encodings and trailing bytes can be seen. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly tookMs: number;
  /** Only where it came over a socket: when its head arrived. */
  readonly arrived?: Arrived;
}
/** Why no answer came, or none that is HTTP. */
export type FaultKind =
  | 'refused'
  | 'unresolved'
  | 'tls'
  /** The proxy on the way could not connect. */
  | 'proxy'
  | 'reset'
  | 'timed-out'
  | 'truncated'
  | 'malformed'
  | 'too-large'
  | 'aborted';
/** No response: how the exchange broke, and what the system said, in a sentence. */
export interface WireFault {
  readonly fault: FaultKind;
  readonly detail: string;
  readonly tookMs: number;
  /** Only from a fake: how a socket plays the fault, where there are several ways. */
  readonly manner?: string;
}
/** Client, fake, receiver, recorder and faults are all of this type. Never rejects. */
export type Send = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse | WireFault>;

/** Time, real or virtual. Everything that waits or asks for the time uses it. */
export interface Clock {
  /** ms since the epoch, UTC. */
  now(): number;
  /** Runs `task` once after `afterMs`; the returned function cancels it. */
  schedule(afterMs: number, task: () => void): () => void;
  /** True when `ready` settled within `withinMs`, false when the time ran out first. */
  until(ready: Promise<unknown>, withinMs: number): Promise<boolean>;
}

// ---------------------------------------------------------------------------------------------------------------------
// The record: what happened, and nothing else
// ---------------------------------------------------------------------------------------------------------------------

/** A captured body, redacted. Text where it is valid UTF-8, else base64. */
export interface CapturedBody {
  readonly text?: string;
  readonly base64?: string;
  /** Length on the wire, before redaction. */
  readonly sizeBytes: number;
  /** True when only the first part was kept. */
  readonly cut?: boolean;
}

interface Observed {
  /** Position in the record, from 1. */
  readonly seq: number;
  /** When, ms since the epoch on the run's clock. */
  readonly at: number;
}
/** The first line of a record, and of each run that was joined to it: the inputs of the run. */
export interface RunStarted extends Observed, Omit<RunIdentity, 'startedAt' | 'endedAt'> {
  readonly type: 'run-started';
  /** The version of the record. Others are not read: in version 1, answers did not say what they belong to. */
  readonly version: 2;
  readonly nonce: string;
  /** The time zone of the world, an IANA name. */
  readonly timeZone: string;
  /** The gateway's build, as given by the user who started the run. */
  readonly build?: string;
  /** How many journeys the run planned to walk. */
  readonly journeys: number;
  /** Resumes the run before it in the record, which was interrupted. */
  readonly resumes?: true;
}
/**
 * Our own probe of the receiver's public URL before the run; or, during the run, that the receiver can no longer be
 * reached.
 */
export interface ReceiverProbed extends Observed {
  readonly type: 'receiver-probed';
  readonly reachable: boolean;
  readonly detail: string;
}
/** A journey began; its lines name it. */
export interface JourneyStarted extends Observed {
  readonly type: 'journey-started';
  readonly journey: string;
}
/** A journey took an address of a role for itself, or found none. */
export interface SiteLeased extends Observed {
  readonly type: 'site-leased';
  readonly journey: string;
  readonly name: string;
  readonly role: string;
  /** Null when the world had none left. */
  readonly site: Site | null;
}
/** What an exchange belongs to; on its request and on its answer or fault. */
export interface ExchangeRef {
  /** Names the exchange within the run. */
  readonly exchange: number;
  /** Empty for requests the runner makes for itself (tokens). */
  readonly journey: string;
  readonly step: string;
  readonly verb: Verb | 'http';
  readonly tenant: string;
}
/** A request left. */
export interface RequestSent extends Observed, ExchangeRef, Pick<WireRequest, 'method' | 'url' | 'headers'> {
  readonly type: 'request-sent';
  readonly body: CapturedBody | null;
  /** A further try of a request that had no answer; with new ids if the target may have received the first. */
  readonly isAgain?: true;
}
/** The answer to a request came. */
export interface ResponseReceived extends Observed, ExchangeRef, Pick<WireResponse, 'status' | 'headers' | 'tookMs'> {
  readonly type: 'response-received';
  readonly body: CapturedBody;
  /** How long before `at` it may have arrived, at most, because this process was busy. Absent on virtual time. */
  readonly uncertaintyMs?: number;
}
/** No answer came to a request. */
export interface ExchangeBroke extends Observed, ExchangeRef, Pick<WireFault, 'fault' | 'detail' | 'tookMs'> {
  readonly type: 'exchange-broke';
}
/** One webhook request, from any sender and to any path. */
export interface DeliveryReceived extends Observed {
  readonly type: 'delivery-received';
  readonly delivery: number;
  readonly method: string;
  /** The path, with the run's secret replaced. */
  readonly path: string;
  /** Whether it came to the run's secret path. */
  readonly expectedPath: boolean;
  readonly headers: Headers;
  readonly body: CapturedBody;
  /** What we answered. */
  readonly answered: number;
  /** How long before `at` it may have arrived, at most, because this process was busy. Absent on virtual time. */
  readonly uncertaintyMs?: number;
  /** Why it is not proven to come from the target. Such a delivery is no event. */
  readonly unproven?: string;
  /** Only where a client is judged: how long its answer was waited for. */
  readonly tookMs?: number;
  /** Only where a client is judged: why it gave no answer (`answered` is 0); `aborted` if it was gone. */
  readonly broke?: FaultKind;
  /** How many unauthenticated calls before this one were left out of the record, because there were too many. */
  readonly untold?: number;
}
/** After a case, its addresses are given back: whatever is sent and received for its orders from here on is not judged. */
export interface RestoreBegan extends Observed {
  readonly type: 'restore-began';
  readonly journey: string;
  /** Ids of the orders that are cleaned up. */
  readonly orders: readonly string[];
}
/** An address was given back, or set aside. */
export interface SiteReturned extends Observed {
  readonly type: 'site-returned';
  readonly journey: string;
  readonly role: string;
  readonly site: Site;
  /** `roles`: the roles that the address has now, after an order of that tenant. */
  readonly left: 'as it was' | 'used up' | { readonly roles: readonly string[]; readonly tenant: string };
  /** Why it could not be given back. */
  readonly detail?: string;
}
/** How a wait for events ended. */
export type WaitOutcome = 'met' | 'impossible' | 'expired' | 'interrupted';

/** A step, or an event expectation of a scenario, stopped waiting. */
export interface WaitEnded extends Observed {
  readonly type: 'wait-ended';
  readonly journey: string;
  /** The step's name, or `kci`, or `kci:2`. */
  readonly wait: string;
  readonly startedAt: number;
  readonly ended: WaitOutcome;
}
/** A journey came to its end, or could not go on. */
export interface JourneyEnded extends Observed {
  readonly type: 'journey-ended';
  readonly journey: string;
  /** `stopped`: a step made it pointless to go on. */
  readonly ended: 'finished' | 'stopped' | 'interrupted';
  /** Why it stopped, where a prerequisite outside the record's exchanges was missing. */
  readonly reason?: Reason;
  readonly detail?: string;
}
/** The last line of a complete record. */
export interface RunEnded extends Observed {
  readonly type: 'run-ended';
  readonly ended: 'finished' | 'interrupted';
}
/** A line of the record. */
export type Observation =
  | RunStarted
  | ReceiverProbed
  | JourneyStarted
  | SiteLeased
  | RequestSent
  | ResponseReceived
  | ExchangeBroke
  | DeliveryReceived
  | WaitEnded
  | JourneyEnded
  | RestoreBegan
  | SiteReturned
  | RunEnded;

/** An observation before the recorder gives it its `seq` and `at`. */
export type Unrecorded = Observation extends infer O ? (O extends Observation ? Omit<O, 'seq' | 'at'> : never) : never;

/** A delivery before it is numbered, as a receiver took it; with `at` where it is recorded later than it came. */
export type IncomingDelivery = Omit<DeliveryReceived, 'seq' | 'at' | 'type' | 'delivery'> & { readonly at?: number };

/** A delivery read through a KCI profile. Fields the profile does not locate, or that were not there, are absent. */
export interface KciEvent {
  /** Canonical name; absent when the profile has none for it. */
  readonly name?: string;
  /** What stood at the place of the event's name. */
  readonly wireName?: string;
  readonly orderId?: string;
  readonly order?: Json;
  readonly status?: string;
  readonly tenant?: string;
  readonly conversation?: string;
  readonly sequence?: number;
  readonly issuedAt?: number;
  readonly deliveryId?: string;
  readonly problemCode?: string;
  readonly text?: string;
  readonly supplierReference?: string;
  readonly amendmentId?: string;
  readonly cancellationId?: string;
  readonly dates: Readonly<Record<string, string>>;
  /** What stood at the places of `read.ordered`. */
  readonly ordered?: JsonObject;
  /** Fields whose value has a form that cannot be read: `{field: 'issuedAt', text: 'yesterday'}`. */
  readonly malformed?: readonly { readonly field: string; readonly text: string }[];
  /** Fields whose value was null: `['status', 'dates.target']`. */
  readonly nulls?: readonly string[];
  /** Why the delivery could not be read as the profile says: `body is not JSON`. */
  readonly unreadable?: string;
  /** It is unreadable because it exceeds what Assay reads: in size or nesting, or by an XML document type. */
  readonly isTooMuch?: true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The verdict
// ---------------------------------------------------------------------------------------------------------------------

/** Every reason for which a case is inconclusive or not applicable: mostly a missing prerequisite. */
export type Reason =
  | 'need-unmet'
  | 'world-lacks-role'
  | 'tenant-missing'
  | 'world-exhausted'
  | 'not-steerable'
  | 'steering-ignored'
  | 'rate-limited'
  | 'control-refused'
  | 'token-unavailable'
  | 'unreachable'
  | 'no-answer'
  | 'receiver-unreachable'
  | 'nothing-delivered'
  | 'value-missing'
  | 'wait-too-long'
  | 'interrupted'
  | 'not-run'
  | 'no-check'
  | 'capability-declared-absent'
  | 'reading-not-agreed'
  | 'client-silent'
  | 'client-ended'
  | 'not-promised'
  | 'place-not-stated';

/** What was promised, what came, and where to look: as data (`fact`), and in words, which `findings.ts` has. */
export interface Finding {
  /** Absent where there is no check: metrics of a load. */
  readonly fact?: Fact;
  /** One line: `availability answered 200 without address.identifier`. */
  readonly summary: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer into the body concerned. */
  readonly pointer?: string;
  /** The summary without what differs between cases, such as ids and counts; groups findings. Absent: the summary. */
  readonly kind?: string;
  /**
   * The kind (`kindOf`) of the failure that is its root cause: the record shows that this failure would not exist without
   * that one.
   */
  readonly because?: string;
}

/** The result of looking at one thing. `check` is the stable id of what was looked at (`http.status`, `kci.sequence`). */
export interface Check {
  readonly check: string;
  readonly requirements: readonly string[];
  /** The expectation comes from the user's own scenario, beyond the contract: it breaches no requirement. */
  readonly isAuthors?: true;
  readonly journey: string;
  readonly step?: string;
  /** The id of the order that the check is about. */
  readonly order?: string;
  /** The observation that the result rests on. */
  readonly seq?: number;
  readonly span?: Span;
  readonly result:
    | { readonly outcome: 'passed' }
    | { readonly outcome: 'failed'; readonly finding: Finding }
    /** Breach of a silent row: recorded, never a failure. */
    | { readonly outcome: 'observed'; readonly finding: Finding }
    | { readonly outcome: 'inconclusive'; readonly reason: Reason; readonly detail: string };
}

/** What a case came to. */
export type CaseOutcome = 'passed' | 'failed' | 'inconclusive' | 'not-applicable';

/** A case: its journey, judged. */
export interface CaseVerdict extends Pick<Journey, 'id' | 'scenario' | 'title' | 'span' | 'tags'> {
  readonly outcome: CaseOutcome;
  readonly reason?: Reason;
  readonly detail?: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** How many checks of each outcome. */
  readonly checks: Readonly<Record<Check['result']['outcome'], number>>;
  /** Failed and observed checks, whole. */
  readonly findings: readonly Check[];
  readonly requirements: readonly string[];
  /**
   * Only where the case was walked several times: how each attempt ended. If only some failed, the case is intermittent.
   */
  readonly attempts?: readonly Attempt[];
}

/** One of several walks of the same case. */
export interface Attempt extends Pick<CaseVerdict, 'outcome' | 'startedAt' | 'endedAt'> {
  /** The id of its journey, which findings and the record use. */
  readonly journey: string;
}

/** What the run says about a row of the register. `met`: each facet was shown; `partly-met`: some were. */
export type RowOutcome =
  | 'met'
  | 'partly-met'
  | 'breached'
  | 'inconclusive'
  | 'not-applicable'
  | 'not-shown'
  | 'excluded'
  | 'observed'
  | 'silent';

/** A row of the register, and what the run says about it. */
export interface RowVerdict extends Pick<Requirement, 'id' | 'level' | 'place' | 'sentence'> {
  readonly outcome: RowOutcome;
  /** How many checks of the row passed and failed. */
  readonly passed: number;
  readonly failed: number;
  /** Case ids, the failing first, at most 20. */
  readonly cases: readonly string[];
  /** Every facet of the row, in the register's order; a single one with an empty id if the row has none. */
  readonly facets: readonly FacetVerdict[];
  readonly note?: string;
}

/** What the run showed of a facet. `breached`: a check that counts for it failed. */
export interface FacetVerdict {
  readonly id: string;
  readonly outcome: 'shown' | 'breached' | 'not-shown';
  /** Cases that showed or breached it, at most 3. */
  readonly cases: readonly string[];
}

/** An order that the run left open at its target, as far as the run saw. */
export interface OpenOrder {
  readonly id: string;
  readonly orderType: string;
  readonly tenant: string;
  readonly journey: string;
  /** When the order was answered, or sent if no answer came. */
  readonly since: number;
  /** False: no answer came, so the target may or may not have the order. */
  readonly isAccepted: boolean;
  /** The canonical name of the last event that came. */
  readonly lastEvent?: string;
}

/**
 * What a run says about one quality of one part of the service. `correct`: what was shown was right. `complete`: all that
 * is promised was shown, and nothing of it was missing. `on-time` and `isolated`: both of these, for requirements about
 * time and about keeping tenants apart.
 */
export interface BoardCell {
  /** One of `Contract.tags`, or `Other` for failures that belong to none. */
  readonly tag: string;
  readonly quality: 'correct' | 'complete' | 'on-time' | 'isolated';
  /** `unproven`: something required was not shown. `not-applicable`: nothing is promised, or the target lacks it. */
  readonly outcome: 'safe' | 'blocked' | 'unproven' | 'not-applicable';
  /** How many facets of requirements were shown, and of how many. */
  readonly shown: number;
  readonly of: number;
  /** Only where it is `blocked`: the checks that failed, and the requirements that they breach. */
  readonly checks: readonly string[];
  readonly rows: readonly string[];
}

/** A root failure with its consequences, and what would pass if it were fixed. `whose` says who must fix it. */
export interface Cause {
  /** The kind of the failure itself; the failures that follow from it have it as `because`. */
  readonly kind: string;
  /** Who must look first: the owner of the gateway, unless the failure points elsewhere. */
  readonly whose: 'gateway' | 'specification' | 'profile' | 'scenario' | 'environment';
  readonly checks: readonly string[];
  /** The requirements that it breaches. */
  readonly rows: readonly string[];
  /** The cases in which it shows. */
  readonly cases: readonly string[];
  /**
   * What a fix would turn green: the cases, walked to their end, in which nothing else fails, and the requirements that
   * nothing else breaches. `unwalked`: how many cases ended earlier, so that other failures in them are unknown.
   */
  readonly ifFixed: { readonly cases: readonly string[]; readonly rows: readonly string[]; readonly unwalked?: number };
}

/** What was judged, against what, and when. */
export interface RunIdentity {
  /** The version of Assay. */
  readonly assay: string;
  readonly seed: number;
  readonly target: string;
  readonly baseUrl: string;
  readonly profile: string;
  readonly world: string;
  /** `Contract.digest`. */
  readonly contract: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The result of a run: `verdict.json`. */
export interface Verdict extends RunIdentity {
  readonly version: 3;
  /** Which side was judged; absent: the gateway. */
  readonly side?: 'client';
  /** `certified` and `not-certified` are for a whole certification; `passed` and `failed` for a part of one. */
  readonly outcome: 'certified' | 'passed' | 'not-certified' | 'failed' | 'inconclusive' | 'incomplete';
  /** The traffic was made by others and only watched. */
  readonly watched?: true;
  /** How many cases were planned, and how many a certification has. */
  readonly scope: { readonly cases: number; readonly of: number };
  /** What its owner calls the build of the gateway; absent if not given. */
  readonly build?: string;
  /** Only where a part of the cases was run: which part, of how many. */
  readonly shard?: { readonly nth: number; readonly of: number };
  readonly counts: {
    readonly cases: Readonly<Record<CaseOutcome, number>>;
    readonly checks: Readonly<Record<Check['result']['outcome'], number>>;
    readonly requests: number;
    /** How many requests should have had an answer and had none; absent where all had one. */
    readonly unanswered?: number;
    readonly deliveries: number;
    readonly rows: Readonly<Record<RowOutcome, number>>;
  };
  readonly cases: readonly CaseVerdict[];
  /** Findings that belong to no case: unexpected deliveries, values that should have been unique in the run. */
  readonly findings: readonly Check[];
  readonly requirements: readonly RowVerdict[];
  /** Each part of the service by each quality, in the order of the contract. */
  readonly board: readonly BoardCell[];
  /** What went wrong; the mistakes that affect most cases first. */
  readonly causes: readonly Cause[];
  /**
   * How far the gateway's clock was ahead of ours (negative: behind), give or take `uncertaintyMs`. Absent where the
   * difference was negligible.
   */
  readonly clock?: { readonly aheadMs: number; readonly uncertaintyMs: number };
  /** Orders that were left open at the target; absent where there are none, or the target ended with the run. */
  readonly openOrders?: readonly OpenOrder[];
}

// ---------------------------------------------------------------------------------------------------------------------
// Traffic: the same scenarios, many at once
// ---------------------------------------------------------------------------------------------------------------------

/**
 * A stage of arrivals. The rate changes linearly from `fromPerSecond` to `toPerSecond`; new journeys do not wait for old
 * ones.
 */
export interface TrafficStage {
  readonly forMs: number;
  readonly fromPerSecond: number;
  readonly toPerSecond: number;
}

/** What must hold over a whole load: `availability: p95 < 1500ms`, `kci.missing: 0`, `unexpected-status: < 0.5%`. */
export interface Threshold {
  /** The metric as written: `availability`, `kci.ACKNOWLEDGED`, `unexpected-status`. */
  readonly metric: string;
  /**
   * `min`, `mean`, `median`, `p90`, `p95`, `p99`, `p99.9`, `max` of durations (ms); `count`, also of durations; `rate`, a
   * share from 0 to 1.
   */
  readonly of: string;
  readonly is: '<' | '<=' | '=' | '>=' | '>';
  /** ms, a count, or a share. */
  readonly bound: number;
  /** The condition as written, without the metric: `p95 < 1500ms`. */
  readonly text: string;
  readonly span: Span;
}

/** A file of `scenarios/traffic/`. Journeys per second, shares of scenarios, and what must hold. */
export interface TrafficProfile {
  /** The name of the file without its ending. */
  readonly id: string;
  readonly title: string;
  readonly file: string;
  /**
   * Scenarios (`orders/provide-new`) or rows of them (`orders/provide-new#business`) and their shares in percent, together
   * 100.
   */
  readonly mix: readonly { readonly scenario: string; readonly percent: number; readonly span: Span }[];
  readonly stages: readonly TrafficStage[];
  /** Names of the target's tenants; journeys take turns among them. */
  readonly tenants: readonly string[];
  /** The pause between the steps of a journey, drawn evenly. */
  readonly think: { readonly fromMs: number; readonly toMs: number };
  /** How long events are still awaited after the last arrival. */
  readonly drainMs: number;
  /** When our receiver refuses deliveries, from the start of the load. */
  readonly receiverDown: readonly { readonly fromMs: number; readonly forMs: number; readonly status: number }[];
  /**
   * Factors on the rates of the stages: for the days of the week (Monday first) and the hours of the day, in the world's
   * time zone.
   */
  readonly week?: { readonly days: readonly number[]; readonly hours: readonly number[] };
  readonly thresholds: readonly Threshold[];
  readonly span: Span;
}

/** How durations were spread, in ms. */
export interface Spread {
  readonly count: number;
  readonly min: number;
  readonly mean: number;
  readonly median: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  /** `p99.9`. */
  readonly p999: number;
  readonly max: number;
}

/** What is measured over a load, by name. */
export interface LoadMetrics {
  /**
   * In ms: by operation (`availability`), from when requests were sent; by event (`kci.ACKNOWLEDGED`); `kci.lag` for all
   * events.
   */
  readonly durations: Readonly<Record<string, Spread>>;
  /** By operation, from when requests were due: the difference is due to the generator, not the gateway. */
  readonly fromDue: Readonly<Record<string, Spread>>;
  /** How late requests with a scheduled time were sent. Absent if there were none. */
  readonly late?: Spread;
  /**
   * `journeys`, `requests`, `errors`, `orders`, `kci.received`, `kci.missing`, `kci.duplicate`, `kci.unexpected`,
   * `dropped`, `double-bookings`; answers by operation.
   */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * `unexpected-status`, `broken` and `late` of requests, `failed` and `inconclusive` of journeys: how many, of how many.
   */
  readonly shares: Readonly<Record<string, { readonly hits: number; readonly of: number }>>;
}

/** One interval of the time series. */
export interface LoadInterval {
  /** ms since the load began. */
  readonly fromMs: number;
  readonly arrivals: number;
  readonly requests: number;
  readonly errors: number;
  readonly deliveries: number;
  /** At the end of the interval: accepted orders whose events have not all come. */
  readonly pending: number;
  readonly durations: Readonly<Record<string, Spread>>;
}

/** A threshold with what was measured. */
export interface ThresholdVerdict extends Threshold {
  /** Absent: it was not measured. */
  readonly actual?: number;
  /** Why it was not measured, where that is known. */
  readonly note?: string;
  /**
   * `unmeasured`: it could not be measured, or the generator accounts for too much of it. Measurable but not measured:
   * `failed`.
   */
  readonly outcome: 'passed' | 'failed' | 'unmeasured';
}

/** What processes have used: processor time, and the most memory that was in use. */
export interface Usage {
  readonly processorMs: number;
  readonly memoryBytes: number;
}

/** The result of a load: the verdict on all its journeys, and the numbers. */
export interface LoadVerdict extends RunIdentity {
  readonly version: 1;
  readonly outcome: 'held' | 'crossed' | 'incomplete';
  /** Why it is incomplete: `k6 ended after 12 s (killed)`, or which part of the load the generator could not make. */
  readonly note?: string;
  readonly traffic: string;
  readonly title: string;
  readonly engine: 'k6' | 'native' | 'simulated';
  readonly nonce: string;
  readonly intervalMs: number;
  readonly metrics: LoadMetrics;
  readonly intervals: readonly LoadInterval[];
  readonly thresholds: readonly ThresholdVerdict[];
  /** What Assay and its k6 used to make the load. Absent on virtual time, and where segments were joined. */
  readonly generator?: Usage;
  /**
   * Only for a load that rises: the highest rate that held, in journeys per second, and the rate at which a threshold was
   * crossed.
   */
  readonly limit?: {
    readonly holdsAt: number;
    readonly givesAt: number;
    readonly metric: string;
    readonly text: string;
  };
  /** All journeys, each judged like a case of a certification. */
  readonly cases: Readonly<Record<CaseOutcome, number>>;
  /** How many were inconclusive for which reason; absent where there are none. */
  readonly unjudged?: Readonly<Partial<Record<Reason, number>>>;
  /** Accepted orders, and for how many of them the whole sequence of events was judged. */
  readonly orders: { readonly accepted: number; readonly judged: number };
  /**
   * How many journeys were judged here with every exchange. For the others, only orders and bookings were; the process that
   * sent the rest judged it.
   */
  readonly judged: { readonly whole: number; readonly of: number };
  /**
   * Failed checks of the same kind, with how often, one in full and a few more. Those that crossed a count or share come
   * first, by metric.
   */
  readonly failures: readonly {
    readonly check: string;
    readonly summary: string;
    readonly times: number;
    readonly example: Check;
    readonly more: readonly { readonly journey: string; readonly summary: string }[];
  }[];
  /** Broken exchanges and unexpected answers, by kind: `order 504 SUPPLIER_TIMED_OUT`. */
  readonly errors: Readonly<Record<string, number>>;
  /** The slowest journeys, from scheduled start to last event, with their timeline. */
  readonly slowest: readonly {
    readonly journey: string;
    readonly tookMs: number;
    readonly marks: readonly { readonly atMs: number; readonly what: string; readonly tookMs?: number }[];
  }[];
}

/** The state of a running load, from what was measured so far. */
export interface LoadStanding {
  readonly elapsedMs: number;
  readonly journeys: {
    readonly begun: number;
    readonly of: number;
    /** Begun and not yet judged. */
    readonly underWay: number;
    readonly dropped: number;
  };
  readonly cases: { readonly failed: number; readonly inconclusive: number };
  /** `wrong`: not answered as expected. */
  readonly requests: { readonly sent: number; readonly wrong: number };
  /** `pending`: events are still awaited. */
  readonly orders: { readonly accepted: number; readonly pending: number };
  readonly events: number;
  readonly durations: LoadVerdict['metrics']['durations'];
  /** The last interval is still going on. */
  readonly intervals: LoadVerdict['intervals'];
  readonly intervalMs: number;
  /** The thresholds as they stand: one that holds now may still be crossed, and a minimum not met may still be reached. */
  readonly thresholds: LoadVerdict['thresholds'];
}
