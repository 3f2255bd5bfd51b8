import type { Verdict } from '../model.ts';

/** Whom a run judged, by name: a gateway, or a client, which is said. */
export const subjectOf = ({ side, target }: Pick<Verdict, 'side' | 'target'>): string =>
  side === 'client' && !target.startsWith('client') ? `client ${target}` : target;
