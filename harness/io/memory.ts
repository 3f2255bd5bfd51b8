import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect every heap of this process once it exceeds what is in use by `percent`. For work that makes garbage all
 * the time: V8 would let such heaps grow to several times what is in use.
 */
export function growSlowly(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** Runs `make` under the flags that Assay was started with: V8 recognises by them what it compiled. */
export function withUsualFlags<T>(make: () => T): T {
  setFlagsFromString('--heap-growing-percent=0');
  return make();
}
