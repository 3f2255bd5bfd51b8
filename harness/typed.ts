/** Worker options that let a thread load TypeScript, and strip its types once for all threads (typescript.js). */
export const TYPED: { readonly execArgv: string[] } = {
  execArgv: ['--import', new URL('./typescript.js', import.meta.url).href],
};
