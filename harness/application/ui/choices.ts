import { readdirSync, readFileSync } from 'node:fs';
import { findFixture, fixtureNames, PROFILES, TARGETS, WORLDS } from '../../contract/fixture.ts';
import { shippedPath } from '../../home.ts';
import { TRAFFIC } from '../../scenario/load.ts';
import { parseSource } from '../../source/source.ts';
import { isObject } from '../../values/pointer.ts';
import type { Choices, TargetFlags } from '../../workbench/protocol.ts';
import { allFaults } from '../faults.ts';
import { trafficNames } from '../loads/traffic.ts';
import { VERSION } from '../version.ts';

/** What the user can choose from: what comes with Assay, files in the working folder, and what the command line named. */
export function choicesFor(given: TargetFlags, runs: string): Omit<Choices, 'paths'> {
  const files = filesHere();
  const named = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const all = (names: readonly string[], kind: string, own: string | undefined): string[] => [
    ...new Set([...named(own), ...names, ...files(kind)]),
  ];
  return {
    assay: VERSION,
    targets: all(fixtureNames(TARGETS), 'target', given.target).map((name) => ({ name, isEmbedded: isEmbedded(name) })),
    profiles: all(fixtureNames(PROFILES), 'profile', given.profile),
    worlds: all(fixtureNames(WORLDS), 'world', given.world),
    traffic: [...trafficNames(), ...files('traffic')].map((name) => ({ name, title: titleOf(name) })),
    waivers: files('waivers'),
    faults: allFaults().map(({ fault, title, legal }) => ({ name: fault, title, isLegal: legal === true })),
    given,
    runs,
  };
}

function isEmbedded(target: string): boolean {
  const { file } = findFixture(TARGETS, target);
  return file !== undefined && /^base-url: *embedded\s*$/m.test(readFileSync(file, 'utf8'));
}

/** The title that a traffic profile gives itself. */
function titleOf(name: string): string {
  const file = name.startsWith('./') ? name : shippedPath('scenarios', TRAFFIC, `${name}.yaml`);
  const { value } = parseSource(readFileSync(file, 'utf8'), file);
  return isObject(value) && typeof value.traffic === 'string' ? value.traffic : '';
}

/** Files of the working folder by kind, which is their first key, as `assay init` writes them. */
function filesHere(): (kind: string) => readonly string[] {
  const written = readdirSync('.', { withFileTypes: true }).filter(
    (each) => each.isFile() && /\.ya?ml$/.test(each.name),
  );
  const files = Map.groupBy(written, ({ name }) => /^([a-z]+):/m.exec(readFileSync(name, 'utf8'))?.[1] ?? '');
  return (kind) => (files.get(kind) ?? []).map(({ name }) => `./${name}`);
}
