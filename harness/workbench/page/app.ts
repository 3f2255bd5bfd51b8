import { useEffect, useRef, useState } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';
import { sumsOf } from '../../../reports/terminal/live-state.ts';
import { thousands } from '../../words/text.ts';
import type { Choices, ListedCase, RunEntry, TargetFlags } from '../protocol.ts';
import { get, type Remote, useRemote } from './api.ts';
import { Choose, type RunDraft } from './choose.ts';
import { Compare } from './compare.ts';
import { Doctor, type DoctorRun, runDoctor } from './doctor.ts';
import { History } from './history.ts';
import { type LatestRun, useLive } from './live.ts';
import { LoadScreen } from './load.ts';
import { failure } from './parts.ts';
import { type ScreenRoute, useRoute } from './route.ts';
import { Run, RunList } from './runs.ts';
import { Watch } from './watch.ts';

/** The workbench: its screens, and what they share. */
export function App(): View {
  const choices = useRemote(() => get<Choices>('/api/choices'), []);
  if (choices.value) return view`<${Bench} choices=${choices.value} />`;
  if (choices.failed?.status === 403) return locked();
  return view`<main class="page">${choices.failed ? failure(choices.failed) : view`<p class="quiet" role="status">Opening …</p>`}</main>`;
}

function locked(): View {
  return view`<main class="page"><h1>This page needs its token</h1>
    <p class="lead">Open the address that “assay ui” printed: it ends with <code>#token=…</code>. A server that was started anew has another.</p></main>`;
}

function Bench({ choices }: { readonly choices: Choices }): View {
  const route = useRoute();
  const live = useLive();
  const isRunning = live.run !== undefined && live.run.end === undefined;
  const [draft, setDraft] = useState<RunDraft>(() => firstDraft(choices));
  const [looked, setLooked] = useState<DoctorRun>();
  const { aim } = draft;
  const cases = useRemote(() => get<readonly ListedCase[]>('/api/cases', { ...aim }), [JSON.stringify(aim)]);
  const runs = useRemote(() => get<readonly RunEntry[]>('/api/runs'), [route.to, isRunning]);
  const name = route.to === 'run' ? route.name : '';
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${TITLES[route.to]} – Assay`;
    if (!isFirst.current) arrive();
    isFirst.current = false;
  }, [route.to, name]);
  const setAim = (next: TargetFlags) => setDraft({ ...draft, aim: next });

  const screen = (): View => {
    switch (route.to) {
      case 'choose':
        return view`<${Choose} choices=${choices} cases=${cases} draft=${draft} isRunning=${isRunning} onDraft=${setDraft} />`;
      case 'load':
        return view`<${LoadScreen} choices=${choices} draft=${draft} isRunning=${isRunning} onDraft=${setDraft} />`;
      case 'doctor':
        return view`<${Doctor} choices=${choices} aim=${aim} look=${looked} onAim=${setAim} onLook=${() => void runDoctor(aim, setLooked)} />`;
      case 'watch':
        return view`<${Watch} live=${live} />`;
      case 'runs':
        return view`<${RunList} runs=${runs} folder=${choices.runs} isRunning=${isRunning} />`;
      case 'run':
        return view`<${Run} key=${route.name} name=${route.name} isRunning=${isRunning} />`;
      case 'compare':
        return view`<${Compare} runs=${runs} before=${route.before} after=${route.after} />`;
      case 'history':
        return view`<${History} targets=${targetsOf(runs)} runs=${runs.value ?? []} />`;
    }
  };
  return view`${masthead(route, live)}${screen()}`;
}

/** Moves the focus of screen readers and the keyboard to the start of the new screen. */
function arrive(): void {
  scrollTo(0, 0);
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
}

function firstDraft({ given, traffic }: Choices): RunDraft {
  return {
    aim: given,
    seed: 1,
    faults: [],
    typedFault: '',
    isOnRealTime: false,
    waivers: '',
    search: { words: '', tag: '' },
    traffic: traffic.find(({ name }) => name === SHORTEST)?.name ?? traffic[0]?.name ?? '',
    engine: 'simulate',
  };
}

/** The load chosen at first: any gateway can bear it. */
const SHORTEST = 'smoke';

const TITLES: Readonly<Record<ScreenRoute['to'], string>> = {
  choose: 'What to run',
  load: 'Load',
  doctor: 'Set-up',
  watch: 'Watch',
  runs: 'Runs',
  run: 'Run',
  compare: 'Compare',
  history: 'History',
};

const PLACES = ['choose', 'load', 'doctor', 'watch', 'runs', 'compare', 'history'] as const;

function masthead(route: ScreenRoute, live: LatestRun): View {
  const here = route.to === 'run' ? 'runs' : route.to;
  return view`<header class="masthead"><div>
    <button type="button" class="skip" onClick=${arrive}>Skip to the page</button>
    <b>Assay</b>
    <nav aria-label="Workbench">${PLACES.map(
      (to) =>
        view`<a href=${`#${to}`} aria-current=${to === here ? 'page' : 'false'}>${TITLES[to]}${to === 'watch' && pulse(live)}</a>`,
    )}</nav></div></header>`;
}

/** The progress of the run, shown on every screen. */
function pulse({ run }: LatestRun): View | false {
  if (!run || run.end) return false;
  const { done, total } = run.state
    ? sumsOf(run.state)
    : { done: run.load?.journeys.begun, total: run.load?.journeys.of };
  return view` <span class="pulse">${done === undefined || total === undefined ? '…' : `${thousands(done)}/${thousands(total)}`}</span>`;
}

function targetsOf(runs: Remote<readonly RunEntry[]>): readonly string[] {
  return [...new Set((runs.value ?? []).flatMap((entry) => (entry.kind === 'run' ? [entry.target] : [])))].sort();
}
