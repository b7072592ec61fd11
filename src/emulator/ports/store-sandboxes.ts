import type { ProxyConfig, SANDBOX_STATUSES } from '../../contract/sandbox.ts';

/** A secret of a workspace, as it is listed: its value is sealed and read by itself. */
export interface WorkspaceSecretRow {
  name: string;
  createdAt: number;
  updatedAt: number;
}
export interface WorkspaceSecrets {
  /** Makes it, or gives it another value. */
  put(workspaceId: string, name: string, value: string, now: number): Promise<void>;
  /** By name. */
  list(workspaceId: string): Promise<WorkspaceSecretRow[]>;
  /** The values of those among the names that are there. */
  values(workspaceId: string, names: readonly string[]): Promise<Map<string, string>>;
  /** False: there was none. */
  remove(workspaceId: string, name: string): Promise<boolean>;
}

/** What sandboxes are made from by `template_name`: what it says beside its name is shown as it was given. */
export interface SandboxTemplateRow {
  workspaceId: string;
  name: string;
  settings: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
}
export interface SandboxTemplates {
  /** Makes it, or puts other settings in its place. */
  put(row: SandboxTemplateRow): Promise<void>;
  get(workspaceId: string, name: string): Promise<SandboxTemplateRow | undefined>;
  /** By name. */
  list(workspaceId: string): Promise<SandboxTemplateRow[]>;
  remove(workspaceId: string, name: string): Promise<boolean>;
}

/** The files of a sandbox at one moment, that others are made from; they lie in the data folder. */
export interface SandboxSnapshotRow {
  id: string;
  workspaceId: string;
  name: string;
  status: 'building' | 'ready' | 'failed';
  statusMessage: string | null;
  /** The sandbox it was taken of, when it was taken of one. */
  sourceSandboxId: string | null;
  settings: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
}
export interface SandboxSnapshots {
  insert(row: SandboxSnapshotRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<SandboxSnapshotRow | undefined>;
  /** The newest of the name. */
  findByName(workspaceId: string, name: string): Promise<SandboxSnapshotRow | undefined>;
  /** Newest first. */
  list(workspaceId: string): Promise<SandboxSnapshotRow[]>;
  /** Of every workspace. */
  listAll(): Promise<SandboxSnapshotRow[]>;
  update(
    id: string,
    change: Partial<Pick<SandboxSnapshotRow, 'status' | 'statusMessage' | 'updatedAt'>>,
  ): Promise<void>;
  remove(workspaceId: string, id: string): Promise<boolean>;
}

/**
 * A proxy configuration as it is kept: the wire's form, without the values of opaque headers. Rules and headers have
 * IDs that stay when they move, so that a value stays sealed to its header.
 */
export interface StoredProxyConfig {
  config: ProxyConfig;
  /** For each rule of `config`, in its order: its ID, and those of its headers in their order. */
  ids: { rule: string; headers: string[] }[];
}
/** The value of one opaque header. */
export interface OpaqueValue {
  ruleId: string;
  headerId: string;
  value: string;
}

/** What a sandbox was asked for with, beside its proxy. */
export interface SandboxSettings {
  templateName: string | null;
  snapshotId: string | null;
  idleTtlSeconds: number;
  deleteAfterStopSeconds: number;
  vcpus: number | null;
  cpuMillicores: number | null;
  memBytes: number | null;
  fsCapacityBytes: number | null;
  labels: Record<string, string>;
  preserveMemoryOnStop: boolean | null;
  /** Where its commands begin, and by what; kept as it was given. */
  runConfig: Record<string, unknown> | null;
}

export type SandboxState = (typeof SANDBOX_STATUSES)[number];

export interface SandboxRow {
  id: string;
  workspaceId: string;
  name: string;
  status: SandboxState;
  statusMessage: string | null;
  settings: SandboxSettings;
  proxy: StoredProxyConfig | null;
  createdAt: number;
  updatedAt: number;
  stoppedAt: number | null;
}
export interface Sandboxes {
  /** `env` is sealed as a whole: names of variables may hold keys as well. */
  insert(row: SandboxRow, values: readonly OpaqueValue[], env: Record<string, string>): Promise<void>;
  get(workspaceId: string, id: string): Promise<SandboxRow | undefined>;
  /** Whosever it is. */
  findById(id: string): Promise<SandboxRow | undefined>;
  findByName(workspaceId: string, name: string): Promise<SandboxRow | undefined>;
  /** Newest first. */
  list(workspaceId: string): Promise<SandboxRow[]>;
  /** Of every workspace, oldest first. */
  listAll(): Promise<SandboxRow[]>;
  count(workspaceId: string): Promise<number>;
  update(
    id: string,
    change: Partial<
      Pick<SandboxRow, 'name' | 'status' | 'statusMessage' | 'settings' | 'updatedAt' | 'stoppedAt'>
    >,
  ): Promise<void>;
  /** Puts another configuration in place of what it has, with the values of all its opaque headers. */
  putProxy(id: string, proxy: StoredProxyConfig | null, values: readonly OpaqueValue[]): Promise<void>;
  opaqueValues(id: string): Promise<OpaqueValue[]>;
  env(id: string): Promise<Record<string, string>>;
  putEnv(id: string, env: Record<string, string>): Promise<void>;
  remove(id: string): Promise<void>;
}
