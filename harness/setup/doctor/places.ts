import { readFileSync } from 'node:fs';
import { shown } from '../../application/places.ts';
import { parseSource } from '../../source/source.ts';
import { getAt } from '../../values/pointer.ts';

/** Says where a value of a data file stands, by JSON Pointer: `acme.yaml:8`. */
export type PlaceOf = (pointer: string) => string;

/** Places of a file that could be read; what does not stand in it belongs where its parent stands, or to the file as a whole. */
export function placesIn(file: string): PlaceOf {
  const source = parseSource(readFileSync(file, 'utf8'), shown(file));
  const placeOf: PlaceOf = (pointer) => {
    if (pointer === '') return source.file;
    if (getAt(source.value, pointer) === undefined) return placeOf(pointer.slice(0, pointer.lastIndexOf('/')));
    return `${source.file}:${source.keySpanOf(pointer).line}`;
  };
  return placeOf;
}
