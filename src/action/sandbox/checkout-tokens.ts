import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { IsolationLevel } from '../../box/box.ts';
import { displayPath } from '../pack/sizes.ts';
import type { Machine } from './context.ts';

/**
 * Maximum depth of the search in a workspace, because checkouts are near the root, and deeper folders belong to
 * packages.
 */
const DEEPEST = 6;
const MAX_FOLDERS = 20_000;
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', '__pycache__']);
const CONFIG = /^config(\.worktree)?$/;

/**
 * Returns the git configuration files of all checkouts in a workspace: in the root, in folders given by `path:`, of
 * worktrees, and of submodules (below `.git/modules`). Skips folders that this user cannot read, because the sandbox's
 * command cannot read these folders either.
 */
export async function findGitConfigs(workspace: string): Promise<string[]> {
  const found: string[] = [];
  let folders = 0;
  // Searches folders near the root first, so the limit excludes the deepest folders.
  let level: { folder: string; inGit: boolean }[] = [{ folder: workspace, inGit: false }];
  for (let depth = 0; level.length > 0 && folders < MAX_FOLDERS; depth += 1) {
    const next: typeof level = [];
    for (const { folder, inGit } of level) {
      folders += 1;
      if (folders > MAX_FOLDERS) break;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const at = path.join(folder, entry.name);
        if (inGit && entry.isFile() && CONFIG.test(entry.name)) found.push(at);
        if (!entry.isDirectory()) continue;
        if (inGit || entry.name === '.git') {
          if (!OBJECTS.has(entry.name)) next.push({ folder: at, inGit: true });
        } else if (depth < DEEPEST && !PASSED_OVER.has(entry.name)) next.push({ folder: at, inGit: false });
      }
    }
    level = next;
  }
  return found;
}

/**
 * Git's folders that contain many files but no configuration. The search for git configurations also skips submodules
 * with these names, such as a submodule `logs`.
 */
const OBJECTS: ReadonlySet<string> = new Set(['objects', 'refs', 'logs', 'hooks', 'lfs', 'info']);

const HEADER = /^[^\S\n\r\u2028\u2029]*extraheader\s*=\s*(?:"\s*)?authorization/im;
const PASSWORD = /:\/\/([^\s/@":]*:[^\s/@"]+|gh[a-z]_\w+|github_pat_\w+)@/;

/** Returns whether a git configuration contains credentials for GitHub, in an authorization header or a URL. */
export function containsToken(config: string): boolean {
  return HEADER.test(config) || PASSWORD.test(config);
}

/**
 * Returns the files that a git configuration includes. Newer versions of `actions/checkout` write the token into an
 * included file.
 */
export function includedFiles(config: string, file: string): string[] {
  const sections = config
    .split(/^(?=[^\S\n\r\u2028\u2029]*\[)/m)
    .filter((section) => /^\s*\[include(if\s|\])/i.test(section));
  return sections.flatMap((section) =>
    Array.from(
      section.matchAll(/^[^\S\n\r\u2028\u2029]*path[^\S\n\r]*=[^\S\n\r]*"?([^"\r\n]+)/gim),
      ([, target = '']) => path.resolve(path.dirname(file), target.trimEnd()),
    ),
  );
}

const MAX_NAMED = 5;

/**
 * Returns a warning if `actions/checkout` left the job's token where a command can read it: in the checkout, or in a
 * file that the checkout's configuration includes. Returns `undefined` if the search finds no token.
 */
export async function findTokenWarning(
  machine: Pick<Machine, 'readFile' | 'gitConfigs'>,
  workspace: string,
  isolation: IsolationLevel,
): Promise<string | undefined> {
  const isSeen = (file: string) => isolation !== 'namespaces' || file.startsWith(`${workspace}${path.sep}`);
  const holding = new Set<string>();
  const search = async (file: string, deeper: boolean): Promise<void> => {
    const config = await machine.readFile(file);
    if (config === undefined) return;
    if (containsToken(config)) holding.add(file);
    if (!deeper) return;
    for (const included of includedFiles(config, file).filter(isSeen)) await search(included, false);
  };
  for (const file of await machine.gitConfigs(workspace)) await search(file, true);
  if (holding.size === 0) return undefined;
  const files = [...holding].map((file) =>
    file.startsWith(`${workspace}${path.sep}`) ? path.relative(workspace, file) : file,
  );
  const shown = files.slice(0, MAX_NAMED).map(displayPath).join(', ');
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  return `The checkout contains a token of this job in ${shown}${more}, and the command can read it. Check out with \`persist-credentials: false\`.`;
}
