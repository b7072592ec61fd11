import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { createRepository, type FixtureRepository } from './git.ts';
import { serveGit } from './git-server.ts';

/** Server with private packages, which responds with status 401 to each request without the token. */
export interface PrivateRegistry {
  /** Host and port. */
  host: string;
  token: string;
  /** URL of the simple index for Python packages, with a user name and a password if `credentials` is given. */
  simpleIndex(credentials?: string): string;
  /** URL of the npm package's archive, and the archive's hash, for lock files. */
  npm: { name: string; url: string; integrity: string };
  /** URL of the git repository, and its commit. */
  git: { url: string; commit: string };
  /** Path of each request with the token, in order. */
  served: readonly string[];
  /** Path of each request that was refused, in order. */
  refused: readonly string[];
  /** Removes the npm package, so that each later request for it returns status 404. */
  withdraw(): void;
  close(): Promise<void>;
}

interface PrivatePackages {
  token: string;
  /** Text that each of the packages exports as `secret_recipe` or `recipe`. */
  text: string;
}

/**
 * Starts a server on the loopback interface with a private npm package `@acme/recipes`, a Python package
 * `acme-recipes`, both in version 1.0.0, and a git repository with the npm package `acme-sauce`.
 */
export async function startPrivateRegistry({ token, text }: PrivatePackages): Promise<PrivateRegistry> {
  const served: string[] = [];
  const refused: string[] = [];
  const npm = await npmArchive('@acme/recipes', text);
  const integrity = `sha512-${createHash('sha512').update(npm).digest('base64')}`;
  const wheel = wheelOf(text);
  const repository: FixtureRepository = await createRepository({
    'package.json': JSON.stringify({
      name: 'acme-sauce',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
    }),
    'index.js': `export const recipe = ${JSON.stringify(text)};\n`,
  });
  await repository.git('--git-dir', repository.origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const repositories = dirname(repository.origin);

  let isWithdrawn = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://registry.test').pathname.replaceAll(/%2f/gi, '/');
    if (!hasToken(request, token)) {
      refused.push(url);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="packages"' }).end('{}');
      return;
    }
    if (isWithdrawn && url.startsWith('/npm/')) {
      response.writeHead(404).end('{}');
      return;
    }
    served.push(url);
    if (url.startsWith('/git/')) serveGit(request, response, { repositories, below: '/git' });
    else if (url === '/npm/@acme/recipes')
      response.setHeader('content-type', 'application/json').end(document());
    else if (url.endsWith('.tgz')) response.end(npm);
    else if (url === '/simple/acme-recipes/')
      response
        .setHeader('content-type', 'text/html')
        // The response may be cached, as the responses of most indexes.
        .setHeader('cache-control', 'max-age=600')
        .end(`<!DOCTYPE html><a href="../../files/${WHEEL}#sha256=${digest(wheel)}">${WHEEL}</a>`);
    else if (url === `/files/${WHEEL}`) response.end(wheel);
    else response.writeHead(404).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has an address with a port.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const archive = `http://${host}/npm/@acme/recipes/-/recipes-1.0.0.tgz`;
  const document = () =>
    JSON.stringify({
      name: '@acme/recipes',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { ...manifestOf('@acme/recipes'), dist: { tarball: archive, integrity } } },
    });
  return {
    host,
    token,
    simpleIndex: (credentials) =>
      `http://${credentials === undefined ? '' : `${credentials}@`}${host}/simple`,
    npm: { name: '@acme/recipes', url: archive, integrity },
    git: { url: `http://${host}/git/origin.git`, commit: await repository.head() },
    served,
    refused,
    withdraw: () => {
      isWithdrawn = true;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await repository.remove();
    },
  };
}

/** Returns whether a request has the token, as a bearer token or as the password of any user. */
function hasToken({ headers: { authorization = '' } }: IncomingMessage, token: string): boolean {
  const [scheme, value = ''] = authorization.split(' ');
  if (scheme === 'Bearer') return value === token;
  return Buffer.from(value, 'base64').toString().endsWith(`:${token}`);
}

const manifestOf = (name: string) => ({ name, version: '1.0.0', type: 'module', exports: './index.js' });

async function npmArchive(name: string, text: string): Promise<Buffer> {
  const file = (path: string, body: string) => ({
    header: { name: `package/${path}`, size: Buffer.byteLength(body) },
    body,
  });
  const source = `export const recipe = ${JSON.stringify(text)};\n`;
  return gzipSync(
    await packTar([file('package.json', JSON.stringify(manifestOf(name))), file('index.js', source)]),
  );
}

const WHEEL = 'acme_recipes-1.0.0-py3-none-any.whl';
const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Returns a wheel with the module `acme_recipes`. */
function wheelOf(text: string): Buffer {
  const info = 'acme_recipes-1.0.0.dist-info';
  const files: Record<string, string> = {
    'acme_recipes.py': `recipe = ${JSON.stringify(text)}\n`,
    [`${info}/METADATA`]: 'Metadata-Version: 2.1\nName: acme-recipes\nVersion: 1.0.0\n',
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: harness\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  };
  const names = [...Object.keys(files), `${info}/RECORD`];
  return zipOf({ ...files, [`${info}/RECORD`]: names.map((name) => `${name},,\n`).join('') });
}

/** Returns a zip archive without compression. */
function zipOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    // The fields from the required version to the length of the extra field are the same in both headers.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(33, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, rest, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, Buffer.from('PK\u0005\u0006'), end]);
}
