import type { Commands } from './commands.ts';
import type { Aim, DoctorLine, DoctorNews } from './protocol.ts';
import { aimWords } from './words.ts';

/** Has the doctor look at a set-up, and tells each finding as it is found. Whoever goes ends the look. */
export async function* doctor(commands: Commands, aim: Aim, signal: AbortSignal): AsyncIterable<DoctorNews> {
  if (signal.aborted) return;
  const found: string[] = [];
  let isOver = false;
  let changed = Promise.withResolvers<void>();
  const wake = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const looking = commands(['doctor', ...aimWords(aim), '--json-lines'], (line) => {
    found.push(line);
    wake();
  });
  signal.addEventListener('abort', looking.interrupt, { once: true });
  const ended = looking.ended.finally(() => {
    isOver = true;
    wake();
  });
  for (;;) {
    const next = changed.promise;
    for (const line of found.splice(0)) yield { type: 'line', line: JSON.parse(line) as DoctorLine };
    if (isOver) break;
    await next;
  }
  const { code, stderr } = await ended;
  yield { type: 'ended', code, said: stderr.trimEnd() };
}
