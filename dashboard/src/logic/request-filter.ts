import type { RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import { globMatcher } from '../../../src/contract/glob.ts';

/** What the list of requests is narrowed down to; empty text lets everything through. */
export interface RequestFilter {
  surface: string;
  method: string;
  /** `2xx`, `4xx`, …, `cut` for connections without an answer, or a number. */
  status: string;
  /** The glob of `verify`. */
  path: string;
  /** ID of a deployment. */
  deployment: string;
  /** Only those that a fault rule answered. */
  faulted: string;
  /** Anywhere in method, path, query and status. */
  text: string;
}

/** What a filter reads of a request. */
type FilteredRequest = Pick<
  RequestSummary,
  'surface' | 'method' | 'path' | 'query' | 'status' | 'fault' | 'deployment_id'
>;

/** The filter that the search of an address names. */
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

/** Whether a request is among those. Compiled once, for it is asked 10,000 times at each keystroke. */
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
