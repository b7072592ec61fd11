import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { createCodeReader } from '../action/pack/code-reader.ts';
import { fieldOf } from '../contract/json-safety.ts';
import { withGit } from '../git/program.ts';
import { findOwnCheckout, readShortFile, type Repository, trustedOwners } from '../git/repository.ts';
import { GENERATED_MAX_BYTES, readPlainText } from '../os/plain-file.ts';
import { makeFolderWithin, replaceFile } from '../os/plain-folder.ts';
import type { RepositoryReader } from './repository.ts';
import type { WorkflowFile } from './workflows.ts';

type Env = Readonly<Record<string, string | undefined>>;

const BRANCHES = ['main', 'master', 'trunk'];

/**
 * Opens the repository of a folder, or the folder itself outside a repository. Does not start programs that the
 * repository's configuration specifies, and does not follow links that lead outside the repository.
 * @throws UntrustedRepositoryError if the repository belongs to another user, or the error of the file system
 * if the folder does not exist or cannot be read
 */
export async function openRepository(
  folder: string,
  env: Env,
  signal: AbortSignal,
): Promise<RepositoryReader & { root: string }> {
  const real = await realpath(folder);
  const checkout = await findOwnCheckout(real, trustedOwners(env));
  const root = checkout?.top ?? real;
  // The root is the workspace, so `git` is never a program inside the checkout.
  const own = { ...env, GITHUB_WORKSPACE: root };
  return {
    ...createCodeReader(root, own, signal),
    root,
    name: (checkout && (await remoteName(checkout, own, signal))) ?? path.basename(root),
    defaultBranch: (await branchOfEvent(env)) ?? (checkout && (await branchOfCheckout(checkout))),
  };
}

/** Returns the name of the repository, which is the last part of the URL of `origin`. */
async function remoteName(checkout: Repository, env: Env, signal: AbortSignal): Promise<string | undefined> {
  const config = path.join(checkout.commonDir, 'config');
  const url = await withGit(env, signal, (git) => git.readConfig(config, ['--get', 'remote.origin.url']));
  return nameOfRemote((url ?? '').replaceAll(/[\0\s]/g, ''));
}

/** Returns the last part of the URL of a remote, without `.git`, or `undefined` for an empty URL. */
export function nameOfRemote(url: string): string | undefined {
  const path = url.replace(/(?<!\/)\/+$/, '').replace(/(?<=[^/:\\])\.git$/, '');
  return /(?<![^/:\\])[^/:\\]+$/.exec(path)?.[0];
}

/** Returns the default branch from the event if this program runs in a workflow. */
async function branchOfEvent(env: Env): Promise<string | undefined> {
  const file = env['GITHUB_ACTIONS'] === 'true' ? env['GITHUB_EVENT_PATH'] : undefined;
  if (file === undefined) return undefined;
  try {
    const branch = fieldOf(
      fieldOf(JSON.parse(await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES })), 'repository'),
      'default_branch',
    );
    return typeof branch === 'string' ? branch : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the default branch of `origin` that the clone recorded, or else the checked out branch if its name is common
 * for default branches.
 */
async function branchOfCheckout({ commonDir, gitDir }: Repository): Promise<string | undefined> {
  const remote = await readShortFile(path.join(commonDir, 'refs', 'remotes', 'origin', 'HEAD'), 4096);
  const cloned = /^ref: refs\/remotes\/origin\/(\S+)\s*$/.exec(remote ?? '')?.[1];
  if (cloned !== undefined) return cloned;
  const head = /^ref: refs\/heads\/(\S+)\s*$/.exec(
    (await readShortFile(path.join(gitDir, 'HEAD'), 4096)) ?? '',
  )?.[1];
  return head !== undefined && BRANCHES.includes(head) ? head : undefined;
}

/**
 * Writes the workflow files. Replaces each file atomically.
 * @throws UnsafeFolderError if `.github` or a folder in it is a link or a file
 */
export async function writeWorkflows(root: string, files: readonly WorkflowFile[]): Promise<void> {
  for (const folder of new Set(files.map((file) => path.posix.dirname(file.path)))) {
    await makeFolderWithin(root, folder);
  }
  for (const { path: name, text } of files) await replaceFile(path.join(root, name), text);
}
