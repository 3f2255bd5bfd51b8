import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import type { Journey, Json, KciProfile, ScenarioKci } from '../../../harness/model.ts';
import type { ReportInput } from '../../input.ts';
import { runStory } from '../../story/run-story.ts';
import { failed, ofCourse, Sample, START } from '../../testing/sample.ts';
import { call, owed, parallel } from '../../testing/sample-journey.ts';
import { HOSTILE, hostileInput } from '../../testing/sample-runs.ts';
import { journeyView } from './journey.ts';

const ID = 'orders/sample';

function markup(
  input: ReportInput,
  clock: 'virtual' | 'real' = 'virtual',
  profile: KciProfile = input.profile,
): string {
  const [story] = runStory({ ...input, profile }).stories;
  if (story === undefined) throw new Error('there is no story');
  return render(journeyView(story, { profile, clock, depth: 'whole' }) as VNode);
}

/** The lines of the diagram as a screen reader meets them, closed. */
function diagramLines(html: string): string[] {
  const list = /<ol class="lanes"[^>]*>([\s\S]*)<\/ol>/.exec(html)?.[1] ?? '';
  return list
    .split(/<li /)
    .slice(1)
    .flatMap((each) => {
      const closed = each.replace(/<div class="panel">[\s\S]*<\/div><\/details>/, '');
      const words = `<${closed}`
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      return words === '' || each.includes('aria-hidden="true"') ? [] : [words];
    });
}

function told(run: Sample, journey: Partial<Journey>): string[] {
  run.case(ID, 'An order', 'passed', { journey });
  return diagramLines(markup(run.end()));
}

describe('the sequence diagram', () => {
  test('is a list of what happened, with the waits in between and what was not reached at the end', () => {
    const run = new Sample();
    run.note({ type: 'site-leased', journey: ID, name: 'site', role: 'free', site: { id: '1', type: 'UPRN' } });
    run.exchange(ID, 'placed', { id: 41 }, 202);
    run.deliver({ what: 'STARTED', of: 41, number: 1 });
    run.note({ type: 'wait-ended', journey: ID, wait: 'await', startedAt: START, ended: 'met' }, 0);
    const { pattern } = owed('placed', 'STARTED');
    const await_ = {
      kind: 'await',
      name: 'await',
      for: '$placed',
      pattern,
      withinMs: 1,
      span: owed('a', 'A').span,
    } as const;
    expect(told(run, { steps: [call('placed'), await_, call('amend')] })).toEqual([
      '+0 ms site: free UPRN 1',
      '+10 ms placed POST …/placed placed: 202 12 ms · expected 202',
      '1 min 30 s later',
      '+1 min 30 s STARTED #1 answered 204',
      '+1 min 30 s waited 1 min 30 s for STARTED: came',
      'amend POST …/order: not sent',
    ]);
  });

  test('says of each request what is special about it', () => {
    const run = new Sample();
    for (const step of ['bad', 'good', 'steered', 'own']) run.exchange(ID, step, { id: 1 }, 202);
    const defect = { kind: 'omit', at: '/body/id' } as const;
    const steps = [
      call('bad', { role: 'negative' }, { defect }),
      call('good', { role: 'control' }),
      call('steered', { steer: { outcome: 'LATE' } }),
      call('own', {}, { defect: { kind: 'set', at: '/headers/Tenant', value: 'X' } }),
    ];
    expect(
      told(run, { steps }).map((line) => line.replace(/^\+\d+ ms \w+ POST \S+ /, '').replace(/ \w+: 202.*/, '')),
    ).toEqual([
      'negative: without body/id',
      'control: the same, without the fault',
      'asked to end as LATE',
      'on purpose: with another header Tenant: &quot;X&quot;',
    ]);
  });

  test('draws requests that were sent at once beside each other, and names whose answer comes', () => {
    const run = new Sample();
    run.together(ID, ['first', 'second', 'third']);
    run.case(ID, 'An order', 'passed', {
      journey: { steps: [parallel(call('first'), call('second'), call('third'))] },
    });
    const html = markup(run.end());
    expect(diagramLines(html).map((line) => line.replace(/^\+\d+ ms /, ''))).toEqual([
      'first POST …/first together with 2 others',
      'second POST …/second together with 2 others',
      'third POST …/third together with 2 others third: 202 12 ms · expected 202',
      'second: 202 12 ms · expected 202',
      'first: 202 12 ms · expected 202',
    ]);
    expect(html.match(/busy b\d(?: begins| ends)?/g)).toEqual([
      'busy b0 begins',
      'busy b0',
      'busy b1 begins',
      'busy b0',
      'busy b1',
      'busy b2 ends',
      'busy b0',
      'busy b1 ends',
      'busy b0 ends',
    ]);
  });

  test('says whether its time is virtual, and when it begins', () => {
    const run = new Sample();
    run.exchange(ID, 'placed', { id: 41 }, 202);
    run.case(ID, 'An order', 'passed');
    const input = run.end();
    expect(markup(input, 'virtual')).toContain('simulated time</span> from 2026-03-02 08:59:59 UTC');
    expect(markup(input, 'real')).toContain('real time</span> from 2026-03-02 08:59:59 UTC');
  });

  test('each arrow opens headers, bodies with the marked place, the request as a command, and the way back', () => {
    const run = new Sample();
    const seq = run.exchange(ID, 'placed', { id: 41 }, 202, { status: 'OK' });
    const finding = { summary: 'a body', expected: 'no body', actual: 'one', pointer: '/status' };
    const findings = [failed(ID, 'http.empty-body', finding, { step: 'placed', seq })];
    run.case(ID, 'An order', 'failed', { findings, journey: { steps: [call('placed')] } });
    const html = markup(run.end());
    expect(html).toContain('<mark>&quot;status&quot;: &quot;OK&quot;</mark><ins>  expected no body</ins>');
    expect(html).toContain('<pre class="headers" tabindex="0">X-Conversation-ID: talk-orders/sample</pre>');
    expect(html).toContain(
      '<summary>As it came, 15 bytes</summary><pre tabindex="0">{&quot;status&quot;:&quot;OK&quot;}</pre>',
    );
    expect(html).toContain('curl --include --globoff');
    expect(html).toContain('<pre class="copy" tabindex="0">npx assay certify --seed 7 --only orders/sample</pre>');
    expect(diagramLines(html).at(-1)).toContain('placed: 202 12 ms · expected 202');
  });
});

describe('the track', () => {
  const MORE: KciProfile['events'] = { MIDDLE: { when: ['MIDDLE'] } };

  function track(
    names: readonly string[],
    check?: string,
    pattern: Json = ['STARTED', 'MIDDLE', 'FINISHED'],
    more: Partial<ScenarioKci> = { never: ['BROKEN'] },
  ): string {
    const run = new Sample();
    const order = run.exchange(ID, 'placed', { id: 41 }, 202);
    const seqs = names.map((what, i) => run.deliver({ what, of: 41, number: i + 1 }));
    const kci = owed('placed', pattern, more);
    const words = { summary: 'order 41: it came otherwise', expected: 'a', actual: 'b' };
    const is = check === 'missing' ? 'nothing-more-came' : check === 'kci.silence' ? 'not-silent' : 'event-out-of-turn';
    const finding = ofCourse(is, words, names.at(-1));
    const seq = check !== 'missing' ? (seqs.at(-1) ?? order) : order;
    const findings = check === undefined ? [] : [failed(ID, 'kci.sequence', finding, { seq, span: kci.span })];
    run.case(ID, 'An order', findings.length > 0 ? 'failed' : 'passed', {
      findings,
      journey: { steps: [call('placed')], kci: [kci], values: { ids: { placed: 41 } } },
    });
    const input = run.end();
    return markup(input, 'virtual', { ...input.profile, events: { ...input.profile.events, ...MORE } });
  }

  const words = (html: string, of: RegExp) =>
    [...html.matchAll(of)].map(([, inner = '']) =>
      inner
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  const events = (html: string) =>
    words(/<ol class="came">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? '', /<li>([\s\S]*?)<\/li>/g);
  const lines = (html: string) =>
    words(
      html.slice(html.indexOf('<ol class="came">'), html.indexOf('<ol class="lanes"')),
      /<p[^>]*>([\s\S]*?)<\/p>/g,
    ).slice(0, 2);
  const signs = (html: string) => [...html.matchAll(/class="sign ([a-z]+)"/g)].map(([, how]) => how);

  test('shows on a scale of time each event as owed, in words and in the diagram, and what else is owed', () => {
    const html = track(['STARTED', 'MIDDLE', 'FINISHED']);
    expect(events(html)).toEqual(['STARTED +1 min 30 s #1', 'MIDDLE +3 min #2', 'FINISHED +4 min 30 s #3']);
    expect(signs(html)).toEqual(['right', 'right', 'right']);
    expect(html).toContain('All within 5 d of the order · never BROKEN · times since the order was answered');
    expect(html).toContain('<span class="tag passed">complete</span>');
  });

  test('shows what is wrong with an event that is in its place: late, or another at its second coming', () => {
    const run = new Sample();
    run.exchange(ID, 'placed', { id: 41 }, 202);
    const seqs = ['STARTED', 'FINISHED'].map((what, i) => run.deliver({ what, of: 41, number: i + 1 }));
    const again = run.deliver({ what: 'STARTED', of: 41, number: 1 });
    const finding = (kind: string, expected: string, is: 'first-late' | 'came-again-otherwise') =>
      ofCourse(is, { summary: `order 41: ${kind}`, kind, expected, actual: '' }, 'STARTED');
    const findings = [
      failed(ID, 'kci.timing', finding('an event came late', '1m', 'first-late'), { seq: seqs[0] ?? 0 }),
      failed(ID, 'kci.delivery', finding('another content', 'the same', 'came-again-otherwise'), { seq: again }),
    ];
    const kci = owed('placed', ['STARTED', 'FINISHED']);
    const journey = { steps: [call('placed')], kci: [kci], values: { ids: { placed: 41 } } };
    run.case(ID, 'An order', 'failed', { findings, journey });
    const html = markup(run.end());
    expect(signs(html)).toEqual(['late', 'right', 'changed']);
    expect(events(html)).toEqual([
      'STARTED +1 min 30 s #1 an event came late: expected 1m',
      'FINISHED +3 min #2',
      'STARTED +4 min 30 s #1 another content: expected the same not counted',
    ]);
    expect(html).toContain('<span class="tag failed">complete, not as expected</span>');
  });

  test('shows where the course was left, what was due there, and what it did not come to', () => {
    const html = track(['STARTED', 'FINISHED'], 'kci.sequence');
    expect(events(html)).toEqual(['STARTED +1 min 30 s #1', 'FINISHED +3 min #2']);
    expect(signs(html)).toEqual(['right', 'early']);
    expect(lines(html)).toEqual(['FINISHED came where MIDDLE was due', 'Not reached: MIDDLE, FINISHED']);
  });

  test('shows what never came, once there and once at the end of the diagram', () => {
    const html = track(['STARTED'], 'missing');
    expect(signs(html)).toEqual(['right', 'missing']);
    expect(lines(html)).toEqual(['MIDDLE did not come within 5 d', 'Not reached: FINISHED']);
    expect(diagramLines(html).at(-1)).toBe('MIDDLE did not come order 41: it came otherwise');
  });

  test('of several ways, those that were not taken are not missed', () => {
    const long = ['MIDDLE{2,9}', 'BROKEN'];
    expect(track(['STARTED', 'FINISHED'], undefined, ['STARTED', { 'one-of': [long, 'FINISHED'] }])).not.toContain(
      'Not reached',
    );
    const open = track(['STARTED'], 'missing', ['STARTED', { 'one-of': ['BROKEN', 'FINISHED'] }]);
    expect(open).toContain('Not reached: one of: BROKEN, FINISHED');
  });

  test('shows what came where nothing must come', () => {
    const html = track(['STARTED'], 'kci.silence', [], { noneWithinMs: 60_000 });
    expect(lines(html)[0]).toBe('STARTED came where nothing more was due');
    expect(html).not.toContain('as it should be');
  });

  test('leads from each time to its arrow', () => {
    const html = track(['STARTED', 'MIDDLE', 'FINISHED']);
    const hrefs = [...html.matchAll(/class="to-arrow" href="#([^"]*)"/g)].map(([, id]) => id);
    expect(hrefs).toHaveLength(3);
    for (const id of hrefs) expect(html).toContain(`<summary id="${id}">`);
  });
});

test('hostile text stays text', () => {
  const html = markup(hostileInput());
  expect(
    html.match(/<script|<img|<svg onload|onerror=|javascript:/gi)?.filter((each) => each !== 'onerror=') ?? [],
  ).toEqual([]);
  expect(html.replace(/[\n\t]/g, '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
  expect(HOSTILE).toContain('<script>');
});
