import { randomBytes } from 'node:crypto';
import process from 'node:process';
import * as z from 'zod';
import { until } from '../until.ts';
import { type ClusterAccess, type ClusterApi, accepted } from './api.ts';

/** Name of the variable with the URL and credentials of the cluster that all suites share. */
export const SHARED_CLUSTER = 'TEST_CLUSTER';

const Access = z.object({ url: z.string(), ca: z.string(), token: z.string() });
const Token = z.looseObject({ status: z.looseObject({ token: z.string() }) });

/**
 * Returns administrator access to the cluster that all suites of this run share. Each suite uses its own namespaces.
 * @throws Error if no cluster is running.
 */
export function sharedCluster(): ClusterAccess {
  const given = process.env[SHARED_CLUSTER];
  if (given === undefined) {
    throw new Error('This suite needs a Kubernetes cluster: `npm run test:cluster -- <path>` starts one.');
  }
  return Access.parse(JSON.parse(given));
}

/**
 * Creates a namespace in which pods can be created, and returns its name. The name of the namespace begins with
 * `prefix`.
 */
export async function freshNamespace(api: ClusterApi, prefix = 'test'): Promise<string> {
  const name = `${prefix}-${randomBytes(4).toString('hex')}`;
  // A control plane refuses namespaces that accept privileged pods.
  const labels = { 'pod-security.kubernetes.io/enforce': 'baseline' };
  accepted(await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }));
  // The API server refuses pods until this service account exists.
  await until(
    async () =>
      (await api.request('GET', `/api/v1/namespaces/${name}/serviceaccounts/default`)).status === 200,
    `the service account of ${name}`,
  );
  return name;
}

/** A rule of a Kubernetes role. */
export interface Rule {
  apiGroups: readonly string[];
  resources: readonly string[];
  verbs: readonly string[];
}

/** Creates a service account with only these permissions in its namespace, and returns its access to the cluster. */
export async function accountWith(
  api: ClusterApi,
  namespace: string,
  rules: readonly Rule[],
): Promise<ClusterAccess> {
  const group = 'rbac.authorization.k8s.io';
  const metadata = { name: `account-${randomBytes(4).toString('hex')}`, namespace };
  const { name } = metadata;
  accepted(await api.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata }));
  accepted(await api.apply({ apiVersion: `${group}/v1`, kind: 'Role', metadata, rules }));
  accepted(
    await api.apply({
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: group, kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    }),
  );
  const place = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const made = accepted(await api.request('POST', place, { spec: { expirationSeconds: 3_600 } }));
  return { ...api.access, token: Token.parse(made).status.token };
}
