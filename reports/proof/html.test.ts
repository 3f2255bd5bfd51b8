import { createHash } from 'node:crypto';
import { XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { sampleProof } from '../testing/proof-sample.ts';
import { proofHtml } from './html.ts';

const html = proofHtml(sampleProof(), ['survived: order-in-doubt']);

test('the matrix tells a check that fails for the right cause from one that fails beside it', () => {
  const cells = [...html.matchAll(/<td class="(cause|beside) failed" title="(\S+)/g)].map(
    ([, kind, check]) => `${kind} ${check}`,
  );
  expect(cells).toEqual(['cause http.status', 'beside http.json']);
});

test('it holds every trial, and what no fault broke', () => {
  for (const { fault } of sampleProof().trials) expect(html).toContain(`>${fault}</`);
  expect(html).toContain('It takes &lt;orders>.');
});

test('a sentence of a table in the specification reads as one', () => {
  const sentence = '| address.city | string | Town, as `city` |';
  const facets = [{ id: '', faults: ['city-lost'] }];
  const rows = [{ id: 'AVL-16', level: 'stated', place: 'Resources', sentence, facets }] as const;
  expect(proofHtml({ ...sampleProof(), rows }, [])).toContain(
    'address.city · string · Town, as <code>city</code></th>',
  );
});

test('a proof of some faults only says so, and nothing of what they did not touch', () => {
  const trials = sampleProof().trials.filter(({ kind }) => kind === 'fault');
  const some = proofHtml({ ...sampleProof(), isWhole: false, trials }, []);
  expect(some).toContain('Only some of them were tried');
  expect([...some.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
    'Not as it should be',
    'Faults, and the checks that they turned red',
  ]);
});

test('the page asks for nothing from anywhere and allows its own style only', () => {
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const digest = createHash('sha256').update(css).digest('base64');
  expect(html).toContain(`default-src 'none'; style-src 'sha256-${digest}'`);
  expect(html.match(/<(?:img|iframe|object|embed|form|base)\b/gi)).toBeNull();
  expect(html).not.toContain('<b>200</b>');
});

test('every element is closed', () => {
  const body = /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  expect(XMLValidator.validate(body, { allowBooleanAttributes: true })).toBe(true);
});
