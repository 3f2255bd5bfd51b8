// The entry `assay/fake`: teaches Node to read the TypeScript of this package before loading any of it.
import '../../typescript.js';

export const { createFake, matchers } = await import('./in-tests.ts');
