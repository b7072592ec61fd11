import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCertificateAuthority } from '../../src/credential-proxy/certificates/authority.ts';

// Tests what an attacker could do with the stolen key of a sandbox's CA. Programs themselves refuse certificates for
// hosts without a rule, because the CA's own certificate restricts the hosts for which the CA may sign.
const run = promisify(execFile);
const INSIDE = 'api.example.org';
const OUTSIDE = 'evil.example.net';
const ADDRESS = '127.0.0.1';

let folder: string;
let ca: string;
const servers = new Map<string, Server>();
const portOf = (host: string): number => {
  const address = servers.get(host)?.address() as AddressInfo | undefined;
  if (address === undefined) throw new Error(`no server for ${host}`);
  return address.port;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'name-constraints-'));
  ca = path.join(folder, 'ca.pem');
  const names = { all: false, suffixes: [INSIDE], addresses: [] as string[] };
  const authority = await createCertificateAuthority(names, Date.now());
  await writeFile(ca, authority.certPem);
  // Skips the product's own check, as an attacker would. The restrictions in the CA's certificate remain.
  names.suffixes.push(OUTSIDE);
  names.addresses.push(ADDRESS);
  for (const host of [INSIDE, `deep.${INSIDE}`, OUTSIDE, ADDRESS]) {
    const { certPem, keyPem } = await authority.sign(host, Date.now());
    const server = createServer({ cert: certPem, key: keyPem }, (socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.set(host, server);
  }
});
afterAll(async () => {
  for (const server of servers.values()) server.close();
  await rm(folder, { recursive: true, force: true });
});

const PYTHON = `
import socket, ssl, sys
context = ssl.create_default_context(cafile=sys.argv[1])
raw = socket.create_connection(('127.0.0.1', int(sys.argv[3])))
context.wrap_socket(raw, server_hostname=sys.argv[2]).recv(10)
`;
const NODE = `
const [ca, host, port] = process.argv.slice(1);
const options = { host: '127.0.0.1', port, ca: require('fs').readFileSync(ca) };
const socket = require('tls').connect({ ...options, ...(require('net').isIP(host) ? {} : { servername: host }) });
socket.on('error', ({ message }) => { console.error(message); process.exit(1); });
socket.on('secureConnect', () => process.exit(0));
`;

const PROGRAMS: [name: string, ask: (host: string) => Promise<unknown>][] = [
  [
    'curl',
    (host) => {
      const to = ['--connect-to', `::127.0.0.1:${portOf(host)}`];
      return run('curl', ['-sS', '--noproxy', '*', '--cacert', ca, ...to, `https://${host}/`]);
    },
  ],
  ['python', (host) => run('python3', ['-c', PYTHON, ca, host, String(portOf(host))])],
  ['node', (host) => run(process.execPath, ['-e', NODE, ca, host, String(portOf(host))])],
];

describe.each(PROGRAMS)("the TLS client %s that trusts a sandbox's CA", (_name, ask) => {
  test.each([INSIDE, `deep.${INSIDE}`])(
    "accepts a certificate for a host of the sandbox's rules: %s",
    async (host) => {
      await expect(ask(host)).resolves.toBeDefined();
    },
  );

  test.each([OUTSIDE, ADDRESS])(
    "rejects a certificate that the CA's key signed for another host: %s",
    async (host) => {
      const reported = await ask(host).then(
        () => 'accepted',
        (failure: unknown) => (failure as { stderr: string }).stderr,
      );
      expect(reported).toMatch(/(permitted|excluded) subtree/);
    },
  );
});
