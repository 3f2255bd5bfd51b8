import type { CaseStory, Found } from '../fold.ts';
import type { Arrival, Exchange, Moment } from '../moments.ts';
import { nameOf } from '../timeline.ts';
import { spell } from '../times.ts';
import { arrivalDetail, type Depth, exchangeDetail } from './exchange.ts';
import { type View, view } from './view.ts';

/**
 * A timeline as a sequence diagram between tenant, gateway and receiver that is also a list: every arrow is the summary of
 * what it carried. Lines and arrowheads are drawn by the style sheet, so a screen reader meets plain text.
 */
export function lanes(moments: readonly Moment[], from: number, depth: Depth, found: readonly Found[] = []): View {
  return view`<ol class="lanes">
    <li class="names" aria-hidden="true"><div class="lane"><span>Tenant</span><span>Gateway</span><span>Receiver</span></div></li>
    ${moments.map((moment) =>
      row(
        moment,
        from,
        depth,
        found.filter((one) => one.moment === moment),
      ),
    )}
  </ol>`;
}

/** The timeline of one case. */
export function caseLanes(story: CaseStory, depth: Depth): View {
  return lanes(story.moments, story.verdict.startedAt, depth, story.found);
}

function row(moment: Moment, from: number, depth: Depth, found: readonly Found[]): View {
  const worst = found.some((one) => one.outcome === 'failed') ? 'bad' : found.length > 0 ? 'odd' : null;
  const pointer = found.find((one) => one.finding.pointer !== undefined)?.finding.pointer;
  const side = moment.kind === 'arrival' ? 'kcis' : undefined;
  return view`<li class=${[worst, side].filter(Boolean).join(' ') || undefined}>
    <span class="at">+${spell(Math.max(0, moment.at - from))}</span>
    <div class="lane">
      ${draw(moment, depth, pointer)}
      ${found.map((one) => view`<p class=${one.outcome === 'failed' ? 'bad' : 'odd'}>${one.finding.summary}</p>`)}
    </div>
  </li>`;
}

function draw(moment: Moment, depth: Depth, pointer: string | undefined): View {
  switch (moment.kind) {
    case 'exchange':
      return view`<details><summary>${arrows(moment)}</summary><div class="open">${exchangeDetail(moment, depth, pointer)}</div></details>`;
    case 'arrival':
      return view`<details><summary>${arrivalArrow(moment)}</summary><div class="open">${arrivalDetail(moment, depth, pointer)}</div></details>`;
    case 'wait': {
      const { wait, startedAt, ended, at } = moment.wait;
      return view`<p class="note">waited ${spell(at - startedAt)} for ${wait}: ${ended}</p>`;
    }
    case 'leased': {
      const { name, role, site } = moment.lease;
      return view`<p class="note">${name}: ${site === null ? `no ${role} left in the world` : `${role} ${site.type} ${site.id}`}</p>`;
    }
  }
}

function arrows({ request, response, broke }: Exchange): View {
  const back =
    response === undefined
      ? view`<span class="back broke">${broke === undefined ? 'the run ended here' : `${broke.fault} after ${spell(broke.tookMs)}`}</span>`
      : view`<span class=${response.status < 400 ? 'back' : 'back error'}><b>${response.status}</b> ${spell(response.tookMs)}</span>`;
  return view`<span class="out"><b>${request.step || request.verb}</b> ${request.method} ${lastOf(request.url)}</span>${back}`;
}

function arrivalArrow(arrival: Arrival): View {
  const { delivery, event } = arrival;
  const number = event.sequence === undefined ? '' : ` #${event.sequence}`;
  return view`<span class="kci"><b>${nameOf(arrival)}</b>${number} · ${delivery.answered}</span>`;
}

/** The last segment of a URL's path: the rest is the same for all, and the whole stands in the detail. */
function lastOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return `…/${path.slice(path.lastIndexOf('/') + 1)}`;
}
