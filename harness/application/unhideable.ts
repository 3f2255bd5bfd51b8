import type { Problem } from '../model.ts';
import { whyNotHidden } from '../values/hideable.ts';
import type { Aim } from './inputs.ts';

type Known = Pick<Aim, 'contract' | 'profile' | 'world' | 'target'>;

/**
 * Whether a text stands in what a record is held against: contract, profile, world, the names of the target, and what is
 * meant to be done, as JSON. In evidence it may stand for itself, and no secret's place can be taken there.
 */
export function knownTo({ contract, profile, world, target }: Known, meant: Buffer): (text: string) => boolean {
  // As bytes: as a text that holds one rare character, all this would take twice the room.
  let known: readonly Buffer[] | undefined;
  let mayHold: (text: Uint8Array) => boolean = () => true;
  let asked = 0;
  return (text) => {
    const { target: name, baseUrl, tenants } = target;
    known ??= [asBytes([contract, profile, world, name, baseUrl, tenants.map((each) => each.name)]), meant];
    asked += 1;
    if (asked === FEW) mayHold = sieveOf(known);
    const wanted = asBytes(text).subarray(1, -1);
    return mayHold(wanted) && known.some((each) => each.includes(wanted));
  };
}

/** What is meant to be done, as JSON. */
export const asBytes = (meant: unknown): Buffer => Buffer.from(JSON.stringify(meant));

/** To ask for fewer costs less than to make a sieve. */
const FEW = 20;
const STRETCH = 8;
const SIEVE_BITS = 24;

/** Whether long texts may hold another: they do not unless they have each of its stretches. They are read once, however many are asked for. */
function sieveOf(texts: readonly Uint8Array[]): (wanted: Uint8Array) => boolean {
  const had = new Uint8Array(2 ** (SIEVE_BITS - 3));
  for (const text of texts)
    eachStretch(text, (stretch) => {
      had[stretch >>> 3] = (had[stretch >>> 3] as number) | (1 << (stretch & 7));
      return true;
    });
  return (wanted) => eachStretch(wanted, (stretch) => ((had[stretch >>> 3] as number) & (1 << (stretch & 7))) !== 0);
}

/** Asks of a number for each stretch of a text until one is answered no. */
function eachStretch(text: Uint8Array, ask: (stretch: number) => boolean): boolean {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) {
    // Three bits to the left for each byte: after eight of them the first is shifted out.
    hash = ((hash << 3) ^ (text[i] as number)) & (2 ** SIEVE_BITS - 1);
    if (i >= STRETCH - 1 && !ask(hash)) return false;
  }
  return true;
}

/**
 * The secrets that cannot be taken out of the evidence without altering it, by their variables: those that may stand there
 * by chance, and those that the inputs hold themselves. `meant` is what is meant to be done, as JSON, where that is known.
 */
export function unhideable(aim: Known & Pick<Aim, 'variables'>, meant: Buffer = Buffer.alloc(0)): Problem[] {
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
