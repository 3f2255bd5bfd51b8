import { remembered } from '../values/once.ts';
import { createLiteralFinder } from './literal-finder.ts';
import { formsOf, type SecretForm } from './secret-forms.ts';

interface KnownForm extends SecretForm {
  readonly placeholder: string;
}

/** How to find some of the known secrets in a text. */
export type SecretSearch = ReturnType<typeof searchOf>;

/** A limit on cached expressions. Texts mostly hold the same few secrets, but a target may put new ones into each. */
const MAX_SEARCHES = 32;

/** One alternation, longest form first, so that a shorter secret inside a longer one does not leave a part of it. */
function searchOf(forms: readonly KnownForm[], places: string) {
  const sorted = longestFirst(forms);
  const sources = sorted.map(({ source }) => source).join('|');
  let known: RegExp | undefined;
  let knownOrPlace: RegExp | undefined;
  return {
    get known() {
      known ??= new RegExp(sources, 'g');
      return known;
    },
    /** Matches a known secret, or a place where secrets stand. */
    get knownOrPlace() {
      knownOrPlace ??= new RegExp(`${places}|${sources}`, 'gs');
      return knownOrPlace;
    },
    placeholderOf: (match: string): string =>
      sorted.find(({ literal }) => match.includes(literal))?.placeholder ?? '[secret]',
  };
}

function longestFirst(forms: Iterable<KnownForm>): readonly KnownForm[] {
  return [...forms].sort((a, b) => b.literal.length - a.literal.length);
}

/**
 * The secrets known so far, with their placeholders. `places` is the source of an expression for places where secrets
 * stand. A load over weeks has thousands of secrets, so expressions are made only of those that a text may hold.
 */
export function createKnownSecrets(places: string) {
  const forms = new Map<string, KnownForm>();
  const finder = createLiteralFinder();
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();

  const searchForAll = remembered(MAX_SEARCHES, (literals: string) =>
    searchOf(
      (JSON.parse(literals) as string[]).flatMap((literal) => forms.get(literal) ?? []),
      places,
    ),
  );
  const searchFor = (input: string): SecretSearch | null => {
    const candidates = finder.candidatesIn(input);
    if (candidates.length === 0) return null;
    return searchForAll(JSON.stringify(candidates));
  };
  const placeholderFor = (kind: string, value: string): string => {
    const existing = placeholders.get(value);
    if (existing !== undefined) return existing;
    const name = kind.replace(/[^\w.-]+/g, '-');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const placeholder = `[secret:${name}-${count}]`;
    placeholders.set(value, placeholder);
    return placeholder;
  };

  return {
    /** What to look for in a text; null if it holds no known secret. */
    searchFor,
    add(kind: string, value: string): void {
      if (value === '' || forms.has(value)) return;
      const placeholder = placeholderFor(kind, value);
      for (const form of formsOf(value)) {
        if (forms.has(form.literal)) continue;
        forms.set(form.literal, { ...form, placeholder });
        finder.add(form.literal);
      }
    },
    /** The placeholder for a value that is secret because of its place. Empty and redacted values stay. */
    hide(kind: string, value: string): string {
      if (value === '' || value.startsWith('[secret:')) return value;
      const search = searchFor(value);
      const found = search && value.match(search.known);
      // Only an exact match is that secret; values that merely contain it are others.
      return search && found?.[0] === value ? search.placeholderOf(value) : placeholderFor(kind, value);
    },
    /** A text that was cut, without the part of a secret at its end: a part would match no form. */
    withoutCutOff(text: string): string {
      for (const { literal, placeholder } of longestFirst(forms.values())) {
        for (let length = literal.length - 1; length >= 4; length -= 1) {
          if (text.endsWith(literal.slice(0, length))) return text.slice(0, -length) + placeholder;
        }
      }
      return text;
    },
  };
}
