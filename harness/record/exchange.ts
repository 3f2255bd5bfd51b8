import type { ExchangeBroke, RequestSent, ResponseReceived } from '../model.ts';
import { isSuccess } from '../wire/answer.ts';

/** A request and its outcome. Neither answer nor fault: it is under way, or the run ended first. */
export interface RecordedExchange {
  readonly sent: RequestSent;
  readonly response?: ResponseReceived;
  readonly broke?: ExchangeBroke;
  /** The key of the order that it places or changes. */
  readonly order?: string;
}

/** Whether it was answered, or broke. */
export function isOver({ response, broke }: Pick<RecordedExchange, 'response' | 'broke'>): boolean {
  return response !== undefined || broke !== undefined;
}

/** Whether the answer is a success (2xx). */
export function isAccepted({ response }: Pick<RecordedExchange, 'response'>): boolean {
  return response !== undefined && isSuccess(response.status);
}

/** Whether the answer says that nothing will be done (4xx). After a server error, nobody knows. */
export function isRefused({ response }: Pick<RecordedExchange, 'response'>): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

/** Whether the answer is a server error (5xx). */
export function isFaulted({ response }: Pick<RecordedExchange, 'response'>): boolean {
  return response !== undefined && response.status >= 500;
}
