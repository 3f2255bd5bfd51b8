import { expect, test } from 'vitest';
import { fold } from '../story/fold.ts';
import type { Moment } from '../story/moments.ts';
import { timelineText } from '../story/timeline.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { fromBrief, inBrief } from './brief.ts';

test('a timeline in brief reads as the timeline did, without queries, and takes a fraction of the room', () => {
  for (const { verdict, moments } of fold(sampleInput()).stories) {
    const packed = JSON.stringify(inBrief(moments, verdict.startedAt));
    const back = fromBrief(JSON.parse(packed), verdict.startedAt, verdict.id);

    const withoutQuery = timelineText(moments, verdict.startedAt).replace(/\?\S+/g, '');
    expect(timelineText(back, verdict.startedAt)).toBe(withoutQuery);
    expect(packed.length).toBeLessThan(JSON.stringify(moments).length / 4 + 10);
  }
});

test('what a finding rests on is known by its place in the record', () => {
  const seqOf = (moment: Moment) => (moment.kind === 'exchange' ? moment.request.seq : undefined);
  for (const { verdict, moments } of fold(sampleInput()).stories) {
    const back = fromBrief(inBrief(moments, verdict.startedAt), verdict.startedAt, verdict.id);
    expect(back.map(seqOf)).toEqual(moments.map(seqOf));
  }
});
