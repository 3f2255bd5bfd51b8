import type { Verdict } from '../../harness/model.ts';

const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** A duration for readers, in its two largest units: `12 ms`, `1.4 s`, `2 min 5 s`, `3 d 4 h`. */
export function spell(ms: number): string {
  // What rounds up to the next unit is told in that: there are no 1000 ms, and no 60 s.
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1_000).toFixed(1))} s`;
  if (ms < 60_000) return spell(60_000);
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [name, size] = UNITS[at] ?? ['s', 1_000];
  const rest = UNITS[at + 1];
  const smaller = rest === undefined ? 0 : Math.floor((ms % size) / rest[1]);
  const head = `${Math.floor(ms / size)} ${name}`;
  return smaller === 0 || rest === undefined ? head : `${head} ${smaller} ${rest[0]}`;
}

/** `1 min 35 s behind ours, give or take 1 s`: the clock of a gateway. */
export function clockWords({ aheadMs, uncertaintyMs }: NonNullable<Verdict['clock']>): string {
  const giveOrTake = Math.max(1, Math.ceil(uncertaintyMs / 1_000));
  const apart = spell(Math.round(Math.abs(aheadMs) / 1_000) * 1_000);
  return `${apart} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours, give or take ${spell(giveOrTake * 1_000)}`;
}

/** Decimal seconds with a dot, as JUnit wants them. */
export function seconds(ms: number): string {
  return (Math.max(0, ms) / 1_000).toFixed(3);
}

/** `2026-03-02 09:00:00 UTC`. */
export function moment(at: number): string {
  return `${iso(at).slice(0, 19).replace('T', ' ')} UTC`;
}

/** `2026-03-02T09:00:00.000Z`. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}
