import { test } from 'vitest';
import { follow } from '../../testing/follow.ts';

test('a gateway on a socket gets its certificate on ten addresses, as the page says', { timeout: 600_000 }, () =>
  follow('docs/how-to/certify-a-gateway.md'),
);
