import { expect, test } from 'vitest';
import { underReadings } from '../../contract/readings.ts';
import { call, findingsOf, REAL, SITE, tell } from '../../testing/record-builder.ts';

test('a name that stands twice is observed, and fails where the target agreed on the reading', () => {
  const body = { address: SITE, availableTimeslots: [] };
  const text = JSON.stringify(body).replace('{', '{"address":null,');
  const story = tell()
    .journey('a', [call('slots', { query: { address: SITE, appointmentPurpose: 'PROVIDE' } })])
    .start('a');
  story.ask('a', 'slots', 200, { text }).end('a').finish();
  const contract = underReadings(REAL.contract, { 'STD-08': 'names are unique' });
  const said = [story.judge(), story.judge({ contract })].map((verdict) =>
    findingsOf(verdict).filter((each) => each.startsWith('json.repeated-keys')),
  );
  expect(said.flat().map((each) => each.split(':')[0])).toEqual([
    'json.repeated-keys observed',
    'json.repeated-keys failed',
  ]);
});
