import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isWithin } from '../../../../src/os/paths.ts';
import { unpack } from '../../../../src/emulator/data-plane/tarball/unpack.ts';
import { below, pax, type RawEntry, tarball } from './make-tar.ts';

let home: string;
beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'unpack-any-')));
});
afterAll(() => rm(home, { recursive: true, force: true }));

// Few different names, so that entries collide and paths lead in and out of folders.
const part = fc.constantFrom('a', 'b', 'c', '..', '.', 'A');
const way = fc
  .tuple(fc.constantFrom('', '', '', '', '', '/', './'), fc.array(part, { minLength: 1, maxLength: 4 }))
  .map(([start, parts]) => start + parts.join('/'));
const entry: fc.Arbitrary<RawEntry[]> = fc.oneof(
  { weight: 4, arbitrary: way.map((name) => [{ name, content: name }]) },
  { weight: 2, arbitrary: way.map((name) => [{ name, flag: '5' }]) },
  { weight: 4, arbitrary: fc.tuple(way, way).map(([name, linkname]) => [{ name, linkname, flag: '2' }]) },
  { weight: 2, arbitrary: fc.tuple(way, way).map(([name, linkname]) => [{ name, linkname, flag: '1' }]) },
  {
    weight: 1,
    arbitrary: fc.tuple(way, way).map(([name, long]) => [pax({ path: long }), { name, content: 'p' }]),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(way, way).map(([name, long]) => [
      { name: 'K', flag: 'K', content: `${long}\0` },
      { name, flag: '2' },
    ]),
  },
);
const archive = fc.array(entry, { minLength: 1, maxLength: 8 }).map((entries) => entries.flat());

/** Checks that the kernel resolves every link in a folder to a path in the folder. Returns the number of links. */
async function linksWithin(folder: string): Promise<number> {
  let count = 0;
  for (const name of await below(folder)) {
    const at = path.join(folder, name);
    if (!(await lstat(at)).isSymbolicLink()) continue;
    count += 1;
    const leadsTo = await realpath(at).catch(() => folder);
    expect([name, isWithin(folder, leadsTo)]).toEqual([name, true]);
  }
  return count;
}

describe('the unpacking of any archive', () => {
  test('never changes a file outside of the folder, and never links to such a file', async () => {
    const seen = { unpacked: 0, refused: 0, links: 0 };
    let round = 0;
    await fc.assert(
      fc.asyncProperty(archive, async (entries) => {
        round += 1;
        const world = path.join(home, `${round}`);
        const into = path.join(world, 'b', 'c');
        await mkdir(path.join(world, 'b'), { recursive: true });
        // A file outside the folder, which an escaping archive would change.
        await writeFile(path.join(world, 'a'), 'mine');
        await symlink('..', path.join(world, 'b', 'a'));
        const outcome: unknown = await unpack(Readable.from([tarball(...entries)]), {
          shown: 't',
          into,
          signal: new AbortController().signal,
        }).catch((error: unknown) => error);
        expect((await readdir(world)).toSorted()).toEqual(['a', 'b']);
        expect(await readFile(path.join(world, 'a'), 'utf8')).toBe('mine');
        const beside = (await readdir(path.join(world, 'b'))).toSorted();
        if (typeof outcome === 'number') {
          seen.unpacked += 1;
          expect(beside).toEqual(['a', 'c']);
          seen.links += await linksWithin(into);
        } else {
          seen.refused += 1;
          expect(outcome).toMatchObject({ name: 'StepFailure' });
          expect(beside).toEqual(['a']);
        }
        await rm(world, { recursive: true });
      }),
      { numRuns: 300 },
    );
    // The property tested enough archives of each kind.
    expect(Math.min(seen.unpacked, seen.refused)).toBeGreaterThan(20);
    expect(seen.links).toBeGreaterThan(5);
  });
});
