import { parseEnv } from 'node:util';
import type { Problem } from '../model.ts';
import { readText } from '../source/file.ts';
import { nearest } from '../source/nearest.ts';
import type { Source } from '../source/source.ts';
import { mapTexts } from '../values/members.ts';

/** Environment variables by name; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A file's content with its `$env.NAME` replaced, and the values taken: each with its variable's name and the JSON Pointer
 * where it went.
 */
export type Filled = ReturnType<typeof fillFromEnvironment>;

/** Variables given on the command line. */
export interface GivenVariables {
  /** `NAME=value`: takes precedence over the environment. */
  readonly var?: readonly string[] | undefined;
  /** A dotenv file of such lines: the environment takes precedence over them. */
  readonly envFile?: string | undefined;
}

/** The variables for `$env.NAME`, and where each name given by hand comes from. */
interface Variables {
  readonly env: Environment;
  readonly given: ReadonlyMap<string, string>;
  readonly problems: Problem[];
}

/** The environment with the variables given on the command line. */
export function withGiven(env: Environment, { var: assigned = [], envFile }: GivenVariables): Variables {
  if (assigned.length === 0 && envFile === undefined) return { env, given: new Map(), problems: [] };
  const problems: Problem[] = [];
  const file = envFile === undefined ? { problems: [] } : readText(envFile);
  problems.push(...file.problems);
  const inFile = parseEnv(file.text ?? '');
  if (Object.keys(inFile).length === 0 && /^\s*[^#\s]/m.test(file.text ?? ''))
    problems.push({ severity: 'error', message: `${envFile} sets no variable`, fix: 'write lines of NAME=value' });
  const pairs = assigned.map((each) => [each, ...(/^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(each)?.slice(1) ?? [])]);
  for (const [text] of pairs.filter(([, name]) => name === undefined)) {
    // The text after `=` may be a secret.
    const message = `--var ${text?.replace(/=.*$/s, '=…')} is no variable`;
    problems.push({ severity: 'error', message, fix: 'write NAME=value, with letters, digits and _ in the name' });
  }
  const byHand = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
  return {
    env: { ...inFile, ...env, ...byHand },
    given: new Map([
      ...Object.keys(inFile).map((name) => [name, envFile ?? ''] as const),
      ...Object.keys(byHand).map((name) => [name, '--var'] as const),
    ]),
    problems,
  };
}

/** Variables given by hand that the target does not use. */
export function unusedVariables({ given }: Variables, used: readonly string[]): Problem[] {
  const unused = [...given].filter(([name]) => name !== '' && !used.includes(name));
  return [...Map.groupBy(unused, ([, from]) => from)].map(([from, those]) => {
    const names = those.map(([name]) => name);
    const lacking = used.filter((name) => !given.has(name));
    const like = names.map((name) => nearest(name, lacking)).find((each) => each !== undefined);
    return {
      severity: 'warning',
      message: `the target does not use ${names.join(', ')} of ${from}`,
      why: `it takes ${[...new Set(used)].join(', ') || 'nothing'} from variables`,
      ...(like === undefined ? {} : { fix: `did you mean "${like}"?` }),
    };
  });
}

const VARIABLE = /\$env\.([A-Za-z_][A-Za-z0-9_]*)|\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Whether a text consists of an environment variable only. */
export function isVariable(text: string): boolean {
  return /^(\$env\.[A-Za-z_][A-Za-z0-9_]*|\$\{env\.[A-Za-z_][A-Za-z0-9_]*\})$/.test(text);
}

/** Replaces `$env.NAME` and `${env.NAME}` in every text of a file; one that is not set, or empty, is a problem. */
export function fillFromEnvironment(source: Source, env: Environment) {
  const taken: { name: string; pointer: string; value: string }[] = [];
  const problems: Problem[] = [];
  const value = mapTexts(source.value, (text, pointer) =>
    text.replaceAll(VARIABLE, (_, plain: string | undefined, braced: string | undefined) => {
      const name = plain ?? braced ?? '';
      const found = env[name];
      if (found) taken.push({ name, pointer, value: found });
      else problems.push(missing(name, found, source, pointer));
      // Other problems of an unknown text are not reported.
      return found || name;
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
