import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ServerCertificate } from '../../harness/credential-proxy/certificate-authority.ts';

const SQUID = '/usr/sbin/squid';
const CERTGEN = '/usr/lib/squid/security_file_certgen';
const run = promisify(execFile);

/** A squid proxy that intercepts TLS and adds a header. */
export interface Squid {
  port: number;
  pid: number;
  stop(): Promise<void>;
}
export interface SquidOptions {
  folder: string;
  /** CA that signs the certificates for clients. */
  ca: ServerCertificate;
  /** CA that signs the upstream's certificate. */
  upstreamCa: string;
  host: string;
  header: { name: string; value: string };
  upstreamPort: number;
}

/** Returns true if squid with ssl-bump is installed (Debian: squid-openssl). */
export const isSquidInstalled = (): boolean => existsSync(SQUID) && existsSync(CERTGEN);

/** Starts squid in the foreground on a free port, and resolves when squid accepts connections. */
export async function startSquid(options: SquidOptions): Promise<Squid> {
  const folder = path.join(options.folder, 'squid');
  await mkdir(folder);
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('ca.pem'), options.ca.cert + options.ca.key, { mode: 0o600 });
  await writeFile(file('upstream.pem'), options.upstreamCa);
  await writeFile(file('hosts'), `127.0.0.1 ${options.host}\n`);
  await run(CERTGEN, ['-c', '-s', file('db'), '-M', '4MB']);
  const port = await freePort();
  await writeFile(
    file('squid.conf'),
    [
      `http_port 127.0.0.1:${port} ssl-bump cert=${file('ca.pem')} generate-host-certificates=on dynamic_cert_mem_cache_size=4MB`,
      `sslcrtd_program ${CERTGEN} -s ${file('db')} -M 4MB`,
      'sslcrtd_children 2',
      'ssl_bump bump all',
      `tls_outgoing_options cafile=${file('upstream.pem')}`,
      `hosts_file ${file('hosts')}`,
      `request_header_access ${options.header.name} deny all`,
      `request_header_add ${options.header.name} "${options.header.value}" all`,
      'http_access allow all',
      'cache deny all',
      'cache_mem 8 MB',
      'access_log none',
      'cache_store_log none',
      `cache_log ${file('cache.log')}`,
      `coredump_dir ${folder}`,
      'pid_filename none',
      'shutdown_lifetime 0 seconds',
      'client_persistent_connections on',
      'server_persistent_connections on',
      'pinger_enable off',
      'via off',
      'forwarded_for delete',
    ].join('\n'),
  );
  await giveAway(options.folder, folder);
  const child = spawn(SQUID, ['-N', '-f', file('squid.conf')], { stdio: 'ignore' });
  await listening(port, () => child.exitCode !== null);
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Gives squid's user access to the files, because squid runs as another user if root starts it. */
async function giveAway(parent: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const id = async (flag: string): Promise<number> => Number((await run('id', [flag, 'proxy'])).stdout);
  await chmod(parent, 0o755);
  await run('chown', ['-R', `${await id('-u')}:${await id('-g')}`, folder]);
  await chown(folder, await id('-u'), await id('-g'));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port: number, isGone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (isGone()) throw new Error('squid ended at once; its cache.log says why');
    const there = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('squid took no connection within 10 s');
}
