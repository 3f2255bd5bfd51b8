import { Command, Help, type HelpConfiguration, Option } from 'commander';
import { EXIT, type ExitCode } from '../application/exit.ts';
import { sayProblems } from '../application/say.ts';
import type { Problem } from '../model.ts';
import { notEmpty } from './flag-values.ts';

/** What a command does with its arguments and flags. */
type CommandWork = (...words: never[]) => Promise<ExitCode> | Promise<void> | void;

/** A command of Assay: its help is laid out like all others; wrong words are printed as a problem, and thrown. */
export class AssayCommand extends Command {
  /** `others`: the command to suggest if files are given to this one, which takes none. */
  constructor(name: string, others?: string) {
    super(name);
    this.configureHelp(LAYOUT)
      .exitOverride()
      .configureOutput({ outputError: (text) => sayProblems([usageProblem(text, this, others)]) });
  }

  /** Adds a flag that can also be set by an environment variable. */
  flag<T>(...told: Parameters<typeof flag<T>>): this {
    return this.addOption(flag(...told));
  }

  /** For the whole command line: the exit code of the command that ran. */
  exitCode: ExitCode = EXIT.passed;

  /** Sets what the command does; without an exit code it counts as passed. */
  runs(work: CommandWork): this {
    return this.runsLazily(async () => work);
  }

  /** Sets what the command does, loaded only when it runs: no command waits for code that others need. */
  runsLazily(load: () => Promise<CommandWork>): this {
    return this.action(async (...words: unknown[]) => {
      const work = await load();
      const ended = await work(...(words as never[]));
      for (let each: Command | null = this; each; each = each.parent)
        if (each instanceof AssayCommand) each.exitCode = ended ?? EXIT.passed;
    });
  }

  /** Ends the help with command lines, each with its purpose. */
  examples(lines: readonly (readonly [command: string, what: string])[]): this {
    return this.addHelpText('after', examples(lines));
  }
}

/**
 * A flag with its environment variable: `--foo-bar` is also `ASSAY_FOO_BAR`. An empty variable counts as not set, and
 * `0` or `false` switches a flag without a value off. A value that is given is not empty.
 */
export function flag<T>(words: string, help: string, read?: (text: string, before: T) => T, usual?: unknown): Option {
  const option = new Option(words, help);
  if (read) option.argParser(read);
  else if (option.required) option.argParser(notEmpty);
  if (usual !== undefined) option.default(usual);
  const name = `ASSAY_${option.name().toUpperCase().replaceAll('-', '_')}`;
  const off = option.required ? [''] : ['', '0', 'false'];
  return off.includes(process.env[name] ?? 'not set') ? option : option.env(name);
}

/** The examples at the end of a command's help: command lines, each with its purpose. */
export function examples(lines: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`).join('\n')}`;
}

/** The help does not name each flag's environment variable, since one rule gives them all. */
const LAYOUT: HelpConfiguration = {
  sortSubcommands: false,
  subcommandTerm: nameAndArguments,
  optionDescription: (option) => new Help().optionDescription(withoutVariable(option)),
};

/** Without `[options]`: every command has options, and the space is better used. */
function nameAndArguments(command: Command): string {
  const words = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(' ');
}

function withoutVariable(option: Option): Option {
  return Object.assign(Object.create(Object.getPrototypeOf(option)) as Option, option, { envVar: undefined });
}

/** Turns Commander's message into a problem: `error: unknown option '--targt'\n(Did you mean --target?)`. */
function usageProblem(text: string, command: Command, others: string | undefined): Problem {
  const [said = '', hint = ''] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const [, message = said, why] = /^(.*?(?:is invalid|arguments for '[^']*'))\. (.*)$/.exec(said) ?? [];
  const [, meant] = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(hint) ?? [];
  const page =
    others !== undefined && said.startsWith('too many arguments') ? others : `see "${nameOf(command)} --help"`;
  return {
    severity: 'error',
    message: quoted(message),
    why: why && quoted(why.charAt(0).toLowerCase() + why.slice(1)).replace(/\.$/, ''),
    fix: meant === undefined ? page : `did you mean "${meant}"?`,
  };
}

/** The full name of a command: `assay report merge`. */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function quoted(text: string): string {
  return text.replaceAll("'", '"');
}
