import * as z from 'zod';
import { Sandbox, type SandboxCreate } from '../contract/sandbox.ts';
import { read } from './control-plane-send.ts';
import { isApiError } from './errors.ts';
import type { Call, Transport } from './transport.ts';
import { USER_AGENT } from './user-agent.ts';

export interface SandboxesOptions {
  transport: Transport;
  /** As `checkAgentUrl` gives it: no slash at its end. */
  baseUrl: string;
  apiKey: string;
  workspaceId?: string | undefined;
  /** How long one try of one request may take, in real milliseconds. */
  requestTimeoutMs: number;
}

/** The sandbox service (spec §4.8; facts: service §3). Methods throw an ApiError of `clients/errors.ts`. */
export interface SandboxService {
  /**
   * Makes a sandbox. Sent once: whoever gets an error of kind `ambiguous` looks by the name. With `wait_for_ready` the
   * answer may take as long as the body's own limit and half a minute more.
   */
  create(body: SandboxRequest, signal: AbortSignal): Promise<Sandbox>;
  /** Undefined: there is none of this name or ID. */
  get(nameOrId: string, signal: AbortSignal, deadlineAt?: number): Promise<Sandbox | undefined>;
  /** Those whose name contains a text, over all pages. */
  list(nameContains: string, signal: AbortSignal): Promise<Sandbox[]>;
  /** False: there was none. */
  remove(nameOrId: string, signal: AbortSignal): Promise<boolean>;
}

/** What is sent; `timeout` in seconds, and a snapshot as the newer service takes it (facts: service §3.3). */
export type SandboxRequest = SandboxCreate & { snapshot?: string; timeout?: number };

const SandboxPage = z.looseObject({
  sandboxes: z.array(Sandbox).nullish(),
  items: z.array(Sandbox).nullish(),
});

/** As many as the service gives at once (facts: service §3.1). */
const PAGE = 100;
/** No list is that long: a server that keeps on paging is stopped here. */
const MOST_PAGES = 100;
/** Beyond the service's own limit, as its clients wait (facts: service §3.3). */
const GRACE_MS = 30_000;

/** The sandbox service over HTTP. The key goes to its own address and nowhere else. */
export function createSandboxes(options: SandboxesOptions): SandboxService {
  const { transport, apiKey, workspaceId, requestTimeoutMs } = options;
  const headers = {
    'x-api-key': apiKey,
    ...(workspaceId && { 'x-tenant-id': workspaceId }),
    'user-agent': USER_AGENT,
  };
  const root = `${options.baseUrl}${options.baseUrl.endsWith('/api') ? '' : '/api'}/v2/sandboxes/boxes`;
  const send = (method: Call['method'], path: string, more: Partial<Call>) =>
    transport.call({ method, url: new URL(`${root}${path}`), headers, ...more });
  const one = (nameOrId: string) => `/${encodeURIComponent(nameOrId)}`;

  return {
    async create(body, signal) {
      const waiting = body.wait_for_ready ? (body.timeout ?? 0) * 1000 + GRACE_MS : 0;
      const tryTimeoutMs = Math.max(requestTimeoutMs, waiting);
      return read(Sandbox, await send('POST', '', { json: body, expect: [200, 201], tryTimeoutMs, signal }));
    },

    async get(nameOrId, signal, deadlineAt) {
      try {
        return read(Sandbox, await send('GET', one(nameOrId), { expect: [200], signal, deadlineAt }));
      } catch (error) {
        if (isApiError(error, 404)) return undefined;
        throw error;
      }
    },

    async list(nameContains, signal) {
      const found = new Map<string, Sandbox>();
      for (let page = 0, offset = 0; page < MOST_PAGES; page += 1) {
        const query = new URLSearchParams({
          name_contains: nameContains,
          limit: String(PAGE),
          offset: String(offset),
        });
        const answer = read(
          SandboxPage,
          await send('GET', `?${query.toString()}`, { expect: [200], signal }),
        );
        const items = answer.items ?? answer.sandboxes ?? [];
        const fresh = items.filter(({ name }) => !found.has(name));
        for (const item of fresh) found.set(item.name, item);
        // A page may be shorter than asked for, and still not the last one.
        if (fresh.length === 0) break;
        offset += items.length;
      }
      // A service that knows no such filter gives them all.
      return [...found.values()].filter(({ name }) => name.includes(nameContains));
    },

    async remove(nameOrId, signal) {
      try {
        await send('DELETE', one(nameOrId), { ignoreBody: true, signal });
        return true;
      } catch (error) {
        // Gone already; after a lost answer it was ours that did it.
        if (isApiError(error, 404)) return error.attempts > 1;
        throw error;
      }
    },
  };
}
