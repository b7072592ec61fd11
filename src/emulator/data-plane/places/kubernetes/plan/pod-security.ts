import type { Pod, PodSpec } from 'kubernetes-types/core/v1.js';
import { MANAGER, type Manifest } from './objects.ts';
import { isDenied } from './refusals.ts';

/** Settings with which a pod could take over its node. A secure namespace refuses each of these settings. */
const DANGEROUS: Readonly<Record<string, Partial<PodSpec>>> = {
  'a privileged container': {},
  'a hostPath volume': { volumes: [{ name: 'host', hostPath: { path: '/' } }] },
  'the network of the node': { hostNetwork: true },
};

/** A pod with one dangerous setting, which is created only as a dry run. */
export interface PodSecurityProbe {
  /** Setting that the namespace must refuse. */
  setting: string;
  pod: Manifest<Pod>;
}

/** Returns a pod for each dangerous setting. */
export function podSecurityProbes(namespace: string): PodSecurityProbe[] {
  return Object.entries(DANGEROUS).map(([setting, spec], index) => ({
    setting,
    pod: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${MANAGER}-probe-${index}`,
        namespace,
        labels: { 'app.kubernetes.io/name': `${MANAGER}-probe` },
      },
      spec: {
        automountServiceAccountToken: false,
        restartPolicy: 'Never',
        ...spec,
        containers: [
          {
            name: 'probe',
            image: 'probe',
            // A quota or a LimitRange of the namespace must not refuse the pod before the policy does.
            resources: {
              requests: { cpu: '1m', memory: '8Mi' },
              limits: { cpu: '100m', memory: '64Mi' },
            },
            ...(index === 0 && { securityContext: { privileged: true } }),
          },
        ],
      },
    },
  }));
}

/**
 * Returns whether the refusal of a probe proves that a policy protects the namespace: Pod Security, a policy or a
 * webhook of the cluster, or OpenShift's security context constraints.
 */
export const provesPodSecurity = (message: string): boolean =>
  isDenied(message) || /violates PodSecurity|security context constraint/.test(message);

/**
 * Returns whether the refusal of a probe proves that no policy protects the namespace. The API server checks quotas
 * after all policies.
 */
export const disprovesPodSecurity = (message: string): boolean =>
  /exceeded quota: |must specify .* for: /.test(message);

/** Returns the sentence that explains a namespace without protection, and what to do. */
export const podSecurityProblem = (namespace: string, setting: string): string =>
  `the namespace ${namespace} accepts pods with ${setting}, so an agent could take over its node and all other agents. Run "kubectl label namespace ${namespace} pod-security.kubernetes.io/enforce=baseline" (or restricted), or allow it with --pod-security any (agents.podSecurity: privileged of the chart).`;
