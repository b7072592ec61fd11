import { ApiError } from '../../../src/clients/errors.ts';
import { unusableAnswerError } from '../../../src/clients/failure.ts';
import type { Call, Transport } from '../../../src/clients/transport.ts';
import type { DeploymentCreate, DeploymentPatch } from '../../../src/contract/deployment.ts';
import type { FakeControlPlane } from '../support/control-plane.ts';

export type Json = Record<string, unknown>;

/** Kinds of requests, by which false responses are selected. */
export const QUESTIONS = [
  'list deployments',
  'get deployment',
  'create deployment',
  'patch deployment',
  'list revisions',
  'get revision',
  'redeploy',
  'list integrations',
] as const;
export type Question = (typeof QUESTIONS)[number];

export interface Asked {
  question: Question;
  /** Number of earlier requests of this kind. */
  nth: number;
  url: URL;
  body: unknown;
}

/** Changes of a lying service to a request, and to its response. */
export interface Liar {
  /**
   * Returns the request that is really executed, or `undefined` if none is executed and the response is that of a GET.
   */
  does?: (asked: Asked) => Asked | undefined;
  says?: (asked: Asked, answer: unknown) => unknown;
}

const TENANT = '70000000-0000-4000-8000-000000000001';
const MADE = '2026-01-01T00:00:00.000Z';

/** Creates a service that sends responses of a control plane in memory, which a liar changes. */
export function createLyingService(truth: FakeControlPlane, liar: Liar) {
  const counts = new Map<Question, number>();
  const asked: Question[] = [];

  async function answer(method: string, url: URL, body: unknown): Promise<{ status: number; json: unknown }> {
    const question = questionOf(method, url.pathname);
    if (question === undefined) throw notServed(method, url);
    const nth = counts.get(question) ?? 0;
    counts.set(question, nth + 1);
    asked.push(question);
    const real: Asked = { question, nth, url, body };
    const done = liar.does === undefined ? real : liar.does(real);
    const json =
      done === undefined ? await ask(truth, { ...real, question: 'get deployment' }) : await ask(truth, done);
    const reported = structuredClone(json);
    return {
      status: method === 'POST' && question === 'create deployment' ? 201 : 200,
      json: liar.says === undefined ? reported : liar.says(real, reported),
    };
  }

  const transport: Transport = {
    async call(call: Call) {
      const { method, url } = call;
      const { status, json } = await answer(method, url, call.json);
      const failed = {
        method,
        path: url.pathname,
        attempts: 1,
        repeatable: call.repeatable ?? (method === 'GET' || method === 'DELETE'),
        timeoutMs: 0,
        maxBytes: 0,
        redact: (text: string) => text,
      };
      const unusable = (what: string, cause?: unknown) => unusableAnswerError(status, what, failed, cause);
      return { status, json, attempts: 1, header: () => undefined, unusable };
    },
    stream: () => Promise.reject(new Error('no streams here')),
    dispatcher: () => Promise.reject(new Error('no connections here')),
    close: async () => {},
  };
  return { transport, asked };
}

function questionOf(method: string, path: string): Question | undefined {
  const [, , kind, id, revisions, revision, verb] = path.split('/');
  if (path.startsWith('/v1/integrations/')) return 'list integrations';
  if (kind !== 'deployments') return undefined;
  if (id === undefined) return method === 'POST' ? 'create deployment' : 'list deployments';
  if (revisions === undefined) {
    if (method === 'PATCH') return 'patch deployment';
    return method === 'GET' ? 'get deployment' : undefined;
  }
  if (revisions !== 'revisions') return undefined;
  if (revision === undefined) return 'list revisions';
  if (verb === 'redeploy') return 'redeploy';
  return verb === undefined ? 'get revision' : undefined;
}

async function ask(
  { client: controlPlane, deployments, integrations }: FakeControlPlane,
  asked: Asked,
): Promise<unknown> {
  const { url, body } = asked;
  const [, , , id = '', , revision = ''] = url.pathname.split('/');
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 20);
  switch (asked.question) {
    case 'list deployments': {
      const text = url.searchParams.get('name_contains') ?? '';
      const all = [...deployments.values()].filter(({ name }) => name.includes(text));
      const resources = all.slice(offset, offset + limit).map(onWire);
      return { resources, offset: offset + resources.length };
    }
    case 'get deployment':
      return onWire(await controlPlane.getDeployment(id));
    case 'create deployment':
      return onWire(await controlPlane.createDeployment(body as DeploymentCreate));
    case 'patch deployment':
      return onWire(await controlPlane.patchDeployment(id, body as DeploymentPatch));
    case 'list revisions': {
      const resources = (await controlPlane.listRevisions(id, { limit, offset })).map(revisionOnWire);
      return { resources, offset: offset + resources.length };
    }
    case 'get revision':
      return revisionOnWire(await controlPlane.getRevision(id, revision));
    case 'redeploy':
      return onWire(await controlPlane.redeployRevision(id, revision));
    case 'list integrations':
      return integrations.map((one, index) => ({ ...one, installation_id: index + 1 }));
  }
}

/** Adds every field of the contract, so that each field can be changed. */
function onWire(deployment: object): Json {
  return {
    tenant_id: TENANT,
    secret_references: null,
    image_version: null,
    created_at: MADE,
    updated_at: MADE,
    ...deployment,
  };
}

function revisionOnWire(revision: object): Json {
  return { source: 'git_host', status_message: null, ...revision };
}

function notServed(method: string, { pathname }: URL): ApiError {
  const what = '404 Not Found';
  return new ApiError({ kind: 'http', method, path: pathname, what, hint: '', attempts: 1, status: 404 });
}
