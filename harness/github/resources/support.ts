import { ApiError, notFound } from '../server/http.ts';
import type { RepositoryContext, RequestContext } from '../server/route.ts';
import type { Actor, Issue, PullRequest } from '../state/model.ts';

/** How long a text is to GitHub: in code points, neither bytes nor UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** A number of the path; what is none names nothing. */
export function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}

/** The author of a write. Only called where a caller without a token was refused already. */
export function actorOf({ viewer }: RequestContext): Actor {
  if (viewer.actor === null) throw new ApiError(401, 'Requires authentication');
  return viewer.actor;
}

/** The issue of the path's `issue_number` (a pull request is one too); throws 404. */
export function issueOf({ repository, params }: RepositoryContext): Issue {
  const issue = repository.issues.get(numberOf(params['issue_number']));
  if (issue === undefined) throw notFound();
  return issue;
}

/** The pull request of the path's `pull_number`; throws 404. */
export function pullOf({ repository, params }: RepositoryContext): PullRequest {
  const pull = repository.pulls.get(numberOf(params['pull_number']));
  if (pull === undefined) throw notFound();
  return pull;
}
