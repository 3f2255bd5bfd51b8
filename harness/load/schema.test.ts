import { expect, test } from 'vitest';
import schema from '../../fixtures/contract/traffic.schema.json' with { type: 'json' };
import { metricsOf } from './metrics.ts';

test('an editor completes every metric that is measured, but for the events, whose names are the profile’s', () => {
  expect(Object.keys(schema.properties.thresholds.properties).toSorted()).toEqual(
    [...metricsOf({ events: {} }).keys()].toSorted(),
  );
});
