import ignore from 'ignore';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { CheckoutReader } from '../os/checkout-reader.ts';

/** Maximum size in bytes of a `.gitignore` that is read to explain why a file is missing. */
const MAX_BYTES = 64 * 1024;
/**
 * Maximum number of wildcards in a pattern. Patterns with more wildcards are skipped, because matching such a pattern
 * might take long.
 */
const MAX_WILDCARDS = 3;
const MAX_PATH = 256;

/**
 * Finds the `.gitignore` of a checkout that excludes a path. `folder` is absolute, and `written` is relative to
 * `folder`. Returns the path of the `.gitignore` relative to the root, with `/`, or `undefined` if no `.gitignore`
 * excludes the path.
 */
export async function findIgnoreFile(
  reader: CheckoutReader,
  folder: string,
  written: string,
): Promise<string | undefined> {
  const target = relative(reader.root, resolve(folder, written));
  if (target === '' || target.startsWith('..') || isAbsolute(target) || target.length > MAX_PATH)
    return undefined;
  const parts = target.split(sep);
  let found: string | undefined;
  for (const depth of parts.keys()) {
    const name = [...parts.slice(0, depth), '.gitignore'].join('/');
    const file = await reader.find(reader.root, name);
    if (file.kind !== 'inside' || file.type !== 'file' || file.size > MAX_BYTES) continue;
    const lines = (await reader.read(join(reader.root, name))).split(/\r?\n/);
    const rules = ignore({ ignorecase: false }).add(
      lines.filter((line) => line.length <= MAX_PATH && line.split('*').length - 1 <= MAX_WILDCARDS),
    );
    const { ignored, unignored } = rules.test(parts.slice(depth).join('/'));
    if (ignored) found = name;
    else if (unignored) found = undefined;
  }
  return found;
}

/**
 * Returns a clause and a hint about the missing file that a key refers to. The clause, such as "which does not exist",
 * continues a sentence about the file.
 */
export async function describeMissing(
  reader: CheckoutReader,
  folder: string,
  written: string,
  otherwise = 'Commit the file, or correct the path: it is relative to the folder of the configuration',
): Promise<string> {
  const file = await findIgnoreFile(reader, folder, written);
  return file === undefined
    ? `which does not exist. ${otherwise}`
    : `which does not exist, because ${file} excludes it. Remove the pattern there, and commit the file`;
}
