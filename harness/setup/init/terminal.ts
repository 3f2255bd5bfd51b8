import { createInterface } from 'node:readline/promises';
import { EXIT } from '../../application/exit.ts';
import { inputError } from '../../application/say.ts';
import { kebab } from '../../values/spelling.ts';
import type { InitFlags } from './answers.ts';

/** A person who can be asked questions. */
export type Terminal = ReturnType<typeof openTerminal>;

/** A person behind two streams; answers typed ahead or piped in wait for their questions. */
export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
  const lines = createInterface({ input, output });
  const typed = lines[Symbol.asyncIterator]();
  let isOpen = true;
  let why = inputError('the answers ended before the questions', 'nothing was written');
  lines.on('SIGINT', () => {
    output.write('\n');
    why = inputError('interrupted: nothing was written', undefined, undefined, EXIT.interrupted);
    lines.close();
  });
  lines.on('close', () => {
    isOpen = false;
  });
  return {
    tell: (text: string): void => void output.write(`${text}\n`),
    close: (): void => lines.close(),
    /** Asks a question; returns the trimmed answer. Rejects if no more answers can come. */
    ask: async (question: string): Promise<string> => {
      // As a prompt, it stays visible while the answer is edited.
      lines.setPrompt(question);
      if (isOpen) lines.prompt();
      const { value, done } = await typed.next();
      if (done) throw why;
      return value.trim();
    },
  };
}

/** Returns what is wrong with an answer, or null. */
export type AnswerCheck = (text: string) => string | null;

/** Returns a checked answer: that of the flag, else from the terminal until it is valid, else the default. */
export type Prompt = (
  flag: keyof InitFlags,
  question: string,
  check: AnswerCheck,
  /** The default for an empty answer; absent: an answer is required. */
  usual?: string,
) => Promise<string>;

/** Asks what no flag has answered; without a terminal and a default, the flag is reported as missing. */
export function askFrom(flags: InitFlags, terminal: Terminal | null, missing: string[]): Prompt {
  return async (flag, question, check, usual) => {
    const words = `--${kebab(flag)}`;
    const given = flags[flag];
    if (typeof given === 'string') {
      const wrong = given === '' && usual === '' ? null : check(given);
      if (wrong !== null) throw inputError(`${words}: ${wrong}`);
      return given;
    }
    if (!terminal) {
      if (usual === undefined) missing.push(words);
      return usual ?? '';
    }
    for (;;) {
      const answer = await terminal.ask(`${question}${usual ? ` [${usual}]` : ''}: `);
      if (answer === '' && usual !== undefined) return usual;
      const wrong = answer === '' ? 'an answer is needed here' : check(answer);
      if (wrong === null) return answer;
      terminal.tell(`  ${wrong}`);
    }
  };
}
