import { describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { gitDeployment } from '../server/plane.ts';
import { signIn, startDashboard } from './page.ts';

describe('the requests in the dashboard', () => {
  test('are listed newest first, in pages, without their bodies', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    for (const name of ['a', 'b', 'c']) await plane.api('GET', `/v2/deployments?name=${name}`);
    const first = await page.get('/requests?limit=2');
    const rest = await page.get(`/requests?limit=2&before=${first.next}`);
    expect(first).toMatchObject({ total: 3, first: 1, last: 3, next: 2 });
    expect([...first.requests, ...rest.requests].map(({ query }) => query)).toEqual([
      'name=c',
      'name=b',
      'name=a',
    ]);
    expect(rest.next).toBeNull();
    expect(first.requests[0]).not.toHaveProperty('response');
  });

  test.each([
    ['status=4xx', ['/v2/deployments/x']],
    ['method=post', ['/v2/deployments']],
    ['path=/v2/deployments/*', ['/v2/deployments/x']],
    ['text=LIMIT%3D7', ['/v2/listeners']],
    ['faulted=true', []],
  ])('can be filtered by %s, and the filtered list contains %j', async (filter, paths) => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    await plane.api('POST', '/v2/deployments', gitDeployment());
    await plane.api('GET', '/v2/deployments/x');
    await plane.api('GET', '/v2/listeners?limit=7');
    const { requests } = await page.get(`/requests?${filter}`);
    expect(requests.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  // docs/dashboard.md#bodies
  test('show their bodies with redacted secrets, and the events during each request', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const secrets = [{ name: 'A', value: 'a-secret-value' }];
    await plane.api('POST', '/v2/deployments', { ...gitDeployment(), secrets });
    const detail = await page.get('/requests/1');
    expect(detail.sent).toMatchObject({ kind: 'value', value: { secrets: [{ name: 'A', value: '***' }] } });
    expect(detail.events.map(({ kind }: { kind: string }) => kind)).toContain('deployment');
    expect((await page.call('GET', '/requests/2')).status).toBe(404);
  });

  test('show their fault delay, response time and sending time, and the status that a fault rule withheld', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    await page.call('POST', '/faults', {
      rule: { match: { path: '/v2/deployments' }, then: { drop_answer: true, delay_ms: 20 } },
    });
    await expect(plane.api('GET', '/v2/deployments')).rejects.toThrow();
    const detail = await until(async () => {
      const { requests } = await page.get('/requests');
      return requests.length > 0 && page.get(`/requests/${requests[0].seq}`);
    });
    const { request, times, withheld_status: withheld } = detail;
    expect([request.status, withheld]).toEqual([0, 200]);
    expect(times.held_ms).toBeGreaterThanOrEqual(19);
    expect(times.held_ms + times.decide_ms + times.send_ms).toBeCloseTo(request.ms, 0);
  });

  test('link to the fault rule that changed them, and vice versa', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const rule = { match: { path: '/v2/**' }, then: { status: 503, retry_after: 1 } };
    const { body: added } = await page.call('POST', '/faults', { rule });
    await plane.api('GET', '/v2/deployments');
    const { requests } = await page.get('/requests');
    expect(requests[0].fault).toEqual({ rule: added.rules[0].id, effects: ['status', 'retry_after'] });
    const { rules } = await page.get('/faults');
    expect(rules[0]).toMatchObject({ matched: 1, hit: 1, last_hits: [1] });
  });
});

describe('the fault rules in the dashboard', () => {
  const rule = (status: number) => ({ match: { surface: 'tracing' }, then: { status } });

  // docs/dashboard.md#two-tabs
  test("cannot be changed by a tab that has not read another tab's change", async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const { body } = await page.call('POST', '/faults', { rule: rule(500) });
    const [{ id, revision }] = body.rules;
    const changed = await page.call('PUT', `/faults/${id}`, { rule: rule(501), revision });
    const late = await page.call('PUT', `/faults/${id}`, { rule: rule(502), revision });
    const removal = await page.call('DELETE', `/faults?revision=${body.revision}`);
    expect([changed.status, late.status, removal.status]).toEqual([200, 409, 409]);
    expect((await page.call('DELETE', `/faults?revision=${changed.body.revision}`)).body.rules).toEqual([]);
  });

  test('are rejected with the messages of the fault rule validator if they are invalid', async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    const { status, body } = await page.call('POST', '/faults', { rule: { match: {}, then: {} } });
    expect({ status, detail: body.detail[0] }).toMatchObject({
      status: 422,
      detail: { loc: ['body', 'rule', 'then'], msg: 'must name an effect' },
    });
  });
});

describe('the deployments in the dashboard', () => {
  // docs/security/emulator.md#dashboard-shows-names-alone
  // docs/dashboard.md#names
  test('are shown with source, revisions and phases, but without the values of variables', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const secrets = [
      { name: 'A', value: 'a-secret-value' },
      { name: 'AGENT_DEPLOY_PREVIEW', value: 'octo/agents#7' },
    ];
    const { body: made } = await plane.api('POST', '/v2/deployments', { ...gitDeployment(), secrets });
    const { text } = await page.call('GET', '/deployments');
    const { deployments } = await page.get('/deployments');
    expect(deployments[0]).toMatchObject({
      id: made.id,
      kind: 'unknown',
      preview: { repository: 'octo/agents', number: 7 },
      revisions: [{ number: 1, cause: { kind: 'create' }, serving: null }],
    });
    expect(deployments[0].revisions[0].phases.length).toBeGreaterThan(0);
    const detail = await page.get(`/deployments/${made.id}`);
    expect(detail.variables).toEqual(['A', 'AGENT_DEPLOY_PREVIEW']);
    expect(text + JSON.stringify(detail)).not.toContain('a-secret-value');
    const { previews } = await page.get('/previews');
    expect(previews).toMatchObject([
      { repository: 'octo/agents', number: 7, deployments: [{ id: made.id }] },
    ]);
  });

  // docs/security/emulator.md#destructive-acts-are-typed
  // docs/dashboard.md#typed
  test('are deleted only if their name is typed, by the same route that clients use', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const { body: made } = await plane.api('POST', '/v2/deployments', gitDeployment());
    const wrong = await page.call('DELETE', `/deployments/${made.id}`, { name: 'another' });
    const right = await page.call('DELETE', `/deployments/${made.id}`, { name: made.name });
    expect([wrong.status, right.status]).toEqual([422, 204]);
    const { requests } = await page.get('/requests?limit=1');
    expect(requests[0]).toMatchObject({ method: 'DELETE', status: 204 });
  });
});

describe('the API requests that the dashboard sends on behalf of the page', () => {
  // docs/dashboard.md#no-trace
  test('are recorded and match fault rules only if they write', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const { body: made } = await plane.api('POST', '/v2/deployments', gitDeployment());
    const recorded = plane.emulator.journal.lastSeq();
    plane.emulator.faults.set({ rules: [{ match: {}, then: { status: 503 } }] });
    const look = await page.call('GET', `/inspect/d/${made.id}/info`);
    expect([look.status, plane.emulator.journal.lastSeq()]).toEqual([404, recorded]);
    const act = await page.call('POST', `/forward/v2/deployments/${made.id}/revisions/x/redeploy`);
    expect([act.status, plane.emulator.journal.lastSeq()]).toEqual([503, recorded + 1]);
  });

  test.each(['/inspect/v2/deployments', '/forward/_local/reset', '/inspect/d/../../_local/snapshot'])(
    'do not reach %s',
    async (path) => {
      const { emulator } = await startDashboard();
      const page = await signIn(emulator);
      expect((await page.call('POST', path)).status).toBe(404);
    },
  );
});

describe('the controls in the dashboard', () => {
  // docs/security/emulator.md#destructive-acts-are-typed
  test('reset the state that the page has read, unless another tab has reset it since', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    const { generation } = await page.get('/info');
    const reset = { generation, confirm: 'reset' };
    expect((await page.call('POST', '/reset', reset)).body.generation).toBe(generation + 1);
    expect((await page.call('POST', '/reset', reset)).status).toBe(409);
  });

  test('restore a snapshot only once if two tabs request it at the same time', async () => {
    const plane = await startDashboard();
    const [one, two] = [await signIn(plane.emulator), await signIn(plane.emulator)];
    const { generation } = await one.get('/info');
    const restore = { generation, confirm: 'restore', snapshot: await one.get('/snapshot') };
    const answers = await Promise.all([one, two].map((tab) => tab.call('POST', '/restore', restore)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await one.get('/info')).generation).toBe(generation + 1);
  });

  test('restore a snapshot, and report the errors in an invalid snapshot', async () => {
    const plane = await startDashboard();
    const page = await signIn(plane.emulator);
    await plane.api('POST', '/v2/deployments', gitDeployment());
    const snapshot = await page.get('/snapshot');
    const { generation } = await page.get('/info');
    const restore = { generation, confirm: 'restore' };
    const bad = await page.call('POST', '/restore', { ...restore, snapshot: { snapshot: 2 } });
    expect([bad.status, bad.body.detail[0].loc]).toEqual([422, ['body', 'snapshot', 'snapshot']]);
    expect((await page.call('POST', '/restore', { ...restore, snapshot })).status).toBe(200);
  });

  test("show the clock and the health, and can set the clock's offset", async () => {
    const { emulator } = await startDashboard();
    const page = await signIn(emulator);
    expect((await page.call('POST', '/clock', { skew_ms: 5_000 })).body.skew_ms).toBe(5_000);
    expect(await page.get('/health')).toMatchObject({ status: 'ok' });
  });
});
