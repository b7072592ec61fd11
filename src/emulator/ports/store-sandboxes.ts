import type {
  SandboxRow,
  SandboxSnapshotRow,
  SandboxTemplateRow,
  StoredProxyConfig,
  WorkspaceSecretRow,
} from '../tables/sandboxes.ts';

export interface WorkspaceSecrets {
  put(workspaceId: string, name: string, value: string, now: number): Promise<void>;
  list(workspaceId: string): Promise<WorkspaceSecretRow[]>;
  /** Returns the values of the secrets with the given names, as far as the secrets exist. */
  values(workspaceId: string, names: readonly string[]): Promise<Map<string, string>>;
  remove(workspaceId: string, name: string): Promise<boolean>;
}

export interface SandboxTemplates {
  put(row: SandboxTemplateRow): Promise<void>;
  get(workspaceId: string, name: string): Promise<SandboxTemplateRow | undefined>;
  list(workspaceId: string): Promise<SandboxTemplateRow[]>;
  remove(workspaceId: string, name: string): Promise<boolean>;
}

export interface SandboxSnapshots {
  insert(row: SandboxSnapshotRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<SandboxSnapshotRow | undefined>;
  findByName(workspaceId: string, name: string): Promise<SandboxSnapshotRow | undefined>;
  list(workspaceId: string): Promise<SandboxSnapshotRow[]>;
  listAll(): Promise<SandboxSnapshotRow[]>;
  update(
    id: string,
    change: Partial<Pick<SandboxSnapshotRow, 'status' | 'statusMessage' | 'settings' | 'updatedAt'>>,
  ): Promise<void>;
  remove(workspaceId: string, id: string): Promise<boolean>;
}

export interface OpaqueValue {
  ruleId: string;
  headerId: string;
  value: string;
}

export interface Sandboxes {
  /** Inserts a sandbox. The store encrypts `env` as a whole, because even names of variables might contain keys. */
  insert(row: SandboxRow, values: readonly OpaqueValue[], env: Record<string, string>): Promise<void>;
  get(workspaceId: string, id: string): Promise<SandboxRow | undefined>;
  findById(id: string): Promise<SandboxRow | undefined>;
  findByName(workspaceId: string, name: string): Promise<SandboxRow | undefined>;
  list(workspaceId: string): Promise<SandboxRow[]>;
  listAll(): Promise<SandboxRow[]>;
  count(workspaceId: string): Promise<number>;
  update(
    id: string,
    change: Partial<
      Pick<SandboxRow, 'name' | 'status' | 'statusMessage' | 'settings' | 'updatedAt' | 'stoppedAt'>
    >,
  ): Promise<void>;
  /** Replaces a sandbox's proxy configuration with the values of all its opaque headers. */
  putProxy(id: string, proxy: StoredProxyConfig | null, values: readonly OpaqueValue[]): Promise<void>;
  opaqueValues(id: string): Promise<OpaqueValue[]>;
  env(id: string): Promise<Record<string, string>>;
  putEnv(id: string, env: Record<string, string>): Promise<void>;
  remove(id: string): Promise<void>;
}
