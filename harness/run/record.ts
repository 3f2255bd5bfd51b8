import type { CapturedBody, Clock, Observation, Unrecorded } from '../model.ts';
import { whyNotHidden } from '../values/hideable.ts';
import { createRedactor } from './redact.ts';

/** A secret and what kind it is, as its placeholder will say. */
export interface Secret {
  readonly kind: string;
  readonly value: string;
}

/** The one way into the record. */
export type Recorder = ReturnType<typeof createRecorder>;

/** Where a record goes, and what must not be in it. */
export interface RecorderOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Takes one line of JSON, without its line break. Null: nothing is written, and no line is made. */
  readonly write: ((line: string) => void) | null;
  readonly secrets: readonly Secret[];
  /**
   * Whether a text stands in what the record will be held against. One that a target gave for a token may; it is hidden
   * where tokens stand, and nowhere else.
   */
  readonly isKnown?: ((text: string) => boolean) | undefined;
  /** How many observations a resumed record already has. */
  readonly after?: number | undefined;
  /** Told of each as it is on record. */
  readonly see?: ((seen: Observation) => void) | undefined;
}

/** A recorder that knows the run's secrets. Equal observations give equal bytes: members are written in a fixed order. */
export function createRecorder(options: RecorderOptions) {
  const { clock, write, secrets, isKnown = () => false, after = 0, see } = options;
  const redactor = createRedactor();
  // To take out what may stand in evidence by itself would be to alter it before it is judged.
  const addSecret = (kind: string, value: string): void => {
    if (whyNotHidden(value) === undefined && !isKnown(value)) redactor.addSecret(kind, value);
  };
  for (const { kind, value } of secrets) addSecret(kind, value);
  let seq = after;

  // Only what was on the wire is redacted: names of ours must stay as the plan has them, or nobody could judge the record.
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
     * Numbers, dates and redacts what happened, writes it as one line, and gives it back as it was written. It has its own
     * `at` where it was made elsewhere.
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
    /** To be called before anything that holds the secret is recorded. */
    addSecret,
    /** A text with every secret replaced that is known by now, also where it was recorded before that. */
    clean: redactor.text,
  };
}
