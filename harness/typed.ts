/** What every `new Worker` of TypeScript is given, so that its thread can read it, and reads it once (typescript.js). */
export const TYPED: { readonly execArgv: string[] } = {
  execArgv: ['--import', new URL('./typescript.js', import.meta.url).href],
};
