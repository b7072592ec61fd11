import { errorMessage } from '../os/errors.ts';
import {
  type BoxCommand,
  type BoxFile,
  BoxFileError,
  type BoxSearch,
  type BoxSearchResult,
  type CommandEvent,
  type RunningCommand,
} from './box.ts';
import { Duplex } from 'node:stream';
import type { Answer, BoxConnection } from './connection.ts';
import { AsyncQueue, SendWindow } from './flow-control.ts';
import { DATA, STDERR, STDOUT, WINDOW_BYTES } from './supervisor/protocol.ts';

/** Milliseconds within which the supervisor must stop a command that has timed out. */
const OVERDUE_MS = 5_000;
const LOST_CODE = 137;
const CANNOT_START = 126;

/** Runs a command in a box. Calls `overdue` if the supervisor does not stop a timed-out command. */
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
    // The time limit is extended while a slow reader blocks the output, because the supervisor cannot report the end of
    // the command.
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
    // The command could not be sent, so no command needs to be stopped.
    events.push({ kind: 'started', pid: 0 });
    events.push({ kind: 'stderr', data: Buffer.from(`cannot start the command: ${errorMessage(error)}\n`) });
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

const gone = () => new BoxFileError('box-ended', 'the box ended before the file was transferred');
const failed = (answer: Answer & { say: 'failed' }) => new BoxFileError(answer.code, answer.message);

/** Opens a file and transfers its bytes on demand. Rejects with `BoxFileError` if the file cannot be opened. */
export async function readFile(
  line: BoxConnection,
  path: string,
  range: { start: number; end: number | null } | null,
): Promise<BoxFile> {
  const { size, modifiedMs } = await lookUp(line, path);
  const start = Math.min(range?.start ?? 0, size);
  const end = Math.min(range?.end ?? size, size);
  return {
    size,
    modifiedAt: new Date(modifiedMs),
    data: { [Symbol.asyncIterator]: () => fetchBytes(line, path, start, Math.max(start, end)) },
  };
}

function lookUp(line: BoxConnection, path: string): Promise<{ size: number; modifiedMs: number }> {
  return new Promise((resolve, reject) => {
    const id = line.register({
      onAnswer: (answer) => {
        line.unregister(id);
        if (answer.say === 'file') resolve(answer);
        else reject(answer.say === 'failed' ? failed(answer) : gone());
      },
      onData: () => false,
      onDisconnect: () => reject(gone()),
    });
    line.sendMessage({ do: 'stat', id, path });
  });
}

/** Connects to a port of the box's loopback. Rejects with `BoxFileError` if the connection fails. */
export function connectPort(line: BoxConnection, port: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    let credit = WINDOW_BYTES;
    // Number of bytes received but not yet read. The box can send more bytes only after the unread bytes are read.
    let unread = 0;
    let isOver = false;
    const grant = () => {
      if (unread === 0 || isOver) return;
      credit += unread;
      line.sendMessage({ do: 'credit', id, bytes: unread });
      unread = 0;
    };
    const input = new SendWindow((data) => line.sendData(DATA, id, data));
    let hasEnded = false;
    const endReading = () => {
      if (!hasEnded && !stream.destroyed) stream.push(null);
      hasEnded = true;
    };
    const end = () => {
      isOver = true;
      input.close();
      line.unregister(id);
    };
    const stream = new Duplex({
      read: grant,
      async write(chunk: Buffer, _encoding, done) {
        // The write never rejects, because a closed window drops the data.
        await input.write(chunk);
        done();
      },
      final(done) {
        if (!isOver) line.sendMessage({ do: 'close', id });
        done();
      },
      destroy(error, done) {
        // Data might still be pending, even if both sides have ended the connection.
        if (!isOver && !(stream.readableEnded && stream.writableFinished)) {
          line.sendMessage({ do: 'kill', id });
          end();
        }
        done(error);
      },
    });
    const id = line.register({
      onAnswer: (answer) => {
        if (answer.say === 'started') resolve(stream);
        else if (answer.say === 'credit') input.grant(answer.bytes);
        else if (answer.say === 'end') endReading();
        else {
          end();
          if (answer.say === 'failed') reject(failed(answer));
          // The reader can still read data that was already received.
          endReading();
        }
      },
      onData: (kind, data) => {
        credit -= data.length;
        unread += data.length;
        if (stream.push(data)) grant();
        return credit > -WINDOW_BYTES && kind === STDOUT;
      },
      onDisconnect: () => {
        end();
        reject(gone());
        stream.destroy();
      },
    });
    line.sendMessage({ do: 'connect', id, port });
  });
}

/** Time limit of a search in milliseconds. At the time limit, a search returns the matches found so far. */
const SEARCH_MS = 30_000;

/** Searches below a folder of the box. Rejects with `BoxFileError` if the folder cannot be searched. */
export function search(line: BoxConnection, given: BoxSearch): Promise<BoxSearchResult> {
  return new Promise((resolve, reject) => {
    const id = line.register({
      onAnswer: (answer) => {
        line.unregister(id);
        if (answer.say === 'found') resolve(answer);
        else reject(answer.say === 'failed' ? failed(answer) : gone());
      },
      onData: () => false,
      onDisconnect: () => reject(gone()),
    });
    line.sendMessage({ do: 'search', id, withinMs: SEARCH_MS, ...given });
  });
}

function fetchBytes(line: BoxConnection, path: string, start: number, end: number): AsyncIterator<Buffer> {
  let credit = WINDOW_BYTES;
  let left = end - start;
  const bytes = new AsyncQueue<Buffer>(
    (data) => {
      credit += data.length;
      line.sendMessage({ do: 'credit', id, bytes: data.length });
    },
    () => {
      line.unregister(id);
      line.sendMessage({ do: 'kill', id });
    },
  );
  const finish = (failure?: Error) => {
    line.unregister(id);
    bytes.end(failure);
  };
  const id = line.register({
    onAnswer: (answer) => {
      if (answer.say === 'failed') finish(failed(answer));
      else if (answer.say === 'end') finish(left === 0 ? undefined : gone());
    },
    onData: (_kind, data) => {
      credit -= data.length;
      left -= data.length;
      bytes.push(data);
      return left >= 0 && credit > -WINDOW_BYTES;
    },
    onDisconnect: () => finish(gone()),
  });
  line.sendMessage({ do: 'read', id, path, start, end });
  return bytes[Symbol.asyncIterator]();
}

/**
 * Writes a file either completely or not at all. Rejects with `BoxFileError`, or with the error of the stream `data`.
 */
export async function writeFile(
  line: BoxConnection,
  path: string,
  data: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ bytes: number }>();
  const window = new SendWindow((piece) => line.sendData(DATA, id, piece));
  let over = false;
  const finish = () => {
    over = true;
    line.unregister(id);
    window.close();
  };
  const id = line.register({
    onAnswer: (answer) => {
      if (answer.say === 'credit') return window.grant(answer.bytes);
      finish();
      if (answer.say === 'wrote') resolve({ bytes: answer.bytes });
      else reject(answer.say === 'failed' ? failed(answer) : gone());
    },
    onData: () => false,
    onDisconnect: () => {
      finish();
      reject(gone());
    },
  });
  // `return promise` below rethrows the error of the transfer. Until `return promise` runs, Node must not report an
  // unhandled rejection.
  promise.catch(() => undefined);
  line.sendMessage({ do: 'write', id, path });
  try {
    for await (const chunk of data) {
      if (over) break;
      await window.write(chunk);
    }
  } catch (error) {
    if (!over) line.sendMessage({ do: 'kill', id });
    finish();
    throw error;
  }
  if (!over) line.sendMessage({ do: 'close', id });
  return promise;
}
