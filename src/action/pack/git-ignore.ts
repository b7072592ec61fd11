import dockerignore from '@balena/dockerignore/ignore.js';

/** Tells whether a path is ignored; folders are asked before what is in them. */
export type Ignored = (path: string, isFolder: boolean) => boolean;

/** The patterns of one `.gitignore`: `folder` is where it is, relative to the root and without a slash at its end. */
export interface IgnoreFile {
  folder: string;
  text: string;
}

/**
 * The rules of `.gitignore` files, the ones nearer to the root first, for trees without git. Patterns are put in the
 * form of `.dockerignore`, whose matcher is at hand; the walk leaves an ignored folder out as a whole, as git does.
 */
export function gitIgnore(files: readonly IgnoreFile[]): Ignored {
  const ofFiles = dockerignore();
  const ofFolders = dockerignore();
  for (const { folder, text } of files) {
    for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
      const pattern = readPattern(line);
      if (pattern === undefined) continue;
      const { negated, body, onlyFolders } = pattern;
      const rule = `${negated ? '!' : ''}${escaped(folder)}${body}`;
      ofFolders.add([rule]);
      if (!onlyFolders) ofFiles.add([rule]);
    }
  }
  return (path, isFolder) => (isFolder ? ofFolders : ofFiles).ignores(path);
}

function readPattern(line: string): { negated: boolean; body: string; onlyFolders: boolean } | undefined {
  // Spaces at the end count only behind a backslash.
  let text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const negated = text.startsWith('!');
  if (negated) text = text.slice(1);
  text = text.replace(/^\\(?=[#!])/, '');
  const onlyFolders = text.endsWith('/');
  text = text.replace(/\/+$/, '');
  if (text === '') return undefined;
  // Without a slash before its end a pattern fits at any depth.
  const body = text.includes('/') ? text.replace(/^\//, '') : `**/${text}`;
  return { negated, body, onlyFolders };
}

function escaped(folder: string): string {
  return folder === '' ? '' : `${folder.replace(/[\\*?[\]]/g, '\\$&')}/`;
}
