import { doesWithout, eventItems, eventNames } from '../kci/pattern.ts';
import type { Json, JsonObject, KciProfile, Pattern, Scenario } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { below } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { kebab } from '../values/spelling.ts';
import type { Findings, Rule } from './lint-rule.ts';
import { definitionsOf, stepsOf } from './uses.ts';

/** Whether a profile has the event, or knows it as one that this gateway does not send; reports it otherwise. */
function isKnownEvent(name: string, { profile, events, unsent }: KciProfile, at: string, found: Findings): boolean {
  const known = Object.keys(events);
  if (known.includes(name) || unsent?.events.includes(name)) return true;
  found.error(at, name, `unknown event "${name}"`, {
    why: `the profile "${profile}" has ${listed(known, known.length)}`,
    fix: 'name the target or the KCI profile that has it, by --target or --profile',
    ...didYouMean(name, known),
  });
  return false;
}

/** Every expected or forbidden event is one that the profile has, or knows as one that this gateway does not send. */
export const eventsAreKnown: Rule = (scenario, { profile }, found) => {
  if (!profile) return;
  const check = (names: readonly string[], at: string): void => {
    for (const name of names) isKnownEvent(name, profile, at, found);
  };
  for (const [pattern, at] of patternsOf(scenario)) check(eventNames(pattern), at);
  for (const [i, kci] of scenario.kci.entries()) {
    check(kci.never, below('/kci', i, 'never'));
    check(kci.exactlyOnce, below('/kci', i, 'exactly-once'));
  }
};

/** The event patterns that an author wrote, with their places. */
function patternsOf(scenario: Scenario): (readonly [Pattern, string])[] {
  const awaited = stepsOf(scenario).flatMap(({ step, at }) =>
    step.awaited ? [[step.awaited.pattern, below(at, 'await', 'event')] as const] : [],
  );
  return [...scenario.kci.map(({ pattern }, i) => [pattern, below('/kci', i, 'sequence')] as const), ...awaited];
}

/** Matches on events use fields that the profile reads, and statuses that it has. */
export const matchesAreKnown: Rule = (scenario, { profile }, found) => {
  if (!profile) return;
  const { dates = {}, ordered = {}, ...read } = profile.read;
  const groups: JsonObject = { dates, ordered };
  const inGroup = (name: string, group: Json = {}) => Object.keys(group as JsonObject).map((each) => `${name}.${each}`);
  const grouped = Object.entries(groups).flatMap(([name, group]) => inGroup(name, group));
  const fields = [...Object.keys(read).map(kebab), ...grouped];
  const named = Object.values(profile.events).flatMap(({ status, orStatus = [] }) =>
    [status ?? [], ...orStatus].flat(),
  );
  const statuses = [...new Set([...Object.values(profile.statuses), ...named])];
  const check = (kind: string, word: string, known: readonly string[], at: string): void => {
    if (known.length === 0 || known.includes(word)) return;
    const why = `the profile "${profile.profile}" ${kind === 'field' ? 'reads' : 'has'} ${listed(known, known.length)}`;
    found.error(at, word.replace(/^(dates|ordered)\./, ''), `unknown ${kind} "${word}"`, {
      why,
      ...didYouMean(word, known),
    });
  };
  for (const [pattern, at] of patternsOf(scenario))
    for (const { name: event, match } of eventItems(pattern)) {
      if (!isObject(match) || !profile.events[event]) continue;
      for (const [written, shape] of Object.entries(match)) {
        const name = written.replace(/\?$/, '');
        for (const field of groups[name] && isObject(shape) ? inGroup(name, shape) : [kebab(name)])
          check('field', field, fields, at);
        if (name === 'status' && typeof shape === 'string' && !/^[$~]/.test(shape))
          check('status', shape, statuses, at);
      }
    }
};

/** No event is both expected and forbidden. */
export const eventsAgree: Rule = (scenario, _against, found) => {
  for (const [i, { pattern, never }] of scenario.kci.entries()) {
    for (const name of never.filter((each) => !doesWithout(pattern, (event) => event === each))) {
      found.error(below('/kci', i, 'never'), name, `"${name}" must come and must never come`, {
        why: 'the sequence owes it',
        fix: 'take it out of one of the two',
      });
    }
  }
};

/** Only events of orders are waited for. */
export const kciIsOfAnOrder: Rule = (scenario, _against, found) => {
  const definitions = definitionsOf(scenario);
  const orders = definitions.filter(({ step }) => step?.verb === 'order').map(({ name }) => name);
  const check = (capture: string, at: string): void => {
    const definition = definitions.find(({ name }) => `$${name}` === capture);
    if (!definition || orders.includes(definition.name)) return;
    const { step } = definition;
    found.error(at, capture, `"${capture}" is no order`, {
      why: `${step ? `"${step.verb ?? step.kind}" saves it` : 'it stands under given'}; events come for what "order" saves`,
      ...(orders.length === 1 ? { fix: `write "$${orders[0]}"` } : {}),
    });
  };
  for (const [i, kci] of scenario.kci.entries()) check(kci.for, below('/kci', i, 'for'));
  for (const { step, at } of stepsOf(scenario)) {
    if (step.awaited) check(step.awaited.for, below(at, 'await', 'for'));
  }
};

/** A target is asked only for outcomes that the profile describes. */
export const outcomesAreKnown: Rule = (scenario, { profile }, found) => {
  if (!profile) return;
  const known = outcomesOf(profile);
  checkOutcome(scenario.outcome, '/outcome', known, scenario, found);
  for (const [i, { told }] of scenario.kci.entries())
    checkOutcome(told?.outcome, below('/kci', i, 'outcome'), known, scenario, found);
  // A step may only wish for an outcome: `ORDER_IN_PROGRESS?`.
  for (const { step, at } of stepsOf(scenario))
    checkOutcome(step.outcome?.replace(/\?$/, ''), below(at, 'outcome'), known, scenario, found);
};

function checkOutcome(
  outcome: string | undefined,
  at: string,
  known: readonly string[],
  scenario: Scenario,
  found: Findings,
): void {
  if (outcome === undefined) return;
  const member = /^\$row\.([\w-]+)$/.exec(outcome)?.[1];
  const asked: readonly (Json | undefined)[] =
    member === undefined ? [outcome] : scenario.rows.map(({ values }) => values[member]);
  for (const name of new Set(asked)) {
    if (typeof name !== 'string' || name.startsWith('$') || known.includes(name)) continue;
    found.error(member === undefined ? at : '/for-each', name, `unknown outcome "${name}"`, {
      why: `the profile has ${listed(known, known.length)}`,
      ...didYouMean(name, known),
    });
  }
}

function outcomesOf(profile: KciProfile): string[] {
  const groups = [...profile.lifecycles.map(({ outcomes }) => outcomes), ...Object.values(profile.requests)];
  return [...new Set([...groups.flatMap((group) => Object.keys(group)), ...(profile.unsent?.outcomes ?? [])])];
}

/** Deliveries are refused only for orders and events that a step or `kci` waits for. */
export const refusalsAreWatched: Rule = (scenario, { profile }, found) => {
  for (const { step, at } of stepsOf(scenario)) {
    const { of, refuse } = step.receiver ?? {};
    if (refuse === undefined) continue;
    const here = below(at, 'receiver');
    const isMoment = of === 'each' || of === 'begun' || of === 'waiting' || of === 'completed';
    if (of !== undefined && !isMoment && profile && !isKnownEvent(of, profile, here, found)) continue;
    const watched = scenario.kci.filter((kci) => step.as !== undefined && kci.for === `$${step.as}`);
    // The profile says which events these are.
    if (watched.some(({ told }) => told)) continue;
    const awaited = watched.flatMap(({ pattern }) => eventNames(pattern));
    if (awaited.length === 0) {
      found.error(here, undefined, 'nothing waits for the events of this order', {
        why: 'a delivery can only be refused when it comes',
        fix: step.as === undefined ? 'name it by "as", and add "kci" for it' : `add "kci: { for: $${step.as} … }"`,
      });
    } else if (of !== undefined && !isMoment && !awaited.includes(of)) {
      found.error(here, of, `"${of}" is to be refused, and nothing waits for it`, {
        why: `the events waited for are ${listed(awaited, awaited.length)}`,
      });
    }
  }
};
