import {
  createsRevision,
  mergeRevisionConfig,
  mergeSourceConfig,
  validateCreate,
  validatePatch,
  withoutReadOnly,
} from '../../contract/deployment-rules.ts';
import {
  type DeploymentCreate,
  type DeploymentPatch,
  type DeploymentResponse,
  isBeingDeleted,
} from '../../contract/deployment.ts';
import { isSet } from '../../contract/errors.ts';
import type {
  DeploymentFilter,
  DeploymentRow,
  DeploymentView,
  Repositories,
  RevisionRow,
} from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { createAnswerCache, toDeploymentAnswer, toSourceConfigAnswer } from './answers.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { claimTarball } from './deployment-uploads.ts';
import {
  findDeployment,
  rejectIfBeingDeleted,
  rejectProblems,
  ruleOptions,
  viewDeployment,
} from './requests.ts';
import { createRevision } from './revision-changes.ts';
import { workspaceProblem } from './source-availability.ts';

/** Who calls, and how they reached us. */
export interface CallerContext {
  workspaceId: string;
  origin: string;
}

/** Creates, reads and changes deployments (spec §4.1 to 4.3). Everything throws HttpError. */
export interface DeploymentService {
  create(asker: CallerContext, body: DeploymentCreate, sourceName: string): Promise<DeploymentResponse>;
  get(asker: CallerContext, id: string): Promise<DeploymentResponse>;
  list(asker: CallerContext, filter: DeploymentFilter): Promise<DeploymentResponse[]>;
  patch(asker: CallerContext, id: string, body: DeploymentPatch): Promise<DeploymentResponse>;
  /** The same change, which makes a revision whatever it says. */
  createRevision(
    asker: CallerContext,
    id: string,
    body: DeploymentPatch,
  ): Promise<{ deployment: DeploymentRow; revision: RevisionRow }>;
  /** How many deployments of the free type the workspace has (facts/service §1.2). */
  countFree(workspaceId: string): Promise<number>;
  /** How a row is shown to this caller. */
  answer(asker: CallerContext, row: DeploymentRow): Promise<DeploymentResponse>;
}

/** The service over the store; every change is one transaction. */
export function createDeploymentService(deps: ControlPlaneDependencies): DeploymentService {
  const { store } = deps;

  const again = createAnswerCache();
  const shown = (asker: CallerContext, view: DeploymentView, answer = toDeploymentAnswer) => {
    const { row } = view;
    const status = deps.lifecycle.decide(row.name, row.status, row.id)?.status ?? row.status;
    return answer(view, deps.urlOf(row, asker.origin), status);
  };
  const show: DeploymentService['answer'] = async (asker, row) => {
    const view = await store.deployments.view(row.workspaceId, row.id);
    // Deleted meanwhile: what was done is told all the same.
    return shown(
      asker,
      view ? { ...view, row } : { row, latestConfig: undefined, secrets: [], redactsSecrets: false },
    );
  };

  const change = (asker: CallerContext, id: string, given: DeploymentPatch, always: boolean) =>
    store.transaction(async (tx) => {
      const now = await findDeployment(tx, asker.workspaceId, id);
      rejectIfBeingDeleted(now);
      return applyPatch(tx, deps, now, withoutReadOnly(now.source, given), {
        always,
        url: deps.urlOf(now, asker.origin),
      });
    });

  return {
    answer: show,
    countFree: (workspaceId) => store.deployments.countType(workspaceId, 'dev_free'),
    async create(asker, body, sourceName) {
      const row = await store.transaction((tx) => insertDeployment(tx, deps, asker, body, sourceName));
      deps.wakeDataPlane();
      if (row.sourceConfig.build_on_push === true) deps.watchPushes();
      return show(asker, row);
    },
    async get(asker, id) {
      return shown(asker, await viewDeployment(store, asker.workspaceId, id), again);
    },
    async list(asker, filter) {
      const views = await store.deployments.listViews(asker.workspaceId, filter);
      return views.map((view) => shown(asker, view));
    },
    async patch(asker, id, body) {
      const { revision } = await change(asker, id, body, false);
      if (revision !== undefined) deps.wakeDataPlane();
      if (body.source_config?.build_on_push === true) deps.watchPushes();
      return show(asker, await findDeployment(store, asker.workspaceId, id));
    },
    async createRevision(asker, id, body) {
      const { deployment, revision } = await change(asker, id, body, true);
      if (revision === undefined) throw new Error('a forced change made no revision');
      deps.wakeDataPlane();
      return { deployment, revision };
    },
  };
}

async function insertDeployment(
  tx: Repositories,
  deps: ControlPlaneDependencies,
  asker: CallerContext,
  given: DeploymentCreate,
  sourceName: string,
): Promise<DeploymentRow> {
  const body = withoutReadOnly(given.source, given);
  rejectProblems(validateCreate(body, ruleOptions(deps.config)), deps.config);
  const { workspaceId } = asker;
  const problem = workspaceProblem(body.source, body.source_config, {
    edition: deps.config.edition,
    compat: deps.config.compat,
    integrations: await tx.integrations.list(workspaceId),
    listeners: await tx.listeners.list(workspaceId),
  });
  if (problem !== undefined) {
    throw problem.kind === 'finding'
      ? new HttpError(422, [problem.finding])
      : new HttpError(400, problem.detail);
  }
  await refuseTakenName(tx, workspaceId, body.name);

  const now = deps.clock.now();
  const { source, source_revision_config: config } = body;
  await claimTarball(tx, { deploymentId: undefined, source, config, now });
  const row: DeploymentRow = {
    id: deps.newId(),
    workspaceId,
    name: body.name,
    source: body.source,
    sourceName,
    sourceConfig: body.source_config,
    secretReferences: body.secret_references ?? null,
    imageVersion: body.image_version ?? null,
    status: 'AWAITING_DATABASE',
    latestRevisionId: null,
    activeRevisionId: null,
    projectId: deps.newId(),
    port: null,
    createdAt: now,
    updatedAt: now,
  };
  await tx.projects.insert({ id: row.projectId ?? '', workspaceId, name: row.name, createdAt: now });
  await tx.deployments.insert(row, body.secrets);
  const revision = await createRevision(tx, deps, row, body.source_revision_config, body.secrets);
  return { ...row, latestRevisionId: revision.id, updatedAt: revision.createdAt };
}

/** A name belongs to one deployment and one tracing project of the workspace (spec §1.3). */
async function refuseTakenName(tx: Repositories, workspaceId: string, name: string): Promise<void> {
  const taken = await tx.deployments.findByName(workspaceId, name);
  if (taken !== undefined) {
    throw new HttpError(
      409,
      isBeingDeleted(taken.status)
        ? `The deployment named ${name} (ID ${taken.id}) is still being deleted. Its name is free once a GET of it answers 404.`
        : `A deployment named ${name} already exists in this workspace.`,
    );
  }
  if ((await tx.projects.findByName(workspaceId, name)) !== undefined) {
    throw new HttpError(
      409,
      `Creating a deployment also creates a tracing project of the same name, and a tracing project named ${name} already exists. Delete it, or choose another name.`,
    );
  }
}

/** Checks a PATCH against the deployment and carries it out (spec §3.3, §4.3). */
async function applyPatch(
  tx: Repositories,
  deps: ControlPlaneDependencies,
  now: DeploymentRow,
  body: DeploymentPatch,
  options: { always: boolean; url: string | null },
): Promise<{ deployment: DeploymentRow; revision: RevisionRow | undefined }> {
  const latest =
    now.latestRevisionId === null ? undefined : await tx.revisions.get(now.id, now.latestRevisionId);
  const findings = validatePatch(
    body,
    {
      name: now.name,
      source: now.source,
      // What the caller read may be sent back: values we set ourselves count as unchanged.
      source_config: toSourceConfigAnswer(now, options.url),
      source_revision_config: latest?.config ?? {},
    },
    ruleOptions(deps.config),
  );
  rejectProblems(findings, deps.config);

  const changed = {
    sourceConfig: mergeSourceConfig(now.sourceConfig, settable(now, body.source_config)),
    ...(isSet(body.secret_references) ? { secretReferences: body.secret_references } : {}),
    ...(isSet(body.image_version) ? { imageVersion: body.image_version } : {}),
    updatedAt: deps.clock.now(),
  };
  await tx.deployments.update(now.id, changed);
  const secrets = body.secrets ?? (await tx.deployments.secrets(now.id));
  if (isSet(body.secrets)) await tx.deployments.putSecrets(now.id, body.secrets);
  const deployment = { ...now, ...changed };
  if (!options.always && !createsRevision(body)) return { deployment, revision: undefined };

  // The commit is found out anew: only the ref carries over from the revision before.
  const base = { ...latest?.config, repo_commit_sha: null };
  const config = mergeRevisionConfig(base, body.source_revision_config);
  await claimTarball(tx, { deploymentId: now.id, source: now.source, config, now: deps.clock.now() });
  return { deployment, revision: await createRevision(tx, deps, deployment, config, secrets) };
}

/** `custom_url` is stored only for its owner's source; elsewhere it is ours, and shown, not kept. */
function settable(
  now: DeploymentRow,
  given: DeploymentPatch['source_config'],
): DeploymentPatch['source_config'] {
  if (!given || now.source === 'external_docker') return given;
  const { custom_url: _, ...rest } = given;
  return rest;
}
