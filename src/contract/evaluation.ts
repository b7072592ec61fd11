import * as z from 'zod';
import {
  ATTACHMENTS_MAX,
  COMPARED_MAX,
  DATASET_TAGS_MAX,
  EVALUATION_NAME_MAX,
  EXAMPLES_PER_REQUEST_MAX,
  LIST_MAX,
} from './limits.ts';
import { jsonObject, maxItems, nonEmptyText, optional, text, uuid } from './primitives.ts';
import { fromJsonText, pageQuery, queryBoolean, queryInt } from './query.ts';

/** An ID that a client can choose, converted to lower case. */
const id = uuid.toLowerCase();
const name = nonEmptyText.max(EVALUATION_NAME_MAX);

/** Creates the schema of a query parameter that can be repeated and is parsed to a list. */
export const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), maxItems(LIST_MAX, z.array(item)));

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Parses a time in the formats of the official clients: date and time are separated by `T` or a space, and seconds have
 * at most nine fraction digits. A time without an offset is in UTC. Returns epoch milliseconds, or `undefined` if the
 * string is not a time.
 */
export function parseMoment(value: string): number | undefined {
  const [, date, clock, offset = 'Z'] = MOMENT.exec(value) ?? [];
  if (date === undefined || clock === undefined) return undefined;
  const at = Date.parse(`${date}T${clock}${offset}`);
  return Number.isNaN(at) ? undefined : at;
}

/** A time in a request, in the formats of {@link parseMoment}. */
export const momentText = z
  .string()
  .refine((value) => parseMoment(value) !== undefined, 'must be a time such as 2026-01-31T12:00:00Z');

/** Latest time that a Date can represent, in epoch milliseconds. */
const MOMENT_MAX = 8.64e15;
export const runMoment = z.union([momentText, z.number().min(0).max(MOMENT_MAX)]);

/** Converts the time of a run to epoch milliseconds, or to `undefined` if the time is not set. */
export function toMoment(value: z.infer<typeof runMoment> | null | undefined): number | undefined {
  if (typeof value === 'number') return Math.trunc(value);
  return typeof value === 'string' ? parseMoment(value) : undefined;
}

/** Version of a dataset in a request: a time or a tag, such as `latest`. */
const VersionName = nonEmptyText.max(EVALUATION_NAME_MAX);

const DATA_TYPES = ['kv', 'llm', 'chat'] as const;

/** Body of POST /datasets. */
export const DatasetCreate = z.object({
  id: optional(id),
  name,
  description: optional(text),
  data_type: optional(z.enum(DATA_TYPES)),
  extra: optional(jsonObject),
  metadata: optional(jsonObject),
  inputs_schema_definition: optional(jsonObject),
  outputs_schema_definition: optional(jsonObject),
  transformations: optional(maxItems(LIST_MAX, z.array(jsonObject))),
});
export type DatasetCreate = z.infer<typeof DatasetCreate>;

/** Body of PATCH /datasets/{dataset_id}. Fields that are not in the body stay unchanged. */
export const DatasetChange = DatasetCreate.omit({ id: true, data_type: true }).extend({
  name: optional(name),
});
export type DatasetChange = z.infer<typeof DatasetChange>;

/** Fields that every version of the service returns for a dataset. */
export const DatasetSummary = z.looseObject({ id: uuid, name: z.string() });
export type DatasetSummary = z.infer<typeof DatasetSummary>;
export const DatasetSummaryList = z.array(DatasetSummary);

export const Dataset = DatasetSummary.extend({
  description: z.string().nullable(),
  data_type: z.string(),
  tenant_id: z.string(),
  created_at: z.string(),
  modified_at: z.string(),
  example_count: z.int(),
  session_count: z.int(),
  last_session_start_time: z.string().nullable(),
  inputs_schema_definition: jsonObject.nullable(),
  outputs_schema_definition: jsonObject.nullable(),
  transformations: z.array(jsonObject).nullable(),
  extra: jsonObject.nullable(),
  metadata: jsonObject.nullable(),
  externally_managed: z.boolean(),
});
export type Dataset = z.infer<typeof Dataset>;

const metadataFilter = z.preprocess(fromJsonText, jsonObject).optional();

/** Query of GET /datasets. */
export const DatasetQuery = z.object({
  ...pageQuery,
  limit: queryInt(1, 100).default(100),
  id: oneOrMore(id).optional(),
  name: z.string().optional(),
  name_contains: z.string().optional(),
  data_type: z.string().optional(),
  metadata: metadataFilter,
});
export type DatasetQuery = z.infer<typeof DatasetQuery>;

const queryList = (value: unknown) => (typeof value === 'string' ? [value] : value);

/** Query of GET /api/v2/datasets. */
export const DatasetQueryV2 = z.object({
  id: oneOrMore(id).optional(),
  name: z.string().optional(),
  name_contains: z.string().optional(),
  data_type: z.preprocess(queryList, z.array(z.enum(DATA_TYPES)).min(1)).optional(),
  metadata: metadataFilter,
  page_size: queryInt(1, 100).default(100),
  cursor: queryInt(1).optional(),
  exclude: z.preprocess(queryList, z.array(z.enum(['example_count']))).optional(),
  /** Parameter without effect, because the emulator has no datasets of corrections. */
  exclude_corrections_datasets: queryBoolean.optional(),
  sort_by: z.enum(['created_at']).default('created_at'),
  sort_order: z.enum(['desc']).default('desc'),
  /** The emulator has no tag values, so this filter matches no dataset. */
  tag_value_id: oneOrMore(id).optional(),
});
export type DatasetQueryV2 = z.infer<typeof DatasetQueryV2>;

/** Response of GET /api/v2/datasets. `next_cursor` is null on the last page. */
export const DatasetPage = z.looseObject({
  items: z.array(Dataset.extend({ example_count: z.int().nullable() })),
  next_cursor: z.string().nullable(),
});
export type DatasetPage = z.infer<typeof DatasetPage>;

/** A version of a dataset: the time of the change that created the version, and the version's tags. */
export const DatasetVersion = z.looseObject({ tags: z.array(z.string()).nullable(), as_of: z.string() });
export type DatasetVersion = z.infer<typeof DatasetVersion>;

/** Query of GET /datasets/{dataset_id}/version. The client must set either `as_of` or `tag`. */
export const DatasetVersionQuery = z
  .object({ as_of: VersionName.optional(), tag: VersionName.optional() })
  .refine((query) => (query.as_of === undefined) !== (query.tag === undefined), {
    message: 'must have exactly one of as_of and tag',
    path: ['as_of'],
  });

export const DatasetVersionsQuery = z.object({
  ...pageQuery,
  limit: queryInt(1, 100).default(100),
  /** String that the tags of the returned versions contain. */
  search: z.string().optional(),
});

/** Body of PUT /datasets/{dataset_id}/tags. */
export const DatasetTag = z.object({
  as_of: VersionName,
  tag: VersionName.refine(
    (tag) => tag !== 'latest' && parseMoment(tag) === undefined,
    'must be neither latest nor a time',
  ),
});

export const DatasetDiffQuery = z.object({ from_version: VersionName, to_version: VersionName });

/** IDs of the examples that differ between two versions of a dataset. */
export const DatasetDiff = z.looseObject({
  examples_modified: z.array(uuid),
  examples_added: z.array(uuid),
  examples_removed: z.array(uuid),
});
export type DatasetDiff = z.infer<typeof DatasetDiff>;

/** Key of the splits in the metadata of an example. */
export const SPLITS = 'dataset_split';

/** Returns the names of the splits in an example's metadata. */
export function splitsOf(metadata: Record<string, unknown> | null | undefined): string[] {
  const value = metadata?.[SPLITS];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

const ids = maxItems(EXAMPLES_PER_REQUEST_MAX, z.array(id).min(1));
const split = z.union([name, maxItems(DATASET_TAGS_MAX, z.array(name))]);

/** Response of GET /datasets/{dataset_id}/splits: the names of the splits. */
export const SplitList = z.array(z.string());

export const VersionQuery = z.object({ as_of: VersionName.optional() });

/** Body of PUT /datasets/{dataset_id}/splits. */
export const SplitChange = z.object({
  split_name: name,
  examples: ids,
  remove: optional(z.boolean()),
});

/** Body of PATCH /v1/platform/datasets/{dataset_id}/examples/metadata. */
export const MetadataOperations = z.object({
  example_ids: ids,
  operations: maxItems(
    LIST_MAX,
    z
      .array(
        z.object({
          key: name,
          operation: z
            .string()
            .toLowerCase()
            .pipe(z.enum(['array_add', 'array_remove'])),
          values: maxItems(LIST_MAX, z.array(z.union([z.string(), z.number(), z.boolean()]))),
        }),
      )
      .min(1),
  ),
});
export type MetadataOperations = z.infer<typeof MetadataOperations>;

/** Metadata and splits in requests that create or change an example. */
const exampleFields = {
  metadata: optional(jsonObject),
  split: optional(split),
};

/** An example in a multipart upload. The name of the part is the example's ID. */
export const ExampleUpload = z.object({
  ...exampleFields,
  dataset_id: optional(id),
  created_at: optional(momentText),
  source_run_id: optional(id),
  use_source_run_io: optional(z.boolean()),
  use_source_run_attachments: optional(maxItems(ATTACHMENTS_MAX, z.array(name))),
});
export type ExampleUpload = z.infer<typeof ExampleUpload>;

/** Part of a multipart update with the name `<id>.attachments_operations`. */
export const AttachmentOperations = z.object({
  rename: optional(z.record(name, name)),
  retain: optional(maxItems(ATTACHMENTS_MAX, z.array(name))),
});
export type AttachmentOperations = z.infer<typeof AttachmentOperations>;

/** Parts of a multipart upload with the names `<id>.inputs` and `<id>.outputs`. */
export const ExampleValues = jsonObject.nullable();

/** Body of POST /examples. */
export const ExampleCreate = z.object({
  ...ExampleUpload.shape,
  id: optional(id),
  dataset_id: id,
  inputs: optional(jsonObject),
  outputs: optional(jsonObject),
});
export type ExampleCreate = z.infer<typeof ExampleCreate>;
export const ExamplesCreate = maxItems(EXAMPLES_PER_REQUEST_MAX, z.array(ExampleCreate).min(1));

/** Body of PATCH /examples/{example_id}. Fields that are not in the body stay unchanged. */
export const ExampleChange = z.object({
  ...exampleFields,
  dataset_id: optional(id),
  inputs: optional(jsonObject),
  outputs: optional(jsonObject),
  attachments_operations: optional(AttachmentOperations),
});
export type ExampleChange = z.infer<typeof ExampleChange>;
/** Body of PATCH /examples/bulk. */
export const ExamplesChange = maxItems(
  EXAMPLES_PER_REQUEST_MAX,
  z.array(ExampleChange.extend({ id })).min(1),
);

/** Response to an upload or update of several examples. */
export const ExamplesWritten = z.looseObject({
  count: z.int(),
  example_ids: z.array(uuid),
  as_of: z.string(),
});
export type ExamplesWritten = z.infer<typeof ExamplesWritten>;

/** Names of example fields that `select` can contain. */
export const EXAMPLE_FIELDS = [
  'id',
  'dataset_id',
  'inputs',
  'outputs',
  'metadata',
  'created_at',
  'modified_at',
  'name',
  'source_run_id',
  'attachment_urls',
] as const;

/** Query of GET /examples. */
export const ExampleQuery = z.object({
  limit: queryInt(1, 100).default(100),
  offset: queryInt(0).default(0),
  dataset: id.optional(),
  id: oneOrMore(id).optional(),
  as_of: VersionName.optional(),
  splits: oneOrMore(z.string()).optional(),
  metadata: metadataFilter,
  select: oneOrMore(z.enum(EXAMPLE_FIELDS)).optional(),
  exclude_default_fields: queryBoolean.optional(),
  /** Parameter without effect, because the response always contains the values. */
  inline_s3_urls: queryBoolean.optional(),
  filter: z
    .string()
    .refine((value) => value === '', 'is not supported by the emulator: use metadata, splits or id')
    .optional(),
});
export type ExampleQuery = z.infer<typeof ExampleQuery>;

/** Query of DELETE /examples. The parameter `example_ids` can be repeated. */
export const ExampleDeleteQuery = z.object({ example_ids: oneOrMore(id) });

/** Body of POST /v1/platform/datasets/examples/delete. */
export const ExamplesDelete = z.object({ example_ids: ids, hard_delete: optional(z.boolean()) });

/** URLs of an example's attachments, keyed by `attachment.<name>`. */
const AttachmentUrls = z.record(
  z.string(),
  z.looseObject({ presigned_url: z.string(), mime_type: z.string().nullish() }),
);

/**
 * An example in the service's format. With `exclude_default_fields`, the example contains only `id` and the selected
 * fields.
 */
export const Example = z.looseObject({
  id: uuid,
  dataset_id: uuid.optional(),
  inputs: jsonObject.nullish(),
  outputs: jsonObject.nullish(),
  metadata: jsonObject.nullish(),
  created_at: z.string().optional(),
  modified_at: z.string().optional(),
  name: z.string().optional(),
  source_run_id: uuid.nullish(),
  attachment_urls: AttachmentUrls.nullish(),
});
export type Example = z.infer<typeof Example>;
/** Response of GET /examples. */
export const ExampleList = z.array(Example);

/**
 * Query of GET /public/{share_token}/examples. Without `limit`, the response contains all examples, because the
 * JavaScript client reads only the first page.
 */
export const SharedExampleQuery = ExampleQuery.omit({ dataset: true }).extend({
  limit: queryInt(1, 100).optional(),
});

/** Share of a dataset. `share_token` is the only credential that is needed to read the dataset. */
export const DatasetShare = z.looseObject({ dataset_id: uuid, share_token: uuid });
export type DatasetShare = z.infer<typeof DatasetShare>;

/** A shared dataset, without the fields about the dataset's workspace. */
export const SharedDataset = z.looseObject({
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  data_type: z.string(),
  created_at: z.string(),
  modified_at: z.string(),
  example_count: z.int(),
  inputs_schema_definition: jsonObject.nullable(),
  outputs_schema_definition: jsonObject.nullable(),
  transformations: z.array(jsonObject).nullable(),
});
export type SharedDataset = z.infer<typeof SharedDataset>;

/** Body of POST /datasets/comparative. All experiments must belong to the dataset `reference_dataset_id`. */
export const ComparativeExperimentCreate = z.object({
  id: optional(id),
  name: optional(name),
  description: optional(text),
  experiment_ids: maxItems(COMPARED_MAX, z.array(id).min(1)),
  reference_dataset_id: id,
  created_at: optional(runMoment),
  extra: optional(jsonObject),
  metadata: optional(jsonObject),
});
export type ComparativeExperimentCreate = z.infer<typeof ComparativeExperimentCreate>;

/** Query of GET /datasets/{dataset_id}/comparative. */
export const ComparativeExperimentQuery = z.object({
  ...pageQuery,
  id: oneOrMore(id).optional(),
  name: z.string().optional(),
  name_contains: z.string().optional(),
});
export type ComparativeExperimentQuery = z.infer<typeof ComparativeExperimentQuery>;

export const ComparativeExperiment = z.looseObject({
  id: uuid,
  name: z.string().nullish(),
  description: z.string().nullish(),
  tenant_id: z.string().optional(),
  created_at: z.string().optional(),
  modified_at: z.string().optional(),
  reference_dataset_id: uuid.optional(),
  extra: jsonObject.nullish(),
});
export type ComparativeExperiment = z.infer<typeof ComparativeExperiment>;

/** Number, mean and standard deviation of the scores and frequency of the values, keyed by feedback key. */
export const FeedbackStats = z.record(
  z.string(),
  z.looseObject({
    n: z.int(),
    avg: z.number().nullable(),
    stdev: z.number().nullable(),
    values: z.record(z.string(), z.int()),
  }),
);
export type FeedbackStats = z.infer<typeof FeedbackStats>;

/** A comparative experiment in a list, with the compared experiments and the statistics of the feedback. */
export const ComparativeExperimentDetails = ComparativeExperiment.extend({
  experiments_info: z.array(z.looseObject({ id: uuid, name: z.string(), feedback_stats: FeedbackStats })),
  feedback_stats: FeedbackStats,
});
export type ComparativeExperimentDetails = z.infer<typeof ComparativeExperimentDetails>;

/** Response to a change that returns no other data. */
export const Done = z.looseObject({ message: z.string() });
