import { formatDuration } from '../../harness/values/duration.ts';
import { either } from '../../harness/words/text.ts';
import { type Course, type Derailment, wrongWords } from './course.ts';
import { arrivalName } from './timeline.ts';

/** The words for where a course was left: the event concerned, what became of it, and what else was possible. */
interface BreakWords {
  readonly what: string;
  readonly became: string;
  /** Empty if nothing else was possible. */
  readonly more: string;
}

/** Where a course was left, in words: `FINISHED`, `came where MIDDLE was due`. */
export function breakWords({ came, how, due, possible }: Derailment): BreakWords {
  const wanted = due.length === 0 ? (possible.length === 0 ? 'nothing more' : 'nothing') : either(due);
  const more = possible.length === 0 ? '' : `${either(possible)} could have come${due.length === 0 ? '' : ' before'}`;
  if (came === undefined) return { what: wanted, became: 'did not come', more };
  const words: Readonly<Record<Derailment['how'], string>> = {
    missing: 'came',
    order: `came where ${wanted} was due`,
    late: 'came too late',
    content: 'came with another content',
    state: 'came in a status of the order that knows no such answer',
    ended: 'came when the order was over',
  };
  return { what: arrivalName(came), became: words[how], more: how === 'order' ? more : '' };
}

/** From when the times of a course are counted. */
export const clockOf = ({ kind }: Pick<Course, 'kind'>): string =>
  kind === 'awaited' ? 'the waiting began' : 'the order was answered';

/**
 * What came of an order, a line for each event with its time since the order's answer; where the course was left, what was
 * due there, and what did not come at the end.
 */
export function courseText(course: Course): string {
  const { came, derailed, since = 0, withinMs } = course;
  const broke = derailed && breakWords(derailed);
  const became = broke && [broke.became, broke.more].filter(Boolean).join('; ');
  const lines = [...came].map(([arrival, words]) => {
    const { at, event } = arrival;
    const number = event.sequence === undefined ? '' : ` #${event.sequence}`;
    const time = `${at < since ? '-' : '+'}${formatDuration(Math.abs(at - since))}`;
    const said = arrival === derailed?.came ? became : words;
    return line(
      time,
      [`${arrivalName(arrival)}${number}`, said, wrongWords(course, arrival)].filter(Boolean).join('  '),
    );
  });
  if (broke && derailed?.came === undefined)
    lines.push(line(`in ${formatDuration(withinMs)}`, `${broke.what} ${became}`));
  return lines.length === 0 ? 'nothing' : lines.join('\n');
}

const line = (time: string, words: string): string => `${time.padEnd(14)}${words}`;
