import { describe, expect, test } from '@jest/globals';
import { readAllPages } from '../../src/clients/answers.ts';
import { createAgentServer } from '../../src/clients/agent-server.ts';
import type { ControlPlane } from '../../src/clients/control-plane.ts';
import { createSandboxService } from '../../src/clients/sandboxes.ts';
import { DeploymentCreate } from '../../src/contract/deployment.ts';
import { type Handler, json, rejection, replying, serve, testTransport } from './support.ts';
import { deployment, ID, paged, withControlPlane } from './support-control-plane.ts';

const OTHER = '22222222-2222-4222-8222-222222222222';
const REVISION = '33333333-3333-4333-8333-333333333333';
const revision = (over: object = {}) => ({ id: REVISION, status: 'DEPLOYED', ...over });
const body = DeploymentCreate.parse({
  name: 'demo',
  source: 'git_host',
  source_config: {},
  source_revision_config: {},
  secrets: [],
});
const never = new AbortController().signal;

describe('a response with an object that was not requested', () => {
  const other = deployment({ id: OTHER, name: 'other' });
  // docs/security/pull-requests.md#answer-about-another-deployment
  test.each<[string, number, object, string, (plane: ControlPlane) => Promise<unknown>]>([
    ['GET deployment', 200, other, 'malformed', (plane) => plane.getDeployment(ID)],
    ['PATCH', 200, other, 'ambiguous', (plane) => plane.patchDeployment(ID, {})],
    ['POST', 201, other, 'ambiguous', (plane) => plane.createDeployment(body)],
    ['redeploy', 200, other, 'ambiguous', (plane) => plane.redeployRevision(ID, REVISION)],
    ['GET revision', 200, revision({ id: OTHER }), 'malformed', (plane) => plane.getRevision(ID, REVISION)],
    [
      'GET revision, with a revision of another deployment',
      200,
      revision({ deployment_id: OTHER }),
      'malformed',
      (plane) => plane.getRevision(ID, REVISION),
    ],
    [
      'GET revisions, with one revision of another deployment',
      200,
      { resources: [revision({ deployment_id: ID }), revision({ deployment_id: OTHER })] },
      'malformed',
      (plane) => plane.listRevisions(ID, { limit: 10 }),
    ],
  ])('is rejected as a response to %s', async (_what, status, answer, kind, ask) => {
    await withControlPlane(replying(status, answer), async (plane) => {
      expect(await rejection(ask(plane))).toMatchObject({ kind, status });
    });
  });

  test("is accepted if only the letter case of the object's ID differs", async () => {
    await withControlPlane(replying(200, deployment({ id: 'ABCDEF' })), async (plane) => {
      expect(await plane.getDeployment('abcdef')).toMatchObject({ id: 'ABCDEF' });
    });
  });

  // docs/security/pull-requests.md#name-id-seen-under
  test('is rejected if the name of a known ID differs from an earlier response', async () => {
    await withControlPlane(
      (request, response) =>
        request.url?.includes(ID)
          ? json(response, 200, deployment({ name: 'production' }))
          : paged([deployment()])(request, response, ''),
      async (plane) => {
        expect(await plane.findDeployments('demo')).toMatchObject([{ id: ID }]);
        expect(await rejection(plane.getDeployment(ID))).toMatchObject({
          kind: 'malformed',
          message: expect.stringContaining('than in an earlier response'),
        });
      },
    );
  });

  test('is rejected when a sandbox is created or read', async () => {
    await using server = await serve(replying(200, { id: OTHER, name: 'other', status: 'ready' }));
    await using transport = testTransport();
    const service = createSandboxService({
      transport,
      baseUrl: server.url.origin,
      apiKey: 'the-key',
      requestTimeoutMs: 5000,
    });
    expect(await rejection(service.create({ name: 'mine' }, never))).toMatchObject({ kind: 'ambiguous' });
    expect(await rejection(service.get('mine', never))).toMatchObject({ kind: 'malformed' });
    expect(await service.get(OTHER, never)).toMatchObject({ name: 'other' });
  });

  test("is rejected for an agent server's threads, runs and states", async () => {
    await using server = await serve((request, response) => {
      if (request.url?.endsWith('/state'))
        return json(response, 200, { values: {}, next: [], checkpoint: { thread_id: OTHER } });
      const run = { run_id: REVISION, thread_id: OTHER, status: 'success' };
      return json(response, 200, request.url?.includes('?') ? [run] : run);
    });
    await using transport = testTransport();
    const agent = createAgentServer({
      transport,
      baseUrl: server.url.origin,
      apiKey: 'the-key',
      requestTimeoutMs: 5000,
    });
    for (const asked of [
      agent.createThread(ID, {}, never),
      agent.state(ID, never),
      agent.getRun(ID, REVISION, never),
      agent.getRun(OTHER, ID, never),
      agent.listRuns(ID, never),
      agent.succeededState(ID, never),
    ]) {
      expect(await rejection(asked)).toMatchObject({ kind: 'malformed' });
    }
    expect(await agent.getRun(OTHER, REVISION, never)).toMatchObject({ run_id: REVISION });
  });
});

describe('a list that the client reads in pages', () => {
  test('is read again if it grows during the read, and then contains the new entry', async () => {
    const all = ['c', 'b', 'a'];
    const pages: number[] = [];
    const fetchPage = async (offset: number) => {
      pages.push(offset);
      // The list is ordered newest first, so a new entry moves an old entry to the next page.
      if (pages.length === 2) all.unshift('d');
      return { items: all.slice(offset, offset + 100), refuse: (what: string) => new Error(what) };
    };
    const found: string[] = [];
    for await (const page of readAllPages(fetchPage, (name) => name)) found.push(...page);
    expect(found.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(pages).toEqual([0, 3, 0, 4]);
  });

  test('is read until nothing new appears if it continues to grow', async () => {
    const all = ['z'];
    let pages = 0;
    const fetchPage = async (offset: number) => {
      pages += 1;
      // Before each page except the last, another entry is inserted at the front.
      const items = all.slice(offset, offset + 100);
      if (all.length < 9) all.unshift(`entry ${all.length}`);
      return { items, refuse: (what: string) => new Error(what) };
    };
    const found: string[] = [];
    for await (const page of readAllPages(fetchPage, (name) => name)) found.push(...page);
    expect(found.toSorted()).toEqual(all.toSorted());
    expect(pages).toBeLessThan(20);
  });

  const all = Array.from({ length: 130 }, (_, index) =>
    deployment({ id: `id-${index}`, name: index === 129 ? 'demo' : `demo-${index}` }),
  );

  // docs/security/pull-requests.md#list-pages-shorter-than
  test.each<[string, number, (offset: number) => object]>([
    ['are shorter than requested', 20, () => ({})],
    ['contain one entry each', 1, () => ({})],
    ['repeat the requested offset', 20, (offset) => ({ offset })],
    ['have an offset that goes back', 20, () => ({ offset: 0 })],
    ['have an offset beyond the existing entries', 20, (offset) => ({ offset: offset + 100 })],
    ['have the offset null', 20, () => ({ offset: null })],
  ])('is read to its end even if its pages %s', async (_what, size, extra) => {
    await withControlPlane(paged(all, { size, extra }), async (plane, server) => {
      expect(await plane.findDeployments('demo')).toMatchObject([{ id: 'id-129' }]);
      expect(server.requests).toHaveLength(Math.ceil(130 / size) + 1);
    });
  });

  test('is read to its end even if its pages contain each entry twice', async () => {
    const twice: Handler = ({ url }, response) => {
      const offset = Number(new URL(url ?? '', 'http://x').searchParams.get('offset'));
      const page = all.slice(offset, offset + 50);
      json(response, 200, { resources: [...page, ...page] });
    };
    await withControlPlane(twice, async (plane) => {
      expect(await plane.findDeployments('demo')).toMatchObject([{ id: 'id-129' }]);
    });
  });

  // docs/security/pull-requests.md#list-whose-end-cannot
  test.each([
    ['the same page repeatedly', (_offset: number) => 0],
    ['an earlier page after later pages', (offset: number) => (offset < 60 ? offset : 20)],
  ])('with %s is rejected, because its end cannot be determined', async (_what, begin) => {
    await withControlPlane(
      (request, response) => {
        const offset = begin(Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset')));
        json(response, 200, { resources: all.slice(offset, offset + 20) });
      },
      async (plane) => {
        expect(await rejection(plane.findDeployments('demo'))).toMatchObject({
          kind: 'malformed',
          message: expect.stringContaining('so the list may be incomplete'),
        });
        expect(await rejection(plane.listDeployments({}))).toMatchObject({ kind: 'malformed' });
      },
    );
  });

  test('is accepted despite repeated pages if it contains the searched entry', async () => {
    await withControlPlane(replying(200, { resources: [deployment()], offset: 1 }), async (plane) => {
      expect(await plane.findDeployments('demo')).toMatchObject([{ id: ID }]);
      expect(await rejection(plane.listDeployments({}))).toMatchObject({ kind: 'malformed' });
    });
  });

  test('is rejected after a thousand pages', async () => {
    await withControlPlane(
      (request, response) => {
        const offset = new URL(request.url ?? '', 'http://x').searchParams.get('offset');
        json(response, 200, { resources: [deployment({ id: `id-${offset}`, name: 'demo-x' })] });
      },
      async (plane, server) => {
        expect(await rejection(plane.findDeployments('demo'))).toMatchObject({ kind: 'malformed' });
        expect(server.requests).toHaveLength(1000);
      },
    );
  });

  test('of listeners is rejected if the same page repeats', async () => {
    const listeners = Array.from({ length: 5 }, (_, index) => ({
      id: `3333333${index}-3333-4333-8333-333333333333`,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      compute_type: 'k8s',
      compute_id: `c${index}`,
    }));
    await withControlPlane(paged(listeners, { size: 2 }), async (plane) => {
      expect(await plane.listListeners()).toHaveLength(5);
    });
    await withControlPlane(replying(200, { resources: listeners }), async (plane) => {
      expect(await rejection(plane.listListeners())).toMatchObject({ kind: 'malformed' });
    });
  });
});
