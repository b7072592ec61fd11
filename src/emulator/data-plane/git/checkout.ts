import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../../os/errors.ts';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import { DISK_FULL, isDiskFullAt } from '../build/disk.ts';
import { StepAborted, StepFailure } from '../build/step.ts';
import {
  classifyFetchFailure,
  type Clone,
  describeExceededLimit,
  FETCH_LIMITS,
  fetchBounded,
  type FetchLimits,
  lastOutput,
  refusedRedirect,
  type RunInClone,
} from './fetch.ts';
import { type Git, type GitResult, sweepClones } from './git.ts';
import {
  type GitRef,
  isCommitSha,
  parseRef,
  parseRepositoryUrl,
  redactCredentials,
  type RepositoryUrl,
} from './names.ts';

interface CheckoutRequest {
  repoUrl: string;
  /** Branch or tag of the revision (`repo_ref`). */
  ref: string | null | undefined;
  /** SHA of the commit to build; absent to build the current commit of the ref. */
  commitSha: string | null | undefined;
  /** Empty folder that receives the files. */
  into: string;
  signal: AbortSignal;
  log: (line: string) => void;
}
/** Writes the files of exactly one commit into a folder. */
export interface Checkout {
  run(request: CheckoutRequest): Promise<string>;
  /**
   * Removes files of killed checkouts from the clones. Call this function only while no checkout is running.
   */
  sweep(): Promise<void>;
}

/**
 * Creates a checkout that uses one bare clone per repository in `folder`. The checkout fetches only the
 * requested commit, and replaces a damaged clone.
 */
export function createCheckout(options: {
  git: Git;
  folder: string;
  allowLocal: boolean;
  limits?: Partial<FetchLimits>;
}): Checkout {
  const lock = createKeyedLock();
  const limits = { ...FETCH_LIMITS, ...options.limits };
  return {
    async run(request) {
      const url = parseRepositoryUrl(request.repoUrl, { local: options.allowLocal });
      if (!url.ok) {
        const shown = redactCredentials(request.repoUrl);
        throw new StepFailure(`The repository URL "${shown}" cannot be used: ${url.reason}.`);
      }
      const ref = parseRef(request.ref);
      if (!ref.ok) {
        throw new StepFailure(
          `The ref ${ref.reason}. For a branch, use its name without a prefix, such as main. For a tag, use refs/tags/<tag>.`,
        );
      }
      const commitSha = request.commitSha ?? undefined;
      const target: Target = { url: url.url, ref: ref.ref, commitSha, limits };
      if (target.commitSha !== undefined && !isCommitSha(target.commitSha)) {
        throw new StepFailure(
          `The commit "${target.commitSha}" is not a full commit hash. Specify the full hash of the commit.`,
        );
      }
      const clone = join(options.folder, `${cloneFolderName(url.url)}.git`);
      return lock(clone, () => checkOut(options.git, clone, target, request));
    },
    sweep: () => sweepClones(options.folder),
  };
}

interface Target {
  url: RepositoryUrl;
  ref: GitRef;
  commitSha: string | undefined;
  limits: FetchLimits;
}

async function checkOut(git: Git, clone: string, target: Target, request: CheckoutRequest): Promise<string> {
  const existed = await isFolder(clone);
  const first = await attempt(git, clone, target, request);
  if (first.kind === 'done') return first.sha;
  if (existed && first.suspect) {
    request.log('The clone from earlier revisions cannot be used. Cloning the repository again.');
    await rm(clone, { recursive: true, force: true });
    await rm(request.into, { recursive: true, force: true });
    await mkdir(request.into, { recursive: true });
    const second = await attempt(git, clone, target, request);
    if (second.kind === 'done') return second.sha;
    return giveUp(second.reason, clone);
  }
  return giveUp(first.reason, clone);
}

/** If the disk is full, the clone is removed to free space for the next build. */
async function giveUp(reason: string, clone: string): Promise<never> {
  if (!(await isDiskFullAt(clone))) throw new StepFailure(reason);
  await rm(clone, { recursive: true, force: true });
  throw new StepFailure(`${reason} ${DISK_FULL}`);
}

type Attempt = { kind: 'done'; sha: string } | { kind: 'failed'; reason: string; suspect: boolean };

async function attempt(git: Git, clone: string, target: Target, request: CheckoutRequest): Promise<Attempt> {
  const { signal } = request;
  const inClone: RunInClone = async (args, more = {}) => {
    const answer = await git.run({ args, gitDir: clone, signal, ...more });
    if (signal.aborted) throw new StepAborted('the checkout was aborted');
    if (answer.end.kind === 'not-started')
      throw new StepFailure(`git could not be started: ${answer.end.reason}.`);
    return answer;
  };
  try {
    await git.initGitDir(clone);
  } catch (error) {
    return {
      kind: 'failed',
      reason: `The clone of the repository cannot be created: ${errorMessage(error)}.`,
      suspect: true,
    };
  }
  const fetched = await fetchCommit({ git, clone, inClone }, target, request);
  if (fetched.kind === 'failed') return fetched;
  const index = `${request.into}.index`;
  const [named, checkedOut] = await Promise.all([
    fetched.name(),
    inClone(['read-tree', '--reset', '-u', fetched.commit], {
      env: { GIT_WORK_TREE: request.into, GIT_INDEX_FILE: index },
    }),
  ]);
  await rm(index, { force: true });
  if (named.kind === 'failed' || checkedOut.ok) return named;
  const words = lastOutput(checkedOut);
  return {
    kind: 'failed',
    reason: `The files of commit ${named.sha} cannot be written to disk: ${words}.`,
    suspect: true,
  };
}

/** A commit in the clone, with a function that resolves its ID. */
type Fetched =
  | { kind: 'done'; commit: string; name: () => Promise<Attempt> }
  | Extract<Attempt, { kind: 'failed' }>;

async function fetchCommit(at: Clone, target: Target, { log, signal }: CheckoutRequest): Promise<Fetched> {
  const { inClone } = at;
  const { url, ref, commitSha } = target;
  const fetch = (what: string) => fetchBounded(at, target, { what: [what], depth: 1 }, signal);
  if (commitSha !== undefined) {
    const has = async () => (await inClone(['cat-file', '-e', `${commitSha}^{commit}`])).ok;
    const done: Attempt = { kind: 'done', sha: commitSha };
    const found: Fetched = { kind: 'done', commit: commitSha, name: () => Promise.resolve(done) };
    if (await has()) return found;
    log(`Fetching commit ${commitSha} from ${url.displayUrl}`);
    const answer = await fetch(commitSha);
    if (answer.ok && (await has())) return found;
    return failed(answer, target, `commit ${commitSha}`);
  }
  log(`Fetching ${ref.displayName} from ${url.displayUrl}`);
  const tracking = `refs/agent-deploy/${createHash('sha256').update(ref.full).digest('hex').slice(0, 16)}`;
  const answer = await fetch(`+${ref.full}:${tracking}`);
  if (!answer.ok) return failed(answer, target, ref.displayName);
  // The tag may be an annotated tag, which is a separate object that points to the commit.
  const commit = `${tracking}^{commit}`;
  const name = async (): Promise<Attempt> => {
    const peeled = await inClone(['rev-parse', '--verify', '--quiet', commit]);
    if (peeled.ok) return { kind: 'done', sha: peeled.stdout.trim() };
    return {
      kind: 'failed',
      reason: `${ref.displayName} of ${url.displayUrl} does not point to a commit.`,
      suspect: true,
    };
  };
  return { kind: 'done', commit, name };
}

function failed(
  answer: GitResult,
  { url, ref, limits }: Target,
  what: string,
): Extract<Attempt, { kind: 'failed' }> {
  const excess = describeExceededLimit(answer, limits);
  if (excess !== undefined) {
    const reason = `Fetching ${what} from ${url.displayUrl} was stopped: ${excess}`;
    return { kind: 'failed', reason, suspect: false };
  }
  const redirect = refusedRedirect(answer);
  if (redirect !== undefined) {
    const reason = `The repository ${url.displayUrl} cannot be read: the server ${redirect}, and credentials for one server are not sent to another server. Set repo_url to the current URL of the repository.`;
    return { kind: 'failed', reason, suspect: false };
  }
  // The final period is removed, because git's message becomes the end of another sentence.
  const words = lastOutput(answer).replace(/\.$/, '');
  switch (classifyFetchFailure(answer.stderr)) {
    case 'ref-missing':
      return { kind: 'failed', reason: missingRef(url, ref, what), suspect: false };
    case 'remote':
      return {
        kind: 'failed',
        reason: `The repository ${url.displayUrl} cannot be read: ${words}. Check that the URL is correct and that the machine of the emulator can read the repository.`,
        suspect: false,
      };
    default:
      return {
        kind: 'failed',
        reason: `Fetching ${what} from ${url.displayUrl} failed: ${words}.`,
        suspect: true,
      };
  }
}

function missingRef(url: RepositoryUrl, ref: GitRef, what: string): string {
  if (!what.startsWith('commit')) {
    const hint = ref.full.startsWith('refs/tags/')
      ? 'Push the tag, or use another tag.'
      : ref.full === 'HEAD'
        ? 'Push a commit first.'
        : 'Push the branch first. If this is a tag, use refs/tags/<tag>.';
    return `The repository ${url.displayUrl} has no ${what}. ${hint}`;
  }
  return `The repository ${url.displayUrl} has no ${what}. A force push may have removed it. Deploy a commit that the repository contains.`;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/** Returns a notice for each kind of content that the checkout does not contain: submodules and Git LFS files. */
export async function missingContentNotices(checkout: string): Promise<string[]> {
  const notices: string[] = [];
  if (await stat(join(checkout, '.gitmodules')).catch(() => undefined)) {
    notices.push('The repository contains submodules, which are not fetched, so their folders are empty.');
  }
  const limits = { maxBytes: GENERATED_MAX_BYTES, within: checkout };
  const attributes = await readPlainText(join(checkout, '.gitattributes'), limits).catch(() => '');
  if (/\bfilter=lfs\b/.test(attributes)) {
    notices.push(
      'The repository contains Git LFS files, which are not fetched, so the checkout contains only their pointers.',
    );
  }
  return notices;
}

/**
 * Returns the name of a repository's folder in the clone cache, where each combination of an address and credentials
 * has its own folder.
 */
export function cloneFolderName({ address, authorization }: RepositoryUrl): string {
  return createHash('sha256')
    .update(`${address}\0${authorization ?? ''}`)
    .digest('hex')
    .slice(0, 32);
}
