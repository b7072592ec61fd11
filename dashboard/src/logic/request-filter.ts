import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import { globMatcher } from '../../../src/contract/glob.ts';

/** Filter of the request list. Empty text matches everything. */
export interface RequestFilter {
  surface: string;
  method: string;
  /** `2xx`, `4xx`, …, a status code, or `cut` for connections without a response. */
  status: string;
  /** Glob, with the syntax of `verify`. */
  path: string;
  /** ID of a deployment. */
  deployment: string;
  /** If non-empty, matches only requests that a fault rule responded to. */
  faulted: string;
  /** Text to find in the method, path, query or status. */
  text: string;
}

/** The fields of a request that the filter uses. */
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

/** Compiles a filter into a function, because it runs on up to 10,000 requests for each keystroke. */
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
