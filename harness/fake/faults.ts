/** Reads faults from files. */

import { cached, codeDigest } from '../cached.ts';
import { FIXTURES, type FixtureKind, fixtureNames, parseFixture, READ_BY } from '../contract/fixture.ts';
import type { Problem } from '../model.ts';
import { readText } from '../source/file.ts';
import { begunAs, didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { pointerOf } from '../values/pointer.ts';
import { type Fault, valuesOf } from './fault.ts';

const FAULTS: FixtureKind = { noun: 'fault file', folder: 'faults', schema: 'fault.schema.json' };

/** Faults, or everything wrong with their files. */
interface LoadedFaults {
  readonly faults: Fault[];
  readonly problems: Problem[];
}

/** Reads the text of a fault file; `file` is its path. */
export function readFaults(text: string, file: string): LoadedFaults {
  const source = parseFixture(FAULTS, text, file);
  if (source.problems.length > 0) return { faults: [], problems: source.problems };
  const written = (source.value as unknown as { readonly faults: readonly Partial<Fault>[] }).faults;
  const problems: Problem[] = [];
  const names = new Set<string>();
  for (const [i, each] of written.entries()) {
    const { fault = '', legal, breaks = [], where, do: actions = [], also } = each;
    const problem = (at: string, message: string, why: string, fix?: string): void => {
      const span = source.spanOf(pointerOf(['faults', i, at]));
      problems.push({ severity: 'error', span, message, why, ...(fix === undefined ? {} : { fix }) });
    };
    if (names.has(fault)) problem('fault', `fault "${fault}" is there twice`, 'a fault is switched on by its name');
    names.add(fault);
    if (legal === true && breaks.length > 0)
      problem('breaks', 'a legal variant breaks nothing', 'it says legal: true', 'leave out one of the two');
    if (legal === true && each['caught-by'] !== undefined)
      problem('caught-by', 'a legal variant is not to be caught', 'it says legal: true', 'leave out one of the two');
    if (legal !== true && breaks.length === 0) {
      const fix = 'name the rows or checks that it breaks, or say legal: true';
      problem('fault', `fault "${fault}" breaks nothing`, 'nobody could say whether it was caught', fix);
    }
    const again = endlessAfter({ do: actions, ...(where ? { where } : {}), ...(also ? { also } : {}) });
    if (again !== undefined) {
      const message = `fault "${fault}" never ends: after ${again} it makes ${again} happen again`;
      problem('do', message, 'what "then" adds is struck like any other event', 'strike once, with nth: 1 under where');
    }
  }
  const faults = written.map((each) => ({ breaks: [], ...each }) as unknown as Fault);
  return problems.length > 0 ? { faults: [], problems } : { faults, problems };
}

/** All faults shipped with Assay, in the order of their file names. Read and checked once, and cached for later starts. */
export function shippedFaults(): LoadedFaults {
  const files = fixtureNames(FAULTS).map((name) => `${FIXTURES}/${FAULTS.folder}/${name}.yaml`);
  return cached('faults as read', codeDigest(...READ_BY, 'fake'), () => ({
    value: together(files.map(readFaultFile)),
    files,
  }));
}

/** The faults that references name: each is the name of a shipped fault or fault file, or the path of a fault file. */
export function chosenFaults(references: readonly string[]): LoadedFaults {
  if (references.length === 0) return { faults: [], problems: [] };
  const shipped = shippedFaults();
  if (shipped.problems.length > 0) return shipped;
  const files = fixtureNames(FAULTS);
  return together(
    references.map((reference): LoadedFaults => {
      if (/[\\/]|\.ya?ml$/i.test(reference)) return readFaultFile(reference);
      if (files.includes(reference)) return readFaultFile(`${FIXTURES}/${FAULTS.folder}/${reference}.yaml`);
      const faults = shipped.faults.filter(({ fault }) => fault === reference);
      return faults.length > 0
        ? { faults, problems: [] }
        : unknown(reference, [...files, ...shipped.faults.map(({ fault }) => fault)]);
    }),
  );
}

function readFaultFile(file: string): LoadedFaults {
  const { text, problems } = readText(file);
  return text === undefined ? { faults: [], problems } : readFaults(text, file);
}

function unknown(reference: string, names: readonly string[]): LoadedFaults {
  const within = names.filter((name) => name.includes(reference.replace(/\*$/, '')));
  const begun = begunAs(reference, names);
  const near = begun.length === 0 ? {} : { fix: `did you mean ${listed(begun, 5)}?` };
  const problem: Problem = {
    severity: 'error',
    message: `unknown fault "${reference}"`,
    why: 'a fault is the name of one, the name of a file in fixtures/faults, or the path of such a file; "assay explain faults" lists them',
    ...(within.length > 0
      ? { fix: `name one, such as ${listed(within, 5)}` }
      : { ...near, ...didYouMean(reference, names) }),
  };
  return { faults: [], problems: [problem] };
}

function together(loaded: readonly LoadedFaults[]): LoadedFaults {
  return { faults: loaded.flatMap(({ faults }) => faults), problems: loaded.flatMap(({ problems }) => problems) };
}

/** One trigger of a fault, with the events that it adds. */
interface Chain {
  readonly at: readonly string[];
  readonly then: readonly string[];
}

/**
 * The event after which a fault would go on for ever, because the events it adds trigger it again; undefined if it ends. A
 * fault that strikes only the n-th time ends, and so does one that adds fewer events than it waits for.
 */
function endlessAfter(fault: Pick<Fault, 'where' | 'do' | 'also'>): string | undefined {
  const chains = [fault, ...(fault.also ?? [])].flatMap(({ where = {}, do: actions }): Chain[] => {
    const then = valuesOf(actions, 'then').flat();
    const { event = [], nth, every = 1 } = where;
    const at = typeof event === 'string' ? [event] : event;
    return nth !== undefined || then.length < every ? [] : [{ at, then }];
  });
  const strikes = ({ at }: Chain, name: string): boolean => at.includes('*') || at.includes(name);
  for (const chain of chains) {
    const happened = new Set<string>();
    const next = [...chain.then];
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      if (strikes(chain, name)) return name;
      if (happened.has(name)) continue;
      happened.add(name);
      for (const other of chains) if (strikes(other, name)) next.push(...other.then);
    }
  }
  return undefined;
}
