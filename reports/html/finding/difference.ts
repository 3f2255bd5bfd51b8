import type { KciProfile } from '../../../harness/model.ts';
import { lifecycleIn } from '../../story/lifecycle.ts';
import { marksIn } from '../../story/marks.ts';
import { readBody } from '../../story/read-body.ts';
import type { Found } from '../../story/story.ts';
import { trackOf } from '../../story/track.ts';
import { bodyExcerpt } from '../journey/body.ts';
import { lifecycleView, trackView } from '../journey/track.ts';
import { type Content, type View, view } from '../view.ts';
import { arrowLink } from './where.ts';

/** Expected and actual beside each other, and below them the place in the body with what should stand there. */
export function difference(found: Found, profile: KciProfile): View {
  const { finding, moment } = found;
  const body =
    moment?.kind === 'exchange' ? moment.response?.body : moment?.kind === 'arrival' ? moment.delivery.body : undefined;
  const { json } = readBody(body);
  const inBody = json === undefined ? null : bodyExcerpt(body ?? null, marksIn(json, [found], profile));
  const caseId = found.story?.verdict.id ?? '';
  const track = trackOf(found, profile);
  const lifecycle = track === undefined ? lifecycleIn(found, profile) : undefined;
  return view`
    <dl class="versus">
      <div><dt>Expected</dt><dd>${finding.expected}</dd></div>
      <div><dt>Actual</dt><dd>${finding.actual}${finding.pointer !== undefined && finding.pointer !== '' && view` <code>at ${finding.pointer}</code>`}</dd></div>
    </dl>
    ${track && trackView(track, caseId)}
    ${lifecycle && lifecycleView(lifecycle, caseId)}
    ${inBody && view`<div class="inbody"><p class="quiet">${whose(found)}</p>${inBody}</div>`}`;
}

function whose(found: Found): Content {
  const { moment } = found;
  if (moment?.kind === 'arrival')
    return arrowLink(found, `In the delivery of ${moment.event.name ?? moment.event.wireName ?? 'an event'}:`);
  if (moment?.kind !== 'exchange') return '';
  const { request, response } = moment;
  return arrowLink(found, `In the answer ${response?.status ?? ''} to ${request.step || request.verb}:`);
}
