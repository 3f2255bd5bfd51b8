import type { Command, Option } from 'commander';
import { EXIT } from '../../application/exit.ts';
import { ENDINGS } from './exit-words.ts';
import { code, page, prose, table } from './markdown.ts';
import { anchorOf } from './value-type.ts';

/** A command with the words that call it. */
interface Named {
  readonly name: string;
  readonly command: Command;
}

/** Every command and subcommand that does something, in the order of the help. */
export function commandsOf(program: Command): readonly Named[] {
  const visit = (command: Command, path: readonly string[]): readonly Named[] => {
    const name = [...path, command.name()].join(' ');
    const isGroup =
      command.commands.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0;
    const below = command.commands.flatMap((each) => visit(each, [...path, command.name()]));
    return isGroup ? below : [{ name, command }, ...below];
  };
  return program.commands.flatMap((each) => visit(each, []));
}

/** The page about the command line, from the command line itself. */
export function commandsPage(program: Command): string {
  const commands = commandsOf(program);
  const overview = table(
    ['Command', ''],
    commands.map(({ name, command }) => [`[${name}](#${anchorOf(`assay ${name}`)})`, prose(command.summary())]),
  );
  return page('Commands', [
    'Each is called as `npx assay <command>`; `npx assay <command> --help` prints what stands here. Flags may also be set by [environment variables](environment.md), and what a command ends with means the same everywhere: [exit codes](exit-codes.md).',
    overview,
    ...commands.map(commandText),
  ]);
}

function commandText({ name, command }: Named): string {
  const usage = `\`\`\`text\nassay ${name} ${command.usage()}\n\`\`\``;
  const args = command.registeredArguments.map((each) => [
    code(each.required ? `<${each.name()}>` : `[${each.name()}]`),
    prose(each.description),
  ]);
  const options = command.options.filter((each) => !each.hidden).map((each) => [code(each.flags), optionText(each)]);
  const endings = (ENDINGS[name] ?? []).map(([exit, when]) => [String(EXIT[exit]), prose(when)]);
  return [
    `## assay ${name}`,
    prose(command.description()),
    usage,
    ...(args.length === 0 ? [] : [table(['Argument', ''], args)]),
    ...(options.length === 0 ? [] : [table(['Option', ''], options)]),
    table(['Exit code', 'when'], endings),
    ['Examples:', ...examplesOf(command).map(([words, what]) => `- ${code(words)}: ${prose(what)}`)].join('\n'),
  ].join('\n\n');
}

function optionText({ description, defaultValue, argChoices }: Option): string {
  return [
    `${prose(description)}.`,
    ...(argChoices ? [`One of ${argChoices.map(code).join(', ')}.`] : []),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean'
      ? []
      : [`Default: ${code(String(defaultValue))}.`]),
  ].join(' ');
}

/** The command lines that a command's help gives as examples, with what each is for. */
export function examplesOf(command: Command): readonly (readonly [words: string, what: string])[] {
  const help: string[] = [];
  command.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp();
  const [, text = ''] = /\nExamples:\n((?: {2}.*\n?)+)/.exec(help.join('')) ?? [];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [words = '', what = ''] = line.trim().split(/ {2,}/);
      return [words, what] as const;
    });
}
