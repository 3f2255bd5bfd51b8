import { remembered } from '../values/once.ts';
import { createLiteralFinder } from './literal-finder.ts';
import { formsOf, type SecretForm } from './secret-forms.ts';

interface KnownForm extends SecretForm {
  readonly placeholder: string;
}

/** How some of the known secrets are found in a text. */
export type Search = ReturnType<typeof searchOf>;

/**
 * The same few secrets stand in text after text. A target that puts others into each must not fill the memory for compiled
 * expressions.
 */
const MOST_SEARCHES = 32;

/** One alternation, the longest form first, so that a secret within a secret never leaves half of the longer one. */
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
    /** A known one, or what stands where secrets do. */
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
 * The secrets that are known by now, none yet, and what stands in their place; `places` is the source of an expression for
 * where secrets stand. A load over weeks has thousands of them; no regular expression is made of them all, only of those a
 * text may hold.
 */
export function createKnownSecrets(places: string) {
  const forms = new Map<string, KnownForm>();
  const finder = createLiteralFinder();
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();

  const searchForAll = remembered(MOST_SEARCHES, (literals: string) =>
    searchOf(
      (JSON.parse(literals) as string[]).flatMap((literal) => forms.get(literal) ?? []),
      places,
    ),
  );
  const searchFor = (input: string): Search | null => {
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
    /** What to look for in a text; null where it holds no known secret. */
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
    /** For a value that is secret because of where it stands. Empty and already redacted ones say nothing. */
    hide(kind: string, value: string): string {
      if (value === '' || value.startsWith('[secret:')) return value;
      const search = searchFor(value);
      const found = search && value.match(search.known);
      // Only a whole value is the secret: others that hold it differ from it, and from each other.
      return search && found?.[0] === value ? search.placeholderOf(value) : placeholderFor(kind, value);
    },
    /** A text that was cut off, without what the cut left of a secret: half of one would match no form. */
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
