import { cached, codeDigest } from '../cached.ts';
import { loadContract } from '../contract/contract.ts';
import { takenHeaders } from '../contract/operations.ts';
import { loadProfile } from '../contract/profile.ts';
import { underReadings, unknownReadings } from '../contract/readings.ts';
import { type InPlaceOf, loadTarget, type SecretVariable } from '../contract/target.ts';
import { compileContract, type Validators } from '../contract/validators.ts';
import { loadWorld } from '../contract/world.ts';
import { displayPath, shippedPath } from '../home.ts';
import type { Contract, Problem, Scenario, TestSetup } from '../model.ts';
import { withHolders } from '../plan/tenants.ts';
import type { PreflightExchange } from '../run/run.ts';
import { lintDrafts, lintScenarios } from '../scenario/lint.ts';
import { loadScenarios } from '../scenario/load.ts';
import { inFileOrder } from '../scenario/reading.ts';
import { unknownLacks } from '../source/capabilities.ts';
import { Refusal, refuseOn } from './say.ts';
import { unhideable } from './unhideable.ts';

/** The spec as data, compiled. */
export interface Spec {
  readonly contract: Contract;
  readonly validators: Validators;
}

/** What a run is about: a target with its profile and world. */
export interface Aim extends Spec, TestSetup {
  /** Texts that must never be written or printed. */
  readonly secrets: readonly string[];
  /** Those secrets that environment variables hold. */
  readonly variables: readonly SecretVariable[];
  /** Values of `--var` that are no secrets; a resumed run does not need them again. */
  readonly openVars?: readonly string[] | undefined;
}

/** Everything that is read before anything is sent. */
export interface Inputs extends Aim {
  readonly scenarios: readonly Scenario[];
  /** How long the gateway took to answer in preflight. */
  readonly answerMs?: number | undefined;
  /** The exchanges of preflight. */
  readonly preflightExchanges?: readonly PreflightExchange[] | undefined;
}

/** Inputs, with the scenarios that make up a whole certification. */
export interface CertifyingInputs extends Inputs {
  readonly certification: CertificationScenarios;
}

/** What has to pass for a gateway to be certified: every scenario that comes with Assay, and whatever else was named. */
interface CertificationScenarios {
  readonly shipped: readonly Scenario[];
  /** The user's scenarios, with edited copies of shipped ones. */
  readonly own: readonly Scenario[];
}

/** The contract that comes with Assay. Its problems are Assay's bugs, but are shown like any others. */
export function loadSpec(): Spec {
  const { contract, problems } = loadContract(shippedPath('fixtures/contract'));
  refuseOn(problems);
  return { contract, validators: compileContract(contract) };
}

/** Names on the command line that replace those of the target file. */
export interface AimOptions extends InPlaceOf {
  readonly target: string;
}

/** The files of a setup as they were read, each with its problems. */
interface ReadAim extends Partial<Pick<Aim, 'target' | 'profile' | 'world'>> {
  /** The target file. */
  readonly file?: string | undefined;
  readonly problems: Readonly<Record<'target' | 'profile' | 'world', readonly Problem[]>>;
  /** Absent if one of the files could not be read. */
  readonly aim?: Aim;
}

/** Reads the target, its KCI profile and its world. Without the target, the others are not known. */
export function readAim(options: AimOptions, spec: Spec, env: NodeJS.ProcessEnv = process.env): ReadAim {
  const { target, file, secrets = [], variables = [], openVars, ...read } = loadTarget(options.target, env, options);
  if (!target) return { file, problems: { target: read.problems, profile: [], world: [] } };
  const from = (given: string | undefined): string | undefined => (given === undefined ? file : undefined);
  const { profile, ...ofProfile } = loadProfile(options.profile ?? target.profile, from(options.profile));
  const { world: written, ...ofWorld } = loadWorld(options.world ?? target.world, from(options.world));
  const world = written && withHolders(written, target);
  const ofTarget = [
    ...read.problems,
    ...unknownReadings(target, spec.contract),
    ...takenHeaders(target, spec.contract),
    ...unknownLacks(target, world),
  ];
  const problems = { target: ofTarget, profile: ofProfile.problems, world: ofWorld.problems };
  const found = { file, target, ...(profile ? { profile } : {}), ...(world ? { world } : {}), problems };
  if (!profile || !world) return found;
  const contract = underReadings(spec.contract, target.readings, target.token);
  const validators = contract === spec.contract ? spec.validators : compileContract(contract);
  const aim = { ...spec, contract, validators, target, secrets, variables, openVars, profile, world };
  return { ...found, aim };
}

/** Reads the target, its KCI profile and its world; refuses with all problems of all three. */
export function loadAim(options: AimOptions, spec: Spec = loadSpec(), env?: NodeJS.ProcessEnv): Aim {
  const { aim, problems } = readAim(options, spec, env);
  const all = Object.values(problems).flat();
  refuseOn(all);
  if (!aim) throw new Refusal(all);
  refuseOn(unhideable(aim));
  return aim;
}

/** The scenarios below the paths, by default those of Assay. Refuses if any is wrong. */
export function loadInputs(options: AimOptions, paths: readonly string[]): CertifyingInputs {
  const spec = loadSpec();
  const aim = loadAim(options, spec);
  const { scenarios, problems } = readScenarios(paths, aim);
  refuseOn(problems.filter(({ severity }) => severity === 'error'));
  if (paths.length === 0) return { ...aim, scenarios, certification: { shipped: scenarios, own: [] } };
  const shipped = shippedScenarios();
  const texts = new Map(shipped.map(({ id, text }) => [id, text]));
  // A scenario that differs from Assay's by a single letter is its author's own.
  const named = scenarios.map((each): Scenario => (texts.get(each.id) === each.text ? each : { ...each, isOwn: true }));
  return { ...aim, scenarios: named, certification: { shipped, own: named.filter(({ isOwn }) => isOwn) } };
}

/** The scenarios that come with Assay. */
export function shippedScenarios(): readonly Scenario[] {
  return loadScenarios([displayPath(shippedPath('scenarios'))]).scenarios;
}

/** Reads scenarios, or those with these ids, with all problems of syntax and sense. */
export function readScenarios(
  paths: readonly string[],
  against: Pick<Aim, 'contract'> & Partial<Aim>,
  ids?: ReadonlySet<string>,
): { readonly scenarios: readonly Scenario[]; readonly problems: readonly Problem[] } {
  const { scenarios, drafts, problems } = loadScenarios(
    paths.length > 0 ? paths : [displayPath(shippedPath('scenarios'))],
    ids,
    Object.keys(against.contract.operations),
  );
  const lint = (): readonly Problem[] => [
    ...lintDrafts(drafts, against).filter((found) => !problems.some((other) => isSamePlace(found, other))),
    ...lintScenarios(scenarios, against),
  ];
  const { contract, profile, world, target } = against;
  const texts = scenarios.map(({ file, text }) => [file, text]);
  const of = (): string => JSON.stringify([texts, contract, profile, world, target?.lacks, codeDigest(...LINTED_BY)]);
  const name = ['lint of', displayPath(shippedPath('scenarios')), profile?.profile, world?.world]
    .filter(Boolean)
    .join(' ');
  const more = paths.length > 0 || drafts.length > 0 ? lint() : cached(name, of(), () => ({ value: lint() }));
  // A problem of a fragment is told once, however many scenarios use it.
  const found = [...problems, ...more].filter(
    (one, i, all) => !one.span || all.findIndex((other) => isSame(one, other)) === i,
  );
  return { scenarios, problems: [...Map.groupBy(found, ({ span }) => span?.file).values()].flatMap(inFileOrder) };
}

const LINTED_BY = ['values', 'wire', 'kci', 'journey', 'source', 'contract', 'scenario'] as const;

const isSame = (one: Problem, other: Problem): boolean => one.message === other.message && isSamePlace(one, other);

/** Whether two problems are at the same place. */
function isSamePlace({ span: a }: Problem, { span: b }: Problem): boolean {
  return a?.file === b?.file && a?.line === b?.line && a?.col === b?.col;
}
