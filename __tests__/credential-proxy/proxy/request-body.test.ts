import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { BodyMemory } from '../../../src/credential-proxy/proxy/body-memory.ts';
import { readBody } from '../../../src/credential-proxy/proxy/request-body.ts';

const MB = 1024 * 1024;

afterEach(() => void jest.restoreAllMocks());

// docs/credential-proxy/signing.md#size
test('a body in chunks of one byte is joined while it arrives, so that it does not need many times its length', async () => {
  const concat = jest.spyOn(Buffer, 'concat');
  const request = new IncomingMessage(new Socket());
  const reading = readBody(request, 32 * MB, new BodyMemory().reserve('main'));
  const received = Buffer.from('abcdefgh');
  for (let sent = 0; sent < MB / 2; sent += 1) {
    request.emit('data', received.subarray(sent % 8, (sent % 8) + 1));
  }
  const joined = concat.mock.calls.reduce((sum, [list]) => sum + list.length, 0);
  request.emit('end');
  expect((await reading).toString()).toBe('abcdefgh'.repeat(MB / 16));
  expect(joined).toBe(MB / 2);
  expect(Math.max(...concat.mock.calls.map(([list]) => list.length))).toBeLessThan(MB / 128);
});

describe('the memory for bodies', () => {
  // docs/credential-proxy/signing.md#size
  test('is limited for each sandbox and for all sandboxes together', () => {
    const memory = new BodyMemory();
    const first = memory.reserve('0');
    expect([first.take(64 * MB), memory.reserve('0').take(1)]).toEqual([true, false]);
    const others = Array.from({ length: 8 }, (_, index) => memory.reserve(`${index + 1}`).take(64 * MB));
    expect(others).toEqual([...Array.from({ length: 7 }, () => true), false]);
    first.release();
    expect([memory.reserve('0').take(64 * MB), memory.reserve('8').take(1)]).toEqual([true, false]);
  });

  test('is not reserved by bytes that arrive after the end of the request', () => {
    const memory = new BodyMemory();
    const over = memory.reserve('main');
    over.take(MB);
    over.release();
    expect([over.take(MB), memory.reserve('main').take(64 * MB)]).toEqual([false, true]);
  });
});
