import type { ExchangeBroke, ExchangeRef, RequestSent, ResponseReceived } from '../model.ts';
import { isAnswered, isSuccess } from '../wire/answer.ts';
import { errorCodeOf } from '../wire/answer-body.ts';
import { bodyJson } from '../wire/wire.ts';
import type { Culprits } from './culprits.ts';
import type { Meter } from './meter.ts';
import type { OpenJourney } from './open-journey.ts';
import type { Measured } from './port.ts';

/** Where the measurements of exchanges go. */
export interface ExchangeMeasures {
  readonly meter: Meter;
  /** `kind` as shown to people: `order 504 SUPPLIER_TIMED_OUT`. */
  readonly onError: (kind: string, journey: string, isBroken: boolean) => void;
  /** How long after its request was due an answer came. */
  readonly onTook: Culprits['took'];
  /** A request with a greater delay counts as late; undefined: none does. */
  readonly lateMs?: number | undefined;
}

/** The journey of an exchange; undefined for a token that many share. */
type Of = Pick<OpenJourney, 'due' | 'steps'> | undefined;

type TimedAnswer = Pick<Measured, 'verb' | 'journey' | 'step' | 'status' | 'tookMs' | 'at'>;

/** Measures exchanges as they go on: how late requests leave, how long answers take, and which are wrong. */
export function measureExchanges({ meter, onError, onTook, lateMs }: ExchangeMeasures) {
  /** By tenant: when the token endpoint last answered. Requests that wait for a token wait for the gateway. */
  const tokenAt = new Map<string, number>();

  const leaves = ({ step, tenant }: Pick<ExchangeRef, 'step' | 'tenant'>, at: number, of: Of): void => {
    meter.count('requests', at);
    const late = of?.due.leaves(step, at, tokenAt.get(tenant));
    if (!late?.isTimed) return;
    meter.late(late.ms);
    if (lateMs !== undefined) meter.share('late', late.ms > lateMs);
  };
  /** The next request is due from the end of an exchange on. */
  const ends = ({ journey, tenant }: ExchangeRef, at: number, of: Of): void => {
    of?.due.freeAt(at);
    if (journey === '') tokenAt.set(tenant, at);
  };
  const took = ({ verb, journey, step, status, tookMs, at }: TimedAnswer, of: Of): void => {
    const late = of?.due.lateMs(step);
    const dueMs = late === undefined ? undefined : tookMs + late;
    meter.duration(verb, tookMs, at, dueMs);
    onTook(verb, journey, { ms: dueMs ?? tookMs, at, what: `step ${step} was answered ${status}` });
    // Answers are counted even where their durations are not measured.
    meter.count(verb, at);
  };
  const wrong = (
    kind: string,
    { journey, at }: { readonly journey: string; readonly at: number },
    isBroken: boolean,
  ) => {
    meter.count('errors', at);
    onError(kind, journey, isBroken);
  };

  return {
    sent: (sent: RequestSent, of: Of): void => leaves(sent, sent.at, of),
    answered: (response: ResponseReceived, of: Of): void => {
      ends(response, response.at, of);
      took(response, of);
      const { status, verb } = response;
      const code = isSuccess(status) ? undefined : errorCodeOf(bodyJson(response.body).json);
      const step = of?.steps.get(response.step);
      const isExpected = step ? isAnswered(step.expect.answers, status, code) : isSuccess(status);
      meter.share('unexpected-status', !isExpected);
      meter.share('broken', false);
      if (!isExpected) wrong([verb, status, ...(code === undefined ? [] : [code])].join(' '), response, false);
    },
    broke: (exchange: ExchangeBroke, of: Of): void => {
      ends(exchange, exchange.at, of);
      // Aborted by us when the load was interrupted: not the gateway's fault.
      if (exchange.fault === 'aborted') return;
      meter.share('broken', true);
      meter.share('unexpected-status', true);
      wrong(`${exchange.verb} ${exchange.fault}`, exchange, true);
    },
    /** An exchange that its walker has checked. */
    checked: (exchange: Measured, of: Of): void => {
      leaves(exchange, exchange.sentAt, of);
      ends(exchange, exchange.at, of);
      took(exchange, of);
      meter.share('unexpected-status', false);
      meter.share('broken', false);
    },
  };
}
