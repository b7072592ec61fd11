import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { GENERATED_MAX_BYTES, readPlainFile } from '../../os/plain-file.ts';
import { memoizeAsync } from '../../clients/memoize.ts';
import { HttpError } from '../server/http-error.ts';
import type { RouteResponse } from '../server/route.ts';

/** Content types of the files that the dashboard serves, keyed by extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const INDEX = 'index.html';

/** Matches a file name that contains the hash of its content. */
const HASHED = /-[0-9A-Z]{8}\.[a-z]+$/;

interface PageFile {
  bytes: Uint8Array;
  type: string;
  isHashed: boolean;
}

/** Resolves a path of the dashboard to a response. Client-side routes receive `index.html`. */
export type DashboardFiles = (name: string) => Promise<RouteResponse>;

/**
 * Serves the dashboard's files. The folder is read at the first request, and files that are added later are not served.
 */
export function createDashboardFiles(folder: string): DashboardFiles {
  const files = memoizeAsync(() => readPage(folder));
  return async (name) => {
    const page = await files();
    const file = page.get(name) ?? (path.posix.extname(name) in TYPES ? undefined : page.get(INDEX));
    if (file === undefined)
      throw new HttpError(404, `The dashboard has no file ${path.posix.basename(name)}.`);
    return {
      stream: async (response) => {
        response.writeHead(200, {
          'content-type': file.type,
          'content-length': file.bytes.length,
          ...(file.isHashed && { 'cache-control': 'private, max-age=31536000, immutable' }),
        });
        response.end(file.bytes);
      },
    };
  };
}

async function readPage(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new HttpError(404, 'This installation has no dashboard: build it with npm run package.', { cause });
  });
  const files = new Map<string, PageFile>();
  for (const entry of found) {
    const type = TYPES[path.extname(entry.name)];
    // Links are skipped, because a link could lead out of the folder.
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    files.set(name, {
      bytes: await readPlainFile(file, { maxBytes: GENERATED_MAX_BYTES }),
      type,
      isHashed: HASHED.test(entry.name),
    });
  }
  return files;
}
