import { useState } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';
import { count } from '../../../reports/words/text.ts';
import type { Said } from '../protocol.ts';
import { commandLine } from '../words.ts';
import { post } from './api.ts';
import { useAct } from './hooks.ts';
import { commandBox, failure } from './parts.ts';

/** Orders that a run left open at its target: what would be asked there is shown first, and asked only after that. */
export function OpenOrders({
  run,
  folder,
  orders,
  isHeld,
}: {
  readonly run: string;
  readonly folder: string;
  readonly orders: number;
  readonly isHeld: boolean;
}): View {
  const act = useAct();
  const [shown, setShown] = useState<{ readonly said: string; readonly isAgreed: boolean }>();
  const ask = (isAgreed: boolean) =>
    act.run(async () => setShown({ ...(await post<Said>('/api/cleanup', { run, isAgreed })), isAgreed }));
  // The first line says where; what would be asked follows.
  const isToBeAsked = shown !== undefined && !shown.isAgreed && shown.said.trimEnd().includes('\n');
  return view`<section class="open" aria-label="Open orders"><h2>Open orders <span class="quiet">${orders}</span></h2>
    <p>${count(orders, 'order')} of this run ${orders === 1 ? 'was' : 'were'} left open at its target.</p>
    ${shown && view`<pre role="status" tabindex="0">${shown.said.trimEnd()}</pre>`}
    ${isToBeAsked && commandBox(commandLine(['cleanup', folder, '--yes']))}
    <div class="buttons">
      ${shown === undefined && view`<button type="button" disabled=${isHeld || act.isUnderWay} onClick=${() => ask(false)}>Show what would cancel them</button>`}
      ${isToBeAsked && view`<button type="button" class="halt" disabled=${isHeld || act.isUnderWay} onClick=${() => ask(true)}>Yes, ask the target for this</button> <button type="button" onClick=${() => setShown(undefined)}>No</button>`}
      ${act.isUnderWay && view`<span class="quiet" role="status">Asking …</span>`}
    </div>
    ${failure(act.failed)}
  </section>`;
}
