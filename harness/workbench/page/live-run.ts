import type { LiveState } from '../../../reports/terminal/live-state.ts';
import type { CameKci, EndedCase, LiveNews, LiveStand, LoadStand, Work } from '../protocol.ts';

/** The run that was started last, as far as the page was told. */
export interface LiveRun {
  readonly work: Work;
  readonly run: string;
  readonly command: string;
  readonly isStopping: boolean;
  /** What the operator of the gateway is asked for. */
  readonly question?: string | null;
  readonly state?: LiveState;
  /** Where it stands, if it is a load. */
  readonly load?: LoadStand;
  /** Cases that did not pass, by id, each as it was told last. */
  readonly troubled: ReadonlyMap<string, EndedCase>;
  /** The latest first. */
  readonly ended: readonly EndedCase[];
  readonly kcis: readonly CameKci[];
  readonly end?: { readonly code: number | null; readonly said: string; readonly reportAt?: string };
}

/** What has scrolled away is in the report. */
const KEPT = 60;

/** What the page knows after it was told something. */
export function afterNews(before: LiveRun | undefined, news: readonly (LiveNews | LiveStand)[]): LiveRun | undefined {
  return news.reduce(after, before);
}

function after(live: LiveRun | undefined, news: LiveNews | LiveStand): LiveRun | undefined {
  if (news.type === 'begun') {
    const { work, run, command } = news;
    return { work, run, command, isStopping: false, troubled: new Map(), ended: [], kcis: [] };
  }
  if (!live) return undefined;
  switch (news.type) {
    case 'cases':
      return { ...live, ended: latest(news.cases, live.ended), troubled: withTroubled(live.troubled, news.cases) };
    case 'kcis':
      return { ...live, kcis: latest(news.kcis, live.kcis) };
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

/** What arrives late may fail a case that had passed. */
function withTroubled(
  before: ReadonlyMap<string, EndedCase>,
  cases: readonly EndedCase[],
): ReadonlyMap<string, EndedCase> {
  const troubled = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive');
  return troubled.length === 0 ? before : new Map([...before, ...troubled.map((each) => [each.id, each] as const)]);
}
