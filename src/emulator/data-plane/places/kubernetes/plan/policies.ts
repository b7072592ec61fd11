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
  const limits = (type: 'Ingress' | 'Egress') => {
    const ofType = ofAgents.filter(({ spec }) => (spec.policyTypes ?? ['Ingress']).includes(type));
    return ofType.length > 0 && !ofType.some(({ spec }) => permitsAll(spec, type));
  };
  const missing = (['Ingress', 'Egress'] as const).filter((type) => !limits(type));
  if (missing.length === 0) return fine(check, 'network policies limit the traffic to and from agents');
  return problem(
    check,
    `network policies do not limit the traffic of agents (${missing.join(' and ')})`,
    'Set networkPolicy.enabled to true in the values of the chart, or apply the network policies of install.yaml. Remove policies that permit all traffic of agents.',
  );
}

/**
 * Returns whether a policy has a rule without peers and ports, which permits all traffic of this type. Policies add up, so
 * one such rule is enough.
 */
function permitsAll({ ingress, egress }: NetworkPolicy['spec'], type: 'Ingress' | 'Egress'): boolean {
  const isEmpty = (list: readonly unknown[] | null | undefined) => (list ?? []).length === 0;
  return type === 'Ingress'
    ? (ingress ?? []).some(({ from, ports }) => isEmpty(from) && isEmpty(ports))
    : (egress ?? []).some(({ to, ports }) => isEmpty(to) && isEmpty(ports));
}

/** Returns whether a selector selects the pods of all agents. Of the operators, only `In` is evaluated. */
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
