import { askedFor } from '../judge/exchange.ts';
import type { CallStep, Contract, Json } from '../model.ts';
import { references } from '../values/bind.ts';

/** What the journeys of a run book, wherever: addresses may share their slots. */
export interface BookedSlots {
  /** By slot: when a journey last booked it. */
  readonly at: Map<string, number>;
  /** Whether a slot was found to be taken at an address where nobody had asked for it. */
  areShared: boolean;
}

/**
 * Keeps, for one journey, which lists of slots it asked for and when. A booking was overtaken if another journey booked its
 * slot after it was listed; then the client asks for the slots again, and books another (Spec: Endpoints 3).
 */
export function createOvertaken({ operations }: Pick<Contract, 'operations'>, booked: BookedSlots) {
  const lists: { readonly step: CallStep; readonly at: number; readonly askedOf: Set<string> }[] = [];
  /** By slot: the steps that asked for it, with a fault on purpose or without. */
  const wanted = new Map<string, { readonly faulty: Set<string>; readonly sound: Set<string> }>();

  const slotOf = ({ verb, body = null }: CallStep['request']): string | undefined => {
    const slot = askedFor({ operation: operations[verb], asked: { query: {}, body } }, 'timeslot');
    return slot === undefined ? undefined : JSON.stringify(slot);
  };
  const wantersOf = (slot: string) => {
    const known = wanted.get(slot) ?? { faulty: new Set(), sound: new Set() };
    wanted.set(slot, known);
    return known;
  };

  return {
    /** Before a step is sent, with the values of its request filled in. */
    begins: (step: CallStep, request: CallStep['request'], at: number): void => {
      const slot = slotOf(request);
      if (slot !== undefined) wantersOf(slot)[step.role === 'negative' ? 'faulty' : 'sound'].add(step.name);
      const asks = references([step.expect, step.need ?? null] as unknown as Json);
      for (const list of lists) if (asks.includes(list.step.as ?? '')) list.askedOf.add(step.name);
      if (step.as !== undefined && step.request.method === 'GET') lists.push({ step, at, askedOf: new Set() });
    },
    /** After a request, with its values filled in, was accepted. */
    accepted: (request: CallStep['request'], at: number): void => {
      const slot = slotOf(request);
      if (slot !== undefined) booked.at.set(slot, at);
    },
    /** The step that listed the slot of a request which was refused with that status, if it was overtaken. */
    listing: (step: CallStep, request: CallStep['request'], status: number): CallStep | undefined => {
      const { role, expect } = step;
      const isOwed = expect.answers.length > 0 && expect.answers.every((each) => each.status.startsWith('2'));
      if (role === 'negative' || !isOwed || !operations[request.verb]?.conflicts?.[String(status)]) return undefined;
      const names = references(step.request as unknown as Json);
      const list = lists.findLast(({ step: { as = '' } }) => names.includes(as));
      const slot = slotOf(request) ?? '';
      const { faulty, sound } = wantersOf(slot);
      // What was expected by the list of an answer before would be compared with another list; and a slot for which the
      // journey asked before may be taken because of that.
      const isFree = list && [...list.askedOf, ...sound].every((name) => name === step.name);
      if (!isFree || (booked.at.get(slot) ?? -1) < list.at) return undefined;
      if (faulty.size === 0) booked.areShared = true;
      return booked.areShared ? list.step : undefined;
    },
  };
}
