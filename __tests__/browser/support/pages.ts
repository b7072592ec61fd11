import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';

const PAGES = path.resolve(import.meta.dirname, '../pages');

const html = (script: string) => `<!doctype html>
<meta charset="utf-8">
<title>A page</title>
<form><input name="say"><button>Send</button></form>
<ol id="lines"></ol>
<script type="module">${script}</script>
`;

/** A web server with its own origin. */
export interface PageServer {
  readonly origin: string;
  /** All requests so far, with their paths and cookies. */
  readonly received: readonly { path: string; cookie: string | undefined }[];
  close(): Promise<void>;
}

/** Packages that a page's script imports in addition to the packages of this repository. */
interface Modules {
  /** Folder that contains the packages. */
  folder?: string;
  /** Aliases of packages, by name. */
  alias?: Record<string, string>;
}

/** Serves a page with this script from `pages`, bundled for browsers, or an empty page. */
export async function servePage(program?: string, modules: Modules = {}): Promise<PageServer> {
  const text = html(program === undefined ? '' : await bundle(program, modules));
  const received: { path: string; cookie: string | undefined }[] = [];
  const server = createServer(({ url = '/', headers }, response) => {
    received.push({ path: url, cookie: headers.cookie });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function bundle(program: string, { folder, alias = {} }: Modules): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(PAGES, program)],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    minify: true,
    nodePaths: folder === undefined ? [] : [folder],
    alias,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  // A script element ends at the first `</script`, even within a string literal.
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}
