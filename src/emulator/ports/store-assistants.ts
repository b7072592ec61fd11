// Assistants and items of the agent server's store: part of the store's interface (store.ts).

/** One version of an assistant: a graph, and what its runs are configured with. */
export interface AssistantVersionRow {
  id: string;
  deploymentId: string;
  graphId: string;
  name: string;
  description: string | null;
  config: Record<string, unknown>;
  context: Record<string, unknown>;
  metadata: Record<string, unknown>;
  version: number;
  createdAt: number;
}
/** An assistant as its current version has it; `createdAt` is the assistant's own. */
export interface AssistantRow extends AssistantVersionRow {
  updatedAt: number;
}
export interface Assistants {
  /** Ids are unique within their deployment. */
  insert(row: AssistantRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<AssistantRow | undefined>;
  /** Newest first. */
  list(deploymentId: string): Promise<AssistantRow[]>;
  update(row: AssistantRow): Promise<void>;
  insertVersion(row: AssistantVersionRow): Promise<void>;
  /** Latest first. */
  versions(deploymentId: string, id: string): Promise<AssistantVersionRow[]>;
  /** With all its versions. */
  remove(deploymentId: string, id: string): Promise<void>;
}

/** What graphs and clients of one deployment remember across threads. */
export interface ItemRow {
  deploymentId: string;
  /** Labels without a period in them, at least one. */
  namespace: readonly string[];
  key: string;
  value: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
}
export interface Items {
  /** An item that is there keeps its `createdAt`. `at`: when, if not now. */
  put(row: Omit<ItemRow, 'createdAt' | 'updatedAt'> & { at?: number }): Promise<void>;
  get(deploymentId: string, namespace: readonly string[], key: string): Promise<ItemRow | undefined>;
  /** Those at and below a namespace, last updated first: where each is, and how many bytes its value has. */
  listSizes(
    deploymentId: string,
    prefix: readonly string[],
    page: { limit: number; offset: number },
  ): Promise<(Pick<ItemRow, 'namespace' | 'key'> & { bytes: number })[]>;
  /** Those of these that are there, in no order. */
  getMany(deploymentId: string, which: readonly Pick<ItemRow, 'namespace' | 'key'>[]): Promise<ItemRow[]>;
  /** Each namespace that holds an item, once, in the order of their labels with periods between them. */
  namespaces(deploymentId: string): Promise<string[][]>;
  remove(deploymentId: string, namespace: readonly string[], key: string): Promise<void>;
}
