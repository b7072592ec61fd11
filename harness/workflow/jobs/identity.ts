import type { RunnerEvent } from '../../events/index.ts';
import { tokenPermissions, type TokenPermissions } from '../model/permissions.ts';
import type { StepsJobModel } from '../model/schema.ts';
import type { DeploymentEnvironment } from '../types.ts';
import type { Graph } from './turn.ts';

/** What a job may do, and what it is told. */
export interface Identity {
  permissions: TokenPermissions;
  token: string | undefined;
  secrets: Record<string, string>;
}

/** Makes out who a job is. A fork's pull request, and Dependabot, get to read and are told no secret. */
export async function identify(
  job: string,
  model: StepsJobModel,
  graph: Pick<Graph, 'loaded' | 'event' | 'options' | 'secrets'>,
  place: DeploymentEnvironment,
): Promise<Identity> {
  const { workflow, cap } = graph.loaded;
  const readOnly = fromOutside(graph.event);
  const permissions = tokenPermissions({
    workflow: workflow.permissions ?? cap,
    job: model.permissions,
    byDefault: graph.options.defaultPermissions,
    readOnly,
  });
  const given = graph.options.github?.token;
  const token = typeof given === 'function' ? await given(permissions, job) : given;
  // A secret of the environment stands for one of the same name that a caller hands on.
  const secrets = readOnly ? {} : { ...graph.secrets, ...place.secrets };
  return {
    permissions,
    token,
    secrets: token === undefined ? secrets : { ...secrets, GITHUB_TOKEN: token },
  };
}

/** Whether an event comes from somebody who is not trusted with secrets. */
export function fromOutside(event: RunnerEvent): boolean {
  if (event.name === 'pull_request_target') return false;
  if (event.actor === 'dependabot[bot]') return true;
  if (event.name !== 'pull_request') return false;
  const repo = at(at(event.payload['pull_request'], 'head'), 'repo');
  // A fork may have been deleted meanwhile.
  return at(repo, 'full_name') !== event.repository;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
