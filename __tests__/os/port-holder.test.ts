import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findPortHolder } from '../../src/os/port-holder.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each(['127.0.0.1', '::1', '0.0.0.0'])('the holder of a port on %s is found', async (host) => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const found = findPortHolder(port);
  server.close();
  await once(server, 'close');
  expect(found).toEqual({ pid: process.pid, program: path.basename(process.execPath) });
  expect(findPortHolder(port)).toBeUndefined();
});
