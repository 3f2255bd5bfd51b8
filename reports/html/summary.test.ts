import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Check, Verdict } from '../../harness/model.ts';
import { alike } from '../story/groups.ts';
import { allFound, runStory } from '../story/run-story.ts';
import type { CaseStory } from '../story/story.ts';
import { failed, Sample } from '../testing/sample.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { banner, goLiveSummary } from './summary.ts';

/** The lines that say what failed, of two cases that both break each of these rows by a check of its own. */
function linesOf(...requirements: readonly string[]): readonly string[] {
  const run = new Sample();
  for (const nth of [41, 42]) {
    const id = `orders/${nth}`;
    const finding = { summary: `order ${nth}: FINISHED did not come`, expected: 'FINISHED', actual: 'no event came' };
    run.exchange(id, 'placed', { id: nth }, 202);
    const findings: Check[] = requirements.map((row) =>
      failed(id, `kci.${row}`, finding, { step: 'placed', requirements: [row] }),
    );
    run.case(id, 'An order', 'failed', { findings });
  }
  const input = run.end();
  const groups = alike(allFound(runStory(input)));
  const html = render(goLiveSummary(input, { failures: groups, waived: [] }, [], []) as VNode);
  return [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) =>
    line
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

test('what many cases have is told without the order of one of them', () => {
  expect(linesOf('KCI-03')).toEqual(['FINISHED did not come KCI-03 · 2 cases']);
});

test('kinds of failure that are called the same are told apart by what they break', () => {
  expect(linesOf('KCI-03', 'KCI-05')).toEqual([
    'FINISHED did not come KCI-03 · 2 cases',
    'FINISHED did not come KCI-05 · 2 cases',
  ]);
});

test('what the target declares to lack is named where the cases stand that need it', () => {
  const excused = {
    outcome: 'not-applicable',
    reason: 'capability-declared-absent',
    stories: [{}, {}] as CaseStory[],
    anchor: 'a',
  } as const;
  const input = { ...sampleInput(), lacks: ['noSlots', 'ENNI_ID'] };
  expect(render(goLiveSummary(input, { failures: [], waived: [] }, [excused], []) as VNode)).toContain(
    '>The target declares that it lacks the capability: noSlots, ENNI_ID</a> <b>2 cases</b>',
  );
});

test('a clock of the gateway that is not ours is told beside the verdict', () => {
  const input = sampleInput();
  const said = (clock?: Verdict['clock']): string =>
    render(banner(runStory({ ...input, verdict: { ...input.verdict, ...(clock ? { clock } : {}) } }), []) as VNode);
  expect(said({ aheadMs: 95_000, uncertaintyMs: 20 })).toContain(
    '<dt>Clock</dt><dd>The gateway’s is 1 min 35 s ahead of ours, give or take 1 s</dd>',
  );
  expect(said()).not.toContain('Clock');
});
