import { isJsonObject } from '../../src/contract/json-safety.ts';
import { isOfRun, type RunNames } from './names.ts';

/** API that a request belongs to: the control plane, or the API for tracing, datasets and sandboxes. */
export type Surface = 'control-plane' | 'platform';

/** A request before it is sent. */
export interface GuardedRequest {
  surface: Surface;
  method: string;
  path: string;
  query: URLSearchParams;
  /**
   * Parsed JSON body, or `undefined` if the request has no body or the body is not JSON. An empty object if the body is
   * not JSON but contains a brace, because some services accept such a body, for example with `NaN`, as an object.
   */
  json: unknown;
}

/** Limits of one run. */
export interface Budget {
  deployments: number;
  requests: number;
  minutes: number;
}

export type Decision =
  | { kind: 'send' }
  | { kind: 'refused'; problem: string }
  | { kind: 'exceeded'; problem: string };

const DEPLOYMENT_PATH = /^\/v2\/deployments\/([^/]+)(\/.*)?$/;
const PROJECT_PATH = /^\/v1\/projects\/([^/]+)\/.*(?:build|deploy)_logs$/;
const BOX_PATH = /^(?:\/api)?\/v2\/sandboxes\/boxes(?:\/([^/]+)(\/.*)?)?$/;

/**
 * Ledger of everything that a run created, and the rules for its requests: every read is allowed, and a write may
 * only affect objects of the ledger. The rules also count requests and created deployments.
 */
export class Guard {
  readonly #names: RunNames;
  readonly #budget: Budget;
  readonly #deployments = new Map<string, string>();
  readonly #sandboxes = new Set<string>();
  /** Invented IDs, which belong to no object. */
  readonly #madeUp = new Set<string>();
  #requests = 0;
  #creates = 0;
  /** True while the run deletes its objects. The budget does not limit these requests. */
  sweeping = false;

  constructor(names: RunNames, budget: Budget) {
    this.#names = names;
    this.#budget = budget;
  }

  get used(): { requests: number; deployments: number } {
    return { requests: this.#requests, deployments: this.#creates };
  }

  /** Deployments of the ledger, as pairs of ID and name. */
  get deployments(): readonly (readonly [id: string, name: string])[] {
    return [...this.#deployments];
  }

  /** Adds an ID that belongs to no object, so that a write to this ID is permitted. */
  addMadeUp(id: string): void {
    this.#madeUp.add(id);
  }

  /** Adds a leftover of another run that the sweep is going to delete. */
  addLeftover(kind: 'deployment' | 'sandbox', id: string, name: string): void {
    if (kind === 'deployment') this.#deployments.set(id, name);
    else this.#sandboxes.add(id).add(name);
  }

  /** Adds the deployments and sandboxes of this run that a response contains. */
  learn(json: unknown): void {
    if (!isJsonObject(json)) return;
    const lists = [json['resources'], json['items'], json['sandboxes']]
      .filter(Array.isArray)
      .flat() as unknown[];
    for (const item of [json, ...lists]) {
      if (!isJsonObject(item) || typeof item['name'] !== 'string' || typeof item['id'] !== 'string') continue;
      if (isOfRun('deployment', item['name'], this.#names)) this.#deployments.set(item['id'], item['name']);
      if (isOfRun('sandbox', item['name'], this.#names)) this.#sandboxes.add(item['id']).add(item['name']);
    }
  }

  /** Decides whether the request may be sent, and counts the request. */
  decide(request: GuardedRequest): Decision {
    const problem = this.#foreign(request);
    if (problem !== undefined) {
      return { kind: 'refused', problem: `${request.method} ${request.path}: ${problem}` };
    }
    const creates = isCreate(request) && nameOf(request) !== undefined;
    if (!this.sweeping) {
      const { requests, deployments } = this.#budget;
      if (this.#requests >= requests) {
        return { kind: 'exceeded', problem: `the budget of ${requests} requests is used up` };
      }
      if (creates && this.#creates >= deployments) {
        return { kind: 'exceeded', problem: `the budget of ${deployments} deployments is used up` };
      }
    }
    this.#requests += 1;
    if (creates) this.#creates += 1;
    return { kind: 'send' };
  }

  /**
   * Counts a create that the service refused as no deployment. A create without a response counts, and so does a create
   * with a 5xx, which may have taken effect.
   */
  settle(request: GuardedRequest, status: number | null): void {
    const isRefused = status !== null && status >= 300 && status < 500;
    if (isRefused && isCreate(request) && nameOf(request) !== undefined) this.#creates -= 1;
  }

  /** Returns the reason why the request could change an object of another owner, or `undefined`. */
  #foreign(request: GuardedRequest): string | undefined {
    const { method, path, query, surface } = request;
    if (method === 'GET' || method === 'HEAD') return undefined;
    const known = (id: string) => this.#deployments.has(id) || this.#madeUp.has(id);
    const foreign = 'the live tier changes only what its own run created';
    // A service that decodes the path could read the ID of another object.
    if (/%(?:2e|2f|5c)/i.test(path)) return foreign;
    if (surface === 'control-plane') {
      if (path === '/v2/deployments' && method === 'DELETE') {
        const ids = query.getAll('deployment_ids');
        return ids.length > 0 && ids.every((id) => this.#madeUp.has(id)) ? undefined : foreign;
      }
      if (isCreate(request)) {
        // A body that is not an object cannot create a deployment. A body with the field `agent` could create a
        // deployment with a name that is not `name`.
        if (!isJsonObject(request.json)) return undefined;
        const name = nameOf(request);
        const isOwn = name !== undefined && isOfRun('deployment', name, this.#names);
        return isOwn && request.json['agent'] === undefined ? undefined : foreign;
      }
      const id = DEPLOYMENT_PATH.exec(path)?.[1] ?? PROJECT_PATH.exec(path)?.[1];
      return id !== undefined && known(id) ? undefined : foreign;
    }
    const box = BOX_PATH.exec(path);
    if (box === null) return foreign;
    const [, name] = box;
    if (name !== undefined) {
      return this.#sandboxes.has(name) || isOfRun('sandbox', name, this.#names) ? undefined : foreign;
    }
    const given = nameOf(request);
    return method === 'POST' && given !== undefined && isOfRun('sandbox', given, this.#names)
      ? undefined
      : foreign;
  }
}

function isCreate({ surface, method, path }: GuardedRequest): boolean {
  return surface === 'control-plane' && method === 'POST' && path === '/v2/deployments';
}

function nameOf({ json }: GuardedRequest): string | undefined {
  return isJsonObject(json) && typeof json['name'] === 'string' ? json['name'] : undefined;
}
