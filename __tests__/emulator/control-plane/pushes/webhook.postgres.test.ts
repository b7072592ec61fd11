import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../../src/emulator/admin/seed.ts';
import { gitDeployment, type Plane, startPlane } from '../../server/plane.ts';

const LIST = '/v2/deployments';
const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const OTHER_WORKSPACE = '22222222-2222-4222-8222-222222222222';
const HOOK = '33333333-3333-4333-8333-333333333333';
const BARE = '44444444-4444-4444-8444-444444444444';
const SECRET = 'a-webhook-secret';
const COMMIT = 'c'.repeat(40);
const REPO = 'https://git.example/owner/agent';
const REPOSITORY = {
  clone_url: `${REPO}.git`,
  ssh_url: 'git@git.example:owner/agent.git',
  html_url: REPO,
  default_branch: 'main',
};

const seed = Seed.parse({
  workspaces: [
    {
      id: WORKSPACE,
      integrations: [
        { id: HOOK, name: 'hub', webhook_secret: SECRET },
        { id: BARE, name: 'bare' },
      ],
    },
    { id: OTHER_WORKSPACE, api_keys: [{ key: 'another-key' }] },
  ],
});

const payload = (change: Record<string, unknown> = {}) => ({
  ref: 'refs/heads/main',
  before: 'b'.repeat(40),
  after: COMMIT,
  created: false,
  deleted: false,
  commits: [{ id: COMMIT }],
  repository: REPOSITORY,
  ...change,
});
const sign = (body: string, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

let deliveries = 0;
function deliver(
  { api }: Plane,
  body: unknown,
  headers: Record<string, string | null> = {},
  target = `/v1/integrations/git_host/${HOOK}/webhook`,
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  deliveries += 1;
  return api('POST', target, text, {
    'x-api-key': null,
    'x-github-event': 'push',
    'x-github-delivery': `delivery-${deliveries}`,
    'x-hub-signature-256': sign(text),
    ...headers,
  });
}
const onPush = (change: Record<string, unknown> = {}, ref: string | null = 'main') =>
  gitDeployment({
    source_config: { repo_url: REPO, build_on_push: true, ...change },
    source_revision_config: { repo_ref: ref, graph_config_path: 'langgraph.json' },
  });
const deploy = async ({ api }: Plane, body = onPush(), headers: Record<string, string> = {}) =>
  String((await api('POST', LIST, body, headers)).body.id);
const made = (answer: { body: { revisions: { deployment_id: string }[] } }) =>
  answer.body.revisions.map((one) => one.deployment_id);

describe('a signed push webhook', () => {
  // docs/conformance.md#sourceconfig-build-push
  // docs/departures.md#sourceconfig-integration-id-webhooks
  test('creates a revision of its commit for each deployment of the workspace that builds the branch', async () => {
    const plane = await startPlane({ seed });
    const hit = [
      await deploy(plane),
      await deploy(plane, onPush({ repo_url: 'https://GIT.example/Owner/agent.git' })),
      await deploy(plane, onPush({ repo_url: 'git@git.example:owner/agent' })),
      await deploy(plane, onPush({ integration_id: HOOK })),
      await deploy(plane, onPush({}, null)),
    ];
    await deploy(plane, onPush({ build_on_push: false }));
    await deploy(plane, onPush({}, 'next'));
    await deploy(plane, onPush({ repo_url: `${REPO}-other` }));
    await deploy(plane, onPush({ integration_id: BARE }));
    await deploy(plane, onPush(), { 'x-api-key': 'another-key' });
    const answer = await deliver(plane, payload());
    expect([answer.status, answer.body.status]).toEqual([202, 'accepted']);
    expect(made(answer).toSorted()).toEqual(hit.toSorted());
    const { resources } = (await plane.api('GET', `${LIST}/${hit[0]}/revisions`)).body;
    expect(resources).toMatchObject([
      {
        id: answer.body.revisions.find((one: { deployment_id: string }) => one.deployment_id === hit[0])
          .revision_id,
        status: 'CREATING',
        source_revision_config: { repo_ref: 'main', repo_commit_sha: COMMIT },
      },
      {},
    ]);
  });

  test("is accepted at the hosted service's path, below the path prefix, and as a form", async () => {
    const plane = await startPlane({ seed });
    const id = await deploy(plane);
    expect(
      made(await deliver(plane, payload(), {}, `/api-host/v1/integrations/github/${HOOK}/webhook`)),
    ).toEqual([id]);
    const form = new URLSearchParams({ payload: JSON.stringify(payload({ after: 'd'.repeat(40) })) });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(made(await deliver(plane, form.toString(), type))).toEqual([id]);
    expect((await deliver(plane, 'no=payload', type)).status).toBe(400);
  });

  // docs/departures.md#sourceconfig-build-push-pushes
  test('creates no revision for a deleted branch, a branch without new commits, or a tag', async () => {
    const plane = await startPlane({ seed });
    const id = await deploy(plane);
    for (const change of [
      { deleted: true, after: '0'.repeat(40) },
      { created: true, commits: [] },
      { ref: 'refs/tags/main' },
      { ref: 'refs/tags/main', head_commit: { id: 'd'.repeat(40) } },
    ]) {
      const answer = await deliver(plane, payload(change));
      expect([answer.status, answer.body.status, made(answer)]).toEqual([202, 'ignored', []]);
    }
    // A new branch with commits counts as a push.
    expect(made(await deliver(plane, payload({ created: true })))).toEqual([id]);
  });

  test('is accepted even if it affects no deployment', async () => {
    const answer = await deliver(await startPlane({ seed }), payload());
    expect([answer.status, answer.body.status, made(answer)]).toEqual([202, 'accepted', []]);
  });
});

describe('a delivery of a push webhook', () => {
  // docs/departures.md#webhook-deliveries-come-again
  test('creates no second revision if it is repeated, and returns the first revision again', async () => {
    const plane = await startPlane({ seed });
    const id = await deploy(plane);
    const again = { 'x-github-delivery': 'the-same' };
    const answers = await Promise.all([
      deliver(plane, payload(), again),
      deliver(plane, payload(), again),
      deliver(plane, payload(), again),
    ]);
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['accepted', 'repeated', 'repeated']);
    expect(new Set(answers.map(({ body }) => body.revisions[0].revision_id)).size).toBe(1);
    expect((await plane.api('GET', `${LIST}/${id}/revisions`)).body.resources).toHaveLength(2);
    // Another delivery counts as a new push.
    expect((await deliver(plane, payload())).body.status).toBe('accepted');
    expect((await plane.api('GET', `${LIST}/${id}/revisions`)).body.resources).toHaveLength(3);
  });

  test('creates no second revision after a restart, even if the seed sets the secret again', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'webhook-'));
    try {
      const first = await startPlane({ seed, dataDir });
      const id = await deploy(first);
      const again = { 'x-github-delivery': 'the-same' };
      const before = await deliver(first, payload(), again);
      await first.emulator.close();
      const without = await startPlane({
        dataDir,
        seed: Seed.parse({ workspaces: [{ id: WORKSPACE, integrations: [{ id: HOOK, name: 'hub' }] }] }),
      });
      expect((await deliver(without, payload(), again)).status).toBe(403);
      await without.emulator.close();
      const second = await startPlane({ seed, dataDir });
      const after = await deliver(second, payload(), again);
      expect([after.body.status, after.body.revisions]).toEqual(['repeated', before.body.revisions]);
      expect((await second.api('GET', `${LIST}/${id}/revisions`)).body.resources).toHaveLength(2);
      await second.emulator.close();
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  test('creates no second revision for a push that /_local/push also reported, before or after the delivery', async () => {
    const plane = await startPlane({ seed });
    const id = await deploy(plane);
    const push = (commit: string) =>
      plane.api('POST', '/_local/push', { repo_url: REPO, ref: 'main', commit_sha: commit });
    const revision = (answer: { body: { revisions: { revision_id: string }[] } }) =>
      answer.body.revisions[0]?.revision_id;
    const [d, e] = ['d'.repeat(40), 'e'.repeat(40)];
    const reported = revision(await push(d));
    expect(revision(await deliver(plane, payload({ after: d })))).toBe(reported);
    const delivered = revision(await deliver(plane, payload({ after: e })));
    expect(revision(await push(e))).toBe(delivered);
    expect((await plane.api('GET', `${LIST}/${id}/revisions`)).body.resources).toHaveLength(3);
  });

  test.each([
    ['no signature', { 'x-hub-signature-256': null }],
    ['the older type of signature', { 'x-hub-signature-256': null, 'x-hub-signature': 'sha1=abc' }],
    ['another secret', { 'x-hub-signature-256': sign(JSON.stringify(payload()), 'another-secret') }],
    ['a signature of another body', { 'x-hub-signature-256': sign('{}') }],
    ['a truncated signature', { 'x-hub-signature-256': 'sha256=ab' }],
  ])('with %s causes a 401 and has no effect', async (_, headers) => {
    const plane = await startPlane({ seed });
    const id = await deploy(plane);
    const answer = await deliver(plane, payload(), headers);
    expect([answer.status, answer.body.detail]).toEqual([
      401,
      expect.stringContaining('X-Hub-Signature-256'),
    ]);
    expect((await plane.api('GET', `${LIST}/${id}/revisions`)).body.resources).toHaveLength(1);
    expect(JSON.stringify(plane.emulator.journal.after(0))).not.toContain(SECRET);
  });

  test('is rejected with the reason if its integration or body is invalid', async () => {
    const plane = await startPlane({ seed });
    const status = async (...given: Parameters<typeof deliver> extends [Plane, ...infer R] ? R : never) => {
      const answer = await deliver(plane, ...given);
      return [answer.status, JSON.stringify(answer.body.detail)];
    };
    const at = (id: string) => `/v1/integrations/git_host/${id}/webhook`;
    const unknown = '99999999-9999-4999-8999-999999999999';
    expect(await status(payload(), {}, at(unknown))).toEqual([404, expect.stringContaining(unknown)]);
    expect(await status(payload(), {}, at(BARE))).toEqual([403, expect.stringContaining('webhook_secret')]);
    expect(await status(payload(), {}, at('x'))).toEqual([422, expect.stringContaining('integration_id')]);
    expect(await status('{')).toEqual([422, expect.stringContaining('not valid JSON')]);
    expect(await status(payload(), { 'content-type': 'text/plain' })).toEqual([
      415,
      expect.stringContaining('application/json'),
    ]);
    expect(await status(payload(), { 'x-github-event': null })).toEqual([
      400,
      expect.stringContaining('x-github-event'),
    ]);
    expect(await status(payload(), { 'x-github-delivery': null })).toEqual([
      400,
      expect.stringContaining('x-github-delivery'),
    ]);
    expect(await status(payload({ after: 'HEAD' }))).toEqual([422, expect.stringContaining('after')]);
    expect(await status(payload({ repository: null }))).toEqual([422, expect.stringContaining('repository')]);
    expect((await deliver(plane, `"${'x'.repeat(25 * 1024 * 1024)}"`)).status).toBe(413);
  });

  test('receives a response for a ping, and is ignored for other kinds of events', async () => {
    const plane = await startPlane({ seed });
    const ping = await deliver(plane, { zen: 'Keep it simple.' }, { 'x-github-event': 'ping' });
    expect([ping.status, ping.body.status]).toEqual([202, 'pong']);
    const other = await deliver(plane, { action: 'opened' }, { 'x-github-event': 'pull_request' });
    expect([other.status, other.body.status]).toEqual([202, 'ignored']);
    expect(plane.emulator.journal.after(0).entries.at(-1)).toMatchObject({
      path: `/v1/integrations/git_host/${HOOK}/webhook`,
      request: { action: 'opened' },
    });
  });
});
