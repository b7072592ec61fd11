import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { BodyMemory } from '../../../src/credential-proxy/proxy/body-memory.ts';
import { readBody } from '../../../src/credential-proxy/proxy/request-body.ts';

const MB = 1024 * 1024;

// docs/credential-proxy/signing.md#size
test('a body in chunks of one byte does not need many times its length in memory', async () => {
  const request = new IncomingMessage(new Socket());
  const reading = readBody(request, 32 * MB, new BodyMemory().reserve('main'));
  const received = Buffer.from('abcdefgh');
  const before = process.memoryUsage().heapUsed;
  for (let sent = 0; sent < MB / 2; sent += 1) {
    request.emit('data', received.subarray(sent % 8, (sent % 8) + 1));
  }
  const used = process.memoryUsage().heapUsed - before;
  request.emit('end');
  expect((await reading).toString()).toBe('abcdefgh'.repeat(MB / 16));
  expect(used).toBeLessThan(30 * MB);
});
