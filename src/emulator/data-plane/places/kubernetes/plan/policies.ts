import { type Diagnosis, fine, problem } from '../../../../ports/diagnosis.ts';
import type { Namespace, NetworkPolicy } from '../api/resources.ts';
import { LABELS, MANAGER } from './objects.ts';

const POD_SECURITY = 'pod-security.kubernetes.io/enforce';

/** Evaluates the Pod Security Standard that a namespace of agents enforces. */
export function evaluatePodSecurity(namespace: string, { metadata: { labels } }: Namespace): Diagnosis {
  const check = `pod security of ${namespace}`;
  const level = labels?.[POD_SECURITY];
  if (level === 'baseline' || level === 'restricted') {
    return fine(check, `the namespace enforces the Pod Security Standard ${level}`);
  }
  return problem(
    check,
    level === undefined
      ? 'the namespace enforces no Pod Security Standard, so an agent can mount folders of its node'
      : `the namespace enforces ${level}, so an agent can mount folders of its node`,
    `Run: kubectl label namespace ${namespace} ${POD_SECURITY}=baseline --overwrite`,
  );
}

/** Evaluates whether network policies limit the traffic of agents in both directions. */
export function evaluateNetworkPolicies(namespace: string, policies: readonly NetworkPolicy[]): Diagnosis {
  const check = `network policies of ${namespace}`;
  const ofAgents = policies.filter(({ spec: { podSelector } }) => selectsAgents(podSelector));
  const missing = ['Ingress', 'Egress'].filter(
    (type) => !ofAgents.some(({ spec }) => (spec.policyTypes ?? ['Ingress']).includes(type)),
  );
  if (missing.length === 0) return fine(check, 'network policies limit the traffic to and from agents');
  return problem(
    check,
    `no network policy limits the traffic of agents (${missing.join(' and ')})`,
    'Set networkPolicy.enabled to true in the values of the chart, or apply the network policies of install.yaml.',
  );
}

/** Returns whether a selector without expressions that exclude agents selects the pods of agents. */
function selectsAgents({ matchLabels, matchExpressions }: NetworkPolicy['spec']['podSelector']): boolean {
  const labels: Readonly<Record<string, string>> = {
    [LABELS.managedBy]: MANAGER,
    [LABELS.component]: 'agent',
  };
  return (
    Object.entries(matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (matchExpressions ?? []).every(
      ({ key, operator, values }) => operator === 'In' && (values ?? []).includes(labels[key] ?? ''),
    )
  );
}
