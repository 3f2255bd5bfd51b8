import { type Command, CommanderError } from 'commander';
import { EXIT } from '../application/exit.ts';
import { releaseFolders } from '../application/folder/hold-folder.ts';
import { print, reserveStdout, resetWarningCount, saidBy, sayProblems } from '../application/say.ts';
import { VERSION } from '../application/version.ts';
import { AssayCommand, examples } from './command.ts';
import { candidates, completeCommand } from './command-complete.ts';
import {
  defectsCommand,
  diffCommand,
  historyCommand,
  judgeCommand,
  reportCommand,
  showCommand,
} from './commands-after.ts';
import {
  checkCommand,
  doctorCommand,
  initCommand,
  listCommand,
  listenCommand,
  planCommand,
} from './commands-before.ts';
import { certifyCommand, cleanupCommand, runCommand, uiCommand } from './commands-certify.ts';
import { certifyClientCommand, proveClientCommand } from './commands-client.ts';
import { certificateCommand, sealCommand, verifyCommand } from './commands-evidence.ts';
import { fakeCommand, proveCommand } from './commands-fake.ts';
import { loadCommand, simulateCommand } from './commands-load.ts';
import { harCommand, judgeTrafficCommand, proxyCommand, recordCommand } from './commands-traffic.ts';
import { coverageCommand, explainCommand, exportCommand, profileCommand } from './commands-understand.ts';
import { helpPage } from './help-page.ts';
import { misspeltVariables } from './misspelt.ts';

/** The commands, grouped by what a user wants to do. */
const GROUPS: readonly (readonly [heading: string, commands: readonly (() => Command)[]])[] = [
  ['Certify a gateway:', [certifyCommand, runCommand, loadCommand, simulateCommand, cleanupCommand, uiCommand]],
  ['Before a run:', [initCommand, doctorCommand, checkCommand, listCommand, planCommand, listenCommand]],
  ['After a run:', [reportCommand, showCommand, judgeCommand, defectsCommand, diffCommand, historyCommand]],
  ['Traffic that others make:', [proxyCommand, judgeTrafficCommand, recordCommand, harCommand]],
  ['Evidence:', [sealCommand, verifyCommand, certificateCommand]],
  ['Understand:', [explainCommand, coverageCommand, profileCommand, exportCommand, completeCommand]],
  ['Certify a client:', [certifyClientCommand, proveClientCommand]],
  ['The fake gateway:', [fakeCommand, proveCommand]],
];

/** The command line with all commands. */
export function createProgram(): AssayCommand {
  const program = new AssayCommand('assay')
    .description('Certifies that a wholesale broadband gateway keeps the promises of its specification.')
    .version(VERSION)
    .enablePositionalOptions()
    .addHelpText('after', AFTER);
  for (const [heading, commands] of GROUPS) {
    program.commandsGroup(heading);
    for (const add of commands) program.addCommand(add());
  }
  program
    .commandsGroup('Help:')
    .helpCommand('help [command]', 'print the help of a command, or a page by its name: assay help targets');
  return program;
}

/**
 * Runs the command line; resolves to the exit code. Unexpected errors are thrown on, with their stacks. Leaves no state
 * for the next command in the same process.
 */
export async function main(words: readonly string[]): Promise<number> {
  resetWarningCount();
  const program = createProgram();
  const misspelt = misspeltVariables(program, process.env);
  if (misspelt.length > 0) sayProblems(misspelt);
  try {
    if (words[0] === 'complete' && words[1] === '--') {
      const found = await candidates(program, words.slice(2));
      if (found.length > 0) print(found.map((each) => each.join('\t')).join('\n'));
      return EXIT.passed;
    }
    const page = words[0] === 'help' ? helpPage(words[1], program) : undefined;
    if (page !== undefined) {
      print(page);
      return EXIT.passed;
    }
    await program.parseAsync(meant(words, program), { from: 'user' });
  } catch (error) {
    const said = saidBy(error);
    if (said) {
      sayProblems(said.problems);
      return said.exitCode;
    }
    // Commander has printed what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.passed : EXIT.input;
    throw error;
  } finally {
    releaseFolders();
    reserveStdout(false);
  }
  return program.exitCode;
}

/** The words to read: of an unknown command only its name, so that `--help` reports it as unknown. */
function meant(words: readonly string[], program: Command): readonly string[] {
  const name = words[0] === 'help' ? words[1] : words[0];
  const isUnknown =
    name !== undefined &&
    !name.startsWith('-') &&
    name !== 'help' &&
    program.commands.every((command) => command.name() !== name);
  return isUnknown ? [name] : words;
}

const AFTER = `
Exit code:
  0  every case passed              3  the environment failed: nothing could be reached
  1  a case failed                  4  some cases could not be tested, and none failed
  2  wrong input, nothing was sent  130, 143  interrupted; partial reports are written
  70 a fault of Assay itself        99 a threshold of a load was crossed
${examples([
  ['assay certify', 'the fake gateway that comes with Assay, all scenarios'],
  ['assay certify --target acme.yaml', 'your gateway, as fixtures/targets/example.yaml describes it'],
  ['assay run scenarios/orders --seed 7', 'some of it'],
  ['assay load smoke --target acme.yaml', 'some seconds of load, by k6'],
  ['assay fake --port 8080', 'a gateway to develop against'],
])}

A flag can also be set by an environment variable: --kci-delay by ASSAY_KCI_DELAY. A flag given wins.`;
