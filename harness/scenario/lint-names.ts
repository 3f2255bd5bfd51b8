import type { Scenario } from '../model.ts';
import { didYouMean, nearest } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import type { Findings, Rule } from './lint-rule.ts';
import { type Definition, definitionsOf, type Use, usesOf } from './uses.ts';
import { FAKE_KINDS } from './vocabulary.ts';

/** Every `$name` is defined before it is used. */
export const namesAreKnown: Rule = (scenario, _against, found) => {
  const definitions = definitionsOf(scenario);
  for (const use of usesOf(scenario)) {
    if (isBuiltIn(use)) checkBuiltIn(use, scenario, found);
    else checkDefined(use, definitions, found);
  }
};

/** A name means one thing. */
export const namesAreDistinct: Rule = (scenario, _against, found) => {
  const definitions = definitionsOf(scenario);
  for (const definition of definitions) {
    const { name, at } = definition;
    const earlier = definitions.find((each) => each.name === name) ?? definition;
    if (earlier === definition) continue;
    found.error(at, name, `the name "${name}" is given twice`, {
      why: earlier.step
        ? `the step in line ${earlier.step.span.line} saves its result under it`
        : 'it stands under given',
      fix: 'choose another name',
    });
  }
};

/** Every given and every capture is used. */
export const namesAreUsed: Rule = (scenario, _against, found) => {
  const used = new Set(usesOf(scenario).map(({ name }) => name));
  const definitions = definitionsOf(scenario);
  // A misspelt use is reported as such.
  const unmade = [...used].filter((each) => definitions.every(({ name }) => name !== each));
  for (const { name, at, step } of definitions) {
    if (used.has(name) || nearest(name, unmade) !== undefined) continue;
    const message = step ? `nothing uses "${name}", which this step saves` : `nothing uses the given "${name}"`;
    found.warning(at, name, message, { fix: step ? `leave out "as: ${name}"` : 'leave it out' });
  }
};

function checkDefined(use: Use, definitions: readonly Definition[], found: Findings): void {
  const known = definitions.filter(({ moment }) => moment < use.moment).map(({ name }) => name);
  if (known.includes(use.name)) return;
  const later = definitions.find(({ name }) => name === use.name);
  if (later) {
    found.error(use.at, `$${use.name}`, `"$${use.name}" is used before it is known`, { why: whenKnown(later, use) });
    return;
  }
  found.error(use.at, `$${use.name}`, `"$${use.name}" is never made`, {
    why: known.length === 0 ? 'nothing is known here yet' : `known here: ${listed(known.map((name) => `$${name}`))}`,
    ...didYouMean(
      `$${use.name}`,
      known.map((name) => `$${name}`),
    ),
  });
}

function whenKnown({ step, moment }: Definition, use: Use): string {
  if (!step) return 'it stands further down under given';
  return moment === use.moment
    ? `the step in line ${step.span.line} saves it, which has not been answered at that time`
    : `the step in line ${step.span.line} saves it, which comes later`;
}

const isBuiltIn = ({ name }: Use): boolean => ['world', 'fake', 'id', 'row', 'env', 'tenant'].includes(name);

function checkBuiltIn(use: Use, scenario: Scenario, found: Findings): void {
  const member = /^[\w-]+\.([\w-]+)/.exec(use.text)?.[1];
  const word = `$${use.text}`;
  switch (use.name) {
    case 'env':
      found.error(use.at, word, `"${word}" is out of reach`, {
        why: 'secrets and addresses belong to targets; a scenario holds for every target',
      });
      return;
    case 'fake':
      if (FAKE_KINDS.includes(member ?? '')) return;
      found.error(use.at, word, `unknown fake "${word}"`, {
        why: `there are ${listed(FAKE_KINDS, FAKE_KINDS.length)}`,
        ...didYouMean(member ?? '', FAKE_KINDS),
      });
      return;
    case 'row':
      checkRow(use, member, scenario, found);
      return;
    case 'world':
      if (use.moment < 0 || use.at === '/for-each' || member === 'service') return;
      found.error(use.at, word, `"${word}" stands outside given`, {
        why: 'given takes the site for this case alone, so that two cases never share one',
        fix: `write "site: ${word}" under given, and "$site" here`,
      });
  }
}

function checkRow({ at, text }: Use, member: string | undefined, scenario: Scenario, found: Findings): void {
  const word = `$${text}`;
  if (scenario.rows.length === 0) {
    found.error(at, word, `"${word}" has no rows to come from`, { fix: 'add the rows under "for-each"' });
    return;
  }
  const lacking = member === undefined ? undefined : scenario.rows.find(({ values }) => values[member] === undefined);
  if (!lacking) return;
  found.error(at, word, `the row "${lacking.id}" has no "${member}"`, {
    why: `it has ${listed(Object.keys(lacking.values))}`,
    ...didYouMean(member ?? '', Object.keys(lacking.values)),
  });
}

/**
 * Sites use roles that the world has. Another world may have them, so this only warns; not about what the target declares
 * to lack.
 */
export const rolesAreKnown: Rule = (scenario, { world, target: { lacks } = { lacks: [] } }, found) => {
  if (!world || scenario.requires.some((each) => lacks.includes(each))) return;
  const roles = [...Object.keys(world.roles), 'service'];
  for (const { name, text, at } of usesOf(scenario)) {
    if (name !== 'world') continue;
    const role = /^world\.([\w-]+)/.exec(text)?.[1] ?? '';
    if (roles.includes(role) || lacks.includes(role)) continue;
    found.warning(at, `$world.${role}`, `the world "${world.world}" has no role "${role}"`, {
      why: `without it the cases are inconclusive; it has ${listed(roles, roles.length)}`,
      ...didYouMean(role, roles),
    });
  }
};
