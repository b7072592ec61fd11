import { describe, expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { BoxConnection } from '../../src/box/connection.ts';
import { readFile, runCommand } from '../../src/box/operations.ts';
import { CONTROL, DATA, encodeFrame, STDOUT } from '../../src/box/supervisor/protocol.ts';
import { commandOf } from './support/boxes.ts';

/** Creates a connection to a box, on which the test sends the box's messages. */
function lineTo(): { line: BoxConnection; hear: (bytes: Buffer) => void; distrusted: string[] } {
  const distrusted: string[] = [];
  let hear: (bytes: Buffer) => void = () => undefined;
  const stdin = new PassThrough().resume();
  const line = new BoxConnection(
    {
      stdin,
      listen: (heard) => {
        hear = heard;
      },
    },
    (why) => distrusted.push(why),
  );
  return { line, hear: (bytes) => hear(bytes), distrusted };
}

const say = (message: unknown) => encodeFrame(CONTROL, 0, Buffer.from(JSON.stringify(message)));

describe("the host's handling of messages from a box", () => {
  // docs/boxes.md#what-supervisor-says
  test.each<[string, Buffer]>([
    ['bytes that are not a frame', Buffer.alloc(64, 0xff)],
    ['a message that is not JSON', encodeFrame(CONTROL, 0, Buffer.from('{'))],
    ['a message of an unknown kind', say({ say: 'open-sesame' })],
    ['a string in place of a number', say({ say: 'exit', id: 1, code: 'zero', reason: 'exit' })],
    ['a negative size', say({ say: 'file', id: 1, size: -1, modifiedMs: 0 })],
    ['a string that is too long', say({ say: 'failed', id: 1, code: 'other', message: 'x'.repeat(10_000) })],
    [
      'output beyond the window',
      Buffer.concat(Array.from({ length: 9 }, () => encodeFrame(STDOUT, 1, Buffer.alloc(65_536)))),
    ],
    ['bytes of a kind that commands do not send', encodeFrame(DATA, 1, Buffer.alloc(1))],
  ])('kills the box if a message is invalid: %s', (_what, bytes) => {
    const { line, hear, distrusted } = lineTo();
    runCommand(line, commandOf('true'), () => undefined);
    hear(bytes);
    expect(distrusted).toHaveLength(1);
    hear(say({ say: 'ready' }));
    expect(distrusted).toHaveLength(1);
  });

  test('ignores messages for finished or unknown operations', () => {
    const { line, hear, distrusted } = lineTo();
    runCommand(line, commandOf('true'), () => undefined);
    hear(say({ say: 'exit', id: 1, code: 0, reason: 'exit' }));
    hear(say({ say: 'exit', id: 1, code: 9, reason: 'exit' }));
    hear(say({ say: 'wrote', id: 77, bytes: 1 }));
    hear(encodeFrame(STDOUT, 1, Buffer.alloc(65_536)));
    expect(distrusted).toEqual([]);
  });

  test('rejects an operation if the response has the wrong type', async () => {
    const { line, hear } = lineTo();
    const file = readFile(line, 'a', null);
    hear(say({ say: 'wrote', id: 1, bytes: 4 }));
    await expect(file).rejects.toMatchObject({ code: 'box-ended' });
  });

  test("rejects more bytes of a file than the file's size", async () => {
    const { line, hear, distrusted } = lineTo();
    const looked = readFile(line, 'a', null);
    hear(say({ say: 'file', id: 1, size: 4, modifiedMs: 0 }));
    const bytes = (await looked).data[Symbol.asyncIterator]();
    void bytes.next();
    hear(encodeFrame(DATA, 2, Buffer.alloc(5)));
    expect(distrusted).toEqual(['more bytes than requested']);
  });

  test('rejects all pending operations after the box has ended', async () => {
    const { line } = lineTo();
    const file = readFile(line, 'a', null);
    const command = runCommand(line, commandOf('true'), () => undefined);
    line.disconnect();
    await expect(file).rejects.toMatchObject({ code: 'box-ended' });
    for await (const event of command.events)
      expect(event).toMatchObject({ kind: 'exit', reason: 'box-ended' });
    await expect(readFile(line, 'late', null)).rejects.toMatchObject({ code: 'box-ended' });
  });
});
