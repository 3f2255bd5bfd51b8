import type { Verdict } from '../../harness/model.ts';
import { count } from '../words/text.ts';
import { moment } from '../words/times.ts';
import { caseAnchor } from './anchors.ts';
import { type Content, view } from './view.ts';

const MOST = 200;

/** The orders that a run left behind at its target, and the command that asks for their cancellation; nothing where there are none. */
export function openOrders({ openOrders: orders = [], cases }: Verdict): Content {
  if (orders.length === 0) return null;
  const known = new Set(cases.map(({ id }) => id));
  const more = orders.length - MOST;
  return view`<section id="open-orders"><h2>Orders left open at the target</h2>
    <p>${count(orders.length, 'order')} ${orders.length === 1 ? 'was' : 'were'} accepted, or never answered, and nothing that came ends ${orders.length === 1 ? 'it' : 'them'}. <code>npx assay cleanup</code> with the folder of this run asks the target to cancel ${orders.length === 1 ? 'it' : 'them'}; with <code>--dry-run</code> it shows first what it would ask.</p>
    <table><thead><tr><th>Order</th><th>Type</th><th>Tenant</th><th>Since</th><th>Last heard</th><th>Case</th></tr></thead>
    <tbody>${orders.slice(0, MOST).map(
      ({ id, orderType, tenant, since, lastEvent, isAccepted, journey }) => view`<tr>
        <td><code>${id}</code></td><td>${orderType}</td><td>${tenant}</td><td>${moment(since)}</td>
        <td>${lastEvent ?? (isAccepted ? 'its acceptance' : 'no answer')}</td>
        <td>${known.has(journey) ? view`<a class="case-id" href=${`#${caseAnchor(journey)}`}>${journey}</a>` : journey}</td></tr>`,
    )}</tbody></table>
    ${more > 0 && view`<p class="quiet">and ${more} more, in verdict.json</p>`}
  </section>`;
}
