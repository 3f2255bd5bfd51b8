import { post } from './api.ts';
import type { Act } from './hooks.ts';

/** Has something begun, and shows how it goes. */
export function begin(act: Act, path: string, body: unknown): void {
  act.run(async () => {
    await post(path, body);
    location.hash = '#watch';
  });
}

/** Has cases of a run again, all that failed unless some are named. */
export function again(act: Act, body: { readonly run: string; readonly cases?: readonly string[] }): void {
  begin(act, '/api/again', body);
}

/** Goes on with a run that was broken off. */
export function resume(act: Act, run: string): void {
  begin(act, '/api/resume', { run });
}
