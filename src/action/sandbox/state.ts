import { fieldOf, parseJson } from '../../contract/json-safety.ts';
import type { DetachedProxy } from '../../credential-proxy/port.ts';

/**
 * State that main leaves for the post step. Contains no secret: previous values of variables are in the folder that
 * only this user can access.
 */
export interface SandboxState {
  stage: string;
  mode: string;
  /** Sandbox to delete at the service; null if none exists or it is to be kept. */
  sandbox: string | null;
  /** Whether the sandbox was seen; a requested one may appear late. */
  seen: boolean;
  /** URL at which the sandbox was requested, because a later step may change the input's fallback variable. */
  apiUrl: string | null;
  /** Folder of all files that this run wrote on the runner. */
  folder: string | null;
  proxy: DetachedProxy | null;
}

/** Returns the state of a run that has done nothing yet. */
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

/** Saves the run's state; the runner keeps the last one. */
export function saveSandboxState(
  host: { saveState(name: string, value: string): Promise<void> },
  state: SandboxState,
): Promise<void> {
  return host.saveState(KEY, JSON.stringify(state));
}

/** Returns `undefined` if main left no state, or an invalid one. */
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
