import type { ServerResponse } from 'node:http';
import {
  openCluster,
  type ClusterClient,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { ConnectionOptions } from '../../../../../../src/emulator/data-plane/places/kubernetes/api/connection.ts';
import type { ClusterAccess } from '../../../../../../src/emulator/data-plane/places/kubernetes/api/kubeconfig.ts';
import type {
  ClusterProblem,
  Outcome,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import type { Processes } from '../../../../../../src/emulator/ports/processes.ts';
import { type FakeClock, fakeClock } from '../../../../../clients/support.ts';

export const TOKEN = 'token-of-a-test';

function accessTo(server: URL | string, more: Partial<ClusterAccess> = {}): ClusterAccess {
  return {
    label: 'the context of a test',
    isInside: false,
    server: String(server).replace(/\/$/, ''),
    namespace: 'default',
    ca: undefined,
    serverName: undefined,
    insecure: false,
    proxy: 'direct',
    token: { kind: 'text', text: TOKEN },
    certificate: undefined,
    plugin: undefined,
    ...more,
  };
}

/** Makes a test fail if it starts a program. */
export const noProcesses: Processes = {
  start: () => {
    throw new Error('a program was started');
  },
  close: () => Promise.resolve(),
};

export type TestCluster = ClusterClient & AsyncDisposable & { clock: FakeClock };

/** Creates a client whose clock does not wait in sleeps. The client is closed when the test ends. */
export function testCluster(
  server: URL | string,
  {
    access,
    ...options
  }: Partial<Omit<ConnectionOptions, 'access'>> & { access?: Partial<ClusterAccess> } = {},
): TestCluster {
  const clock = fakeClock();
  const client = openCluster({
    access: accessTo(server, access),
    processes: noProcesses,
    env: {},
    redact: (text) => text,
    clock,
    random: () => 0.5,
    ...options,
  });
  return { ...client, clock, [Symbol.asyncDispose]: () => client.close() };
}

export const never = new AbortController().signal;

/** Returns the API's response to a refused request. */
export function status(code: number, reason: string, message: string, details: object = {}): object {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    details,
    code,
  };
}

/** Returns an object as the API sends it. */
export function object(name: string, resourceVersion = '1', more: object = {}): object {
  return { metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion }, ...more };
}

export function event(type: string, given: object): string {
  return `${JSON.stringify({ type, object: given })}\n`;
}

export const listEnd = (resourceVersion: string): string =>
  event('BOOKMARK', {
    metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
  });
export const bookmark = (resourceVersion: string): string =>
  event('BOOKMARK', { metadata: { resourceVersion } });

/** Responds with 200, writes `parts`, and leaves the response open. */
export function streaming(response: ServerResponse, ...parts: (string | Buffer)[]): ServerResponse {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  for (const part of parts) response.write(part);
  return response;
}

export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.problem.kind}: ${outcome.problem.message}`);
}

export function problemOf(outcome: Outcome<unknown>): ClusterProblem {
  if (!outcome.ok) return outcome.problem;
  throw new Error('it succeeded');
}
