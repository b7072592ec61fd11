import * as z from 'zod';
import { type Dialect, fromWire, toWire, toWirePath } from '../contract/dialect.ts';
import type { Answer, Call, Transport } from './transport.ts';
import { USER_AGENT } from './user-agent.ts';

export interface ControlPlaneOptions {
  transport: Transport;
  /** As `checkBaseUrl` gives it: no slash at its end. */
  baseUrl: string;
  dialect: Dialect;
  /** A workspace API key (spec §5). */
  apiKey: string;
  /** Which workspace to target; needed by keys of an organization. */
  workspaceId?: string | undefined;
  /** Product time, in epoch milliseconds. */
  now?: () => number;
  /** Until when reads outlive faults, in epoch milliseconds of the product clock; the transport's limit without it. */
  readDeadline?: () => number | undefined;
}

/** Sends one request to the control plane and gives its answer in the spec's names. */
export type Send = (request: ControlPlaneRequest) => Promise<Answer>;
export interface ControlPlaneRequest
  extends Pick<Call, 'method' | 'json' | 'expect' | 'repeatable' | 'signal'> {
  /** In the spec's names, beginning with the version segment. */
  path: string;
  query?: Record<string, string | number | boolean>;
}

/** Puts base URL, credentials and dialect around the transport (spec §5; DESIGN §4). */
export function createSender(options: ControlPlaneOptions): Send {
  const { transport, dialect } = options;
  const headers = {
    'x-api-key': options.apiKey,
    ...(options.workspaceId && { 'x-tenant-id': options.workspaceId }),
    'user-agent': USER_AGENT,
  };
  return async ({ path, query = {}, json, ...call }) => {
    const url = new URL(`${options.baseUrl}${toWirePath(path, dialect)}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
    const answer = await transport.call({
      ...call,
      url,
      headers,
      ...(json !== undefined && { json: toWire(json, dialect) }),
      ...((call.method === 'GET' || call.repeatable) && { deadlineAt: options.readDeadline?.() }),
    });
    // Both spellings are read whatever the dialect; where they disagree, the spec's counts.
    return { ...answer, json: fromWire(answer.json).value };
  };
}

/** Parses an answer at the boundary; names the field that is wrong, never its value. */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? `at ${z.core.toDotPath(issue.path)}` : 'as a whole';
  throw answer.unusable(`${answer.status} with a body that is not what was expected (${where})`);
}
