import { describe, expect, test } from '@jest/globals';
import { until } from '../../harness/until.ts';
import type { FaultRule } from '../../harness/emulator.ts';
import { createWithoutAction, deploymentsNamed, revisionsOf, someImage } from './support/images.ts';
import { annotationsOf, errorsOf, useTestEnvironment } from './support/environment.ts';
import { freePort } from '../../harness/free-ports.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const surface = 'control-plane';
const LIST = { surface, method: 'GET', path: '/v2/deployments' };
const CREATE = { surface, method: 'POST', path: '/v2/deployments' };
const PATCH = { surface, method: 'PATCH', path: '/v2/deployments/*' };
const REVISION = { surface, method: 'GET', path: '/v2/deployments/*/revisions/*' };
const always = (match: FaultRule['match'], effect: FaultRule['effect']): FaultRule => ({ match, effect });
const once = (match: FaultRule['match'], effect: FaultRule['effect']): FaultRule => ({
  match,
  when: { nth: [1] },
  effect,
});

async function deployWith(rules: FaultRule[], inputs: Record<string, string> = {}) {
  const name = inputs['deployment-name'] ?? world.name();
  await world.emulator.setFaults(rules);
  const watched = await world.watch(() =>
    world.deploy({
      inputs: { 'deployment-name': name, 'image-uri': someImage(), 'wait-timeout': '2m', ...inputs },
    }),
  );
  await world.emulator.clearFaults();
  return { name, run: watched.result, ...watched };
}

describe('a request that the service rejects', () => {
  const detail = (text: string) => ({ body: { detail: text } });
  test.each([
    ['401', { status: 401, ...detail('Invalid API key') }, 'unauthorized', /API key/],
    [
      '403 because the workspace is missing',
      { status: 403, ...detail('This key requires workspace specification') },
      'forbidden',
      /workspace id|workspace-id/i,
    ],
    [
      '403 because the product is disabled',
      { status: 403, ...detail('Deployments are not enabled for this organization') },
      'forbidden',
      /not enabled/,
    ],
    ['403 because access is denied', { status: 403, ...detail('Forbidden') }, 'forbidden', /no access/],
    [
      '422',
      {
        status: 422,
        body: {
          detail: [{ loc: ['body', 'source_config', 'listener_id'], msg: 'field required', type: 'missing' }],
        },
      },
      'rejected',
      /source_config\.listener_id.*field required/s,
    ],
    [
      '400',
      { status: 400, ...detail('Source configuration error: source_config.listener_id is required') },
      'rejected',
      /listener_id is required/,
    ],
  ])(
    'is reported with the cause and a hint, and not repeated, for %s on create',
    async (_what, effect, reason, says) => {
      const { run, writes } = await deployWith([always(CREATE, effect)]);
      expect(run.exitCode).toBe(1);
      expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': reason, changed: 'false' });
      expect(annotationsOf(run)).toEqual(['error']);
      expect(errorsOf(run)[0]).toMatch(says);
      expect(writes).toHaveLength(1);
    },
  );

  test('because of a wrong API key is reported with the cause and a hint', async () => {
    const { run } = await world.deployImage(
      world.name(),
      { 'api-key': 'lsv2_wrong_key_of_nobody' },
      { secrets: ['lsv2_wrong_key_of_nobody'] },
    );
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'unauthorized' });
    expect(errorsOf(run)[0]).toMatch(/API key/);
  });

  test('because of a workspace that the API key cannot use is reported with the cause and a hint', async () => {
    const { run } = await world.deployImage(world.name(), {
      'workspace-id': '0f9e2d4c-1b3a-4c5d-8e7f-001122334455',
    });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'forbidden' });
  });

  test('is reported as a deleted deployment if the service returns 404 during the wait', async () => {
    const { run } = await deployWith([
      always(REVISION, { status: 404, body: { detail: 'Revision not found.' } }),
    ]);
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'deployment-gone' });
  });
});

describe('a 409 response to a create', () => {
  test('makes the action update the deployment that another client created first', async () => {
    const name = world.name();
    const image = someImage();
    // The action's list of deployments is empty, but the deployment exists by the time of the create.
    await createWithoutAction(world, name);
    await world.emulator.setFaults([once(LIST, { status: 200, body: { resources: [], offset: 0 } })]);
    const { run } = await world.deployImage(name, { 'image-uri': image });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'false' });
    expect(await deploymentsNamed(world, name)).toHaveLength(1);
  });

  // docs/migration.md#name-deleted-deployment-answers
  test("is reported with the tracing project's name if only that project remains", async () => {
    const name = world.name();
    const id = await createWithoutAction(world, name);
    await world.emulator.api('DELETE', `/v2/deployments/${id}?delete_tracing_project=false`);
    await gone(id);
    const { run } = await deployWith([], { 'deployment-name': name });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'name-taken', changed: 'false' });
    expect(errorsOf(run)[0]).toMatch(/tracing project/);
  });
});

describe('a temporary error of the service', () => {
  // docs/migration.md#one-502-ends-job
  test.each([
    ['429 with seconds', { status: 429, retry_after: 1 }],
    ['429 with a date', { status: 429, retry_after: { date_in_s: 1 } }],
    ['503', { status: 503 }],
    ['500', { status: 500, body: { detail: 'Internal Server Error' } }],
    ['a 502 that is not JSON', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['a broken connection', { reset: true }],
    ['a truncated response', { truncate_at: 5 }],
  ])('(%s) on a read does not end the run', async (_what, effect) => {
    const { run } = await deployWith([once(LIST, effect), once(REVISION, effect)]);
    expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
  });

  test.each([
    ['seconds', 45],
    ['an HTTP date', { date_in_s: 45 }],
  ])(
    'on a write with Retry-After (%s) causes one retry if the error permits a retry',
    async (_form, retryAfter) => {
      const rule = once(CREATE, { status: 429, retry_after: retryAfter });
      const { run, name, writes } = await deployWith([rule]);
      expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
      expect(writes.map(({ status }) => status)).toEqual([429, 201]);
      // Two journal entries with times of one clock: the second request was sent no earlier than the first response
      // permitted.
      const [reported, sent] = writes.map(({ at }) => Date.parse(String(at)));
      expect((sent ?? 0) - (reported ?? 0)).toBeGreaterThanOrEqual(45_000);
      expect(await deploymentsNamed(world, name)).toHaveLength(1);
    },
  );
});

describe('a permanent error of the service', () => {
  test('after a create makes the action search for the deployment instead of repeating the create', async () => {
    const { run, name, requests } = await deployWith([
      always(CREATE, { status: 500, body: { detail: 'boom' } }),
    ]);
    expect(run.outputs['outcome']).toBe('failed');
    expect(['service-error', 'lost-answer']).toContain(run.outputs['reason-code']);
    const order = requests.map(({ method }) => method).join(' ');
    expect(order).toMatch(/^(GET )+POST( GET)+$/);
    expect(await deploymentsNamed(world, name)).toEqual([]);
  });

  test('after a patch makes the action search for the revision instead of repeating the patch', async () => {
    const name = world.name();
    const id = await createWithoutAction(world, name);
    const { run, requests } = await deployWith([always(PATCH, { status: 500, body: { detail: 'boom' } })], {
      'deployment-name': name,
    });
    expect(run.outputs['outcome']).toBe('failed');
    const order = requests.map(({ method }) => method).join(' ');
    expect(order).toMatch(/^(GET )+PATCH( GET)+$/);
    expect(await revisionsOf(world, id)).toHaveLength(1);
  });

  test('is reported without its body if the body is not JSON', async () => {
    const { run } = await deployWith([
      always(CREATE, { status: 502, body: '<html><b>secret gateway page</b></html>' }),
    ]);
    expect(run.outputs['outcome']).toBe('failed');
    expect(run.rawLog).not.toContain('<b>secret gateway page</b>');
  });

  test('is reported as an unreachable address if the connection fails', async () => {
    const port = await freePort();
    const run = await world.deploy({
      inputs: {
        'deployment-name': world.name(),
        'image-uri': someImage(),
        'control-plane-url': `http://127.0.0.1:${port}`,
        'wait-timeout': '3s',
        'request-timeout': '1s',
      },
    });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'unreachable', changed: 'false' });
    expect(annotationsOf(run)).toEqual(['error']);
    expect(errorsOf(run)[0]).toMatch(/No server listens/);
  });
});

describe('a lost response of the service', () => {
  // docs/migration.md#curl-retry-post-makes
  test('to a create never causes a second deployment, because the action searches for the deployment first', async () => {
    const { run, name, writes } = await deployWith([once(CREATE, { drop_answer: true })]);
    expect(run.outputs).toMatchObject({ outcome: 'deployed' });
    expect(writes.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const found = await deploymentsNamed(world, name);
    expect(found.map(({ id }) => id)).toEqual([run.outputs['deployment-id']]);
    expect(await revisionsOf(world, run.outputs['deployment-id'])).toHaveLength(1);
  });

  test('to a patch never causes a second revision', async () => {
    const name = world.name();
    const id = await createWithoutAction(world, name);
    const { run, writes } = await deployWith([once(PATCH, { drop_answer: true })], {
      'deployment-name': name,
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', 'deployment-id': id });
    expect(writes).toHaveLength(1);
    expect(await revisionsOf(world, id)).toHaveLength(2);
  });

  test('to a create request that was reset makes the run succeed exactly if a search finds the deployment', async () => {
    const { run, name } = await deployWith([once(CREATE, { reset: true })]);
    const found = await deploymentsNamed(world, name);
    expect(found.length).toBeLessThanOrEqual(1);
    expect(run.outputs['outcome']).toBe(found.length === 1 ? 'deployed' : 'failed');
  });
});

/** Waits until the deployment's requests return 404. */
async function gone(id: string): Promise<void> {
  await until(async () => {
    return (await world.emulator.api('GET', `/v2/deployments/${id}`)).status === 404;
  }, 'the deployment is gone');
}
