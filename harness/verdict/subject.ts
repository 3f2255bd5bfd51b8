import type { Verdict } from '../model.ts';

/** The name of what a run judged; a client's begins with `client`. */
export const subjectOf = ({ side, target }: Pick<Verdict, 'side' | 'target'>): string =>
  side === 'client' && !target.startsWith('client') ? `client ${target}` : target;
