import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Checkout, repositoryOf } from './run-event.ts';
import type { RunEvent } from '../action/event.ts';
import type { Problem } from '../action/inputs/problem.ts';
import { displayPath } from '../action/pack/sizes.ts';
import type { EngineVerb } from './verbs.ts';

type Env = Readonly<Record<string, string | undefined>>;

const given = (env: Env, input: string): string | undefined => env[`INPUT_${input}`] || undefined;

/**
 * Returns the repository from which the service fetches the checked out commit: `origin`, or `checkout` if the input
 * `repo-url` is the checkout, which only an emulator on this machine can read. Returns `undefined` if the inputs
 * specify another commit or source.
 * @param place `top` is the top folder of the checkout.
 */
export function findBuiltCommit(
  verb: EngineVerb,
  env: Env,
  { event, checkout, top }: { event: RunEvent | undefined; checkout: Checkout; top: string },
): 'origin' | 'checkout' | undefined {
  if (verb !== 'deploy' && verb !== 'plan') return undefined;
  const source =
    given(env, 'SOURCE') ?? (given(env, 'IMAGE-URI') === undefined ? 'git_host' : 'external_docker');
  if (source !== 'git_host' || given(env, 'COMMIT') !== undefined) return undefined;
  const ref = given(env, 'REF');
  if (ref !== undefined && ref.replace(/^refs\/heads\//, '') !== checkout.branch) return undefined;
  const repoUrl = given(env, 'REPO-URL');
  if (repoUrl === undefined) return 'origin';
  if (withoutSuffix(repoUrl) === withoutSuffix(checkout.remoteUrl ?? '')) return 'origin';
  if (isFolder(repoUrl, top)) return 'checkout';
  const repository = repositoryOf(repoUrl)?.repository.toLowerCase();
  return repository !== undefined && repository === event?.repository.toLowerCase() ? 'origin' : undefined;
}

const withoutSuffix = (address: string): string => address.replace(/\/+$/, '').replace(/\.git$/, '');

/** Returns whether a `file:` URL refers to `folder` or to the `.git` in `folder`. */
function isFolder(address: string, folder: string): boolean {
  if (!address.startsWith('file:///')) return false;
  try {
    const named = path.resolve(fileURLToPath(address));
    return named === path.resolve(folder) || named === path.resolve(folder, '.git');
  } catch {
    // The conversion of a URL to a path fails if the URL contains an escaped slash, for example.
    return false;
  }
}

/** Returns a problem if the checked out commit was not pushed, because the service would build another commit. */
export function unpushedProblems({ branch, commit, pushed, knowsOrigin }: Checkout): Problem[] {
  if (commit === undefined || branch === undefined || commit === pushed) return [];
  if (pushed === undefined && !knowsOrigin) return [];
  const there = pushed === undefined ? 'does not exist' : `is at ${pushed.slice(0, 7)}`;
  return [
    {
      path: 'commit',
      message: `HEAD is ${commit.slice(0, 7)}, but origin/${branch} ${there} in this checkout: the service only builds pushed commits`,
      hint: 'Push or fetch first, or specify --commit and --ref, or use --source=internal_source to deploy the local files.',
    },
  ];
}

const MAX_NAMED = 3;

/** Returns a line about files that differ from the commit to build, or `undefined` if no file differs. */
export function uncommittedNotice(files: readonly string[], commit: string | undefined): string | undefined {
  if (files.length === 0) return undefined;
  const named = files.slice(0, MAX_NAMED).map(displayPath).join(', ');
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  return `Not deployed: ${named}${more}, which ${files.length === 1 ? 'is' : 'are'} not committed. The service builds commit ${commit?.slice(0, 7) ?? 'HEAD'}. Commit and push, or use --source=internal_source to deploy the local files.`;
}

/** Returns a problem with the reason why the branch is unknown, and a hint about how to specify the branch. */
export function missingRef(checkout: Checkout | undefined): Pick<Problem, 'message' | 'hint'> {
  const reason = checkout === undefined ? NO_CHECKOUT : 'no branch is checked out';
  return {
    message: `the branch is unknown: ${reason}`,
    hint: 'Specify --ref with a branch, or with a tag as --ref=refs/tags/<tag>, or use --source=internal_source to deploy the local files.',
  };
}

const NO_CHECKOUT = 'this folder is not in a git repository';

/**
 * Returns a problem with the reason why the repository is unknown, and a hint about how to specify the repository. Does
 * not show the URL of a remote, because the URL can contain credentials.
 */
export function missingRepository(checkout: Checkout | undefined): Pick<Problem, 'message' | 'hint'> {
  const reason =
    checkout === undefined
      ? NO_CHECKOUT
      : checkout.remoteUrl === undefined
        ? 'this checkout has no remote named origin'
        : 'the remote origin of this checkout is a path or an address without a server, so the service cannot fetch from it';
  return {
    message: `the repository is unknown: ${reason}`,
    hint: 'Specify --repo-url, such as --repo-url=https://github.com/owner/name, or use --source=internal_source to deploy the local files.',
  };
}
