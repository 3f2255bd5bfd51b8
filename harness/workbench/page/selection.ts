import { searchWords } from '../../../reports/app/search.ts';
import { sectionNameOf } from '../../../reports/words/section.ts';
import type { ListedCase } from '../protocol.ts';

/** A section of scenarios with their cases, for the user to choose from. */
export interface ScenarioSection {
  readonly name: string;
  readonly scenarios: readonly ScenarioOf[];
  readonly cases: readonly ListedCase[];
}

/** A scenario, as known from its cases. */
export interface ScenarioOf extends Pick<ListedCase, 'id' | 'title' | 'tags'> {
  readonly cases: readonly ListedCase[];
}

/** A search: words that must all occur, and a tag. */
export interface CaseSearch {
  readonly words: string;
  readonly tag: string;
}

/** The sections of the cases, in order of occurrence. */
export function scenarioSections(cases: readonly ListedCase[]): readonly ScenarioSection[] {
  const byScenario = Map.groupBy(cases, ({ scenario }) => scenario);
  const scenarios = [...byScenario].map(
    ([id, own]): ScenarioOf => ({ id, title: titleOf(own), tags: own[0]?.tags ?? [], cases: own }),
  );
  return [...Map.groupBy(scenarios, ({ id }) => sectionNameOf(id))].map(([name, own]) => ({
    name,
    scenarios: own,
    cases: own.flatMap((each) => each.cases),
  }));
}

/** The cases that match a search. */
export function found(cases: readonly ListedCase[], { words, tag }: CaseSearch): readonly ListedCase[] {
  const wanted = searchWords(words);
  return cases.filter(({ id, title, tags, covers }) => {
    if (tag !== '' && !tags.includes(tag)) return false;
    const text = [id, title, ...tags, ...covers].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** All tags, with how many cases have each. */
export function tagsOf(cases: readonly ListedCase[]): readonly (readonly [tag: string, count: number])[] {
  const tags = cases.flatMap((each) => each.tags).toSorted((a, b) => a.localeCompare(b));
  return [...Map.groupBy(tags, (tag) => tag)].map(([tag, all]) => [tag, all.length]);
}

/**
 * The shortest values of `--only` that select exactly these cases: none for all, and whole sections and scenarios by name.
 */
export function onlyOf(all: readonly ScenarioSection[], chosen: ReadonlySet<string>): readonly string[] {
  const isWhole = (cases: readonly ListedCase[]): boolean => cases.every(({ id }) => chosen.has(id));
  if (all.every(({ cases }) => isWhole(cases))) return [];
  return all.flatMap(({ name, scenarios, cases }) => {
    const isFolder = scenarios.every(({ id }) => id.startsWith(`${name}/`));
    if (isFolder && isWhole(cases)) return [name];
    return scenarios.flatMap((scenario) => {
      if (isWhole(scenario.cases)) return [scenario.id];
      return scenario.cases.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
    });
  });
}

/** Adds these cases to the choice, or removes them if all are chosen. */
export function toggleCases(chosen: ReadonlySet<string>, cases: readonly ListedCase[]): ReadonlySet<string> {
  const ids = cases.map(({ id }) => id);
  if (ids.every((id) => chosen.has(id))) return new Set([...chosen].filter((id) => !ids.includes(id)));
  return new Set([...chosen, ...ids]);
}

/** The title that the cases of a scenario have in common. */
function titleOf(cases: readonly ListedCase[]): string {
  const [first = { title: '' }, ...others] = cases;
  if (others.length === 0) return first.title;
  let length = first.title.length;
  for (const { title } of others) while (!title.startsWith(first.title.slice(0, length))) length -= 1;
  const common = first.title.slice(0, length).replace(/[\s:,·—–-]+$/, '');
  return common === '' ? first.title : common;
}
