import type { Box, RunningCommand } from '../../../box/box.ts';
import type { ExecuteEvent } from '../../../contract/sandbox-execution.ts';
import { boxEnded, timedOut } from './endings.ts';
import { OutputBuffer } from './output.ts';
import type { CommandRequest } from './request.ts';

/** Whoever listens to a command. `send` resolves when the listener has room for more; it never rejects. */
export interface CommandListener {
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
