import type { Contract, Headers, Json, Operation } from '../model.ts';
import { random, uuid } from '../values/seed.ts';
import { bytesOf } from '../wire/wire.ts';

/** An answer before it is encoded. `bytes` stands for `json` where its encoding is at hand. */
export interface Reply {
  readonly status: number;
  readonly json?: Json;
  readonly bytes?: Uint8Array;
}

/** Words refusals in the two error bodies of the spec. */
export interface Refuser {
  /** A refusal in the form that the operation's errors have; the code is the error table's unless given. */
  refuse(operation: Operation | undefined, status: number, messages: readonly string[], code?: string): Reply;
  /** The status that the error table gives a code, or undefined. */
  statusOf(code: string): number | undefined;
}

/** What a conflict is called: the spec shows no code for it. */
const CONFLICT = 'CONFLICT';

/** A refuser that draws the uuid of each error body from the seed. */
export function createRefuser(contract: Contract, seed: string): Refuser {
  let count = 0;
  const codeOf = (status: number, isOAuth: boolean): string => {
    const codes = contract.errors.filter((each) => Number(each.status) === status).map(({ code }) => code);
    // The codes of the token endpoint are those of OAuth 2.0, in lower case.
    return codes.find((code) => (code === code.toLowerCase()) === isOAuth) ?? (isOAuth ? 'invalid_request' : CONFLICT);
  };
  return {
    refuse(operation, status, messages, code) {
      if (operation?.auth === 'basic') {
        return { status, json: { error: code ?? codeOf(status, true), error_description: messages.join('; ') } };
      }
      count += 1;
      const id = uuid(random(`${seed}/error/${count}`));
      return { status, json: { uuid: id, code: code ?? codeOf(status, false), messages } };
    },
    statusOf(code) {
      const row = contract.errors.find((each) => each.code === code);
      return row && Number(row.status);
    },
  };
}

const JSON_TYPE: Headers = [['content-type', 'application/json']];
const NO_HEADERS: Headers = [];
const NO_BODY = new Uint8Array();

/** The headers and body bytes of a reply. */
export function encoded(reply: Reply): { readonly headers: Headers; readonly body: Uint8Array } {
  if (reply.bytes) return { headers: JSON_TYPE, body: reply.bytes };
  if (reply.json === undefined) return { headers: NO_HEADERS, body: NO_BODY };
  return { headers: JSON_TYPE, body: bytesOf(JSON.stringify(reply.json)) };
}
