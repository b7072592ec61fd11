import type * as z from 'zod';
import {
  createsRevision,
  mergeRevisionConfig,
  mergeSourceConfig,
  validateCreate,
  validatePatch,
  withoutReadOnly,
} from '../../contract/deployment-rules.ts';
import {
  DeploymentCreate,
  DeploymentListResponse,
  DeploymentPatch,
  DeploymentResponse,
  FreeCount,
} from '../../contract/deployment.ts';
import { RevisionResponse } from '../../contract/revision.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { isSet } from '../../contract/findings.ts';
import { DeploymentListQuery } from '../../contract/query.ts';
import type { DeploymentFilter, DeploymentRow, Repositories, RevisionRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import { rejectForbidden } from './agent-rules.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import {
  acceptBothDialects,
  badRequest,
  conflict,
  DeploymentPath,
  findDeployment,
  notFound,
  rejectIfBeingDeleted,
  rejectProblems,
  ruleOptions,
  sourceAsSent,
  viewDeployment,
} from './requests.ts';
import {
  createResponseCache,
  currentResponse,
  toRevisionResponse,
  toSourceConfigResponse,
  viewResponse,
} from './responses.ts';
import { createRevision } from './revision-changes.ts';
import { workspaceProblem } from './source-availability.ts';
import { claimTarball } from './uploads.ts';

const api = routesOf('control-plane', 'workspace');
const path = '/v2/deployments';
const onePath = `${path}/{deployment_id}`;

/** Creates the routes that create, read and change deployments. Every change is one transaction. */
export function deploymentRoutes(dependencies: ControlPlaneDependencies): Route[] {
  const { store } = dependencies;
  const cachedResponse = createResponseCache();
  return [
    api.post(path, {
      summary: 'Create a deployment and its first revision',
      body: acceptBothDialects(DeploymentCreate),
      responses: {
        201: { description: 'The deployment', schema: DeploymentResponse },
        400: badRequest,
        409: conflict,
      },
      handler: async ({ caller, origin, body, sentBody }) => {
        const sourceName = sourceAsSent(sentBody, body.source);
        const row = await store.transaction((tx) =>
          insertDeployment(tx, dependencies, caller.workspaceId, body, sourceName),
        );
        dependencies.wakeDataPlane();
        if (row.sourceConfig.build_on_push === true) dependencies.watchPushes();
        return { status: 201, body: await currentResponse(dependencies, row, origin) };
      },
    }),
    api.get(path, {
      summary: 'List deployments',
      query: DeploymentListQuery,
      responses: {
        200: {
          description: 'A page; its offset selects the next page',
          schema: DeploymentListResponse,
        },
      },
      handler: async ({ caller, origin, query }) => {
        const views = await store.deployments.listViews(caller.workspaceId, filterOf(query));
        const resources = views.map((view) => viewResponse(dependencies, view, origin));
        return { status: 200, body: { resources, offset: query.offset + resources.length } };
      },
    }),
    api.get(`${path}/free-count`, {
      summary: 'Count the free deployments',
      responses: { 200: { description: 'Number of free deployments', schema: FreeCount } },
      handler: async ({ caller }) => ({
        status: 200,
        body: { count: await store.deployments.countType(caller.workspaceId, 'dev_free') },
      }),
    }),
    api.get(onePath, {
      summary: 'Read a deployment',
      params: DeploymentPath,
      responses: { 200: { description: 'The deployment', schema: DeploymentResponse }, 404: notFound },
      handler: async ({ caller, origin, params }) => {
        const view = await viewDeployment(store, caller.workspaceId, params.deployment_id);
        return { status: 200, body: viewResponse(dependencies, view, origin, cachedResponse) };
      },
    }),
    ...changeRoutes(dependencies),
  ];
}

/** Creates the routes that change a deployment, which can create a revision. */
function changeRoutes(dependencies: ControlPlaneDependencies): Route[] {
  return [
    api.patch(onePath, {
      summary: 'Change a deployment; some changes create a revision',
      params: DeploymentPath,
      body: acceptBothDialects(DeploymentPatch),
      responses: {
        200: { description: 'The deployment', schema: DeploymentResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async ({ caller, origin, params, body }) => {
        const { workspaceId } = caller;
        const { deployment_id: id } = params;
        const { revision } = await patchDeployment(dependencies, { workspaceId, id, origin, body });
        if (revision !== undefined) dependencies.wakeDataPlane();
        if (body.source_config?.build_on_push === true) dependencies.watchPushes();
        const row = await findDeployment(dependencies.store, workspaceId, id);
        return { status: 200, body: await currentResponse(dependencies, row, origin) };
      },
    }),
    api.post(`${onePath}/revisions`, {
      summary: 'Create a revision, even if the body changes nothing',
      params: DeploymentPath,
      body: acceptBothDialects(DeploymentPatch).nullish(),
      responses: {
        201: { description: 'The revision', schema: RevisionResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async ({ caller, origin, params, body }) => {
        const { deployment, revision } = await patchDeployment(dependencies, {
          workspaceId: caller.workspaceId,
          id: params.deployment_id,
          origin,
          body: body ?? {},
          alwaysRevise: true,
        });
        if (revision === undefined) throw new Error('a forced change created no revision');
        dependencies.wakeDataPlane();
        return { status: 201, body: toRevisionResponse(revision, deployment) };
      },
    }),
  ];
}

/** Converts query parameters to a filter. An empty parameter, such as `?status=`, does not filter. */
function filterOf(query: z.infer<typeof DeploymentListQuery>): DeploymentFilter {
  return {
    limit: query.limit,
    offset: query.offset,
    ...(query.name ? { name: query.name } : {}),
    ...(query.name_contains ? { nameContains: query.name_contains } : {}),
    ...(query.status?.length ? { status: query.status } : {}),
    ...(query.image_version ? { imageVersion: query.image_version } : {}),
    ...(query.deployment_type ? { deploymentType: query.deployment_type } : {}),
    ...(query.deployment_ids?.length ? { ids: query.deployment_ids.map((id) => id.toLowerCase()) } : {}),
    // The emulator's deployments have neither tags nor agents, so filters by tag or agent match nothing.
    ...(query.tag_value_ids?.length || query.agent_id || query.agent_environment ? { ids: [] } : {}),
  };
}

async function insertDeployment(
  tx: Repositories,
  dependencies: ControlPlaneDependencies,
  workspaceId: string,
  given: DeploymentCreate,
  sourceName: string,
): Promise<DeploymentRow> {
  const body = withoutReadOnly(given.source, given);
  rejectProblems(validateCreate(body, ruleOptions(dependencies.config)), dependencies.config);
  const problem = workspaceProblem(body.source, body.source_config, {
    edition: dependencies.config.edition,
    compat: dependencies.config.compat,
    integrations: await tx.integrations.list(workspaceId),
    listeners: await tx.listeners.list(workspaceId),
  });
  if (problem !== undefined) {
    throw problem.kind === 'finding'
      ? new HttpError(422, [problem.problem])
      : new HttpError(400, problem.detail);
  }
  await rejectTakenName(tx, workspaceId, body.name);

  const now = dependencies.clock.now();
  const { source, source_revision_config: config } = body;
  await claimTarball(tx, { deploymentId: undefined, source, config, now });
  const projectId = dependencies.newId();
  const row: DeploymentRow = {
    id: dependencies.newId(),
    workspaceId,
    name: body.name,
    source,
    sourceName,
    sourceConfig: body.source_config,
    secretReferences: body.secret_references ?? null,
    imageVersion: body.image_version ?? null,
    status: 'AWAITING_DATABASE',
    latestRevisionId: null,
    activeRevisionId: null,
    projectId,
    port: null,
    createdAt: now,
    updatedAt: now,
  };
  await rejectForbidden(tx, dependencies.config.kubernetes, row, config);
  await tx.projects.insert({ id: projectId, workspaceId, name: row.name, createdAt: now });
  await tx.deployments.insert(row, body.secrets);
  const revision = await createRevision(tx, dependencies, row, config, body.secrets);
  return { ...row, latestRevisionId: revision.id, updatedAt: revision.createdAt };
}

/** Rejects the name if a deployment or tracing project of the workspace already has this name. */
async function rejectTakenName(tx: Repositories, workspaceId: string, name: string): Promise<void> {
  const taken = await tx.deployments.findByName(workspaceId, name);
  if (taken !== undefined) {
    throw new HttpError(
      409,
      isBeingDeleted(taken.status)
        ? `The deployment named ${name} (ID ${taken.id}) is still being deleted. Its name is available once GET returns 404 for it.`
        : `A deployment named ${name} already exists in this workspace.`,
    );
  }
  const project = await tx.projects.findByName(workspaceId, name);
  if (project !== undefined) {
    throw new HttpError(
      409,
      `Creating a deployment also creates a tracing project of the same name, and a tracing project named ${name} already exists. Delete it with DELETE /api/v1/sessions/${project.id}, or choose another name.`,
    );
  }
}

/**
 * Checks a PATCH against the deployment and applies the PATCH. If `alwaysRevise` is set, creates a revision even
 * without a change.
 */
async function patchDeployment(
  dependencies: ControlPlaneDependencies,
  request: { workspaceId: string; id: string; origin: string; body: DeploymentPatch; alwaysRevise?: boolean },
): Promise<{ deployment: DeploymentRow; revision: RevisionRow | undefined }> {
  return dependencies.store.transaction(async (tx) => {
    const current = await findDeployment(tx, request.workspaceId, request.id);
    rejectIfBeingDeleted(current);
    const body = withoutReadOnly(current.source, request.body);
    const latest =
      current.latestRevisionId === null
        ? undefined
        : await tx.revisions.get(current.id, current.latestRevisionId);
    const problems = validatePatch(
      body,
      {
        name: current.name,
        source: current.source,
        // Clients can send a previous response back as a request. Derived values in the previous response count as
        // unchanged.
        source_config: toSourceConfigResponse(current, dependencies.urlOf(current, request.origin)),
        source_revision_config: latest?.config ?? {},
      },
      ruleOptions(dependencies.config),
    );
    rejectProblems(problems, dependencies.config);

    const now = dependencies.clock.now();
    const change = {
      sourceConfig: mergeSourceConfig(current.sourceConfig, settable(current, body.source_config)),
      ...(isSet(body.secret_references) ? { secretReferences: body.secret_references } : {}),
      ...(isSet(body.image_version) ? { imageVersion: body.image_version } : {}),
      updatedAt: now,
    };
    const sent = mergeRevisionConfig(latest?.config ?? {}, body.source_revision_config);
    await rejectForbidden(tx, dependencies.config.kubernetes, { ...current, ...change }, sent);
    await tx.deployments.update(current.id, change);
    const secrets = body.secrets ?? (await tx.deployments.secrets(current.id));
    if (isSet(body.secrets)) await tx.deployments.putSecrets(current.id, body.secrets);
    const deployment = { ...current, ...change };
    if (request.alwaysRevise !== true && !createsRevision(body)) return { deployment, revision: undefined };

    // The new revision copies the configuration of the latest revision without its commit, so the ref is resolved
    // again.
    const base = { ...latest?.config, repo_commit_sha: null };
    const config = mergeRevisionConfig(base, body.source_revision_config);
    await claimTarball(tx, { deploymentId: current.id, source: current.source, config, now });
    return { deployment, revision: await createRevision(tx, dependencies, deployment, config, secrets) };
  });
}

/**
 * Returns the fields that clients can set. `custom_url` is stored only for `external_docker`, because the URL of any
 * other source is derived.
 */
function settable(
  now: DeploymentRow,
  given: DeploymentPatch['source_config'],
): DeploymentPatch['source_config'] {
  if (!given || now.source === 'external_docker') return given;
  const { custom_url: _, ...rest } = given;
  return rest;
}
