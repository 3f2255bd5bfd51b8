import { expect, test } from 'vitest';
import { CAPABILITIES, SHOWN_BY } from '../../source/capabilities.ts';
import { certifyFake } from '../../testing/certify.ts';
import { shownThough } from './shown-though.ts';

test('what a target declares that it lacks, and an answer shows, is told with the answer; what none shows is not', async () => {
  const lacks = ['reservation-expiry', 'SITE_NAME', 'repair-appointments', 'x-ours'];
  const { record } = await certifyFake({ only: ['appointments/book', 'availability/active-elsewhere'] });
  expect(shownThough({ lacks }, record)).toEqual([
    'warning: the target declares that it lacks reservation-expiry, and book in appointments/book#provide shows it: take it from "lacks", or nobody looks',
    'warning: the target declares that it lacks SITE_NAME, and availability in availability/active-elsewhere shows it: take it from "lacks", or nobody looks',
  ]);
  expect(shownThough({ lacks: ['ENNI_ID'] }, [])).toEqual([]);
});

test('what shows a capability is said of no other words', () => {
  expect(Object.keys(SHOWN_BY).filter((word) => !CAPABILITIES.includes(word))).toEqual([]);
});
