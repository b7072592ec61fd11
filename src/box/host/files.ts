import { DATA, WINDOW } from '../in-box/frames.ts';
import { type BoxFile, BoxFileError } from '../port.ts';
import type { Answer } from './answers.ts';
import type { Line } from './line.ts';
import { Queue } from './queue.ts';
import { SendWindow } from './send-window.ts';

const gone = () => new BoxFileError('box-ended', 'the box ended before the file was there');
const failed = (answer: Answer & { say: 'failed' }) => new BoxFileError(answer.trouble, answer.message);

/** Looks a file up; its bytes are fetched when somebody reads them. Rejects with `BoxFileError`. */
export async function readFile(
  line: Line,
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

function lookUp(line: Line, path: string): Promise<{ size: number; modifiedMs: number }> {
  return new Promise((resolve, reject) => {
    const id = line.begin({
      answer: (answer) => {
        line.forget(id);
        if (answer.say === 'file') resolve(answer);
        else reject(answer.say === 'failed' ? failed(answer) : gone());
      },
      data: () => false,
      lost: () => reject(gone()),
    });
    line.say({ do: 'stat', id, path });
  });
}

function fetchBytes(line: Line, path: string, start: number, end: number): AsyncIterator<Buffer> {
  let credit = WINDOW;
  let left = end - start;
  const bytes = new Queue<Buffer>(
    (data) => {
      credit += data.length;
      line.say({ do: 'credit', id, bytes: data.length });
    },
    () => {
      line.forget(id);
      line.say({ do: 'kill', id });
    },
  );
  const finish = (failure?: Error) => {
    line.forget(id);
    bytes.end(failure);
  };
  const id = line.begin({
    answer: (answer) => {
      if (answer.say === 'failed') finish(failed(answer));
      else if (answer.say === 'end') finish(left === 0 ? undefined : gone());
    },
    data: (_kind, data) => {
      credit -= data.length;
      left -= data.length;
      bytes.put(data);
      return left >= 0 && credit > -WINDOW;
    },
    lost: () => finish(gone()),
  });
  line.say({ do: 'read', id, path, start, end });
  return bytes[Symbol.asyncIterator]();
}

/** Writes a file, whole or not at all. Rejects with `BoxFileError`, or with what `data` threw. */
export async function writeFile(
  line: Line,
  path: string,
  data: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ bytes: number }>();
  const window = new SendWindow((piece) => line.send(DATA, id, piece));
  let over = false;
  const finish = () => {
    over = true;
    line.forget(id);
    window.close();
  };
  const id = line.begin({
    answer: (answer) => {
      if (answer.say === 'credit') return window.grant(answer.bytes);
      finish();
      if (answer.say === 'wrote') resolve({ bytes: answer.bytes });
      else reject(answer.say === 'failed' ? failed(answer) : gone());
    },
    data: () => false,
    lost: () => {
      finish();
      reject(gone());
    },
  });
  // Told at once by `await promise` below; a failure before that must not count as unheard.
  promise.catch(() => undefined);
  line.say({ do: 'write', id, path });
  try {
    for await (const chunk of data) {
      if (over) break;
      await window.write(chunk);
    }
  } catch (error) {
    if (!over) line.say({ do: 'kill', id });
    finish();
    throw error;
  }
  if (!over) line.say({ do: 'close', id });
  return promise;
}
