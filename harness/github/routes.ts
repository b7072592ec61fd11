import type { getOctokit } from '@actions/github';
import * as z from 'zod';
import { ApiError, type Call, listAnswer, notFound, route, type Route } from './http.ts';
import {
  actorOf,
  type Comment,
  type Deployment,
  DEPLOYMENT_STATES,
  type DeploymentStatus,
  MAIN,
  type PullRequest,
} from './repository.ts';

/** GitHub's response types as Octokit publishes them, so that the compiler checks the simulated responses. */
type Rest = ReturnType<typeof getOctokit>['rest'];
type Data<Method extends (...args: never[]) => Promise<{ data: unknown }>> = Awaited<
  ReturnType<Method>
>['data'];

/** Returns the length of a string in code points, as GitHub counts it. */
const lengthOf = (text: string): number => Array.from(text).length;

const invalid = (resource: string, field: string, message: string, code = 'custom'): ApiError =>
  new ApiError(422, 'Validation Failed', [{ resource, code, field, message }]);

/** Returns the item with the ID in the path, or throws a 404 if it does not exist. */
function named<Item>(items: ReadonlyMap<number, Item>, id: string | undefined): Item {
  const found = items.get(Number(id));
  if (found === undefined) throw notFound();
  return found;
}

const apiUrl = ({ api, repository }: Call<unknown>): string => `${api}/repos/${repository.fullName}`;

const pullOf = ({ repository, params }: Call<unknown>, number = params['number']): PullRequest =>
  named(new Map(repository.pulls().map((pull) => [pull.number, pull])), number);

const filesOf = (files: readonly string[], most: number) =>
  files.slice(0, most).map((filename) => ({ filename }));

function pullBody({ repository }: Call<unknown>, pull: PullRequest) {
  const { number, title, state, labels, headRef, headSha, baseSha, updatedAt, fork } = pull;
  const repo = { id: repository.id, full_name: repository.fullName, default_branch: MAIN };
  const headRepo = fork === undefined ? repo : { ...repo, id: repo.id + 1, full_name: fork };
  return {
    number,
    title,
    state,
    updated_at: updatedAt,
    labels: labels.map((name) => ({ name })),
    head: { ref: headRef, sha: headSha, repo: headRepo },
    base: { ref: MAIN, sha: baseSha, repo },
  };
}

/** Routes of pull requests and changed files. */
const pullRoutes: Route[] = [
  route('GET /pulls', 'pull_requests=read', (call) => {
    const state = call.url.searchParams.get('state') ?? 'open';
    const pulls = call.repository.pulls().filter((pull) => state === 'all' || pull.state === state);
    return listAnswer(call, pulls, (pull) => pullBody(call, pull));
  }),
  route('GET /pulls/{number}', 'pull_requests=read; contents=read', (call) => ({
    status: 200,
    body: pullBody(call, pullOf(call)),
  })),
  route('GET /branches/{branch+}', 'contents=read', ({ repository, params }) => {
    const name = params['branch'] ?? '';
    const sha = repository.refs.get(`refs/heads/${name}`);
    if (sha === undefined) throw notFound();
    return { status: 200, body: { name, commit: { sha } } };
  }),
  route('GET /pulls/{number}/files', 'pull_requests=read', (call) => {
    const { repository } = call;
    const { baseSha, headSha } = pullOf(call);
    const [base, head] = [repository.resolve(baseSha), repository.resolve(headSha)];
    const files = base && head ? repository.compare(base, head).files : [];
    return listAnswer(call, filesOf(files, 3_000), (file) => file);
  }),
  route('GET /compare/{basehead+}', 'contents=read', ({ repository, params }) => {
    const [base, head] = (params['basehead'] ?? '').split('...').map((name) => repository.resolve(name));
    if (base === undefined || head === undefined) throw notFound();
    const { status, files } = repository.compare(base, head);
    return { status: 200, body: { status, base_commit: { sha: base.sha }, files: filesOf(files, 300) } };
  }),
];

/** Routes of reviews, approvals and permissions. */
const approvalRoutes: Route[] = [
  route('GET /pulls/{number}/reviews', 'pull_requests=read', (call) =>
    listAnswer(call, pullOf(call).reviews, ({ id, author, state, commit }) => ({
      id,
      user: actorOf(author),
      state,
      commit_id: commit,
    })),
  ),
  route('GET /actions/runs/{id}/approvals', 'actions=read', ({ repository, params }) => ({
    status: 200,
    body: (repository.runReviews.get(params['id'] ?? '') ?? []).map(({ author, state, environment }) => ({
      state,
      comment: '',
      environments: [{ name: environment }],
      user: actorOf(author),
    })),
  })),
  route('GET /collaborators/{login}/permission', 'metadata=read', ({ repository, params }) => {
    const login = params['login'] ?? '';
    const role = repository.roles.get(login) ?? 'read';
    const permission = { maintain: 'write', triage: 'read' } as const;
    return {
      status: 200,
      body: {
        permission: role === 'maintain' || role === 'triage' ? permission[role] : role,
        role_name: role,
        user: actorOf(login),
      },
    };
  }),
];

const READ = 'issues=read; pull_requests=read';
const WRITE = 'issues=write; pull_requests=write';
const CommentText = z.object({ body: z.string() });

function commentBody(call: Call<unknown>, comment: Comment) {
  const { id, issue, body, author, createdAt, updatedAt } = comment;
  return {
    id,
    body,
    user: actorOf(author) as NonNullable<Data<Rest['issues']['getComment']>['user']>,
    created_at: createdAt,
    updated_at: updatedAt,
    issue_url: `${apiUrl(call)}/issues/${issue}`,
  } satisfies Partial<Data<Rest['issues']['getComment']>>;
}

function checkComment(body: string): void {
  const problem = (message: string) => invalid('IssueComment', 'data', message, 'unprocessable');
  if (body.trim() === '') throw problem('Body cannot be blank');
  if (lengthOf(body) > 65_536) throw problem('Body is too long (maximum is 65536 characters)');
}

const commentRoutes: Route[] = [
  route('GET /issues/{number}/comments', READ, (call) => {
    const since = Date.parse(call.url.searchParams.get('since') ?? '') || 0;
    const comments = call.repository.comments(pullOf(call).number);
    const wanted = comments.filter(({ updatedAt }) => Date.parse(updatedAt) >= since);
    return listAnswer(call, wanted, (comment) => commentBody(call, comment));
  }),
  route(
    'POST /issues/{number}/comments',
    WRITE,
    (call) => {
      checkComment(call.body.body);
      const comment = call.repository.addComment(pullOf(call).number, call.body.body, call.login);
      return { status: 201, body: commentBody(call, comment) };
    },
    CommentText,
  ),
  route(
    'PATCH /issues/comments/{id}',
    WRITE,
    (call) => {
      const comment = named(call.repository.allComments, call.params['id']);
      checkComment(call.body.body);
      call.repository.editComment(comment, call.body.body);
      return { status: 200, body: commentBody(call, comment) };
    },
    CommentText,
  ),
  route('GET /issues/comments/{id}', READ, (call) => {
    const comment = named(call.repository.allComments, call.params['id']);
    return { status: 200, body: commentBody(call, comment) };
  }),
  route('DELETE /issues/comments/{id}', WRITE, ({ repository, params }) => {
    repository.allComments.delete(named(repository.allComments, params['id']).id);
    return { status: 204 };
  }),
];

const NewDeployment = z.object({
  ref: z.string(),
  auto_merge: z.boolean().default(true),
  required_contexts: z.array(z.string()).optional(),
  payload: z.union([z.record(z.string(), z.unknown()), z.string()]).default(''),
  environment: z
    .string()
    .regex(/^.{1,255}$/)
    .default('production'),
  transient_environment: z.boolean().default(false),
  production_environment: z.boolean().optional(),
});
const NewStatus = z.object({
  state: z.enum(DEPLOYMENT_STATES),
  log_url: z.string().default(''),
  description: z.string().default(''),
  environment_url: z.string().default(''),
});

const deploymentOf = ({ repository, params }: Call<unknown>): Deployment =>
  named(repository.allDeployments, params['id']);

const deploymentBody = ({ id, sha, ref, environment, payload, transient, production }: Deployment) =>
  ({
    id,
    sha,
    ref,
    environment,
    payload,
    transient_environment: transient,
    production_environment: production,
  }) satisfies Partial<Data<Rest['repos']['getDeployment']>>;

const statusBody = (call: Call<unknown>, { id }: Deployment, status: DeploymentStatus) =>
  ({
    state: status.state,
    description: status.description,
    environment_url: status.environmentUrl,
    log_url: status.logUrl,
    target_url: status.logUrl,
    deployment_url: `${apiUrl(call)}/deployments/${id}`,
  }) satisfies Partial<Data<Rest['repos']['getDeploymentStatus']>>;

/** Routes of deployments, their statuses and environments. */
const deploymentRoutes: Route[] = [
  route('GET /deployments', 'deployments=read', (call) => {
    const asked = call.url.searchParams.get('environment') ?? undefined;
    return listAnswer(call, call.repository.deployments(asked).toReversed(), deploymentBody);
  }),
  route('POST /deployments', 'deployments=write', createDeployment, NewDeployment),
  route('DELETE /deployments/{id}', 'deployments=write', (call) => {
    const { id, statuses } = deploymentOf(call);
    const all = call.repository.allDeployments;
    if (all.size > 1 && statuses.at(-1)?.state === 'success') {
      throw new ApiError(422, 'Validation Failed', [
        'We cannot delete an active deployment unless it is the only deployment in a given environment.',
      ]);
    }
    all.delete(id);
    return { status: 204 };
  }),
  route('GET /deployments/{id}/statuses', 'deployments=read', (call) => {
    const deployment = deploymentOf(call);
    const statuses = deployment.statuses.toReversed();
    return listAnswer(call, statuses, (status) => statusBody(call, deployment, status));
  }),
  route('POST /deployments/{id}/statuses', 'deployments=write', createStatus, NewStatus),
  // The token of a workflow never has this permission, because `permissions:` does not support it.
  route('DELETE /environments/{name}', 'administration=write', ({ repository, params }) => {
    if (!repository.deleteEnvironment(params['name'] ?? '')) throw notFound();
    return { status: 204 };
  }),
];

function createDeployment({ repository, body }: Call<z.output<typeof NewDeployment>>) {
  const { ref, environment, payload, required_contexts: required } = body;
  const commit = repository.resolve(ref);
  if (commit === undefined) throw new ApiError(422, `No ref found for: ${ref}`);
  const isBranch = repository.refs.has(`refs/heads/${ref}`);
  if (body.auto_merge && isBranch && !repository.ancestors(commit.sha).has(repository.head())) {
    return { status: 202, body: { message: `Auto-merged main into ${ref} on deployment.` } };
  }
  const checks = repository.checks.get(commit.sha) ?? new Map<string, string>();
  if ((required ?? [...checks.keys()]).some((context) => checks.get(context) !== 'success')) {
    throw new ApiError(409, `Conflict: Commit status checks failed for ${ref}.`);
  }
  const deployment = repository.addDeployment({
    sha: commit.sha,
    ref,
    environment,
    payload,
    transient: body.transient_environment,
    production: body.production_environment ?? environment === 'production',
  });
  return { status: 201, body: deploymentBody(deployment) };
}

function createStatus(call: Call<z.output<typeof NewStatus>>) {
  const { body } = call;
  const deployment = deploymentOf(call);
  if (lengthOf(body.description) > 140) {
    throw invalid('DeploymentStatus', 'description', 'description is too long (maximum is 140 characters)');
  }
  for (const field of ['log_url', 'environment_url'] as const) {
    if (!/^(https?:\/\/.*)?$/.test(body[field])) {
      throw invalid('DeploymentStatus', field, `${field} must use http(s) scheme`);
    }
  }
  const { state, description, environment_url: environmentUrl, log_url: logUrl } = body;
  const status = { state, description, environmentUrl, logUrl };
  deployment.statuses.push(status);
  return { status: 201, body: statusBody(call, deployment, status) };
}

const NewTree = z.object({
  tree: z.array(
    z.object({ path: z.string(), mode: z.string(), type: z.literal('blob'), content: z.string() }),
  ),
});
const NewCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
});
const NewRef = z.object({ ref: z.string(), sha: z.string() });
const RefUpdate = z.object({ sha: z.string(), force: z.boolean().default(false) });

const refBody = (ref: string, sha: string) => ({ ref, object: { sha, type: 'commit' } });

/** Routes of the record of pushes. */
const activityRoutes: Route[] = [
  route('GET /activity', 'contents=read', (call) => {
    const ref = call.url.searchParams.get('ref');
    const pushes = call.repository.activities.filter((push) => ref === null || push.ref === ref);
    return listAnswer(call, pushes.toReversed(), (push) => push);
  }),
];

/** Routes of Git objects and refs. */
const gitRoutes: Route[] = [
  route('GET /git/matching-refs/{ref+}', 'contents=read', (call) => {
    const prefix = `refs/${call.params['ref'] ?? ''}`;
    const refs = [...call.repository.refs].filter(([ref]) => ref.startsWith(prefix));
    return { status: 200, body: refs.map(([ref, sha]) => refBody(ref, sha)) };
  }),
  route('GET /git/commits/{sha}', 'contents=read', ({ repository, params }) => {
    const commit = repository.commits.get(params['sha'] ?? '');
    if (commit === undefined) throw notFound();
    const { sha, message, parents } = commit;
    return { status: 200, body: { sha, message, parents: parents.map((parent) => ({ sha: parent })) } };
  }),
  route(
    'POST /git/trees',
    'contents=write',
    ({ repository, body }) => ({
      status: 201,
      body: {
        sha: repository.addTree(Object.fromEntries(body.tree.map((item) => [item.path, item.content]))),
      },
    }),
    NewTree,
  ),
  route(
    'POST /git/commits',
    'contents=write',
    ({ repository, body }) => {
      const { sha, message } = repository.addCommit(body);
      return { status: 201, body: { sha, message } };
    },
    NewCommit,
  ),
  route(
    'POST /git/refs',
    'contents=write',
    ({ repository, body: { ref, sha } }) => {
      if (!/^refs\/.+\/.+$/.test(ref)) throw new ApiError(422, 'Reference name is invalid.');
      if (repository.refs.has(ref)) throw new ApiError(422, 'Reference already exists');
      if (!repository.commits.has(sha)) throw new ApiError(422, 'Object does not exist');
      repository.refs.set(ref, sha);
      return { status: 201, body: refBody(ref, sha) };
    },
    NewRef,
  ),
  route(
    'PATCH /git/refs/{ref+}',
    'contents=write',
    ({ repository, params, body: { sha, force } }) => {
      const ref = `refs/${params['ref'] ?? ''}`;
      const before = repository.refs.get(ref);
      if (before === undefined) throw new ApiError(422, 'Reference does not exist');
      if (!repository.commits.has(sha)) throw new ApiError(422, 'Object does not exist');
      if (!force && !repository.ancestors(sha).has(before)) {
        throw new ApiError(422, 'Update is not a fast forward');
      }
      repository.refs.set(ref, sha);
      return { status: 200, body: refBody(ref, sha) };
    },
    RefUpdate,
  ),
];

/** All supported operations. */
export const ROUTES: readonly Route[] = [
  ...pullRoutes,
  ...approvalRoutes,
  ...commentRoutes,
  ...deploymentRoutes,
  ...activityRoutes,
  ...gitRoutes,
];
