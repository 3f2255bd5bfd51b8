/** Round numbers from 0 to at least `max`, about `about` of them. */
export function ticksTo(max: number, about = 4): readonly number[] {
  if (max <= 0) return [0, 1];
  const rough = max / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
  // A sum of steps would gather their rounding errors.
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** Steps of time that people read easily, ms. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1_000,
);

/** Round moments of a stretch at which a time axis is labelled, about `about` of them. */
export function momentsIn(fromMs: number, toMs: number, about = 6): readonly number[] {
  const spanMs = toMs - fromMs;
  const step = STEPS.find((each) => spanMs / each <= about) ?? Math.ceil(spanMs / about / 86_400_000) * 86_400_000;
  const first = Math.ceil(fromMs / step);
  return Array.from({ length: Math.floor(toMs / step) - first + 1 }, (_, i) => (first + i) * step);
}
