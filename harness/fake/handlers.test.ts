import { getResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { shippedFaults } from './faults.ts';
import { gatewayHandlers, mswSend } from './handlers.ts';
import { NEW_LINE } from './testing/journeys.ts';
import { tour } from './testing/tour.ts';
import { type Trial, trial } from './testing/trial.ts';

/** The same trial, with its requests through msw. */
function throughMsw(options: Parameters<typeof trial>[0] = {}): Trial {
  return trial(options, 'supplier', (gateway) => mswSend(gatewayHandlers(gateway, 'http://fake.test')));
}

describe('the msw handlers', () => {
  it('answers the whole tour as the bare function does', async () => {
    expect(await tour(throughMsw())).toEqual(await tour(trial()));
  });

  it('shows a broken connection as one', async () => {
    const faults = shippedFaults().faults.filter(({ fault }) => fault === 'answer-cut-short');
    const t = throughMsw({ faults });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await t.ask('availability', { query: { address: NEW_LINE } })).status);
    expect(statuses).toEqual([200, 200, 0]);
  });

  it('leaves requests to other places alone', async () => {
    const handlers = gatewayHandlers(trial().gateway, 'http://fake.test/base/');
    expect(await getResponse(handlers, new Request('http://elsewhere.test/base/a'))).toBeUndefined();
    expect((await getResponse(handlers, new Request('http://fake.test/base/a')))?.status).toBe(404);
  });

  it('says that a request cannot be sent, and that nobody answers', async () => {
    const send = mswSend([]);
    const request = { method: 'GET', url: 'http://fake.test/', headers: [], body: null };
    expect(await send(request)).toEqual({ fault: 'refused', detail: 'no handler answers this request', tookMs: 0 });
    expect(await send({ ...request, headers: [['X-Name', 'a\nb']] })).toMatchObject({ fault: 'malformed' });
  });
});
