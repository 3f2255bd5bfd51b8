import { useState } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';
import { count, thousands } from '../../words/text.ts';
import type { Choices, ChosenInputs, ChosenLoad, ListedCase, TargetFlags } from '../protocol.ts';
import { formatCommand, runWords } from '../words.ts';
import { begin, type Remote, useAct } from './api.ts';
import { AimFields, type Data, DataFields, Field, isEmbedded } from './fields.ts';
import { commandBox, failure, otherRun } from './parts.ts';
import {
  type CaseSearch,
  found,
  onlyOf,
  type ScenarioOf,
  type ScenarioSection,
  scenarioSections,
  tagsOf,
  toggleCases,
} from './selection.ts';

/** What the user has chosen so far; kept while other screens are shown. */
export interface RunDraft extends Data, Pick<ChosenLoad, 'traffic' | 'engine'> {
  readonly isOnRealTime: boolean;
  /** The path of a waiver file; empty for none. */
  readonly waivers: string;
  /** Ids of cases; undefined for all. */
  readonly cases?: ReadonlySet<string> | undefined;
  readonly search: CaseSearch;
}

/** What the screen shows, and its callbacks. */
export interface ChooseProps {
  readonly choices: Choices;
  readonly cases: Remote<readonly ListedCase[]>;
  readonly draft: RunDraft;
  readonly isRunning: boolean;
  readonly onDraft: (draft: RunDraft) => void;
}

/** Choosing what to run, against what. */
export function Choose({ choices, cases, draft, isRunning, onDraft }: ChooseProps): View {
  const starting = useAct();
  const all = cases.failed ? [] : (cases.value ?? []);
  const set = (change: Partial<RunDraft>) => onDraft({ ...draft, ...change });
  const chosen = chosenOf(draft, choices, all);
  const many = draft.cases ? all.filter(({ id }) => draft.cases?.has(id)).length : all.length;
  const isMeant = draft.typedFault === '' || !isEmbedded(choices, draft.aim.target);
  const isReady = cases.failed === undefined && !cases.isReading && many > 0 && isMeant;
  return view`<main class="page choose">
    <h1>What to run</h1>
    <div class="columns">
      <section aria-label="Cases" class="what">
        ${failure(cases.failed)}
        ${cases.failed && view`<div class="buttons"><button type="button" onClick=${cases.again}>Read the files again</button></div>`}
        ${all.length === 0 && cases.isReading && view`<p class="quiet" role="status">Reading the scenarios …</p>`}
        ${
          all.length > 0 &&
          view`<${ScenarioTree} cases=${all} chosen=${draft.cases} search=${draft.search} isOld=${cases.isReading} onRead=${cases.again}
            onChosen=${(ids: ReadonlySet<string> | undefined) => set({ cases: ids })} onSearch=${(search: CaseSearch) => set({ search })} />`
        }
      </section>
      <section aria-label="How to run" class="against">
        <${AimFields} choices=${choices} draft=${draft.aim} onDraft=${(aim: TargetFlags) => set({ aim })} />
        ${runFields(choices, draft, set)}
        ${commandBox(formatCommand(runWords(chosen, choices.paths)))}
        <div class="buttons">
          <button type="button" class="main" disabled=${!isReady || isRunning || starting.isUnderWay} onClick=${() => begin(starting, '/api/start', chosen)}>${many > 0 ? `Run ${count(many, 'case')}` : cases.isReading ? 'Reading …' : 'Nothing is chosen'}</button>
          <a class="button" href="#doctor">Check the set-up</a>
        </div>
        ${isRunning && otherRun()}
        ${failure(starting.failed)}
      </section>
    </div>
  </main>`;
}

/** The choice as sent to the server. */
function chosenOf(draft: RunDraft, choices: Choices, all: readonly ListedCase[]): ChosenInputs {
  const { aim, isOnRealTime, waivers, cases } = draft;
  return {
    ...aimedOf(draft, choices),
    isOnRealTime: isOnRealTime && isEmbedded(choices, aim.target),
    only: cases ? onlyOf(scenarioSections(all), cases) : [],
    waivers: waivers || undefined,
  };
}

/** The target and data of a draft; only the embedded fake has faults. */
export function aimedOf({ aim, seed, faults }: Data, choices: Choices): TargetFlags & Pick<Data, 'seed' | 'faults'> {
  return { ...aim, seed, faults: isEmbedded(choices, aim.target) ? faults : [] };
}

function runFields(choices: Choices, draft: RunDraft, set: (change: Partial<RunDraft>) => void): View {
  return view`
    <${DataFields} choices=${choices} draft=${draft} onDraft=${set} />
    ${
      isEmbedded(choices, draft.aim.target) &&
      view`<div class="field"><span></span><label><input type="checkbox" checked=${draft.isOnRealTime} onChange=${() => set({ isOnRealTime: !draft.isOnRealTime })} />
        on real time, through a socket, without the cases that would have to wait for long</label></div>`
    }
    <${Field} label="Waivers" value=${draft.waivers} names=${choices.waivers} none="none: every failure counts"
      onValue=${(value: string) => set({ waivers: value })} />`;
}

/** The cases, which of them are chosen and searched for, and the callbacks. */
interface ScenarioTreeProps {
  readonly cases: readonly ListedCase[];
  /** Undefined for all. */
  readonly chosen?: ReadonlySet<string>;
  readonly search: CaseSearch;
  /** Whether the cases are being read again. */
  readonly isOld: boolean;
  readonly onChosen: (ids: ReadonlySet<string> | undefined) => void;
  readonly onSearch: (search: CaseSearch) => void;
  /** Reads the files again. */
  readonly onRead: () => void;
}

/** All cases by section and scenario, to search and choose. */
function ScenarioTree({ cases, chosen, search, isOld, onChosen, onSearch, onRead }: ScenarioTreeProps): View {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const left = found(cases, search);
  const isSearching = search.words !== '' || search.tag !== '';
  const now = chosen ?? new Set(cases.map(({ id }) => id));
  const choose = (some: readonly ListedCase[]) => {
    const next = toggleCases(now, some);
    onChosen(cases.every(({ id }) => next.has(id)) ? undefined : next);
  };
  const fold = (name: string) =>
    setOpen(open.has(name) ? new Set([...open].filter((each) => each !== name)) : new Set([...open, name]));
  const shared = { now, choose, open, fold };
  return view`
    <div class="tools" role="search" aria-label="Cases">
      <label class="search">Search <input type="search" value=${search.words} placeholder="title, id or promise" autocomplete="off" spellcheck=${false}
        onInput=${(event: Event) => onSearch({ ...search, words: (event.currentTarget as HTMLInputElement).value })} /></label>
      <ul class="filter" aria-label="Tags">${tagsOf(cases).map(
        ([tag, n]) => view`<li><button type="button" aria-pressed=${String(search.tag === tag)}
          onClick=${() => onSearch({ ...search, tag: search.tag === tag ? '' : tag })}>${tag} <span class="quiet">${thousands(n)}</span></button></li>`,
      )}</ul>
    </div>
    <div class="picked">
      <p role="status">${chosen ? `${thousands(cases.filter(({ id }) => chosen.has(id)).length)} of ${count(cases.length, 'case')} chosen` : `All ${count(cases.length, 'case')} chosen`}${isSearching ? `, ${thousands(left.length)} found` : ''}</p>
      ${isSearching && left.length > 0 && view`<button type="button" onClick=${() => onChosen(new Set(left.map(({ id }) => id)))}>Choose only these</button>`}
      ${chosen && view`<button type="button" onClick=${() => onChosen(undefined)}>Choose all</button>`}
      ${!(chosen && chosen.size === 0) && view`<button type="button" onClick=${() => onChosen(new Set())}>Choose none</button>`}
      <button type="button" disabled=${isOld} onClick=${onRead}>Read the files again</button>
    </div>
    <ul class="tree" aria-label="Sections" aria-busy=${String(isOld)}>${scenarioSections(left).map((section) => sectionItem(section, shared, isSearching))}</ul>
    ${left.length === 0 && view`<p class="quiet">No case has these words.</p>`}`;
}

interface SelectionState {
  readonly now: ReadonlySet<string>;
  readonly choose: (cases: readonly ListedCase[]) => void;
  readonly open: ReadonlySet<string>;
  readonly fold: (name: string) => void;
}

function sectionItem(section: ScenarioSection, shared: SelectionState, isSearching: boolean): View {
  const { name, cases, scenarios } = section;
  const isOpen = isSearching !== shared.open.has(name);
  return view`<li key=${name}><div class="branch section">
      ${box(cases, shared, `all of ${name}`)}
      ${folder(name, isOpen, view`<span class="title">${name}</span>`, shared)}
      ${tally(cases, shared)}
    </div>
    ${isOpen && view`<ul aria-label=${name}>${scenarios.map((scenario) => scenarioItem(scenario, shared))}</ul>`}</li>`;
}

function scenarioItem(scenario: ScenarioOf, shared: SelectionState): View {
  const { id, title, tags, cases } = scenario;
  const isOpen = shared.open.has(id);
  const name = view`<span class="title">${title} <code>${id}</code></span>`;
  const tagged = tags.map((each) => view` <span class="tag">${each}</span>`);
  const [only] = cases;
  if (cases.length === 1 && only && only.id === id) {
    return view`<li key=${id}><div class="branch"><label>${box(cases, shared)} ${name}</label>${tagged}${excused(only)}</div></li>`;
  }
  return view`<li key=${id}><div class="branch">
      ${box(cases, shared, title)} ${folder(id, isOpen, name, shared)}${tagged} ${tally(cases, shared)}
    </div>
    ${isOpen && view`<ul aria-label=${title}>${cases.map((one) => caseItem(one, title, shared))}</ul>`}</li>`;
}

function caseItem(one: ListedCase, title: string, shared: SelectionState): View {
  const rest = one.title.startsWith(title) ? one.title.slice(title.length).replace(/^[\s:,]+/, '') : one.title;
  return view`<li key=${one.id}><div class="branch"><label>${box([one], shared)} <span class="title">${rest || one.title} <code>${one.id}</code></span></label>${excused(one)}</div></li>`;
}

function folder(name: string, isOpen: boolean, label: View, { fold }: SelectionState): View {
  return view`<button type="button" class="folder" aria-expanded=${String(isOpen)} onClick=${() => fold(name)}>${label}</button>`;
}

/** A checkbox: ticked if all cases are chosen, indeterminate if some are. */
function box(cases: readonly ListedCase[], { now, choose }: SelectionState, label?: string): View {
  const many = cases.filter(({ id }) => now.has(id)).length;
  const half = (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = many > 0 && many < cases.length;
  };
  return view`<input type="checkbox" ref=${half} checked=${many === cases.length} onChange=${() => choose(cases)} ...${label === undefined ? {} : { 'aria-label': label }} />`;
}

function tally(cases: readonly ListedCase[], { now }: SelectionState): View {
  const many = cases.filter(({ id }) => now.has(id)).length;
  return view`<span class="quiet tally">${many === cases.length ? count(many, 'case') : `${thousands(many)} of ${count(cases.length, 'case')}`}</span>`;
}

function excused({ excused: why }: ListedCase): View | false {
  return why !== undefined && view` <span class="quiet">cannot be tested: ${why}</span>`;
}
