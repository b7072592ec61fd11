import { createHash } from 'node:crypto';
import { isHosted } from '../../contract/dialect.ts';
import type { Source } from '../../contract/source.ts';
import type { Endpoint } from '../inputs/endpoint.ts';
import { ActionError } from '../outcome.ts';
import type { PullRequestId } from './ownership.ts';
import {
  commitInName,
  type CommitNameForm,
  commitNameForm,
  defaultTemplate,
  NAME_LIMITS,
  nameLimit,
  nameOfCommit,
  previewName,
} from './preview-name.ts';

/** Inputs that determine the names of previews. */
export interface NamingInputs {
  nameTemplate: string | undefined;
  baseName: string | undefined;
}

/** Returns the name of the preview, or throws ActionError if the name needs the branch and the branch is unknown. */
export function previewNameOf(
  naming: NamingInputs,
  of: PullRequestId,
  branch: string | undefined,
  where: { source: Source; endpoint: Endpoint },
): string {
  const limit = nameLimit({ source: where.source, hosted: isHosted(where.endpoint.baseUrl) });
  const name = make(naming, of, branch, limit);
  if (name === undefined) throw unnameable(naming);
  return name;
}

/**
 * Returns the name of the preview of one commit. Throws ActionError if the name needs an unknown branch, or if the
 * number of the pull request is too long for the name.
 */
export function commitPreviewNameOf(
  naming: NamingInputs,
  of: PullRequestId,
  branch: string | undefined,
  where: { source: Source; endpoint: Endpoint; commit: string },
): string {
  const limit = nameLimit({ source: where.source, hosted: isHosted(where.endpoint.baseUrl) });
  const form = makeForm(naming, of, branch, limit);
  if (form !== undefined) return nameOfCommit(form, where.commit);
  if (make(naming, of, branch, limit) === undefined) throw unnameable(naming);
  throw new ActionError(
    'invalid-input',
    `preview-per: a name with the number ${of.number} and a commit has more than ${limit} characters, the maximum of the service. Set \`preview-per: pull-request\`.`,
  );
}

/** Returns the forms of all names that the previews of the pull request's commits can have. */
export function commitFormsOf(
  naming: NamingInputs,
  of: PullRequestId,
  branch: string | undefined,
): CommitNameForm[] {
  return NAME_LIMITS.flatMap((limit) => makeForm(naming, of, branch, limit) ?? []);
}

/**
 * Returns the name of the pull request's preview for the name of a commit's preview, and any other name unchanged.
 * Comments describe all previews of a pull request's commits under this name.
 */
export function withoutCommit(
  name: string,
  naming: NamingInputs,
  of: PullRequestId,
  branch: string | undefined,
): string {
  const found = commitInName(name, commitFormsOf(naming, of, branch));
  if (found !== undefined) return found.form.pullRequestName;
  return new RegExp(`^(.+-pr-${of.number})-[0-9a-f]{7}$`).exec(name)?.[1] ?? name;
}

/**
 * Returns all names that the preview can have. If the source is unknown, several names are possible, because the source
 * determines the length limit. Throws ActionError if a possible name requires an unknown branch.
 */
export function possibleNames(naming: NamingInputs, of: PullRequestId, branch: string | undefined): string[] {
  const names = namesWithoutBranch(naming, of, branch);
  if (names.length === 0) throw unnameable(naming);
  return names;
}

/** Returns all names that the preview can have, or an empty list if a name requires an unknown value. */
export function namesWithoutBranch(naming: NamingInputs, of: PullRequestId, branch?: string): string[] {
  return [...new Set(NAME_LIMITS.flatMap((limit) => make(naming, of, branch, limit) ?? []))];
}

/**
 * Returns whether a sweep can treat a name as the name of the pull request's preview. A sweep often does not know all
 * values that a template inserts into the name of a preview. Accepts any agent's name unless `deployment-name` is set,
 * and always accepts the default form and the form with a hash. Each form can be followed by a short SHA. Refuses a name
 * that contains the pull request's number but has another form, such as `agents-v7`. `branch` is `undefined` if the
 * branch is unknown.
 */
export function isPossibleName(
  name: string,
  naming: NamingInputs,
  of: PullRequestId,
  branch: string | undefined,
): boolean {
  if (namesWithoutBranch(naming, of, branch).includes(name)) return true;
  if (commitInName(name, commitFormsOf(naming, of, branch)) !== undefined) return true;
  const hashed = `x[0-9a-z]{8}|[0-9a-f]{7}x(?:[0-9a-z]{4}){1,2}`;
  if (new RegExp(`^.+-${of.number}-(?:${hashed})$`).test(name)) return true;
  const { owner, repo } = splitName(of.repository);
  const values: Readonly<Record<string, string | undefined>> = {
    number: String(of.number),
    owner,
    repo,
    branch,
    name: naming.baseName,
  };
  const form = (template: string, anyName: boolean) =>
    template
      .split(/\{([a-z]+)\}/)
      .map((part, index) => {
        const text = index % 2 === 0 ? part : part === 'name' && anyName ? undefined : values[part];
        return text === undefined ? '[a-z0-9-]+' : escapeForPattern(text.toLowerCase());
      })
      .join('');
  const forms = [form('{name}-pr-{number}', true), form(naming.nameTemplate ?? '{name}-pr-{number}', false)];
  return forms.some((pattern) => new RegExp(`^${pattern}(?:-[0-9a-f]{7})?$`).test(name));
}

const escapeForPattern = (text: string): string => text.replace(/[^a-z0-9]/g, '\\$&');

type NameRequest = [naming: NamingInputs, of: PullRequestId, branch: string | undefined, limit: number];

const make = (...request: NameRequest): string | undefined => previewName(...argumentsOf(...request));
const makeForm = (...request: NameRequest): CommitNameForm | undefined =>
  commitNameForm(...argumentsOf(...request));

function argumentsOf(
  ...[{ nameTemplate, baseName }, { repository, number }, branch, limit]: NameRequest
): Parameters<typeof previewName> {
  const { owner, repo } = splitName(repository);
  const template = nameTemplate ?? defaultTemplate(baseName);
  const values = { number, owner, repo, branch, name: baseName };
  return [template, values, limit, (text) => createHash('sha256').update(text).digest('hex')];
}

function unnameable({ nameTemplate = '', baseName }: NamingInputs): ActionError {
  if (nameTemplate.includes('{name}') && baseName === undefined) {
    return new ActionError(
      'invalid-input',
      'preview-name-template: {name} is replaced by `deployment-name`, which is not set. Set it, or use {repo}.',
    );
  }
  return new ActionError(
    'pull-request-unknown',
    'preview-name-template: {branch} is the head branch of the pull request, which is missing from this event and could not be read from GitHub. Let the job read pull requests (`pull-requests: read`), or remove {branch}.',
  );
}

/** Splits a repository at its last slash, because the owner in GitLab is the path of the whole group. */
function splitName(repository: string): { owner: string; repo: string } {
  const slash = repository.lastIndexOf('/');
  return { owner: repository.slice(0, Math.max(0, slash)), repo: repository.slice(slash + 1) };
}
