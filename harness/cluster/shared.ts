import { randomBytes } from 'node:crypto';
import process from 'node:process';
import * as z from 'zod';
import { until } from '../until.ts';
import { type ClusterAccess, type ClusterApi, accepted } from './api.ts';

/** The variable by which suites learn of the cluster that serves all of them. */
export const SHARED_CLUSTER = 'TEST_CLUSTER';

const Access = z.object({ url: z.string(), ca: z.string(), token: z.string() });
const Token = z.looseObject({ status: z.looseObject({ token: z.string() }) });

/**
 * The cluster that serves all suites of this run, as its administrator. What a suite makes, it makes in namespaces of its own.
 * @throws Error where there is none.
 */
export function sharedCluster(): ClusterAccess {
  const given = process.env[SHARED_CLUSTER];
  if (given === undefined) {
    throw new Error('This suite needs a Kubernetes cluster: `npm run test:cluster -- <path>` starts one.');
  }
  return Access.parse(JSON.parse(given));
}

/** Makes a namespace that pods may be made in; its name. `prefix` tells readers of a failure what it was for. */
export async function freshNamespace(api: ClusterApi, prefix = 'test'): Promise<string> {
  const name = `${prefix}-${randomBytes(4).toString('hex')}`;
  accepted(await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  // Pods are refused before it.
  await until(
    async () =>
      (await api.request('GET', `/api/v1/namespaces/${name}/serviceaccounts/default`)).status === 200,
    `the service account of ${name}`,
  );
  return name;
}

/** A rule of a role, as Kubernetes has it. */
export interface Rule {
  apiGroups: readonly string[];
  resources: readonly string[];
  verbs: readonly string[];
}

/** Makes a service account that may do this in its namespace and nothing else; how it reaches the cluster. */
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
