import ignore from 'ignore';

/** Whether a path is ignored; folders are tested before their content. */
export type Ignored = (path: string, isFolder: boolean) => boolean;

/** The patterns of one `.gitignore`: `folder` is relative to the root, without a trailing slash. */
export interface IgnoreFile {
  folder: string;
  lines: readonly string[];
}

/**
 * The rules of `.gitignore` files, outermost first, for trees without git. The walk skips an ignored folder as a whole,
 * as git does.
 */
export function gitIgnore(files: readonly IgnoreFile[]): Ignored {
  const rules = ignore({ ignorecase: false });
  for (const { folder, lines } of files) {
    rules.add(folder === '' ? [...lines] : lines.flatMap((line) => fromRoot(folder, line)));
  }
  return (path, isFolder) => rules.ignores(isFolder ? `${path}/` : path);
}

/** A pattern of a nested `.gitignore`, in the form for the root. */
function fromRoot(folder: string, line: string): string[] {
  if (line.startsWith('#')) return [];
  const [, negation = '', pattern = ''] = /^(!?)(.*)$/s.exec(line) ?? [];
  if (/^[\s/]*$/.test(pattern)) return [];
  // A pattern without a slash before its end matches at any depth.
  const isAnchored = /\/.*[^\s/]/s.test(pattern);
  const body = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${negation}/${folder.replace(/[\\*?[\]]/g, '\\$&')}/${body}`];
}
