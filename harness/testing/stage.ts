import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { shippedPath } from '../home.ts';
import { freePort } from '../io/free-port.ts';
import { assay } from './command.ts';
import type { Block } from './docs.ts';

/** What became of one block. */
export interface Played {
  /** All that it printed, with the ports that the page names. */
  readonly printed: string;
  /** What each `npx assay` in it ended with, but for those in the background. */
  readonly ends: readonly { readonly code: number; readonly words: string }[];
}

/** What became of a page. */
export interface Performance {
  readonly blocks: ReadonlyMap<Block, Played>;
  /** Commands besides `npx assay` that failed, and whatever else went wrong. */
  readonly failed: string;
}

/** The ports that pages name; each performance has free ones in their place. */
const PORTS = ['8080', '9000'];

const WITHIN_MS = 580_000;

/**
 * Does what a page says, in its order, in one shell and an empty folder where Assay is installed. Ports apart, of which
 * others may be using the page's, it does so to the letter.
 */
export async function perform(blocks: readonly Block[]): Promise<Performance> {
  const stage = mkdtempSync(join(tmpdir(), 'assay-docs-'));
  const ports = new Map<string, string>();
  for (const port of PORTS) ports.set(port, String(await freePort()));
  const there = (text: string): string =>
    text.replace(/(?<=:|--port |ready )(8080|9000)\b/g, (port) => ports.get(port) ?? port);
  const back = (text: string): string =>
    [...ports].reduce(
      (changed, [port, free]) => changed.replaceAll(new RegExp(`\\b${free}\\b`, 'g'), port),
      text.replaceAll(`${shippedPath()}/`, ''),
    );
  const hidden = (...names: string[]): string => join(stage, '.stage', ...names);
  try {
    mkdirSync(hidden(), { recursive: true });
    mkdirSync(join(stage, 'node_modules'));
    symlinkSync(shippedPath(), join(stage, 'node_modules', 'assay'));
    symlinkSync(shippedPath('node_modules/msw'), join(stage, 'node_modules', 'msw'));
    const played = blocks.filter(({ language, marks }) => isPlayed(language) && marks.notRun === undefined);
    const parts = played.map((block, nth) => {
      writeFileSync(hidden(`text.${nth}`), there(block.text));
      return partOf(block, nth, there(block.text));
    });
    writeFileSync(hidden('script'), [OPENING, ...parts].join('\n'));
    writeFileSync(
      hidden('fake-http.yaml'),
      there(readFileSync(shippedPath('fixtures/targets/fake-http.yaml'), 'utf8')),
    );
    const failed = await bash(stage, hidden('script'));
    const read = (name: string): string => (existsSync(hidden(name)) ? readFileSync(hidden(name), 'utf8') : '');
    return {
      failed: back(failed + read('failed')),
      blocks: new Map(
        played.map((block, nth) => [
          block,
          { printed: back(read(`printed.${nth}`)), ends: endsOf(read(`ends.${nth}`)) },
        ]),
      ),
    };
  } finally {
    rmSync(stage, { recursive: true, force: true, maxRetries: 5 });
  }
}

const isPlayed = (language: string): boolean => ['sh', 'yaml', 'js'].includes(language);

/**
 * `npx assay` is Assay itself: in the process of the tests where the shell waits for it, in one of its own in a pipe or in
 * the background. `fake-http` is a target with our port. A line that ends in `&` is waited for until its port is open and
 * it says so, as a reader would look at what it prints.
 */
const OPENING = `
set -m
node() { "$NODE" "$@"; }
npx() {
  shift
  local words=() word code
  for word in "$@"; do
    case "$word" in fake-http) words+=("$STAGE/fake-http.yaml") ;; *) words+=("$word") ;; esac
  done
  if [ $BASHPID != $$ ]; then
    timeout --foreground 580 "$NODE" "$ASSAY" "\${words[@]}"
    return
  fi
  { printf '%s\\0' "$PWD" \${#words[@]} "\${words[@]}"; env -0; printf '\\0'; } >&3
  read -r code <&4
  cat "$STAGE/stderr" >&2
  cat "$STAGE/stdout"
  echo "$code $*" >>"$STAGE/ends.$BLOCK"
  return $code
}
ready() {
  local i
  for i in {1..400}; do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && grep -q ":$1" "$STAGE/printed.$BLOCK" && return
    sleep 0.05
  done
  echo "nobody listens at $1, or nobody says so" >>"$STAGE/failed"
}
over() { exec 2>/dev/null; for job in $(jobs -p); do kill -- "-$job" 2>/dev/null; done; wait; }
trap over EXIT
trap 'exit 143' TERM
trap 'code=$?; case "$BASH_COMMAND" in npx* | return*) ;; *) echo "$code from $BASH_COMMAND" >>"$STAGE/failed" ;; esac' ERR
`;

function partOf({ language, marks }: Block, nth: number, text: string): string {
  if (language !== 'sh') {
    if (marks.file !== undefined)
      return `mkdir -p "$(dirname '${marks.file}')" && cp "$STAGE/text.${nth}" '${marks.file}'`;
    if (marks.edit !== undefined) return `"$NODE" "$EDIT" '${marks.edit}' "$STAGE/text.${nth}"`;
    return '';
  }
  const lines = text.replace(/^(.*(?:--port |--listen [^ ]*:)(\d+).*&)$/gm, '$1\nready $2');
  return `BLOCK=${nth}\n{\n${lines}} >"$STAGE/printed.${nth}" 2>&1`;
}

function endsOf(text: string): Played['ends'] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, code = '', words = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
      return { code: Number(code), words };
    });
}

/** What the shell asks for: its folder, the words of the command, and its environment; none before it has said all of it. */
function callIn(
  text: string,
): { readonly cwd: string; readonly words: readonly string[]; readonly env: Record<string, string> } | undefined {
  const [cwd = '', count = '', ...rest] = text.split('\0');
  const words = rest.slice(0, Number(count));
  const variables = rest.slice(Number(count));
  const end = variables.indexOf('');
  if (end === -1 || end === variables.length - 1) return undefined;
  const env = variables.slice(0, end).map((each) => /^([^=]*)=(.*)$/s.exec(each)?.slice(1) as [string, string]);
  return { cwd, words, env: Object.fromEntries(env) };
}

/** What a shell says of jobs in the background that came to their end. */
const ENDED = /^\[\d+\].*\n/gm;

/** Runs the script; gives what it printed outside of blocks, which is nothing where all is well. */
function bash(stage: string, script: string): Promise<string> {
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    HOME: stage,
    NO_COLOR: '1',
    NODE: process.execPath,
    ASSAY: shippedPath('harness/cli/assay.js'),
    EDIT: shippedPath('harness/testing/edit.ts'),
    STAGE: join(stage, '.stage'),
  };
  const pipes = ['pipe', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn('bash', [script], { cwd: stage, env, stdio: ['ignore', ...pipes], timeout: WITHIN_MS });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [, , , asks, answers] = child.stdio as unknown as [unknown, unknown, unknown, Readable, Writable];
  let asked = '';
  asks.setEncoding('utf8').on('data', async (text: string) => {
    asked += text;
    const call = callIn(asked);
    if (!call) return;
    asked = '';
    const { code, stdout, stderr } = await assay(call.words, call);
    writeFileSync(join(stage, '.stage', 'stdout'), stdout);
    writeFileSync(join(stage, '.stage', 'stderr'), stderr);
    answers.write(`${code}\n`);
  });
  return new Promise((resolve) => {
    child.once('close', (_, signal) =>
      resolve(signal === null ? said.replaceAll(ENDED, '') : `${said}the page took longer than it may\n`),
    );
  });
}
