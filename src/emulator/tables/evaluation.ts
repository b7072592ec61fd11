import {
  autoIncrement,
  bytes,
  freeForm,
  id,
  integer,
  json,
  jsonOf,
  nullable,
  numbered,
  type RowOf,
  rowMapper,
  sealed,
  sha256,
  storedNames,
  text,
  time,
} from './columns.ts';
import { needed, owner, table } from './table.ts';

/** Datasets of examples for the evaluation of agents. Names of datasets are unique within a workspace. */
const datasetColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  name: text(),
  description: nullable(text()),
  dataType: text(),
  extra: json((of) => freeForm(of).nullable()),
  inputsSchema: json((of) => freeForm(of).nullable()),
  outputsSchema: json((of) => freeForm(of).nullable()),
  transformations: jsonOf<unknown>(),
  createdAt: time(),
  modifiedAt: time(),
};
export type DatasetRow = RowOf<typeof datasetColumns>;
export const datasetRows = rowMapper(datasetColumns);

/**
 * Versions of datasets. Each change of a dataset's examples creates a version. A version is identified by its time
 * `asOf`.
 */
const datasetVersionColumns = { datasetId: id(), asOf: time() };
export type DatasetVersionRow = RowOf<typeof datasetVersionColumns>;
export const datasetVersionRows = rowMapper(datasetVersionColumns);

/** Names that clients assign to versions. The name `latest` always means the newest version, and is not stored. */
const datasetTagColumns = { datasetId: id(), tag: text(), asOf: time() };
export type DatasetTagRow = RowOf<typeof datasetTagColumns>;
export const datasetTagRows = rowMapper(datasetTagColumns);

/** Attachment of an example or a traced run, with a name that is unique within the example or run. */
export interface AttachmentRef {
  name: string;
  /** ID of the attachment's stored content. */
  id: string;
}

const attachmentRefs = () =>
  json<AttachmentRef[]>(({ z }) => z.array(z.strictObject({ name: z.string(), id: z.string() })));

/** States of examples. Each state of an example is valid from one version of the dataset until another version. */
const exampleColumns = {
  ordinal: autoIncrement(),
  exampleId: id(),
  workspaceId: id(),
  datasetId: id(),
  /**
   * Number of the example in its dataset, in the order of creation. All states of an example have the same number.
   */
  position: integer(),
  validFrom: time(),
  /** Version that replaced or deleted the state, or null while the state is current. */
  validTo: nullable(time()),
  inputs: json((of) => freeForm(of).nullable()),
  outputs: json((of) => freeForm(of).nullable()),
  metadata: json((of) => freeForm(of).nullable()),
  attachments: attachmentRefs(),
  sourceRunId: nullable(id()),
  createdAt: time(),
};
export type ExampleRow = RowOf<typeof exampleColumns>;
export const exampleRows = rowMapper(exampleColumns);

/**
 * Contents of attachments. The ID of an attachment is random, because the ID in a URL is the only credential for the
 * content.
 */
const attachmentColumns = {
  id: id(),
  /** Dataset of the example that the attachment belongs to, or null for an attachment of a traced run. */
  datasetId: nullable(id()),
  /** Project of the traced run that the attachment belongs to, or null for an attachment of an example. */
  projectId: nullable(id()),
  mimeType: text(),
  content: bytes(),
};
export type AttachmentRow = RowOf<typeof attachmentColumns>;
export const attachmentRows = rowMapper(attachmentColumns);

/** Fields of a traced run without its values, which can be large. */
const tracedRunDetailColumns = {
  ordinal: numbered(),
  id: id(),
  workspaceId: id(),
  projectId: id(),
  traceId: id(),
  /** ID of the parent run, or null for the root of a trace. */
  parentRunId: nullable(id()),
  dottedOrder: text(),
  name: text(),
  runType: text(),
  startTime: time(),
  endTime: nullable(time()),
  referenceExampleId: nullable(id()),
  error: nullable(text()),
  tags: json(({ z }) => z.array(z.string())),
  extra: json((of) => freeForm(of).nullable()),
  attachments: attachmentRefs(),
  promptTokens: nullable(integer()),
  completionTokens: nullable(integer()),
  totalTokens: nullable(integer()),
};
export type TracedRunDetails = RowOf<typeof tracedRunDetailColumns>;
export const tracedRunDetailRows = rowMapper(tracedRunDetailColumns);
export const TRACED_RUN_DETAILS = storedNames(tracedRunDetailColumns);

/**
 * A traced run of a client: one step of a trace, such as the evaluation of one example. The client chooses the ID of a
 * traced run.
 */
const tracedRunColumns = {
  ...tracedRunDetailColumns,
  inputs: json((of) => freeForm(of).nullable()),
  outputs: json((of) => freeForm(of).nullable()),
  events: jsonOf<unknown>(),
  serialized: json((of) => freeForm(of).nullable()),
};
export type TracedRunRow = RowOf<typeof tracedRunColumns>;
export const tracedRunRows = rowMapper(tracedRunColumns);

/** Comparison of experiments on one dataset. Feedback on the runs of the experiments can refer to the comparison. */
const comparativeExperimentColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  datasetId: id(),
  name: nullable(text()),
  description: nullable(text()),
  extra: json((of) => freeForm(of).nullable()),
  /**
   * IDs of the compared experiments, in the client's order. Some of the compared experiments might have been deleted.
   */
  experimentIds: json(({ z }) => z.array(z.string())),
  createdAt: time(),
  modifiedAt: time(),
};
export type ComparativeExperimentRow = RowOf<typeof comparativeExperimentColumns>;
export const comparativeExperimentRows = rowMapper(comparativeExperimentColumns);

/** Share of a dataset without its token, which is encrypted and passed separately. */
const datasetShareColumns = {
  datasetId: id(),
  tokenHash: sha256(),
  sealed: sealed({
    purpose: 'share-tokens',
    owner: { table: 'datasets', by: 'dataset_id' },
    resource: 'dataset-share',
    id: 'dataset_id',
    field: () => 'token',
    ifUnreadable: 'row',
  }),
  createdAt: time(),
};
export type DatasetShareRow = RowOf<typeof datasetShareColumns>;
export const datasetShareRows = rowMapper(datasetShareColumns);

export const evaluationTables = {
  datasets: table(datasetColumns, {
    key: ['id'],
    unique: [['workspaceId', 'name']],
    references: [needed('workspaceId', 'workspaces')],
    indexes: { datasets_page: ['workspaceId', 'ordinal'] },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  dataset_versions: table(datasetVersionColumns, {
    key: ['datasetId', 'asOf'],
    references: [owner('datasetId', 'datasets')],
    snapshot: { order: ['datasetId', 'asOf'] },
  }),
  dataset_tags: table(datasetTagColumns, {
    key: ['datasetId', 'tag'],
    references: [owner('datasetId', 'datasets')],
    snapshot: { order: ['datasetId', 'tag'] },
  }),
  examples: table(exampleColumns, {
    key: ['workspaceId', 'exampleId', 'validFrom'],
    references: [needed('workspaceId', 'workspaces'), owner('datasetId', 'datasets')],
    indexes: {
      examples_page: ['datasetId', 'position', 'validFrom'],
      examples_count: { columns: ['datasetId'], where: 'valid_to is null' },
      // Each example has at most one current state.
      examples_current: { columns: ['workspaceId', 'exampleId'], unique: true, where: 'valid_to is null' },
    },
    snapshot: { order: ['ordinal'] },
  }),
  attachments: table(attachmentColumns, {
    key: ['id'],
    references: [owner('datasetId', 'datasets'), owner('projectId', 'projects')],
    indexes: { attachments_dataset: ['datasetId', 'id'], attachments_project: ['projectId', 'id'] },
    snapshot: { order: ['id'] },
  }),
  traced_runs: table(tracedRunColumns, {
    key: ['workspaceId', 'id'],
    references: [needed('workspaceId', 'workspaces'), owner('projectId', 'projects')],
    indexes: {
      traced_runs_page: ['workspaceId', 'ordinal'],
      traced_runs_project: ['projectId', 'ordinal'],
      traced_runs_roots: { columns: ['projectId', 'ordinal'], where: 'parent_run_id is null' },
      traced_runs_trace: ['workspaceId', 'traceId', 'ordinal'],
      traced_runs_example: {
        columns: ['projectId', 'referenceExampleId', 'ordinal'],
        where: 'parent_run_id is null',
      },
    },
    snapshot: { order: ['ordinal'] },
  }),
  comparative_experiments: table(comparativeExperimentColumns, {
    key: ['id'],
    references: [needed('workspaceId', 'workspaces'), owner('datasetId', 'datasets')],
    indexes: {
      comparative_experiments_page: ['datasetId', 'ordinal'],
      comparative_experiments_workspace: ['workspaceId', 'ordinal'],
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  dataset_shares: table(datasetShareColumns, {
    key: ['datasetId'],
    unique: [['tokenHash']],
    references: [owner('datasetId', 'datasets')],
    snapshot: { order: ['datasetId'] },
  }),
};
