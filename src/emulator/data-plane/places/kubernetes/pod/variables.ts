import type { Secret, SecretReference } from '../../../../../contract/source.ts';
import type { DeploymentRow, RevisionRow } from '../../../../ports/store.ts';
import { type Environment, runtimeEnvironment } from '../../../environment.ts';
import { DEFAULT_STUCK_MS } from '../../../timing.ts';

/** Names of an agent pod's environment variables, in addition to the agent's variables. */
export const POD_VARIABLES = {
  planeUrl: 'EMULATOR_PLANE_URL',
  token: 'EMULATOR_AGENT_TOKEN',
  revision: 'EMULATOR_AGENT_REVISION',
  /** Uid of the pod, which Kubernetes sets. */
  pod: 'EMULATOR_AGENT_POD',
  /**
   * Names of the agent's variables as JSON. All variables that are not in this list belong to the image or to
   * Kubernetes.
   */
  names: 'EMULATOR_AGENT_VARIABLES',
  /** Value of `--stuck-timeout` in milliseconds; absent for the default. */
  stuckMs: 'EMULATOR_AGENT_STUCK_MS',
  port: 'PORT',
} as const;

interface PodVariablesInput {
  planeUrl: string;
  token: string;
  /** Milliseconds for which a worker can be silent or blocked before its pod exits. */
  stuckMs: number;
  deployment: Pick<DeploymentRow, 'id' | 'name' | 'workspaceId' | 'projectId' | 'sourceConfig'>;
  revision: Pick<RevisionRow, 'id' | 'config'>;
  secrets: readonly Secret[];
  /** Secret references, of which only the names are used, because Kubernetes fills in the values. */
  secretReferences: readonly Pick<SecretReference, 'name'>[] | null;
}

/** Returns the environment of a revision's agent pods, without PORT and secret references. All values are secret. */
export function podVariables(input: PodVariablesInput): Map<string, string> {
  const { planeUrl, token, stuckMs, deployment, revision, secrets, secretReferences } = input;
  const agent = runtimeEnvironment({ basic: {}, config: {}, deployment, revision, secrets });
  // PORT is removed from the agent's variables, because PORT is the port of the pod's own server.
  Reflect.deleteProperty(agent, POD_VARIABLES.port);
  const names = new Set([...Object.keys(agent), ...(secretReferences ?? []).map(({ name }) => name)]);
  return new Map([
    ...Object.entries(agent),
    [POD_VARIABLES.planeUrl, planeUrl],
    [POD_VARIABLES.token, token],
    [POD_VARIABLES.revision, revision.id],
    [POD_VARIABLES.names, JSON.stringify([...names])],
    // The default is omitted, because an additional variable would replace the pods of earlier versions.
    ...(stuckMs === DEFAULT_STUCK_MS ? [] : [[POD_VARIABLES.stuckMs, String(stuckMs)] as const]),
  ]);
}

/** Settings of a pod, read from its environment. */
export interface PodSettings {
  planeUrl: string;
  token: string;
  revisionId: string;
  podUid: string;
  port: number;
  stuckMs: number;
  agent: Record<string, string>;
}

const DEFAULT_PORT = 8000;

/** Parses the environment of a pod. Returns a sentence about the problem if the environment is invalid. */
export function readPodVariables(env: Environment): PodSettings | string {
  const missing = [
    POD_VARIABLES.planeUrl,
    POD_VARIABLES.token,
    POD_VARIABLES.revision,
    POD_VARIABLES.pod,
  ].filter((name) => (env[name] ?? '') === '');
  if (missing.length > 0) {
    return `${missing.join(', ')} must be set. A control plane with --runtime kubernetes sets these variables when it starts an agent pod`;
  }
  const planeUrl = env[POD_VARIABLES.planeUrl] ?? '';
  if (!/^https?:\/\//.test(planeUrl) || URL.parse(planeUrl) === null) {
    return `${POD_VARIABLES.planeUrl} must be an http or https URL`;
  }
  const port = env[POD_VARIABLES.port] ?? String(DEFAULT_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return `${POD_VARIABLES.port} must be a number up to 65535`;
  }
  const stuckMs = env[POD_VARIABLES.stuckMs] ?? String(DEFAULT_STUCK_MS);
  if (!/^[1-9]\d{0,9}$/.test(stuckMs))
    return `${POD_VARIABLES.stuckMs} must be a positive number of milliseconds`;
  const names = readNames(env[POD_VARIABLES.names]);
  if (names === undefined) return `${POD_VARIABLES.names} must be a JSON list of names`;
  const ours: ReadonlySet<string> = new Set(Object.values(POD_VARIABLES));
  const agent: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && !ours.has(name)) agent[name] = value;
  }
  return {
    planeUrl,
    token: env[POD_VARIABLES.token] ?? '',
    revisionId: env[POD_VARIABLES.revision] ?? '',
    podUid: env[POD_VARIABLES.pod] ?? '',
    port: Number(port),
    stuckMs: Number(stuckMs),
    agent,
  };
}

function readNames(text = '[]'): string[] | undefined {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined;
  } catch {
    return undefined;
  }
}
