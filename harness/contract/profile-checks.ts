import { writeBody } from '../kci/body.ts';
import { doesWithout, eventNames } from '../kci/pattern.ts';
import { readEvent } from '../kci/read.ts';
import { type EventToWrite, writeEvent } from '../kci/write.ts';
import type { Json, JsonObject, KciProfile, KciRule, Locator, Pattern, Problem, Selector } from '../model.ts';
import { didYouMean, nearest } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import type { Source } from '../source/source.ts';
import { atOf, partProblem } from '../values/part.ts';
import { pathProblem } from '../values/path.ts';
import { isObject, pointerOf } from '../values/pointer.ts';
import { shapeProblem } from '../values/shape.ts';
import { kebab } from '../values/spelling.ts';
import type { ReportProblem } from './fixture.ts';
import { fieldOf } from './profile-fit.ts';
import type { ProfileMeaning } from './profile-parts.ts';

/**
 * The problems of a profile beyond the form of its file: meaningless names, paths and shapes, and promises that cannot be
 * kept. `base`: the profile that it takes its lifecycles from.
 */
export function checkProfile(profile: KciProfile, source: Source, base: ProfileMeaning): Problem[] {
  const problems: Problem[] = [];
  const told = new Set<string>();
  const report: ReportProblem = (pointer, message, rest = {}) => {
    // Kinds of orders share patterns and events; each problem of these is reported once.
    if (told.has(pointer + message)) return;
    told.add(pointer + message);
    problems.push({ severity: 'error', span: source.keySpanOf(pointer), message, ...rest });
  };
  const file = source.value as JsonObject;
  checkLocators(file, report);
  for (const [i, rule] of profile.rules.entries()) checkRule(profile, rule, `/rules/${i}`, report);
  checkNames(profile, file, base, report);
  checkDelivery(profile, report);
  checkWire(profile, report);
  // Writing and reading need valid paths and shapes.
  if (problems.length === 0 && profile.emit !== undefined) checkRoundTrip(profile, report);
  return problems;
}

function checkLocators(file: JsonObject, report: ReportProblem): void {
  const { dates, ordered, ...fields } = file.read as JsonObject;
  for (const [at, group] of Object.entries({ '/read': fields, '/read/dates': dates, '/read/ordered': ordered }))
    for (const [name, locator] of Object.entries((group ?? {}) as JsonObject))
      checkLocator(locator, at + pointerOf([name]), report);
  checkShapes(file.envelope, '/envelope', report);
  for (const [kind, shapes] of Object.entries((file.entities ?? {}) as JsonObject)) {
    checkShapes(shapes, pointerOf(['entities', kind]), report);
  }
  for (const [name, event] of Object.entries(file.events as JsonObject)) {
    const { when } = event as JsonObject;
    const at = pointerOf(['events', name, 'when']);
    if (Array.isArray(when)) for (const [i, each] of when.entries()) checkShapes(each, `${at}/${i}`, report);
    else checkShapes(when, at, report);
  }
}

function checkLocator(locator: Json | Locator, at: string, report: ReportProblem): void {
  for (const each of Array.isArray(locator) ? locator : [locator]) {
    const place = each as Selector;
    if (typeof place !== 'string') {
      const wrong = partProblem(place.part);
      if (wrong !== null) report(at, `"${Object.values(place.part)[0]}" is no pattern of a part: ${wrong}`);
    }
    const path = atOf(place);
    const wrong = path.startsWith('header:') ? null : pathProblem(path);
    if (wrong !== null) report(at, `"${path}" is no JSONPath: ${wrong}`);
  }
}

function checkShapes(shapes: Json | undefined, at: string, report: ReportProblem): void {
  if (!isObject(shapes)) return;
  for (const [locator, shape] of Object.entries(shapes)) {
    checkLocator(locator, at + pointerOf([locator]), report);
    const wrong = typeof shape === 'string' ? shapeProblem(shape, []) : null;
    if (wrong !== null) report(at + pointerOf([locator]), wrong);
  }
}

function checkRule({ events }: KciProfile, rule: KciRule, at: string, report: ReportProblem): void {
  const places: readonly Locator[] = 'both' in rule ? rule.both : [rule.of];
  for (const locator of places) checkLocator(locator, `${at}/${rule.rule}`, report);
  for (const name of rule.events ?? [])
    if (!Object.hasOwn(events, name)) report(`${at}/events`, `the rule is of "${name}", which is no event here`);
}

function checkNames(profile: KciProfile, file: JsonObject, base: ProfileMeaning, report: ReportProblem): void {
  const known = Object.keys(profile.events);
  // Problems of what is taken from another profile are reported where it is taken.
  const home = (key: 'lifecycles' | 'requests', at: string): string =>
    file[key] === undefined ? '/lifecycles-from' : at;
  const checkPattern = (pattern: Pattern | null, at: string): void => {
    for (const name of pattern === null ? [] : eventNames(pattern)) {
      if (known.includes(name)) continue;
      const why = `the events of this profile are ${listed(known, 40)}`;
      const fix = 'name it under "events", or take it out here';
      report(at, `unknown event "${name}"`, { why, fix, ...didYouMean(name, known) });
    }
  };
  const seen = new Map<string, string>();
  for (const { kind, orders, legal, outcomes } of profile.lifecycles) {
    const at = pointerOf(['lifecycles', kind]);
    checkPattern(legal ?? null, home('lifecycles', `${at}/legal`));
    for (const [name, pattern] of Object.entries(outcomes)) {
      checkPattern(pattern, home('lifecycles', `${at}/outcomes/${name}`));
    }
    if (Object.keys(outcomes).length === 0) {
      const owed = unnamedIn(base, kind, known);
      const own = known.filter((name) => !Object.hasOwn(base.events, name));
      const like = owed.map((name) => nearest(name, own)).find((each) => each !== undefined);
      report(home('lifecycles', at), `orders cannot go well without ${listed(owed)}`, {
        why: 'their usual course owes it, and this profile does not name it under "events"',
        fix:
          like === undefined
            ? 'name it, or write "lifecycles" as the gateway has them'
            : `is it called "${like}" there?`,
      });
    }
    for (const order of orders) {
      const other = seen.get(order);
      if (other !== undefined) report(`${at}/orders`, `the order type ${order} is also of the kind "${other}"`);
      seen.set(order, kind);
    }
  }
  for (const [request, outcomes] of Object.entries(profile.requests)) {
    for (const [name, { emits, carries, in: statuses = [] }] of Object.entries(outcomes)) {
      const at = home('requests', `/requests/${request}/${name}`);
      checkPattern(emits, at);
      for (const status of statuses) checkStatus(profile, status, at, report);
      checkCarries(profile, `the event of ${name}`, carries, at, report);
    }
  }
  for (const [name, { when, carries, emit }] of Object.entries(profile.events)) {
    const at = pointerOf(['events', name]);
    if (emit !== undefined && profile.emit === undefined)
      report(`${at}/emit`, `the event ${name} has an "emit", and the profile has none to lay it over`, {
        fix: 'write "emit" for the profile, with "headers" and "body", or leave this one out',
      });
    if (when.length === 0)
      report(at, `the event ${name} has no "when"`, { why: 'how an event looks is not taken from another profile' });
    if (profile.read.event === undefined && when.some((each) => typeof each === 'string'))
      report(`${at}/when`, `the event ${name} is told by a text, and "read.event" does not say where that stands`);
    checkCarries(profile, `the event ${name}`, carries, at, report);
  }
  if (profile.lifecycles.length === 0)
    report('', '"lifecycles" is missing', {
      fix: 'write them, or take those of another profile by "lifecycles-from: supplier"',
    });
}

/** What the usual course of a kind of orders needs and the profile does not name. */
function unnamedIn({ lifecycles }: ProfileMeaning, kind: string, known: readonly string[]): readonly string[] {
  const [usual] = Object.values(lifecycles.find((each) => each.kind === kind)?.outcomes ?? {});
  const names = usual ? eventNames(usual).filter((name) => !known.includes(name)) : [];
  const owed = names.filter((name) => usual && !doesWithout(usual, (event) => event === name));
  return owed.length > 0 ? owed : names;
}

/** Reports a status in which no event leaves an order. */
function checkStatus({ events }: KciProfile, status: string, at: string, report: ReportProblem): void {
  const known = ['none', ...Object.values(events).flatMap((rule) => [rule.status ?? [], rule.orStatus ?? []].flat())];
  if (known.includes(status)) return;
  const why = `the statuses of this profile are ${listed([...new Set(known)], 40)}`;
  report(at, `unknown status "${status}"`, { why, ...didYouMean(status, known) });
}

function checkCarries(
  profile: KciProfile,
  who: string,
  carries: readonly string[] = [],
  at: string,
  report: ReportProblem,
): void {
  const dates = Object.keys(profile.read.dates ?? {}).map((name) => `dates.${name}`);
  const located = [...Object.keys(profile.read), ...dates];
  for (const field of carries) {
    if (!located.includes(field))
      report(at, `${who} carries "${kebab(field)}", which "read" does not locate`, {
        fix: 'say in "read" where it stands, or "carries: []" where it is not sent',
      });
  }
}

/** In a batch, what distinguishes events must be inside the list; XML has one root. */
function checkWire({ wire, read, emit }: KciProfile, report: ReportProblem): void {
  const { batch, format } = wire;
  for (const [key, name] of [
    ['deliveryId', 'delivery-id'],
    ['sequence', 'sequence'],
  ] as const) {
    const beside = [read[key] ?? []]
      .flat()
      .find((place) => batch !== undefined && !atOf(place).startsWith(`${batch}[0]`));
    if (beside !== undefined)
      report(`/read/${name}`, `"${atOf(beside)}" is the same for all events of a delivery`, {
        why: `"wire.batch" says that these stand in the list at ${batch}`,
        fix: `write a place that begins with ${batch}[0]`,
      });
  }
  if (emit && batch === undefined && (emit.around ?? emit.gatherMs) !== undefined)
    report(
      '/emit',
      '"around" and "gather" are for deliveries of several events, and "wire.batch" names no list of them',
    );
  if (format === 'xml' && batch === '$') report('/wire/batch', 'XML has one root, and is no list');
  const root = batch === undefined ? emit?.body : (emit?.around ?? {});
  const isRooted = root === undefined || Object.keys(root).length === 1 || (batch ?? '').split('.').length > 2;
  if (format === 'xml' && !isRooted) report('/emit', 'XML has one root, and "emit" writes none or several');
}

function checkDelivery({ read, delivery }: KciProfile, report: ReportProblem): void {
  const needs = (key: string, value: string, field: keyof KciProfile['read'], name: string): void => {
    if (read[field] === undefined) report(`/delivery/${key}`, `"${key}: ${value}" needs "read.${name}"`);
  };
  if (delivery.orderBy === 'sequence') needs('order-by', 'sequence', 'sequence', 'sequence');
  if (delivery.orderBy === 'issued-at') needs('order-by', 'issued-at', 'issuedAt', 'issued-at');
  if (delivery.sequence !== 'none') needs('sequence', delivery.sequence, 'sequence', 'sequence');
  if (delivery.duplicates === 'same-delivery-id' && read.deliveryId === undefined)
    report('/delivery/duplicates', '"duplicates: same-delivery-id" needs "read.delivery-id"', {
      fix: 'where deliveries have no id of their own, write "same-content", or "never" if each comes once',
    });
  if (delivery.repeatsConversation !== false)
    needs('repeats-conversation', delivery.repeatsConversation, 'conversation', 'conversation');
}

/** What `emit` writes must read back as the same event with its fields; otherwise the fake and the judge would disagree. */
function checkRoundTrip(profile: KciProfile, report: ReportProblem): void {
  for (const { kind, orders } of profile.lifecycles) {
    for (const [name, { carries = [] }] of Object.entries(profile.events)) {
      const at = pointerOf(['events', name]);
      for (const status of statusesOf(profile, name)) {
        const written = writeEvent(profile, sample(name, kind, status, orders[0] ?? ''));
        const read = readEvent(profile, written.headers, writeBody(profile.wire, written.body));
        const what = `what "emit" writes for ${name}`;
        const why = `seen with an order of the kind "${kind}" and the status ${status}; the first event of which a "when" fits is meant`;
        if (read.name !== name) {
          const as = read.name === undefined ? 'no event at all' : read.name;
          report(at, `${what} reads back as ${as}`, { why });
        }
        if (read.name === name && read.orderId !== ORDER)
          report(
            '/read/order-id',
            `what "emit" writes for order ${ORDER} is read as of ${read.orderId ?? 'no order'}`,
            {
              fix: 'name the place where "emit" writes $order.id, or have it written here',
            },
          );
        const lost = carries.filter((field) => fieldOf(read, field) === undefined);
        if (lost.length > 0) report(at, `${what} does not carry ${listed(lost.map(kebab))}`);
      }
    }
  }
}

function statusesOf(profile: KciProfile, name: string): readonly string[] {
  const { status, orStatus = [] } = profile.events[name] ?? {};
  if (status !== undefined) return [status, ...orStatus];
  const living = Object.values(profile.events).filter((rule) => rule.status !== undefined && rule.terminal !== true);
  return [...new Set(living.map((rule) => rule.status ?? ''))];
}

const ORDER = '1';
const DATE = '2026-01-02T03:04:05.000Z';

function sample(name: string, kind: string, status: string, orderType: string): EventToWrite {
  return {
    name,
    kind,
    status,
    sequence: 1,
    issuedAt: 0,
    deliveryId: '00000000-0000-4000-8000-000000000001',
    problemCode: 'OTHER',
    text: 'a text',
    committedDate: DATE,
    targetDate: DATE,
    amendmentId: 2,
    cancellationId: 3,
    order: {
      id: Number(ORDER),
      orderType,
      tenant: 'a',
      supplierOrderReference: 'R1',
      committedDate: DATE,
      targetDate: DATE,
    },
    tenant: 'a',
    request: { id: 'r', conversation: 'c' },
    delivery: { requestId: 'd' },
  };
}
