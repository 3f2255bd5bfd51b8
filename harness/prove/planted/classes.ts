import { ANSWERS } from './answers.ts';
import { EVENTS } from './events.ts';
import type { MutationClass } from './plant.ts';
import { REQUESTS } from './requests.ts';
import { RULES } from './rules.ts';

/** Every class of mistakes that are planted. */
export const MISTAKES: readonly MutationClass[] = [...ANSWERS, ...REQUESTS, ...EVENTS, ...RULES];
