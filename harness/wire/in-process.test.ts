import { expect, test } from 'vitest';
import { IN_PROCESS_URL, isInProcess } from './in-process.ts';

test.for([IN_PROCESS_URL, 'https://gateway.invalid:8443/base?x=1'])(
  '%s leads nowhere, so that its gateway lives in the process of the run',
  (url) => {
    expect(isInProcess(url)).toBe(true);
  },
);

test.for(['http://127.0.0.1:8080', 'https://invalid.example', 'https://gateway.example/fake.invalid', ''])(
  '%j may lead somewhere',
  (url) => {
    expect(isInProcess(url)).toBe(false);
  },
);
