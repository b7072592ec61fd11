import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { createCertificateAuthority } from '../../src/credential-proxy/certificates/authority.ts';
import { names, stolen } from '../credential-proxy/support.ts';

// Tests that programs accept certificates that the CA of a sandbox may issue, and reject certificates that an attacker
// issued with the stolen key.
const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'proxy-certificates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PYTHON = `
import socket, ssl, sys
host, port, ca = sys.argv[1:]
context = ssl.create_default_context(cafile=ca)
with socket.create_connection(('127.0.0.1', int(port))) as raw, context.wrap_socket(raw, server_hostname=host):
    print('taken')
`;
const NODE = `
const [host, port, ca] = process.argv.slice(1);
const address = /^[0-9.]+$/.test(host);
const socket = require('node:tls').connect({ host: '127.0.0.1', port, ca: require('node:fs').readFileSync(ca),
  ...(address ? {} : { servername: host }),
  checkServerIdentity: (_name, certificate) => require('node:tls').checkServerIdentity(host, certificate) });
socket.on('secureConnect', () => { console.log('taken'); socket.destroy(); });
socket.on('error', (error) => { console.error(error.message); process.exitCode = 1; });
`;

const CLIENTS: Record<string, (host: string, port: number, ca: string) => [string, string[]]> = {
  curl: (host, port, ca) => [
    'curl',
    ['-sS', '--noproxy', '*', '--cacert', ca, '--connect-to', `::127.0.0.1:${port}`, `https://${host}/`],
  ],
  python: (host, port, ca) => ['python3', ['-c', PYTHON, host, String(port), ca]],
  node: (host, port, ca) => [process.execPath, ['-e', NODE, host, String(port), ca]],
};

/**
 * Returns a client's decision about a server with this certificate, if the client trusts this CA: `taken`, or the
 * client's error.
 */
async function judge(
  client: string,
  host: string,
  server: { caPem: string; cert: string; key: string },
): Promise<string> {
  const listening = createServer({ cert: server.cert, key: server.key }, (_request, response) => {
    response.end('taken\n');
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, server.caPem);
  const [program, args] = CLIENTS[client]?.(host, port, ca) ?? ['', []];
  try {
    return (await run(program, args, { timeout: WAIT_LIMIT_MS })).stdout.trim();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    listening.closeAllConnections();
    listening.close();
  }
}

describe.each(Object.keys(CLIENTS))('the TLS client %s', (client) => {
  test.each(['api.test', 'a.svc.test', 'a.b.svc.test', '10.1.2.3'])(
    'accepts the certificate for %s',
    async (host) => {
      const authority = await createCertificateAuthority(
        names('api.test', '*.svc.test', '10.1.2.3'),
        Date.now(),
      );
      const { certPem: cert, keyPem: key } = await authority.sign(host, Date.now());
      expect(await judge(client, host, { caPem: authority.certPem, cert, key })).toBe('taken');
    },
  );

  test.each<[string[], string]>([
    [['api.test'], 'evil.test'],
    [['api.test', '*.svc.test'], 'svc.test.evil'],
    [['api.test'], '10.1.2.3'],
    [['10.1.2.3'], 'evil.test'],
    [['10.1.2.3'], '10.1.2.4'],
    [[], 'api.test'],
  ])('rejects a certificate that the stolen key of a CA for %j signed for %s', async (patterns, host) => {
    const verdict = await judge(client, host, await stolen(names(...patterns), host));
    expect(verdict).toMatch(/(permitted|excluded) subtree violation/);
  });
});
