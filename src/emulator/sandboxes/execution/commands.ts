import { StringDecoder } from 'node:string_decoder';
import { errorMessage } from '../../../os/errors.ts';
import type { Box, BoxCommand, RunningCommand } from '../../../box/box.ts';
import { COMMAND_TIMEOUT_DEFAULT_S } from '../../../contract/limits.ts';
import type { ExecuteBody, ExecuteEvent, ExecuteMessage } from '../../../contract/sandbox.ts';
import type { SandboxSettings } from '../../ports/store.ts';

/** Receives the events of a command. `send` resolves once the listener can accept more events, and never rejects. */
interface CommandListener {
  send(event: ExecuteEvent): Promise<void>;
}

/** A command in a box, which continues if a listener disconnects. */
export interface Command {
  readonly id: string;
  /** Sends the output from the byte offsets in `from`, and then new events. A command can have several listeners. */
  listen(listener: CommandListener, from: { stdout: number; stderr: number }): void;
  stopListening(listener: CommandListener): void;
  write(data: string): Promise<void>;
  closeStdin(): void;
  kill(): void;
  readonly ended: Promise<ExecuteEvent>;
}

/** Running and recently ended commands of one box. */
export interface Commands {
  /**
   * Returns the command with the request's ID, or starts the command if it does not exist, so a repeated request does
   * not start a second command.
   */
  start(request: CommandRequest): Command;
  get(id: string): Command | undefined;
  /** Returns whether any command is running. */
  isBusy(): boolean;
  /** Returns whether the ID belongs to an ended command whose output has been discarded. */
  wasForgotten(id: string): boolean;
  close(): void;
}

/** Maximum number of IDs of discarded commands that are remembered. */
const MAX_FORGOTTEN_IDS = 1_000;
/** Maximum stored output of ended commands for clients that reconnect, in bytes. The oldest output is dropped first. */
const MAX_ENDED_BYTES = 64 * 1024 * 1024;

export function createCommands(box: Box, used: () => void): Commands {
  const commands = new Map<string, ReturnType<typeof runCommand>>();
  const names = new Set<string>();
  const forget = (id: string) => {
    if (!commands.delete(id)) return;
    if (names.size >= MAX_FORGOTTEN_IDS) for (const name of [...names].slice(0, 1)) names.delete(name);
    names.add(id);
  };
  const dropOldest = () => {
    let bytes = 0;
    for (const [id, { isOver, kept, stop }] of [...commands].toReversed()) {
      if (!isOver()) continue;
      bytes += kept();
      if (bytes <= MAX_ENDED_BYTES) continue;
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
          // Moves the ended command to the end of the map, so that the command that ended first is discarded first.
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
  on: { ended: () => void; forget: () => void },
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
  const send = async (event: ExecuteEvent) => {
    // The program waits for the slowest of its listeners.
    await Promise.all([...listeners].map((one) => one.send(event)));
  };
  const onLastListenerGone = () => {
    if (last !== undefined) return;
    if (request.killOnDisconnect) kill();
    else after(request.idleMs, kill);
  };

  const follow = async (): Promise<ExecuteEvent> => {
    for await (const event of running.events) {
      used();
      if (event.kind === 'started') {
        started = { type: 'started', command_id: request.id, pid: event.pid };
        await send(started);
      } else if (event.kind === 'exit') {
        for (const type of ['stdout', 'stderr'] as const) {
          const rest = outputs[type].end();
          if (rest !== undefined) await send({ type, ...rest });
        }
        if (event.reason === 'timeout') return timedOut(request.timeoutMs);
        if (isStopped || (event.reason === 'box-ended' && !isKilled)) return boxEnded();
        return { type: 'exit', exit_code: event.code };
      } else {
        const piece = outputs[event.kind].write(event.data);
        // A slow listener slows the program down. Without listeners, only the end of the output is stored.
        if (piece !== undefined) await send({ type: event.kind, ...piece });
      }
    }
    return boxEnded();
  };
  void follow()
    .catch(failedBy)
    .then(async (event) => {
      last = event;
      after(request.keptMs, on.forget);
      on.ended();
      done.resolve(event);
      await send(event);
    });
  if (request.closeStdin) running.closeStdin();
  // The time without listeners counts from now, because the caller registers a listener right after this call.
  after(request.idleMs, kill);

  const command: Command = {
    id: request.id,
    listen(next, from) {
      listeners.add(next);
      if (last === undefined) clearTimeout(timer);
      const earlier: ExecuteEvent[] = [
        ...(started === undefined ? [] : [started]),
        ...outputs.stdout.from(from.stdout).map((piece) => ({ type: 'stdout' as const, ...piece })),
        ...outputs.stderr.from(from.stderr).map((piece) => ({ type: 'stderr' as const, ...piece })),
        ...(last === undefined ? [] : [last]),
      ];
      // Each listener queues its calls, so earlier events are sent before new events.
      for (const event of earlier) void next.send(event);
    },
    stopListening(old) {
      if (listeners.delete(old) && listeners.size === 0) onLastListenerGone();
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

/** Returns the last event of a command whose events cannot be read. */
function failedBy(error: unknown): ExecuteEvent {
  return { type: 'error', error_type: 'CommandError', error: errorMessage(error) };
}

/** Maximum number of bytes that are stored per output stream, for clients that reconnect. */
const MAX_STREAM_BYTES = 4 * 1024 * 1024;

/** Part of an output stream. `offset` is the number of bytes before the part. */
interface OutputChunk {
  data: string;
  offset: number;
}

/**
 * Text of one output stream. Only the end of the text is stored. Offsets count UTF-8 bytes, where invalid bytes count
 * as their replacement characters.
 */
class OutputBuffer {
  readonly #decoder = new StringDecoder('utf8');
  readonly #limit: number;
  #pieces: (OutputChunk & { bytes: number })[] = [];
  #kept = 0;
  #end = 0;

  constructor(limit: number = MAX_STREAM_BYTES) {
    this.#limit = limit;
  }

  /**
   * Adds bytes, and returns the text that the bytes complete, or `undefined` if the bytes do not complete a character.
   */
  write(chunk: Buffer): OutputChunk | undefined {
    return this.#keep(this.#decoder.write(chunk));
  }

  /** Returns the replacement for an incomplete last character, or `undefined` if the last character is complete. */
  end(): OutputChunk | undefined {
    return this.#keep(this.#decoder.end());
  }

  /**
   * Returns the stored text from this offset on. If the first part has a greater offset, the text between the two
   * offsets was discarded.
   */
  from(offset: number): OutputChunk[] {
    return this.#pieces.flatMap((piece) => {
      if (piece.offset + piece.bytes <= offset) return [];
      if (piece.offset >= offset) return [{ data: piece.data, offset: piece.offset }];
      const rest = Buffer.from(piece.data, 'utf8').subarray(offset - piece.offset);
      return [{ data: rest.toString('utf8'), offset }];
    });
  }

  get kept(): number {
    return this.#kept;
  }

  #keep(data: string): OutputChunk | undefined {
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

export interface CommandRequest extends BoxCommand {
  id: string;
  closeStdin: boolean;
  killOnDisconnect: boolean;
  /** Milliseconds without a listener after which the command is killed, or null to never kill the command. */
  idleMs: number | null;
  /**
   * Milliseconds for which the output is stored after the command ends, or null to store the output while the box runs.
   */
  keptMs: number | null;
}

type Execute = Extract<ExecuteMessage, { type: 'execute' }>;
/** Fields of a command in both the HTTP and the WebSocket protocol. */
type CommonFields = Pick<ExecuteBody, 'command' | 'shell' | 'env' | 'cwd' | 'run_config'>;

const SHELL = '/bin/sh';
/** Default size of a terminal in characters. */
const TERMINAL = { rows: 24, columns: 80 };
const IDLE_DEFAULT_S = 300;
const KEPT_DEFAULT_S = 600;

/** Converts an HTTP request's body to a command. Clients cannot reconnect to the command of an HTTP request. */
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

/** Converts a WebSocket message to a command. */
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

function common(fields: CommonFields, { runConfig }: SandboxSettings, seconds: number) {
  const workDir = runConfig?.['work_dir'];
  return {
    command: fields.command,
    shell: fields.shell ?? SHELL,
    cwd: fields.cwd ?? fields.run_config?.work_dir ?? (typeof workDir === 'string' ? workDir : null),
    env: { ...fields.run_config?.env_vars, ...fields.env },
    timeoutMs: seconds === 0 ? null : Math.ceil(seconds * 1_000),
  };
}

/** Converts seconds to milliseconds, up to a timer's maximum. Negative seconds, which mean no limit, become null. */
function duration(seconds: number): number | null {
  return seconds < 0 ? null : Math.min(Math.ceil(seconds * 1_000), 2 ** 31 - 1);
}

function timedOut(ms: number | null): ExecuteEvent {
  return {
    type: 'error',
    error_type: 'CommandTimeout',
    error: `The command was killed because it exceeded its time limit of ${(ms ?? 0) / 1000} seconds.`,
  };
}

/** Returns the last event of a command that was killed with its box. */
function boxEnded(): ExecuteEvent {
  return {
    type: 'error',
    error_type: 'CommandError',
    error: 'The command was killed because its sandbox ended.',
  };
}
