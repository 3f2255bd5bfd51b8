import { readdirSync, readFileSync } from 'node:fs';
import { allFaults } from '../../application/faults.ts';
import { trafficNames } from '../../application/loads/traffic.ts';
import { own } from '../../application/places.ts';
import { VERSION } from '../../application/version.ts';
import { findFixture, fixtureNames, PROFILES, TARGETS, WORLDS } from '../../contract/fixture.ts';
import { TRAFFIC } from '../../scenario/load.ts';
import { parseSource } from '../../source/source.ts';
import { isObject } from '../../values/pointer.ts';
import type { Aim, Choices } from '../../workbench/protocol.ts';

/**
 * What there is to choose from: what comes with Assay, the files in the working folder, and what the command line
 * named.
 */
export function choicesFor(given: Aim, runs: string): Omit<Choices, 'paths'> {
  const files = filesHere();
  const named = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const all = (names: readonly string[], kind: keyof typeof files, own: string | undefined): string[] => [
    ...new Set([...named(own), ...names, ...files[kind]]),
  ];
  return {
    assay: VERSION,
    targets: all(fixtureNames(TARGETS), 'target', given.target).map((name) => ({ name, isEmbedded: isEmbedded(name) })),
    profiles: all(fixtureNames(PROFILES), 'profile', given.profile),
    worlds: all(fixtureNames(WORLDS), 'world', given.world),
    traffic: [...trafficNames(), ...files.traffic].map((name) => ({ name, title: titleOf(name) })),
    waivers: files.waivers,
    faults: allFaults().map(({ fault, title, legal }) => ({ name: fault, title, isLegal: legal === true })),
    given,
    runs,
  };
}

function isEmbedded(target: string): boolean {
  const { file } = findFixture(TARGETS, target);
  return file !== undefined && /^base-url: *embedded\s*$/m.test(readFileSync(file, 'utf8'));
}

/** What a traffic profile says of itself. */
function titleOf(name: string): string {
  const file = name.startsWith('./') ? name : own('scenarios', TRAFFIC, `${name}.yaml`);
  const { value } = parseSource(readFileSync(file, 'utf8'), file);
  return isObject(value) && typeof value.traffic === 'string' ? value.traffic : '';
}

const KINDS = ['target', 'profile', 'world', 'traffic', 'waivers'] as const;

/** Files of the working folder by what their first key says they are, as `assay init` writes them. */
function filesHere(): Readonly<Record<(typeof KINDS)[number], readonly string[]>> {
  const found: Record<(typeof KINDS)[number], string[]> = {
    target: [],
    profile: [],
    world: [],
    traffic: [],
    waivers: [],
  };
  for (const entry of readdirSync('.', { withFileTypes: true })) {
    if (!entry.isFile() || !/\.ya?ml$/.test(entry.name)) continue;
    const text = readFileSync(entry.name, 'utf8');
    const [, first] = /^([a-z]+):/m.exec(text) ?? [];
    const kind = KINDS.find((each) => each === first);
    if (kind) found[kind].push(`./${entry.name}`);
  }
  return found;
}
