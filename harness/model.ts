/**
 * Every central type of Assay: what an author wrote, what is planned, what was observed, what was concluded,
 * and the two ports through which the world comes in.
 *
 * All of it but those ports, and the bytes that go through them, is plain JSON data (no classes, no functions, no Dates),
 * so that a plan, a record and a verdict can be written to disk, read back, and judged again to the same bytes. Times are
 * ms since the epoch, UTC.
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
  /** What breaks this row, too, whichever check finds it (`Fact['is']`). */
  readonly facts?: readonly string[];
  /** Why the row is not tested, where it is not. */
  readonly excluded?: string;
  /** For `silent` rows: the named assumption Assay makes, and only observes. */
  readonly assumption?: string;
  /** How a target may agree on a silent row, under `readings`; or where else it does. */
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
  /** It speaks of a request only where that which had its id before was refused. */
  readonly after?: 'refused';
  /** What acceptance puts at risk. */
  readonly risk?: string;
  /** What must be shown for the row to be met, each by itself. Empty: the row as a whole. */
  readonly facets: readonly Facet[];
  /** Rows of which a check that speaks of this one speaks too: sentences that sum it up with others. */
  readonly also?: readonly string[];
  /** What it is about, where that is not whether what came is right. */
  readonly quality?: 'complete' | 'on-time' | 'isolated';
  /** It is about optional behaviour: where the client did not use that, the row does not apply. */
  readonly optional?: true;
  /** What of the service its section speaks of, where the operations that name its rows do not say so (`Contract.tags`). */
  readonly tag?: string;
}

/**
 * One part of a requirement that is shown on its own: an operation, an order type, a value, the refused side. `of` says
 * what a check must have looked at to speak of it: `{verb: order, side: refused}`.
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
   * The value put there, for `set`, `wrong-type`, `not-in-enum` and `not-a-date`; for `malformed-json` the sign
   * that breaks it, or what stands behind it.
   */
  readonly value?: Json;
  /**
   * In place of a value, the one that belongs there in another type: as a text (`"42"` for 42), as a number (42 for
   * `"42"`, and for what is none), as a fraction (42.5 for 42), as the one element of a list (`["42"]`).
   */
  readonly as?: 'text' | 'number' | 'fraction' | 'list';
}

/** What the spec owes for a class of defects on an operation; the first matching rule of the operation applies. */
export interface RefusalRule {
  readonly kinds: readonly DefectKind[];
  /** JSON Pointers into the request; a trailing `*` matches any rest. Absent: any place. */
  readonly at?: readonly string[];
  /** Only for bodies that match this partial object, e.g. `{orderType: CEASE}`. */
  readonly when?: JsonObject;
  /** Any of these is right. Empty: the spec is silent, the answer is only observed. */
  readonly answers: readonly Answer[];
  /** Any of the answers stays right, whatever a target has agreed to answer to other faults of the row. */
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

/** What a header of a request is for. `Authorization` and `Content-Type` are HTTP's own, and stand in no parameter. */
export type HeaderRole = 'request' | 'conversation' | 'tenant';

/** What a scenario calls an operation: a name that the contract gives (`x-verb`). */
export type Verb = string;

/** The verbs of the specification, which every contract has: a journey is told in them, and checks know what they mean. */
export type SpecVerb = 'token' | 'availability' | 'slots' | 'book' | 'order' | 'amend' | 'cancel';

/** An operation, resolved from the OpenAPI document (all `$ref` inlined where it is read). */
export interface Operation {
  readonly verb: Verb;
  readonly method: string;
  /** Path below the base address, with the version segment; `{id}` stands for a parameter. */
  readonly path: string;
  readonly auth: 'basic' | 'bearer';
  /** What of the service it belongs to: one of `Contract.tags`. */
  readonly tag?: string;
  /** A query parameter with `json` carries URL-encoded JSON. */
  readonly parameters: readonly {
    readonly in: 'header' | 'query' | 'path';
    readonly name: string;
    readonly required: boolean;
    readonly json: boolean;
    readonly schema: JsonObject;
    /** Of a header, `x-role`. */
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
  /** Refusals for the state of things (a slot that is gone), whose body is free: status to row. */
  readonly conflicts?: Readonly<Record<string, string>>;
  /** The row that says how its caller shows who it is. */
  readonly authBy?: string;
  /** The answers that mean success. */
  readonly success: readonly Answer[];
  /** The silent row by which a target may agree on one of them. */
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
  /** Of rows that operations share: which statuses tell of them where an operation accepts nothing. Of others, any does. */
  readonly toldBy: Readonly<Record<string, readonly string[]>>;
  /** Of a contract by which a client is judged (`loadClientContract`), whose register says what binds clients. */
  readonly client?: ClientProfile;
  /** sha-256 of the contract's files, hex. */
  readonly digest: string;
}

/** The numbers of the assumptions that are made of clients: those of `fixtures/contract/client-requirements.yaml`. */
export interface ClientProfile {
  readonly acknowledgeWithinMs: number;
  /** So many tokens of one tenant may be alive at once. */
  readonly tokens: number;
  /** The same request, failing each time, is sent no more often than that. */
  readonly tries: number;
  /** A second repetition comes no sooner than that after the first. */
  readonly backOffMs: number;
  /** So long, what may have been taken is not asked for under another id. */
  readonly undecidedForMs: number;
  /** For so long before its end a client may have stopped to listen. */
  readonly leavesWithinMs: number;
  /** What `siteInformation` must say before an order of a type, by member: its value, or a list with something in it. */
  readonly orderTypes: Readonly<Record<string, Readonly<Record<string, boolean | 'present'>>>>;
}

// ---------------------------------------------------------------------------------------------------------------------
// KCI profile, world, target: what differs from gateway to gateway
// ---------------------------------------------------------------------------------------------------------------------

/** A part of a text: what follows a prefix, or the one group of a pattern that must fit it. */
export type TextPart = { readonly prefix: string } | { readonly pattern: string };

/** An RFC 9535 path (`$.a.b`) into the body, or `header:X-Name`; with the part that is meant of what stands there. */
export type Selector = string | { readonly at: string; readonly part: TextPart };

/** Where a value stands in a delivery. Alternatives: first found. */
export type Locator = Selector | readonly Selector[];

/** What must hold of members of deliveries together; where a member is absent, nothing must. */
export type KciRule = {
  /** The file and line of the profile: `mine.yaml:41`. */
  readonly place: string;
  /** Only of these (canonical); absent: of all. */
  readonly events?: readonly string[];
} & (
  | { readonly rule: 'equal' | 'not-before'; readonly both: readonly [Locator, Locator] }
  /** The same in all events of an order. */
  | { readonly rule: 'unchanged'; readonly of: Locator }
  /** Another in each event of an order, a tenant, or all. */
  | { readonly rule: 'unique'; readonly of: Locator; readonly within: 'order' | 'tenant' | 'all' }
  /**
   * What a member of the order request says, or of the amendment or cancellation that an event answers, which must have it.
   */
  | {
      readonly rule: 'repeats';
      readonly of: Locator;
      readonly request: 'order' | 'amendment' | 'cancellation';
      readonly member: string;
    }
);

/** How a gateway's event is told from others, and what it means for its order. */
export interface KciEventRule {
  /** Alternatives. A string equals the value at `read.event`; an object maps locators to shapes, all of which must match. */
  readonly when: readonly (string | JsonObject)[];
  readonly terminal?: boolean;
  /** May arrive at any time of a living order without being expected. */
  readonly interleaves?: boolean;
  /** May arrive before events that come before it in the order's course. It waits for its place, and must have one. */
  readonly overtakes?: boolean;
  /** The order status (canonical) that goes with the event; absent: the order keeps its status. */
  readonly status?: string;
  /** It shows the status that its order had. */
  readonly keepsStatus?: true;
  /** Other statuses that are as right as `status`. */
  readonly orStatus?: readonly string[];
  /** Canonical fields that must be present: `text`, `problemCode`, `dates.committed`. */
  readonly carries?: readonly string[];
  /** The order waits for this kind of request before its lifecycle goes on; until then it rightly stays open here. */
  readonly waitsFor?: 'amendment' | 'cancellation';
  /** The service is delivered: lines and ports change. */
  readonly fulfils?: boolean;
  /** Members of the order request (`appointmentReservationId`) that the network itself may have changed with it. */
  readonly alters?: readonly string[];
  /** Members merged over `emit.body` when this event is written. */
  readonly emit?: JsonObject;
}

/**
 * An event pattern. `seq` in order; `any-order` all, interleaved; `one-of` alternatives; `repeat` min..max (null: no end).
 */
export type Pattern =
  | { readonly kind: 'event'; readonly name: string; readonly withinMs?: number; readonly match?: Json }
  | { readonly kind: 'seq' | 'any-order' | 'one-of'; readonly of: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly min: number; readonly max: number | null };

/** What happens to orders of some types, as patterns over canonical event names. */
export interface KciLifecycle {
  /** Names the group: `provide`, `cease`, `modify`; selects `emit.bodyByKind`. */
  readonly kind: string;
  readonly orders: readonly string[];
  /** Locators to shapes that every event of such an order must match: which member holds it, for example. */
  readonly entity?: JsonObject;
  /**
   * Every legal course of such an order, whatever was asked for; absent: any of the outcomes. Answers to requests come on
   * top.
   */
  readonly legal?: Pattern;
  /** Outcome name (`ORDER_SUCCESSFUL`) to the pattern of events; the first is the default outcome. */
  readonly outcomes: Readonly<Record<string, Pattern>>;
}

/** How an amendment or a cancellation ends. */
export interface KciRequestOutcome {
  /** What it adds to its order's stream; null: nothing, the request stays open. */
  readonly emits: Pattern | null;
  /** Nothing of the order's lifecycle follows. */
  readonly ends?: boolean;
  /** Canonical statuses in which an order may be for it to end so, `none` before its first; absent: any. */
  readonly in?: readonly string[];
  /** Canonical fields that the answer must have, beyond those its event carries. */
  readonly carries?: readonly string[];
}

/** What the KCI events of one kind of gateway look like, which it sends, and by which rules (docs/kci-profiles.md). */
export interface KciProfile {
  readonly profile: string;
  readonly title: string;
  /** `path`: what the webhook's URL ends with, maybe with a query; the URL that a target is told includes it. */
  readonly wire: {
    readonly contentType: string;
    readonly path: string;
    readonly format: 'json' | 'xml';
    /**
     * Where the list of events stands (`$.events`); each is read as if it stood there alone. Absent: one event in each
     * delivery.
     */
    readonly batch?: string;
    /**
     * Elements of XML that are lists even where they stand once (`Order.Contact`): those that a locator counts or picks
     * from.
     */
    readonly lists?: readonly string[];
  };
  readonly read: {
    /** Absent where the form of a delivery tells its event. */
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
    /** The gateway's own reference of the order, which never changes once given. */
    readonly supplierReference?: Locator;
    readonly amendmentId?: Locator;
    readonly cancellationId?: Locator;
    readonly dates?: Readonly<Record<string, Locator>>;
    /** Members of the order request (`primaryContact.name`) to where they stand, beside `order` or in other words. */
    readonly ordered?: Readonly<Record<string, Locator>>;
  };
  /** Locators to shapes that every delivery must match, whatever it says. */
  readonly envelope: JsonObject;
  /** By JSON Pointer into its file, where something stands that findings quote: `mine.yaml:41`. */
  readonly places?: Readonly<Record<string, string>>;
  readonly rules: readonly KciRule[];
  /** What a delivery is whose event the profile does not name. */
  readonly unknownEvents: 'fail' | 'observe';
  readonly times: 'iso-8601' | 'epoch-s' | 'epoch-ms';
  /** The form of dates that are no ISO 8601 texts, where it is another than that of `times`. */
  readonly dateTimes?: 'iso-8601' | 'epoch-s' | 'epoch-ms';
  /** Wire status to canonical status, where they differ. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Canonical event name to how it looks and what it means. */
  readonly events: Readonly<Record<string, KciEventRule>>;
  /**
   * Words of the profile that `lifecycles-from` names which this gateway has no use for: scenarios that owe them do not
   * apply.
   */
  readonly unsent?: { readonly events: readonly string[]; readonly outcomes: readonly string[] };
  readonly lifecycles: readonly KciLifecycle[];
  /**
   * Outcome name (`AMENDMENT_ACCEPTED`, the first is the default) to what an amendment or cancellation adds to its order's
   * stream.
   */
  readonly requests: Readonly<Record<'amendment' | 'cancellation', Readonly<Record<string, KciRequestOutcome>>>>;
  readonly delivery: {
    /** The status our receiver answers. */
    readonly acknowledge: number;
    /**
     * `attempts` counts the first; the last of `spacingMs` repeats; `leeway` is the part of it by which an attempt may
     * come sooner or later; after a 4xx only where it is one of `evenAfter`. Null: nothing is promised of deliveries that
     * are not acknowledged.
     */
    readonly retry: {
      readonly attempts: number;
      readonly spacingMs: readonly number[];
      readonly leeway: number;
      readonly evenAfter?: readonly string[];
    } | null;
    readonly orderBy: 'sequence' | 'issued-at' | 'arrival';
    readonly sequence: 'gapless' | 'increasing' | 'none';
    /** The number of an order's first event, where that is agreed, and by how much the next one is greater. */
    readonly sequenceFrom?: number;
    readonly sequenceBy: number;
    /** How a delivery that comes again is known: by its id, or by saying the same. */
    readonly duplicates: 'same-delivery-id' | 'same-content' | 'never';
    readonly reorderWindowMs: number;
    /** How long before its 202 an event may come. */
    readonly aheadMs: number;
    readonly firstWithinMs: number;
    readonly betweenWithinMs: number;
    /** Whose conversation an event repeats: the order request's, or that of the request which it answers. */
    readonly repeatsConversation: 'order' | 'cause' | false;
  };
  /**
   * How the fake writes an event (kci/write.ts): headers and body with `$values`; `bodyByKind` is merged over the body.
   * Absent: the fake cannot play it.
   */
  readonly emit?: {
    readonly headers: JsonObject;
    /** Of a batch: one event of the list. */
    readonly body: JsonObject;
    /** Of a batch: what stands beside the list. */
    readonly around?: JsonObject;
    /** For so long events are gathered for one delivery. Absent: each comes alone. */
    readonly gatherMs?: number;
    readonly bodyByKind?: Readonly<Record<string, JsonObject>>;
  };
}

/** An address of the world with what is known of it. `id` and `type` are the address identifier. */
export interface Site extends JsonObject {
  readonly id: string;
  readonly type: string;
}

/** What an address is good for in a scenario (`newLine`), with the addresses that are. */
export interface WorldRole {
  /** `shared`: many journeys at once; `exclusive`: orders take turns; `once`: used up by the first order that is taken. */
  readonly use: 'shared' | 'exclusive' | 'once';
  /** A list of sites that exist, or… */
  readonly sites?: readonly Site[];
  /** …a range of property numbers, each of which stands for such a site. */
  readonly range?: { readonly type: string; readonly from: number; readonly to: number; readonly digits: number };
  /** Facts shared by all sites of the role; for the fake, also how to furnish them. Templates over the site (`SVC${id}`). */
  readonly site?: JsonObject;
  /** The role whose facts it shares, and for which it stands in where `steers` is wanted. */
  readonly like?: string;
  /** A magic address: using it asks the target for this outcome of the profile, or this error code of the contract. */
  readonly steers?: string;
  /** Types of orders that leave such an address where they are completed. */
  readonly leftBy?: readonly string[];
  /** Facts that are read off the availability of an address before a journey has it: their names, and where they stand. */
  readonly learn?: Readonly<Record<string, Locator>>;
}

/** The addresses and services of a target's network that tests may use. */
export interface World {
  readonly world: string;
  readonly title: string;
  readonly timeZone: string;
  /** The service reference used where a scenario names none. */
  readonly service: JsonObject;
  readonly roles: Readonly<Record<string, WorldRole>>;
  /** The slots that the fake offers; a real target's world need not say. */
  readonly slots?: SlotRules;
  /** What the fake answers of every site unless its role says otherwise. */
  readonly defaults?: JsonObject;
  /** Lists by name; each address has one value of each, chosen by its id, for use in templates (`$street`). */
  readonly vary?: Readonly<Record<string, readonly string[]>>;
  /** The role whose facts stand for addresses of no role. Absent: such addresses are unknown. */
  readonly elsewhere?: string;
}

/** Which timeslots the fake offers, and for how long it holds one. */
export interface SlotRules {
  /** The first day offered is this many days after today, in the world's time zone. */
  readonly leadDays: number;
  /** How many days are offered from there. */
  readonly horizonDays: number;
  /** Bookings that a slot of one address takes; a site's fact `slotCapacity` replaces it (0: no slots). */
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

/** Credentials of a tenant. Where its secret is recorded, it stands as `[secret]`. */
export interface TargetTenant {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Credentials of a client that exists and is good for one thing: `access_denied` is not permitted to have a token. */
export interface TargetClient extends Omit<TargetTenant, 'name'> {
  readonly for: string;
}

/** How a target proves that a delivery is its own. Only the fake reads what the sender needs besides (`cert`, `key`). */
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
    /** Where the client's id and secret stand in the request; absent: in Basic, as the spec says. */
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
    /** Absent: whoever knows the path is believed. */
    readonly authentication?: WebhookAuthentication;
    /**
     * How the target learns the URL: told beforehand, or by this call (`$url`, `$base` are filled in), for each tenant
     * where it names `$tenant`.
     */
    readonly registration: 'out-of-band' | { readonly method: string; readonly url: string; readonly body: Json };
  };
  readonly steering: {
    /** Of several, each thing is asked for by the first that can ask for it. */
    readonly by: SteeringWay | 'none' | readonly SteeringWay[];
    /**
     * Names for `outcome`, `problemCode`, `kciDelay`, `fault`: of headers, of query parameters, and paths of body members
     * (`test.outcome`).
     */
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, string>>;
    /**
     * Our words to the gateway's own; null: it has none. That of `kci-delay` is made of `${seconds}` or `${milliseconds}`.
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
    /** For the operator to answer; a quarter of an hour where it is not said. */
    readonly operatorMs?: number;
  };
  /** Capabilities the target declares that it lacks: its cases are not applicable. */
  readonly lacks: readonly string[];
  /** Answers agreed on where a row leaves several open, or says nothing: row id to the answer (`422 INVALID_REQUEST`). */
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
  /** How orders give their addresses back when their case is over. */
  readonly restore?: Restore;
}

/** What everything stands on: the specification as data, and the gateway's side of it. */
export interface TestSetup {
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly world: World;
  readonly target: Target;
}

/**
 * By cancelling orders that are open, ceasing services that were delivered, and by a call (`$site`) or a person that resets
 * an address.
 */
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

/** What must come back. `need` has the same form: a miss is inconclusive there, a failure in `expect`. */
export interface Expectation {
  /** Any of these. Empty: only observed. */
  readonly answers: readonly Answer[];
  /** Header names (lower case) to shapes. */
  readonly headers?: JsonObject;
  /** A partial shape of the JSON body. */
  readonly body?: Json;
  /** Rows this expectation rests on, beyond the scenario's `covers`. */
  readonly requirements?: readonly string[];
  /** The answers are those that the author of an own scenario wrote, and not the contract's. */
  readonly isAuthors?: true;
}

/** An expectation as written: without `answers` it means the success of the step's operation. */
export interface ScenarioExpectation extends Omit<Expectation, 'answers'> {
  readonly answers?: readonly Answer[];
}

/** A step as its author wrote it; values are not bound, and what the contract owes is not filled in. */
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
  /** Only on an order whose events must leave time for what is asked of it between them. */
  readonly pace?: 'slow';
  readonly spelling?: string;
  /** Only on an order: what our receiver does to deliveries about it. */
  readonly receiver?: TurningAway;
  /** Only on a call: turns it into many faulty ones. */
  readonly matrix?: {
    readonly derive: readonly DefectKind[];
    /** Pointers to where derived defects are put, and below; absent: everywhere. */
    readonly at?: readonly string[];
    /** What makes one case: a place with its wrong values, or a kind of defect at all its places. Absent: `place`. */
    readonly cases?: 'place' | 'kind';
    readonly rows: readonly ScenarioMatrixRow[];
    readonly span: Span;
  };
  /** Only on `parallel`. */
  readonly steps?: readonly ScenarioStep[];
  /** Only on `parallel`: answers (`2xx`, `409`) to how many of the group must have them. */
  readonly tally?: Readonly<Record<string, number>>;
  /** Only on `await`: the capture of the order, and the pattern to wait for. */
  readonly awaited?: Pick<ScenarioKci, 'for' | 'pattern' | 'withinMs'> & {
    /** In place of a pattern: the profile says by which events the moment is told. */
    readonly until?: Moment;
  };
  /**
   * Only on `wait`: for this long, or until a time (a value that is an ISO date-time or a number of seconds), or short of
   * it.
   */
  readonly forMs?: number;
  readonly until?: string;
  readonly short?: WaitEarly;
  readonly span: Span;
}

/** A moment in the life of an order, which the KCI profile tells by its own events. */
export type Moment = 'begun' | 'delayed' | 'under-way' | 'waiting' | 'answered' | 'completed' | 'settled';

/** What our receiver does to the first deliveries about an order instead of acknowledging them. */
export interface TurningAway {
  /** How many of them; 0, in a scenario only: all but the last attempt that the profile promises. */
  readonly refuse: number;
  /**
   * Only deliveries of this canonical event, in a scenario also of that which tells of a moment; `each`: so many of each
   * event.
   */
  readonly of?: string;
  /** The status it answers, or how it breaks the connection. */
  readonly with: number | 'reset';
}

/** A faulty request of a step's matrix, and how it must be answered. */
export interface ScenarioMatrixRow {
  readonly title: string;
  readonly defect: Defect;
  /** Absent: what the contract's refusal rule owes for the defect. */
  readonly expect?: ScenarioExpectation;
  readonly span: Span;
}

/** The events that an order must bring. */
export interface ScenarioKci {
  /** The capture of the order: `$placed`. */
  readonly for: string;
  /** The profile says which events: those of this outcome, or of what the order asks for. Filled in when planned. */
  readonly told?: { readonly outcome?: string };
  /** Only where the target reads this silent row as `rejected`. */
  readonly agreed?: string;
  readonly pattern: Pattern;
  readonly never: readonly string[];
  readonly exactlyOnce: readonly string[];
  readonly withinMs: number;
  /** Silence is an assertion: no delivery at all for this long. */
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
  /** From which depth on its cases are walked. Absent: the first from `quick` on, the others from `standard` on. */
  readonly depth?: Depth;
  readonly tenant?: Json;
  /** Each tenant of the target that may act there has a case of its own. */
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
  /** Written by the user: what it asks beyond the contract is its own, and no requirement rests on it. */
  readonly isOwn?: true;
}

/** A row of `for-each`, with its stable id, and with what it covers and requires beyond the scenario. */
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

/** A request with all that its answer must be. */
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
  /** What the operator must be asked for before it is sent. */
  readonly ask?: string;
  /** It is to be accepted, and an event to say no to it: a reading that target and gateway agreed on. */
  readonly isToBeRejected?: true;
  /** Of a token: other cases use it, too. */
  readonly isShared?: true;
}
/** Requests that leave at once. */
export interface ParallelStep extends Pick<ScenarioStep, 'tally' | 'span'> {
  readonly kind: 'parallel';
  readonly name: string;
  readonly steps: readonly CallStep[];
  /** Saves the list of what the steps' own `as` would. */
  readonly as?: string;
  /** Rows that the tally tests. */
  readonly covers?: readonly string[];
}
/** Waits until events of an order have come. */
export interface AwaitStep extends Pick<ScenarioKci, 'for' | 'pattern' | 'withinMs' | 'span'> {
  readonly kind: 'await';
  readonly name: string;
}
/** How early to stop waiting for a moment: after half of the time, shortly before it, or at about that time. */
type WaitEarly = 'half' | 'nearly' | 'about';

/** Lets time pass, or waits for a moment that a value names. */
export interface WaitStep extends Pick<ScenarioStep, 'forMs' | 'until' | 'short' | 'span'> {
  readonly kind: 'wait';
  readonly name: string;
}
/** What a journey does, in order. */
export type Step = CallStep | ParallelStep | AwaitStep | WaitStep;

/** A site to take from the world when the journey starts, for roles that are lists. `pick` is a seeded preference. */
export interface Lease {
  readonly name: string;
  readonly role: string;
  readonly pick: number;
}

/** One concrete walk: a case of the report. */
export interface Journey extends Pick<Scenario, 'title' | 'covers' | 'tags' | 'kci' | 'isOwn' | 'span'> {
  /** A path: `orders/provide-new#business~omit:/body/orderType`; from the second attempt on with its number, `…@2`. */
  readonly id: string;
  /** Where cases are walked several times: which case this is an attempt at, and its number, from 1. */
  readonly attempt?: { readonly of: string; readonly number: number };
  readonly scenario: string;
  /** Why the case cannot apply or cannot run, known before anything is sent. */
  readonly excused?: {
    readonly outcome: 'not-applicable' | 'inconclusive';
    readonly reason: Reason;
    readonly detail: string;
    /** The kind of address of which the world has none, or none left. */
    readonly role?: string;
  };
  readonly tenant: string;
  /** Values known at planning time, by name: `given`, ids, the row. */
  readonly values: JsonObject;
  readonly leases: readonly Lease[];
  readonly steps: readonly Step[];
  /** Where a client is judged. */
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
    /** Its first delivery is preceded by one that a stranger sends: without proof, or with a wrong one. */
    readonly forged?: 'unsigned' | 'wrongly-signed';
  };
  /** Requests by their verbs, in order; token, availability and slots may come besides. Absent: whatever is needed. */
  readonly follows?: Pattern;
  /** Verbs that the client does not use. */
  readonly never: readonly string[];
  /** What the client says of its task in the end; absent: either is right. */
  readonly ends?: 'done' | 'undone';
  /** How long the client is told to wait for an event. */
  readonly patienceMs: number;
}

/** How much is tried: the least that tells a broken gateway, what a certificate needs, or every combination. */
export type Depth = 'quick' | 'standard' | 'thorough';

/** All journeys of a run. Equal inputs give the same plan, to the byte. */
export interface Plan {
  readonly version: 1;
  readonly seed: number;
  /** Makes client-chosen ids, request ids and the addresses a run uses up its own. */
  readonly nonce: string;
  /** The time the plan was made for; dates in requests derive from it. */
  readonly now: number;
  readonly journeys: readonly Journey[];
  /** Which side is judged; absent: the gateway. */
  readonly side?: 'client';
  /** Where another than `standard` was asked for. */
  readonly depth?: Depth;
  /** How many cases a greater depth would have besides. */
  readonly leftOut?: number;
  /** The full certification, of which this plan is all or a part; absent of a load, which certifies nothing. */
  readonly whole?: CertificationScope;
  /** Of traffic that others made: nobody asked for anything, so that a look shows less. */
  readonly watched?: true;
  /** When the run was taken up again, each time: what was walked anew got dates, ids and addresses of its own. */
  readonly resumedAt?: readonly number[];
  /** Where it is a part of a plan that several runs share. */
  readonly shard?: Shard;
  /** Where it was joined from such parts: when each was planned, and taken up again. */
  readonly parts?: readonly Pick<Plan, 'now' | 'resumedAt'>[];
}

/**
 * Every case that a certification by the same inputs has, with those of the user's own scenarios: nothing less is
 * certified.
 */
export interface CertificationScope {
  readonly cases: number;
  /** Of the ids of the cases, in whatever order. */
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
  /** Where the journeys of this part stand in the whole plan, from 0. */
  readonly places: readonly number[];
}

// ---------------------------------------------------------------------------------------------------------------------
// The ports
// ---------------------------------------------------------------------------------------------------------------------

/** Headers as they were on the wire: in their order, doubled ones twice, spelled as they came. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** When something had arrived, as nearly as this process can tell: up to `uncertaintyMs` earlier, ms since the epoch. */
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
  /** The second half of its body is sent a moment after the first, its length told before. */
  readonly isHalved?: true;
  /** Where a server asked its callers for a certificate: whether it believes this one, or why not. */
  readonly clientCertificate?: { readonly isTrusted: boolean; readonly detail: string };
  /** Where a server took it off a socket: its first part. */
  readonly arrived?: Arrived;
}
/** A response as received, so that wrong lengths, encodings and trailing bytes can be seen. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly tookMs: number;
  /** Where it came over a socket: its head. */
  readonly arrived?: Arrived;
}
/** Why no answer came, or none that is HTTP. */
export type FaultKind =
  | 'refused'
  | 'unresolved'
  | 'tls'
  /** The proxy on the way made no connection. */
  | 'proxy'
  | 'reset'
  | 'timed-out'
  | 'truncated'
  | 'malformed'
  | 'too-large'
  | 'aborted';
/** No response: how the exchange broke, and a sentence of what the system said. */
export interface WireFault {
  readonly fault: FaultKind;
  readonly detail: string;
  readonly tookMs: number;
  /** Of a fake: how a socket is to play it, where there are several ways. */
  readonly manner?: string;
}
/** Client, fake, receiver, recorder and faults are all this. Never rejects. */
export type Send = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse | WireFault>;

/** Time, real or virtual. Whoever waits or asks for the time does it here. */
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
/** The first line of a record, and of each run that was joined to it: what the run stands on. */
export interface RunStarted extends Observed, Omit<RunIdentity, 'startedAt' | 'endedAt'> {
  readonly type: 'run-started';
  /** Of the record. Others are not read: in those before it, answers did not say what they belong to. */
  readonly version: 2;
  readonly nonce: string;
  /** Of the world, an IANA name. */
  readonly timeZone: string;
  /** The gateway's build, as whoever began the run called it. */
  readonly build?: string;
  /** How many it was going to walk. */
  readonly journeys: number;
  /** Goes on with the run before it in the record, which was broken off. */
  readonly resumes?: true;
}
/**
 * Our own probe of the receiver's public URL before the run; or that, in the middle of it, nobody could reach it any more.
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
/** What an exchange belongs to: on its request, and on what came of it. */
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
  /** A further try of what had no answer, under ids of its own where the first may have been heard. */
  readonly isAgain?: true;
}
/** Its answer came. */
export interface ResponseReceived extends Observed, ExchangeRef, Pick<WireResponse, 'status' | 'headers' | 'tookMs'> {
  readonly type: 'response-received';
  readonly body: CapturedBody;
  /** How long before `at` it may have arrived, at most: this process was busy. Absent on virtual time. */
  readonly uncertaintyMs?: number;
}
/** No answer came to it. */
export interface ExchangeBroke extends Observed, ExchangeRef, Pick<WireFault, 'fault' | 'detail' | 'tookMs'> {
  readonly type: 'exchange-broke';
}
/** One webhook request, whoever sent it and wherever it went. */
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
  /** How long before `at` it may have arrived, at most: this process was busy. Absent on virtual time. */
  readonly uncertaintyMs?: number;
  /** Why it did not prove to come from the target. It is no event, whatever it says. */
  readonly unproven?: string;
  /** Where a client is judged: for how long it was waited for its answer. */
  readonly tookMs?: number;
  /** Where a client is judged: why it gave no answer (`answered` is 0); `aborted`, where it was there no more. */
  readonly broke?: FaultKind;
  /** How many unauthenticated calls before this one are not on record, since there were too many. */
  readonly untold?: number;
}
/** After a case, its addresses are given back: what is asked and told of its orders from here on is not judged. */
export interface RestoreBegan extends Observed {
  readonly type: 'restore-began';
  readonly journey: string;
  /** Ids of the orders that are cleared away. */
  readonly orders: readonly string[];
}
/** An address was given back, or set aside. */
export interface SiteReturned extends Observed {
  readonly type: 'site-returned';
  readonly journey: string;
  readonly role: string;
  readonly site: Site;
  /** Or the roles that it has become one of, by an order of that tenant. */
  readonly left: 'as it was' | 'used up' | { readonly roles: readonly string[]; readonly tenant: string };
  /** Why it could not be given back. */
  readonly detail?: string;
}
/** A step, or what a scenario says of events, waited no longer. */
export interface WaitEnded extends Observed {
  readonly type: 'wait-ended';
  readonly journey: string;
  /** The step's name, or `kci`, or `kci:2`. */
  readonly wait: string;
  readonly startedAt: number;
  readonly ended: 'met' | 'impossible' | 'expired' | 'interrupted';
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
/** The last line of a record that is whole. */
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

/** An observation before the recorder has numbered and dated it. */
export type Unrecorded = Observation extends infer O ? (O extends Observation ? Omit<O, 'seq' | 'at'> : never) : never;

/** A delivery before it is numbered, as a receiver took it; dated where it is told of later than it came. */
export type IncomingDelivery = Omit<DeliveryReceived, 'seq' | 'at' | 'type' | 'delivery'> & { readonly at?: number };

/** A delivery read through a KCI profile. Fields the profile does not locate, or that were not there, are absent. */
export interface KciEvent {
  /** Canonical name; absent when the profile knows none for it. */
  readonly name?: string;
  /** What stood where the event's name belongs. */
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
  /** Fields that stood there in a form that cannot be read: `{field: 'issuedAt', text: 'yesterday'}`. */
  readonly malformed?: readonly { readonly field: string; readonly text: string }[];
  /** Fields for which null stood there: `['status', 'dates.target']`. */
  readonly nulls?: readonly string[];
  /** Why the delivery could not be read as the profile says: `body is not JSON`. */
  readonly unreadable?: string;
  /** It could not be read because there is more of it than Assay reads. */
  readonly isTooMuch?: true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The verdict
// ---------------------------------------------------------------------------------------------------------------------

/** The closed list of prerequisites whose lack makes a case inconclusive or not applicable. */
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

/**
 * What was promised, what came, and where to look: data (`fact`), and the words for it, which one table has
 * (`findings.ts`).
 */
export interface Finding {
  /** Absent for what is no check: the metrics of a load. */
  readonly fact?: Fact;
  /** One line: `availability answered 200 without address.identifier`. */
  readonly summary: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer into the body concerned. */
  readonly pointer?: string;
  /**
   * What it is called wherever it is found: without what differs from case to case, such as ids and counts. Absent: the
   * summary.
   */
  readonly kind?: string;
  /**
   * The kind of failure, as `kindOf` names it, that is its root cause: the record shows that without that failure this one
   * would not exist.
   */
  readonly because?: string;
}

/** One thing looked at. `check` is the stable id of what was looked at (`http.status`, `kci.sequence`). */
export interface Check {
  readonly check: string;
  readonly requirements: readonly string[];
  /** What was expected is what the author of an own scenario asks, beyond the contract: no requirement rests on it. */
  readonly isAuthors?: true;
  readonly journey: string;
  readonly step?: string;
  /** The id of the order that it is about. */
  readonly order?: string;
  /** The observation it rests on. */
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
  /** Where the case was walked several times: how each attempt ended. Some failed and some did not: it is intermittent. */
  readonly attempts?: readonly Attempt[];
}

/** One of several walks of the same case. */
export interface Attempt extends Pick<CaseVerdict, 'outcome' | 'startedAt' | 'endedAt'> {
  /** The id of its journey, by which findings and the record name it. */
  readonly journey: string;
}

/** What the run says of a row of the register: `met` where each facet was shown, `partly-met` where some were. */
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

/** A row of the register with what the run says of it. */
export interface RowVerdict extends Pick<Requirement, 'id' | 'level' | 'place' | 'sentence'> {
  readonly outcome: RowOutcome;
  /** How many checks of it passed and failed. */
  readonly passed: number;
  readonly failed: number;
  /** Case ids, the failing first, at most 20. */
  readonly cases: readonly string[];
  /** Every facet of the row, in the register's order; one without a name where the row has none. */
  readonly facets: readonly FacetVerdict[];
  readonly note?: string;
}

/** What the run showed of a facet; `breached` where a check that speaks of it failed. */
export interface FacetVerdict {
  readonly id: string;
  readonly outcome: 'shown' | 'breached' | 'not-shown';
  /** Cases in which that was seen, at most 3. */
  readonly cases: readonly string[];
}

/** An order that a run left behind at its target, so far as it saw. */
export interface OpenOrder {
  readonly id: string;
  readonly orderType: string;
  readonly tenant: string;
  readonly journey: string;
  /** When it was answered, or sent where no answer came. */
  readonly since: number;
  /** False: no answer came, so that the target may or may not have it. */
  readonly isAccepted: boolean;
  /** The canonical name of the last event that came. */
  readonly lastEvent?: string;
}

/**
 * What a run says of one quality of one part of the service. `correct`: what was shown was right. `complete`: all that is
 * promised was shown, and nothing of it failed to come. `on-time` and `isolated`: both, of requirements about time and
 * about tenants kept apart.
 */
export interface BoardCell {
  /** One of `Contract.tags`, or `Other` for failures that belong to none. */
  readonly tag: string;
  readonly quality: 'correct' | 'complete' | 'on-time' | 'isolated';
  /** `unproven`: something that it asks for was not shown. `not-applicable`: nothing is promised, or the target lacks it. */
  readonly outcome: 'safe' | 'blocked' | 'unproven' | 'not-applicable';
  /** How many facets of requirements were shown, of how many. */
  readonly shown: number;
  readonly of: number;
  /** The checks that failed, where it is blocked, and the requirements that they breach. */
  readonly checks: readonly string[];
  readonly rows: readonly string[];
}

/** A mistake: a failure, with those that follow from it, and what mending it would mend. */
export interface Cause {
  /** By which its findings name it in `because`; the kind of the failure itself. */
  readonly kind: string;
  /** Who must look first: the gateway's owner, unless what was found points elsewhere. */
  readonly whose: 'gateway' | 'specification' | 'profile' | 'scenario' | 'environment';
  readonly checks: readonly string[];
  /** The requirements that it breaches. */
  readonly rows: readonly string[];
  /** The cases in which it shows. */
  readonly cases: readonly string[];
  /**
   * Those that were walked to their end and in which nothing else fails, and the requirements that nothing else breaches;
   * and how many ended before, so that nobody knows what else fails there.
   */
  readonly mends: { readonly cases: readonly string[]; readonly rows: readonly string[]; readonly unwalked?: number };
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
  /** The digest of its files. */
  readonly contract: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What a run came to: `verdict.json`. */
export interface Verdict extends RunIdentity {
  readonly version: 3;
  /** Which side was judged; absent: the gateway. */
  readonly side?: 'client';
  /** `certified` and `not-certified` speak of the whole; of a part of it, it `passed` or `failed`. */
  readonly outcome: 'certified' | 'passed' | 'not-certified' | 'failed' | 'inconclusive' | 'incomplete';
  /** It was made by others, and only looked at. */
  readonly watched?: true;
  /** How many cases were planned, and how many a certification has. */
  readonly scope: { readonly cases: number; readonly of: number };
  /** What its owner calls the build of the gateway; absent where nobody said. */
  readonly build?: string;
  /** Where only a part of the cases was run: which of how many. */
  readonly shard?: { readonly nth: number; readonly of: number };
  readonly counts: {
    readonly cases: Readonly<Record<CaseOutcome, number>>;
    readonly checks: Readonly<Record<Check['result']['outcome'], number>>;
    readonly requests: number;
    /** How many of them should have had an answer, and had none; absent where all had. */
    readonly unanswered?: number;
    readonly deliveries: number;
    readonly rows: Readonly<Record<RowOutcome, number>>;
  };
  readonly cases: readonly CaseVerdict[];
  /** Findings that belong to no case: deliveries nobody expected, values that should have been unique over the run. */
  readonly findings: readonly Check[];
  readonly requirements: readonly RowVerdict[];
  /** Each part of the service by each quality, in the order of the contract. */
  readonly board: readonly BoardCell[];
  /** What went wrong, those mistakes first that most cases meet. */
  readonly causes: readonly Cause[];
  /**
   * How far the gateway's clock was ahead of ours (behind: below 0), give or take; absent where that was nothing to speak
   * of.
   */
  readonly clock?: { readonly aheadMs: number; readonly uncertaintyMs: number };
  /** Orders that were left open at the target; absent where there are none, or the target ended with the run. */
  readonly openOrders?: readonly OpenOrder[];
}

// ---------------------------------------------------------------------------------------------------------------------
// Traffic: the same scenarios, many at once
// ---------------------------------------------------------------------------------------------------------------------

/**
 * A stretch of arrivals. The rate goes evenly from `fromPerSecond` to `toPerSecond`; new journeys do not wait for old ones.
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
export interface Traffic {
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
  /** Names of the target's tenants that journeys take turns for. */
  readonly tenants: readonly string[];
  /** Between the steps of a journey, drawn evenly. */
  readonly think: { readonly fromMs: number; readonly toMs: number };
  /** How long after the last arrival events are still awaited. */
  readonly drainMs: number;
  /** When our receiver turns deliveries away, counted from the start of the load. */
  readonly receiverDown: readonly { readonly fromMs: number; readonly forMs: number; readonly status: number }[];
  /**
   * Weights over the stages' rates: of the days of the week (Monday first) and of the hours of the day, in the world's time
   * zone.
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
   * By operation (`availability`) from when requests were sent, by event (`kci.ACKNOWLEDGED`), `kci.lag` for all events:
   * ms.
   */
  readonly durations: Readonly<Record<string, Spread>>;
  /** By operation, from when requests were due: the difference is the generator's, not the gateway's. */
  readonly fromDue: Readonly<Record<string, Spread>>;
  /** How late requests left that had a time to leave at. Absent where there were none. */
  readonly late?: Spread;
  /**
   * `journeys`, `requests`, `errors`, `orders`, `kci.received`, `kci.missing`, `kci.duplicate`, `kci.unexpected`,
   * `dropped`, `double-bookings`; answers by operation.
   */
  readonly counts: Readonly<Record<string, number>>;
  /** `unexpected-status`, `broken` and `late` of requests, `failed` and `inconclusive` of journeys: how many of how many. */
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
  /** Orders accepted whose events have not all come, at the end of the interval. */
  readonly pending: number;
  readonly durations: Readonly<Record<string, Spread>>;
}

/** A threshold with what was measured. */
export interface ThresholdVerdict extends Threshold {
  /** Absent: it was not measured. */
  readonly actual?: number;
  /** Why it was not measured, where that is known. */
  readonly note?: string;
  /** `unmeasured`: it could not be, or the generator has too large a part in it. Where it could have been, it failed. */
  readonly outcome: 'passed' | 'failed' | 'unmeasured';
}

/** What processes have used: processor time, and the most memory that was in use. */
export interface Usage {
  readonly processorMs: number;
  readonly memoryBytes: number;
}

/** What a load came to: the verdict on all its journeys, and the numbers. */
export interface LoadVerdict extends RunIdentity {
  readonly version: 1;
  readonly outcome: 'held' | 'crossed' | 'incomplete';
  /** Why it is incomplete: `k6 ended after 12 s (killed)`, or what of the load its generator could not make. */
  readonly note?: string;
  readonly traffic: string;
  readonly title: string;
  readonly engine: 'k6' | 'native' | 'simulated';
  readonly nonce: string;
  readonly intervalMs: number;
  readonly metrics: LoadMetrics;
  readonly intervals: readonly LoadInterval[];
  readonly thresholds: readonly ThresholdVerdict[];
  /** What Assay and its k6 used to make it. Absent on virtual time, and where segments were joined. */
  readonly generator?: Usage;
  /** Of a load that rises: the highest rate that held, in journeys a second, and the one at which a threshold gave. */
  readonly limit?: {
    readonly holdsAt: number;
    readonly givesAt: number;
    readonly metric: string;
    readonly text: string;
  };
  /** Of all journeys, each judged like a case of a certification. */
  readonly cases: Readonly<Record<CaseOutcome, number>>;
  /** Of the inconclusive ones, how many for which reason; absent where there are none. */
  readonly unjudged?: Readonly<Partial<Record<Reason, number>>>;
  /** Accepted orders, and of how many the whole sequence was judged. */
  readonly orders: { readonly accepted: number; readonly judged: number };
  /**
   * Journeys of which every exchange was judged here; of the others orders and bookings were, and the rest by whoever sent
   * it.
   */
  readonly judged: { readonly whole: number; readonly of: number };
  /**
   * Failed checks alike, with how often, one of them whole and a few more. First, by its metric, what crossed a count or a
   * share.
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
  /** The slowest journeys, from intended start to last event, with what happened when. */
  readonly slowest: readonly {
    readonly journey: string;
    readonly tookMs: number;
    readonly marks: readonly { readonly atMs: number; readonly what: string; readonly tookMs?: number }[];
  }[];
}

/** Where a load stands, by what was measured so far. */
export interface LoadStanding {
  readonly elapsedMs: number;
  readonly journeys: {
    readonly begun: number;
    readonly of: number;
    /** Begun and not judged. */
    readonly underWay: number;
    readonly dropped: number;
  };
  readonly cases: { readonly failed: number; readonly inconclusive: number };
  /** `wrong`: not answered as expected. */
  readonly requests: { readonly sent: number; readonly wrong: number };
  /** `pending`: still waited for. */
  readonly orders: { readonly accepted: number; readonly pending: number };
  readonly events: number;
  readonly durations: LoadVerdict['metrics']['durations'];
  /** The last of them goes on. */
  readonly intervals: LoadVerdict['intervals'];
  readonly intervalMs: number;
  /** As they stand: one that holds now may still be crossed, and one that asks for much may still hold. */
  readonly thresholds: LoadVerdict['thresholds'];
}
