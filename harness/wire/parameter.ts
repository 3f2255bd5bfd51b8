import { remembered } from '../values/once.ts';

/** In which part of a request each kind of parameter stands. */
export const PARTS = { header: 'headers', query: 'query', path: 'path' } as const;

/** What stands for a parameter in the path of an operation. */
const PARAMETER = /\{([^}]+)\}/g;

/** A path with the values of its parameters put in, each as one segment. */
export function filledPath(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  return template.replace(PARAMETER, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
}

const MOST_FORMS = 1_000;
const formOf = remembered(MOST_FORMS, (template: string): RegExp => {
  const literal = template.split(PARAMETER).map((part, i) => (i % 2 === 0 ? RegExp.escape(part) : '([^/]*)'));
  return new RegExp(`${literal.join('')}$`);
});

/** The values that a path has where it ends like a template (`/service-orders/{id}`); undefined where it does not. */
export function pathValues(template: string, path: string): Readonly<Record<string, string>> | undefined {
  if (!template.includes('{')) return path.endsWith(template) ? {} : undefined;
  const found = formOf(template).exec(path);
  if (!found) return undefined;
  const names = [...template.matchAll(PARAMETER)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, i) => [name, decoded(found[i + 1] ?? '')]));
}

/** Text without its URL encoding, or as it is where that is none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
