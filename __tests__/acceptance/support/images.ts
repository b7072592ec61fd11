import { randomBytes } from 'node:crypto';
import type { TestEnvironment } from './environment.ts';

/** Returns an image for this test only. */
export function someImage(tag = '1'): string {
  return `registry.example.org/team/agent-${randomBytes(3).toString('hex')}:${tag}`;
}

/** Returns the emulator's deployment with this name, or `undefined` if none exists. */
export async function deploymentNamed(
  world: Pick<TestEnvironment, 'emulator'>,
  name: string,
): Promise<Record<string, unknown> | undefined> {
  const found = await deploymentsNamed(world, name);
  return found[0];
}

/** Returns all deployments with exactly this name. */
export async function deploymentsNamed(
  world: Pick<TestEnvironment, 'emulator'>,
  name: string,
): Promise<Record<string, unknown>[]> {
  const answer = await world.emulator.api('GET', `/v2/deployments?limit=100&name_contains=${name}`);
  return resources(answer.body).filter((item) => item['name'] === name);
}

/** Returns the statuses of a deployment's revisions, latest first. */
export async function revisionsOf(
  world: Pick<TestEnvironment, 'emulator'>,
  deploymentId: string | undefined,
): Promise<Record<string, unknown>[]> {
  const answer = await world.emulator.api('GET', `/v2/deployments/${deploymentId}/revisions?limit=100`);
  return resources(answer.body);
}

function resources(body: unknown): Record<string, unknown>[] {
  // The response is not validated here, because the emulator's own tests validate it against the contract.
  return (body as { resources: Record<string, unknown>[] }).resources;
}

/** Creates a deployment of an image as another client would, without the action, and returns its ID. */
export async function createWithoutAction(
  world: Pick<TestEnvironment, 'emulator'>,
  name: string,
  more: { image?: string; secrets?: { name: string; value: string }[] } = {},
): Promise<string> {
  const answer = await world.emulator.api('POST', '/v2/deployments', {
    name,
    source: 'external_docker',
    source_config: {},
    source_revision_config: { image_uri: more.image ?? someImage() },
    secrets: more.secrets ?? [],
  });
  if (answer.status !== 201)
    throw new Error(`POST returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}

/**
 * Returns the variables of a repository whose workflows deploy images: a listener of a cluster with the namespace
 * `agents`.
 */
export async function clusterVars({
  emulator,
}: Pick<TestEnvironment, 'emulator'>): Promise<Record<string, string>> {
  const { body } = await emulator.api('POST', '/v2/listeners', {
    compute_type: 'k8s',
    compute_id: 'cluster',
    compute_config: { k8s_namespaces: ['agents'] },
  });
  return { CONTROL_PLANE_URL: emulator.urls.controlPlane, LISTENER_ID: (body as { id: string }).id };
}
