import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Store } from '../../src/emulator/ports/store.ts';
import { gitDeployment } from '../emulator/server/plane.ts';
import { sandboxRow } from '../emulator/store/samples.ts';
import { useDashboard } from './support/dashboard.ts';

const dashboard = useDashboard();

const MARKUP = `<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>`;
/** Markup, terminal colors, and text that is displayed backwards from its middle. */
const HOSTILE = `${MARKUP} \u001b[31mred\u001b[0m \u202Etxt.exe`;
const LONG = `${MARKUP}${'A'.repeat(100_000)}`;

/**
 * Starts an emulator with virtual time and direct access to its store, so that tests can write strings that requests
 * cannot contain.
 */
async function startOnStore() {
  const created = Promise.withResolvers<Store>();
  const started = await dashboard.start({
    createBackend: async ({ store }) => {
      created.resolve(store);
      return {
        routes: async () => [],
        remoteRefs: { addressOf: () => undefined, read: () => Promise.resolve(undefined) },
        wake: () => undefined,
        health: () => ({ workers: 0 }),
        start: async () => undefined,
        close: async () => undefined,
      };
    },
  });
  return { ...started, store: await created.promise };
}

/** Writes the string to every field of every row that a screen shows. */
async function fill({ store, api, emulator }: Awaited<ReturnType<typeof startOnStore>>) {
  const { body: made } = await api('POST', '/v2/deployments', gitDeployment());
  const id = String(made.id);
  const secrets = [
    { name: 'AGENT_DEPLOY_PREVIEW', value: 'acme/support#42' },
    { name: HOSTILE, value: 'a-hidden-value' },
  ];
  const config = {
    repo_ref: HOSTILE,
    repo_commit_sha: HOSTILE,
    graph_config_path: LONG,
  };
  await store.deployments.update(id, { name: HOSTILE, sourceConfig: { repo_url: HOSTILE } });
  await store.deployments.putSecrets(id, secrets);
  const now = emulator.clock.now();
  const revision = await store.revisions.insert(
    {
      id: randomUUID(),
      deploymentId: id,
      source: 'git_host',
      config,
      status: 'BUILD_FAILED',
      statusMessage: LONG,
      createdAt: now,
      updatedAt: now,
      history: [{ status: 'BUILD_FAILED', at: now }],
      push: { ref: HOSTILE, commit: HOSTILE, channels: ['local'] },
    },
    secrets,
  );
  await store.deployments.update(id, { latestRevisionId: revision.id });
  await store.logs.append(
    [HOSTILE, LONG, HOSTILE].map((message, index) => ({
      revisionId: revision.id,
      kind: index === 0 ? 'build' : 'deploy',
      level: 'ERROR',
      at: now,
      message,
    })),
  );
  await store.sandboxes.insert(
    sandboxRow(emulator.workspaceId, {
      name: HOSTILE,
      statusMessage: LONG,
      proxy: {
        config: {
          rules: [
            {
              name: HOSTILE,
              match_hosts: [HOSTILE],
              match_paths: [HOSTILE],
              headers: [{ name: HOSTILE, type: 'plaintext', value: HOSTILE }],
            },
          ],
          no_proxy: [HOSTILE],
        },
        ids: [{ rule: 'r1', headers: ['h1'] }],
      },
    }),
    [],
    {},
  );
  const sandboxes = await store.sandboxes.list(emulator.workspaceId);
  const body = { [HOSTILE]: HOSTILE, deep: [{ [MARKUP]: 'x'.repeat(50_000) }] };
  emulator.journal.record({
    surface: 'control-plane',
    method: 'POST',
    path: `/v2/${HOSTILE}`,
    query: `q=${HOSTILE}`,
    status: 200,
    ms: 1,
    request: { value: body, json: JSON.stringify(body) },
    response: { value: LONG, json: JSON.stringify(LONG) },
    began: 1,
    ended: 2,
    deploymentId: id,
  });
  await api('PUT', '/_local/faults', {
    rules: [{ match: { deployment: HOSTILE, stage: 'BUILDING' }, then: { fail: HOSTILE } }],
  });
  await api('POST', '/_local/push', { repo_url: MARKUP, ref: HOSTILE });
  return { id, revision: revision.id, sandbox: sandboxes[0]?.id ?? '', seq: emulator.journal.lastSeq() };
}

test.each([1280, 360])(
  'untrusted text is shown as plain text on every screen at a width of %i pixels',
  async (width) => {
    const started = await startOnStore();
    const { id, revision, sandbox, seq } = await fill(started);
    const tab = await started.open({ viewport: { width, height: 800 } });
    const { page } = tab;
    const own = `/deployments/${id}`;
    const { body: listed } = await started.api('GET', `/v2/deployments/${id}/revisions`);
    const [, long] = await started.store.logs.listOfDeployment(id, {
      kind: 'deploy',
      order: 'desc',
      limit: 5,
    });
    const problems: unknown[] = [];
    for (const place of [
      '/',
      own,
      `${own}?to=${revision}&from=${listed.resources.at(-1).id}`,
      `${own}/logs`,
      `${own}/logs?line=${long?.id}`,
      `${own}/settings`,
      '/requests',
      `/requests/${seq}`,
      '/events',
      '/faults',
      '/sandboxes',
      `/sandboxes/${sandbox}`,
      '/previews',
      '/pushes',
    ]) {
      await tab.open(place);
      const main = page.locator('main');
      await main.filter({ hasText: '<img src=x' }).waitFor();
      const text = await page.locator('body').innerText();
      // The text contains neither terminal colors nor characters that change the text direction.
      if (/[\u001b\u202e]/.test(`${text}${await page.title()}`))
        problems.push({ place, shows: 'raw characters' });
      if (text.includes('a-hidden-value')) problems.push({ place, shows: 'a value' });
      if ((await page.locator('main img, main script').count()) > 0)
        problems.push({ place, has: 'an element' });
      const wide: number = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (wide > 0) problems.push({ place, wide });
    }
    expect(problems).toEqual([]);
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
  },
);
