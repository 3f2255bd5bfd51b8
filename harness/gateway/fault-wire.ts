import type { Headers, Json } from '../model.ts';
import { isObject } from '../pointer.ts';
import { bytesOf, textOf } from '../wire.ts';
import type { Deed, WireDeed } from './fault.ts';

const WIRE_DEEDS = ['layout', 'header-names', 'text', 'replace-text', 'truncate'] as const;

/** Whether a deed changes the encoded form of a message. */
export function isWireDeed(deed: Deed): deed is WireDeed {
  return WIRE_DEEDS.some((name) => name in deed);
}

/** The encoded part of a request or response. */
export interface Encoded {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A copy of an encoded message with one deed done; what is not text or JSON is left alone where the deed needs it. */
export function rewired(message: Encoded, deed: WireDeed): Encoded {
  if ('header-names' in deed) {
    const rename = (name: string): string =>
      deed['header-names'] === 'upper' ? name.toUpperCase() : name.toLowerCase();
    return { ...message, headers: message.headers.map(([name, value]) => [rename(name), value]) };
  }
  if ('truncate' in deed) return { ...message, body: message.body.slice(0, deed.truncate) };
  if ('text' in deed) return { ...message, body: bytesOf(deed.text) };
  const text = textOf(message.body);
  if (text === undefined) return message;
  if ('replace-text' in deed) {
    const { pattern, with: by } = deed['replace-text'];
    return { ...message, body: bytesOf(text.replace(new RegExp(pattern, 'gu'), by)) };
  }
  return text === '' ? message : { ...message, body: bytesOf(laidOut(text, deed.layout)) };
}

function laidOut(text: string, layout: 'indented' | 'ascii' | 'keys-reversed'): string {
  const json = JSON.parse(text) as Json;
  if (layout === 'indented') return `${JSON.stringify(json, null, 2)}\n`;
  if (layout === 'keys-reversed') return JSON.stringify(keysReversed(json));
  // Escaped like this, any JSON reader gives back the same text.
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll(/[\u0080-\uffff]/g, escaped);
}

function keysReversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(keysReversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, keysReversed(each)]),
  );
}
