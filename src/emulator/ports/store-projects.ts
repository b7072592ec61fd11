// Tracing projects, integrations and listeners: what a workspace has beside its deployments.

export interface ProjectRow {
  id: string;
  workspaceId: string;
  name: string;
  createdAt: number;
}
export interface Projects {
  insert(row: ProjectRow): Promise<void>;
  findByName(workspaceId: string, name: string): Promise<ProjectRow | undefined>;
  has(workspaceId: string, id: string): Promise<boolean>;
  list(workspaceId: string, filter: { limit: number; offset: number; name?: string }): Promise<ProjectRow[]>;
  remove(workspaceId: string, id: string): Promise<void>;
}
export interface IntegrationRow {
  id: string;
  workspaceId: string;
  name: string;
  installationId: number;
}
export interface Integrations {
  upsert(row: IntegrationRow): Promise<void>;
  list(workspaceId: string): Promise<IntegrationRow[]>;
  /** Whosever it is. */
  findById(id: string): Promise<IntegrationRow | undefined>;
  /** What its webhooks are signed with; null: it takes none. */
  putWebhookSecret(id: string, secret: string | null): Promise<void>;
  webhookSecret(id: string): Promise<string | null>;
}
export interface ListenerRow {
  id: string;
  workspaceId: string;
  computeType: string;
  computeId: string;
  namespaces: string[];
  /** Of the program that listens, as it told it. */
  version: string | null;
  createdAt: number;
  updatedAt: number;
}
export interface Listeners {
  upsert(row: ListenerRow): Promise<void>;
  /** Nothing when it is not there. */
  remove(workspaceId: string, id: string): Promise<void>;
  list(workspaceId: string): Promise<ListenerRow[]>;
}
