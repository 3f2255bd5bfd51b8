import type { Contract } from '../model.ts';
import type { FaultBook } from './fault-book.ts';
import type { ReadRequest } from './read-request.ts';
import type { Steering } from './rules.ts';

/** The request headers by which a client steers the fake, as practised in the trade. */
export interface SteeringHeaders {
  readonly outcome?: string;
  readonly problemCode?: string;
  /** Seconds between events. */
  readonly kciDelay?: string;
  /** An error code of the contract, or faults by name. */
  readonly fault?: string;
}

/** Their usual names. */
export const STEERING: SteeringHeaders = {
  outcome: 'X-Scenario',
  problemCode: 'X-Problem-Code',
  kciDelay: 'X-Kci-Delay',
  fault: 'X-Fault',
};

/** Always understood beside the steering header for faults. */
const OWN_FAULT_HEADER = 'x-assay-fault';
const NOT_STEERED: Steering = { faults: [] };

/** Reads what a request asks of the gateway beyond its operation. */
export function createSteering(
  names: SteeringHeaders,
  contract: Contract,
  book: FaultBook,
): (asked: ReadRequest) => Steering {
  const { outcome, problemCode, kciDelay, fault } = names;
  const codes = new Set(contract.errors.map(({ code }) => code));
  const read = (asked: ReadRequest, name: string | undefined): string | undefined =>
    name === undefined ? undefined : asked.headers[name.toLowerCase()];
  return (asked) => {
    const wanted = {
      outcome: read(asked, outcome),
      problemCode: read(asked, problemCode),
      delay: read(asked, kciDelay),
      faults: [read(asked, fault), asked.headers[OWN_FAULT_HEADER]].filter((each) => each !== undefined).join(','),
    };
    if (!wanted.outcome && !wanted.problemCode && !wanted.delay && wanted.faults === '') return NOT_STEERED;
    const named = wanted.faults === '' ? [] : wanted.faults.split(',').map((each) => each.trim());
    const error = named.find((each) => codes.has(each));
    const gapMs = Number(wanted.delay) * 1000;
    return {
      ...(wanted.outcome ? { outcome: wanted.outcome } : {}),
      ...(wanted.problemCode ? { problemCode: wanted.problemCode } : {}),
      ...(wanted.delay && gapMs >= 0 ? { gapMs } : {}),
      ...(error === undefined ? {} : { error }),
      faults: book.known(named),
    };
  };
}
