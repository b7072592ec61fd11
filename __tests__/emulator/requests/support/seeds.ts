import { gzipSync } from 'node:zlib';
import type { Emulator } from '../../../../src/emulator/index.ts';
import { call, gitDeployment, imageDeployment } from '../../server/plane.ts';
import { isObject } from './document.ts';
import { type Remembered, remember } from './send.ts';
import type { Tables } from './world.ts';

const ARCHIVE = gzipSync('no archive, but gzipped');

/**
 * Creates a deployment for each source of this emulator (one of them with an upload), a listener on request, and a
 * provider, so that generated requests find objects. `at` makes the names unique.
 */
export async function seedSome(
  emulator: Emulator,
  at: number,
  remembered: Remembered,
  withListener: boolean,
): Promise<void> {
  if (withListener) await call(emulator, 'POST', '/v2/listeners', LISTENER(at));
  const [listener] = (await call(emulator, 'GET', '/v2/listeners')).body.resources;
  const secrets = [{ name: 'A', value: 'first' }];
  const bodies = [
    imageDeployment({
      name: `image-${at}`,
      secrets,
      ...(listener && { source_config: { listener_id: listener.id } }),
    }),
    gitDeployment({ name: `git-${at}`, secrets }),
    {
      name: `pushed-${at}`,
      source: 'internal_docker',
      secrets,
      source_config: {},
      source_revision_config: {},
    },
    {
      name: `packed-${at}`,
      source: 'internal_source',
      secrets,
      source_config: {},
      source_revision_config: { graph_config_path: 'langgraph.json' },
    },
  ];
  for (const body of bodies) {
    const { status, body: deployment } = await call(emulator, 'POST', '/v2/deployments', body);
    // The edition decides which sources exist.
    if (status !== 201 || deployment.source !== 'internal_source') continue;
    const place = `/v2/deployments/${deployment.id}/upload-url`;
    for (const uploaded of [true, false]) {
      const given = await call(emulator, 'POST', place);
      if (!isObject(given.body)) continue;
      remember(remembered, given.body);
      const url = String(given.body['upload_url']);
      if (uploaded) await fetch(url, { method: 'PUT', body: ARCHIVE });
    }
  }
  await call(emulator, 'POST', '/v2/auth/providers', {
    provider_id: 'provider-0',
    name: 'Provider',
    client_id: 'client',
    client_secret: 'a client secret',
    auth_url: 'https://provider.example/authorize',
    token_url: 'https://provider.example/token',
  });
}

/** Creates a thread and a run on each active deployment without threads. */
export async function seedRuns(emulator: Emulator, tables: Tables): Promise<void> {
  const withThreads = new Set((tables['threads'] ?? []).map((row) => row['deployment_id']));
  for (const { id, active_revision_id: active } of tables['deployments'] ?? []) {
    if (active === null || withThreads.has(id)) continue;
    const { status, body } = await call(emulator, 'POST', `/d/${String(id)}/threads`, {});
    if (status !== 200) continue;
    const place = `/d/${String(id)}/threads/${body.thread_id}/runs`;
    await call(emulator, 'POST', place, { assistant_id: 'agent', input: {} });
  }
}

const LISTENER = (at: number) => ({
  compute_type: 'k8s',
  compute_id: `seeded-${at}`,
  compute_config: { k8s_namespaces: ['default'] },
});
