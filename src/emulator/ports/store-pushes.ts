/** The push a revision was made for. */
export interface RevisionPush {
  /** In full. */
  ref: string;
  /** The commit pushed; null when nobody knew it at the time. */
  commit: string | null;
  /**
   * Who has told of it: one push may reach us on several ways, and makes one revision. `local`, `poll`, or `webhook:`
   * and the integration.
   */
  channels: string[];
}

/** Where a ref leads, as somebody told us. */
export interface GitHead {
  workspaceId: string;
  /** See `repositoryKey`. */
  repository: string;
  /** In full. */
  ref: string;
}
export interface GitHeads {
  /** Null: it leads somewhere else now, or is gone; what was told before no longer holds. */
  put(head: GitHead, commit: string | null, now: number): Promise<void>;
  find(head: GitHead): Promise<string | undefined>;
}

/** What the last look at a deployment's ref found. */
export interface PolledRef {
  deploymentId: string;
  /** In full: another one begins anew. */
  ref: string;
  /** Null: it was not there. */
  commit: string | null;
}
export interface PolledRefs {
  put(row: PolledRef): Promise<void>;
  get(deploymentId: string): Promise<PolledRef | undefined>;
}

/** A webhook delivery that was carried out, and what it was answered: it may come again. */
export interface WebhookDeliveryRow {
  integrationId: string;
  /** The sender's ID of it. */
  id: string;
  at: number;
  answer: Record<string, unknown>;
}
export interface WebhookDeliveries {
  find(integrationId: string, id: string): Promise<WebhookDeliveryRow | undefined>;
  /** Also forgets those of before `keptFrom`. */
  put(row: WebhookDeliveryRow, keptFrom: number): Promise<void>;
}
