import { ListenError, type Served, type ServeOptions, serve } from '../../io/serve.ts';
import type { Send } from '../../model.ts';
import { EXIT } from '../exit.ts';
import { Refusal } from '../say.ts';

/** Serves, or ends the command because the address cannot be had. */
export async function listenOrRefuse(send: Send, options: ServeOptions): Promise<Served> {
  try {
    return await serve(send, options);
  } catch (error) {
    if (error instanceof ListenError) throw new Refusal([error.problem], EXIT.environment);
    throw error;
  }
}
