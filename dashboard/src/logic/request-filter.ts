import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import { globMatcher } from '../../../src/contract/glob.ts';

/** Filter of the request list. An empty string in the filter matches every request. */
export interface RequestFilter {
  surface: string;
  method: string;
  /** A class such as `2xx`, a status code, or `cut` for connections that were closed without a response. */
  status: string;
  /** Glob that matches the path, as in `POST /_local/journal/verify`. */
  path: string;
  /** ID of a deployment. */
  deployment: string;
  /** Any string that is not empty selects the requests that a fault rule changed. */
  faulted: string;
  /** Text that the method, path, query or status must contain. */
  text: string;
}

/** Fields of a request that the filter compares. */
type FilteredRequest = Pick<
  RequestSummary,
  'surface' | 'method' | 'path' | 'query' | 'status' | 'fault' | 'deployment_id'
>;

/** Reads the filter from the query parameters of the URL. */
export function filterOf(query: Readonly<Record<string, string>>): RequestFilter {
  return {
    surface: query['surface'] ?? '',
    method: query['method'] ?? '',
    status: query['status'] ?? '',
    path: query['path'] ?? '',
    deployment: query['deployment'] ?? '',
    faulted: query['faulted'] ?? '',
    text: query['text'] ?? '',
  };
}

/** Compiles a filter to a function, because each keystroke filters up to 10,000 requests. */
export function requestMatcher(filter: RequestFilter): (request: FilteredRequest) => boolean {
  const tests: ((request: FilteredRequest) => boolean)[] = [];
  const { surface, status, deployment } = filter;
  const method = filter.method.toUpperCase();
  const text = filter.text.toLowerCase();
  if (surface !== '') tests.push((request) => request.surface === surface);
  if (method !== '') tests.push((request) => request.method === method);
  if (status !== '') tests.push(statusTest(status));
  if (filter.path !== '') {
    const matches = globMatcher(filter.path);
    tests.push((request) => matches(request.path));
  }
  if (deployment !== '') tests.push((request) => request.deployment_id === deployment);
  if (filter.faulted !== '') tests.push((request) => request.fault !== null);
  if (text !== '') {
    tests.push((request) => {
      const line = `${request.method} ${request.path}?${request.query ?? ''} ${request.status}`;
      return line.toLowerCase().includes(text);
    });
  }
  return (request) => tests.every((passes) => passes(request));
}

function statusTest(status: string): (request: FilteredRequest) => boolean {
  if (status === 'cut') return (request) => request.status === 0;
  const hundreds = /^([1-5])xx$/i.exec(status)?.[1];
  if (hundreds === undefined) return (request) => String(request.status) === status;
  return (request) => Math.floor(request.status / 100) === Number(hundreds);
}
