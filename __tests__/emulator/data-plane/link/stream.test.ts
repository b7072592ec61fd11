import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { decodeFrame, encodeFrame } from '../../../../src/emulator/data-plane/link/frames.ts';
import { openProcessStream } from '../../../../src/emulator/data-plane/link/stream.ts';
import type { ManagedProcess } from '../../../../src/emulator/ports/processes.ts';

/** Creates a process whose pipes the test controls; `commands` contains the unread input. */
function piped() {
  const [commands, reports] = [new PassThrough(), new PassThrough()];
  const child = Object.assign(new EventEmitter(), {
    stdio: [null, null, null, commands, reports],
    exitCode: null as number | null,
    signalCode: null,
  });
  // The written bytes stay unread until the test reads them.
  Object.assign(commands, { resume: () => commands });
  const messages: unknown[] = [];
  const broken: string[] = [];
  const printed: string[] = [];
  const stream = openProcessStream({ child } as unknown as ManagedProcess, (line) => printed.push(line));
  stream.listen({
    onFrame: (frame) => void messages.push(decodeFrame(frame).message),
    onBroken: (reason) => broken.push(reason),
  });
  return { stream, child, commands, reports, messages, broken, printed };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

const frameOf = (message: object) => Buffer.concat(encodeFrame(message));

describe('the stream between the emulator and a worker process', () => {
  test('is read only while the worker reads its commands, because responses would otherwise pile up', async () => {
    const { stream, commands, reports, messages } = piped();
    const input = 'x'.repeat(1024 * 1024);
    const job = { runId: 'r', threadId: 't', graphId: 'g', fence: 1, input, config: {} };
    for (let sent = 0; sent < 20; sent += 1) stream.send({ type: 'run', job });
    reports.write(frameOf({ type: 'pong', id: 1 }));
    await turn();
    expect(messages).toEqual([]);

    commands.on('data', () => undefined);
    Object.getPrototypeOf(PassThrough.prototype).resume.call(commands);
    await once(commands, 'drain');
    await turn();
    expect(messages).toEqual([{ type: 'pong', id: 1 }]);
  });

  test('breaks at the first bytes that are not a frame, and ignores all later bytes', async () => {
    const { stream, reports, messages, broken, printed } = piped();
    reports.write(
      Buffer.concat([frameOf({ type: 'pong', id: 1 }), Buffer.from('oh'), frameOf({ type: 'pong', id: 2 })]),
    );
    await turn();
    expect(messages).toEqual([{ type: 'pong', id: 1 }]);
    expect(broken).toEqual([expect.stringContaining('begin with "oh')]);
    expect(printed).toEqual(broken);
    stream.send({ type: 'ping', id: 3 });
    reports.destroy();
    await turn();
    expect(broken).toHaveLength(1);
  });

  test.each([
    ['a length without an error', Buffer.from([0x0f, 0, 0, 0, 0, 0, 0, 0])],
    ['two bytes', Buffer.alloc(2)],
    ['half a header', Buffer.from([0xa1, 0, 0, 0, 0, 0])],
  ])('breaks at the first report after the agent wrote %s to it', async (_, foreign) => {
    const { reports, messages, broken } = piped();
    reports.write(foreign);
    reports.write(frameOf({ type: 'pong', id: 1 }));
    await turn();
    expect(messages).toEqual([]);
    expect(broken).toEqual([expect.stringContaining('sent invalid data on its link')]);
  });

  test('counts as broken if a write fails although the process has not exited', async () => {
    const gone = piped();
    gone.commands.destroy(new Error('EPIPE'));
    gone.child.exitCode = 0;
    gone.child.emit('exit');
    const alive = piped();
    alive.commands.destroy(new Error('EPIPE'));
    alive.stream.send({ type: 'ping', id: 1 });
    while (alive.broken.length === 0) await turn();
    expect(alive.broken).toEqual([expect.stringContaining('closed its link')]);
    expect(gone.broken).toEqual([]);
  });
});
