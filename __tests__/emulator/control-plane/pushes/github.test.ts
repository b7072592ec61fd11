import { describe, expect, test } from '@jest/globals';
import { branchDeletedEvent, pushEvent, tagEvent } from '../../../../harness/events.ts';
import { createWebhooks, integrationWebhookUrl } from '../../../../harness/github/webhooks.ts';
import { Seed } from '../../../../src/emulator/admin/seed.ts';
import { gitDeployment, startPlane } from '../../server/plane.ts';

const LIST = '/v2/deployments';
const HOOK = '33333333-3333-4333-8333-333333333333';
const SECRET = 'a-webhook-secret';
const BEFORE = 'b'.repeat(40);

async function withDeployment() {
  const workspace = '11111111-1111-4111-8111-111111111111';
  const integrations = [{ id: HOOK, name: 'hub', webhook_secret: SECRET }];
  const plane = await startPlane({ seed: Seed.parse({ workspaces: [{ id: workspace, integrations }] }) });
  const source = { repo_url: 'https://github.com/octo-org/echo-agent', build_on_push: true };
  const { id } = (await plane.api('POST', LIST, gitDeployment({ source_config: source }))).body;
  const commits = async () =>
    (await plane.api('GET', `${LIST}/${id}/revisions`)).body.resources.map(
      (one: { source_revision_config: { repo_commit_sha: string | null } }) =>
        one.source_revision_config.repo_commit_sha,
    );
  const hook = { url: integrationWebhookUrl(plane.emulator.urls.controlPlane, HOOK), secret: SECRET };
  return { commits, hook, webhooks: createWebhooks() };
}
const shown = ({ status, answer }: { status: number | null; answer: string }) => [
  status,
  (JSON.parse(answer) as { status?: string }).status,
];

describe('a webhook as GitHub sends it', () => {
  test('makes one revision for a push, and none more when it is delivered again', async () => {
    const { commits, hook, webhooks } = await withDeployment();
    const event = pushEvent({ branch: 'main', before: BEFORE, after: 'c'.repeat(40) });
    const first = await webhooks.deliver(event, hook);
    expect(shown(first)).toEqual([202, 'accepted']);
    expect(shown(await webhooks.redeliver(first.id))).toEqual([202, 'repeated']);
    expect(await commits()).toEqual(['c'.repeat(40), null]);
  });

  test('may be a form, and tells of more than pushes to the branch', async () => {
    const { commits, hook, webhooks } = await withDeployment();
    const form = { ...hook, contentType: 'application/x-www-form-urlencoded' as const };
    const after = 'd'.repeat(40);
    expect(shown(await webhooks.deliver(pushEvent({ branch: 'main', before: BEFORE, after }), form))).toEqual(
      [202, 'accepted'],
    );
    for (const event of [
      tagEvent({ tag: 'main', commit: after, tagObject: 'e'.repeat(40) }),
      branchDeletedEvent({ branch: 'main', before: after, defaultHead: after }),
      { name: 'ping', payload: { zen: 'Design for failure.', hook_id: 1 } },
      { name: 'workflow_run', payload: {} },
    ]) {
      expect((await webhooks.deliver(event, hook)).status).toBe(202);
    }
    expect(await commits()).toEqual([after, null]);
  });

  test('without the secret, or with another one, is refused', async () => {
    const { commits, hook, webhooks } = await withDeployment();
    const event = pushEvent({ branch: 'main', before: BEFORE, after: 'c'.repeat(40) });
    for (const secret of [null, 'another-secret']) {
      expect((await webhooks.deliver(event, { ...hook, secret })).status).toBe(401);
    }
    expect(await commits()).toEqual([null]);
  });
});
