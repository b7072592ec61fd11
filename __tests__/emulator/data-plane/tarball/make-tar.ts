import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A raw entry, which may be invalid. */
export interface RawEntry {
  name: string;
  /** Type of the entry, by default a file. */
  flag?: string;
  content?: string | Uint8Array;
  linkname?: string;
  mode?: number;
  /** Size in the header, if it differs from the length of the content. */
  size?: number;
}

const BLOCK = 512;

function header({ name, flag = '0', linkname = '', mode = 0o644 }: RawEntry, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, width: number) =>
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0, 100);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write(flag, 156, 1, 'latin1');
  block.write(linkname, 157, 100);
  block.write('ustar\x0000', 257, 'latin1');
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** Returns the blocks of one entry. */
export function rawEntry(entry: RawEntry): Buffer {
  const content = Buffer.from(entry.content ?? '');
  const padding = Buffer.alloc(-content.length & (BLOCK - 1));
  return Buffer.concat([header(entry, entry.size ?? content.length), content, padding]);
}

/** Returns an entry with one or more PAX records. */
export function pax(records: Record<string, string>, flag = 'x'): RawEntry {
  const content = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    const length = [1, 2, 3, 4, 5]
      .map((digits) => rest + digits)
      .find((all) => `${all}`.length + rest === all);
    return `${length} ${key}=${value}\n`;
  });
  return { name: 'PaxHeader', flag, content: content.join('') };
}

/** Returns a complete archive, uncompressed. */
export function tar(entries: readonly RawEntry[]): Buffer {
  return Buffer.concat([...entries.map(rawEntry), Buffer.alloc(2 * BLOCK)]);
}

/** Returns a complete archive, compressed. */
export function tarball(...entries: RawEntry[]): Buffer {
  return gzipSync(tar(entries), { level: 1 });
}

/**
 * Returns the paths of all files below a folder, without following links, or an empty list if the folder does not
 * exist.
 */
export async function below(folder: string, within = ''): Promise<string[]> {
  const entries = await readdir(join(folder, within), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`;
    found.push(path, ...(entry.isDirectory() ? await below(folder, path) : []));
  }
  return found.toSorted();
}
