import { marksOf } from '../story/messages.ts';
import type { Found } from '../story/story.ts';
import { nameOf } from '../story/timeline.ts';
import { arrowAnchor } from './anchors.ts';
import { type Content, view } from './view.ts';

/** Words that lead to the arrow of what a finding rests on; words alone where the diagram of its case has none. */
export function arrowLink({ story, moment }: Found, words: string): Content {
  if (story === undefined || moment === undefined || !story.moments.includes(moment)) return words;
  const [mark] = moment.kind === 'exchange' || moment.kind === 'arrival' ? marksOf(moment) : [];
  return mark ? view`<a href=${`#${arrowAnchor(story.verdict.id, mark.seq)}`}>${words}</a>` : words;
}

/**
 * The request or event that a finding rests on, by its name, as a link to its arrow; nothing where it rests on none. What
 * did not come is not in the request that owes it.
 */
export function restsOn(found: Found): Content {
  const { moment, check } = found;
  if (moment?.kind === 'exchange' && check.check.startsWith('kci.')) return '';
  if (moment?.kind === 'exchange') return arrowLink(found, moment.request.step || moment.request.verb);
  if (moment?.kind !== 'arrival') return '';
  const { sequence } = moment.event;
  return arrowLink(found, `${nameOf(moment)}${sequence === undefined ? '' : ` #${sequence}`}`);
}
