import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { branchDeletedEvent, pushEvent, tagEvent } from '../../../../harness/events.ts';
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
  const url = `${plane.emulator.urls.controlPlane}/v1/integrations/git_host/${HOOK}/webhook`;
  /** Posts an event as GitHub does, signed over its very bytes; gives the status and what was made of it. */
  const deliver = async (
    { name, payload }: { name: string; payload: unknown },
    options: { id?: string; secret?: string | null; form?: boolean } = {},
  ) => {
    const { id = randomUUID(), secret = SECRET, form = false } = options;
    const json = JSON.stringify(payload);
    const body = form ? new URLSearchParams({ payload: json }).toString() : json;
    const signed = createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex');
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        'X-GitHub-Event': name,
        'X-GitHub-Delivery': id,
        ...(secret === null ? {} : { 'X-Hub-Signature-256': `sha256=${signed}` }),
      },
    });
    return [answer.status, ((await answer.json()) as { status?: string }).status];
  };
  return { commits, deliver };
}

describe('a webhook as GitHub sends it', () => {
  test('makes one revision for a push, and none more when it is delivered again', async () => {
    const { commits, deliver } = await withDeployment();
    const event = pushEvent({ branch: 'main', before: BEFORE, after: 'c'.repeat(40) });
    expect(await deliver(event, { id: 'one' })).toEqual([202, 'accepted']);
    expect(await deliver(event, { id: 'one' })).toEqual([202, 'repeated']);
    expect(await commits()).toEqual(['c'.repeat(40), null]);
  });

  test('may be a form, and tells of more than pushes to the branch', async () => {
    const { commits, deliver } = await withDeployment();
    const after = 'd'.repeat(40);
    const event = pushEvent({ branch: 'main', before: BEFORE, after });
    expect(await deliver(event, { form: true })).toEqual([202, 'accepted']);
    for (const other of [
      tagEvent({ tag: 'main', commit: after, tagObject: 'e'.repeat(40) }),
      branchDeletedEvent({ branch: 'main', before: after, defaultHead: after }),
      { name: 'ping', payload: { zen: 'Design for failure.', hook_id: 1 } },
      { name: 'workflow_run', payload: {} },
    ]) {
      expect((await deliver(other))[0]).toBe(202);
    }
    expect(await commits()).toEqual([after, null]);
  });

  test('without the secret, or with another one, is refused', async () => {
    const { commits, deliver } = await withDeployment();
    const event = pushEvent({ branch: 'main', before: BEFORE, after: 'c'.repeat(40) });
    for (const secret of [null, 'another-secret']) {
      expect((await deliver(event, { secret }))[0]).toBe(401);
    }
    expect(await commits()).toEqual([null]);
  });
});
