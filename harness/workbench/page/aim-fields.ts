import { useId } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';
import type { Aim, Choices } from '../protocol.ts';
import { FaultPicker } from './fault-picker.ts';
import { Field } from './field.ts';

/** What is aimed at, and with which data. */
export interface Data {
  readonly aim: Aim;
  readonly seed: number;
  readonly faults: readonly string[];
}

/** Whether a target is the fake, which lives in the process of a run and can be told faults. */
export function isEmbedded({ targets }: Choices, target: string): boolean {
  return targets.find(({ name }) => name === target)?.isEmbedded ?? false;
}

/** Target, KCI profile and world. */
export function AimFields({
  choices,
  aim,
  onAim,
}: {
  readonly choices: Choices;
  readonly aim: Aim;
  readonly onAim: (aim: Aim) => void;
}): View {
  const { target, profile, world } = aim;
  const names = choices.targets.map(({ name }) => name);
  const own = (name: string, value: string): Partial<Aim> => (value === '' ? {} : { [name]: value });
  return view`
    <${Field} label="Target" value=${target} names=${names}
      onValue=${(value: string) => value !== '' && onAim({ target: value })} />
    <${Field} label="KCI profile" value=${profile ?? ''} names=${choices.profiles} none="the target’s own"
      onValue=${(value: string) => onAim({ target, ...own('profile', value), ...own('world', world ?? '') })} />
    <${Field} label="World" value=${world ?? ''} names=${choices.worlds} none="the target’s own"
      onValue=${(value: string) => onAim({ target, ...own('profile', profile ?? ''), ...own('world', value) })} />`;
}

/** The seed and, for the fake, faults. */
export function DataFields({
  choices,
  draft,
  onDraft,
}: {
  readonly choices: Choices;
  readonly draft: Data;
  readonly onDraft: (change: Pick<Data, 'seed'> | Pick<Data, 'faults'>) => void;
}): View {
  const id = useId();
  const seedOf = (event: Event): number => Number((event.currentTarget as HTMLInputElement).value);
  return view`
    <div class="field"><label for=${id}>Seed</label>
      <input id=${id} type="number" min="0" step="1" value=${draft.seed} onChange=${(event: Event) => Number.isSafeInteger(seedOf(event)) && onDraft({ seed: Math.abs(seedOf(event)) })} />
      <span class="quiet">the same seed, the same data</span></div>
    ${
      isEmbedded(choices, draft.aim.target) &&
      view`<${FaultPicker} all=${choices.faults} chosen=${draft.faults} onChosen=${(faults: readonly string[]) => onDraft({ faults })} />`
    }`;
}
