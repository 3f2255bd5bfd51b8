import { useId, useState } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';
import type { Choices } from '../protocol.ts';

/** All faults, those that are chosen, and whom to tell of a choice. */
export interface FaultPickerProps {
  readonly all: Choices['faults'];
  readonly chosen: readonly string[];
  readonly onChosen: (names: readonly string[]) => void;
}

/** Faults that the fake shows: each is typed, with all there are offered, and taken away by a click. */
export function FaultPicker({ all, chosen, onChosen }: FaultPickerProps): View {
  const id = useId();
  const [typed, setTyped] = useState('');
  const take = (name: string) => {
    const isKnown = all.some((each) => each.name === name);
    if (isKnown && !chosen.includes(name)) onChosen([...chosen, name]);
    setTyped(isKnown ? '' : name);
  };
  const meant = all.filter(
    ({ name, title }) => !chosen.includes(name) && `${name} ${title.toLowerCase()}`.includes(typed.toLowerCase()),
  );
  const titleOf = (name: string) => all.find((each) => each.name === name)?.title ?? '';
  return view`<div class="field"><label for=${id}>Faults of the fake</label>
    <div>
      <input id=${id} list=${`${id}-all`} value=${typed} placeholder=${chosen.length === 0 ? 'none: it keeps every promise' : 'another'} autocomplete="off" spellcheck=${false}
        onInput=${(event: Event) => take((event.currentTarget as HTMLInputElement).value.trim())}
        onKeyDown=${({ key }: KeyboardEvent) => key === 'Enter' && typed !== '' && meant.length === 1 && take(meant[0]?.name ?? '')} />
      <datalist id=${`${id}-all`}>${all
        .filter(({ name }) => !chosen.includes(name))
        .map(
          ({ name, title, isLegal }) => view`<option value=${name}>${isLegal ? 'legal: ' : ''}${title}</option>`,
        )}</datalist>
      ${typed !== '' && view`<p class="quiet" role="status">${stillTyped(meant.map(({ name }) => name))}</p>`}
      <ul class="chosen">${chosen.map(
        (
          name,
        ) => view`<li><button type="button" class="chip" onClick=${() => onChosen(chosen.filter((each) => each !== name))}
          aria-label=${`Take ${name} away`}>${name} <span aria-hidden="true">×</span></button><span class="quiet">${titleOf(name)}</span></li>`,
      )}</ul>
    </div></div>`;
}

/** What is typed and is no fault's whole name chooses nothing; a run without it must not surprise. */
function stillTyped(meant: readonly string[]): string {
  if (meant.length === 0) return 'No fault is called so.';
  return meant.length === 1
    ? `Enter takes ${meant[0]}.`
    : `${meant.length} faults have this; none of them is chosen yet.`;
}
