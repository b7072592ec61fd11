import * as z from 'zod';
import { Sandbox, type SandboxCreate } from '../contract/sandbox.ts';
import { assertSame, createNameRegistry, parseAnswer, readAllPages } from './answers.ts';
import { isApiError, ignoreApiError } from './errors.ts';
import type { Call, Transport } from './transport.ts';
import { credentialHeaders } from './headers.ts';

export interface SandboxServiceOptions {
  transport: Transport;
  /** URL without a trailing slash, as returned by `checkAgentUrl`. */
  baseUrl: string;
  apiKey: string;
  workspaceId?: string | undefined;
  /** Time limit of one attempt of a request, in milliseconds of wall-clock time. */
  requestTimeoutMs: number;
}

/** Client of the sandbox service. Methods throw ApiError. */
export interface SandboxService {
  /**
   * Creates a sandbox. Sends the request only once, so the caller must search for the sandbox by name after an error of
   * the kind `ambiguous`. With `wait_for_ready`, the response might arrive up to half a minute after the time limit in
   * the request.
   */
  create(body: SandboxRequest, signal: AbortSignal): Promise<Sandbox>;
  /** Returns a sandbox, or `undefined` if the sandbox does not exist. */
  get(nameOrId: string, signal: AbortSignal, deadlineAt?: number): Promise<Sandbox | undefined>;
  /** Returns the sandboxes whose name contains a string, from all pages. */
  list(nameContains: string, signal: AbortSignal): Promise<Sandbox[]>;
  /** Deletes a sandbox. Resolves to false if the sandbox does not exist. */
  remove(nameOrId: string, signal: AbortSignal): Promise<boolean>;
}

/** Body of a create request. `timeout` is in seconds, and only newer services support `snapshot`. */
export type SandboxRequest = SandboxCreate & { snapshot?: string; timeout?: number };

const SandboxPage = z.looseObject({
  sandboxes: z.array(Sandbox).nullish(),
  items: z.array(Sandbox).nullish(),
  next_cursor: z.string().nullish(),
});

const PAGE = 100;
/**
 * Number of milliseconds that the client waits for a response after the time limit in the request, as in the official
 * clients.
 */
const GRACE_MS = 30_000;

/** Creates a client of the sandbox service over HTTP. The client sends the key only to the service's origin. */
export function createSandboxService(options: SandboxServiceOptions): SandboxService {
  const { transport, requestTimeoutMs } = options;
  const headers = credentialHeaders(options);
  const root = `${options.baseUrl}${options.baseUrl.endsWith('/api') ? '' : '/api'}/v2/sandboxes/boxes`;
  const send = (method: Call['method'], path: string, more: Partial<Call>) =>
    transport.call({ method, url: new URL(`${root}${path}`), headers, ...more });
  const register = createNameRegistry('sandbox');
  const one = (nameOrId: string) => `/${encodeURIComponent(nameOrId)}`;

  return {
    async create(body, signal) {
      const waiting = body.wait_for_ready ? (body.timeout ?? 0) * 1000 + GRACE_MS : 0;
      const tryTimeoutMs = Math.max(requestTimeoutMs, waiting);
      const answer = await send('POST', '', {
        json: body,
        expect: [200, 201],
        attemptTimeoutMs: tryTimeoutMs,
        signal,
      });
      const created = parseAnswer(Sandbox, answer);
      assertSame(answer, { what: 'sandbox', requested: body.name, answered: created.name });
      register(answer, created);
      return created;
    },

    async get(nameOrId, signal, deadlineAt) {
      const call = { expect: [200], signal, deadlineAt };
      const answer = await ignoreApiError(() => send('GET', one(nameOrId), call), 404);
      if (answer === undefined) return undefined;
      const found = parseAnswer(Sandbox, answer);
      const same = [found.id, found.name].some((is) => is?.toLowerCase() === nameOrId.toLowerCase());
      assertSame(answer, { what: 'sandbox', requested: nameOrId, answered: same ? nameOrId : found.name });
      register(answer, found);
      return found;
    },

    async list(nameContains, signal) {
      const first = new Set<string>();
      const fetchPage = async (offset: number) => {
        const text = String(offset);
        const query = new URLSearchParams({ name_contains: nameContains, limit: String(PAGE), offset: text });
        const answer = await send('GET', `?${query.toString()}`, { expect: [200], signal });
        const { items: newer, sandboxes, next_cursor: next } = parseAnswer(SandboxPage, answer);
        const items = newer ?? sandboxes ?? [];
        if (offset === 0) for (const { name } of items) first.add(name);
        // An older service without pagination returns the same sandboxes for every offset.
        const unpaged = offset > 0 && items.length === first.size && items.length < PAGE && !next;
        const same = unpaged && items.every(({ name }) => first.has(name));
        return { items: same ? [] : items, refuse: (what: string) => answer.unusable(what) };
      };
      const found: Sandbox[] = [];
      for await (const page of readAllPages(fetchPage, ({ name }) => name)) found.push(...page);
      // A service that does not support the filter by name returns all sandboxes.
      return found.filter(({ name }) => name.includes(nameContains));
    },

    async remove(nameOrId, signal) {
      try {
        await send('DELETE', one(nameOrId), { ignoreBody: true, signal });
        return true;
      } catch (error) {
        // A 404 after several attempts means that an earlier attempt, whose response was lost, deleted the sandbox.
        if (isApiError(error, 404)) return error.attempts > 1;
        throw error;
      }
    },
  };
}
