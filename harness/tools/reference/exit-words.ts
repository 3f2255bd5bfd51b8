import type { EXIT } from '../../application/exit.ts';

type Exit = keyof typeof EXIT;

/** What each exit code means. */
export const EXIT_WORDS: Readonly<Record<Exit, string>> = {
  passed: 'Every case passed, or the command did what it says.',
  failed: 'A case failed: the gateway is wrong. Of other commands: something is not as it should be.',
  input: 'The input is wrong: a file, a flag, a missing variable. Nothing was sent.',
  environment:
    'The environment failed: refused, TLS, no token, the receiver’s port taken, no event delivered at all, a folder that cannot be written.',
  policy:
    'Some cases were inconclusive and none failed (`--allow-inconclusive` makes it 0), a waiver has expired or covers nothing, or a certificate was refused or has expired.',
  crashed: 'Assay itself broke, with a stack trace.',
  crossed: 'A threshold of a load was crossed.',
  interrupted: 'Interrupted by SIGINT; the reports of what was done are written.',
  terminated: 'Interrupted by SIGTERM; the reports of what was done are written.',
};

/** What a command may end with, besides wrong input (2) and a fault of its own (70), which end every one. */
export const ENDINGS: Readonly<Record<string, readonly (readonly [Exit, string])[]>> = {
  certify: runs(),
  run: runs(),
  'certify-client': runs(),
  'prove-client': [
    ['passed', 'every mistake was found, and no right way failed'],
    ['failed', 'a mistake was missed, or a right way failed'],
  ],
  list: [['passed', 'listed']],
  check: [['passed', 'no mistakes; warnings are none']],
  doctor: [
    ['passed', 'the set-up stands'],
    ['input', 'a file or a variable is wrong'],
    ['environment', 'something does not answer as it must'],
  ],
  init: [
    ['passed', 'the files are written'],
    ['environment', 'a file cannot be written'],
  ],
  coverage: [
    ['passed', 'every promise that can be tested is tested'],
    ['policy', 'a promise that can be tested is not'],
  ],
  explain: [['passed', 'explained']],
  export: [['passed', 'printed']],
  'profile test': [
    ['passed', 'every sample maps to an event'],
    ['input', 'a sample maps to nothing'],
  ],
  'profile list': [['passed', 'listed']],
  'profile show': [['passed', 'listed']],
  plan: [['passed', 'printed']],
  ui: serves('the port is taken, or can be reached no more'),
  fake: serves('the port is taken, or can be reached no more'),
  listen: serves('the port is taken, or can be reached no more'),
  judge: judges(),
  'judge-traffic': judges(),
  har: [['passed', 'printed']],
  proxy: judges(),
  record: [['passed', 'printed']],
  report: judges(),
  'report merge': judges(),
  complete: [['passed', 'printed']],
  show: [['passed', 'printed, whatever the case came to']],
  defects: [['passed', 'printed, also where there are none']],
  cleanup: [
    ['passed', 'the target accepted all, or nothing was left'],
    ['environment', 'the target could not be reached'],
    ['policy', 'the target did not accept all'],
    ['interrupted', 'by SIGINT'],
    ['terminated', 'by SIGTERM'],
  ],
  seal: [
    ['passed', 'sealed'],
    ['failed', 'the verdict does not follow from the record'],
  ],
  verify: [
    ['passed', 'all is as it was sealed'],
    ['failed', 'something is not, or cases are missing'],
    ['policy', 'it is, and the certificate has expired'],
  ],
  certificate: [
    ['passed', 'issued'],
    ['failed', 'the run is not as it was sealed'],
    ['policy', 'refused, with the reason: cases are missing, or the run is not certified'],
  ],
  diff: [
    ['passed', 'nothing is worse'],
    ['failed', 'new failures that are not waived, or lost cases or checks'],
  ],
  history: [
    ['passed', 'shown'],
    ['environment', 'the history cannot be opened'],
  ],
  'history import': [
    ['passed', 'imported'],
    ['input', 'none of them is a run, or one cannot be read; the others are imported'],
    ['environment', 'the history cannot be opened'],
  ],
  prove: [
    ['passed', 'every fault was caught, and no legal variant failed'],
    ['failed', 'a fault was missed, or a legal variant failed'],
    ['interrupted', 'by SIGINT'],
    ['terminated', 'by SIGTERM'],
  ],
  load: loads(),
  'load merge': loads(),
  simulate: loads(),
};

function runs(): readonly (readonly [Exit, string])[] {
  return [
    ['passed', 'every case passed'],
    ['failed', 'a case failed'],
    ['environment', 'nothing could be reached, or no event came of any order'],
    ['policy', 'some cases were inconclusive and none failed, or a waiver has expired or covers nothing'],
    ['interrupted', 'by SIGINT'],
    ['terminated', 'by SIGTERM'],
  ];
}

function judges(): readonly (readonly [Exit, string])[] {
  return runs().filter(([exit]) => exit !== 'interrupted' && exit !== 'terminated');
}

function serves(environment: string): readonly (readonly [Exit, string])[] {
  return [
    ['passed', 'interrupted, as is its end'],
    ['environment', environment],
  ];
}

function loads(): readonly (readonly [Exit, string])[] {
  return [
    ['passed', 'every threshold that can be measured is met, and no journey failed'],
    ['failed', 'a journey failed'],
    [
      'environment',
      'nothing could be reached, or the load is incomplete: broken off, or its generator did not keep up',
    ],
    ['crossed', 'a threshold was crossed'],
    ['interrupted', 'by SIGINT'],
    ['terminated', 'by SIGTERM'],
  ];
}
