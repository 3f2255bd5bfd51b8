import { runInNewContext } from 'node:vm';
import { getResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { previewPlan } from '../application/cases/preview-plan.ts';
import { createFake } from '../application/open/in-tests.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import { NotInScript } from '../load/k6/captures.ts';
import { assay } from '../testing/command.ts';
import { collectionOf } from './collection.ts';

/** A collection as Postman reads it, as far as it is written here. */
interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly {
    readonly name: string;
    readonly event: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[];
    readonly request: {
      readonly method: string;
      readonly header: readonly { readonly key: string; readonly value: string }[];
      readonly url: string;
      readonly body?: { readonly raw: string };
      readonly auth?: { readonly basic: readonly { readonly value: string }[] };
    };
  }[];
}

const BASE = 'http://gateway.test';
const { plan, inputs } = previewPlan([], { target: 'fake', seed: 1 });

/** Plays a collection as Postman does: variables, scripts, basic credentials. Gives the tests that were met and not met. */
async function play({ variable, item }: Collection, answer: (request: Request) => Promise<Response>) {
  const held = new Map(variable.map(({ key, value }) => [key, value]));
  held.set('base-url', BASE);
  for (const { name, clientSecret } of inputs.target.tenants) held.set(`${name} client-secret`, clientSecret);
  const told: string[] = [];
  for (const { name, event, request } of item) {
    const filled = (text: string): string =>
      text.replaceAll(/\{\{([^}]+)\}\}/g, (_, key: string) => held.get(key) ?? '');
    const raw = { body: { raw: '' } };
    const pm = {
      collectionVariables: held,
      variables: held,
      expect,
      request: raw,
      response: {},
      test: (title: string, check: () => void) => {
        try {
          check();
          told.push(`${name} ${title}`);
        } catch {
          told.push(`${name} NOT ${title}`);
        }
      },
    };
    const run = (listen: string): void => {
      for (const { script } of event.filter((each) => each.listen === listen))
        runInNewContext(script.exec.join('\n'), { pm });
    };
    run('prerequest');
    raw.body.raw = filled(request.body?.raw ?? '');
    const [id = '', secret = ''] = request.auth?.basic.map(({ value }) => filled(value)) ?? [];
    const headers = request.header.map(({ key, value }): [string, string] => [key, filled(value)]);
    if (request.auth) headers.push(['Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`]);
    const response = await answer(
      new Request(filled(request.url), {
        method: request.method,
        headers,
        ...(request.body ? { body: raw.body.raw } : {}),
      }),
    );
    const text = await response.text();
    pm.response = {
      code: response.status,
      text: () => text,
      json: () => JSON.parse(text),
      headers: { toObject: () => Object.fromEntries(response.headers) },
    };
    run('test');
  }
  return told;
}

/** What a case's collection tells of the fake. */
function told(id: string): Promise<readonly string[]> {
  const journey = plan.journeys.find((each) => each.id === id);
  if (!journey) expect.fail(`there is no ${id}`);
  const made = collectionOf(journey, inputs) as unknown as Collection;
  const fake = createFake({ clock: virtualClock(plan.now) });
  const handlers = fake.handlers(BASE);
  return play(made, async (request) => (await getResponse(handlers, request)) ?? Response.error());
}

describe('a case as a collection', () => {
  test('books, orders and cancels with what earlier answers gave', async () => {
    expect(await told('orders/provide-new#business')).toEqual([
      'offer is answered 200',
      'slots is answered 200',
      'booking is answered 200 or 201 or 202 or 203',
      'placed is answered 202',
    ]);
  });

  test('says what is wrong in a request, as it stands on the wire', async () => {
    const negatives = ['omit:/body/id', 'bad-token:/headers/Authorization', 'malformed-json:/query/address'];
    const ids = plan.journeys.map(({ id }) => id).filter((id) => negatives.some((each) => id.endsWith(`~${each}`)));
    expect(ids.length).toBeGreaterThan(5);
    const all = (await Promise.all(ids.map(told))).flat();
    expect(all.filter((each) => each.includes(' NOT '))).toEqual([]);
    expect(all.filter((each) => /4\d\d/.test(each)).length).toBeGreaterThanOrEqual(ids.length);
  });

  test('is made of most cases without a secret, and says of others why not', () => {
    const reasons = new Map<string, number>();
    const secrets = inputs.target.tenants.map(({ clientSecret }) => JSON.stringify(clientSecret).slice(1, -1));
    for (const journey of plan.journeys) {
      try {
        const text = JSON.stringify(collectionOf(journey, inputs));
        expect(secrets.filter((each) => text.includes(each))).toEqual([]);
      } catch (error) {
        if (!(error instanceof NotInScript)) throw error;
        const reason = error.message.replace(/ \(.*\)$/, '');
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    expect([...reasons.keys()].toSorted()).toEqual([
      'spells a request otherwise that hangs on an earlier answer',
      'takes other credentials',
      'takes several members at once',
      'writes a time of an earlier answer otherwise',
    ]);
    const count = [...reasons.values()].reduce((sum, each) => sum + each, 0);
    expect(count / plan.journeys.length).toBeLessThan(0.15);
  });
});

describe('assay export', () => {
  test('prints it', async () => {
    const { code, stdout } = await assay(['export', 'orders/minimal-order']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ info: { name: 'orders/minimal-order', schema: /v2\.1\.0/ } });
  });

  test('of several cases says which there are', async () => {
    expect(await assay(['export', 'orders/provide-new'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name one of them, such as orders/provide-new#'),
    });
  });
});
