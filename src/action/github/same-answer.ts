import { MismatchedAnswerError } from '../../clients/github-failure.ts';
import type { GitHubConnection } from './connection.ts';

/**
 * Answers are matched to questions here, for every call whose answer says what it is about: a proxy, a cache or a server
 * that mixes them up would have a preview deleted for another pull request's sake. What an answer does not say, such as
 * a server that leaves out addresses, contradicts nothing.
 */

/** Throws unless the answer is about that pull request of the run's repository, under whichever name it has by now. */
export function assertSamePullRequest(
  { owner, repo, repositoryId }: Pick<GitHubConnection, 'owner' | 'repo' | 'repositoryId'>,
  number: number,
  answer: { number: number; base: { repo: { id?: number; full_name: string } } },
): void {
  const { id, full_name: name } = answer.base.repo;
  const same = name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  if (answer.number === number && (same || (repositoryId !== undefined && id === repositoryId))) return;
  throw new MismatchedAnswerError(`pull request ${owner}/${repo}#${number}`, `${name}#${answer.number}`);
}

/** Throws when the address of an answer, such as `…/issues/7`, leads elsewhere than to what was asked about. */
export function assertUrlEndsWith(
  what: string,
  url: string | null | undefined,
  end: `/${string}/${number}`,
): void {
  if (!url || url.replace(/[?#].*$/, '').endsWith(end)) return;
  throw new MismatchedAnswerError(what, url.split('/').slice(-2).join('/'));
}

/** Whether an answer has the ID or the name that was asked for; GitHub's names know no case. */
export function isSameName(asked: string | number, answered: string | number | null | undefined): boolean {
  if (answered === null || answered === undefined) return true;
  return String(asked).toLowerCase() === String(answered).toLowerCase();
}

/** Throws when it has another one. */
export function assertSame(
  what: string,
  asked: string | number,
  answered: string | number | null | undefined,
): void {
  if (!isSameName(asked, answered)) throw new MismatchedAnswerError(`${what} ${asked}`, String(answered));
}
