import { quoted } from '../story/describe.ts';
import { type Content, view } from './view.ts';

/** A sentence of the spec, with what stands in backticks there set as code here. */
export function sentenceView(sentence: string): Content {
  return quoted(sentence)
    .split('`')
    .map((part, i) => (i % 2 === 0 ? part : view`<code>${part}</code>`));
}
