import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { createMerger, GitFailedError, type Merger } from '../../git/merge.ts';
import { withGit } from '../../git/program.ts';
import { findCheckout } from '../../git/repository.ts';
import type { LabelledPull } from '../github/labelled-pulls.ts';
import { ActionError } from '../outcome.ts';
import { formatBytes } from '../pack/sizes.ts';
import type { SharedPreviewRecord, SharedPull } from '../run-record.ts';
import { makeOwnFolder, temporaryFolder } from '../runner-folder.ts';
import { countOf } from '../text.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The merged pull requests. `folder` contains the files of the merged tree, or is `undefined` if none was merged. */
export interface MergedPulls {
  shared: SharedPreviewRecord;
  folder: string | undefined;
}

/** Maximum number of paths of conflicting files that are reported for a pull request. */
const MAX_FILES = 20;
/** Limits of the merged tree, which would otherwise fill the runner's disk. */
const MAX_TREE_BYTES = 2_000_000_000;
const MAX_TREE_FILES = 200_000;

/**
 * Merges the heads of pull requests in their order onto the base commit, and calls `work` with the result. A pull
 * request that conflicts is left out as a whole. Git reads the commits from the checkout in the workspace by their SHA,
 * writes to a temporary folder that is deleted after `work`, and runs no hook, filter or merge driver. Throws
 * ActionError if the checkout lacks a commit, because a shared preview without this commit would be wrong.
 */
export async function withMergedPulls<T>(
  {
    label,
    base,
    pulls,
  }: { label: string; base: { branch: string; commit: string }; pulls: readonly LabelledPull[] },
  { env, signal }: { env: Env; signal: AbortSignal },
  work: (merged: MergedPulls) => Promise<T>,
): Promise<T> {
  const workspace = await realpath(path.resolve(env['GITHUB_WORKSPACE'] || '.'));
  const checkout = await findCheckout(workspace, workspace);
  if (checkout === undefined) throw impossible('the workspace is not a git checkout');
  const own = await makeOwnFolder(await realpath(temporaryFolder(env)));
  try {
    const merged = await withGit(env, signal, async (git) => {
      const scratch = path.join(own, 'objects');
      await mkdir(scratch);
      const merger = await createMerger(git, checkout, scratch);
      return mergeAll(merger, { label, base, pulls, folder: path.join(own, 'tree'), signal });
    }).catch((error: unknown) => {
      if (!(error instanceof GitFailedError)) throw error;
      throw impossible(error.message, error);
    });
    if (merged === undefined) throw impossible('git is not installed');
    return await work(merged);
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function mergeAll(
  merger: Merger,
  {
    label,
    base,
    pulls,
    folder,
    signal,
  }: {
    label: string;
    base: { branch: string; commit: string };
    pulls: readonly LabelledPull[];
    folder: string;
    signal: AbortSignal;
  },
): Promise<MergedPulls> {
  if (merger.isShallow) throw impossible('the checkout does not contain the whole history');
  const fits = ({ fork, into }: LabelledPull) => !fork && into === base.branch;
  const heads = pulls.filter(fits).map(({ commit }) => commit);
  const missing = await merger.findMissing([base.commit, ...heads]);
  if (missing.length > 0) {
    throw impossible(`the checkout lacks ${countOf(missing.length, 'commit')} (${missing[0]})`);
  }
  let tip = base.commit;
  let tree: string | undefined;
  const results: SharedPull[] = [];
  for (const pull of pulls) {
    const { number, title, commit, fork, into } = pull;
    const end = (result: SharedPull['result'], files: readonly string[] = []) =>
      void results.push({
        number,
        title,
        commit,
        result,
        files: files.slice(0, MAX_FILES),
        more: Math.max(0, files.length - MAX_FILES),
      });
    if (fork) end('fork');
    else if (into !== base.branch) end('other-base');
    else {
      const merged = await merger.merge(tip, commit);
      signal.throwIfAborted();
      if (merged.kind === 'merged') ({ commit: tip, tree } = merged);
      const result = { merged: 'included', conflict: 'conflict', failed: 'unmergeable' } as const;
      end(result[merged.kind], merged.kind === 'conflict' ? merged.files : []);
    }
  }
  const shared = { label, base, tree, pulls: results };
  if (tree === undefined) return { shared, folder: undefined };
  const { files, bytes } = await merger.measure(tree);
  if (files > MAX_TREE_FILES || bytes > MAX_TREE_BYTES) {
    throw new ActionError(
      'source-too-large',
      `The merged tree has ${countOf(files, 'file')} and ${formatBytes(bytes)}, but a shared preview may have at most ${MAX_TREE_FILES} files and ${formatBytes(MAX_TREE_BYTES)}. Remove the label from the pull request that adds the files.`,
    );
  }
  await mkdir(folder);
  await merger.checkOut(tree, folder);
  return { shared, folder };
}

function impossible(why: string, cause?: unknown): ActionError {
  return new ActionError(
    'merge-impossible',
    `The pull requests could not be merged, because ${why}, so nothing was sent. Check out the repository with \`fetch-depth: 0\` directly before this step, which fetches all branches. If a branch was pushed after the checkout, run the workflow again.`,
    { cause },
  );
}
