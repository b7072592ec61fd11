import { DATA, WINDOW_BYTES } from '../in-box/frames.ts';
import { type BoxFile, BoxFileError } from '../port.ts';
import type { Answer } from './answers.ts';
import type { BoxConnection } from './line.ts';
import { AsyncQueue } from './queue.ts';
import { SendWindow } from './send-window.ts';

const gone = () => new BoxFileError('box-ended', 'the box ended before the file was there');
const failed = (answer: Answer & { say: 'failed' }) => new BoxFileError(answer.trouble, answer.message);

/** Looks a file up; its bytes are fetched when somebody reads them. Rejects with `BoxFileError`. */
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

/** Writes a file, whole or not at all. Rejects with `BoxFileError`, or with what `data` threw. */
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
  // Told at once by `await promise` below; a failure before that must not count as unheard.
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
