import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { git } from '../../git.ts';
import { toText } from '../../runner/expressions.ts';
import { type Frame, header, openLog, refused } from '../session.ts';
import type { StepResult } from '../types.ts';

/** Inputs that make no difference to what stands in the workspace, and those this model knows what to do with. */
const HARMLESS = [
  'clean',
  'fetch-tags',
  'github-server-url',
  'persist-credentials',
  'set-safe-directory',
  'show-progress',
  'token',
];
const MODELLED = ['fetch-depth', 'path', 'ref', 'repository'];

/**
 * A model of `actions/checkout`: the event's commit, or the `ref` asked for, from the local repository of the run. What
 * the model does not know fails the step and says so.
 */
export async function checkOut(
  frame: Frame,
  uses: string,
  inputs: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const log = openLog(frame);
  header(log, uses, [], inputs, frame.env);
  try {
    const { session } = frame;
    const { event, folders, github } = session.job.info;
    const source = session.repository;
    if (source === undefined) throw new Error('there is nothing to check out: give `repository` to the run');
    const unknown = Object.keys(inputs).filter((name) => ![...HARMLESS, ...MODELLED].includes(name));
    if (unknown.length > 0) throw new Error(`the model of checkout does not know '${unknown.join("', '")}'`);
    if ((inputs['repository'] ?? event.repository) !== event.repository) {
      throw new Error(`the model of checkout knows only ${event.repository}`);
    }
    const folder = path.resolve(folders.workspace, inputs['path'] ?? '.');
    const wanted = await target(source, inputs['ref'] ?? '', event);
    await mkdir(folder, { recursive: true });
    await fresh(folder, `${github.serverUrl ?? 'https://github.com'}/${event.repository}`);
    const depth = Number(inputs['fetch-depth'] ?? '1');
    await git(folder, [
      'fetch',
      '--quiet',
      '--no-tags',
      '--force',
      // A commit may be asked for by its name, through any ref.
      '--upload-pack',
      'git -c uploadpack.allowAnySHA1InWant=true upload-pack',
      ...(depth > 0 ? [`--depth=${depth}`] : []),
      `file://${await git(source, ['rev-parse', '--absolute-git-dir'])}`,
      ...(wanted.tracking === null ? [wanted.commit] : [`+${wanted.commit}:${wanted.tracking}`]),
    ]);
    await git(
      folder,
      wanted.branch === null
        ? ['checkout', '--quiet', '--force', '--detach', wanted.commit]
        : ['checkout', '--quiet', '--force', '-B', wanted.branch, wanted.commit],
    );
    await git(folder, ['clean', '--quiet', '-ffdx']);
    log.print(wanted.commit);
    return {
      outcome: 'success',
      outputs: { ref: inputs['ref'] || toText(event.ref), commit: wanted.commit },
      processes: [],
    };
  } catch (error) {
    return refused(log, frame.phase, error);
  }
}

interface Target {
  commit: string;
  /** The local branch to be on; null: none. */
  branch: string | null;
  /** The ref that remembers where the remote was. */
  tracking: string | null;
}

/** What is to be checked out. Throws when the repository does not know it. */
async function target(source: string, ref: string, event: { ref: string; sha: string }): Promise<Target> {
  const full = ref === '' ? event.ref : ref;
  if (/^[0-9a-f]{40}$/.test(ref)) return { commit: ref, branch: null, tracking: null };
  const branch = /^refs\/heads\/(.+)$/.exec(full)?.[1] ?? (full.startsWith('refs/') ? null : full);
  if (ref === '') {
    const tracking = branch === null ? full.replace(/^refs\/pull\//, 'refs/remotes/pull/') : remote(branch);
    return { commit: event.sha, branch, tracking };
  }
  if (branch !== null) {
    const commit = await commitOf(source, `refs/heads/${branch}`);
    if (commit !== null) return { commit, branch, tracking: remote(branch) };
  }
  const tag = full.startsWith('refs/') ? full : `refs/tags/${full}`;
  const commit = await commitOf(source, tag);
  if (commit === null) throw new Error(`A branch or tag with the name '${ref}' could not be found`);
  return { commit, branch: null, tracking: tag };
}

function remote(branch: string): string {
  return `refs/remotes/origin/${branch}`;
}

async function commitOf(source: string, ref: string): Promise<string | null> {
  return git(source, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).catch(() => null);
}

/** A repository in the folder: a new one, unless there is one already. */
async function fresh(folder: string, origin: string): Promise<void> {
  if ((await readdir(folder)).includes('.git')) return;
  await git(folder, ['init', '--quiet']);
  await git(folder, ['remote', 'add', 'origin', origin]);
}
