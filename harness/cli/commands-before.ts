import type { Command } from 'commander';
import { EXIT } from '../application/exit.ts';
import type { AimOptions } from '../application/inputs.ts';
import { inputError, PROBLEM_LABELS, print, say } from '../application/say.ts';
import type { CheckedLine } from '../setup/doctor/line.ts';
import type { InitFlags } from '../setup/init/answers.ts';
import { formatProblems } from '../words/problem.ts';
import { count } from '../words/text.ts';
import { AssayCommand } from './command.ts';
import { asTheyStand } from './flag-values.ts';
import { aimOf, chosen, type PlanFlags, SCENARIOS, withAim, withPlan, withValues } from './options.ts';

interface Flags extends InitFlags {
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** `assay init`: writes a first target file and world. */
export function initCommand(): Command {
  return new AssayCommand('init')
    .argument('[folder]', 'where to write them', '.')
    .option('--name <name>', 'name of the gateway; the files are called by it')
    .option('--title <text>', 'one line for people')
    .option('--base-url <url>', 'its address')
    .option(
      '--tenant <name[:ID:SECRET]>',
      'a tenant, and the variables that hold its client id and secret; may be repeated',
      asTheyStand,
    )
    .option('--profile <name|file>', 'KCI profile (default: supplier)')
    .option('--listen <address>', 'where Assay listens for events (default: 127.0.0.1:0)')
    .option('--public-url <url>', 'the address at which the gateway reaches that')
    .option('--path-secret-variable <NAME>', "variable with the secret part of the webhook's path")
    .option('--steering <way>', 'headers, addresses, operator or none (default: none)')
    .option('--world <name|file>', 'a world that is there already, in place of a new one')
    .option('--service <id>', 'service that is ordered (default: fttp)')
    .option(
      '--address <kind=id,id…>',
      'addresses of a kind, such as newLine=900100000001; may be repeated',
      asTheyStand,
    )
    .option('--addresses-stay', 'orders leave the addresses as they were, as with stubs')
    .option('-y, --yes', 'ask nothing: take the flags, and what is usual for the rest')
    .option('--force', 'replace files that are there already')
    .summary('write a first target file and world, by asking')
    .description(
      'Writes a first target file, and a world of the addresses that the gateway knows, by asking in the terminal; a flag spares its question. Asks for the names of the environment variables that hold credentials, never for the credentials.',
    )
    .examples([
      ['assay init acme', 'by asking, into the folder acme'],
      [
        'assay init acme --yes --name acme --base-url https://cvt.gateway.example --tenant acme-broadband --address newLine=900100000001',
        'without asking',
      ],
    ])
    .action(async (folder: string, { yes, force = false, ...flags }: Flags) => {
      const { init } = await import('../setup/init/init.ts');
      const { openTerminal } = await import('../setup/init/terminal.ts');
      if (!yes && !process.stdin.isTTY) {
        const fix = 'give --yes with --name, --base-url, --tenant, and --address or --world; see "assay init --help"';
        throw inputError('there is no terminal to ask on', 'the standard input is none', fix);
      }
      const terminal = yes ? null : openTerminal(process.stdin, process.stderr);
      try {
        print(await init({ ...flags, folder, force }, terminal));
      } finally {
        terminal?.close();
      }
    });
}

/** `assay doctor`: checks everything that a run needs. */
export function doctorCommand(): Command {
  return withValues(withAim(new AssayCommand('doctor')))
    .argument('[paths...]', 'what is to be run: files or folders of scenarios; those that come with Assay unless given')
    .option('--register', 'make the call that tells the target its webhook, as a run does')
    .option('--json', 'as JSON: every line with part, subject, state, seen, fix and place')
    .option('--json-lines', 'the same, each line as it is found')
    .summary('look whether a set-up stands, and say what to change')
    .description(
      'Looks at everything that a run rests on: files, name, connection, certificate, tokens, clock, every operation, webhook, world and steering. Says of each whether it is right and, where it is not, what was seen and what to change. Creates nothing at the target. Ends with 0, with 3 where something must be changed, or with 2 where it is in the files.',
    )
    .examples([
      ['assay doctor --target acme.yaml', 'before the first run, and when a run ends with 3'],
      ['assay doctor --target acme.yaml --register', 'and whether the webhook can be registered'],
      ['assay doctor', 'what it looks like: the embedded fake'],
    ])
    .runs(async (scenarios: readonly string[], flags: AimOptions & DoctorFlags) => {
      const { doctor } = await import('../setup/doctor/doctor.ts');
      const { DOCTOR_LABELS, exitCodeOfLines, lineText } = await import('../setup/doctor/line.ts');
      const { countsOf, doctorSummary } = await import('../../reports/words/doctor.ts');
      const lines: CheckedLine[] = [];
      await doctor({ ...flags, scenarios, register: flags.register ?? false }, (line) => {
        if (flags.jsonLines) print(JSON.stringify(line));
        else if (!flags.json) print(lineText(line, lines.at(-1)), DOCTOR_LABELS);
        lines.push(line);
      });
      const exitCode = exitCodeOfLines(lines);
      if (flags.json)
        print(JSON.stringify({ target: flags.target, exitCode, counts: countsOf(lines), lines }, null, 2));
      else if (!flags.jsonLines) {
        const next = scenarios.length === 0 ? ['certify'] : ['run', ...scenarios];
        print(`\n${doctorSummary(lines, ['npx assay', ...next, ...aimOf(flags)].join(' '))}`);
      }
      return exitCode;
    });
}

interface DoctorFlags {
  readonly register?: boolean;
  readonly json?: boolean;
  readonly jsonLines?: boolean;
}

/** `assay check`: reads everything and sends nothing. */
export function checkCommand(): Command {
  return withValues(withAim(new AssayCommand('check')))
    .argument('[paths...]', 'scenario and traffic files or folders of them (default: all that come with Assay)')
    .summary('look for mistakes in scenarios, traffic, target, profile and world')
    .description(
      'Looks for mistakes in scenarios, traffic profiles, target, KCI profile and world, and tells all of them at once. Sends nothing.',
    )
    .examples([
      ['assay check my-scenarios', 'scenarios of yours'],
      ['assay check --target acme.yaml', 'a target file, with the profile and the world it names'],
    ])
    .runs(async (paths: string[], flags: AimOptions) => {
      const { lookForMistakes } = await import('../setup/check.ts');
      const { problems, warnings, ...looked } = lookForMistakes(paths, flags);
      if (problems.length > 0) print(formatProblems(problems), PROBLEM_LABELS);
      if (problems.some(({ severity }) => severity === 'error')) return EXIT.input;
      const { target, profile, world } = looked.aim;
      const all = [
        ...(looked.scenarios > 0 ? [count(looked.scenarios, 'scenario')] : []),
        ...(looked.traffic > 0 ? [count(looked.traffic, 'traffic profile')] : []),
        ...(looked.ofClients > 0 ? [`${looked.ofClients} cases of clients`] : []),
        `target "${target.target}", profile "${profile.profile}", world "${world.world}"`,
      ];
      print(`${all.join(', ')}: ${warnings === 0 ? 'no mistakes found' : `no errors, ${count(warnings, 'warning')}`}`);
      return EXIT.passed;
    });
}

/** `assay list`: lists the cases. */
export function listCommand(): Command {
  return withPlan(new AssayCommand('list'))
    .argument(...SCENARIOS)
    .option('--json', 'as JSON: id, title, scenario, file, line, tags, covers, and excused where it will not be run')
    .summary('list the cases, one id a line, with where each is written')
    .description('Lists the cases that a run would have, one id a line, with the place where each is written.')
    .examples([
      ['assay list', 'all cases that come with Assay'],
      ['assay list scenarios/orders --json', 'some, for other programs'],
    ])
    .action(printCases);
}

/** Prints the cases that a run would have. */
export async function printCases(named: readonly string[], given: PlanFlags & { json?: boolean }): Promise<void> {
  const { previewPlan } = await import('../application/cases/preview-plan.ts');
  const { paths, flags } = await chosen(named, given);
  const { plan } = previewPlan(paths, flags);
  if (flags.json) {
    const rows = plan.journeys.map(({ id, title, scenario, span: { file, line }, tags, covers, excused }) => {
      return { id, title, scenario, file, line, tags, covers, excused: excused?.detail };
    });
    return print(JSON.stringify(rows, null, 2));
  }
  print(plan.journeys.map(({ id, span }) => `${id}  ${span.file}:${span.line}`).join('\n'));
  say(count(plan.journeys.length, 'case'));
}

/** `assay plan`: the flat plan as JSON. */
export function planCommand(): Command {
  return withPlan(new AssayCommand('plan'))
    .option('--asks', 'print what an operator will be asked for, in place of the plan')
    .option('--needs', 'print how many addresses of each kind do for how many cases, in place of the plan')
    .argument(...SCENARIOS)
    .summary('print what would be sent: every case with its data, as JSON')
    .description('Prints the plan of a run as JSON: every case with its requests and its data. Sends nothing.')
    .examples([
      ['assay plan --only orders/cease', 'one case'],
      ['assay plan --seed 7 > plan.json', 'the data of another seed'],
      ['assay plan --needs --target acme.yaml', 'how many addresses the cases need'],
      ['assay plan --asks --target acme.yaml', 'what the operator of the gateway will be asked for'],
    ])
    .action(async (named: string[], given: PlanFlags & { readonly asks?: boolean; readonly needs?: boolean }) => {
      const { previewPlan } = await import('../application/cases/preview-plan.ts');
      const { asksOf } = await import('../plan/steering.ts');
      const { paths, flags } = await chosen(named, given);
      if (flags.needs) {
        const { needsOf, needsText, untriedText } = await import('../setup/doctor/needs.ts');
        const { plan, inputs } = previewPlan(paths, flags);
        print([needsText(needsOf(plan, inputs), inputs), untriedText(plan, inputs)].join('\n').trimEnd());
      } else if (flags.asks)
        print(asksOf(previewPlan(paths, flags).plan).join('\n') || 'nobody will be asked for anything');
      else print(JSON.stringify(previewPlan(paths, flags).plan, null, 2));
    });
}

/** `assay listen`: the receiver without a run. */
export function listenCommand(): Command {
  return new AssayCommand('listen')
    .flag('--listen <address>', 'address and port to listen on; port 0 is any free one', undefined, '127.0.0.1:0')
    .flag('--public-url <url>', 'the address as the gateway sees it')
    .flag('--path-secret <word>', 'first part of the path (default: a new one each time)')
    .flag('--tls-cert <file>', 'certificate, PEM; with --tls-key')
    .flag('--tls-key <file>', 'private key, PEM')
    .flag('--profile <name|file>', 'KCI profile to read deliveries by', undefined, 'supplier')
    .summary('receive KCI webhooks and print each as a line of JSON, until interrupted')
    .description(
      'Receives KCI webhooks, acknowledges each, and prints it as a line of JSON: as it came but for credentials, and what the KCI profile reads in it.',
    )
    .examples([
      ['assay listen --listen 127.0.0.1:9000 --path-secret kcis', 'at http://127.0.0.1:9000/kcis/…'],
      ['assay listen --profile tenant | jq .event.name', 'the names of the events alone'],
    ])
    .runsLazily(async () => (await import('../application/open/listen.ts')).runListener);
}
