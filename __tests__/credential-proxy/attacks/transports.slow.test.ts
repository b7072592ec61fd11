import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  credentialsLine,
  RawConnection,
  sendRequest,
  userName,
} from '../../../harness/credential-proxy/client.ts';
import { type Rig, rule, secretHeader, startRig } from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { get, request } from './attack.ts';

// Tests of other transports: a socket that belongs to one sandbox, and an operator's upstream proxy.
let rig: Rig;
let folder: string;
const open: RawConnection[] = [];
beforeAll(async () => {
  rig = await startRig();
  folder = await mkdtemp(path.join(tmpdir(), 'proxy-ways-'));
  await chmod(folder, 0o700);
});
afterAll(async () => {
  await rig.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => rig.clear());
afterEach(() => {
  for (const connection of open.splice(0)) connection.destroy();
});

const rulesOf = (value: string) => [rule('api', ['api.test'], [secretHeader('Authorization', value)])];
const bearer = (): string => `Bearer ${randomBytes(18).toString('base64url')}`;
const seen = (): string[] => rig.upstream.requests.flatMap((one) => headerValues(one, 'authorization'));

describe('the socket of a sandbox', () => {
  const through = async (socketPath: string, ...fields: string[]): Promise<RawConnection> => {
    const connection = await RawConnection.open(socketPath);
    open.push(connection);
    connection.send(request('CONNECT api.test:443 HTTP/1.1', 'Host: api.test:443', ...fields));
    return connection;
  };
  const socketOf = async (id: string): Promise<string> => {
    await mkdir(path.join(folder, id));
    return path.join(folder, id, 'proxy.sock');
  };

  test("needs no token, and identifies the sandbox even if a request contains another sandbox's token", async () => {
    const [mine, theirs] = [bearer(), bearer()];
    const other = await rig.push('token-owner', { rules: rulesOf(theirs) });
    const socketPath = await socketOf('mine');
    const { caPem } = await rig.push('mine', { rules: rulesOf(mine), socketPath });
    for (const fields of [
      [],
      [credentialsLine(userName(other.id), other.token)],
      ['Proxy-Authorization: Basic %%%'],
    ]) {
      const connection = await through(socketPath, ...fields);
      if ((await connection.head())?.status !== 200) continue;
      const tunnel = await connection.secure({ ca: caPem, servername: 'api.test' });
      open.push(tunnel);
      await sendRequest(tunnel, get('/x'));
    }
    expect(seen().length).toBeGreaterThan(0);
    expect(new Set(seen())).toEqual(new Set([mine]));
  });
});
