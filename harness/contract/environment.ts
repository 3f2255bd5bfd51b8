import type { Json, Problem } from '../model.ts';
import type { Source } from '../source/source.ts';
import { mapTexts } from '../values/members.ts';

/** Environment variables by name; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A file's content with its `$env.NAME` replaced, and what came from there: each value with its variable's name and the JSON Pointer it went to. */
export interface Filled {
  readonly value: Json;
  readonly taken: { readonly name: string; readonly pointer: string; readonly value: string }[];
  readonly problems: Problem[];
}

const VARIABLE = /\$env\.([A-Za-z_][A-Za-z0-9_]*)|\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Whether a text is nothing but a variable of the environment. */
export function isVariable(text: string): boolean {
  return /^(\$env\.[A-Za-z_][A-Za-z0-9_]*|\$\{env\.[A-Za-z_][A-Za-z0-9_]*\})$/.test(text);
}

/** Replaces `$env.NAME` and `${env.NAME}` in every text of a file; one that is not set, or empty, is a problem. */
export function fillFromEnvironment(source: Source, env: Environment): Filled {
  const taken: { name: string; pointer: string; value: string }[] = [];
  const problems: Problem[] = [];
  const value = mapTexts(source.value, (text, pointer) =>
    text.replaceAll(VARIABLE, (_, plain: string | undefined, braced: string | undefined) => {
      const name = plain ?? braced ?? '';
      const found = env[name];
      if (found) taken.push({ name, pointer, value: found });
      else problems.push(missing(name, found, source, pointer));
      return found ?? '';
    }),
  );
  return { value, taken, problems };
}

function missing(name: string, found: string | undefined, source: Source, pointer: string): Problem {
  return {
    severity: 'error',
    span: source.spanOf(pointer),
    message: `the environment variable ${name} is ${found === undefined ? 'not set' : 'empty'}`,
    why: 'the target takes this value from the environment',
    fix: `set it before the run: export ${name}=…`,
  };
}
