import type { Problem } from '../model.ts';
import { whyNotHidden } from '../values/hideable.ts';
import type { Aim } from './inputs.ts';

type Known = Pick<Aim, 'contract' | 'profile' | 'world' | 'target'>;

/**
 * Whether a text stands in what a record is held against: contract, profile, world, the names of the target, and what is
 * meant to be done, as JSON. In evidence it may stand for itself, and no secret's place can be taken there.
 */
export function knownTo({ contract, profile, world, target }: Known, meant: string): (text: string) => boolean {
  let known: string | undefined;
  let asked = 0;
  return (text) => {
    const { target: name, baseUrl, tenants } = target;
    known ??= JSON.stringify([contract, profile, world, name, baseUrl, tenants.map((each) => each.name)]) + meant;
    asked += 1;
    // A plan says most things again and again: where there are many tokens, what is looked through is made short once.
    if (asked === MANY) known = [...new Set(known.match(JSON_TEXT))].join('');
    return known.includes(JSON.stringify(text).slice(1, -1));
  };
}

const MANY = 8;
const JSON_TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/**
 * The secrets that cannot be taken out of the evidence without altering it, by their variables: those that may stand there
 * by chance, and those that the inputs hold themselves. `meant` is what is meant to be done, as JSON, where that is known.
 */
export function unhideable(aim: Known & Pick<Aim, 'variables'>, meant = ''): Problem[] {
  const isKnown = knownTo(aim, meant);
  return aim.variables.flatMap(({ name, value, span }): Problem[] => {
    const found = whyNotHidden(value) ?? (isKnown(value) ? 'the same text stands where nothing is secret' : undefined);
    if (found === undefined) return [];
    const why = `${found}: to take it out of what was sent and received would alter the evidence`;
    const fix = 'agree on another with the gateway, such as 16 random letters and digits';
    return [
      {
        severity: 'error',
        span,
        message: `the environment variable ${name} holds a secret that cannot be hidden`,
        why,
        fix,
      },
    ];
  });
}
