import { mkdir, readdir } from 'node:fs/promises';
import { git } from '../../git.ts';
import { type Frame, header, openLog, refused } from '../session.ts';
import type { StepResult } from '../types.ts';

/** Inputs that have no effect on the workspace, and inputs that this model supports. */
const HARMLESS = [
  'clean',
  'fetch-tags',
  'github-server-url',
  'persist-credentials',
  'set-safe-directory',
  'show-progress',
  'token',
];
const MODELLED = ['allow-unsafe-pr-checkout', 'fetch-depth', 'ref', 'repository'];

/**
 * Simulates `actions/checkout`: checks out the event's commit from the local repository of the run. Fails the step
 * with a message if an input is unsupported.
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
    const { ref = event.ref } = inputs;
    const isCommit = /^[0-9a-f]{40}$/.test(ref);
    const isBranch = !isCommit && ref !== event.ref;
    const ofBranch = isBranch
      ? await git(source, ['rev-parse', '--verify', '--quiet', `refs/heads/${ref}`]).catch(() => undefined)
      : undefined;
    if (isBranch && ofBranch === undefined) {
      throw new Error('the model of checkout knows only a full commit or a branch as `ref`');
    }
    const sha = ofBranch ?? (isCommit ? ref : event.sha);
    // Since version 7, the action refuses the head of a fork on this event unless an input allows it.
    const isUnsafe =
      event.name === 'pull_request_target' && isCommit && inputs['allow-unsafe-pr-checkout'] !== 'true';
    if (isUnsafe)
      throw new Error('refusing to check out fork pull request code from a pull_request_target workflow');
    const folder = folders.workspace;
    // The checkout is on the pushed branch, or else detached, and stores the remote's ref.
    const branch = isCommit ? undefined : isBranch ? ref : /^refs\/heads\/(.+)$/.exec(event.ref)?.[1];
    const tracking = isCommit
      ? 'refs/remotes/origin/checkout'
      : branch === undefined
        ? event.ref.replace(/^refs\/pull\//, 'refs/remotes/pull/')
        : `refs/remotes/origin/${branch}`;
    await mkdir(folder, { recursive: true });
    await fresh(folder, `${github.serverUrl ?? 'https://github.com'}/${event.repository}`);
    const depth = Number(inputs['fetch-depth'] ?? '1');
    await git(folder, [
      'fetch',
      '--quiet',
      '--no-tags',
      '--force',
      // Permits fetching a commit by its hash through any ref.
      '--upload-pack',
      'git -c uploadpack.allowAnySHA1InWant=true upload-pack',
      ...(depth > 0 ? [`--depth=${depth}`] : []),
      `file://${await git(source, ['rev-parse', '--absolute-git-dir'])}`,
      // Without a depth, the action fetches all branches.
      ...(depth > 0 ? [] : ['+refs/heads/*:refs/remotes/origin/*']),
      ...(depth > 0 || branch === undefined ? [`+${sha}:${tracking}`] : []),
    ]);
    await git(
      folder,
      branch === undefined
        ? ['checkout', '--quiet', '--force', '--detach', sha]
        : ['checkout', '--quiet', '--force', '-B', branch, sha],
    );
    await git(folder, ['clean', '--quiet', '-ffdx']);
    log.print(sha);
    return {
      outcome: 'success',
      outputs: { ref, commit: sha },
      processes: [],
    };
  } catch (error) {
    return refused(log, frame.phase, error);
  }
}

/** Initializes a repository in the folder if none exists. */
async function fresh(folder: string, origin: string): Promise<void> {
  if ((await readdir(folder)).includes('.git')) return;
  await git(folder, ['init', '--quiet']);
  await git(folder, ['remote', 'add', 'origin', origin]);
}
