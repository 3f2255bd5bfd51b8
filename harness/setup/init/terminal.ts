import { createInterface } from 'node:readline/promises';
import { EXIT } from '../../application/exit.ts';
import { problem, Refusal } from '../../application/say.ts';

/** A person who answers questions. */
export interface Terminal {
  /** Asks and gives the answer, without spaces around it. Rejects where no answer can come any more. */
  ask(question: string): Promise<string>;
  tell(text: string): void;
  close(): void;
}

/** A person behind two streams; answers that were typed ahead, or come through a pipe, wait for their questions. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  const lines = createInterface({ input, output });
  const typed: string[] = [];
  let ended: Refusal | undefined;
  let waiting: { take(line: string): void; fail(why: Refusal): void } | undefined;
  const end = (why: Refusal): void => {
    ended ??= why;
    waiting?.fail(ended);
    waiting = undefined;
  };
  lines.on('line', (line) => {
    if (waiting) waiting.take(line);
    else typed.push(line);
    waiting = undefined;
  });
  lines.on('SIGINT', () => {
    output.write('\n');
    end(new Refusal([problem('interrupted: nothing was written')], EXIT.interrupted));
    lines.close();
  });
  lines.on('close', () => end(new Refusal([problem('the answers ended before the questions', 'nothing was written')])));
  return {
    tell: (text) => void output.write(`${text}\n`),
    close: () => lines.close(),
    ask: async (question) => {
      const next = typed.shift();
      if (next !== undefined) {
        output.write(question);
        return next.trim();
      }
      if (ended) throw ended;
      // As a prompt it stays where it is while the answer is edited.
      lines.setPrompt(question);
      lines.prompt();
      return new Promise<string>((resolve, reject) => {
        waiting = { take: (line) => resolve(line.trim()), fail: reject };
      });
    },
  };
}
