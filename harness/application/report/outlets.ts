import { appendFileSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ReportInput } from '../../../reports/index.ts';
import { REPORT_FILES, REPORTERS, type ReporterName } from '../../../reports/reporters.ts';
import { displayPath } from '../../home.ts';
import type { Contract } from '../../model.ts';
import { nearest } from '../../source/nearest.ts';
import { HISTORY_FILE, RUN_FILES, WAIVED, writeFile } from '../folder/folder.ts';
import { inputError, print, printReport, reserveStdout, say } from '../say.ts';
import { type ProgressStyle, STYLES, wantsColour } from '../terminal.ts';
import { readLibrary } from './library.ts';

/** One report to make, and where: a file, or the terminal. */
interface Outlet {
  readonly reporter: ReporterName;
  /** A file that the user named, or `-` for standard output. Absent: the reporter's usual file in the folder of the run. */
  readonly file?: string;
  readonly style?: ProgressStyle;
}

const ALWAYS: readonly ReporterName[] = ['json'];
const DEFAULT_OUTLETS: readonly ReporterName[] = ['console', 'html', 'junit', 'ctrf'];

/** The file name that means standard output. */
const STDOUT = '-';

/**
 * Reads `junit,html` or `junit=out/x.xml`; without any, all that write files, and the console. If one goes to standard
 * output, everything else goes to standard error from now on.
 */
export function readOutlets(given: readonly string[] | undefined, env: NodeJS.ProcessEnv): Outlet[] {
  const outlets = given?.map(readOutlet) ?? DEFAULT_OUTLETS.map((reporter): Outlet => ({ reporter }));
  const [printed, ...others] = outlets.filter(({ file }) => file === STDOUT);
  if (printed && others.length > 0) {
    const names = [printed, ...others].map(({ reporter }) => `${reporter}=${STDOUT}`).join(' and ');
    throw inputError(`${names} both go to standard output`, 'it takes one report', 'name files for the others');
  }
  reserveStdout(printed !== undefined);
  const named = new Set(outlets.flatMap(({ reporter, file }) => (file === undefined ? [reporter] : [])));
  const onGitHub: readonly ReporterName[] = env.GITHUB_ACTIONS === 'true' ? ['github'] : [];
  return [
    ...outlets,
    ...[...ALWAYS, ...onGitHub].filter((reporter) => !named.has(reporter)).map((reporter) => ({ reporter })),
  ];
}

function readOutlet(text: string): Outlet {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const style = STYLES.find((each) => each === name);
  if (style !== undefined) {
    if (file === undefined || file === STDOUT) return { reporter: 'console', style };
    throw inputError(`${name}=${file} names a file`, 'it tells of a run while that goes on', `write ${name} alone`);
  }
  const reporter = REPORTERS.find((each) => each === name);
  if (reporter === undefined) {
    const like = nearest(name, [...REPORTERS, ...STYLES]);
    throw inputError(
      `unknown reporter "${name}"`,
      `a reporter is one of ${[...REPORTERS, ...STYLES].join(', ')}`,
      like === undefined ? undefined : `did you mean "${like}"?`,
    );
  }
  if (file === '')
    throw inputError(`${name}= names no file`, undefined, `write ${name}=<file>, or ${name} alone for its usual place`);
  return file === undefined ? { reporter } : { reporter, file };
}

/**
 * Writes a report to its file piece by piece, or to standard output; returns the file. Writes nothing if the report is for
 * the terminal.
 */
export function deliver(
  folder: string,
  { reporter, file }: Outlet,
  usual: string | null,
  pieces: (path?: string) => Iterable<string>,
): string[] {
  if (file === STDOUT) {
    for (const piece of pieces()) printReport(piece);
    return [];
  }
  if (usual === null && file === undefined) return [];
  const path = file === undefined ? join(folder, usual ?? reporter) : resolve(file);
  writeFile(path, pieces(path));
  return [path];
}

/** The report flags of a command. */
export interface ReportFlags {
  readonly out?: string;
  readonly reporter?: readonly string[];
  readonly otel?: string | true;
  readonly maskContacts?: boolean;
  readonly allowInconclusive?: boolean;
  readonly quiet?: boolean;
}

/** Which reports are made, and how. */
export interface ReportOptions {
  readonly outlets: readonly Outlet[];
  readonly quiet?: boolean | undefined;
  /** Address of the OpenTelemetry collector; true for the usual one. */
  readonly otel?: string | true | undefined;
  /** Whether reports leave out contacts. The verdict next to its record stays whole. */
  readonly maskContacts?: boolean | undefined;
  /** Orders of the run to compare with. */
  readonly lastGood?: ReportInput['lastGood'];
}

/** Makes every report that was asked for; those for the terminal come last. */
export async function report(
  folder: string,
  { input: whole, contract }: { readonly input: ReportInput; readonly contract: Contract },
  { outlets, quiet, otel, maskContacts, lastGood }: ReportOptions,
): Promise<void> {
  const { consoleText, otlp, reporters, stepSummary } = await import('../../../reports/index.ts');
  // The library is needed only to say what causes resemble.
  const library = whole.verdict.causes.length > 0 ? readLibrary() : [];
  const past = { lastGood, trend: await pastOf(folder, whole), library };
  const input = {
    ...(maskContacts ? (await import('./mask-contacts.ts')).maskContacts(whole, contract) : whole),
    ...past,
  };
  // The verdict next to a record must follow from it, so contacts stay in it.
  const beside = existsSync(join(folder, RUN_FILES.record)) ? whole : input;
  const inputFor = (path?: string): ReportInput => (path === join(folder, RUN_FILES.verdict) ? beside : input);
  const files = outlets.flatMap((outlet) => {
    const { pieces } = reporters[outlet.reporter];
    const usual = REPORT_FILES[outlet.reporter];
    return deliver(folder, outlet, usual, (path) => pieces(inputFor(path)));
  });
  if (beside.waiving) {
    const path = join(folder, WAIVED);
    writeFile(path, `${JSON.stringify(beside.waiving, null, 2)}\n`);
    files.push(path);
  }
  if (otel !== undefined) await (await import('./send-otlp.ts')).sendOtlp(otlp(input), otel, process.env);
  const isAnnotated = printsOf(outlets, 'github');
  if (printsOf(outlets, 'console') && !quiet) {
    const { columns: width } = process.stdout;
    // Annotations show failures where the log is read.
    print(
      consoleText(input, {
        colour: wantsColour(),
        ...(width ? { width } : {}),
        reports: files.map(displayPath),
        isAnnotated,
      }),
    );
  }
  if (isAnnotated) {
    const annotations = reporters.github.render(input);
    if (annotations !== '') print(annotations);
    appendSummary(stepSummary(input));
  }
}

/** Opens the history only if there is one: few have it, and opening takes time. */
async function pastOf(folder: string, input: ReportInput): Promise<ReportInput['trend']> {
  if (!existsSync(join(dirname(resolve(folder)), HISTORY_FILE))) return undefined;
  const { trendOf } = await import('./trend.ts');
  try {
    return trendOf(folder, input);
  } catch (error) {
    say(`the history cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Whether a reporter prints failures at the end of the run. */
export function printsOf(outlets: readonly Outlet[], name: ReporterName): boolean {
  return outlets.some(({ reporter, file }) => reporter === name && file === undefined);
}

function appendSummary(markdown: string): void {
  const path = process.env.GITHUB_STEP_SUMMARY;
  if (path === undefined || path === '') return;
  try {
    appendFileSync(path, markdown);
  } catch (error) {
    say(`the step summary could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
