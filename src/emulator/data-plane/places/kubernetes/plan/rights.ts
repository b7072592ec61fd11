import type { PolicyRule, Role } from 'kubernetes-types/rbac/v1.js';
import { MANAGER } from './objects.ts';

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'patch', 'delete'];

/**
 * Minimum permissions of a control plane in each namespace where it deploys. The control plane needs no cluster-wide
 * permissions.
 * The rules do not permit patches of Secrets, because the response to a patch contains the Secret's content.
 */
export const RULES: readonly PolicyRule[] = [
  { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: [...READ, ...WRITE] },
  { apiGroups: ['apps'], resources: ['replicasets'], verbs: READ },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: [...READ, ...WRITE] },
  { apiGroups: [''], resources: ['services'], verbs: [...READ, ...WRITE] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['create', 'delete'] },
  // Permissions for building code in separate pods.
  { apiGroups: ['batch'], resources: ['jobs'], verbs: [...READ, 'create', 'delete'] },
  // Pods are created only as dry runs, which test the policies of a namespace, and by replicas of an earlier version, whose
  // builds have no Job.
  { apiGroups: [''], resources: ['pods'], verbs: [...READ, 'create', 'delete'] },
  // Permissions for the network policies of databases, which are deleted with the Service of their deployment.
  { apiGroups: ['networking.k8s.io'], resources: ['networkpolicies'], verbs: ['create', 'patch'] },
  // Permission to report the progress of revisions as Events.
  { apiGroups: [''], resources: ['events'], verbs: [...READ, 'create'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
];

/** Further permissions, which only some clusters need. */
export const EXTRA_RULES = {
  /** Permissions of a control plane outside the cluster, which reaches agents through the API server. */
  proxy: {
    apiGroups: [''],
    resources: ['services/proxy', 'pods/proxy'],
    verbs: ['get', 'create', 'update', 'patch', 'delete'],
  },
  /** Permissions for blocking the deletion of an object's owner, which clusters such as OpenShift require. */
  finalizers: { apiGroups: [''], resources: ['services/finalizers'], verbs: ['update'] },
} as const satisfies Record<string, { apiGroups: string[]; resources: string[]; verbs: string[] }>;

/** Returns the Role that a control plane needs in one namespace. */
export function planeRole(namespace: string, extra: readonly (keyof typeof EXTRA_RULES)[] = []): Role {
  const rules = [...RULES, ...extra.map((name): PolicyRule => EXTRA_RULES[name])];
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: MANAGER, namespace },
    rules: rules.map(copyOf),
  };
}

const copyOf = ({ apiGroups = [], resources = [], verbs }: PolicyRule): PolicyRule => ({
  apiGroups: [...apiGroups],
  resources: [...resources],
  verbs: [...verbs],
});

/**
 * Returns a rule for a Role that permits a request, or `undefined` if the emulator's Roles must never permit the
 * request. `resource` can include a subresource, such as `pods/log`.
 */
export function missingRule(group: string, resource: string, verb: string): string | undefined {
  const rule = [...RULES, ...Object.values(EXTRA_RULES)].find(
    ({ apiGroups, resources, verbs }) =>
      apiGroups?.some((one) => one === group) === true &&
      resources?.some((one) => one === resource) === true &&
      verbs.some((one) => one === verb),
  );
  if (rule === undefined) return undefined;
  const list = (values: readonly string[]) => `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  return `- {apiGroups: ${list([group])}, resources: ${list([resource])}, verbs: ${list(rule.verbs)}}`;
}
