import type { Command } from 'commander';
import { sayProblems } from '../application/say.ts';
import type { Problem } from '../model.ts';
import { LAYOUT } from './help.ts';

/** Makes a command lay out its help like all others, report wrong words in the form of every other problem, and throw instead of ending the process. */
export function strict(command: Command): Command {
  return command
    .configureHelp(LAYOUT)
    .exitOverride()
    .configureOutput({ outputError: (text) => sayProblems([usageProblem(text, command)]) });
}

/** What Commander says of wrong words, as a problem: `error: unknown option '--targt'\n(Did you mean --target?)`. */
function usageProblem(text: string, command: Command): Problem {
  const [said = '', hint = ''] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const [, message = said, why] = /^(.*?(?:is invalid|arguments for '[^']*'))\. (.*)$/.exec(said) ?? [];
  const [, meant] = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(hint) ?? [];
  return {
    severity: 'error',
    message: quoted(message),
    ...(why === undefined ? {} : { why: quoted(why.charAt(0).toLowerCase() + why.slice(1)).replace(/\.$/, '') }),
    fix: meant === undefined ? `see "${nameOf(command)} --help"` : `did you mean "${meant}"?`,
  };
}

/** A command as it is called: `assay report merge`. */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function quoted(text: string): string {
  return text.replaceAll("'", '"');
}
