import { useEffect, useId, useState } from 'preact/hooks';
import { type Content, type View, view } from '../../../reports/html/view.ts';
import { begunAs, nearest } from '../../source/nearest.ts';
import type { Choices, TargetFlags } from '../protocol.ts';

/** The target of a run, and its data. */
export interface Data {
  readonly aim: TargetFlags;
  readonly seed: number;
  readonly faults: readonly string[];
  /** Text in the field of faults that is no fault's whole name. */
  readonly typedFault: string;
}

/** The choices, what is chosen, and the callback. */
interface FieldsProps<Draft, Change = Draft> {
  readonly choices: Choices;
  readonly draft: Draft;
  readonly onDraft: (change: Change) => void;
}

/** Whether a target is the fake, which is part of a run's process and can show faults. */
export function isEmbedded({ targets }: Choices, target: string): boolean {
  return targets.find(({ name }) => name === target)?.isEmbedded ?? false;
}

/** The value of a changed field. */
const typed = ({ currentTarget }: Event): string => (currentTarget as HTMLInputElement).value;

/** The values to choose from, each with its label, and the callback. */
interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onValue: (value: string) => void;
  /** Content below the field. */
  readonly children?: Content;
}

/** One of several values. */
export function Select({ label, value, options, onValue, children }: SelectProps): View {
  const id = useId();
  return view`<div class="field"><label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${(event: Event) => onValue(typed(event))}>
      ${options.map(([each, words]) => view`<option key=${each} value=${each}>${words}</option>`)}
    </select>${children}</div>`;
}

/** The names to choose from, and the callback. */
interface FieldProps extends Pick<SelectProps, 'label' | 'value' | 'onValue'> {
  readonly names: readonly string[];
  /** The label for choosing nothing; absent: something must be chosen. */
  readonly none?: string;
}

/** A value for "other path"; the trailing blank keeps it apart from all names. */
const PATH = 'path ';

/** One of several names, or the path of a file. */
export function Field({ label, value, names, none, onValue }: FieldProps): View {
  const [isPath, setIsPath] = useState(false);
  const all = value === '' || names.includes(value) ? names : [value, ...names];
  const choose = (chosen: string) => {
    setIsPath(chosen === PATH);
    if (chosen !== PATH) onValue(chosen);
  };
  const type = (event: Event) => {
    const path = typed(event).trim();
    setIsPath(false);
    if (path !== '') onValue(path);
  };
  const options = [...(none === undefined ? [] : [['', none]]), ...all.map((name) => [name, name]), [PATH, 'a file …']];
  return view`<${Select} label=${label} value=${isPath ? PATH : value} options=${options} onValue=${choose}>
    ${isPath && view`<input class="path" type="text" aria-label=${`Path of the file: ${label}`} placeholder="path of the file, then Enter" ref=${focused} onChange=${type} spellcheck=${false} />`}<//>`;
}

function focused(element: HTMLInputElement | null): void {
  element?.focus();
}

/** Target, KCI profile and world, and replacements of other values of the target file. */
export function AimFields({ choices, draft: aim, onDraft }: FieldsProps<TargetFlags>): View {
  const { target, profile = '', world = '', baseUrl = '', envFile = '', var: assigned = '' } = aim;
  const set = (name: keyof TargetFlags) => (value: string) => onDraft({ ...aim, [name]: value });
  return view`
    <${Field} label="Target" value=${target} names=${choices.targets.map(({ name }) => name)}
      onValue=${(value: string) => value !== '' && onDraft({ target: value })} />
    <${Field} label="KCI profile" value=${profile} names=${choices.profiles} none="the target’s own" onValue=${set('profile')} />
    <${Field} label="World" value=${world} names=${choices.worlds} none="the target’s own" onValue=${set('world')} />
    <details open=${baseUrl + envFile + assigned !== ''}><summary>Address and variables</summary>
      <${TextField} label="Base URL" value=${baseUrl} hint="the target’s own" onValue=${set('baseUrl')} />
      <${TextField} label="Variables" value=${assigned} hint="NAME=value, one on each line" isLong=${true} onValue=${set('var')} />
      <${TextField} label="File of them" value=${envFile} hint="path; the place for secrets" onValue=${set('envFile')} />
    </details>`;
}

/** A text field that reports its value when editing ends. */
interface TextFieldProps extends Pick<SelectProps, 'label' | 'value' | 'onValue'> {
  readonly hint: string;
  /** Whether it may have several lines. */
  readonly isLong?: boolean;
}

function TextField({ label, value, hint, isLong = false, onValue }: TextFieldProps): View {
  const id = useId();
  // Half-typed text survives a redraw of the page.
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return view`<div class="field"><label for=${id}>${label}</label>
    <${isLong ? 'textarea' : 'input'} id=${id} value=${text} placeholder=${hint} autocomplete="off" spellcheck=${false}
      onInput=${(event: Event) => setText(typed(event))} onChange=${(event: Event) => onValue(typed(event).trim())} /></div>`;
}

/** The seed and, for the fake, faults. */
export function DataFields({ choices, draft, onDraft }: FieldsProps<Data, Partial<Data>>): View {
  const id = useId();
  const setSeed = (seed: number) => Number.isSafeInteger(seed) && onDraft({ seed: Math.abs(seed) });
  return view`
    <div class="field"><label for=${id}>Seed</label>
      <input id=${id} type="number" min="0" step="1" value=${draft.seed} onChange=${(event: Event) => setSeed(Number(typed(event)))} />
      <span class="quiet">the same seed, the same data</span></div>
    ${isEmbedded(choices, draft.aim.target) && view`<${FaultPicker} choices=${choices} draft=${draft} onDraft=${onDraft} />`}`;
}

/** The faults that the fake shows: each is typed, with suggestions, and removed by a click. */
function FaultPicker({
  choices: { faults: all },
  draft: { faults: chosen, typedFault: words },
  onDraft,
}: FieldsProps<Data, Partial<Data>>): View {
  const id = useId();
  const left = all.filter(({ name }) => !chosen.includes(name));
  const take = (name: string) => {
    const isKnown = all.some((each) => each.name === name);
    onDraft(isKnown ? { faults: [...chosen, name], typedFault: '' } : { typedFault: name });
  };
  const meant = left.filter(({ name, title }) => `${name} ${title.toLowerCase()}`.includes(words.toLowerCase()));
  const titleOf = (name: string) => all.find((each) => each.name === name)?.title ?? '';
  return view`<div class="field"><label for=${id}>Faults of the fake</label>
    <div>
      <input id=${id} list=${`${id}-all`} value=${words} placeholder=${chosen.length === 0 ? 'none: it keeps every promise' : 'another'} autocomplete="off" spellcheck=${false}
        onInput=${(event: Event) => take(typed(event).trim())}
        onKeyDown=${({ key }: KeyboardEvent) => key === 'Enter' && words !== '' && meant.length === 1 && take(meant[0]?.name ?? '')} />
      <datalist id=${`${id}-all`}>${left.map(({ name, title, isLegal }) => view`<option value=${name}>${isLegal ? 'legal: ' : ''}${title}</option>`)}</datalist>
      ${words !== '' && view`<p class="quiet" role="status">${stillTyped(words, meant, left)}</p>`}
      <ul class="chosen">${chosen.map((name) => {
        const remove = () => onDraft({ faults: chosen.filter((each) => each !== name) });
        return view`<li><button type="button" class="chip" onClick=${remove} aria-label=${`Take ${name} away`}>${name} <span aria-hidden="true">×</span></button><span class="quiet">${titleOf(name)}</span></li>`;
      })}</ul>
    </div></div>`;
}

/** A hint for text that is no fault's whole name, because it chooses nothing. */
function stillTyped(words: string, meant: Choices['faults'], left: Choices['faults']): string {
  if (meant.length === 0) {
    const names = left.map(({ name }) => name);
    const like = nearest(words, names) ?? begunAs(words, names)[0];
    return `No fault is called so; nothing can be begun with it.${like === undefined ? '' : ` Did you mean ${like}?`}`;
  }
  return meant.length === 1
    ? `Enter takes ${meant[0]?.name}.`
    : `${meant.length} faults have this; none of them is chosen yet.`;
}
