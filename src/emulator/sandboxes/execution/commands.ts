import { StringDecoder } from 'node:string_decoder';
import type { Box, BoxCommand, RunningCommand } from '../../../box/box.ts';
import {
  COMMAND_TIMEOUT_DEFAULT_S,
  type ExecuteBody,
  type ExecuteEvent,
  type ExecuteMessage,
} from '../../../contract/sandbox.ts';
import type { SandboxSettings } from '../../ports/store-sandboxes.ts';

/** Whoever listens to a command. `send` resolves when the listener has room for more; it never rejects. */
interface CommandListener {
  send(event: ExecuteEvent): Promise<void>;
}

/** One command of a box, which goes on whoever listens to it. */
export interface Command {
  readonly id: string;
  /** Tells all from these offsets on, then whatever comes; several may listen. */
  listen(listener: CommandListener, from: { stdout: number; stderr: number }): void;
  /** It no longer listens. */
  stopListening(listener: CommandListener): void;
  write(data: string): Promise<void>;
  closeStdin(): void;
  kill(): void;
  /** Settles with its last event. */
  readonly ended: Promise<ExecuteEvent>;
}

/** The commands of one box, those that ended a while ago among them. */
export interface Commands {
  /** The one with this ID, begun now unless there is one: asking twice begins it once. */
  start(request: CommandRequest): Command;
  get(id: string): Command | undefined;
  /** Whether a program is at work. */
  isBusy(): boolean;
  /** One that has been here, and is forgotten. */
  wasForgotten(id: string): boolean;
  /** Ends all; whoever listens is told that the server goes. */
  close(): void;
}

/** How many commands that ended long ago are still known by name. */
const NAMES_KEPT = 1_000;
/** Bytes of output of commands that ended which a box's clients can come back to, the newest first. */
const ENDED_KEPT_BYTES = 64 * 1024 * 1024;

export function createCommands(box: Box, used: () => void): Commands {
  const commands = new Map<string, ReturnType<typeof runCommand>>();
  const names = new Set<string>();
  const forget = (id: string) => {
    if (!commands.delete(id)) return;
    if (names.size >= NAMES_KEPT) for (const name of [...names].slice(0, 1)) names.delete(name);
    names.add(id);
  };
  const dropOldest = () => {
    let bytes = 0;
    for (const [id, { isOver, kept, stop }] of [...commands].toReversed()) {
      if (!isOver()) continue;
      bytes += kept();
      if (bytes <= ENDED_KEPT_BYTES) continue;
      stop();
      forget(id);
    }
  };
  return {
    start(request) {
      const known = commands.get(request.id);
      if (known !== undefined) return known.command;
      const { command, shell, cwd, env, timeoutMs, terminal } = request;
      const running = box.run({ command, shell, cwd, env, timeoutMs, terminal });
      const one = runCommand(running, request, used, {
        ended() {
          // Last: what ended first goes first.
          commands.delete(request.id);
          commands.set(request.id, one);
          dropOldest();
        },
        forget: () => forget(request.id),
      });
      commands.set(request.id, one);
      return one.command;
    },
    isBusy: () => [...commands.values()].some(({ isOver }) => !isOver()),
    get: (id) => commands.get(id)?.command,
    wasForgotten: (id) => names.has(id),
    close() {
      for (const { stop } of commands.values()) stop();
      commands.clear();
    },
  };
}

function runCommand(
  running: RunningCommand,
  request: CommandRequest,
  used: () => void,
  told: { ended: () => void; forget: () => void },
): { command: Command; isOver: () => boolean; kept: () => number; stop: () => void } {
  const outputs = { stdout: new OutputBuffer(), stderr: new OutputBuffer() };
  const done = Promise.withResolvers<ExecuteEvent>();
  let started: ExecuteEvent | undefined;
  let last: ExecuteEvent | undefined;
  const listeners = new Set<CommandListener>();
  let isKilled = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const after = (ms: number | null, work: () => void) => {
    clearTimeout(timer);
    timer = ms === null ? undefined : setTimeout(work, ms).unref();
  };
  const kill = () => {
    isKilled = true;
    running.kill();
  };
  const tell = async (event: ExecuteEvent) => {
    // The slowest one sets the pace.
    await Promise.all([...listeners].map((one) => one.send(event)));
  };
  const unheard = () => {
    if (last !== undefined) return;
    if (request.killOnDisconnect) kill();
    else after(request.idleMs, kill);
  };

  const follow = async (): Promise<ExecuteEvent> => {
    for await (const event of running.events) {
      used();
      if (event.kind === 'started') {
        started = { type: 'started', command_id: request.id, pid: event.pid };
        await tell(started);
      } else if (event.kind === 'exit') {
        for (const type of ['stdout', 'stderr'] as const) {
          const rest = outputs[type].end();
          if (rest !== undefined) await tell({ type, ...rest });
        }
        if (event.reason === 'timeout') return timedOut(request.timeoutMs);
        if (isStopped || (event.reason === 'box-ended' && !isKilled)) return boxEnded();
        return { type: 'exit', exit_code: event.code };
      } else {
        const piece = outputs[event.kind].write(event.data);
        // Whoever reads slowly slows the program down; with nobody there only the end of it is kept.
        if (piece !== undefined) await tell({ type: event.kind, ...piece });
      }
    }
    return boxEnded();
  };
  void follow()
    .catch(
      (error: unknown): ExecuteEvent => ({
        type: 'error',
        error_type: 'CommandError',
        error: error instanceof Error ? error.message : String(error),
      }),
    )
    .then(async (event) => {
      last = event;
      after(request.keptMs, told.forget);
      told.ended();
      done.resolve(event);
      await tell(event);
    });
  if (request.closeStdin) running.closeStdin();
  // Whoever begins it listens at once; a caller that left in between is like one that left a moment later.
  after(request.idleMs, kill);

  const command: Command = {
    id: request.id,
    listen(next, from) {
      listeners.add(next);
      if (last === undefined) clearTimeout(timer);
      const told: ExecuteEvent[] = [
        ...(started === undefined ? [] : [started]),
        ...outputs.stdout.from(from.stdout).map((piece) => ({ type: 'stdout' as const, ...piece })),
        ...outputs.stderr.from(from.stderr).map((piece) => ({ type: 'stderr' as const, ...piece })),
        ...(last === undefined ? [] : [last]),
      ];
      // Nothing new is told before this: the calls stand in their order.
      for (const event of told) void next.send(event);
    },
    stopListening(old) {
      if (listeners.delete(old) && listeners.size === 0) unheard();
    },
    write: (data) => running.write(Buffer.from(data, 'utf8')),
    closeStdin: () => running.closeStdin(),
    kill,
    ended: done.promise,
  };
  return {
    command,
    isOver: () => last !== undefined,
    kept: () => outputs.stdout.kept + outputs.stderr.kept,
    stop: () => {
      clearTimeout(timer);
      isStopped = true;
      running.kill();
    },
  };
}

/** Bytes of one stream of a command that are kept for whoever asks again. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** A piece of text, and how many bytes of the stream stand before it. */
interface OutputPiece {
  data: string;
  offset: number;
}

/**
 * What a program wrote to one stream, as text. Offsets count the bytes of the text as UTF-8, which are those of the
 * program when that is what it wrote; bytes that are no UTF-8 count as what stands in their place. Only the end is kept.
 */
class OutputBuffer {
  readonly #decoder = new StringDecoder('utf8');
  readonly #limit: number;
  #pieces: (OutputPiece & { bytes: number })[] = [];
  #kept = 0;
  #end = 0;

  constructor(limit: number = KEPT_BYTES) {
    this.#limit = limit;
  }

  /** Gives the text that is whole now; undefined when none is. */
  write(chunk: Buffer): OutputPiece | undefined {
    return this.#keep(this.#decoder.write(chunk));
  }

  /** The rest, when the program ended within a character. */
  end(): OutputPiece | undefined {
    return this.#keep(this.#decoder.end());
  }

  /** What is kept from this offset on. What is forgotten is left out: the offset of the first piece tells. */
  from(offset: number): OutputPiece[] {
    return this.#pieces.flatMap((piece) => {
      if (piece.offset + piece.bytes <= offset) return [];
      if (piece.offset >= offset) return [{ data: piece.data, offset: piece.offset }];
      const rest = Buffer.from(piece.data, 'utf8').subarray(offset - piece.offset);
      return [{ data: rest.toString('utf8'), offset }];
    });
  }

  /** Bytes that are kept. */
  get kept(): number {
    return this.#kept;
  }

  #keep(data: string): OutputPiece | undefined {
    if (data === '') return undefined;
    const piece = { data, offset: this.#end, bytes: Buffer.byteLength(data) };
    this.#end += piece.bytes;
    this.#pieces.push(piece);
    this.#kept += piece.bytes;
    let dropped = 0;
    for (const first of this.#pieces) {
      if (this.#kept - first.bytes < this.#limit) break;
      this.#kept -= first.bytes;
      dropped += 1;
    }
    if (dropped > 0) this.#pieces = this.#pieces.slice(dropped);
    return { data, offset: piece.offset };
  }
}

/** A command as it is begun. */
export interface CommandRequest extends BoxCommand {
  id: string;
  closeStdin: boolean;
  killOnDisconnect: boolean;
  /** Milliseconds with nobody listening after which it is ended; null = it goes on. */
  idleMs: number | null;
  /** Milliseconds its output can be asked for after its end; null = as long as the box runs. */
  keptMs: number | null;
}

type Execute = Extract<ExecuteMessage, { type: 'execute' }>;
/** What both ways to run a command say. */
type Said = Pick<ExecuteBody, 'command' | 'shell' | 'env' | 'cwd' | 'run_config'>;

const SHELL = '/bin/sh';
/** Of a terminal whose size nobody tells. */
const TERMINAL = { rows: 24, columns: 80 };
const IDLE_DEFAULT_S = 300;
const KEPT_DEFAULT_S = 600;

/** A command as it is asked for over HTTP: nobody can come back to it. */
export function fromExecuteBody(id: string, body: ExecuteBody, settings: SandboxSettings): CommandRequest {
  return {
    ...common(body, settings, body.timeout ?? COMMAND_TIMEOUT_DEFAULT_S),
    id,
    terminal: null,
    closeStdin: true,
    killOnDisconnect: true,
    idleMs: null,
    keptMs: 0,
  };
}

/** The same over a WebSocket. */
export function fromExecuteMessage(id: string, message: Execute, settings: SandboxSettings): CommandRequest {
  return {
    ...common(message, settings, message.timeout_seconds ?? COMMAND_TIMEOUT_DEFAULT_S),
    id: message.command_id ?? id,
    terminal: message.pty === true ? TERMINAL : null,
    closeStdin: message.close_stdin === true && message.pty !== true,
    killOnDisconnect: message.kill_on_disconnect === true,
    idleMs: duration(message.idle_timeout_seconds ?? IDLE_DEFAULT_S),
    keptMs: duration(message.ttl_seconds ?? KEPT_DEFAULT_S),
  };
}

function common(said: Said, { runConfig }: SandboxSettings, seconds: number) {
  const workDir = runConfig?.['work_dir'];
  return {
    command: said.command,
    shell: said.shell ?? SHELL,
    cwd: said.cwd ?? said.run_config?.work_dir ?? (typeof workDir === 'string' ? workDir : null),
    env: { ...said.run_config?.env_vars, ...said.env },
    // 0 asks for no limit.
    timeoutMs: seconds === 0 ? null : Math.ceil(seconds * 1_000),
  };
}

/** Milliseconds, at most what a timer can be set to; below 0: without end. */
function duration(seconds: number): number | null {
  return seconds < 0 ? null : Math.min(Math.ceil(seconds * 1_000), 2 ** 31 - 1);
}

/** Of a command that ran longer than it was given. */
function timedOut(ms: number | null): ExecuteEvent {
  return {
    type: 'error',
    error_type: 'CommandTimeout',
    error: `The command was ended: it ran longer than the ${(ms ?? 0) / 1000} seconds it was given.`,
  };
}

/** Of a command that was ended because its box ends. */
function boxEnded(): ExecuteEvent {
  return {
    type: 'error',
    error_type: 'CommandError',
    error: 'The command was ended together with its sandbox.',
  };
}
