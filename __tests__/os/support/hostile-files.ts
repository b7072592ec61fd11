import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';

/** An object that is not a short regular file, with the name of a file that is read. */
export interface HostileFile {
  name: string;
  /** Creates the hostile file. `outside` is an existing folder outside the checkout. */
  create(file: string, outside: string): Promise<Server | void>;
  /** True if the file belongs to the checkout and is only too large. */
  isLarge?: true;
}

const fifo = (file: string): void => void execFileSync('mkfifo', [file]);

/** Every kind of object that a checkout, an archive or another program can put in place of a file. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  { name: 'a FIFO', create: async (file) => fifo(file) },
  {
    name: 'a link to a FIFO outside of the checkout',
    async create(file, outside) {
      const target = path.join(outside, `fifo-${path.basename(file)}`);
      fifo(target);
      await symlink(target, file);
    },
  },
  {
    name: 'a link to a FIFO in the same folder',
    async create(file) {
      fifo(`${file}.fifo`);
      await symlink(`${path.basename(file)}.fifo`, file);
    },
  },
  ...['/dev/ptmx', '/dev/zero', '/dev/tty', '/dev/full', '/dev/urandom', '/proc/self/environ'].map(
    (device) => ({ name: `a link to ${device}`, create: (file: string) => symlink(device, file) }),
  ),
  { name: 'a folder', create: (file) => mkdir(file) },
  { name: 'a link to a missing file', create: (file) => symlink('nothing-of-this-name', file) },
  { name: 'a link to itself', create: (file) => symlink(path.basename(file), file) },
  {
    name: 'a link out of the checkout',
    async create(file, outside) {
      const target = path.join(outside, `text-${path.basename(file)}`);
      await writeFile(target, 'outside-of-the-checkout');
      await symlink(target, file);
    },
  },
  {
    name: 'a socket',
    create: (file) =>
      new Promise<Server>((resolve, reject) => {
        const server = createServer().unref();
        server.once('error', reject).listen(file, () => resolve(server));
      }),
  },
  {
    name: 'a sparse file of 8 GiB',
    isLarge: true,
    async create(file) {
      await writeFile(file, '');
      await truncate(file, 8 * 1024 ** 3);
    },
  },
];
