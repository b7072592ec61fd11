import { type Dirent, realpathSync } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { assertInside, fileErrorOf, type FileScope, openForReading, toAbsolute } from './files.ts';
import { compileGlob } from './glob.ts';
import type { FoundEntry, FoundLine, HostChannel, SearchRequest } from './protocol.ts';

/** Maximum number of bytes of each file that are searched. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Maximum number of characters that are returned of each line. */
const MAX_LINE_LENGTH = 2_000;
/** Maximum total number of characters of a search's matches, all of which are in one message. */
const MAX_RESULT_LENGTH = 512 * 1024;
/** Number of bytes that one read requests. */
const READ_BYTES = 256 * 1024;
/** Number of bytes at the beginning of a file that are checked for binary content. */
const PROBE_BYTES = 8_192;

/** Searches for files and lines without following links. A search can be cancelled by its operation number. */
export class Searches {
  private readonly running = new Set<number>();
  private readonly place: FileScope;
  private readonly channel: HostChannel;

  constructor(place: FileScope, channel: HostChannel) {
    this.place = place;
    this.channel = channel;
  }

  cancel(id: number): void {
    this.running.delete(id);
  }

  start(request: SearchRequest): void {
    const { id } = request;
    this.running.add(id);
    void this.search(request)
      .then(
        (found) => this.channel.sendMessage({ say: 'found', id, ...found }),
        (error: unknown) =>
          this.channel.sendMessage({ say: 'failed', id, ...fileErrorOf(error, request.path) }),
      )
      .finally(() => this.running.delete(id));
  }

  private async search(request: SearchRequest): Promise<{
    entries: FoundEntry[];
    lines: FoundLine[];
    truncated: boolean;
  }> {
    const { id, path: asked, limit } = request;
    const until = performance.now() + request.withinMs;
    const base = toAbsolute(asked, this.place.home);
    assertInside(realpathSync(base), this.place.root, asked);
    const entries: FoundEntry[] = [];
    const lines: FoundLine[] = [];
    let length = 0;
    const isFull = () =>
      entries.length + lines.length > limit ||
      length > MAX_RESULT_LENGTH ||
      performance.now() > until ||
      !this.running.has(id);
    const matches = request.kind === 'glob' ? compileGlob(request.pattern) : filterOf(request.glob);
    const needle = Buffer.from(request.pattern);
    for await (const { segments, dirent } of walk(base, isFull)) {
      if (isFull()) break;
      if (!matches(segments)) continue;
      const name = path.join(base, ...segments);
      if (request.kind === 'glob') {
        const stats = await lstat(name).catch(() => undefined);
        if (stats === undefined) continue;
        length += name.length;
        entries.push({
          path: name,
          isFolder: stats.isDirectory(),
          size: stats.size,
          modifiedMs: stats.mtimeMs,
        });
      } else if (dirent.isFile()) {
        for await (const found of this.linesOf(name, needle, isFull)) {
          length += found.text.length + found.path.length;
          lines.push(found);
          if (isFull()) break;
        }
      }
    }
    return { entries: entries.slice(0, limit), lines: lines.slice(0, limit), truncated: isFull() };
  }

  /** Yields the lines of a text file that contain a string. Binary and unreadable files have no matching lines. */
  private async *linesOf(name: string, needle: Buffer, isFull: () => boolean): AsyncGenerator<FoundLine> {
    const opened = await openForReading(name, this.place).catch(() => undefined);
    if (opened === undefined) return;
    const { file } = opened;
    try {
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      // Incomplete last line of the data read so far. Only the beginning of a very long line is stored.
      let rest: Buffer = Buffer.alloc(0);
      let line = 1;
      for (let at = 0; at < MAX_FILE_BYTES && !isFull(); ) {
        const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at);
        if (at === 0 && buffer.subarray(0, Math.min(bytesRead, PROBE_BYTES)).includes(0)) return;
        at += bytesRead;
        const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
        let from = 0;
        for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
          const one = bytes.subarray(from, end);
          if (one.includes(needle)) yield { path: name, line, text: textOf(one) };
          line += 1;
          from = end + 1;
        }
        rest = Buffer.from(bytes.subarray(Math.max(from, bytes.length - READ_BYTES)));
        if (bytesRead === 0) {
          if (rest.length > 0 && rest.includes(needle)) yield { path: name, line, text: textOf(rest) };
          return;
        }
      }
    } finally {
      await file.close();
    }
  }
}

/** Returns a path filter for a glob. A glob without a slash matches file names at any depth. */
function filterOf(glob: string | null): (segments: readonly string[]) => boolean {
  if (glob === null) return () => true;
  const matches = compileGlob(glob);
  if (glob.includes('/') || glob.includes('**')) return matches;
  return (segments) => matches(segments.slice(-1));
}

const textOf = (line: Buffer): string =>
  line
    .subarray(0, MAX_LINE_LENGTH * 4)
    .toString('utf8')
    .replace(/\r$/, '')
    .slice(0, MAX_LINE_LENGTH);

/** Yields all files and folders below a folder. Unreadable folders are skipped. */
async function* walk(
  base: string,
  isFull: () => boolean,
): AsyncGenerator<{ segments: string[]; dirent: Dirent }> {
  const waiting: string[][] = [[]];
  for (let folder = waiting.pop(); folder !== undefined && !isFull(); folder = waiting.pop()) {
    const segments = folder;
    const directory = await opendir(path.join(base, ...segments)).catch((error: unknown) => {
      if (segments.length === 0) throw error;
      return undefined;
    });
    if (directory === undefined) continue;
    for await (const dirent of directory) {
      const below = [...segments, dirent.name];
      yield { segments: below, dirent };
      if (isFull()) break;
      if (dirent.isDirectory()) waiting.push(below);
    }
  }
}
