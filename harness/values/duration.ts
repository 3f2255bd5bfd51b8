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

/** A duration for readers, in its two largest units: `12 ms`, `1.4 s`, `2 min 5 s`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  // A value that rounds up to the next unit is shown in that unit: never 1000 ms or 60 s.
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1_000).toFixed(1))} s`;
  const [, least = 1_000] = UNITS[UNITS.findIndex(([, size]) => ms >= size) + 1] ?? [];
  const whole = Math.max(60_000, Math.round(ms / least) * least);
  const at = UNITS.findIndex(([, size]) => whole >= size);
  const parts = UNITS.slice(at, at + 2).map(([unit, size], i) => {
    const count = Math.floor((i === 0 ? whole : whole % (UNITS[at]?.[1] ?? 1)) / size);
    return count === 0 ? [] : [`${count} ${unit === 'm' ? 'min' : unit}`];
  });
  return parts.flat().join(' ');
}
