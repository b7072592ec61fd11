import type { ClusterClient } from './api/client.ts';
import type { Outcome } from './api/problems.ts';
import { PODS } from './api/resources.ts';
import {
  disprovesPodSecurity,
  podSecurityProblem,
  podSecurityProbes,
  provesPodSecurity,
} from './plan/pod-security.ts';

/** Milliseconds after which a namespace is checked again. */
const VALID_MS = 60_000;

/**
 * Returns a function that checks whether a namespace refuses pods that could take over their node, by dry runs of such
 * pods. The function returns the problem, or `undefined` for a secure namespace, and needs only the permission to
 * create pods.
 */
export function createPodSecurityCheck(client: Pick<ClusterClient, 'checkCreate' | 'clusterNow'>) {
  const secureUntil = new Map<string, number>();
  return async (namespace: string, signal: AbortSignal): Promise<Outcome<string | undefined>> => {
    if ((secureUntil.get(namespace) ?? 0) > client.clusterNow()) return { ok: true, value: undefined };
    for (const { setting, pod } of podSecurityProbes(namespace)) {
      const answer = await client.checkCreate(PODS, namespace, pod, signal);
      if (answer.ok || disprovesPodSecurity(answer.problem.message)) {
        return { ok: true, value: podSecurityProblem(namespace, setting) };
      }
      if (!provesPodSecurity(answer.problem.message)) return answer;
    }
    secureUntil.set(namespace, client.clusterNow() + VALID_MS);
    return { ok: true, value: undefined };
  };
}
