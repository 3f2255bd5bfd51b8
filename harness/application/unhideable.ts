import type { Problem } from '../model.ts';
import { whyNotHidden } from '../values/hideable.ts';
import type { Aim } from './inputs.ts';

type KnownInputs = Pick<Aim, 'contract' | 'profile' | 'world' | 'target'>;

/**
 * Whether a text stands in contract, profile, world, the target's names, or the plan (`meant`, as JSON). There it may stand
 * in evidence for itself, so that it cannot be replaced as a secret.
 */
export function knownTo({ contract, profile, world, target }: KnownInputs, meant: Buffer): (text: string) => boolean {
  // As bytes: as a string with one rare character, all this would take twice the memory.
  let known: readonly Buffer[] | undefined;
  let mayHold: ((text: Buffer) => boolean) | undefined;
  return (text) => {
    const { target: name, baseUrl, tenants } = target;
    known ??= [asBytes([contract, profile, world, name, baseUrl, tenants.map((each) => each.name)]), meant];
    mayHold ??= sieveOf(known);
    const wanted = asBytes(text).subarray(1, -1);
    return mayHold(wanted) && known.some((each) => each.includes(wanted));
  };
}

/** A value as JSON bytes. */
export const asBytes = (meant: unknown): Buffer => Buffer.from(JSON.stringify(meant));

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const SIEVE_BITS = 21;

/**
 * Whether long texts may hold another: not if they lack one of its pairs of words, from any of its first bytes on. The
 * texts are read once, for any number of questions.
 */
function sieveOf(texts: readonly Buffer[]): (wanted: Buffer) => boolean {
  const had = new Uint8Array(2 ** SIEVE_BITS);
  for (const text of texts)
    eachPair(text, (pair) => {
      had[pair] = 1;
      return true;
    });
  const mayHoldFrom = (wanted: Buffer): boolean => eachPair(wanted, (pair) => had[pair] === 1);
  return (wanted) => [0, 1, 2, 3].some((from) => mayHoldFrom(wanted.subarray(from)));
}

/** Calls `ask` with a number for each word and the one before it, until one returns false. Whether all returned true. */
function eachPair(text: Buffer, ask: (pair: number) => boolean): boolean {
  const { buffer, byteOffset, byteLength } = text.byteOffset % WORD === 0 ? text : Uint8Array.from(text);
  const words = new Uint32Array(buffer, byteOffset, Math.floor(byteLength / WORD));
  for (let i = 1; i < words.length; i += 1) {
    const mixed = Math.imul(words[i - 1] as number, 0x9e3779b1) ^ Math.imul(words[i] as number, 0x85ebca6b);
    if (!ask(mixed >>> (32 - SIEVE_BITS))) return false;
  }
  return true;
}

/**
 * Problems for secrets that cannot be taken out of the evidence without altering it: those that may stand there by chance,
 * and those that the inputs hold themselves. `meant` is the plan as JSON, if it is known.
 */
export function unhideable(aim: KnownInputs & Pick<Aim, 'variables'>, meant: Buffer = Buffer.alloc(0)): Problem[] {
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
