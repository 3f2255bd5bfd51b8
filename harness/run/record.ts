import type { CapturedBody, Clock, Observation, Unrecorded } from '../model.ts';
import { whyNotHidden } from '../values/hideable.ts';
import { createRedactor } from './redact.ts';

/** A secret, and its kind for the placeholder. */
export interface Secret {
  readonly kind: string;
  readonly value: string;
}

/** The only way into the record. */
export type Recorder = ReturnType<typeof createRecorder>;

/** Where a record goes, and what it must not hold. */
export interface RecorderOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Takes one line of JSON, without its line break. Null: nothing is written, and no line is made. */
  readonly write: ((line: string) => void) | null;
  readonly secrets: readonly Secret[];
  /**
   * Whether a text stands in what the record will be judged against. Such a text, if the target gives it as a token, is
   * hidden only in places for tokens.
   */
  readonly isKnown?: ((text: string) => boolean) | undefined;
  /** How many observations a resumed record already has. */
  readonly after?: number | undefined;
  /** Called with each observation once it is recorded. */
  readonly see?: ((seen: Observation) => void) | undefined;
}

/** A recorder that knows the run's secrets. Equal observations give equal bytes: members have a fixed order. */
export function createRecorder(options: RecorderOptions) {
  const { clock, write, secrets, isKnown = () => false, after = 0, see } = options;
  const redactor = createRedactor();
  // Replacing a text that may stand in evidence for itself would alter the evidence.
  const addSecret = (kind: string, value: string): void => {
    if (whyNotHidden(value) === undefined && !isKnown(value)) redactor.addSecret(kind, value);
  };
  for (const { kind, value } of secrets) addSecret(kind, value);
  let seq = after;

  // Redacts only what was on the wire: our own names must stay as in the plan, or the record could not be judged.
  const redacting: Readonly<Record<string, (value: never) => unknown>> = {
    headers: redactor.headers,
    body: (body: CapturedBody | null) => body && redactor.body(body),
    url: redactor.url,
    path: redactor.text,
    detail: redactor.text,
    baseUrl: redactor.text,
  };

  return {
    /**
     * Numbers, dates and redacts an observation, writes it as one line, and returns it as written. Keeps an `at` that it
     * has already.
     */
    record(unrecorded: Unrecorded & { readonly at?: number }): Observation {
      seq += 1;
      const { type, at = clock.now(), seq: _, ...members }: Unrecorded & { at?: number; seq?: number } = unrecorded;
      const line: Record<string, unknown> = { seq, at, type };
      for (const member of Object.keys(members).sort()) {
        const value = (members as Readonly<Record<string, unknown>>)[member];
        if (value !== undefined) line[member] = redacting[member]?.(value as never) ?? value;
      }
      write?.(JSON.stringify(line));
      const seen = line as unknown as Observation;
      see?.(seen);
      return seen;
    },
    /** Call it before anything with the secret is recorded. */
    addSecret,
    /** A text with every secret known by now replaced, including ones learnt after it was recorded. */
    clean: redactor.text,
  };
}
