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
