import type { Ended } from './commands.ts';
import type { Refused, Said } from './protocol.ts';

/** The exit status of a command that did what it says, and found that not all is as it should be. */
const POLICY = 4;

/** What a command printed as JSON. Its exit status may say that a gateway is worse than it was; then it has printed it all the same. */
export function jsonOf<T>({ code, stdout, stderr }: Ended): T | Refused {
  return (code === 0 || code === 1) && stdout !== '' ? (JSON.parse(stdout) as T) : refused(stderr);
}

/** What a command printed for people. A target that did not accept all is no reason to hide what it said. */
export function saidOf({ code, stdout, stderr }: Ended): Said | Refused {
  return code === 0 || (code === POLICY && stdout !== '') ? { said: stdout } : refused(stderr);
}

/** Why there is nothing else, in the words of a command or of ours. */
export function refused(text: string): Refused {
  return { refused: text.trimEnd() };
}
