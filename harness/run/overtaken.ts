import { askedFor } from '../judge/exchange.ts';
import type { CallStep, Contract, Json } from '../model.ts';
import { references } from '../values/bind.ts';

/** When a journey of the run last booked each slot, wherever: addresses may share their slots. */
export type BookedSlots = Map<string, number>;

/**
 * Keeps, for one journey, which lists of slots it asked for and when. A booking was overtaken if another journey booked its
 * slot after it was listed; then the client asks for the slots again, and books another (Spec: Endpoints 3).
 */
export function createOvertaken({ operations }: Pick<Contract, 'operations'>, booked: BookedSlots) {
  const lists: { readonly step: CallStep; readonly at: number; readonly askedOf: Set<string> }[] = [];

  const slotOf = ({ verb, body = null }: CallStep['request']): string | undefined => {
    const slot = askedFor({ operation: operations[verb], asked: { query: {}, body } }, 'timeslot');
    return slot === undefined ? undefined : JSON.stringify(slot);
  };

  return {
    /** Before a step is sent. */
    begins: (step: CallStep, at: number): void => {
      const asks = references([step.expect, step.need ?? null] as unknown as Json);
      for (const list of lists) if (asks.includes(list.step.as ?? '')) list.askedOf.add(step.name);
      if (step.as !== undefined && step.request.method === 'GET') lists.push({ step, at, askedOf: new Set() });
    },
    /** After a request, with its values filled in, was accepted. */
    accepted: (request: CallStep['request'], at: number): void => {
      const slot = slotOf(request);
      if (slot !== undefined) booked.set(slot, at);
    },
    /** The step that listed the slot of a request which was refused with that status, if it was overtaken. */
    listing: (step: CallStep, request: CallStep['request'], status: number): CallStep | undefined => {
      const { role, expect } = step;
      const isOwed = expect.answers.length > 0 && expect.answers.every((each) => each.status.startsWith('2'));
      if (role === 'negative' || !isOwed || !operations[request.verb]?.conflicts?.[String(status)]) return undefined;
      const names = references(step.request as unknown as Json);
      const list = lists.findLast(({ step: { as = '' } }) => names.includes(as));
      // What was expected by the list of an answer before would be compared with another list.
      const isFree = list && [...list.askedOf].every((name) => name === step.name);
      return isFree && (booked.get(slotOf(request) ?? '') ?? -1) >= list.at ? list.step : undefined;
    },
  };
}
