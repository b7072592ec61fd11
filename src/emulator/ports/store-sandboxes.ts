import type {
  SandboxRow,
  SandboxSnapshotRow,
  SandboxTemplateRow,
  StoredProxyConfig,
  WorkspaceSecretRow,
} from '../tables/sandboxes.ts';

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

export interface SandboxTemplates {
  /** Makes it, or puts other settings in its place. */
  put(row: SandboxTemplateRow): Promise<void>;
  get(workspaceId: string, name: string): Promise<SandboxTemplateRow | undefined>;
  /** By name. */
  list(workspaceId: string): Promise<SandboxTemplateRow[]>;
  remove(workspaceId: string, name: string): Promise<boolean>;
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

/** The value of one opaque header. */
export interface OpaqueValue {
  ruleId: string;
  headerId: string;
  value: string;
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
