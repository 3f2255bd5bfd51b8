import { kebab } from '../values/spelling.ts';
import { shellQuote } from '../words/shell.ts';
import { AIMING, type ChosenInputs, type ChosenLoad, type TargetFlags } from './protocol.ts';

/** The flags that aim a command, in the form `--flag=value`, so that no value is taken for a flag. */
export function aimWords(aim: TargetFlags): string[] {
  return AIMING.flatMap((name) => {
    const values = (aim[name] ?? '').split('\n').filter((each) => each.trim() !== '');
    return values.map((each) => `--${kebab(name)}=${each}`);
  });
}

/** The command of a run, without the flags that the workbench adds. */
export function runWords(chosen: ChosenInputs, paths: readonly string[]): string[] {
  const isWhole = paths.length + chosen.only.length === 0;
  return [
    ...(isWhole ? ['certify'] : ['run', ...paths]),
    ...aimWords(chosen),
    ...(chosen.isOnRealTime ? ['--door=socket'] : []),
    ...chosen.faults.map((fault) => `--fault=${fault}`),
    `--seed=${chosen.seed}`,
    ...chosen.only.map((each) => `--only=${each}`),
    ...(chosen.waivers === undefined ? [] : [`--waivers=${chosen.waivers}`]),
  ];
}

/** The command of a load. */
export function loadWords(chosen: ChosenLoad): string[] {
  const { engine, traffic, faults, seed } = chosen;
  return [
    ...(engine === 'simulate' ? ['simulate', traffic] : ['load', traffic, `--engine=${engine}`]),
    ...aimWords(chosen),
    ...faults.map((fault) => `--fault=${fault}`),
    `--seed=${seed}`,
  ];
}

/** A command as a person would type it. */
export function formatCommand(words: readonly string[]): string {
  return ['npx assay', ...words.map((word) => quoted(word.replace(/^(--[a-z-]+)=/, '$1 ')))].join(' ');
}

function quoted(word: string): string {
  const [, flag = '', value = ''] = /^(--[a-z-]+ )?(.*)$/s.exec(word) ?? [];
  return flag + shellQuote(value);
}
