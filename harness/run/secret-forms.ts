import { whyNotHidden } from '../values/hideable.ts';
import { escaped } from '../wire/spelling.ts';

/** One form of a secret in a text: a literal, and for base64 the neighbouring characters that share its outermost bits. */
export interface SecretForm {
  readonly literal: string;
  /** Source of a regular expression for the literal with those neighbours. */
  readonly source: string;
}

/** Shorter literals occur by chance in innocent text; the rules for headers and members still cover them. */
const MIN_CHARACTERS = 4;
const MIN_BASE64_CHARACTERS = 6;

/** All forms in which a secret is looked for, including inside of encoded texts. */
export function formsOf(secret: string): SecretForm[] {
  const forms = new Map<string, SecretForm>();
  const add = (literal: string, before = '', after = ''): void => {
    if (literal.length < MIN_CHARACTERS || forms.has(literal)) return;
    // An encoded form may look like an ordinary word; the secret itself was checked before.
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

/** The UTF-8 bytes of a text read as Latin-1, as in headers. */
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
 * The base64 forms of any longer text with the secret, such as `id:secret` in Basic credentials. Three bytes become four
 * characters, so there are three alignments; in each, only the characters made entirely of the secret's bits are known.
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
    .filter(({ literal }) => literal.length >= MIN_BASE64_CHARACTERS);
}
