import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unpackTar } from 'modern-tar/fs';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { ArtifactArchive } from '../../ports/artifacts.ts';
import { parseArchivePath } from '../tarball/archive-tree.ts';
import { ArchiveError, inflate } from '../tarball/read-tar.ts';
import { DESCRIPTION, TREE } from './pack.ts';
import { ArchiveDescription, spellingsOf } from './survey.ts';

/** Thrown when the content of an archive differs from its manifest. */
export class ArtifactArchiveError extends Error {
  override readonly name = 'ArtifactArchiveError';
}

/** Matches paths that need no quotes in any language, and are therefore valid for the root folder of archives. */
const PLAIN_ROOT = /^\/[\w./-]+$/;
const PLACE = /^(revisions|modules|python\/environments)\/[\w-]{1,64}$/;

/**
 * Unpacks an archive into its folder below `root`, completely or not at all. An existing folder stays unchanged.
 * Creates links last, because writing through a link could change files outside the folder. Replaces the original path
 * of the folder in the files that contain this path.
 * @throws ArtifactArchiveError if the bytes differ from the manifest.
 */
export async function unpackArchive(
  archive: ArtifactArchive,
  content: AsyncIterable<Uint8Array>,
  { root, signal }: { root: string; signal: AbortSignal },
): Promise<void> {
  if (!PLACE.test(archive.place))
    throw new ArtifactArchiveError(`an archive has the invalid target ${JSON.stringify(archive.place)}`);
  if (!PLAIN_ROOT.test(root)) {
    throw new Error(`${root} cannot hold artifacts: its path may contain only letters, digits and ./_-`);
  }
  const place = join(root, archive.place);
  if ((await stat(place).catch(() => undefined)) !== undefined) return;
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  // Relative links are valid in both the draft and the final path, because both paths have the same depth.
  const draft = `${place}.draft`;
  await rm(draft, { recursive: true, force: true });
  try {
    await extract(archive, content, draft, signal);
    const tree = join(draft, TREE);
    const description = await readDescription(join(draft, DESCRIPTION));
    const to = join(await realpath(dirname(place)), place.slice(dirname(place).length + 1));
    await bindFiles(tree, description, to);
    await makeLinks(tree, description);
    await rename(tree, place);
  } catch (error) {
    if (signal.aborted || error instanceof ArtifactArchiveError) throw error;
    throw new ArtifactArchiveError(`${archive.place} cannot be unpacked: it ${errorMessage(error)}`, {
      cause: error,
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Unpacks content whose digest is known only at its end, so the files must not be used before the digest is compared.
 */
async function extract(
  archive: ArtifactArchive,
  content: AsyncIterable<Uint8Array>,
  draft: string,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  const seen = async function* () {
    for await (const chunk of content) {
      size += chunk.length;
      if (size > archive.size) throw new ArchiveError('is larger than its manifest specifies');
      hash.update(chunk);
      yield chunk;
    }
  };
  const files = unpackTar(draft, {
    strict: true,
    dmode: 0o755,
    filter: ({ type, name }) => {
      if (type === 'file' || type === 'directory' || type === 'link') return true;
      throw new ArchiveError(`has an entry of the unsupported type ${type} (${JSON.stringify(name)})`);
    },
  });
  await pipeline(inflate(seen(), archive.unpackedSize), files, { signal });
  const digest = hash.digest('hex');
  if (size !== archive.size || digest !== archive.digest) {
    throw new ArtifactArchiveError(
      `${archive.place} does not match its manifest: it has ${size} bytes with the SHA-256 digest ${digest}`,
    );
  }
}

async function readDescription(file: string): Promise<ArchiveDescription> {
  const parsed = ArchiveDescription.safeParse(
    JSON.parse(await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES })),
  );
  if (parsed.success) return parsed.data;
  throw new ArchiveError(
    'has a description in an unsupported format, because the build and this pod have different versions',
  );
}

/** Replaces the original path of a folder in its files with the new path. */
async function bindFiles(
  tree: string,
  { packedFrom, bound }: ArchiveDescription,
  place: string,
): Promise<void> {
  const [plain = place] = spellingsOf(place);
  if (packedFrom.includes(plain) && packedFrom.length === 1) return;
  // Longer paths are replaced first, because one path may be the beginning of another path.
  const before = packedFrom.toSorted((a, b) => b.length - a.length);
  for (const name of bound) {
    const file = await existingFile(tree, name);
    const { mtime } = await stat(file);
    // Latin-1 preserves every byte, and the new path contains only ASCII characters.
    let text = await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES, within: tree }, 'latin1');
    for (const path of before) text = text.replaceAll(Buffer.from(path).toString('latin1'), place);
    await writeFile(file, text, 'latin1');
    await utimes(file, mtime, mtime);
  }
}

async function makeLinks(tree: string, { links }: ArchiveDescription): Promise<void> {
  const made = new Set<string>();
  for (const [name, target] of links) {
    const path = insideOf(tree, name);
    // Refuses a link below another link.
    for (let above = dirname(name); above !== '.'; above = dirname(above)) {
      if (made.has(above)) throw new ArchiveError(`has a link inside another link (${JSON.stringify(name)})`);
    }
    made.add(name);
    await symlink(target, path);
  }
}

function insideOf(tree: string, name: string): string {
  const parsed = parseArchivePath(name, 'posix');
  if (!parsed.ok || parsed.path !== name)
    throw new ArchiveError(`contains the invalid path ${JSON.stringify(name)}`);
  return join(tree, name);
}

/** Returns the path of a file in the tree. Call this function before links are created. */
async function existingFile(tree: string, name: string): Promise<string> {
  const file = insideOf(tree, name);
  if ((await lstat(file)).isFile()) return file;
  throw new ArchiveError(`lists ${JSON.stringify(name)}, which is not a file`);
}
