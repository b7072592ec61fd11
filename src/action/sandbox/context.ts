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

/** The resolved configuration for the proxy, or its problems; problems never contain a value. */
export type ResolvedConfig =
  | {
      kind: 'resolved';
      part: Pick<SandboxPush, 'rules' | 'noProxy' | 'access'>;
      envVars: Record<string, string>;
      warnings: string[];
    }
  | { kind: 'refused'; problems: PushProblem[] };

/** Variables that direct programs to the proxy and make them trust its certificates. */
export interface ProxyLocation {
  /** URL of the proxy, which includes the credentials, as programs expect. */
  proxyUrl: string;
  noProxy: readonly string[];
  /** The sandbox's CA certificate alone, and combined with the machine's own root certificates. */
  caFile: string;
  bundleFile: string;
}

/** Variables to set, and the names of all variables that get another value or are unset. */
export interface Variables {
  set: Record<string, string>;
  names: readonly string[];
}

/** Functions of this machine that the runner mode needs. */
export interface Machine {
  /** Creates a folder that only this user may enter. It is deleted with the job. */
  makeFolder(): Promise<string>;
  /**
   * Returns whether this user created the folder with `makeFolder`. The post step deletes no other folder, even if
   * its state contains one.
   */
  folderOwner(folder: string): Promise<'ours' | 'foreign' | 'gone'>;
  removeFolder(folder: string): Promise<void>;
  /** Writes a file that only this user may read. */
  writeFile(file: string, text: string): Promise<void>;
  isFolder(folder: string): Promise<boolean>;
  /** Returns `undefined` if the file does not exist. */
  readFile(file: string): Promise<string | undefined>;
  /** Returns the git configuration files of all checkouts in a workspace. */
  gitConfigs(workspace: string): Promise<string[]>;
  /** Returns the lines of a file of any length; none if it does not exist. */
  readLines(file: string): AsyncIterable<string>;
  /** Returns the certificates that this machine trusts (PEM), and their file, if it is a single file. */
  roots(): Promise<{ pem: string; file: string | undefined }>;
  loadConfigCheck(): Promise<CheckProxyConfig>;
  /** Returns warnings about valid rules, such as one that can never match. */
  warnings(config: ProxyConfig): Promise<string[]>;
  resolve(config: ProxyConfig, secrets: Readonly<Record<string, string>>): Promise<ResolvedConfig>;
  variables(place: ProxyLocation): Promise<Variables>;
  startProxy(auditFile: string): Promise<CredentialProxy>;
  /** Returns a value that distinguishes a process from later ones with the same pid. */
  startTimeOf(pid: number): Promise<string | undefined>;
  stopDetached(proxy: DetachedProxy): Promise<boolean>;
  boxHost(): Promise<BoxHost>;
}

/** A runner that can pass variables to later steps. */
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

/** Dependencies outside the action. */
export interface SandboxDependencies {
  host: SandboxHost;
  clock: Clock;
  signal: AbortSignal;
  crash: AbortSignal;
  /** Returns random bytes as text. */
  random: (bytes: number, as: 'hex' | 'base64url') => string;
  openService: OpenService;
  machine: Machine;
  /** Resolves when a cancelled step must exit, even if clean-up is incomplete. */
  cancelGracePeriod(): Promise<void>;
}

/** One run: its dependencies behind a redactor, and the state so far. `plain` is the runner without the redactor. */
export interface SandboxContext extends SandboxDependencies {
  plain: SandboxHost;
  redactor: Redactor;
  masker: Pick<SecretMasker, 'maskSecret' | 'redactValues'>;
  record: SandboxRecord;
  state: SandboxState;
  checkpoint(): Promise<void>;
}
