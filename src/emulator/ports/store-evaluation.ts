import type {
  AttachmentRow,
  DatasetRow,
  DatasetTagRow,
  DatasetVersionRow,
  ExampleRow,
} from '../tables/evaluation.ts';

/** Which datasets of a workspace to list. */
export interface DatasetFilter {
  limit: number;
  offset: number;
  ids?: readonly string[];
  name?: string;
  nameContains?: string;
  dataType?: string;
}

/** Numbers about a dataset: its current examples and its experiments. */
export interface DatasetCounts {
  examples: number;
  experiments: number;
  /** When the newest experiment began; null without one. */
  lastExperimentAt: number | null;
}

export interface Datasets {
  /** @throws StoreError `conflict` if the ID or the name is in use. */
  insert(row: DatasetRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<DatasetRow | undefined>;
  /** Lists datasets, newest first. */
  list(workspaceId: string, filter: DatasetFilter): Promise<DatasetRow[]>;
  count(workspaceId: string): Promise<number>;
  counts(dataset: Pick<DatasetRow, 'workspaceId' | 'id'>): Promise<DatasetCounts>;
  /** @throws StoreError `conflict` if the name is in use. */
  update(
    id: string,
    change: Partial<Omit<DatasetRow, 'id' | 'workspaceId' | 'createdAt'>> & { modifiedAt: number },
  ): Promise<void>;
  /** Deletes a dataset with its examples, versions and attachments. */
  remove(id: string): Promise<void>;
  /**
   * Adds a version at `now`, or one millisecond after the newest version if that is not earlier. Returns its moment.
   */
  addVersion(id: string, now: number): Promise<number>;
  /** Returns the newest version that is not later than `at`; the newest of all without `at`. */
  findVersion(id: string, at?: number): Promise<number | undefined>;
  /** Lists versions, newest first. */
  listVersions(id: string, page: { limit: number; offset: number }): Promise<DatasetVersionRow[]>;
  putTag(row: DatasetTagRow): Promise<void>;
  /** Lists all tags of a dataset by name. */
  listTags(id: string): Promise<DatasetTagRow[]>;
}

/** The key of one state of an example, with its size. */
export interface ExampleRef {
  exampleId: string;
  validFrom: number;
  position: number;
  /** Size of its JSON texts. */
  bytes: number;
}

export interface Examples {
  /** @throws StoreError `conflict` if an example of the workspace has one of the IDs. */
  insert(rows: readonly ExampleRow[]): Promise<void>;
  /** Returns the current state of an example, or its state in a version. */
  find(workspaceId: string, exampleId: string, at?: number): Promise<ExampleRow | undefined>;
  /** Returns the dataset of the newest state of an example, also of a deleted one. */
  datasetOf(workspaceId: string, exampleId: string): Promise<string | undefined>;
  /** Returns the position after the last example of a dataset. */
  nextPosition(datasetId: string): Promise<number>;
  count(datasetId: string): Promise<number>;
  /** Lists the states that are valid in a version, in the order of creation, after a position. */
  refs(
    datasetId: string,
    page: { at: number; after: number; limit: number; offset?: number },
  ): Promise<ExampleRef[]>;
  /** Returns the metadata of these states, in any order. */
  metadata(
    workspaceId: string,
    refs: readonly ExampleRef[],
  ): Promise<{ exampleId: string; metadata: Record<string, unknown> | null }[]>;
  /** Returns the rows of these states, in the order of their positions. */
  read(workspaceId: string, refs: readonly ExampleRef[]): Promise<ExampleRow[]>;
  /** Ends the current states of these examples at a version. Returns the number of ended states. */
  end(workspaceId: string, exampleIds: readonly string[], at: number): Promise<number>;
  /** Deletes all states of these examples. Returns the number of examples that were current. */
  erase(workspaceId: string, exampleIds: readonly string[]): Promise<number>;
}

/** Bytes of attachments. They stay until their dataset is deleted, because earlier versions refer to them. */
export interface Attachments {
  insert(rows: readonly AttachmentRow[]): Promise<void>;
  get(id: string): Promise<AttachmentRow | undefined>;
  /** Returns the media types of attachments by their IDs. */
  mimeTypes(ids: readonly string[]): Promise<Map<string, string>>;
}
