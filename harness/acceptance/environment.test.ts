import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { shippedPath } from '../home.ts';
import { pem } from '../io/testing/peer.ts';
import { assay, type CommandOptions, type CommandResult, emptyFolder } from '../testing/command.ts';
import { answering, servedFake, targetFileFor } from '../testing/target.ts';

/** Spec: Authentication. */
const TOKEN_PATH = loadContract(shippedPath('fixtures/contract')).contract.operations.token.path;
const TOKEN = 'scenarios/token/access-token.yaml';

/** Runs one scenario against a target; also says what was left in the folder for the run. */
async function runAgainst(
  target: string,
  options?: CommandOptions,
): Promise<CommandResult & { readonly left: readonly string[] }> {
  const folder = emptyFolder();
  const ended = await assay(['run', TOKEN, '--target', target, '--out', join(folder, 'run')], options);
  return { ...ended, left: readdirSync(folder) };
}

function refusedWith(...lines: readonly string[]) {
  return { code: 3, stdout: '', stderr: `${lines.join('\n')}\n`, left: [] };
}

describe('an environment that is not as it must be ends with 3, one message, and nothing written', () => {
  test('nobody listens at the address', async () => {
    const baseUrl = 'http://127.0.0.1:1';
    const file = targetFileFor(baseUrl);
    expect(await runAgainst(file)).toEqual(
      refusedWith(
        `${baseUrl} cannot be reached`,
        '  the connection was refused: connect ECONNREFUSED 127.0.0.1:1',
        '  fix: is the gateway running, and is the port in base-url right?',
      ),
    );
  });

  test('a web site answers', async () => {
    const url = await answering(200, [['content-type', 'text/html']], '<!doctype html><title>Welcome</title>');
    expect(await runAgainst(targetFileFor(url))).toEqual(
      refusedWith(
        `POST ${url}${TOKEN_PATH} answered 200 with a page for people: a web site or a proxy, no gateway`,
        '  fix: check base-url, and that no proxy or login page stands before the gateway',
      ),
    );
  });

  test('the answer is a redirect', async () => {
    const url = await answering(302, [['location', 'https://login.example/']], '');
    expect(await runAgainst(targetFileFor(url))).toEqual(
      refusedWith(
        `POST ${url}${TOKEN_PATH} answered 302, a redirect to https://login.example/`,
        '  fix: write the final address into base-url; redirects are not followed',
      ),
    );
  });

  test('the token endpoint is down', async () => {
    const url = await answering(503, [], 'try later');
    expect(await runAgainst(targetFileFor(url))).toEqual(
      refusedWith(
        `POST ${url}${TOKEN_PATH} answered 503 without an access_token`,
        '  a success with access_token was due; this came: try later',
        '  fix: check client-id and client-secret of tenant northwind-broadband, and the form under token',
      ),
    );
  });

  test('the certificate does not verify', async () => {
    const url = await answering(200, [], '{}', { cert: pem('localhost'), key: pem('key') });
    expect(await runAgainst(targetFileFor(url))).toEqual(
      refusedWith(
        `${url} cannot be reached`,
        '  no secure connection: the certificate is self-signed',
        '  fix: check the certificate; name its authority under tls: ca',
      ),
    );
  });

  test('the port of the receiver is taken', async () => {
    const taken = await answering(200, [], '');
    const { host, port } = new URL(taken);
    const file = targetFileFor(taken, (text) => text.replace('listen: 127.0.0.1:0', `listen: ${host}`));
    expect(await runAgainst(file)).toEqual(
      refusedWith(
        `cannot listen on ${host}`,
        `  port ${port} is in use by another program`,
        '  fix: end that program, choose another port, or port 0 for any free one',
      ),
    );
  });

  test('the webhook cannot be registered', async () => {
    const url = await servedFake();
    const file = targetFileFor(url, (text) => text.replace('${base}/_fake/webhook', '${base}/hub'));
    expect(await runAgainst(file)).toEqual(
      refusedWith(
        `the webhook could not be registered: PUT ${url}/hub answered 404`,
        '  fix: check webhook: registration in the target file',
      ),
    );
  });

  test('the folder cannot be made', async () => {
    const { code, stderr } = await assay(['run', TOKEN, '--out', 'package.json/run']);
    expect(stderr).toBe(
      'cannot create package.json/run\n  a part of the path is a file, not a folder\n  fix: check the path\n',
    );
    expect(code).toBe(3);
  });
});

test('a certificate verifies when the target file names its authority', async () => {
  const tls = { cert: pem('localhost'), key: pem('key') };
  const url = await answering(503, [], 'try later', tls);
  const authority = new URL('../io/test-certificates/localhost.pem', import.meta.url).pathname;
  const file = targetFileFor(url.replace('127.0.0.1', 'localhost'), (text) =>
    text.replace('[127.0.0.1]', '[localhost]').concat(`tls: { ca: ${authority} }\n`),
  );
  const { code, stderr } = await runAgainst(file);
  expect(stderr).toContain(`${TOKEN_PATH} answered 503 without an access_token`);
  expect(code).toBe(3);
});
