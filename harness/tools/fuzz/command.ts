import { fuzz } from './fuzz.ts';

// `npm run fuzz -- 10000 [seed]`: so many hostile exchanges, and what came of them.

const times = Number(process.argv[2] ?? 1_000);
const seed = Number(process.argv[3] ?? 1);
const startedAt = performance.now();
let peak = 0;
const idle = process.memoryUsage().rss;
const { exchanges, came, outcomes, longestMs } = await fuzz(times, seed, (count) => {
  peak = Math.max(peak, process.memoryUsage().rss);
  if (count % 1_000 === 0) process.stderr.write(`${count} of ${times}\n`);
});
const seconds = (performance.now() - startedAt) / 1000;
const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
process.stdout.write(
  [
    `${exchanges} hostile exchanges survived, seed ${seed}, in ${Math.round(seconds)} s`,
    `  came      ${listed(came)}`,
    `  cases     ${listed(outcomes)}`,
    `  longest   ${Math.round(longestMs)} ms`,
    `  memory    ${Math.round(peak / 2 ** 20)} MB at most, ${Math.round((peak - idle) / 2 ** 20)} MB above the start`,
    '',
  ].join('\n'),
);
