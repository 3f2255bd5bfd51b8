export const DAY_MS = 86_400_000;

const UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ['d', DAY_MS],
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

/** A duration for readers, in its two largest units: `12 ms`, `1.4 s`, `2 min 5 s`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  // A value that rounds up to the next unit is shown in that unit: never 1000 ms or 60 s.
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1_000).toFixed(1))} s`;
  if (ms < 60_000) return formatDuration(60_000);
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [[unit = 'm', size = 60_000] = [], [smaller = 's', least = 1_000] = []] = UNITS.slice(at, at + 2);
  const rounded = Math.round(ms / least) * least;
  if (rounded !== ms) return formatDuration(rounded);
  const rest = (ms % size) / least;
  return `${Math.floor(ms / size)} ${shown(unit)}${rest === 0 ? '' : ` ${rest} ${shown(smaller)}`}`;
}

const shown = (unit: string): string => (unit === 'm' ? 'min' : unit);
