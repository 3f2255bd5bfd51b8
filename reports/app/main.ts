import '../html/style/report.css';
import { LANES, type PackedLanes, readLanes } from '../html/lanes-packed.ts';
import { type Archive, heldAt, openArchive } from './archive.ts';
import { type CaseBrowser, caseBrowser } from './case-browser.ts';
import { copyOnClick } from './copy.ts';
import { listenToKeys } from './keys.ts';
import { matrixFilter } from './matrix.ts';
import { completeLinks, element, markSection, nextStop, unfold, unfoldForPrint, whenNear } from './places.ts';
import { drawRecorder } from './recorder.ts';
import { ANY_CASE, caseHref, casesHref, hrefOf, type Route, readRoute } from './route.ts';

// The app of a report: it lists, filters and opens the cases that the page holds as data, filters the promises, and follows
// links and keys. The address describes what a reader sees, so that it can be shared.

const report = element('report');
const viewer = element('case-view');
const { title } = document;

let cases: CaseBrowser | undefined;
let route = readRoute(location.hash);
/** Where the reader was before opening a case: address and scroll position. */
let left = { hash: '#cases', scrollY: 0 };
let scrollY = 0;

const promises = matrixFilter(report, replaceAddress);
copyOnClick();
completeLinks(report);
markSection(report);
unfoldForPrint(report);
listenToKeys({
  search: goToSearch,
  step,
  back: () => {
    if (route.to === 'case') location.hash = left.hash;
  },
});
addEventListener('hashchange', () => go(route));
addEventListener('scroll', () => {
  if (route.to !== 'case') scrollY = window.scrollY;
});
show();
arrive();
openArchive().then((archive) => {
  if (archive === undefined) return;
  const onFilter = (filter: typeof ANY_CASE) => replaceAddress(casesHref(filter));
  cases = caseBrowser({ archive, list: element('case-list'), viewer, onFilter });
  cases.list(route.to === 'cases' ? route.filter : ANY_CASE);
  if (route.to === 'case') cases.open(route.id, left.hash);
  if (route.to === 'cases') arrive();
  whenNear('recorder', () => void record(archive));
});

/** Draws the recorder in place of its version without script; its data comes after that of the list. */
async function record(archive: Archive): Promise<void> {
  const packed = await heldAt<PackedLanes>(LANES);
  if (packed === undefined) return;
  const { ids } = archive.run.cases;
  drawRecorder({
    lanes: readLanes(packed, (place) => ids[place] ?? ''),
    hrefOf: caseHref,
    deliveryAt: async (place, { seq, name }) => {
      const moments = (await archive.caseAt(place))?.moments ?? [];
      const came = moments.filter((each) => each.kind === 'arrival').filter(({ delivery }) => delivery.seq === seq);
      return came.find(({ event }) => event.name === name) ?? came[0];
    },
  });
}

/** Follows a new address. */
function go(before: Route): void {
  route = readRoute(location.hash);
  // The browser itself goes to an arrow of the open case.
  if (before.to === 'case' && route.to === 'case' && before.id === route.id) return;
  if (before.to !== 'case' && route.to === 'case') left = { hash: addressOf(before), scrollY };
  show();
  if (route.to === 'case') {
    cases?.open(route.id, left.hash);
    return;
  }
  if (route.to === 'cases') cases?.list(route.filter);
  if (before.to === 'case') {
    cases?.close();
    document.title = title;
    if (left.hash === location.hash) {
      window.scrollTo(0, left.scrollY);
      cases?.focus(before.id);
      return;
    }
  }
  arrive();
}

/** Shows the report or a case, as the address says. */
function show(): void {
  viewer.hidden = route.to !== 'case';
  report.hidden = route.to === 'case';
  if (route.to === 'promises') promises.show(route.filter);
}

/** Goes to the place that the address names, and opens what is folded around it. */
function arrive(): void {
  if (route.to === 'cases' || route.to === 'promises') element(route.to).scrollIntoView();
  if (route.to !== 'place' || route.anchor === '') return;
  const found = document.getElementById(location.hash.slice(1)) ?? document.getElementById(route.anchor);
  if (found === null) return;
  if (found.hidden) promises.show();
  unfold(found);
  found.scrollIntoView();
  found.focus({ preventScroll: true });
}

/** Changes the address without navigation: filtering must not fill the history with half-typed words. */
function replaceAddress(hash: string): void {
  history.replaceState(null, '', hash);
  route = readRoute(hash);
}

function addressOf(of: Route): string {
  return of.to === 'place' && of.anchor === '' ? '#cases' : hrefOf(of);
}

function goToSearch(): void {
  const among = report.querySelector('#promises')?.contains(document.activeElement) ? 'row-search' : 'case-search';
  if (route.to === 'case') location.hash = '#cases';
  // After the list has replaced the case.
  requestAnimationFrame(() => {
    const field = document.getElementById(among);
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  });
}

/** Goes to the next or previous failure, promise or case. */
function step(by: 1 | -1): void {
  if (route.to === 'case') {
    const id = cases?.beside(route.id, by);
    if (id !== undefined) location.replace(caseHref(id));
    return;
  }
  const line = document.activeElement?.closest<HTMLAnchorElement>('.case-line');
  const at = readRoute(line?.hash ?? '');
  const next = at.to === 'case' ? cases?.beside(at.id, by) : undefined;
  if (next !== undefined) {
    cases?.focus(next);
    return;
  }
  const stop = nextStop(report, by);
  if (stop === undefined) {
    if (by === 1 && !line) cases?.focus();
    return;
  }
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: 'nearest' });
}
