import type { Verdict } from '../model.ts';

/** Whom a run judged, by name: a gateway, or a client, which is said. */
export const subjectOf = ({
  side,
  target,
}: {
  readonly side?: Verdict['side'] | undefined;
  readonly target: string;
}): string => (side === 'client' && !target.startsWith('client') ? `client ${target}` : target);
