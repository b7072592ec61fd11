import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { toText, type Value } from '../expressions/index.ts';

/**
 * `hashFiles(…)`: one hash over the hashes of all matching files below the workspace, in the order of their names; the
 * empty text when nothing matches. A pattern starts at the workspace, `!` takes files out again, a folder stands for all
 * below it. Throws for an option that is not known.
 */
export function hashFilesIn(workspace: string, patterns: readonly Value[]): string {
  const list = patterns.map(toText).flatMap((text) => text.split('\n'));
  const [option] = list;
  if (option?.startsWith('--') && option.toLowerCase() !== '--follow-symbolic-links') {
    throw new Error(`Invalid glob option ${option}, available option: '--follow-symbolic-links'.`);
  }
  const rules = list
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('#') && !text.startsWith('--'))
    .map((text) => ({
      out: text.startsWith('!'),
      test: globOf(path.posix.resolve('/', text.replace(/^!+/, '').replace(/^\.\//, '')).slice(1)),
    }));
  const total = createHash('sha256');
  let any = false;
  for (const file of filesBelow(workspace, '')) {
    // The last rule that fits decides.
    const rule = rules.findLast(({ test }) => test.test(file));
    if (rule === undefined || rule.out) continue;
    any = true;
    total.update(
      createHash('sha256')
        .update(readFileSync(path.join(workspace, file)))
        .digest(),
    );
  }
  return any ? total.digest('hex') : '';
}

function* filesBelow(root: string, folder: string): Generator<string> {
  for (const name of readdirSync(path.join(root, folder)).toSorted()) {
    const entry = folder === '' ? name : `${folder}/${name}`;
    const kind = statSync(path.join(root, entry), { throwIfNoEntry: false });
    if (kind?.isDirectory()) yield* filesBelow(root, entry);
    else if (kind?.isFile()) yield entry;
  }
}

/** `**` any folders, `*` and `?` within a name, `[…]` one of some; what fits a folder fits everything below it. */
function globOf(pattern: string): RegExp {
  const source = pattern.replaceAll(
    /\*\*\/|\*\*|\*|\?|\[[^\]]+\]|[.+^${}()|\\[\]]/g,
    (part) =>
      ({ '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*', '?': '[^/]' })[part] ??
      (part.length > 2 && part.startsWith('[') ? part.replace('[!', '[^') : `\\${part}`),
  );
  return new RegExp(`^${source}(?:/.*)?$`);
}
