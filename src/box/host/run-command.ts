import { DATA, STDERR, STDOUT, WINDOW_BYTES } from '../in-box/frames.ts';
import type { BoxCommand, CommandEvent, RunningCommand } from '../port.ts';
import type { BoxConnection } from './line.ts';
import { AsyncQueue } from './queue.ts';
import { SendWindow } from './send-window.ts';

/** The supervisor itself ends a command in time; one that does not is not to be waited for. */
const OVERDUE_MS = 5_000;
const LOST_CODE = 137;
const CANNOT_START = 126;

/** Starts a command in a box. `overdue` is called when its supervisor does not end it as told. */
export function runCommand(line: BoxConnection, command: BoxCommand, overdue: () => void): RunningCommand {
  let credit = WINDOW_BYTES;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const events = new AsyncQueue<CommandEvent>((event) => {
    if (event.kind !== 'stdout' && event.kind !== 'stderr') return;
    credit += event.data.length;
    if (!over) line.sendMessage({ do: 'credit', id, bytes: event.data.length });
  });
  const input = new SendWindow((data) => line.sendData(DATA, id, data));
  const finish = (event: CommandEvent & { kind: 'exit' }) => {
    over = true;
    clearTimeout(timer);
    input.close();
    line.unregister(id);
    events.push(event);
    events.end();
  };
  const expectEndWithin = (ms: number) => {
    clearTimeout(timer);
    // What the program has written may wait for its reader: that is no fault of the supervisor's.
    timer = setTimeout(() => (credit > 0 ? overdue() : expectEndWithin(OVERDUE_MS)), ms);
    timer.unref();
  };
  const id = line.register({
    onAnswer: (answer) => {
      if (answer.say === 'started') events.push({ kind: 'started', pid: answer.pid });
      else if (answer.say === 'credit') input.grant(answer.bytes);
      else if (answer.say === 'exit') finish({ kind: 'exit', code: answer.code, reason: answer.reason });
    },
    onData: (kind, data) => {
      credit -= data.length;
      events.push({ kind: kind === STDERR ? 'stderr' : 'stdout', data });
      return credit > -WINDOW_BYTES && (kind === STDOUT || kind === STDERR);
    },
    onDisconnect: () => finish({ kind: 'exit', code: LOST_CODE, reason: 'box-ended' }),
  });
  try {
    line.sendMessage({ do: 'run', id, ...command });
  } catch (error) {
    // It went nowhere, so nothing has to be ended.
    events.push({ kind: 'started', pid: 0 });
    events.push({ kind: 'stderr', data: Buffer.from(`cannot start the command: ${messageOf(error)}\n`) });
    finish({ kind: 'exit', code: CANNOT_START, reason: 'exit' });
  }
  if (over)
    return { events, write: () => Promise.resolve(), closeStdin: () => undefined, kill: () => undefined };
  if (command.timeoutMs !== null) expectEndWithin(command.timeoutMs + OVERDUE_MS);
  return {
    events,
    write: (data) => input.write(data),
    closeStdin: () => void input.write(new Uint8Array()).then(() => line.sendMessage({ do: 'close', id })),
    kill: () => {
      if (over) return;
      line.sendMessage({ do: 'kill', id });
      expectEndWithin(OVERDUE_MS);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
