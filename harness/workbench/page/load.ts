import { type View, view } from '../../../reports/html/view.ts';
import { type Choices, type ChosenLoad, ENGINES, type Printed } from '../protocol.ts';
import { formatCommand, loadWords } from '../words.ts';
import { begin, post, useAct, useRemote } from './api.ts';
import { aimedOf, type ChooseProps, type RunDraft } from './choose.ts';
import { AimFields, DataFields, Field, isEmbedded, Select } from './fields.ts';
import { commandBox, failure, otherRun } from './parts.ts';

type Engine = ChosenLoad['engine'];

/** Choosing a load: its traffic, engine and target. Shows what would be sent before anything is. */
export function LoadScreen({ choices, draft, isRunning, onDraft }: Omit<ChooseProps, 'cases'>): View {
  const starting = useAct();
  const isFake = isEmbedded(choices, draft.aim.target);
  const chosen = chosenOf(draft, choices);
  const preview = useRemote(() => post<Printed>('/api/load/preview', chosen), [JSON.stringify(chosen)]);
  const set = (change: Partial<RunDraft>) => onDraft({ ...draft, ...change });
  const start = () => begin(starting, '/api/load/start', chosen);
  const isHeld =
    preview.isReading ||
    preview.failed !== undefined ||
    isRunning ||
    starting.isUnderWay ||
    (isFake && draft.typedFault !== '');
  return view`<main class="page load">
    <h1>Which load</h1>
    <div class="columns">
      <section aria-label="What to send" class="what">
        ${trafficField(choices, draft, (traffic) => set({ traffic }))}
        <${Select} label="Sent by" value=${chosen.engine} options=${enginesFor(isFake).map((each) => [each, ENGINE_WORDS[each]])} onValue=${(engine: Engine) => set({ engine })} />
        <h2>What would be sent</h2>
        <div aria-busy=${String(preview.isReading)}>
          ${failure(preview.failed)}
          ${preview.failed === undefined && view`<pre class="preview" role="status" tabindex="0">${preview.value?.said.trimEnd() ?? 'Reading …'}</pre>`}
        </div>
      </section>
      <section aria-label="Against what" class="against">
        <${AimFields} choices=${choices} draft=${draft.aim} onDraft=${(aim: RunDraft['aim']) => set({ aim })} />
        <${DataFields} choices=${choices} draft=${draft} onDraft=${set} />
        ${commandBox(formatCommand(loadWords(chosen)))}
        <div class="buttons"><button type="button" class="main" disabled=${isHeld} onClick=${start}>Begin the load</button>
          ${preview.failed && view`<button type="button" onClick=${preview.again}>Read the files again</button>`}</div>
        ${isRunning && otherRun()}
        ${failure(starting.failed)}
      </section>
    </div>
  </main>`;
}

function trafficField({ traffic }: Choices, draft: RunDraft, onTraffic: (name: string) => void): View {
  const title = traffic.find(({ name }) => name === draft.traffic)?.title;
  return view`<${Field} label="Traffic" value=${draft.traffic} names=${traffic.map(({ name }) => name)}
      onValue=${(name: string) => name !== '' && onTraffic(name)} />
    ${title !== undefined && view`<div class="field"><span></span><span class="quiet">${title}</span></div>`}`;
}

const ENGINE_WORDS: Readonly<Record<Engine, string>> = {
  simulate: 'the runner, on simulated time: hours pass in seconds',
  native: 'the runner, on real time',
  k6: 'k6, on real time',
};

/** Only the embedded fake has virtual time; for other targets `simulate` would be the same as `native`. */
function enginesFor(isFake: boolean): readonly Engine[] {
  return ENGINES.filter((each) => isFake || each !== 'simulate');
}

/** The choice as sent to the server. */
function chosenOf(draft: RunDraft, choices: Choices): ChosenLoad {
  const { traffic, engine, aim } = draft;
  const engines = enginesFor(isEmbedded(choices, aim.target));
  return { ...aimedOf(draft, choices), traffic, engine: engines.includes(engine) ? engine : 'native' };
}
