import { problem, Refusal } from '../../application/say.ts';
import type { AnswerCheck } from './checks.ts';
import type { Terminal } from './terminal.ts';

/** A question that a flag may have answered. */
export interface Question {
  readonly flag: string;
  readonly given: string | undefined;
  readonly words: string;
  /** What an empty answer means; absent: there must be one. */
  readonly usual?: string;
  readonly check: AnswerCheck;
}

/** Gives a checked answer to a question. */
export type Text = (question: Question) => Promise<string>;

/** Answers by flag, else by the terminal until one is right, else what is usual; without any of them the flag is missing. */
export function textFrom(terminal: Terminal | null, missing: string[]): Text {
  return async ({ flag, given, words, usual, check }) => {
    if (given !== undefined) {
      const wrong = given === '' && usual === '' ? null : check(given);
      if (wrong !== null) throw new Refusal([problem(`${flag}: ${wrong}`)]);
      return given;
    }
    if (!terminal) {
      if (usual === undefined) missing.push(flag);
      return usual ?? '';
    }
    for (;;) {
      const typed = await terminal.ask(`${words}${usual ? ` [${usual}]` : ''}: `);
      if (typed === '' && usual !== undefined) return usual;
      const wrong = typed === '' ? 'an answer is needed here' : check(typed);
      if (wrong === null) return typed;
      terminal.tell(`  ${wrong}`);
    }
  };
}
