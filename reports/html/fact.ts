import { type Content, type View, view } from './view.ts';

/** An entry of a `dl.facts`: what stands beside the verdict in the head of a page. */
export function fact(name: string, value: Content): View {
  return view`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
