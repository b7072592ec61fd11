import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);
const MODULE = 'github.com/axllent/mailpit';
const VERSION = 'v1.27.11';
const FOLDER = path.resolve(import.meta.dirname, '../../.tmp', `mailpit-${VERSION}`);
/** Files from which Mailpit's page is built. */
const PARTS = ['package.json', 'package-lock.json', 'esbuild.config.mjs', 'server'];

/** HTML that Mailpit's server sends around the script and style sheet of the page. */
const PAGE = `<!DOCTYPE html>
<html lang="en" class="h-100">

<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width,initial-scale=1.0">
	<meta name="referrer" content="no-referrer">
	<meta name="robots" content="noindex, nofollow, noarchive">
	<link rel="icon" href="/favicon.svg">
	<title>Mailpit</title>
	<link rel=stylesheet href="/dist/app.css?${VERSION}">
</head>

<body class="h-100">
	<div class="container-fluid h-100 d-flex flex-column" id="app" data-webroot="/" data-version="${VERSION}">
		<noscript class="alert alert-warning position-absolute top-50 start-50 translate-middle">
			You need a browser with JavaScript enabled to use Mailpit
		</noscript>
	</div>

	<script src="/dist/app.js?${VERSION}"></script>
</body>

</html>
`;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/**
 * Builds Mailpit's web page from its sources with its own build, and returns the folder of the page's files. The first
 * build needs the network.
 */
async function buildMailpit(): Promise<string> {
  const built = path.join(FOLDER, 'server/ui');
  if (existsSync(path.join(built, 'dist/app.js'))) return built;
  const { stdout } = await run('go', ['mod', 'download', '-json', `${MODULE}@${VERSION}`]);
  const { Dir: sources } = z.looseObject({ Dir: z.string() }).parse(JSON.parse(stdout));
  const work = `${FOLDER}.making`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  // Go's module folder may be read-only, so the copied folders are made writable.
  for (const part of PARTS) await cp(path.join(sources, part), path.join(work, part), { recursive: true });
  for (const folder of ['', 'server', 'server/ui']) await chmod(path.join(work, folder), 0o755);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: work });
  await run('npm', ['run', 'build'], { cwd: work });
  await rm(FOLDER, { recursive: true, force: true });
  await rename(work, FOLDER);
  return built;
}

/** Serves only the files of the page, whose API requests get a 404. */
export async function serveMailpit(): Promise<{ origin: string; close(): Promise<void> }> {
  const folder = await buildMailpit();
  const files = new Map<string, { bytes: Buffer; type: string }>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(`/${path.relative(folder, file).split(path.sep).join('/')}`, {
      bytes: await readFile(file),
      type: TYPES[path.extname(file)] ?? 'application/octet-stream',
    });
  }
  const page = { bytes: Buffer.from(PAGE), type: 'text/html; charset=utf-8' };
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://mailpit.test');
    const file = pathname === '/' ? page : files.get(pathname);
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': file.type }).end(file.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
