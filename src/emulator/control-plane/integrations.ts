import * as z from 'zod';
import { DIALECT_TABLE } from '../../contract/dialect.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import {
  IntegrationList,
  type IntegrationRepository,
  IntegrationRepositoryList,
} from '../../contract/integration.ts';
import { parseRepositoryName } from '../ports/git.ts';
import type { SeededRepository } from '../ports/workspace-settings.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { IntegrationPath, notFound } from './requests.ts';

const api = routesOf('control-plane', 'workspace');

/** Base paths of integrations: in both [dialects](docs/api.md#dialects), and a newer path of the hosted service. */
const BASES = [
  ...DIALECT_TABLE.paths.flatMap(({ generic, langsmith }) => [generic, langsmith]),
  '/v1/integrations/forge/github',
];
const LINKS = ['github', 'forge-github'];

/** Creates the routes for a workspace's git-host integrations and their repositories. */
export function integrationRoutes(dependencies: ControlPlaneDependencies): Route[] {
  return [
    ...BASES.flatMap((base) => [listRoute(base, dependencies), repositoriesRoute(base, dependencies)]),
    ...LINKS.map(linkRoute),
  ];
}

function listRoute(base: string, { store }: ControlPlaneDependencies): Route {
  return api.get(`${base}/install`, {
    summary: "List the workspace's git-host integrations",
    responses: { 200: { description: 'The integrations', schema: IntegrationList } },
    handler: async ({ caller }) => {
      const rows = await store.integrations.list(caller.workspaceId);
      const body = rows.map(({ id, installationId, name }) => ({
        id,
        installation_id: installationId,
        name,
      }));
      return { status: 200, body };
    },
  });
}

function repositoriesRoute(base: string, { store, settings }: ControlPlaneDependencies): Route {
  return api.get(`${base}/{integration_id}/repos`, {
    summary: 'List the repositories of an integration',
    params: IntegrationPath,
    responses: {
      200: { description: 'The repositories', schema: IntegrationRepositoryList },
      404: notFound,
    },
    handler: async ({ caller, params }) => {
      const id = params.integration_id;
      const rows = await store.integrations.list(caller.workspaceId);
      if (!rows.some((row) => row.id === id)) throw new HttpError(404, `Integration ID ${id} not found.`);
      const naming = await store.deployments.listReferencing(caller.workspaceId, id);
      const deployed = naming.flatMap(({ sourceConfig }) =>
        sourceConfig.integration_id?.toLowerCase() === id ? (sourceConfig.repo_url ?? []) : [],
      );
      return { status: 200, body: repositoriesOf(id, settings.repositories(id), deployed) };
    },
  });
}

/** Creates a route that refuses to install a git host's app, because integrations come from the seed file. */
function linkRoute(app: string): Route {
  return api.post(`/v2/integrations/${app}/installation-link`, {
    summary: 'Refused: integrations come from the seed file',
    responses: {
      200: {
        description: 'Installation page of the app: only on the hosted service',
        schema: z.looseObject({}),
      },
      400: { description: 'The emulator has no app to install', schema: DetailError },
    },
    handler: () => {
      throw new HttpError(
        400,
        'This emulator has no app to install: Git host integrations come from the seed file (workspaces[].integrations).',
      );
    },
  });
}

/** Default branch of seeded repositories that do not specify a branch. */
const DEFAULT_BRANCH = 'main';

/**
 * Returns an integration's repositories. The emulator cannot query a git host, so the function returns the seeded
 * repositories, or else the distinct repository URLs of the deployments that use the integration.
 */
function repositoriesOf(
  integrationId: string,
  seeded: readonly SeededRepository[] | undefined,
  deployed: readonly string[],
): IntegrationRepository[] {
  const known =
    seeded ??
    [...new Set(deployed)].map((url) => ({
      ...parseRepositoryName(url),
      url,
      defaultBranch: DEFAULT_BRANCH,
      id: undefined,
    }));
  return known.map(({ id, name, owner, url, defaultBranch }) => ({
    host_integration_id: integrationId,
    id: id ?? numberOf(url),
    name,
    owner,
    url,
    default_branch: defaultBranch,
  }));
}

/** Derives a positive repository number from a URL (FNV-1a, 31 bits), because git hosts number repositories. */
function numberOf(url: string): number {
  let hash = 0x811c9dc5;
  for (const character of url) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 1) + 1;
}
