import { afterEach } from '@jest/globals';
import { json, type Handler, type LocalServer, serve } from '../../clients/support.ts';

export const DEPLOYMENT_ID = '11111111-1111-4111-8111-111111111111';
const REVISION_ID = '22222222-2222-4222-8222-222222222222';
const image = (version: number) => ({ image_uri: `r.example.org/team/agent:${version}` });
/** The image to which the deployment `my-agent` is patched. */
export const NEW_IMAGE = image(2).image_uri;

const KINDS = [
  [/\/logs$/, 'logs'],
  [/\/revisions$/, 'list'],
  [/\/revisions\//, 'revision'],
  [/^\/v2\/deployments$/, 'find'],
] as const;

const open: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server[Symbol.asyncDispose]()));
});

/**
 * Serves requests with the handler until the test ends. Returns the address without a trailing slash, and the
 * requests.
 */
export async function serveForTest(handler: Handler) {
  const server = await serve(handler);
  open.push(server);
  return { url: server.url.origin, seen: server.requests };
}

/**
 * A control plane with responses that the emulator never sends: a deployment of an older image, whose patch creates
 * one revision. `on` handles requests of one kind: `GET find`, `PATCH deployment`, `GET list`, …
 */
export function fakePlane(
  over: { deployment?: object; revision?: object; log?: unknown[]; on?: Record<string, Handler> } = {},
) {
  let patched = false;
  const revision = {
    id: REVISION_ID,
    status: 'DEPLOYED',
    source_revision_config: image(2),
    ...over.revision,
  };
  return serveForTest((request, response, body) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const kind = KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'deployment';
    if (request.method === 'PATCH') patched = true;
    const active = patched ? REVISION_ID : null;
    const deployment = {
      id: DEPLOYMENT_ID,
      name: 'my-agent',
      status: 'READY',
      source: 'external_docker',
      latest_revision_id: active,
      active_revision_id: active,
      source_config: {},
      source_revision_config: image(patched ? 2 : 1),
      secrets: [],
      url: 'https://my-agent.example.org',
      ...over.deployment,
    };
    const answers: Record<string, unknown> = {
      logs: { logs: over.log ?? [], next_offset: null },
      list: { resources: patched ? [revision] : [] },
      revision,
      find: { resources: [deployment], offset: 1 },
      deployment,
    };
    const special = over.on?.[`${request.method} ${kind}`];
    if (special) special(request, response, body);
    else json(response, 200, answers[kind]);
  });
}
