import { askedFor } from '../judge/exchange.ts';
import type { CallStep, Contract, Json } from '../model.ts';
import { references } from '../values/bind.ts';
import { mustSucceed } from '../wire/answer.ts';

/** What the journeys of a run book, wherever: addresses may share their slots. */
export interface BookedSlots {
  /** By slot: when a journey last booked it. */
  readonly at: Map<string, number>;
  /** Whether a slot was found to be taken at an address where nobody had asked for it. */
  areShared: boolean;
}

/** A step with its request as it is sent, and when. */
interface SentStep {
  readonly step: CallStep;
  readonly request: CallStep['request'];
  readonly at: number;
}

/**
 * Keeps what one journey has sent. A booking was overtaken if another journey booked its slot after it was listed; then the
 * client asks for the slots again, and books another (Spec: Endpoints 3).
 */
export function createOvertaken({ operations }: Pick<Contract, 'operations'>, booked: BookedSlots) {
  const sent: SentStep[] = [];

  const slotOf = ({ verb, body = null }: CallStep['request']): string | undefined => {
    const slot = askedFor({ operation: operations[verb], asked: { query: {}, body } }, 'timeslot');
    return slot === undefined ? undefined : JSON.stringify(slot);
  };

  return {
    /** Before a step is sent, with the values of its request filled in. */
    begins: (step: CallStep, request: CallStep['request'], at: number): void => {
      sent.push({ step, request, at });
    },
    /** After a request, with its values filled in, was accepted. */
    accepted: (request: CallStep['request'], at: number): void => {
      const slot = operations[request.verb]?.conflicts && slotOf(request);
      if (slot !== undefined) booked.at.set(slot, at);
    },
    /** The step that listed the slot of a request which was refused with that status, if it was overtaken. */
    listing: (step: CallStep, request: CallStep['request'], status: number): CallStep | undefined => {
      if (step.role === 'negative' || !operations[request.verb]?.conflicts?.[String(status)]) return undefined;
      const { answers } = step.expect;
      const isOwed = mustSucceed(answers);
      const names = references(step.request as unknown as Json);
      const isListing = ({ step: { as = '' }, request }: SentStep): boolean =>
        request.method === 'GET' && names.includes(as);
      const at = sent.findLastIndex(isListing);
      const [list, ...others] = at < 0 ? [] : sent.slice(at).filter((each) => each.step.name !== step.name);
      const slot = slotOf(request);
      if (!isOwed || !list || slot === undefined || (booked.at.get(slot) ?? -1) < list.at) return undefined;
      // What was expected of an answer by this list would be compared with another; and a slot for which the journey asked
      // before may be taken because of that.
      const { as = '' } = list.step;
      const isAskedOf = ({ step: { expect, need } }: SentStep): boolean =>
        references([expect, need ?? null] as unknown as Json).includes(as);
      if (others.some(isAskedOf)) return undefined;
      const wanting = sent.filter((each) => each.step.name !== step.name && slotOf(each.request) === slot);
      if (wanting.length === 0) booked.areShared = true;
      return booked.areShared && wanting.every((each) => each.step.role === 'negative') ? list.step : undefined;
    },
  };
}
