import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

/** Contents of a tree by path: a string, bytes, or a link. A file whose path ends in `*` is executable. */
export type Tree = Readonly<Record<string, string | Uint8Array | { link: string }>>;

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export const CONFIG = JSON.stringify({ graphs: { agent: './src/agent.ts:graph' } });
/** An agent with two files. */
export const AGENT: Tree = { 'langgraph.json': CONFIG, 'src/agent.ts': 'export const graph = {};\n' };

/** Creates a folder with this content, which is removed after the test file. */
export function makeTree(tree: Tree): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-deploy-tree-'));
  made.push(folder);
  addToTree(folder, tree);
  return folder;
}

export function addToTree(folder: string, tree: Tree): void {
  for (const [name, content] of Object.entries(tree)) {
    const at = path.join(folder, name.replace(/\*$/, ''));
    mkdirSync(path.dirname(at), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(at, content);
    else symlinkSync(content.link, at);
    if (name.endsWith('*')) chmodSync(at, 0o755);
  }
}

/** Makes a folder a git repository with one commit of all files, and returns the commit. */
export function commitTree(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false', ...args],
      { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
  return git('rev-parse', 'HEAD');
}
