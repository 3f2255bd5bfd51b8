import { timePointsOf } from '../story/messages.ts';
import type { Found } from '../story/story.ts';
import { arrivalName } from '../story/timeline.ts';
import { arrowAnchor } from './anchors.ts';
import { type Content, view } from './view.ts';

/** Words with a link to the arrow that a finding rests on; without a link if the case's diagram has no such arrow. */
export function arrowLink({ story, moment }: Found, words: string): Content {
  if (story === undefined || moment === undefined || !story.moments.includes(moment)) return words;
  const [mark] = moment.kind === 'exchange' || moment.kind === 'arrival' ? timePointsOf(moment) : [];
  return mark ? view`<a href=${`#${arrowAnchor(story.verdict.id, mark.seq)}`}>${words}</a>` : words;
}

/**
 * The name of the request or event that a finding rests on, with a link to its arrow; empty if there is none. A missing
 * event is not in the request that requires it, so it gets no link.
 */
export function restsOn(found: Found): Content {
  const { moment, check } = found;
  if (moment?.kind === 'exchange' && check.check.startsWith('kci.')) return '';
  if (moment?.kind === 'exchange') return arrowLink(found, moment.request.step || moment.request.verb);
  if (moment?.kind !== 'arrival') return '';
  const { sequence } = moment.event;
  return arrowLink(found, `${arrivalName(moment)}${sequence === undefined ? '' : ` #${sequence}`}`);
}
