import { causeOf, type Population } from '../../story/cause.ts';
import type { Group } from '../../story/groups.ts';
import { type View, view } from '../view.ts';

/** What may be behind it: what the check says, and what the cases that fail so have in common. */
export function causeView(group: Group, population: Population): View | false {
  const { meaning, facts } = causeOf(group, population);
  if (meaning === undefined && facts.length === 0) return false;
  return view`<div class="cause"><h4>What it points to</h4>
    ${meaning !== undefined && view`<p>${meaning}</p>`}
    ${facts.length > 0 && view`<ul>${facts.map((fact) => view`<li>${fact}</li>`)}</ul>`}</div>`;
}
