import { createHash } from 'node:crypto';
import { isHosted } from '../../contract/hosts.ts';
import type { Source } from '../../contract/source.ts';
import type { Endpoint } from '../inputs/endpoint.ts';
import { Stop } from '../outcome/outcome.ts';
import type { PullRequestId } from './marker.ts';
import { defaultTemplate, NAME_LIMITS, nameLimit, previewName } from './name.ts';

/** What the inputs say of a preview's name. */
export interface Naming {
  nameTemplate: string | undefined;
  /** `deployment-name`. */
  baseName: string | undefined;
}

/** The name that a preview gets. Throws Stop when it takes a branch that is not known. */
export function nameOf(
  naming: Naming,
  of: PullRequestId,
  branch: string | undefined,
  where: { source: Source; endpoint: Endpoint },
): string {
  const limit = nameLimit({ source: where.source, hosted: isHosted(where.endpoint.baseUrl) });
  const name = make(naming, of, branch, limit);
  if (name === undefined) throw unnameable(naming);
  return name;
}

/** Every name that it may have: what it is made of, which decides how long a name may be, need not be known. */
export function possibleNames(naming: Naming, of: PullRequestId, branch: string | undefined): string[] {
  const names = namesWithoutBranch(naming, of, branch);
  if (names.length === 0) throw unnameable(naming);
  return names;
}

/** The same; none when something that the name takes is not known. */
export function namesWithoutBranch(naming: Naming, of: PullRequestId, branch?: string): string[] {
  return [...new Set(NAME_LIMITS.flatMap((limit) => make(naming, of, branch, limit) ?? []))];
}

function make(
  { nameTemplate, baseName }: Naming,
  { repository, number }: PullRequestId,
  branch: string | undefined,
  limit: number,
): string | undefined {
  const [owner = '', repo = ''] = repository.split('/');
  const template = nameTemplate ?? defaultTemplate(baseName);
  return previewName(template, { number, owner, repo, branch, name: baseName }, limit, (text) =>
    createHash('sha256').update(text).digest('hex'),
  );
}

function unnameable({ nameTemplate = '', baseName }: Naming): Stop {
  if (nameTemplate.includes('{name}') && baseName === undefined) {
    return new Stop(
      'invalid-input',
      'preview-name-template: {name} is the `deployment-name`, which is not given. Give it, or use {repo}.',
    );
  }
  return new Stop(
    'pull-request-unknown',
    'preview-name-template: {branch} is the head branch of the pull request, which this event does not name and which could not be read from GitHub. Let the job read pull requests (`pull-requests: read`), or leave {branch} out.',
  );
}
