import type { ProcessEnd } from './process.ts';

/** What k6's end says: the load was held, a threshold crossed, the load broken off, or k6 at fault. */
export interface K6End {
  readonly kind: 'held' | 'crossed' | 'interrupted' | 'killed' | 'broke';
  /** One line, for all but the first two: `k6 broke: exit code 107, an exception of the script`. */
  readonly note?: string;
}

/** errext/exitcodes of k6. */
const MEANINGS: Readonly<Record<number, string>> = {
  100: 'setup took too long',
  101: 'teardown took too long',
  102: 'something took too long',
  103: 'it was stopped over its REST API',
  104: 'its options are invalid',
  106: 'its REST API could not be opened',
  107: 'an exception of the script',
  108: 'the script gave up',
  109: 'a panic of k6',
  110: 'the script marked the test as failed',
  255: 'an error before the load began',
};

const HELD = 0;
const CROSSED = 99;
const INTERRUPTED = 105;

/** Reads how the process of k6 ended. */
export function k6End(end: ProcessEnd): K6End {
  if (end.kind === 'unstarted') return { kind: 'broke', note: `k6 could not be started: ${end.why}` };
  if (end.kind === 'signal') return { kind: 'killed', note: `k6 was killed (${end.name})` };
  switch (end.code) {
    case HELD:
      return { kind: 'held' };
    case CROSSED:
      return { kind: 'crossed' };
    case INTERRUPTED:
      return { kind: 'interrupted', note: 'k6 was interrupted' };
    default: {
      const meaning = MEANINGS[end.code];
      return { kind: 'broke', note: `k6 broke: exit code ${end.code}${meaning === undefined ? '' : `, ${meaning}`}` };
    }
  }
}
