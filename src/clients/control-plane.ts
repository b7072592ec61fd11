import { Deployment, DeploymentList } from '../contract/deployment.ts';
import { IntegrationList } from '../contract/integration.ts';
import { type Listener, ListenerList } from '../contract/listener.ts';
import { PAGE_MAX } from '../contract/limits.ts';
import { Revision, RevisionList } from '../contract/revision.ts';
import { isBeingDeleted } from '../contract/statuses.ts';
import type { ControlPlane, ListenerView } from './control-plane-port.ts';
import { createNameRegistry, assertSame, readAllPages } from './boundary.ts';
import { isApiError } from './errors.ts';
import { createSourceUpload, createUploadUrl } from './source-upload.ts';
import { createLogReader } from './revision-logs.ts';
import { type ControlPlaneOptions, parseAnswer, type Send, createSender } from './control-plane-send.ts';
import type { Answer } from './transport.ts';

/**
 * The control plane (docs/api.md) over HTTP, in either dialect. Methods throw ApiError. What an answer is about is
 * compared with what was asked, here and nowhere else.
 */
export function createControlPlane(options: ControlPlaneOptions): ControlPlane {
  const send = createSender(options);
  const deployment = (id: string) => `/v2/deployments/${encodeURIComponent(id)}`;
  const revisions = (id: string) => `${deployment(id)}/revisions`;
  const register = createNameRegistry('deployment');
  const known = (answer: Answer, item: Deployment): Deployment => {
    register(answer, item);
    return item;
  };
  /** One deployment, of this ID. */
  const readDeployment = (answer: Answer, id: string): Deployment => {
    const item = parseAnswer(Deployment, answer);
    assertSame(answer, { what: 'deployment', requested: id, answered: item.id });
    return known(answer, item);
  };

  return {
    getDeployment: async (id, signal) =>
      readDeployment(await send({ method: 'GET', path: deployment(id), expect: [200], signal }), id),

    async findDeployments(name, signal, upTo) {
      const found = new Map<string, Deployment>();
      // What is found is no reason to create another one, even where the list does not tell its end.
      const enough = () => found.size > 0;
      for await (const page of pages(send, name, known, signal, enough)) {
        for (const item of page) {
          if (item.name === name && !isBeingDeleted(item.status)) found.set(item.id, item);
        }
        if (upTo !== undefined && found.has(upTo)) break;
      }
      return [...found.values()];
    },

    async listDeployments({ nameContains }, signal) {
      const found: Deployment[] = [];
      for await (const page of pages(send, nameContains, known, signal)) found.push(...page);
      return found;
    },

    async createDeployment(body, signal) {
      const call = { method: 'POST', path: '/v2/deployments', json: body, expect: [201], signal } as const;
      const answer = await send(call);
      const made = parseAnswer(Deployment, answer);
      assertSame(answer, { what: 'deployment', exact: true, requested: body.name, answered: made.name });
      return known(answer, made);
    },

    patchDeployment: async (id, body, signal) =>
      readDeployment(
        await send({ method: 'PATCH', path: deployment(id), json: body, expect: [200], signal }),
        id,
      ),

    async deleteDeployment(id, { deleteTracingProject }, signal) {
      try {
        const query = { delete_tracing_project: deleteTracingProject };
        await send({ method: 'DELETE', path: deployment(id), query, expect: [204], signal });
        return true;
      } catch (error) {
        // Gone already; after a lost answer it was ours that did it.
        if (isApiError(error, 404)) return error.attempts > 1;
        throw error;
      }
    },

    async listRevisions(deploymentId, { limit, offset = 0 }, signal) {
      const query = { limit, offset };
      const answer = await send({
        method: 'GET',
        path: revisions(deploymentId),
        query,
        expect: [200],
        signal,
      });
      const list = parseAnswer(RevisionList, answer).resources;
      for (const { deployment_id: answered } of list) {
        assertSame(answer, { what: 'deployment', requested: deploymentId, answered });
      }
      return list;
    },

    async getRevision(deploymentId, revisionId, signal) {
      const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
      const answer = await send({ method: 'GET', path, expect: [200], signal });
      const revision = parseAnswer(Revision, answer);
      assertSame(
        answer,
        { what: 'revision', requested: revisionId, answered: revision.id },
        { what: 'deployment', requested: deploymentId, answered: revision.deployment_id },
      );
      return revision;
    },

    redeployRevision: async (deploymentId, revisionId, signal) =>
      readDeployment(
        await send({
          method: 'POST',
          path: `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}/redeploy`,
          expect: [200, 201],
          signal,
        }),
        deploymentId,
      ),

    async interruptRevision(deploymentId, revisionId, signal) {
      const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
      const call = { method: 'POST', expect: [200, 202, 204], signal } as const;
      try {
        await send({ ...call, path: `${path}/interrupt` });
      } catch (error) {
        // Nothing was done under a name that is not served.
        if (!isApiError(error, 404) && !isApiError(error, 405)) throw error;
        await send({ ...call, path: `${path}/interruption` });
      }
    },

    tailLog: createLogReader(send),
    uploadUrl: createUploadUrl(send),
    uploadSource: createSourceUpload(options.transport, options.now ?? Date.now),

    async listListeners(signal) {
      const fetchPage = async (offset: number) => {
        const query = { limit: PAGE_MAX, offset };
        const answer = await send({ method: 'GET', path: '/v2/listeners', query, expect: [200], signal });
        return {
          items: parseAnswer(ListenerList, answer).resources,
          refuse: (what: string) => answer.unusable(what),
        };
      };
      const found: ListenerView[] = [];
      for await (const page of readAllPages(fetchPage, ({ id }) => id.toLowerCase())) {
        found.push(...page.map(viewListener));
      }
      return found;
    },

    async gitIntegrations(signal) {
      const path = '/v1/integrations/git_host/install';
      const list = parseAnswer(IntegrationList, await send({ method: 'GET', path, expect: [200], signal }));
      return list.map(({ id, name }) => ({ id, name: name ?? null }));
    },
  };
}

/** All pages of the list, of the substring filter when a name is given. */
function pages(
  send: Send,
  name: string | undefined,
  known: (answer: Answer, item: Deployment) => Deployment,
  signal: AbortSignal | undefined,
  enough?: () => boolean,
): AsyncGenerator<Deployment[]> {
  const fetchPage = async (offset: number) => {
    const query = { ...(name === undefined ? {} : { name_contains: name }), limit: PAGE_MAX, offset };
    const answer = await send({ method: 'GET', path: '/v2/deployments', query, expect: [200], signal });
    const items = parseAnswer(DeploymentList, answer).resources.map((item) => known(answer, item));
    return { items, refuse: (what: string) => answer.unusable(what) };
  };
  return readAllPages(fetchPage, ({ id }) => id.toLowerCase(), enough);
}

function viewListener({ id, compute_type, compute_id, compute_config }: Listener): ListenerView {
  const namespaces = compute_config?.k8s_namespaces ?? undefined;
  return { id: id.toLowerCase(), computeType: compute_type, computeId: compute_id, namespaces };
}
