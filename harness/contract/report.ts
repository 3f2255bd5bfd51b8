import type { Problem } from '../model.ts';

/** How a check says what is wrong at a JSON Pointer of its file. */
export type Report = (pointer: string, message: string, rest?: Pick<Problem, 'why' | 'fix'>) => void;
