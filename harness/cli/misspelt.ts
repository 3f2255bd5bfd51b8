import type { Command } from 'commander';
import type { Problem } from '../model.ts';
import { nearest } from '../source/nearest.ts';

const PREFIX = 'ASSAY_';

/**
 * Warns of environment variables that set no flag but are named almost like one that does: `ASSAY_TARGTE=acme.yaml` would
 * certify the fake instead of the gateway. Only a warning, since other programs may name variables as they like.
 */
export function misspeltVariables(program: Command, env: NodeJS.ProcessEnv): Problem[] {
  const known = variablesOf(program);
  const words = known.map((name) => name.slice(PREFIX.length));
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && env[name] !== '' && !known.includes(name))
    .flatMap((name): Problem[] => {
      const like = nearest(name.slice(PREFIX.length), words);
      if (like === undefined) return [];
      const message = `the environment variable ${name} sets nothing`;
      return [{ severity: 'warning', message, fix: `did you mean ${PREFIX}${like}?` }];
    });
}

function variablesOf(command: Command): readonly string[] {
  const own = command.options.flatMap(({ envVar }) => (envVar === undefined ? [] : [envVar]));
  return [...new Set([...own, ...command.commands.flatMap(variablesOf)])];
}
