import { registerHooks } from 'node:module';

// Preloaded into a command, for tests only: puts nothing in the place of what takes secrets out, to see what they would see.
const REDACT = `
const same = (value) => value;
export const createRedactor = () => ({ addSecret() {}, text: same, url: same, headers: same, body: same });`;
const SECRETS = `
export const secretsOf = () => [];
export const refusing = () => (found) => {
  if (found) throw new Error(found.message);
};
export const withoutSecrets = (value) => value;
export const planWithoutSecrets = (plan) => plan;
export const journeyWithoutSecrets = (journey) => journey;
export const targetWithoutSecrets = (target) => target;`;
const REFUSALS = `
export const asBytes = (meant) => Buffer.from(JSON.stringify(meant));
export const knownTo = () => () => false;
export const unhideable = () => [];`;
// In the bundle that most starts load, nothing could be put in a place.
const SOURCES = `
export const startAssay = () => import('./start.ts');
export const inSources = (stack) => stack;`;
const INSTEAD = [
  ['/cli/bundle.ts', SOURCES],
  ['/run/redact.ts', REDACT],
  ['/application/open/secrets.ts', SECRETS],
  ['/application/unhideable.ts', REFUSALS],
];

registerHooks({
  load(url, context, next) {
    const source = INSTEAD.find(([ending = '']) => url.endsWith(ending))?.[1];
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
