import { gzipSync } from 'node:zlib';
import type { Headers, Json } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bytesOf, textOf } from '../wire/wire.ts';
import type { Deed, WireDeed } from './fault.ts';

const WIRE_DEEDS = ['layout', 'header-names', 'text', 'replace-text', 'truncate', 'content-coding'] as const;

const isWireDeed = (deed: Deed): deed is WireDeed => WIRE_DEEDS.some((name) => name in deed);

/** The encoded part of a request or response. */
export interface Encoded {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A copy of a message with all deeds done that change its form. Packing comes last, for what is packed is no text. */
export function sentAs(message: Encoded, deeds: readonly Deed[]): Encoded {
  const wired = deeds.filter(isWireDeed);
  const isPacking = (deed: WireDeed): boolean => 'content-coding' in deed;
  return [...wired.filter((deed) => !isPacking(deed)), ...wired.filter(isPacking)].reduce(rewired, message);
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
  if ('content-coding' in deed) return coded(message, deed['content-coding']);
  const text = textOf(message.body);
  if (text === undefined) return message;
  if ('replace-text' in deed) {
    const { pattern, with: by } = deed['replace-text'];
    return { ...message, body: bytesOf(text.replace(new RegExp(pattern, 'gu'), by)) };
  }
  return text === '' ? message : { ...message, body: bytesOf(laidOut(text, deed.layout)) };
}

function coded(message: Encoded, coding: 'gzip'): Encoded {
  if (message.body.byteLength === 0) return message;
  const headers: Headers = [...message.headers, ['Content-Encoding', coding]];
  return { headers, body: new Uint8Array(gzipSync(message.body)) };
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
