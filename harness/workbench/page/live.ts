import { useEffect, useState } from 'preact/hooks';
import { type Lane, troubleOf } from '../../../reports/story/lane.ts';
import type { LiveState } from '../../../reports/terminal/live-state.ts';
import type { CameKci, EndedCase, LiveNews, LiveStand, LoadStand, WorkKind } from '../protocol.ts';
import { type Failed, failedOf, listenTo } from './api.ts';

/** The latest run, as far as the page knows it. */
export interface ShownRun {
  readonly work: WorkKind;
  readonly run: string;
  readonly command: string;
  readonly isStopping: boolean;
  /** What the operator of the gateway is asked to do. */
  readonly question?: string | null;
  readonly state?: LiveState;
  /** The progress of a load. */
  readonly load?: LoadStand;
  /** The finished intervals of a load. */
  readonly measured: LoadStand['intervals'];
  /** Cases that did not pass, by id, each with its latest news. */
  readonly troubled: ReadonlyMap<string, EndedCase>;
  /** Cases that ended, the latest first. */
  readonly ended: readonly EndedCase[];
  readonly kcis: readonly CameKci[];
  /** Every order with news, by id. */
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly end?: Omit<Extract<LiveNews, { type: 'ended' }>, 'type'>;
}

/** How many lines are kept; the report has the rest. */
const KEPT = 60;

/** The state of a run that has just begun. */
const NOTHING = { isStopping: false, troubled: new Map(), ended: [], kcis: [], lanes: new Map(), measured: [] };

/** The page's state after some news. */
export function afterNews(before: ShownRun | undefined, news: readonly (LiveNews | LiveStand)[]): ShownRun | undefined {
  return news.reduce(after, before);
}

function after(live: ShownRun | undefined, news: LiveNews | LiveStand): ShownRun | undefined {
  if (news.type === 'begun') {
    const { work, run, command } = news;
    return { work, run, command, ...NOTHING };
  }
  if (!live) return undefined;
  switch (news.type) {
    case 'cases':
      return { ...live, ended: latest(news.cases, live.ended), troubled: withTroubled(live.troubled, news.cases) };
    case 'kcis':
      return { ...live, kcis: latest(news.kcis, live.kcis), lanes: withMarks(live.lanes, news.kcis) };
    case 'lanes':
      return { ...live, lanes: withLanes(live.lanes, news.lanes) };
    case 'measured':
      return { ...live, measured: [...live.measured, ...news.intervals] };
    case 'stand':
      return { ...live, state: news.state };
    case 'load-stand':
      return { ...live, load: news.load };
    case 'asks':
      return { ...live, question: news.question };
    case 'stopping':
      return { ...live, isStopping: true };
    case 'ended': {
      const { type: _, ...end } = news;
      return { ...live, end };
    }
  }
}

function latest<T>(came: readonly T[], before: readonly T[]): readonly T[] {
  return [...came.slice(-KEPT).toReversed(), ...before].slice(0, KEPT);
}

function withMarks(before: ReadonlyMap<string, Lane>, kcis: readonly CameKci[]): ReadonlyMap<string, Lane> {
  const lanes = new Map(before);
  for (const { orderId: order, lane } of kcis) {
    if (order === undefined || lane === undefined) continue;
    lanes.set(order, { case: lane.case, order, marks: [...(lanes.get(order)?.marks ?? []), lane.mark] });
  }
  return lanes;
}

/** A load has more orders than anyone can follow live: of the orders on course, only the first are kept. */
const MAX_LANES = 10_000;

function withLanes(before: ReadonlyMap<string, Lane>, lanes: readonly Lane[]): ReadonlyMap<string, Lane> {
  const room = MAX_LANES - before.size;
  const kept = lanes.filter((lane, nth) => nth < room || troubleOf(lane) !== undefined);
  return kept.length === 0 ? before : new Map([...before, ...kept.map((lane) => [lane.order, lane] as const)]);
}

/** Late events may fail a case that had passed. */
function withTroubled(
  before: ReadonlyMap<string, EndedCase>,
  cases: readonly EndedCase[],
): ReadonlyMap<string, EndedCase> {
  const troubled = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive');
  return troubled.length === 0 ? before : new Map([...before, ...troubled.map((each) => [each.id, each] as const)]);
}

/** The latest run, and whether the connection is lost. */
export interface LatestRun {
  readonly run?: ShownRun | undefined;
  readonly lost?: Failed;
}

/** How long to wait after a broken connection before trying again. */
const AGAIN_MS = 2_000;

/** Follows the latest run for as long as the page is open. */
export function useLive(): LatestRun {
  const [live, setLive] = useState<LatestRun>({});
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = async (): Promise<void> => {
      let run: ShownRun | undefined;
      try {
        await listenTo<readonly (LiveNews | LiveStand)[]>('/api/live', {}, end.signal, (news) => {
          run = afterNews(run, news);
          setLive({ run });
        });
        throw new TypeError('the connection ended');
      } catch (error) {
        if (end.signal.aborted) return;
        const lost = failedOf(error);
        setLive((before) => ({ ...before, lost }));
        // A refused caller would be refused again.
        if (lost.status !== 403) timer = setTimeout(hear, AGAIN_MS);
      }
    };
    void hear();
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, []);
  return live;
}

/** What the exit code of a run or a load means (assay --help, “Exit code”). */
export function endWords(
  code: number | null,
  { work, isStopping, troubled, state }: Pick<ShownRun, 'work' | 'isStopping' | 'troubled' | 'state'>,
): string {
  const has = (outcome: string): boolean => [...troubled.values()].some((each) => each.outcome === outcome);
  const isLoad = work === 'load';
  switch (code) {
    case 0:
      if (isLoad) return 'Thresholds met';
      if (has('failed')) return 'Every failure is waived';
      return state?.partOf === undefined ? 'Every case passed' : 'Every case of this part passed';
    case 1:
      return isLoad ? 'Thresholds met, but some journeys failed' : 'Not every case passed';
    case 2:
      return 'Not started: the input is wrong';
    case 3:
      return isLoad ? 'Incomplete: broken off, or its generator did not keep up' : 'The environment failed';
    case 4:
      return has('inconclusive') ? 'Not all could be tested' : 'A waiver is stale or has expired';
    case 99:
      return 'Thresholds crossed';
    case 130:
    case 143:
      return 'Stopped before its end';
    case null:
      return isStopping ? 'Stopped at once, without reports' : 'Ended by the system';
    default:
      return `Ended with status ${code}`;
  }
}
