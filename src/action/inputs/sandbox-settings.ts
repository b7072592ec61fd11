import type { ProxyConfig } from '../../contract/sandbox.ts';

/** How well the box of a command has to hold; the same words as the box's own report. */
export const ISOLATIONS = ['namespaces', 'process'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

/** Where the sandbox service is, and who asks. */
export interface SandboxAccess {
  apiKey: string;
  workspaceId: string | undefined;
  /** Without a slash at its end. */
  baseUrl: string;
  requestTimeoutMs: number;
}

/** A sandbox of the service, until the job ends. */
export interface HostedSettings {
  mode: 'hosted';
  access: SandboxAccess;
  /** What the name begins with; run, attempt and a few letters follow. */
  prefix: string;
  template: string | undefined;
  snapshot: string | undefined;
  proxyConfig: ProxyConfig | undefined;
  waitForReady: boolean;
  timeoutMs: number;
  keep: boolean;
}

/** Deletes what jobs left behind that could not. */
export interface SandboxSweepSettings {
  mode: 'sweep';
  access: SandboxAccess;
  prefix: string;
  olderThanMs: number;
  limit: number;
  dryRun: boolean;
}

/** The credential proxy on this runner. */
export interface RunnerSettings {
  mode: 'runner';
  proxyConfig: ProxyConfig;
  /** The values of the step's environment that the rules name. */
  secrets: Readonly<Record<string, string>>;
  /** Undefined: the proxy stays for the steps that follow. */
  command:
    | {
        script: string;
        shell: string;
        workingDirectory: string | undefined;
        env: Readonly<Record<string, string>>;
        timeLimitMs: number | undefined;
      }
    | undefined;
  isolation: Isolation;
  exportEnv: boolean;
  privateNetworks: readonly string[];
  caFile: string | undefined;
  /** The proxy that this machine goes out by; may hold credentials. */
  upstreamProxy: string | undefined;
}

/** Every input that the mode needs, checked and typed. */
export type SandboxSettings = HostedSettings | SandboxSweepSettings | RunnerSettings;
export const MODES = ['hosted', 'runner', 'sweep'] as const;
