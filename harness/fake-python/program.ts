/**
 * A fake Python for tests, so that `npm test` needs no Python on the machine. The program accepts these arguments of
 * Python:
 *
 * - `[-I] -c <script>`: prints its version, executable and implementation as JSON.
 * - `[-I] -c <script> <files>`: for a JSON list of files, prints the names that each file defines, or a syntax error
 *   for a line that is only `!`.
 * - `[-I] -m pip …`, `[-I] -m venv …`: see `tools.ts`.
 * - `[-P] <program> <descriptor> <descriptor>`: a worker that uses the channel of Python workers (`link/frames.ts`),
 *   with its own writer and reader, so that tests detect mistakes in the product's.
 *
 * As a worker, it interprets lines of a graph file in this form, which are valid Python:
 *
 * - `VERSION = "v2"`: part of every reply, so that a test sees which revision replied.
 * - `NAME = "Echo"`: the graph's own name.
 * - `raise SystemExit(3)`, `raise ImportError("…")`: the failure of a module that cannot be imported.
 *
 * Every graph replies to the last message, counts the turns of its thread in checkpoints (bytes that the emulator
 * stores), and does what `input.do` specifies: see ACTS.
 */
import { closeSync, createReadStream, existsSync, readFileSync, writeSync } from 'node:fs';
import process from 'node:process';

type Json = Record<string, unknown>;

// This file must not import other files, because tests run a copy of it.
const errorMessage = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
interface Received {
  message: Json;
  bytes: Buffer;
}
interface Input {
  messages?: { content: string }[];
  do?: string;
}
interface Job {
  runId: string;
  threadId: string;
  graphId: string;
  input: Input | null;
  stream?: { modes: string[]; hasSubscriber: boolean };
}

const [readFd = 3, writeFd = 4] = process.argv.slice(-2).map(Number);
/** Versions of the graphs, by graph ID. */
const graphs = new Map<string, string>();
const names: Record<string, string> = {};
const waiting = new Map<number, (answer: Received) => void>();
let lastCall = 0;

function write(bytes: Buffer, fd = writeFd): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (failure) {
      // EAGAIN means that the pipe is full, so the write is repeated.
      if ((failure as NodeJS.ErrnoException).code !== 'EAGAIN') throw failure;
    }
  }
}

/** Returns a frame, whose head contains 0xA1, 0, the number of the link, and two lengths. */
function frameOf(text: Buffer, bytes: Buffer = Buffer.alloc(0), link = 1): Buffer {
  const head = Buffer.from([0xa1, 0, 0, link, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(text.length, 4);
  head.writeUInt32BE(bytes.length, 8);
  return Buffer.concat([head, text, bytes]);
}

function send(report: Json, ...parts: Uint8Array[]): void {
  const whole = { ...report, parts: parts.map(({ length }) => length) };
  const link = ['loading', 'ready', 'load-failed'].includes(String(report['type'])) ? 0 : 1;
  write(frameOf(Buffer.from(JSON.stringify(whole)), Buffer.concat(parts), link));
}

function callStore(call: Json, ...parts: Uint8Array[]): Promise<Received> {
  lastCall += 1;
  send({ type: 'store-call', id: lastCall, call }, ...parts);
  return new Promise((resolve) => waiting.set(lastCall, resolve));
}

/** Actions of a run in addition to its reply, most of which are mistakes of agents. */
const ACTS: Record<string, (job: Job) => unknown> = {
  exit: () => process.exit(3),
  crash: () => process.kill(process.pid, 'SIGKILL'),
  'close the channel': () => closeSync(writeFd),
  'write to the channel': () => write(Buffer.from('Traceback (most recent call last):\n')),
  'announce a huge message': () => write(Buffer.from([0xa1, 0, 0, 0, ...Buffer.alloc(8, 0xff)])),
  'send deep values': ({ runId }) => {
    const text = Buffer.from(
      `{"type":"run-ended","runId":"${runId}","outcome":{"kind":"success","values":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`,
    );
    write(frameOf(text));
  },
  'send wrong lengths': ({ runId, threadId }) => {
    lastCall += 1;
    const row = checkpointRow(threadId, 1);
    const call = { type: 'store-call', id: lastCall, call: { op: 'put', runId, row }, parts: [1_000] };
    write(frameOf(Buffer.from(JSON.stringify(call)), Buffer.alloc(3)));
    return new Promise<Received>((resolve) => waiting.set(lastCall, resolve));
  },
  'print a lot': () => {
    const line = Buffer.from(`${'x'.repeat(1_023)}\n`);
    for (let printed = 0; printed < 64 * 1024; printed += 1) write(line, 1);
  },
  'never answer': () => new Promise(() => undefined),
  'block the loop': () => {
    for (;;);
  },
};

function checkpointRow(threadId: string, turn: number): Json {
  return {
    threadId,
    ns: '',
    id: String(turn).padStart(6, '0'),
    parentId: turn > 1 ? String(turn - 1).padStart(6, '0') : null,
    checkpointType: 'json',
    metadataType: 'json',
  };
}

/** Returns the newest state of a thread that this program stored. */
async function readState(threadId: string): Promise<Json & { turn: number }> {
  const { message, bytes } = await callStore({ op: 'get', threadId, ns: '' });
  const answer = message['answer'] as { found?: { checkpoint: { checkpoint: number } }[]; message?: string };
  if (!answer.found) throw new Error(answer.message);
  const [newest] = answer.found;
  if (!newest) return { turn: 0 };
  const lengths = message['parts'] as number[];
  const { checkpoint: index } = newest.checkpoint;
  const start = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
  const text = bytes.subarray(start, start + (lengths[index] ?? 0)).toString();
  return JSON.parse(text) as Json & { turn: number };
}

async function run(job: Job): Promise<void> {
  const { runId, threadId, graphId, input } = job;
  const did = await ACTS[input?.do ?? '']?.(job);
  const refused = (did as Received | undefined)?.message?.['answer'] as
    | { ok: boolean; message: string }
    | undefined;
  if (refused?.ok === false) throw new Error(refused.message);
  const turn = (await readState(threadId)).turn + 1;
  const content = input?.messages?.at(-1)?.content ?? 'nothing yet';
  const values = {
    turn,
    messages: [
      { type: 'human', content },
      { type: 'ai', content: `echo ${graphs.get(graphId)}: ${content} (turn ${turn})` },
    ],
  };
  const [checkpoint, metadata] = [values, { step: turn, run_id: runId }].map((one) =>
    Buffer.from(JSON.stringify(one)),
  );
  if (!checkpoint || !metadata) return;
  await callStore(
    {
      op: 'put',
      runId,
      row: { ...checkpointRow(threadId, turn), checkpoint: 0, metadata: 1 },
    },
    checkpoint,
    metadata,
  );
  if (job.stream?.hasSubscriber === true && job.stream.modes.includes('values')) {
    send({ type: 'events', runId, events: [{ event: 'values', data: JSON.stringify(values) }] });
  }
  send({ type: 'run-ended', runId, outcome: { kind: 'success', values } });
}

async function answer(query: Json): Promise<Json> {
  switch (query['kind']) {
    case 'library':
      return { version: '1.2.3' };
    case 'state': {
      const threadId = String(query['threadId']);
      const values = await readState(threadId);
      const checkpoint =
        values.turn === 0
          ? null
          : {
              thread_id: threadId,
              checkpoint_ns: '',
              checkpoint_id: checkpointRow(threadId, values.turn)['id'],
            };
      return {
        values,
        next: [],
        tasks: [],
        metadata: {},
        created_at: null,
        checkpoint,
        parent_checkpoint: null,
        interrupts: [],
      };
    }
    default:
      throw new Error(`this is no real Python: it does not answer ${String(query['kind'])}`);
  }
}

/** Loads the module of a graph, and exits when Python would exit. */
function load(graphId: string, module: string): string {
  const file = module.includes('/') ? module : `${module.replaceAll('.', '/')}.py`;
  if (!existsSync(file)) throw new Error(`ModuleNotFoundError: No module named '${module}'`);
  const source = readFileSync(file, 'utf8');
  const code = /^raise SystemExit\((\d+)\)/m.exec(source)?.[1];
  if (code !== undefined) process.exit(Number(code));
  const reason = /^raise ImportError\("(.*)"\)/m.exec(source)?.[1];
  if (reason !== undefined) throw new Error(`ImportError: ${reason}`);
  const name = /^NAME = "(.*)"/m.exec(source)?.[1];
  if (name !== undefined) names[graphId] = name;
  return /^VERSION = "(.*)"/m.exec(source)?.[1] ?? 'v1';
}

async function take({ message, bytes }: Received): Promise<void> {
  const { type, id } = message;
  switch (type) {
    case 'prepare':
      return;
    case 'load':
      try {
        const revision = message['process'] as { cwd: string } | undefined;
        if (revision !== undefined) process.chdir(revision.cwd);
        for (const [graphId, { module }] of Object.entries(
          message['graphs'] as Record<string, { module: string }>,
        )) {
          graphs.set(graphId, load(graphId, module));
        }
        return send({ type: 'ready', names });
      } catch (failure) {
        process.stderr.write(`${errorMessage(failure)}\n`);
        send({ type: 'load-failed', message: errorMessage(failure) });
        return process.exit(1);
      }
    case 'ping':
      return send({ type: 'pong', id });
    case 'run': {
      const job = message['job'] as Job;
      return run(job).catch((failure: unknown) => {
        const outcome = { kind: 'error', error: 'Error', message: errorMessage(failure) };
        send({ type: 'run-ended', runId: job.runId, outcome });
      });
    }
    case 'abort':
      return send({ type: 'run-ended', runId: message['runId'], outcome: { kind: 'aborted' } });
    case 'listen':
      return send({ type: 'listening', runId: message['runId'] });
    case 'query':
      return answer(message['query'] as Json).then(
        (found) => send({ type: 'answer', id, answer: found }),
        (failure: unknown) =>
          send({ type: 'query-failed', id, error: 'Error', message: errorMessage(failure) }),
      );
    case 'store-answer':
      waiting.get(Number(id))?.({ message, bytes });
      waiting.delete(Number(id));
      return;
  }
}

/** Returns the names that a file defines, which the check before a start needs. */
function inspect(file: string): Json {
  const source = readFileSync(file, 'utf8');
  const broken = source.split('\n').indexOf('!');
  if (broken !== -1) return { line: broken + 1, error: 'invalid syntax' };
  return {
    names: [...source.matchAll(/^(?:def )?(\w+)(?=\(| = )/gm)].map(([, name]) => name),
    open: /^from .* import \*$/m.test(source),
  };
}

const code = process.argv.indexOf('-c');
// Python's own options, such as `-I`, precede `-c`.
if (code !== -1 && process.argv.slice(2, code).every((one) => one.startsWith('-'))) {
  const files = process.argv[code + 2];
  const version = (process.env['FAKE_PYTHON_VERSION'] ?? '').split('.').map(Number);
  const identity = { version, executable: process.env['FAKE_PYTHON'], implementation: 'cpython' };
  const answer = files === undefined ? identity : (JSON.parse(files) as string[]).map(inspect);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
} else {
  let received = Buffer.alloc(0);
  createReadStream('', { fd: readFd })
    .on('data', (chunk: string | Buffer) => {
      received = Buffer.concat([received, Buffer.from(chunk)]);
      while (received.length >= 12) {
        const textEnd = 12 + received.readUInt32BE(4);
        const end = textEnd + received.readUInt32BE(8);
        if (received.length < end) return;
        const message = JSON.parse(received.subarray(12, textEnd).toString()) as Json;
        const bytes = Buffer.from(received.subarray(textEnd, end));
        received = received.subarray(end);
        void take({ message, bytes });
      }
    })
    .on('end', () => process.exit(0))
    .on('error', () => process.exit(0));
}
