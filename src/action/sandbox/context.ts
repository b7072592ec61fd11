import type { BoxHost } from '../../box/box.ts';
import type { Clock } from '../../clients/clock.ts';
import type { Redactor } from '../../redaction/redactor.ts';
import type { SandboxService } from '../../clients/sandboxes.ts';
import type { ProxyConfig } from '../../contract/sandbox.ts';
import type { CredentialProxy, DetachedProxy } from '../../credential-proxy/port.ts';
import type { PushProblem, SandboxPush } from '../../credential-proxy/messages.ts';
import type { SecretMasker } from '../secret-masker.ts';
import type { Host } from '../host/host.ts';
import type { CheckProxyConfig } from '../inputs/proxy-config.ts';
import type { SandboxAccess } from '../inputs/sandbox-inputs.ts';
import type { SandboxRecord } from './record.ts';
import type { SandboxState } from './state.ts';

/** The resolved configuration for the proxy, or its problems; never a value. */
export type ResolvedConfig =
  | {
      kind: 'resolved';
      part: Pick<SandboxPush, 'rules' | 'noProxy' | 'access'>;
      envVars: Record<string, string>;
      warnings: string[];
    }
  | { kind: 'refused'; problems: PushProblem[] };

/** Variables that lead programs to the proxy, and make them trust its certificates. */
export interface ProxyLocation {
  /** With the credentials, as programs expect it. */
  proxyUrl: string;
  noProxy: readonly string[];
  /** The sandbox's CA alone, and joined to the machine's own roots. */
  caFile: string;
  bundleFile: string;
}

/** Variables to set, and the names of all that get another value or none. */
export interface Variables {
  set: Record<string, string>;
  names: readonly string[];
}

/** What the runner mode needs of this machine. */
export interface Machine {
  /** A folder that only this user may enter; deleted with the job. */
  makeFolder(): Promise<string>;
  /** Whether `makeFolder` of this user made it: post deletes nothing else, even if its state names it. */
  folderOwner(folder: string): Promise<'ours' | 'foreign' | 'gone'>;
  removeFolder(folder: string): Promise<void>;
  /** Readable by this user alone. */
  writeFile(file: string, text: string): Promise<void>;
  isFolder(folder: string): Promise<boolean>;
  /** Undefined where there is none. */
  readFile(file: string): Promise<string | undefined>;
  /** The git configuration files of all checkouts in a workspace. */
  gitConfigs(workspace: string): Promise<string[]>;
  /** Line by line, for files of any length; empty without a file. */
  readLines(file: string): AsyncIterable<string>;
  /** The certificates that this machine trusts (PEM), and their file, if it is a single one. */
  roots(): Promise<{ pem: string; file: string | undefined }>;
  judge(): Promise<CheckProxyConfig>;
  /** Warnings about valid rules, such as one that can never match. */
  warnings(config: ProxyConfig): Promise<string[]>;
  resolve(config: ProxyConfig, secrets: Readonly<Record<string, string>>): Promise<ResolvedConfig>;
  variables(place: ProxyLocation): Promise<Variables>;
  startProxy(auditFile: string): Promise<CredentialProxy>;
  /** Distinguishes a process from later ones with its number. */
  startTimeOf(pid: number): Promise<string | undefined>;
  stopDetached(proxy: DetachedProxy): Promise<boolean>;
  boxHost(): Promise<BoxHost>;
}

/** The runner, whose later steps can get variables. */
export interface SandboxHost extends Host {
  setVariable(name: string, value: string): Promise<void>;
}

interface ServiceConnection {
  service: SandboxService;
  close(): Promise<void>;
}

export type OpenService = (
  access: SandboxAccess,
  options: {
    env: Host['env'];
    clock?: Clock;
    redact: (text: string) => string;
    log: (line: string) => void;
  },
) => Promise<ServiceConnection>;

/** Access to everything outside. */
export interface SandboxDependencies {
  host: SandboxHost;
  clock: Clock;
  signal: AbortSignal;
  crash: AbortSignal;
  /** Random bytes, as text. */
  random: (bytes: number, as: 'hex' | 'base64url') => string;
  openService: OpenService;
  machine: Machine;
  /** Resolves when a cancelled step must exit, even with clean-up left. */
  cancelGracePeriod(): Promise<void>;
}

/** One run: its dependencies behind a redactor, and the state so far. `plain` is the runner without it. */
export interface SandboxContext extends SandboxDependencies {
  plain: SandboxHost;
  redactor: Redactor;
  masker: Pick<SecretMasker, 'maskSecret' | 'redactValues'>;
  record: SandboxRecord;
  state: SandboxState;
  checkpoint(): Promise<void>;
}
