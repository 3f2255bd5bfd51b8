import { type Command, Help, type HelpConfiguration, type Option } from 'commander';

/** How the help of every command is laid out: the environment variables of the flags are told once, by their rule. */
export const LAYOUT: HelpConfiguration = {
  sortSubcommands: false,
  subcommandTerm: nameAndArguments,
  optionDescription: (option) => new Help().optionDescription(withoutVariable(option)),
};

/** Every command has options: to say so of each takes the room of what it is for. */
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

/** The end of a command's help: command lines with what each is for. */
export function examples(lines: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`).join('\n')}`;
}

/** What every list of flags ends with. */
export const VARIABLES =
  '\nA flag can also be set by an environment variable: --kci-delay by ASSAY_KCI_DELAY. A flag given wins.';
