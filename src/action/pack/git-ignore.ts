import ignore from 'ignore';

/** Tells whether a path is ignored; folders are asked before what is in them. */
export type Ignored = (path: string, isFolder: boolean) => boolean;

/** The patterns of one `.gitignore`: `folder` is where it is, relative to the root and without a slash at its end. */
export interface IgnoreFile {
  folder: string;
  text: string;
}

/**
 * The rules of `.gitignore` files, the ones nearer to the root first, for trees without git. The walk leaves an ignored
 * folder out as a whole, as git does.
 */
export function gitIgnore(files: readonly IgnoreFile[]): Ignored {
  const rules = ignore({ ignorecase: false });
  for (const { folder, text } of files) {
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    rules.add(folder === '' ? lines : lines.flatMap((line) => fromRoot(folder, line)));
  }
  return (path, isFolder) => rules.ignores(isFolder ? `${path}/` : path);
}

/** A pattern of a `.gitignore` in a folder, as one at the root would say it. */
function fromRoot(folder: string, line: string): string[] {
  if (line.startsWith('#')) return [];
  const [, negation = '', pattern = ''] = /^(!?)(.*)$/s.exec(line) ?? [];
  if (/^[\s/]*$/.test(pattern)) return [];
  // Without a slash before its end a pattern fits at any depth.
  const isAnchored = /\/.*[^\s/]/s.test(pattern);
  const body = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${negation}/${folder.replace(/[\\*?[\]]/g, '\\$&')}/${body}`];
}
