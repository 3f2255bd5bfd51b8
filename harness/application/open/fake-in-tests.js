// What `assay/fake` is: it teaches Node to read the TypeScript of this package before any of it is loaded.
import '../../typescript.js';

export const { createFake, matchers } = await import('./in-tests.ts');
