import type {
  AttachmentRow,
  ComparativeExperimentRow,
  DatasetRow,
  DatasetShareRow,
  DatasetTagRow,
  DatasetVersionRow,
  ExampleRow,
  TracedRunDetails,
  TracedRunRow,
} from '../tables/evaluation.ts';

export interface DatasetFilter {
  limit: number;
  offset: number;
  ids?: readonly string[];
  name?: string;
  nameContains?: string;
  dataTypes?: readonly string[];
  /** Number of a dataset in the order of creation. The list contains only datasets with smaller numbers. */
  before?: number;
}

/** Number of current examples and number of experiments of a dataset. */
export interface DatasetCounts {
  examples: number;
  experiments: number;
  /** Start time of the newest experiment, or null if the dataset has no experiment. */
  lastExperimentAt: number | null;
}

export interface Datasets {
  /** @throws StoreError `conflict` if the ID or the name is in use. */
  insert(row: DatasetRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<DatasetRow | undefined>;
  /** Lists datasets, newest first. */
  list(workspaceId: string, filter: DatasetFilter): Promise<DatasetRow[]>;
  count(workspaceId: string): Promise<number>;
  /** Returns the number of a dataset in the order of creation. */
  ordinalOf(id: string): Promise<number | undefined>;
  counts(dataset: Pick<DatasetRow, 'workspaceId' | 'id'>): Promise<DatasetCounts>;
  /** @throws StoreError `conflict` if the name is in use. */
  update(
    id: string,
    change: Partial<Omit<DatasetRow, 'id' | 'workspaceId' | 'createdAt'>> & { modifiedAt: number },
  ): Promise<void>;
  /** Deletes a dataset with its examples, versions and attachments. */
  remove(id: string): Promise<void>;
  /** Adds a version and returns the version's time: `now`, or else one millisecond after the newest version. */
  addVersion(id: string, now: number): Promise<number>;
  /** Returns the newest version that is not later than `at`, or the newest of all versions if `at` is absent. */
  findVersion(id: string, at?: number): Promise<number | undefined>;
  /** Lists the versions of a dataset, newest first. */
  listVersions(id: string, page: { limit: number; offset: number }): Promise<DatasetVersionRow[]>;
  putTag(row: DatasetTagRow): Promise<void>;
  /** Lists all tags of a dataset, sorted by name. */
  listTags(id: string): Promise<DatasetTagRow[]>;
}

/** Key and size of one state of an example. An example has a state for each range of dataset versions. */
export interface ExampleRef {
  exampleId: string;
  validFrom: number;
  position: number;
  /** Total size of the state's JSON texts in bytes. */
  bytes: number;
}

export interface Examples {
  /** @throws StoreError `conflict` if an example of the workspace has one of the IDs. */
  insert(rows: readonly ExampleRow[]): Promise<void>;
  /** Returns the current state of an example, or its state in a version. */
  find(workspaceId: string, exampleId: string, at?: number): Promise<ExampleRow | undefined>;
  /** Returns the ID of the dataset that an example belongs to, even if the example was deleted. */
  datasetOf(workspaceId: string, exampleId: string): Promise<string | undefined>;
  /** Returns the position after the last example of a dataset. */
  nextPosition(datasetId: string): Promise<number>;
  count(datasetId: string): Promise<number>;
  /** Lists the states that are valid in the version `at`, ordered by position, beginning after the position `after`. */
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
  /**
   * Marks the current states of these examples as ended at the version `at`. Returns the number of states that ended.
   */
  end(workspaceId: string, exampleIds: readonly string[], at: number): Promise<number>;
  /** Deletes all states of these examples. Returns the number of examples that had a current state. */
  erase(workspaceId: string, exampleIds: readonly string[]): Promise<number>;
}

/**
 * Stored attachments. Attachments of examples are deleted with their dataset, because earlier versions of the dataset
 * refer to the attachments. Attachments of runs are deleted with their project.
 */
export interface Attachments {
  insert(rows: readonly AttachmentRow[]): Promise<void>;
  /** Copies the attachment of a run to a dataset. The copy has the ID `copy.id`. */
  copyToDataset(id: string, copy: { id: string; datasetId: string }): Promise<void>;
  get(id: string): Promise<AttachmentRow | undefined>;
  remove(ids: readonly string[]): Promise<void>;
  /** Assigns attachments of runs to the project that their runs were moved to. */
  setProject(ids: readonly string[], projectId: string): Promise<void>;
  /** Returns the media types of attachments, keyed by ID. */
  mimeTypes(ids: readonly string[]): Promise<Map<string, string>>;
}

/** Filter for a list of traced runs. The list of traced runs is sorted newest first. */
export interface TracedRunFilter {
  /** Project of the runs, or absent for all runs of the workspace. */
  projectId?: string | undefined;
  traceId?: string | undefined;
  parentRunId?: string | undefined;
  referenceExampleIds?: readonly string[] | undefined;
  runType?: string | undefined;
  isRoot?: boolean | undefined;
  isError?: boolean | undefined;
  startedFrom?: number | undefined;
  startedTo?: number | undefined;
  /** Number of a run. The list contains only runs with smaller numbers. */
  before?: number | undefined;
  limit: number;
}

export interface TracedRunRef {
  id: string;
  ordinal: number;
  bytes: number;
}

/** Times, counts and other small fields of a traced run. */
type TracedRunSummary = Pick<
  TracedRunRow,
  'ordinal' | 'startTime' | 'endTime' | 'parentRunId' | 'promptTokens' | 'completionTokens' | 'totalTokens'
> & { isError: boolean };

export interface TracedRuns {
  /** Returns the runs with these IDs, in any order. */
  find(workspaceId: string, ids: readonly string[]): Promise<TracedRunRow[]>;
  /** Returns the keys and sizes of the runs with these IDs, newest first. */
  refs(workspaceId: string, ids: readonly string[]): Promise<TracedRunRef[]>;
  /** Returns the details of the runs with these IDs, in any order. */
  details(workspaceId: string, ids: readonly string[]): Promise<TracedRunDetails[]>;
  insert(rows: readonly Omit<TracedRunRow, 'ordinal'>[]): Promise<void>;
  update(row: TracedRunRow): Promise<void>;
  list(workspaceId: string, filter: TracedRunFilter): Promise<TracedRunRef[]>;
  /** Returns summaries of a project's runs in order, beginning after the run with the number `after`. */
  summaries(projectId: string, page: { after: number; limit: number }): Promise<TracedRunSummary[]>;
  countRoots(projectId: string): Promise<number>;
  /** Returns an experiment's root runs for the given examples, oldest first and at most `limit`. */
  ofExamples(
    projectId: string,
    exampleIds: readonly string[],
    limit: number,
  ): Promise<(TracedRunRef & { exampleId: string })[]>;
}

export interface ComparativeExperiments {
  /** @throws StoreError `conflict` if the ID is in use. */
  insert(row: ComparativeExperimentRow): Promise<void>;
  get(workspaceId: string, id: string): Promise<ComparativeExperimentRow | undefined>;
  /** Lists the comparative experiments on a dataset, newest first. */
  list(
    datasetId: string,
    filter: { limit: number; offset: number; ids?: readonly string[]; name?: string; nameContains?: string },
  ): Promise<ComparativeExperimentRow[]>;
  /** Deletes feedback of a comparative experiment, at most `limit` entries. Returns the number of deleted entries. */
  removeFeedback(id: string, limit: number): Promise<number>;
  /** Deletes a comparative experiment without its feedback. */
  remove(id: string): Promise<void>;
}

/** Shares of datasets. Tokens are found by hash and stored encrypted. */
export interface DatasetShares {
  /** @throws StoreError `conflict` if the dataset has a share, or the hash is in use. */
  insert(workspaceId: string, row: DatasetShareRow, token: string): Promise<void>;
  /** Returns the decrypted token of a dataset's share, or `undefined` if the dataset is not shared. */
  tokenOf(workspaceId: string, datasetId: string): Promise<string | undefined>;
  findByHash(tokenHash: string): Promise<DatasetRow | undefined>;
  remove(datasetId: string): Promise<void>;
}
