import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { RequestDetail } from '../../../src/contract/dashboard/events.ts';
import type { RequestReplay } from '../../../src/contract/dashboard/requests.ts';
import { parseJson } from './input-form.ts';

export const REPLAY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** Texts of the form for editing a request before the request is sent again. */
export interface ReplayForm {
  method: string;
  path: string;
  /** Headers, one per line, as `name: value`. */
  headers: string;
  /** JSON of the body, or an empty string without a body. */
  body: string;
}

/** Returns the form of a recorded request. `hasBody` is false if the body is too long to show. */
export function replayForm({ request, headers, sent }: RequestDetail): ReplayForm & { hasBody: boolean } {
  return {
    method: request.method,
    path: request.query === null ? request.path : `${request.path}?${request.query}`,
    headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: sent.kind === 'value' ? stringifyExactJson(sent.value, 2) : '',
    hasBody: sent.kind !== 'length',
  };
}

/** Returns the changes between the recorded request and the form, or the problem with a field. */
export function replayOf(
  before: ReplayForm & { hasBody: boolean },
  after: ReplayForm,
): { change: RequestReplay } | { field: keyof ReplayForm; problem: string } {
  const method = REPLAY_METHODS.find((one) => one === after.method);
  if (method === undefined) return { field: 'method', problem: 'Choose a method' };
  if (!after.path.startsWith('/')) return { field: 'path', problem: 'The path must begin with /' };
  const headers = parseHeaders(after.headers);
  if (headers === undefined)
    return { field: 'headers', problem: 'Write one header per line, as name: value' };
  const body = after.body.trim() === '' ? { value: null } : parseJson(after.body);
  if ('problem' in body) return { field: 'body', problem: `The body ${body.problem}` };
  return {
    change: {
      ...(method === before.method ? {} : { method }),
      ...(after.path === before.path ? {} : { path: after.path }),
      ...(after.headers === before.headers ? {} : { headers }),
      ...(after.body === before.body ? {} : { body: body.value }),
    },
  };
}

/**
 * Parses lines such as `accept: text/plain`. Empty lines are ignored. Returns `undefined` if a line that is not empty
 * is invalid.
 */
export function parseHeaders(text: string): [name: string, value: string][] | undefined {
  const headers: [string, string][] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    if (colon === -1 || !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) return undefined;
    headers.push([name, line.slice(colon + 1).trim()]);
  }
  return headers;
}
