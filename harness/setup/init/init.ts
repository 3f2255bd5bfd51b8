import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { inputError, Refusal } from '../../application/say.ts';
import { fixtureNames, PROFILES, TARGETS, WORLDS } from '../../contract/fixture.ts';
import { loadProfile } from '../../contract/profile.ts';
import { readTarget } from '../../contract/target.ts';
import { readWorld } from '../../contract/world.ts';
import { displayPath, shippedPath } from '../../home.ts';
import { writeWhole } from '../../io/files.ts';
import type { Problem } from '../../model.ts';
import { type Choice, gather, type InitAnswers, type InitFlags } from './answers.ts';
import { targetText, worldText } from './files.ts';
import type { Terminal } from './terminal.ts';

/** The flags, and where the files go. */
export interface InitOptions extends InitFlags {
  readonly folder: string;
  /** Whether existing files may be replaced. */
  readonly force: boolean;
}

/** A file to be written. */
interface DraftFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Writes a first target file, and a world unless there is one; returns what to print. Asks on the terminal, if there is
 * one.
 */
export async function init({ folder, force, ...flags }: InitOptions, terminal: Terminal | null): Promise<string> {
  const answers = await gather(flags, choices(), terminal);
  const target = join(folder, `${answers.name}.yaml`);
  const drafts = draftsFor(answers, folder, target);
  const taken = drafts.filter(({ path }) => existsSync(path)).map(({ path }) => displayPath(path));
  if (taken.length > 0 && !force) await mayReplace(taken, terminal);
  for (const { path, text } of drafts) writeWhole(path, text);
  return nextSteps(answers, drafts, target);
}

/** The KCI profiles that come with Assay. */
function choices(): readonly Choice[] {
  return fixtureNames(PROFILES).map((name) => ({ name, title: loadProfile(name).profile?.title ?? '' }));
}

/** The files' texts; problems that the loaders find in them are reported before anything is written. */
function draftsFor(answers: InitAnswers, folder: string, target: string): readonly DraftFile[] {
  const world = join(folder, `${answers.name}-world.yaml`);
  const written =
    answers.world === undefined
      ? [{ path: world, text: worldText(answers, { schema: schemaFrom(folder, WORLDS.schema) }) }]
      : [];
  const name = answers.world === undefined ? `./${answers.name}-world.yaml` : referenceFrom(folder, answers.world);
  const profile = referenceFrom(folder, answers.profile);
  const schema = schemaFrom(folder, TARGETS.schema);
  const textWith = (named: string): string => targetText({ ...answers, profile }, { schema, world: named });
  const problems: Problem[] = [
    // The new world does not exist yet; any other one takes its place.
    ...readTarget(textWith(answers.world === undefined ? 'fake' : name), target, EVERYTHING_SET).problems,
    ...written.flatMap((draft) => readWorld(draft.text, draft.path).problems),
  ];
  if (problems.length > 0) throw new Refusal(problems);
  return [{ path: target, text: textWith(name) }, ...written];
}

/** An environment in which every variable has a value. */
const EVERYTHING_SET = new Proxy({}, { get: () => 'set' }) as Readonly<Record<string, string>>;

/** A path relative to `folder`; a plain name is unchanged. */
function referenceFrom(folder: string, reference: string): string {
  if (!/[\\/]|\.(ya?ml|json)$/i.test(reference)) return reference;
  const path = relative(resolve(folder), resolve(reference)).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

function schemaFrom(folder: string, schema: string): string {
  return relative(resolve(folder), shippedPath('fixtures/contract', schema)).split(sep).join('/');
}

async function mayReplace(taken: readonly string[], terminal: Terminal | null): Promise<void> {
  const what = taken.join(' and ');
  const verb = taken.length === 1 ? 'is' : 'are';
  const isAllowed =
    terminal !== null && /^y(es)?$/i.test(await terminal.ask(`${what} ${verb} there already; replace? [no]: `));
  if (isAllowed) return;
  throw inputError(
    `${what} ${verb} there already`,
    'nothing was written',
    'choose another name or folder, or --force to replace',
  );
}

function nextSteps({ tenants, webhook }: InitAnswers, drafts: readonly DraftFile[], target: string): string {
  const variables = [
    ...tenants.flatMap(({ idVariable, secretVariable }) => [idVariable, secretVariable]),
    ...(webhook.pathSecretVariable === undefined ? [] : [webhook.pathSecretVariable]),
  ];
  const path = dirname(target) === '.' ? `./${displayPath(target)}` : displayPath(target);
  return [
    `wrote ${drafts.map((draft) => displayPath(draft.path)).join(' and ')}`,
    '',
    'Next:',
    ...[...new Set(variables)].map((name) => `  export ${name}=…`),
    `  npx assay doctor --target ${path}`,
    `  npx assay certify --target ${path}`,
  ].join('\n');
}
