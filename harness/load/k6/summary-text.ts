/** What k6 hands to `handleSummary`, as far as it is used. */
export interface SummaryOfK6 {
  readonly state: { readonly testRunDurationMs: number };
  readonly metrics: Readonly<Record<string, SummaryMetric>>;
}

/** A metric of k6 with what was measured. */
export interface SummaryMetric {
  readonly type: string;
  readonly contains: string;
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** The metrics line by line, each with its thresholds, for people who run the script without Assay. */
export function summaryText(metrics: SummaryOfK6['metrics']): string {
  const lines = Object.entries(metrics)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { values, thresholds = {} }]) => [
      `${name}: ${Object.entries(values)
        .map(([of, value]) => `${of}=${Number(value.toFixed(2))}`)
        .join(' ')}`,
      ...Object.entries(thresholds).map(([text, { ok }]) => `    ${ok ? 'held' : 'CROSSED'}  ${text}`),
    ]);
  return `${lines.join('\n')}\n`;
}
