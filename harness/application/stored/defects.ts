import { resolve } from 'node:path';
import { defects } from '../../../reports/defect/defect.ts';
import { writeFile } from '../folder/folder.ts';
import { readLibrary } from '../report/library.ts';
import { inputError, print } from '../say.ts';
import { rejudge } from './rejudge.ts';

/** What the user chose. */
interface DefectsOptions {
  /** Ids of cases, checks or requirements; empty for all. */
  readonly about?: readonly string[];
  readonly out?: string;
  readonly maskContacts?: boolean;
}

/** Writes the defect reports of a stored run to a file, or prints them. */
export async function writeDefects(
  named: string | undefined,
  { about = [], out, maskContacts }: DefectsOptions,
): Promise<void> {
  const { contract, input } = rejudge(named);
  const { maskContacts: mask } = await import('../report/mask-contacts.ts');
  const text = defects({ ...(maskContacts ? mask(input, contract) : input), library: readLibrary() }, about);
  if (text === undefined) {
    const why = 'an id is a case, a check (kci.sequence) or a promise (ORD-19) of a failure that is not waived';
    throw inputError(`nothing that failed is about ${about.join(', ')}`, why, 'leave --about out to see all');
  }
  if (out === undefined || out === '-') print(text.trimEnd());
  else writeFile(resolve(out), text);
}
