import { remembered } from '../values/once.ts';
import { percentDecode } from '../values/percent.ts';

/** The part of a request for each kind of parameter. */
export const PARTS = { header: 'headers', query: 'query', path: 'path' } as const;

/** A placeholder for a parameter in the path of an operation. */
const PARAMETER = /\{([^}]+)\}/g;

/** A path with the values of its parameters, each as one segment. */
export function filledPath(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  return template.replace(PARAMETER, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
}

const MAX_FORMS = 1_000;
const formOf = remembered(MAX_FORMS, (template: string): RegExp => {
  const literal = template.split(PARAMETER).map((part, i) => (i % 2 === 0 ? RegExp.escape(part) : '([^/]*)'));
  return new RegExp(`${literal.join('')}$`);
});

/** The parameter values of a path that ends like a template (`/service-orders/{id}`); undefined if it does not. */
export function pathValues(template: string, path: string): Readonly<Record<string, string>> | undefined {
  if (!template.includes('{')) return path.endsWith(template) ? {} : undefined;
  const found = formOf(template).exec(path);
  if (!found) return undefined;
  const names = [...template.matchAll(PARAMETER)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name, i) => [name, percentDecode(found[i + 1] ?? '') ?? found[i + 1] ?? '']));
}
