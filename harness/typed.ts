/** Worker options that let a thread load TypeScript, with types stripped once for all threads (typescript.js). */
export const TYPED: { readonly execArgv: string[] } = {
  execArgv: ['--import', new URL('./typescript.js', import.meta.url).href],
};
