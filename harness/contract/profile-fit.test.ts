import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject, KciProfile } from '../model.ts';
import { FIXTURES, fixtureNames, PROFILES } from './fixture.ts';
import { loadProfile, readProfile } from './profile.ts';
import { deadlineWarnings, fitsOf, isFitting, isMapped, type ProfileFit, type SampleDelivery } from './profile-fit.ts';
import { loadTarget } from './target.ts';

const SAMPLES = join(FIXTURES, 'kci', 'samples');

function shipped(name: string): KciProfile {
  const { profile } = loadProfile(name);
  if (!profile) throw new Error(`the profile ${name} does not load`);
  return profile;
}

/** What a profile makes of a sample of one event. */
function fitOf(profile: KciProfile, of: SampleDelivery): ProfileFit {
  const [fit, ...others] = fitsOf(profile, of);
  if (!fit || others.length > 0) throw new Error('it has more or less than one event');
  return fit;
}

/** A shipped sample, with members of its body put over it. */
function sample(profile: string, file: string, over: JsonObject = {}): SampleDelivery {
  const json = JSON.parse(readFileSync(join(SAMPLES, profile, `${file}.json`), 'utf8')) as JsonObject;
  const { headers, body } = 'headers' in json ? json : { headers: undefined, body: json };
  const text = JSON.stringify({ ...(body as JsonObject), ...over });
  return { name: file, text, ...(headers ? { headers: Object.entries(headers as Record<string, string>) } : {}) };
}

function stateOf({ fields }: ProfileFit, field: string): string | undefined {
  return fields.find((each) => each.field === field)?.state;
}

describe.each(fixtureNames(PROFILES))('the samples of the profile %s', (name) => {
  const files = readdirSync(join(SAMPLES, name)).map((file) => file.slice(0, -'.json'.length));

  test.each(files)('%s maps as its name says', (file) => {
    const fit = fitOf(shipped(name), sample(name, file));
    const [event = '', kind = ''] = file.split('.');
    expect(fit.event).toBe(event.toUpperCase().replaceAll('-', '_'));
    expect(fit.lifecycles).toContain(kind);
    expect(fit.wrong).toEqual([]);
    expect(isMapped(fit)).toBe(true);
  });

  test('fit no other profile', () => {
    const others = fixtureNames(PROFILES).filter((each) => each !== name);
    const fitting = others.flatMap((other) =>
      files.filter((file) => isFitting(fitOf(shipped(other), sample(name, file)))).map((file) => `${other} ${file}`),
    );
    expect(fitting).toEqual([]);
  });
});

describe('a sample', () => {
  test('without the member where the event stands maps to nothing, and the place is told', () => {
    const fit = fitOf(shipped('supplier'), sample('generic', 'completed.provide'));
    expect(isMapped(fit)).toBe(false);
    expect(fit.unknown).toBe('nothing stands at $.reasonCode');
  });

  test('of another form than any event is told so, where the form alone tells events', () => {
    const { event: _, ...read } = shipped('supplier').read;
    const fit = fitOf({ ...shipped('supplier'), read }, sample('generic', 'completed.provide'));
    expect(fit.unknown).toBe('it has the form of no event of the profile supplier');
  });

  test('with a misspelt event is told the nearest word', () => {
    const fit = fitOf(shipped('supplier'), sample('supplier', 'committed.provide', { reasonCode: 'COMMITED' }));
    expect(fit.unknown).toBe(
      '"COMMITED" at $.reasonCode is not an event of the profile supplier; did you mean "COMMITTED"?',
    );
  });

  test('of which the type is known and the state is not is told the nearest event', () => {
    const strange = sample('tmf641', 'completed.provide');
    const text = strange.text.replaceAll('"completed"', '"done"');
    expect(fitOf(shipped('tmf641'), { ...strange, text }).unknown).toBe(
      '"ServiceOrderStateChangeEvent" at $.eventType is not an event of the profile tmf641; nearest is ACKNOWLEDGED, but $.event.serviceOrder.state is "done", expected "acknowledged"',
    );
  });

  test('that names no order is not mapped although its event is known', () => {
    const fit = fitOf(shipped('supplier'), sample('supplier', 'completed.cease', { ceaseServiceOrder: {} }));
    expect(fit.event).toBe('COMPLETED');
    expect(stateOf(fit, 'order-id')).toBe('missing');
    expect(isMapped(fit)).toBe(false);
  });

  test('that is no JSON is unreadable and nothing else', () => {
    const fit = fitOf(shipped('supplier'), { name: 'page', text: '<html>' });
    expect(fit.unreadable).toMatch(/^the body is not JSON: /);
    expect([fit.event, fit.unknown, fit.wrong]).toEqual([undefined, undefined, []]);
  });

  test('shows what cannot be read at its place, and what is no date', () => {
    const order = { id: 1, status: 'IN_PROGRESS', committedDate: '2026-04-012T09:00:00Z', targetDate: '2026-12-11' };
    const fit = fitOf(
      shipped('supplier'),
      sample('supplier', 'committed.provide', { issuedOn: 'yesterday', provideServiceOrder: order }),
    );
    expect(stateOf(fit, 'issued-at')).toBe('malformed');
    expect(fit.wrong).toContain('dates.committed is "2026-04-012T09:00:00Z", which is no date');
    expect(fit.wrong).toContain('$.issuedOn is "yesterday", expected ~date-time');
    expect(isMapped(fit)).toBe(true);
  });

  test('without what its event must carry is told so', () => {
    const fit = fitOf(shipped('supplier'), sample('supplier', 'delay.provide', { problemCode: null }));
    expect(fit.wrong).toEqual(['DELAY must carry problem-code, which is missing']);
  });

  test('of a kind of order that the profile does not know is accepted by no lifecycle', () => {
    const fit = fitOf(
      shipped('tenant'),
      sample('tenant', 'completed.provide', { entityType: 'UNSOLICITED_CEASE_ORDER' }),
    );
    expect(fit.lifecycles).toEqual([]);
    expect(fit.wrong).toEqual(['it has the form of no kind of order that the profile knows']);
  });

  test('of which only the body is known says nothing of headers', () => {
    const { name, text } = sample('supplier', 'acknowledged.provide');
    const fit = fitOf(shipped('supplier'), { name, text });
    expect(stateOf(fit, 'conversation')).toBe('unknown');
    expect(fit.wrong).toEqual([]);
    const bare = fitOf(shipped('supplier'), { name, text, headers: [] });
    expect(stateOf(bare, 'conversation')).toBe('missing');
    expect(bare.wrong).toEqual(['header:X-Request-ID is nothing, expected ~present']);
  });

  test('that two events fit names both; the first counts', () => {
    const fit = fitOf(shipped('tmf641'), sample('tmf641', 'amended.modify'));
    expect([fit.event, fit.alsoFits]).toEqual(['AMENDED', ['UPDATE']]);
  });

  test('may hold the time as a number, and the order as a numeric text', () => {
    const text = readFileSync(join(FIXTURES, 'kci', 'generic.yaml'), 'utf8')
      .replace('times: iso-8601', 'times: epoch-ms')
      .replace('~date-time', '~integer');
    const { profile } = readProfile(text, join(FIXTURES, 'kci', 'mine.yaml'));
    if (!profile) throw new Error('the profile does not load');
    const fit = fitOf(profile, sample('generic', 'completed.provide', { occurredAt: 1_796_288_400_000 }));
    expect(fit.fields.find(({ field }) => field === 'issued-at')?.value).toBe(1_796_288_400_000);
    expect(fit.fields.find(({ field }) => field === 'order-id')?.value).toBe('41001');
    expect(isFitting(fit)).toBe(true);
  });
});

const { profile } = loadProfile('supplier');
const { target } = loadTarget('fake', {});
if (!profile || !target) throw new Error('the fixtures do not load');

const warned = (kciMs: number | null): readonly string[] =>
  deadlineWarnings({ ...target, deadlines: { ...target.deadlines, kciMs } }, profile).map(({ message }) => message);

test('a deadline for events that ends before the profile is warned of, whatever pace is asked for', () => {
  expect(target.kciDelaySeconds).toBeDefined();
  expect(warned(10_000)).toEqual([
    '"deadlines: kci" (10 s) ends before the KCI profile "supplier" does, which allows 1 min for the first event',
  ]);
  expect(warned(300_000)).toEqual([
    '"deadlines: kci" (5 min) ends before the KCI profile "supplier" does, which allows 20 d between events',
  ]);
});

test('and not one that does not', () => {
  expect(warned(null)).toEqual([]);
  expect(warned(20 * 86_400_000)).toEqual([]);
});
