const UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

/** Reads `20ms`, `1.5s`, `2m`, `3h`, `15d` as ms; null for anything else. */
export function parseDuration(text: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  const unit = UNITS.find(([name]) => name === parts?.[2]);
  return parts && unit ? Math.round(Number(parts[1]) * unit[1]) : null;
}

/** Words a span of ms for readers, in the largest unit that leaves no more than one decimal: `15 d`, `2 min`, `1.5 s`. */
export function formatDuration(ms: number): string {
  const [, nearest] = unitFor(ms);
  const rounded = toTenths(ms / nearest) * nearest;
  const [unit, size] = unitFor(rounded);
  return `${toTenths(rounded / size)} ${unit === 'm' ? 'min' : unit}`;
}

const unitFor = (ms: number) => UNITS.find(([, each]) => Math.abs(ms) >= each) ?? (['ms', 1] as const);
const toTenths = (count: number): number => Math.round(count * 10) / 10;
