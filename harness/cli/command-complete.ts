import { Argument, type Command, type Option } from 'commander';
import { inputError, print } from '../application/say.ts';
import { AssayCommand } from './command.ts';

/** `assay complete`: sets up completion in a shell, which then asks `candidates`. */
export function completeCommand(): Command {
  const shells = Object.keys(SCRIPTS);
  return new AssayCommand('complete')
    .addArgument(new Argument('[shell]', 'the shell that is to complete').choices(shells))
    .summary('print what has bash, zsh or fish complete commands and flags')
    .description(
      'Prints a script for a shell. With it, the shell completes commands, flags, and the names of targets, profiles, worlds and reporters; files where none of them is meant.',
    )
    .examples([
      ['assay complete bash >> ~/.bashrc', 'bash'],
      ['assay complete zsh >> ~/.zshrc', 'zsh'],
      ['assay complete fish > ~/.config/fish/completions/assay.fish', 'fish'],
    ])
    .action((shell: string | undefined) => {
      if (shell === undefined) throw inputError('no shell is named', `it is one of ${shells.join(', ')}`);
      print(SCRIPTS[shell] ?? '');
    });
}

/** Completions of the last word, each with a description; none if it is a file. */
export async function candidates(
  program: Command,
  words: readonly string[],
): Promise<readonly (readonly [word: string, what: string])[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = before.reduce((so, word) => so.commands.find((each) => each.name() === word) ?? so, program);
  const [flag = '', value = typed] =
    typed.startsWith('--') && typed.includes('=') ? typed.split('=', 2) : [before.at(-1)];
  const option = command.options.find(
    (each) => (each.long === flag || each.short === flag) && (each.required || each.optional),
  );
  if (option) {
    const start = typed.startsWith('--') ? `${flag}=` : '';
    return (await valuesOf(option)).filter((each) => each.startsWith(value)).map((each) => [start + each, '']);
  }
  const named = command.commands.map((each) => [each.name(), each.summary()] as const);
  const flags = command.options.map((each) => [each.long ?? '', each.description] as const);
  return (typed.startsWith('-') ? flags : named).filter(([name]) => name.startsWith(typed));
}

async function valuesOf(option: Option): Promise<readonly string[]> {
  const { fixtureNames, PROFILES, TARGETS, WORLDS } = await import('../contract/fixture.ts');
  const kinds: Readonly<Record<string, typeof TARGETS>> = { target: TARGETS, profile: PROFILES, world: WORLDS };
  const kind = kinds[option.name()];
  if (kind) return fixtureNames(kind);
  if (option.name() !== 'reporter') return option.argChoices ?? [];
  const { REPORTERS } = await import('../../reports/reporters.ts');
  const { STYLES } = await import('../application/terminal.ts');
  return [...REPORTERS, ...STYLES];
}

/** Each script calls `assay complete -- words…`, and completes files if that prints nothing. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_assay() {
  local IFS=$'\\n' line=\${COMP_LINE:0:COMP_POINT} words
  IFS=' ' read -ra words <<< "$line"
  [[ $line == *' ' ]] && words+=('')
  COMPREPLY=($("\${words[0]}" complete -- "\${words[@]:1}" 2> /dev/null | cut -f 1))
  # Readline has a word of its own behind each =.
  [[ \${words[-1]} == *=* ]] && COMPREPLY=("\${COMPREPLY[@]#*=}")
}
complete -o default -F _assay assay`,
  zsh: `_assay() {
  local -a found
  found=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null | sed -e 's/:/\\\\:/g' -e $'s/\\t/:/')}")
  [[ -n "$found" ]] && _describe assay found || _files
}
compdef _assay assay`,
  fish: `function __assay
  set -l words (commandline -opc) (commandline -ct)
  $words[1] complete -- $words[2..-1] 2> /dev/null
end
complete -c assay -a '(__assay)'`,
};
