import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { type Call, caller } from './recorded-call.ts';
import {
  type Deploy,
  type Deployed,
  Found,
  History,
  Lines,
  Listeners,
  Made,
  Newest,
  Patched,
  Polled,
  PushPlace,
  Shown,
  UploadPlace,
} from './recorded-shapes.ts';

// The calls of the service's Python CLI 0.4.31, in its order, with what it sends and what
// it reads of each answer, and nothing more. Its own mistakes are not among them: what did not end as DEPLOYED did
// not succeed.

const ENDS = new Set(['DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED', 'SKIPPED']);
const POLL_MS = 5;
const POLLS = 1_000;
const UPLOAD_RANGE = '0,209715200';

/** The CLI at this control plane with this key. Each method throws where it would not get what it needs. */
export class RecordedCli {
  readonly #call: Call;

  constructor(base: string, apiKey: string, tenantId?: string) {
    this.#call = caller(base, {
      'X-Api-Key': apiKey,
      ...(tenantId !== undefined && { 'X-Tenant-ID': tenantId }),
    });
  }

  /** `deploy --remote`. */
  async remote(archive: Uint8Array, deploy: Deploy): Promise<Deployed> {
    const secrets = deploy.secrets ?? [];
    const id = await this.#findOrCreate(deploy, { source: 'internal_source', secrets });
    const place = await this.#call(UploadPlace, 'POST', `/v2/deployments/${id}/upload-url`);
    const put = await fetch(place.upload_url, {
      method: 'PUT',
      body: archive,
      headers: { 'Content-Type': 'application/gzip', 'X-Goog-Content-Length-Range': UPLOAD_RANGE },
    });
    if (!put.ok) throw new Error(`the upload answered ${put.status}`);
    const body = {
      revision_source: 'internal_source',
      source_revision_config: {
        source_tarball_path: place.object_path,
        langgraph_config_path: 'langgraph.json',
      },
      source_config: { install_command: 'npm ci', build_command: 'npm run build' },
      tracked_packages: ['langgraph:1.0.0', 'langchain-core:1.0.0'],
      secrets,
    };
    return this.#patchAndWait(id, body, deploy.verbose === true);
  }

  /** Local build and push; the push itself is not replayed. */
  async pushed(digest: string, deploy: Deploy): Promise<Deployed & { registry: string }> {
    const secrets = deploy.secrets ?? [];
    const id = await this.#findOrCreate(deploy, { source: 'internal_docker', secrets });
    const { registry_url: registry } = await this.#call(
      PushPlace,
      'POST',
      `/v2/deployments/${id}/push-token`,
    );
    const body = {
      revision_source: 'internal_docker',
      source_revision_config: { image_uri: `${registry}/${deploy.name}@${digest}` },
      secrets,
      tracked_packages: ['langgraph:1.0.0'],
    };
    return { ...(await this.#patchAndWait(id, body, false)), registry };
  }

  /** `--push-to`, with the existing listener. */
  async ownRegistry(image: string, deploy: Deploy): Promise<Deployed> {
    const known = await this.#find(deploy.name);
    if (known !== undefined) {
      return this.#patchAndWait(known, { source_revision_config: { image_uri: image }, secrets: [] }, false);
    }
    const [listener] = (await this.#call(Listeners, 'GET', '/v2/listeners?limit=100')).resources;
    if (listener === undefined) throw new Error('there is no listener');
    await this.#call(Made, 'GET', `/v2/listeners/${listener.id}`);
    const { id } = await this.#call(Made, 'POST', '/v2/deployments', {
      name: deploy.name,
      source: 'external_docker',
      source_config: {
        resource_spec: {},
        listener_id: listener.id,
        listener_config: { k8s_namespace: listener.compute_config.k8s_namespaces[0] },
      },
      source_revision_config: { image_uri: image },
      secrets: [],
    });
    return this.#wait(id, undefined, false);
  }

  /** `deploy list`: the names. */
  async list(contains = ''): Promise<string[]> {
    const query = new URLSearchParams({ name_contains: contains });
    return (await this.#call(Found, 'GET', `/v2/deployments?${query}`)).resources.map(({ name }) => name);
  }

  /** `deploy revisions list`: the statuses, newest first. */
  async revisions(id: string, limit = 10): Promise<string[]> {
    const { resources } = await this.#call(History, 'GET', `/v2/deployments/${id}/revisions?limit=${limit}`);
    return resources.map(({ status }) => status);
  }

  /** `deploy logs`, of the newest revision's build or of what is deployed. */
  async logs(id: string, type: 'build' | 'deploy', more: Record<string, unknown> = {}): Promise<string[]> {
    const [newest] = (await this.#call(Newest, 'GET', `/v2/deployments/${id}/revisions?limit=1`)).resources;
    const path = type === 'build' ? `/revisions/${newest?.id}/build_logs` : '/deploy_logs';
    const body = { order: 'desc', limit: 100, ...more };
    const { logs } = await this.#call(Lines, 'POST', `/v1/projects/${id}${path}`, body);
    return logs.map(({ message }) => message).toReversed();
  }

  /** `--follow`: polls so often, each time from the last line's time on; what is new each time. */
  async follow(id: string, looks: number): Promise<string[][]> {
    const seen = new Set<string | number>();
    const printed: string[][] = [];
    let start: string | undefined;
    for (let look = 0; look < looks; look += 1) {
      const from = start === undefined ? {} : { start_time: start };
      const { logs } = await this.#call(Lines, 'POST', `/v1/projects/${id}/deploy_logs`, {
        order: 'asc',
        ...from,
      });
      printed.push(logs.filter((line) => !seen.has(line.id)).map(({ message }) => message));
      for (const line of logs) seen.add(line.id);
      const last = logs.at(-1)?.timestamp;
      if (last !== undefined) start = new Date(last).toISOString();
    }
    return printed;
  }

  /** `deploy delete`. */
  async delete(id: string): Promise<void> {
    await this.#call(z.unknown(), 'DELETE', `/v2/deployments/${id}`);
  }

  async #find(name: string): Promise<string | undefined> {
    const query = new URLSearchParams({ name_contains: name });
    const { resources } = await this.#call(Found, 'GET', `/v2/deployments?${query}`);
    return resources.find((one) => one.name === name)?.id;
  }

  async #findOrCreate(deploy: Deploy, what: { source: string; secrets: unknown[] }): Promise<string> {
    if (deploy.deploymentId !== undefined) {
      return (await this.#call(Made, 'GET', `/v2/deployments/${deploy.deploymentId}`)).id;
    }
    const known = await this.#find(deploy.name);
    if (known !== undefined) return known;
    const body = {
      name: deploy.name,
      ...what,
      source_config: { deployment_type: 'dev' },
      source_revision_config: {},
    };
    return (await this.#call(Made, 'POST', '/v2/deployments', body)).id;
  }

  async #patchAndWait(id: string, body: unknown, verbose: boolean): Promise<Deployed> {
    const { tenant_id: tenantId } = await this.#call(Patched, 'PATCH', `/v2/deployments/${id}`, body);
    return this.#wait(id, tenantId, verbose);
  }

  async #wait(id: string, tenantId: string | undefined, verbose: boolean): Promise<Deployed> {
    // The newest revision must be the one just made: an older one would be taken for it.
    const [newest] = (await this.#call(Newest, 'GET', `/v2/deployments/${id}/revisions?limit=1`)).resources;
    if (newest === undefined) throw new Error('no revision was made');
    const path = `/v2/deployments/${id}/revisions/${newest.id}`;
    const logPath = `/v1/projects/${id}/revisions/${newest.id}/build_logs`;
    const log: string[] = [];
    let offset: string | null | undefined;
    let status = 'UNKNOWN';
    for (let poll = 0; poll < POLLS && !ENDS.has(status); poll += 1) {
      if (poll > 0) await wait(POLL_MS);
      ({ status } = await this.#call(Polled, 'GET', path));
      if (!verbose) continue;
      const from = typeof offset === 'string' ? { offset } : {};
      const page = await this.#call(Lines, 'POST', logPath, { order: 'asc', limit: 50, ...from });
      log.push(...page.logs.map(({ message }) => message));
      offset = page.next_offset ?? offset;
    }
    if (status === 'BUILD_FAILED' && !verbose) {
      const { logs } = await this.#call(Lines, 'POST', logPath, { order: 'desc', limit: 30 });
      log.push(...logs.map(({ message }) => message).toReversed());
    }
    const { source_config: config } = await this.#call(Shown, 'GET', `/v2/deployments/${id}`);
    return { status, deploymentId: id, url: config.custom_url, tenantId, log };
  }
}
