import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ClusterAccess } from '../../../harness/cluster/api.ts';
import { renderKubeconfig } from '../../../harness/cluster/kubeconfig.ts';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from '../../../harness/emulator.ts';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { until } from '../../../harness/until.ts';

/** A database for control planes whose agents run in one namespace. */
export interface PlaneHome {
  start(more?: EmulatorOptions): Promise<EmulatorHandle>;
  /** Path of the kubeconfig of the control planes, and the variables of their database and keyring. */
  readonly kubeconfig: string;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Opens a database for control planes. `access` contains the credentials of the control planes in the cluster. */
export async function openPlaneHome(access: ClusterAccess, namespace: string): Promise<PlaneHome> {
  const server: PostgresServer = await startPostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'planes-'));
  const databaseUrl = await server.freshDatabase();
  const keyringFile = path.join(folder, 'keyring');
  await writeFile(keyringFile, `v1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, renderKubeconfig(access, namespace), { mode: 0o600 });
  const running = new Set<EmulatorHandle>();
  return {
    kubeconfig,
    env: { EMULATOR_DATABASE_URL: databaseUrl, EMULATOR_KEYRING_FILE: keyringFile },
    async start({ flags = [], ...more } = {}) {
      const emulator = await startEmulator({
        runtime: 'kubernetes',
        databaseUrl,
        keyringFile,
        apiKey: 'a-key-for-all-of-them',
        flags: ['--kubeconfig', kubeconfig, ...flags],
        ...more,
      });
      running.add(emulator);
      void emulator.ended.then(() => running.delete(emulator));
      return emulator;
    },
    async close() {
      await Promise.all([...running].map((one) => one.kill()));
      await server.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export interface Deployment {
  id: string;
  url: string | null;
  status: string;
  active_revision_id: string | null;
  latest_revision_id: string;
}
export interface Revision {
  id: string;
  status: string;
  status_message: string | null;
}

let names = 0;

/** Returns the response body of a request that must succeed. */
export async function asked<T>(
  plane: Pick<EmulatorHandle, 'api'>,
  method: string,
  target: string,
  body?: unknown,
): Promise<T> {
  const answer = await plane.api(method, target, body);
  if (answer.status >= 300) {
    throw new Error(`${method} ${target}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body as T;
}

/** Creates a deployment of an image; `spec` is its `resource_spec`. */
export function createImage(
  plane: Pick<EmulatorHandle, 'api'>,
  image: string,
  spec: object = {},
  more: object = {},
): Promise<Deployment> {
  names += 1;
  return asked(plane, 'POST', '/v2/deployments', {
    name: `agent-${names}`,
    source: 'external_docker',
    source_config: { resource_spec: spec },
    source_revision_config: { image_uri: image },
    secrets: [],
    ...more,
  });
}

/** Deploys another image to a deployment, and returns the new revision's ID. */
export async function changeImage(
  plane: Pick<EmulatorHandle, 'api'>,
  id: string,
  image: string,
): Promise<string> {
  const body = { source_revision_config: { image_uri: image } };
  const changed = await asked<Deployment>(plane, 'PATCH', `/v2/deployments/${id}`, body);
  return changed.latest_revision_id;
}

export const readDeployed = (plane: Pick<EmulatorHandle, 'api'>, id: string): Promise<Deployment> =>
  asked(plane, 'GET', `/v2/deployments/${id}`);

/** Waits until the revision is final. */
export function settled(
  plane: Pick<EmulatorHandle, 'api'>,
  id: string,
  revisionId: string,
  withinMs?: number,
): Promise<Revision> {
  const isFinal = async () => {
    const row = await asked<Revision>(plane, 'GET', `/v2/deployments/${id}/revisions/${revisionId}`);
    return /^(DEPLOYED|SKIPPED|INTERRUPTED|.*_FAILED)$/.test(row.status) && row;
  };
  return until(isFinal, `the end of revision ${revisionId}`, withinMs);
}

/** Returns the lines of a revision's deploy log. */
export async function deployLog(
  plane: Pick<EmulatorHandle, 'api'>,
  id: string,
  revisionId: string,
): Promise<string> {
  const answer = await asked<{ logs: { message: string }[] }>(
    plane,
    'POST',
    `/v1/projects/${id}/revisions/${revisionId}/deploy_logs`,
    { limit: 200 },
  );
  return answer.logs.map(({ message }) => message).join('\n');
}
