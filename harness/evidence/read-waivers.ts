import { type FixtureKind, parseFixture } from '../contract/fixture.ts';
import { CHECKS } from '../judge/checks/table.ts';
import { CLIENT_CHECKS } from '../judge/client/table.ts';
import type { Contract, Problem } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import { fits, type Waiver } from '../verdict/waiver.ts';

const WAIVERS: FixtureKind = { noun: 'waiver file', folder: '.', schema: 'waivers.schema.json' };

/** Reads the text of a waiver file and looks whether there are such checks and rows. Days that are over are no mistake in it: they are told of after the run. */
export function readWaivers(
  text: string,
  file: string,
  { register, client }: Pick<Contract, 'register' | 'client'>,
): { readonly waivers: readonly Waiver[]; readonly problems: Problem[] } {
  const source = parseFixture(WAIVERS, text, file);
  if (source.problems.length > 0) return { waivers: [], problems: source.problems };
  const { waivers: written } = source.value as unknown as { readonly waivers: readonly Omit<Waiver, 'span'>[] };
  const waivers = written.map((each, i): Waiver => ({ ...each, span: source.spanOf(`/waivers/${i}/check`) }));
  const checks = Object.keys(client ? CLIENT_CHECKS : CHECKS);
  const rows = register.map(({ id }) => id);
  const problems = waivers.flatMap(({ check, requirement }, i): Problem[] => [
    ...(checks.includes(check) ? [] : [unknown('check', check, checks, source.spanOf(`/waivers/${i}/check`))]),
    ...(fits(requirement, rows)
      ? []
      : [unknown('row', requirement ?? '', rows, source.spanOf(`/waivers/${i}/requirement`))]),
  ]);
  return { waivers, problems };
}

function unknown(kind: 'check' | 'row', name: string, known: readonly string[], span: Waiver['span']): Problem {
  return {
    severity: 'error',
    span,
    message: `there is no ${kind} "${name}"`,
    why: kind === 'check' ? `a check is one of ${known.join(', ')}` : 'rows are named as "assay coverage" lists them',
    ...didYouMean(name, known),
  };
}
