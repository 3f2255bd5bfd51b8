import fc from 'fast-check';

/** Any code point, lone surrogates too: as the unit `binary` of fast-check, which first makes a table of all million. */
export const anyUnit = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point));
