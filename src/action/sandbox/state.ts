import { fieldOf, parseJson } from '../../contract/json-safety.ts';
import type { DetachedProxy } from '../../credential-proxy/port.ts';

/**
 * State that the main phase saves for the post phase. The saved state contains no secret, because the previous values
 * of variables are in the folder that only this user can access.
 */
export interface SandboxState {
  stage: string;
  mode: string;
  /** Name of the sandbox to delete from the service, or null if no sandbox must be deleted. */
  sandbox: string | null;
  /** True if a response has contained the requested sandbox. Before the response, the sandbox might not exist yet. */
  seen: boolean;
  /**
   * URL of the service that created the sandbox, saved because a later step might change the variable that set the URL.
   */
  apiUrl: string | null;
  /** Path of the folder with all files that this run wrote on the runner. */
  folder: string | null;
  proxy: DetachedProxy | null;
}

/** Returns the state of a run that has not done anything yet. */
export function createSandboxState(): SandboxState {
  return {
    stage: 'reading',
    mode: '',
    sandbox: null,
    seen: false,
    apiUrl: null,
    folder: null,
    proxy: null,
  };
}

const KEY = 'agent-deploy-sandbox';

/** Saves the run's state. The runner stores only the state that was saved last. */
export function saveSandboxState(
  host: { saveState(name: string, value: string): Promise<void> },
  state: SandboxState,
): Promise<void> {
  return host.saveState(KEY, JSON.stringify(state));
}

/** Returns the saved state, or `undefined` if the main phase saved no valid state. */
export function loadSandboxState(
  env: Readonly<Record<string, string | undefined>>,
): SandboxState | undefined {
  const state = parseJson(env[`STATE_${KEY}`] ?? '');
  const stage = text(state, 'stage');
  const mode = text(state, 'mode');
  if (stage === null || mode === null) return undefined;
  return {
    stage,
    mode,
    sandbox: text(state, 'sandbox'),
    seen: fieldOf(state, 'seen') === true,
    apiUrl: text(state, 'apiUrl'),
    folder: text(state, 'folder'),
    proxy: proxyOf(state),
  };
}

function proxyOf(state: unknown): DetachedProxy | null {
  const proxy: unknown = fieldOf(state, 'proxy');
  const pid = fieldOf(proxy, 'pid');
  const startTime = text(proxy, 'startTime');
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 1 || startTime === null) return null;
  return { pid, startTime, auditFile: text(proxy, 'auditFile') };
}

function text(holder: unknown, key: string): string | null {
  const value = fieldOf(holder, key);
  return typeof value === 'string' && value !== '' ? value : null;
}
