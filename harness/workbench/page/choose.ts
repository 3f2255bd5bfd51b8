import { type View, view } from '../../../reports/html/view.ts';
import { count } from '../../../reports/words/text.ts';
import type { Aim, Choices, Chosen, ChosenLoad, ListedCase } from '../protocol.ts';
import { commandLine, runWords } from '../words.ts';
import { begin, type Remote, useAct } from './api.ts';
import { AimFields, type Data, DataFields, Field, isEmbedded } from './fields.ts';
import { commandBox, failure, otherRun } from './parts.ts';
import { ScenarioTree } from './scenario-tree.ts';
import { onlyOf, type Search, sectionsOf } from './selection.ts';

/** What the user has chosen so far; kept while other screens are shown. */
export interface Draft extends Data, Pick<ChosenLoad, 'traffic' | 'engine'> {
  readonly isOnRealTime: boolean;
  /** The path of a waiver file; empty for none. */
  readonly waivers: string;
  /** Ids of cases; undefined for all. */
  readonly cases?: ReadonlySet<string>;
  readonly search: Search;
}

/** What the screen shows, and whom it tells of a choice. */
export interface ChooseProps {
  readonly choices: Choices;
  readonly cases: Remote<readonly ListedCase[]>;
  readonly draft: Draft;
  readonly isRunning: boolean;
  readonly onDraft: (draft: Draft) => void;
}

/** Choosing what to run, against what. */
export function Choose({ choices, cases, draft, isRunning, onDraft }: ChooseProps): View {
  const starting = useAct();
  const all = cases.failed ? [] : (cases.value ?? []);
  const set = (change: Partial<Draft>) => onDraft({ ...draft, ...change });
  const chosen = chosenOf(draft, choices, all);
  const many = draft.cases ? all.filter(({ id }) => draft.cases?.has(id)).length : all.length;
  const isReady = cases.failed === undefined && !cases.isReading && many > 0;
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
            onChosen=${(ids: ReadonlySet<string> | undefined) => onDraft(withCases(draft, ids))} onSearch=${(search: Search) => set({ search })} />`
        }
      </section>
      <section aria-label="How to run" class="against">
        <${AimFields} choices=${choices} draft=${draft.aim} onDraft=${(aim: Aim) => set({ aim })} />
        ${runFields(choices, draft, set)}
        ${commandBox(commandLine(runWords(chosen, choices.paths)))}
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

/** What the server is told. */
function chosenOf(
  { aim, seed, faults, isOnRealTime, waivers, cases }: Draft,
  choices: Choices,
  all: readonly ListedCase[],
): Chosen {
  const isFake = isEmbedded(choices, aim.target);
  return {
    ...aim,
    seed,
    faults: isFake ? faults : [],
    isOnRealTime: isFake && isOnRealTime,
    only: cases ? onlyOf(sectionsOf(all), cases) : [],
    ...(waivers === '' ? {} : { waivers }),
  };
}

function withCases({ cases: _, ...draft }: Draft, cases: ReadonlySet<string> | undefined): Draft {
  return { ...draft, ...(cases ? { cases } : {}) };
}

function runFields(choices: Choices, draft: Draft, set: (change: Partial<Draft>) => void): View {
  return view`
    <${DataFields} choices=${choices} draft=${draft} onDraft=${set} />
    ${
      isEmbedded(choices, draft.aim.target) &&
      view`<div class="field"><span></span><label><input type="checkbox" checked=${draft.isOnRealTime} onChange=${() => set({ isOnRealTime: !draft.isOnRealTime })} />
        on real time, through a socket</label></div>`
    }
    <${Field} label="Waivers" value=${draft.waivers} names=${choices.waivers} none="none: every failure counts"
      onValue=${(value: string) => set({ waivers: value })} />`;
}
