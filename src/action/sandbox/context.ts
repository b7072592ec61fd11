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

/** The proxy's configuration with its secrets, or the problems with the configuration, which never contain a value. */
export type ResolvedConfig =
  | {
      kind: 'resolved';
      part: Pick<SandboxPush, 'rules' | 'noProxy' | 'access'>;
      envVars: Record<string, string>;
      warnings: string[];
    }
  | { kind: 'refused'; problems: PushProblem[] };

/** Values of the variables that direct programs to the proxy and make the programs trust the proxy's certificates. */
export interface ProxyLocation {
  /** URL of the proxy with the sandbox's credentials, as programs expect it in variables. */
  proxyUrl: string;
  noProxy: readonly string[];
  /**
   * Path of the file with the sandbox's CA certificate. The file `bundleFile` also contains the machine's root
   * certificates.
   */
  caFile: string;
  bundleFile: string;
}

/** Variables to set, and the names of all variables that are set or unset. */
export interface Variables {
  set: Record<string, string>;
  names: readonly string[];
}

/** Operating system functions that the mode `runner` needs. */
export interface Machine {
  /** Creates a folder that only this user can access, and that the runner deletes at the end of the job. */
  makeFolder(): Promise<string>;
  /**
   * Returns whether this user created the folder with `makeFolder`. The post step deletes only folders that
   * `makeFolder` created, even if the saved state contains the path of another folder.
   */
  folderOwner(folder: string): Promise<'ours' | 'foreign' | 'gone'>;
  removeFolder(folder: string): Promise<void>;
  /** Writes a file that only this user can read. */
  writeFile(file: string, text: string): Promise<void>;
  isFolder(folder: string): Promise<boolean>;
  /** Returns the content of a file, or `undefined` if the file does not exist. */
  readFile(file: string): Promise<string | undefined>;
  /** Returns the paths of the git configuration files of all checkouts in a workspace. */
  gitConfigs(workspace: string): Promise<string[]>;
  /** Returns the lines of a file of any length, or no lines if the file does not exist. */
  readLines(file: string): AsyncIterable<string>;
  /**
   * Returns the certificates that this machine trusts, in PEM format. `file` is the path of the file that contains all
   * trusted certificates, if such a file exists.
   */
  roots(): Promise<{ pem: string; file: string | undefined }>;
  loadConfigCheck(): Promise<CheckProxyConfig>;
  /** Returns warnings about valid rules, such as a rule that can never match. */
  warnings(config: ProxyConfig): Promise<string[]>;
  resolve(config: ProxyConfig, secrets: Readonly<Record<string, string>>): Promise<ResolvedConfig>;
  /** Returns the variables that contain sentinels instead of secrets, for a sandbox with this hash of its token. */
  sentinels(rules: SandboxPush['rules'], tokenHash: string): Promise<Record<string, string>>;
  variables(place: ProxyLocation): Promise<Variables>;
  startProxy(auditFile: string): Promise<CredentialProxy>;
  /** Returns the start time of a process, which differs from the start time of a later process with the same ID. */
  startTimeOf(pid: number): Promise<string | undefined>;
  stopDetached(proxy: DetachedProxy): Promise<boolean>;
  boxHost(): Promise<BoxHost>;
}

/** A host that can also set variables for later steps. */
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

/** Dependencies that the entry point passes to the sandbox action. */
export interface SandboxDependencies {
  host: SandboxHost;
  clock: Clock;
  signal: AbortSignal;
  crash: AbortSignal;
  /** Returns the given number of random bytes as a string. */
  random: (bytes: number, as: 'hex' | 'base64url') => string;
  openService: OpenService;
  machine: Machine;
  /** Resolves when a cancelled step must exit, even if the clean-up is incomplete. */
  cancelGracePeriod(): Promise<void>;
}

/**
 * State and dependencies of one run of the sandbox action. `host` redacts secrets, and `plain` is the host without
 * redaction.
 */
export interface SandboxContext extends SandboxDependencies {
  plain: SandboxHost;
  redactor: Redactor;
  masker: Pick<SecretMasker, 'maskSecret' | 'redactValues'>;
  record: SandboxRecord;
  state: SandboxState;
  checkpoint(): Promise<void>;
}
