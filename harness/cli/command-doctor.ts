import type { Command } from 'commander';
import type { AimOptions } from '../application/inputs.ts';
import { print } from '../application/say.ts';
import type { Line } from '../setup/doctor/line.ts';
import { AssayCommand } from './command.ts';
import { aimOf, withAim, withValues } from './options.ts';

/** `assay doctor`: everything that a run rests on. */
export function doctorCommand(): Command {
  return withValues(withAim(new AssayCommand('doctor')))
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
    .runs(async (flags: AimOptions & DoctorFlags) => {
      const { doctor } = await import('../setup/doctor/doctor.ts');
      const { closingText, countsOf, DOCTOR_LABELS, exitCodeOfLines, lineText } = await import(
        '../setup/doctor/line.ts'
      );
      const lines: Line[] = [];
      await doctor({ ...flags, register: flags.register ?? false }, (line) => {
        if (flags.jsonLines) print(JSON.stringify(line));
        else if (!flags.json) print(lineText(line, lines.at(-1)), DOCTOR_LABELS);
        lines.push(line);
      });
      const exitCode = exitCodeOfLines(lines);
      if (flags.json)
        print(JSON.stringify({ target: flags.target, exitCode, counts: countsOf(lines), lines }, null, 2));
      else if (!flags.jsonLines) print(closingText(lines, certifyWords(flags)));
      return exitCode;
    });
}

interface DoctorFlags {
  readonly register?: boolean;
  readonly json?: boolean;
  readonly jsonLines?: boolean;
}

/** The run that this was a look before. */
function certifyWords(flags: AimOptions): string {
  return ['npx assay certify', ...aimOf(flags)].join(' ');
}
