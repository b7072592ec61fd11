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
  text,
  time,
} from './columns.ts';
import { needed, owner, table } from './table.ts';

/** Datasets of examples on which agents are evaluated. Names of datasets are unique within a workspace. */
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
 * Versions of datasets. Each change of a dataset's examples creates a version. Its time `asOf` identifies the
 * version.
 */
const datasetVersionColumns = { datasetId: id(), asOf: time() };
export type DatasetVersionRow = RowOf<typeof datasetVersionColumns>;
export const datasetVersionRows = rowMapper(datasetVersionColumns);

/** Names that clients give to versions. The name `latest` always means the newest version and is not stored. */
const datasetTagColumns = { datasetId: id(), tag: text(), asOf: time() };
export type DatasetTagRow = RowOf<typeof datasetTagColumns>;
export const datasetTagRows = rowMapper(datasetTagColumns);

/** Attachment of an example. Its name is unique within the example. */
export interface ExampleAttachment {
  name: string;
  /** ID of the stored content. */
  id: string;
}

/** States of examples. Each state is valid from one version of its dataset until another version. */
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
  /** Version that replaced or deleted the state; null while the state is current. */
  validTo: nullable(time()),
  inputs: json((of) => freeForm(of).nullable()),
  outputs: json((of) => freeForm(of).nullable()),
  metadata: json((of) => freeForm(of).nullable()),
  attachments: json<ExampleAttachment[]>(({ z }) =>
    z.array(z.strictObject({ name: z.string(), id: z.string() })),
  ),
  sourceRunId: nullable(id()),
  createdAt: time(),
};
export type ExampleRow = RowOf<typeof exampleColumns>;
export const exampleRows = rowMapper(exampleColumns);

/** Contents of attachments. An ID is random, because the ID in a URL is the only credential for the content. */
const attachmentColumns = {
  id: id(),
  datasetId: id(),
  mimeType: text(),
  content: bytes(),
};
export type AttachmentRow = RowOf<typeof attachmentColumns>;
export const attachmentRows = rowMapper(attachmentColumns);

/** A traced run of a client: one step of a trace, such as the evaluation of one example. Its ID is the client's. */
const tracedRunColumns = {
  ordinal: numbered(),
  id: id(),
  workspaceId: id(),
  projectId: id(),
  traceId: id(),
  /** Null for the root of a trace. */
  parentRunId: nullable(id()),
  dottedOrder: text(),
  name: text(),
  runType: text(),
  startTime: time(),
  endTime: nullable(time()),
  referenceExampleId: nullable(id()),
  error: nullable(text()),
  tags: json(({ z }) => z.array(z.string())),
  inputs: json((of) => freeForm(of).nullable()),
  outputs: json((of) => freeForm(of).nullable()),
  extra: json((of) => freeForm(of).nullable()),
  events: jsonOf<unknown>(),
  serialized: json((of) => freeForm(of).nullable()),
  promptTokens: nullable(integer()),
  completionTokens: nullable(integer()),
  totalTokens: nullable(integer()),
};
export type TracedRunRow = RowOf<typeof tracedRunColumns>;
export const tracedRunRows = rowMapper(tracedRunColumns);

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
  example_attachments: table(attachmentColumns, {
    key: ['id'],
    references: [owner('datasetId', 'datasets')],
    indexes: { example_attachments_dataset: ['datasetId', 'id'] },
    snapshot: { order: ['datasetId', 'id'] },
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
};
