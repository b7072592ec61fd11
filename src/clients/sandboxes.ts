import * as z from 'zod';
import { Sandbox, type SandboxCreate } from '../contract/sandbox.ts';
import { assertSame, createNameRegistry, parseAnswer, readAllPages } from './answers.ts';
import { isApiError, unlessApiError } from './errors.ts';
import type { Call, Transport } from './transport.ts';
import { credentialHeaders } from './headers.ts';

export interface SandboxServiceOptions {
  transport: Transport;
  /** From `checkAgentUrl`: no trailing slash. */
  baseUrl: string;
  apiKey: string;
  workspaceId?: string | undefined;
  /** Timeout of one attempt of one request, in real milliseconds. */
  requestTimeoutMs: number;
}

/** The sandbox service. Methods throw an ApiError of `clients/errors.ts`. */
export interface SandboxService {
  /**
   * Creates a sandbox. Sent once: after an error of kind `ambiguous` it has to be looked up by its name. With
   * `wait_for_ready` the response may take as long as the body's own limit and half a minute more.
   */
  create(body: SandboxRequest, signal: AbortSignal): Promise<Sandbox>;
  /** Undefined: not found. */
  get(nameOrId: string, signal: AbortSignal, deadlineAt?: number): Promise<Sandbox | undefined>;
  /** Those whose name contains a text, over all pages. */
  list(nameContains: string, signal: AbortSignal): Promise<Sandbox[]>;
  /** False: not found. */
  remove(nameOrId: string, signal: AbortSignal): Promise<boolean>;
}

/** The request; `timeout` in seconds, and a snapshot as the newer service takes it. */
export type SandboxRequest = SandboxCreate & { snapshot?: string; timeout?: number };

const SandboxPage = z.looseObject({
  sandboxes: z.array(Sandbox).nullish(),
  items: z.array(Sandbox).nullish(),
  next_cursor: z.string().nullish(),
});

const PAGE = 100;
/** Beyond the service's own limit, as its clients wait. */
const GRACE_MS = 30_000;

/** The sandbox service over HTTP. The key is sent to its own origin only. */
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
      const made = parseAnswer(Sandbox, answer);
      assertSame(answer, { what: 'sandbox', requested: body.name, answered: made.name });
      register(answer, made);
      return made;
    },

    async get(nameOrId, signal, deadlineAt) {
      const call = { expect: [200], signal, deadlineAt };
      const answer = await unlessApiError(() => send('GET', one(nameOrId), call), 404);
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
        // An older service without pagination: it returns all of them, for any offset.
        const unpaged = offset > 0 && items.length === first.size && items.length < PAGE && !next;
        const same = unpaged && items.every(({ name }) => first.has(name));
        return { items: same ? [] : items, refuse: (what: string) => answer.unusable(what) };
      };
      const found: Sandbox[] = [];
      for await (const page of readAllPages(fetchPage, ({ name }) => name)) found.push(...page);
      // A service without this filter returns all of them.
      return found.filter(({ name }) => name.includes(nameContains));
    },

    async remove(nameOrId, signal) {
      try {
        await send('DELETE', one(nameOrId), { ignoreBody: true, signal });
        return true;
      } catch (error) {
        // Already gone; after a lost response, ours did it.
        if (isApiError(error, 404)) return error.attempts > 1;
        throw error;
      }
    },
  };
}
