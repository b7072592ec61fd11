import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { preloadArguments } from '../../harness/clock/handle.ts';
import { livePage } from '../../harness/live/page.ts';
import { runLive, type LiveOptions } from '../../harness/live/run.ts';
import { isGreen, liveSummary } from '../../harness/live/texts.ts';
import { searchText } from '../../harness/runner/leaks.ts';
import { LiveResult } from '../../src/contract/live-result.ts';
import { startDeviantService, type DeviantService } from './support/deviant-service.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'process', compat: 'hosted', edition: 'cloud' });
let service: DeviantService;
beforeAll(async () => {
  service = await startDeviantService(world.emulator.urls.controlPlane);
});
afterAll(() => service.close());

const OLD = 'agent-deploy-live-202001020304-abcdef';
const YOUNG = 'agent-deploy-live-202001020304-fedcba';
/** A name that only begins as a name of the live tier. */
const FOREIGN = `${OLD}-mine`;

/** Runs the live tier, and checks that no text of the run contains a secret. */
async function live(more: Partial<LiveOptions> = {}) {
  const { apiKey, workspaceId } = world.emulator;
  const lines: string[] = [];
  const result = await runLive({
    apiKey,
    workspaceId,
    controlPlaneUrl: service.url,
    budget: { deployments: 5, requests: 1_500, minutes: 60 },
    leftoverMs: 3_600_000,
    installCommand: rootModulesInstall(),
    nodeArguments: await preloadArguments('accelerated'),
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line),
    ...more,
  });
  const texts = { json: JSON.stringify(result), page: livePage(result), summary: liveSummary(result) };
  for (const [where, text] of Object.entries(texts)) {
    expect(searchText(text, [apiKey, workspaceId], where)).toEqual([]);
  }
  expect(Object.values(texts).join('')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/);
  expect(searchText(lines.join('\n'), [apiKey], 'log')).toEqual([]);
  expect(LiveResult.parse(JSON.parse(texts.json))).toEqual(result);
  return { result, lines, texts, wrong: result.inferences.filter(({ state }) => state === 'wrong') };
}

async function createNamed(name: string): Promise<void> {
  const answer = await world.emulator.api('POST', '/v2/deployments', {
    name,
    source: 'internal_source',
    source_config: {},
    source_revision_config: {},
    secrets: [],
  });
  expect(answer.status).toBe(201);
}

/** Returns the names of all deployments that are not being deleted. */
async function names(): Promise<string[]> {
  const { body } = await world.emulator.api('GET', '/v2/deployments?limit=100');
  const { resources } = body as { resources: { name: string; status: string }[] };
  return resources.filter(({ status }) => status !== 'AWAITING_DELETE').map(({ name }) => name);
}

type Json = Record<string, unknown>;
/** Returns a response in which the deployment {@link OLD} is as old as its name. */
function withOldLeftover(json: unknown): unknown {
  const list = (json as Json | undefined)?.['resources'];
  if (!Array.isArray(list)) return json;
  const resources = (list as Json[]).map((item) =>
    item['name'] === OLD ? { ...item, created_at: '2020-01-02T03:04:05Z' } : item,
  );
  return { ...(json as Json), resources };
}

describe('the live tier', () => {
  test('confirms every statement on an emulator that behaves as documented, and leaves only what it did not create', async () => {
    for (const name of [OLD, YOUNG, FOREIGN]) await createNamed(name);
    service.deviations = {
      rewrite: (_request, { status, json }) => ({ status, json: withOldLeftover(json) }),
    };
    // The deletion takes long enough for requests in between.
    await world.fault('*-api', 'AWAITING_DELETE', { duration_ms: 3_000 });
    const { result, texts } = await live();
    expect(result.inferences.filter(({ state }) => state !== 'confirmed')).toEqual([]);
    expect(result.scenarios.map(({ problem }) => problem).filter((problem) => problem !== '')).toEqual([]);
    expect([result.ended, isGreen(result)]).toEqual(['completed', true]);
    expect(result.sweeps[0]).toEqual({ when: 'before', deleted: [OLD], young: [YOUNG], left: [] });
    expect(await names()).toEqual(expect.arrayContaining([YOUNG, FOREIGN]));
    expect((await names()).filter((name) => name.startsWith(result.run))).toEqual([]);
    expect(result.budget.deployments.used).toBe(3);
    expect(texts.page).toContain(
      `All ${result.inferences.length} statements about the service were confirmed`,
    );
  });

  test('names each wrong statement of a service with several deviations, and continues after a lost response', async () => {
    let refusals = 0;
    let lost = 0;
    service.deviations = {
      // A deployment of this name is never deleted, although the service says so.
      instead: ({ method, path }) => (method === 'DELETE' && path.endsWith(kept) ? 204 : undefined),
      rewrite({ method, path, json: sent }, { status, json }) {
        const name = String((sent as Json | undefined)?.['name']);
        if (method === 'POST' && path === '/v2/deployments') {
          if (status === 201 && name.endsWith('-api')) kept = String((json as Json)['id']);
          if (status === 201 && !name.endsWith('-api') && (lost += 1) === 1) return 'lost';
          if (status === 409 && (refusals += 1) === 1) return { status: 400, json: { detail: 'Name taken' } };
        }
        if (!path.endsWith('/revisions')) return { status, json };
        const list = (json as { resources: Json[] }).resources;
        return {
          status,
          json: { ...(json as Json), resources: list.map(({ updated_at: _, ...rest }) => rest) },
        };
      },
    };
    let kept = 'no deployment yet';
    const { result, lines, wrong, texts } = await live({ only: ['api', 'create'], sweepMs: 1_000 });
    expect(wrong.map(({ id, expected, seen }) => [id, expected, seen])).toEqual([
      ['name-twice', '409', '400: Name taken'],
      ['revision-fields', 'all fields', 'without updated_at'],
      ['force-without-delete', '400', '204 without JSON'],
      [
        'delete-begins',
        'a 404, or the status AWAITING_DELETE',
        expect.stringMatching(/^(AWAITING_DATABASE|READY)$/),
      ],
      ['patch-deleted', '409, or 404 after the deletion', expect.stringMatching(/^200 with the fields id, /)],
      [
        'delete-completes',
        'nothing remains',
        expect.stringMatching(/-api: the status is still \w+ after a DELETE$/),
      ],
    ]);
    expect(lines).toContain('  wrong: name-twice: expected 409, but saw 400: Name taken');
    const create = result.scenarios.find(({ id }) => id === 'create');
    expect([lost, create?.state, isGreen(result)]).toEqual([1, 'passed', false]);
    expect(create?.steps.filter(({ kind, status }) => kind === 'request' && status === null)).toHaveLength(1);
    expect(await names()).toContain(`${result.run}-api`);
    expect(await names()).not.toContain(result.run);
    expect(result.inferences.find(({ id }) => id === 'agent-revision')?.state).toBe('not-reached');
    expect(texts.page).toContain(`6 of ${result.inferences.length} statements about the service are wrong`);
    expect(texts.summary).toContain('A create with a name that exists returns a 409.');
  });

  test('deletes what it created after it is stopped, and after its budget is used up', async () => {
    service.deviations = {};
    const stop = new AbortController();
    const stopped = await live({
      only: ['create'],
      signal: stop.signal,
      onLine: (line) => {
        if (line.includes('Uploading')) stop.abort();
      },
    });
    expect(stopped.result.ended).toBe('stopped');
    const short = await live({
      only: ['api', 'create'],
      budget: { deployments: 5, requests: 35, minutes: 60 },
    });
    expect([short.result.ended, short.result.ended_because]).toEqual([
      'budget',
      'The budget of 35 requests is used up.',
    ]);
    expect(short.result.scenarios.map(({ id, state }) => [id, state])).toEqual([
      ['reads', 'passed'],
      ['api', 'failed'],
      ['create', 'not-run'],
      ['sweep', 'passed'],
    ]);
    for (const { result } of [stopped, short]) {
      expect(result.sweeps.at(-1)?.deleted).not.toEqual([]);
      expect((await names()).filter((name) => name.startsWith(result.run))).toEqual([]);
    }
  });
});
