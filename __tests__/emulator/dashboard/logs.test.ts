import { describe, expect, test } from '@jest/globals';
import type { DashboardLogLine } from '../../../src/contract/dashboard/logs.ts';
import { gitDeployment } from '../server/plane.ts';
import { API, signIn, startDashboard } from './page.ts';

/** Creates a deployment whose build and deploy logs contain these lines in turn. */
async function withLines(count: number) {
  const plane = await startDashboard();
  const page = await signIn(plane.emulator);
  const { body: made } = await plane.api('POST', '/v2/deployments', gitDeployment());
  const revisionId = String(made.latest_revision_id);
  const write = (messages: readonly string[]) =>
    plane.store.logs.append(
      messages.map((message, index) => ({
        revisionId,
        kind: index % 2 === 0 ? 'build' : 'deploy',
        level: message.includes('error') ? 'ERROR' : 'INFO',
        at: 1,
        message,
      })),
    );
  await write(Array.from({ length: count }, (_, index) => `line ${index + 1}`));
  const path = `/deployments/${made.id}/logs`;
  return { plane, page, write, path, id: String(made.id), revisionId };
}

const messagesOf = (lines: readonly DashboardLogLine[]) => lines.map(({ message }) => message);

describe('the logs of a deployment in the dashboard', () => {
  test('are read backwards from the end, with build logs and runtime logs merged', async () => {
    const { page, path } = await withLines(5);
    const tail = await page.get(`${path}?limit=2`);
    expect(messagesOf(tail.lines)).toEqual(['line 4', 'line 5']);
    expect(tail.more).toBe(true);
    const before = await page.get(`${path}?before=${tail.lines[0].id}`);
    expect(messagesOf(before.lines)).toEqual(['line 1', 'line 2', 'line 3']);
    expect(before.more).toBe(false);
  });

  test('can be searched by text, level, revision and kind', async () => {
    const { page, path, write, revisionId } = await withLines(2);
    await write(['an error of the build']);
    for (const filter of [
      'text=an%20error',
      'level=ERROR',
      `revision_id=${revisionId}&kind=build&text=error`,
    ]) {
      expect(messagesOf((await page.get(`${path}?${filter}`)).lines)).toEqual(['an error of the build']);
    }
  });

  test('cannot be read forwards and backwards in one request', async () => {
    const { page, path } = await withLines(0);
    expect((await page.call('GET', `${path}?before=2&after=1`)).status).toBe(422);
  });
});

describe('a revision in the dashboard', () => {
  test('is compared with the previous revision by fields and by names of variables', async () => {
    const { plane, page, id, revisionId } = await withLines(0);
    await plane.store.revisions.update(revisionId, { status: 'DEPLOYED' });
    const secrets = [{ name: 'B', value: 'a-secret-value' }];
    const { body } = await plane.api('PATCH', `/v2/deployments/${id}`, {
      secrets,
      source_revision_config: { repo_ref: 'another' },
    });
    const { text } = await page.call('GET', `/deployments/${id}/revisions/${body.latest_revision_id}`);
    expect(text).not.toContain('a-secret-value');
    const detail = JSON.parse(text);
    expect(detail.against.number).toBe(1);
    expect(detail.revision).toMatchObject({ number: 2, cause: { kind: 'change' } });
    expect(detail.variables).toContainEqual({ name: 'B', change: 'added' });
    expect(detail.fields).toContainEqual(expect.objectContaining({ field: 'repo_ref', after: 'another' }));
  });
});

test('the API document of the dashboard states that its routes require a session', async () => {
  const { plane } = await withLines(0);
  const { body } = await plane.api('GET', '/openapi.json');
  expect(body.paths[`${API}/requests`].get.security).toEqual([{ UiSession: [] }]);
  expect(body.components.securitySchemes.UiSession).toMatchObject({ in: 'header', name: 'X-Ui-Session' });
});
