import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { reporters } from '../../../reports/index.ts';
import { loadHtml } from '../../../reports/load/html.ts';
import { crossedLoad } from '../../../reports/load/testing/sample.ts';
import { startBrowser } from '../../../reports/testing/browser.ts';
import { scaleInput } from '../../../reports/testing/scale-sample.ts';
import { median } from './median.ts';

/** What a report of so many cases costs: to make, to send, to open and to scroll. */
interface ReportCost {
  readonly cases: number;
  readonly madeMs: number;
  readonly sizeMb: number;
  /** Until the verdict can be read. */
  readonly firstPaintMs: number;
  /** Until all cases are listed, and the page answers. */
  readonly listedMs: number;
  /** From a click on a case in the middle until its journey is there. */
  readonly caseMs: number;
  /** The times of frames while the list is scrolled from one end to the other: the usual, and the longest. */
  readonly frameMs: number;
  readonly longestFrameMs: number;
  /** The longest frame while all orders are scrolled in the recorder. */
  readonly longestLaneFrameMs: number;
  /** How far things moved by themselves while it opened (Cumulative Layout Shift). */
  readonly shift: number;
}

const ROUNDS = 3;
/** Frames of one scroll from the first case to the last. */
const FRAMES = 240;

/** The longest frame while so many orders of a load are scrolled in the recorder, and what its page weighs. */
export async function loadRecorderScale(orders: number): Promise<{ longestLaneFrameMs: number; sizeMb: number }> {
  const mark = { seq: 1, name: 'STARTED', atMs: 30_000, how: 'right' } as const;
  const lanes = Array.from({ length: orders }, (_, nth) => ({
    case: `orders/provide-new@${nth}`,
    order: String(1_000_000 + nth),
    marks: [mark, { ...mark, seq: 2, atMs: 60_000 + nth }, { ...mark, seq: 3, name: 'FINISHED', atMs: 90_000 + nth }],
    ...(nth % 9 === 0 && { missing: { names: ['FINISHED'], why: 'FINISHED did not come' } }),
  }));
  const { record, profile } = scaleInput(1);
  const html = loadHtml(crossedLoad(), { record, profile, lanes });
  return inBrowser(async (browser, folder) => {
    const file = join(folder, 'load.html');
    writeFileSync(file, html);
    const frames: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(pathToFileURL(file).href);
      frames.push(Math.max(...(await laneFramesOf(page))));
      await page.close();
    }
    return { longestLaneFrameMs: median(frames), sizeMb: Buffer.byteLength(html) / 1e6 };
  });
}

async function laneFramesOf(page: Page): Promise<number[]> {
  await page.evaluate(`document.getElementById('recorder').scrollIntoView()`);
  await page.locator('.lane-row').first().waitFor();
  await page.waitForTimeout(500);
  return framesOf(page, `document.querySelector('.lane-box')`);
}

async function inBrowser<T>(look: (browser: Browser, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-scale-'));
  const browser = await startBrowser();
  try {
    return await look(browser, folder);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens reports of those sizes in a browser, each several times; the medians. */
export async function reportScale(sizes: readonly number[]): Promise<ReportCost[]> {
  return inBrowser(async (browser, folder) => {
    const costs: ReportCost[] = [];
    for (const cases of sizes) {
      const input = scaleInput(cases);
      const before = performance.now();
      const page = reporters.html.render(input);
      const madeMs = performance.now() - before;
      const file = join(folder, `${cases}.html`);
      writeFileSync(file, page);
      const seen: Seen[] = [];
      for (let round = 0; round < ROUNDS; round += 1) seen.push(await look(browser, pathToFileURL(file).href));
      const middle = (of: keyof Seen): number => median(seen.map((each) => each[of]));
      costs.push({
        cases,
        madeMs,
        sizeMb: Buffer.byteLength(page) / 1e6,
        firstPaintMs: middle('firstPaintMs'),
        listedMs: middle('listedMs'),
        caseMs: middle('caseMs'),
        frameMs: middle('frameMs'),
        longestFrameMs: middle('longestFrameMs'),
        longestLaneFrameMs: middle('longestLaneFrameMs'),
        shift: Math.max(...seen.map(({ shift }) => shift)),
      });
    }
    return costs;
  });
}

type Seen = Pick<
  ReportCost,
  'firstPaintMs' | 'listedMs' | 'caseMs' | 'frameMs' | 'longestFrameMs' | 'longestLaneFrameMs' | 'shift'
>;

async function look(browser: Browser, url: string): Promise<Seen> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    // Watches from the first moment on; texts, since they run in the page.
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
      const watch = () => {
        if (document.querySelector('.case-line')) window.listedMs = performance.now();
        else requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);`);
    await page.goto(url, { waitUntil: 'load' });
    // Not `waitForFunction`, which the policy of the page forbids where it has to ask twice.
    const opened = await page.evaluate<{
      listedMs: number;
      firstPaintMs: number;
      shift: number;
    }>(`new Promise((done) => {
      const look = () => window.listedMs === undefined ? requestAnimationFrame(look) : done({
        listedMs: window.listedMs,
        firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        shift: window.shift,
      });
      look();
    })`);
    const frames = await framesOf(page, 'document.scrollingElement');
    const laneFrames = await laneFramesOf(page);
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight / 2)`);
    await page.waitForTimeout(200);
    const caseMs = await page.evaluate<number>(`new Promise((done) => {
      const from = performance.now();
      const watch = () => document.querySelector('#case-view .lanes') ? done(performance.now() - from) : requestAnimationFrame(watch);
      const lines = [...document.querySelectorAll('.case-line')];
      lines[lines.length >> 1].click();
      requestAnimationFrame(watch);
    })`);
    return {
      ...opened,
      caseMs,
      frameMs: median(frames),
      longestFrameMs: Math.max(...frames),
      longestLaneFrameMs: Math.max(...laneFrames),
    };
  } finally {
    await page.close();
  }
}

/** The times of frames while something is scrolled from one end to the other. */
function framesOf(page: Page, scroller: string): Promise<number[]> {
  return page.evaluate<number[]>(`new Promise((done) => {
    const box = ${scroller};
    const frames = [];
    const far = box.scrollHeight - box.clientHeight;
    let last = performance.now();
    let n = 0;
    const next = (now) => {
      frames.push(now - last);
      last = now;
      n += 1;
      if (n > ${FRAMES}) return done(frames.slice(1));
      box.scrollTop = (far * n) / ${FRAMES};
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);
}

if (process.argv[1] === import.meta.filename) {
  const sizes = process.argv.slice(2).map(Number);
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value);
  const costs = [...(await reportScale(sizes.length > 0 ? sizes : [500, 100_000])), await loadRecorderScale(100_000)];
  for (const cost of costs) process.stdout.write(`${JSON.stringify(cost, rounded)}\n`);
}
