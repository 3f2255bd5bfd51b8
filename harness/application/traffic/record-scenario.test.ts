import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assay, emptyFolder } from '../../testing/command.ts';

describe.each([
  [
    'orders/provide-new#residential',
    ['timeslot: $slots.availableTimeslots[0]', 'appointment: $booking', '$fake.contact'],
  ],
  ['orders/cease', ['serviceId: $site.serviceId', '$fake.completionDateTime']],
  ['amendments/details', ['order: $placed', 'outcome: ORDER_IN_PROGRESS', 'until: begun', '$fake.completionDate']],
  ['cancellations/provide', ['reasonCode: CUSTOMER_CHANGED_MIND', 'CANCELLED']],
  ['appointments/slot-taken', ['expect: 409']],
])('a recording of %s', (name, texts) => {
  test('is a scenario that passes the check, and runs', { timeout: 60_000 }, async () => {
    const folder = emptyFolder();
    const at = (file: string): string => join(folder, file);
    await assay(['run', '-q', '--only', name, '--out', at('ran')]);
    const har = await assay(['har', at('ran')]);
    writeFileSync(at('capture.har'), har.stdout);
    const recorded = await assay(['record', at('capture.har')]);
    expect(recorded).toMatchObject({ code: 0 });
    for (const text of texts) expect(recorded.stdout).toContain(text);
    expect(recorded.stdout).not.toMatch(/\b\d{6,}\b|@|secret|Bearer/);
    writeFileSync(at('mine.yaml'), recorded.stdout);
    const checked = await assay(['check', at('mine.yaml')]);
    expect(checked.stdout + checked.stderr).toContain('no mistakes found');
    const again = await assay(['run', at('mine.yaml'), '-q', '--out', at('again')]);
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });
});
