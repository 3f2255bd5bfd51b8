import { useId, useState } from 'preact/hooks';
import { type View, view } from '../../../reports/html/view.ts';

/** The names to choose from, and whom to tell of the choice. */
export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  /** What choosing nothing means, where that may be. */
  readonly none?: string;
  readonly onValue: (value: string) => void;
}

/** No name has a blank at its end. */
const PATH = 'path ';

/** One of several names, or the path of a file. */
export function Field({ label, value, names, none, onValue }: FieldProps): View {
  const id = useId();
  const [isPath, setIsPath] = useState(false);
  const all = value === '' || names.includes(value) ? names : [value, ...names];
  const choose = ({ currentTarget }: Event) => {
    const { value: chosen } = currentTarget as HTMLSelectElement;
    setIsPath(chosen === PATH);
    if (chosen !== PATH) onValue(chosen);
  };
  const type = ({ currentTarget }: Event) => {
    const path = (currentTarget as HTMLInputElement).value.trim();
    setIsPath(false);
    if (path !== '') onValue(path);
  };
  return view`<div class="field"><label for=${id}>${label}</label>
    <select id=${id} value=${isPath ? PATH : value} onChange=${choose}>
      ${none !== undefined && view`<option value="">${none}</option>`}
      ${all.map((name) => view`<option key=${name} value=${name}>${name}</option>`)}
      <option value=${PATH}>a file …</option>
    </select>
    ${isPath && view`<input class="path" type="text" aria-label=${`Path of the file: ${label}`} placeholder="path of the file, then Enter" ref=${focused} onChange=${type} spellcheck=${false} />`}</div>`;
}

function focused(element: HTMLInputElement | null): void {
  element?.focus();
}
