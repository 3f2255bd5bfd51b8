import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CACHE } from '../cached.ts';
import { displayPath } from '../home.ts';
import type { SpecVerb } from '../model.ts';
import { formatAnswers } from '../wire/answer.ts';
import { createInliner, loadContract, OPENAPI_FILE, REGISTER_FILE } from './contract.ts';

const DIR = resolve(import.meta.dirname, '../../fixtures/contract');
const { contract, problems } = loadContract(DIR);

describe('the contract of the repository', () => {
  test('has nothing wrong with it', () => {
    expect(problems).toEqual([]);
  });

  test('is kept as its files say it', () => {
    const copy = mkdtempSync(join(tmpdir(), 'assay-contract-'));
    cpSync(DIR, copy, { recursive: true });
    const read = loadContract(copy);
    rmSync(copy, { recursive: true });
    expect(loadContract(DIR)).toStrictEqual(read);
    expect(JSON.parse(readFileSync(join(CACHE, 'contract_as_read.json'), 'utf8').split('\n')[1] ?? '')).toStrictEqual(
      read,
    );
  });

  test.each<[SpecVerb, string, string, string]>([
    ['availability', 'GET', '/WholesaleGateway/v1.0/gateway/service-availability', '200'],
    ['slots', 'GET', '/WholesaleGateway/v1.0/gateway/available-appointments', '200'],
    ['book', 'POST', '/WholesaleGateway/v1.0/gateway/appointments', '200 | 201 | 202 | 203'],
    ['order', 'POST', '/WholesaleGateway/v1.0/gateway/service-orders', '202'],
    ['amend', 'POST', '/WholesaleGateway/v1.0/gateway/service-order-amendments', '202'],
    ['cancel', 'POST', '/WholesaleGateway/v1.0/gateway/service-order-cancellations', '202'],
    ['token', 'POST', '/IdentityModule/v1.0/oauth/token', '200 | 201 | 202 | 203'],
  ])('knows %s as %s %s, answered %s', (verb, method, path, success) => {
    const operation = contract.operations[verb];

    expect([operation.method, operation.path, formatAnswers(operation.success)]).toEqual([method, path, success]);
    expect(operation.auth).toBe(verb === 'token' ? 'basic' : 'bearer');
  });

  test('gives every gateway operation the three common headers, and the token endpoint none', () => {
    for (const { verb, parameters } of Object.values(contract.operations)) {
      const headers = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
      expect(headers).toEqual(verb === 'token' ? [] : ['X-Request-ID', 'X-Conversation-ID', 'Tenant']);
    }
  });

  test('knows what each of these headers is for', () => {
    expect(contract.headers).toEqual({
      request: 'X-Request-ID',
      conversation: 'X-Conversation-ID',
      tenant: 'Tenant',
    });
  });

  test('knows which query parameters carry JSON', () => {
    const carries = (verb: SpecVerb) =>
      contract.operations[verb].parameters.filter(({ json }) => json).map(({ name, required }) => [name, required]);

    expect(carries('availability')).toEqual([['address', true]]);
    expect(carries('slots')).toEqual([
      ['address', true],
      ['serviceSpecification', true],
    ]);
  });

  test('pairs statuses and codes as the two error tables do', () => {
    expect(contract.errors.map(({ status, code }) => `${status} ${code}`)).toEqual([
      '400 MALFORMED_REQUEST',
      '401 NOT_AUTHORISED',
      '422 INVALID_REQUEST',
      '500 SUPPLIER_FAULT',
      '504 SUPPLIER_TIMED_OUT',
      '400 invalid_request',
      '401 invalid_client',
      '403 access_denied',
    ]);
  });

  test('says nothing of the body of a 409, for the spec shows none', () => {
    expect(contract.operations.book.responses['409']).toBeUndefined();
  });

  test('leaves no reference in what it hands out', () => {
    expect(JSON.stringify(contract)).not.toContain('$ref');
  });

  test('has the same digest for the same files', () => {
    expect(contract.digest).toMatch(/^[\da-f]{64}$/);
    expect(loadContract(DIR).contract.digest).toBe(contract.digest);
  });
});

describe('a contract with faults', () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  /** The messages for a copy of the contract in which a text of one file was replaced. */
  function messagesAfter(file: string, from: string, to: string): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'assay-contract-'));
    folders.push(folder);
    cpSync(DIR, folder, { recursive: true });
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(folder, file), text.replace(from, to));
    return loadContract(folder).problems.map(({ message }) => message);
  }

  test('names rows that do not exist, at their places', () => {
    const messages = messagesAfter(OPENAPI_FILE, 'x-requirement: AVL-12', 'x-requirement: AVL-99');

    expect(messages).toEqual(['unknown row "AVL-99"']);
  });

  test('names a row that stands twice', () => {
    const messages = messagesAfter(REGISTER_FILE, 'id: GEN-03', 'id: GEN-02');

    expect(messages).toEqual(['row "GEN-02" stands twice']);
  });

  test('names an unknown level', () => {
    const messages = messagesAfter(REGISTER_FILE, 'level: silent', 'level: quiet');

    expect(messages).toEqual(['unknown level "quiet"']);
  });

  test('names answers that cannot be read', () => {
    const messages = messagesAfter(OPENAPI_FILE, 'answers: 401 invalid_client', 'answers: unauthorised');

    expect(messages).toEqual(['"unauthorised" is no answer']);
  });

  test('names a reference that leads nowhere', () => {
    const messages = messagesAfter(OPENAPI_FILE, "'#/components/schemas/Ont'", "'#/components/schemas/Nothing'");

    expect(messages).toContain('"#/components/schemas/Nothing" leads nowhere, or back to itself');
  });

  test('names a verb that has no operation', () => {
    const messages = messagesAfter(OPENAPI_FILE, 'name: cancel\n', 'name: abandon\n');

    expect(messages).toEqual(['no operation for the verb "cancel"']);
  });

  test.each([
    [
      'x-role: tenant',
      'x-role: owner',
      ['"owner" of the header "Tenant" is no role', 'no header has the role "tenant"'],
    ],
    ['x-role: tenant, ', '', ['no header has the role "tenant"']],
    [
      'x-role: tenant',
      'x-role: conversation',
      ['"X-Conversation-ID" and "Tenant" both have the role "conversation"', 'no header has the role "tenant"'],
    ],
  ])('names what each header is for: %s and not "%s"', (from, to, messages) => {
    expect(messagesAfter(OPENAPI_FILE, from, to)).toEqual(messages);
  });

  test('is told apart from a folder that is not there', () => {
    const messages = loadContract(join(DIR, 'nowhere')).problems.map(({ message }) => message);

    expect(messages.slice(0, 2)).toEqual([
      `cannot read ${displayPath(join(DIR, 'nowhere', OPENAPI_FILE))}`,
      `cannot read ${displayPath(join(DIR, 'nowhere', REGISTER_FILE))}`,
    ]);
  });
});

const DOCUMENT = {
  parts: {
    name: { type: 'string', description: 'a name' },
    person: { type: 'object', properties: { name: { $ref: '#/parts/name' } } },
    endless: { again: { $ref: '#/parts/endless' } },
  },
};

function inlined(value: Parameters<ReturnType<typeof createInliner>>[0]) {
  const broken: string[] = [];
  const result = createInliner(DOCUMENT, (ref) => broken.push(ref))(value);
  return { result, broken };
}

describe('references', () => {
  test('are replaced by what they lead to, at any depth', () => {
    const { result } = inlined([{ $ref: '#/parts/person' }]);

    expect(result).toEqual([{ type: 'object', properties: { name: { type: 'string', description: 'a name' } } }]);
  });

  test('keep what stands beside them, over what they lead to', () => {
    const { result } = inlined({ $ref: '#/parts/name', description: 'her name', 'x-requirement': 'TYP-01' });

    expect(result).toEqual({ type: 'string', description: 'her name', 'x-requirement': 'TYP-01' });
  });

  test('that lead nowhere, or back to themselves, are told', () => {
    expect(inlined({ $ref: '#/parts/nobody' })).toEqual({ result: {}, broken: ['#/parts/nobody'] });
    expect(inlined({ $ref: '#/parts/endless' })).toEqual({ result: { again: {} }, broken: ['#/parts/endless'] });
    expect(inlined({ $ref: 'elsewhere.yaml#/parts' }).broken).toEqual(['elsewhere.yaml#/parts']);
  });
});
