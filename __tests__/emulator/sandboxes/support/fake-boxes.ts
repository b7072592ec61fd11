import type { Duplex } from 'node:stream';
import {
  type Box,
  type BoxCommand,
  BoxFileError,
  type BoxHost,
  type BoxOptions,
  type BoxSearch,
  type BoxSearchResult,
  BoxStartError,
  type CommandEvent,
  type IsolationLevel,
  type RunningCommand,
} from '../../../../src/box/box.ts';

/** A command whose program the test controls. */
export interface FakeCommand {
  readonly asked: BoxCommand;
  readonly input: string[];
  readonly inputClosed: boolean;
  readonly killed: boolean;
  out(text: string | Buffer, stream?: 'stdout' | 'stderr'): void;
  /** Delays the reading of input until the promise resolves. */
  readOnly(when: Promise<void>): void;
  exit(code: number, reason?: Extract<CommandEvent, { kind: 'exit' }>['reason']): void;
}

export interface FakeBoxes extends BoxHost {
  level: IsolationLevel;
  /** Connects to a port of a box. */
  connect: (port: number) => Promise<Duplex>;
  readonly searched: BoxSearch[];
  /** Result of file searches. */
  found: BoxSearchResult;
  /** Error of the next start, if any. */
  failure: string | undefined;
  readonly started: BoxOptions[];
  readonly trusted: string[];
  /** Error when a box must next trust a CA, if any. */
  distrust: string | undefined;
  /** Number of received file chunks. */
  writing: number;
  /** Called for each command. By default, the program prints its command and exits with code 0. */
  program: (command: FakeCommand) => void;
  /** Makes the box of a running sandbox exit. */
  crash(id: string): void;
  running(): string[];
}

const echo = (command: FakeCommand) => {
  command.out(`${command.asked.command}\n`);
  command.exit(0);
};

export function fakeBoxes(): FakeBoxes {
  const boxes = new Map<string, () => void>();
  const files = new Map<string, Map<string, Buffer>>();
  const fake: FakeBoxes = {
    level: 'namespaces',
    failure: undefined,
    connect: () => Promise.reject(new BoxFileError('not-found', 'nothing listens')),
    searched: [],
    found: { entries: [], lines: [], truncated: false },
    started: [],
    trusted: [],
    distrust: undefined,
    writing: 0,
    program: echo,
    crash: (id) => boxes.get(id)?.(),
    running: () => [...boxes.keys()],
    report: () =>
      Promise.resolve({ level: fake.level, findings: ['It is a fake.'], remedies: ['Get a real one.'] }),
    start(options) {
      if (fake.failure !== undefined) return Promise.reject(new BoxStartError(fake.failure));
      fake.started.push(options);
      const ended = Promise.withResolvers<void>();
      const own = files.get(options.id) ?? new Map<string, Buffer>();
      files.set(options.id, own);
      const end = () => {
        boxes.delete(options.id);
        ended.resolve();
      };
      boxes.set(options.id, end);
      const box: Box = {
        id: options.id,
        level: options.level,
        run: (command) => fakeCommand(command, ended.promise, (one) => fake.program(one)),
        readFile(path, range) {
          const bytes = own.get(path);
          if (bytes === undefined)
            return Promise.reject(new BoxFileError('not-found', `${path}: no such file`));
          const part = range === null ? bytes : bytes.subarray(range.start, range.end ?? bytes.length);
          return Promise.resolve({ size: bytes.length, modifiedAt: new Date(1_000_500), data: pieces(part) });
        },
        async writeFile(path, data) {
          if (path.startsWith('/denied')) throw new BoxFileError('denied', `${path}: permission denied`);
          const chunks: Uint8Array[] = [];
          for await (const chunk of data) {
            chunks.push(chunk);
            fake.writing += 1;
          }
          const bytes = Buffer.concat(chunks);
          own.set(path, bytes);
          return { bytes: bytes.length };
        },
        connect: (port) => fake.connect(port),
        search(given) {
          fake.searched.push(given);
          if (given.path === '/missing')
            return Promise.reject(new BoxFileError('not-found', `${given.path}: ENOENT`));
          return Promise.resolve(fake.found);
        },
        trust(caPem) {
          const { distrust } = fake;
          fake.distrust = undefined;
          if (distrust !== undefined) return Promise.reject(new Error(distrust));
          fake.trusted.push(caPem);
          return Promise.resolve();
        },
        ended: ended.promise,
        stop() {
          end();
          return Promise.resolve();
        },
      };
      return Promise.resolve(box);
    },
  };
  return fake;
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 5) {
    await Promise.resolve();
    yield bytes.subarray(at, at + 5);
  }
}

function fakeCommand(
  asked: BoxCommand,
  boxEnded: Promise<void>,
  play: (command: FakeCommand) => void,
): RunningCommand {
  const queue: CommandEvent[] = [{ kind: 'started', pid: 4711 }];
  let wake = () => undefined as void;
  let over = false;
  const put = (event: CommandEvent) => {
    if (over) return;
    over = event.kind === 'exit';
    if (over) ended.resolve();
    queue.push(event);
    wake();
  };
  const ended = Promise.withResolvers<void>();
  const state = { input: [] as string[], inputClosed: false, killed: false, reading: Promise.resolve() };
  const command: FakeCommand = {
    asked,
    get input() {
      return state.input;
    },
    get inputClosed() {
      return state.inputClosed;
    },
    get killed() {
      return state.killed;
    },
    readOnly: (when) => void (state.reading = when),
    out: (text, stream = 'stdout') => put({ kind: stream, data: Buffer.from(text) }),
    exit: (code, reason = 'exit') => put({ kind: 'exit', code, reason }),
  };
  void boxEnded.then(() => put({ kind: 'exit', code: 137, reason: 'box-ended' }));
  async function* events(): AsyncGenerator<CommandEvent> {
    for (;;) {
      const next = queue.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      yield next;
      if (next.kind === 'exit') return;
    }
  }
  // The program starts after its caller has received the command, as a real program does.
  setImmediate(() => play(command));
  return {
    events: events(),
    write(data) {
      state.input.push(data.toString('utf8'));
      return Promise.race([state.reading, ended.promise]);
    },
    closeStdin() {
      state.inputClosed = true;
    },
    kill() {
      state.killed = true;
      put({ kind: 'exit', code: 137, reason: 'killed' });
    },
  };
}
