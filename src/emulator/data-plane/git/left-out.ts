import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a checkout does not contain although its repository speaks of it: submodules, and files kept in Git LFS. */
export async function missingContentNotices(checkout: string): Promise<string[]> {
  const notices: string[] = [];
  if (await stat(join(checkout, '.gitmodules')).catch(() => undefined)) {
    notices.push('The repository has submodules, which are not fetched: their folders are empty.');
  }
  const attributes = await readFile(join(checkout, '.gitattributes'), 'utf8').catch(() => '');
  if (/\bfilter=lfs\b/.test(attributes)) {
    notices.push(
      'The repository keeps files in Git LFS, which are not fetched: only their pointers are there.',
    );
  }
  return notices;
}
