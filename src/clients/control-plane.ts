import { Deployment, DeploymentList } from '../contract/deployment.ts';
import { IntegrationList } from '../contract/integration.ts';
import { type Listener, ListenerList } from '../contract/listener.ts';
import { PAGE_MAX } from '../contract/limits.ts';
import { Revision, RevisionList } from '../contract/revision.ts';
import { isDying } from '../contract/statuses.ts';
import type { ControlPlane, ListenerView } from './control-plane-port.ts';
import { isApiError } from './errors.ts';
import { createSourceUpload, createUploadUrl } from './source-upload.ts';
import { createLogReader } from './revision-logs.ts';
import { type ControlPlaneOptions, read, type Send, sender } from './control-plane-send.ts';

/** No list is that long: a server that keeps on paging is stopped here. */
const MAX_PAGES = 1000;

/** The control plane of spec §4.1 to 4.6 over HTTP, in either dialect. Methods throw ApiError. */
export function createControlPlane(options: ControlPlaneOptions): ControlPlane {
  const send = sender(options);
  const deployment = (id: string) => `/v2/deployments/${encodeURIComponent(id)}`;
  const revisions = (id: string) => `${deployment(id)}/revisions`;

  return {
    getDeployment: async (id, signal) =>
      read(Deployment, await send({ method: 'GET', path: deployment(id), expect: [200], signal })),

    async findDeployments(name, signal) {
      const found = new Map<string, Deployment>();
      for await (const page of pages(send, name, signal)) {
        for (const item of page) {
          if (item.name === name && !isDying(item.status)) found.set(item.id, item);
        }
      }
      return [...found.values()];
    },

    async listDeployments({ nameContains }, signal) {
      const found: Deployment[] = [];
      for await (const page of pages(send, nameContains, signal)) found.push(...page);
      return found;
    },

    createDeployment: async (body, signal) =>
      read(
        Deployment,
        await send({ method: 'POST', path: '/v2/deployments', json: body, expect: [201], signal }),
      ),

    patchDeployment: async (id, body, signal) =>
      read(
        Deployment,
        await send({ method: 'PATCH', path: deployment(id), json: body, expect: [200], signal }),
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
      return read(RevisionList, answer).resources;
    },

    getRevision: async (deploymentId, revisionId, signal) =>
      read(
        Revision,
        await send({
          method: 'GET',
          path: `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`,
          expect: [200],
          signal,
        }),
      ),

    redeployRevision: async (deploymentId, revisionId, signal) =>
      read(
        Deployment,
        await send({
          method: 'POST',
          path: `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}/redeploy`,
          expect: [200, 201],
          signal,
        }),
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
      const found = new Map<string, ListenerView>();
      for (let page = 0, offset = 0; page < MAX_PAGES; page += 1) {
        const query = { limit: PAGE_MAX, offset };
        const answer = await send({ method: 'GET', path: '/v2/listeners', query, expect: [200], signal });
        const { resources, offset: next } = read(ListenerList, answer);
        const known = found.size;
        for (const listener of resources) found.set(listener.id.toLowerCase(), viewListener(listener));
        const following = next ?? offset + resources.length;
        if (resources.length < PAGE_MAX || following <= offset || found.size === known) break;
        offset = following;
      }
      return [...found.values()];
    },

    async gitIntegrations(signal) {
      const path = '/v1/integrations/git_host/install';
      const list = read(IntegrationList, await send({ method: 'GET', path, expect: [200], signal }));
      return list.map(({ id, name }) => ({ id, name: name ?? null }));
    },
  };
}

/**
 * All pages of the list, of the substring filter when a name is given (facts: service §1.3). `offset` in an answer is what to pass next; the list ends
 * with a short page, an offset that does not move on, or a page that brings nothing new.
 */
async function* pages(
  send: Send,
  name: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Deployment[]> {
  const seen = new Set<string>();
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { ...(name === undefined ? {} : { name_contains: name }), limit: PAGE_MAX, offset };
    const answer = await send({ method: 'GET', path: '/v2/deployments', query, expect: [200], signal });
    const { resources, offset: next } = read(DeploymentList, answer);
    const fresh = resources.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh;
    const following = next ?? offset + resources.length;
    if (resources.length < PAGE_MAX || following <= offset || fresh.length === 0) return;
    offset = following;
  }
}

function viewListener({ id, compute_type, compute_id, compute_config }: Listener): ListenerView {
  const namespaces = compute_config?.k8s_namespaces ?? undefined;
  return { id: id.toLowerCase(), computeType: compute_type, computeId: compute_id, namespaces };
}
