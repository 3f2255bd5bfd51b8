/**
 * What every `new Worker` of TypeScript is given: below `node_modules`, each thread has to be taught to read it
 * (typescript.js). Elsewhere nothing, so that a thread starts as its process did.
 */
export const TYPED: { readonly execArgv?: string[] } = import.meta.url.includes('/node_modules/')
  ? { execArgv: ['--import', new URL('./typescript.js', import.meta.url).href] }
  : {};
