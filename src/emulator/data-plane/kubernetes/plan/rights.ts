import type { PolicyRule, Role } from 'kubernetes-types/rbac/v1.js';
import { MANAGER } from './objects.ts';

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'patch', 'delete'];

/**
 * The least that a control plane needs in each namespace that it deploys into; nothing of the cluster itself. Secrets are created
 * and deleted alone: who may patch one gets its content in the answer.
 */
export const RULES: readonly PolicyRule[] = [
  { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: [...READ, ...WRITE] },
  { apiGroups: ['apps'], resources: ['replicasets'], verbs: READ },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: [...READ, ...WRITE] },
  { apiGroups: [''], resources: ['services'], verbs: [...READ, ...WRITE] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['create', 'delete'] },
  // What is built from code is built in pods of their own.
  { apiGroups: [''], resources: ['pods'], verbs: [...READ, 'create', 'delete'] },
  { apiGroups: [''], resources: ['events'], verbs: READ },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
];

/** What some clusters need beside them. */
export const EXTRA_RULES = {
  /** A control plane outside the cluster reaches agents through the API server. */
  proxy: {
    apiGroups: [''],
    resources: ['services/proxy', 'pods/proxy'],
    verbs: ['get', 'create', 'update', 'patch', 'delete'],
  },
  /** Autoscaling by KEDA. */
  keda: {
    apiGroups: ['keda.sh'],
    resources: ['scaledobjects', 'triggerauthentications'],
    verbs: [...READ, ...WRITE],
  },
  /** Clusters that protect owners from dependents that block their deletion, as OpenShift does. */
  finalizers: { apiGroups: [''], resources: ['services/finalizers'], verbs: ['update'] },
} as const satisfies Record<string, { apiGroups: string[]; resources: string[]; verbs: string[] }>;

/** The Role of a control plane in one namespace. */
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
 * The rule that permits one request, as a line to add to a Role; undefined where no Role of ours should: then the request is
 * wrong, not the Role. `resource` may name a subresource: `pods/log`.
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
