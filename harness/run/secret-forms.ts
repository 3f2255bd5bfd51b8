import { whyNotHidden } from '../values/hideable.ts';
import { escaped } from '../wire/spelling.ts';

/** One way a secret may stand in a text: a literal, and for base64 the neighbours that hold its outermost bits. */
export interface SecretForm {
  readonly literal: string;
  /** A regular expression that matches the literal with those neighbours. */
  readonly source: string;
}

/** Shorter literals occur by chance in innocent text; the rules for headers and members still cover them. */
const FEWEST_CHARACTERS = 4;
const FEWEST_BASE64_CHARACTERS = 6;

/** All the forms in which a secret is looked for, whatever text it was put into before it was encoded. */
export function formsOf(secret: string): SecretForm[] {
  const forms = new Map<string, SecretForm>();
  const add = (literal: string, before = '', after = ''): void => {
    if (literal.length < FEWEST_CHARACTERS || forms.has(literal)) return;
    // Encoded, it may look like what is no secret; as it is, it was looked at before.
    if (literal !== secret && whyNotHidden(literal) !== undefined) return;
    forms.set(literal, { literal, source: before + RegExp.escape(literal) + after });
  };
  for (const text of [secret, jsonText(secret), asciiJson(secret), jsonText(jsonText(secret)), latin1View(secret)]) {
    add(text);
    add(text.replaceAll('/', '\\/'));
    for (const encoded of [percent(text), form(text)]) {
      add(encoded);
      add(encoded.replace(/%../g, (hex) => hex.toLowerCase()));
    }
  }
  for (const { literal, before, after } of base64Forms(secret)) {
    add(literal, before, after);
    add(literal.replaceAll('+', '-').replaceAll('/', '_'), before, after);
    add(percent(literal), before, after);
  }
  return [...forms.values()];
}

function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function asciiJson(text: string): string {
  return jsonText(text).replace(/[^ -~]/g, escaped);
}

/** How the UTF-8 bytes of a text look where they are read byte by byte, as in headers. */
function latin1View(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function percent(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** `application/x-www-form-urlencoded`: blanks as `+`, and more characters encoded. */
function form(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/**
 * The base64 of any longer text that holds the secret, such as `id:secret` of Basic credentials: three bytes become four
 * characters, so there are three alignments, and in each the characters made of the secret's bits alone are known.
 */
function base64Forms(secret: string): { readonly literal: string; readonly before: string; readonly after: string }[] {
  const bytes = Buffer.from(secret, 'utf8');
  const anyCharacter = '[A-Za-z0-9+/_-]';
  return [0, 1, 2]
    .map((offset) => {
      const bits = (offset + bytes.length) * 8;
      const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
      return {
        literal: text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6)),
        before: offset === 0 ? '' : anyCharacter,
        after: bits % 6 === 0 ? '' : `${anyCharacter}?={0,2}`,
      };
    })
    .filter(({ literal }) => literal.length >= FEWEST_BASE64_CHARACTERS);
}
