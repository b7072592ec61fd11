import type * as z from 'zod';
import {
  DatasetSummary,
  DatasetSummaryList,
  DatasetVersion,
  type Example,
  ExampleList,
  parseMoment,
  SplitList,
  splitsOf,
} from '../contract/evaluation.ts';
import { findProtoKey } from '../contract/json-safety.ts';
import { PAGE_MAX } from '../contract/limits.ts';
import { assertSame, parseAnswer, readAllPages } from './answers.ts';
import { checkUploadUrl } from './base-url.ts';
import { ignoreApiError } from './errors.ts';
import {
  createEvaluationSender,
  type EvaluationApiOptions,
  type EvaluationRequest,
  type SendEvaluation,
} from './evaluation-requests.ts';
import { createExperimentWriter, type ExperimentWriter } from './experiments.ts';
import type { Answer } from './transport.ts';

/**
 * Client of the API for datasets and experiments (docs/evaluation.md). Requests are retried after transient failures.
 * Methods throw ApiError, or the signal's reason.
 */
export interface EvaluationApi extends ExperimentWriter {
  /**
   * Reads the examples of one version of a dataset.
   * @param limits `max`: maximum number of examples.
   */
  readDataset(
    selection: DatasetSelection,
    limits: { max: number },
    signal: AbortSignal,
  ): Promise<DatasetReading>;
}

/** Selects a version of a dataset. */
export interface DatasetSelection {
  by: 'name' | 'id' | 'share-token';
  value: string;
  /** A tag, a time that `parseMoment` accepts, or `undefined` for the latest version. */
  version: string | undefined;
  /** Splits whose examples are read, or an empty list for all examples. */
  splits: readonly string[];
}

/**
 * Result of reading a dataset. `no-split` means that the dataset has no example in the splits `missing`. `known`
 * contains the splits of the version. `too-large` means that the dataset exceeds a limit. `limit` is a phrase such as
 * `10,000 examples`.
 */
export type DatasetReading =
  | {
      kind: 'read';
      /** ID of the dataset, or `undefined` for a shared dataset, for which no experiment can be created. */
      id: string | undefined;
      name: string;
      /** Time of the version, in the service's format. */
      version: string;
      /** Examples in the order of the service, at least one example. */
      examples: DatasetExample[];
    }
  | { kind: 'missing' }
  | { kind: 'empty' }
  | { kind: 'no-such-version' }
  | { kind: 'no-split'; missing: string[]; known: string[] }
  | { kind: 'too-large'; limit: string };

export interface DatasetExample {
  /** ID of the example in lower case. */
  id: string;
  name: string | undefined;
  inputs: Record<string, unknown>;
  /** Expected outputs, or `undefined` if the example has no expected outputs. */
  outputs: Record<string, unknown> | undefined;
  attachments: ExampleAttachment[];
  /** Time of the example's last change, in the service's format. */
  modifiedAt: string | undefined;
}

interface ExampleAttachment {
  name: string;
  /** URL of the attachment's content, which is secret, because the URL needs no key. */
  presignedUrl: string;
  mimeType: string;
}

/** Maximum total length of a dataset's examples as JSON, in characters, because all examples are stored in memory. */
const EXAMPLES_MAX_LENGTH = 128 * 1024 * 1024;
/**
 * Maximum total number of attachments of a dataset's examples, because the redactor must search for the URL of each
 * attachment.
 */
const ATTACHMENT_URLS_MAX = 10_000;

/** Prefix of the names of attachments in responses. */
const ATTACHMENT_PREFIX = 'attachment.';

/** Tag of the newest version. */
const LATEST = 'latest';

/**
 * Creates a client of the API for datasets and experiments. The client sends the key only to the origin of `baseUrl`.
 */
export function createEvaluationApi(options: EvaluationApiOptions): EvaluationApi {
  const send = createEvaluationSender(options);
  return {
    ...createExperimentWriter(send, options.baseUrl),
    async readDataset(selection, limits, signal) {
      const reader = { send, signal, allowInsecureHost: new URL(options.baseUrl).protocol === 'http:' };
      return selection.by === 'share-token'
        ? readSharedDataset(reader, selection, limits)
        : readOwnDataset(reader, selection, limits);
    },
  };
}

interface Reader {
  send: SendEvaluation;
  signal: AbortSignal;
  /** True if the API uses plain http, so attachments may use plain http too. */
  allowInsecureHost: boolean;
}

interface Limits {
  max: number;
}

/**
 * Reads a dataset of the workspace. Every page is requested with the time of the same version, because the dataset
 * might change between two requests.
 */
async function readOwnDataset(
  reader: Reader,
  selection: DatasetSelection,
  limits: Limits,
): Promise<DatasetReading> {
  const dataset = await (selection.by === 'name' ? findByName : findById)(reader, selection.value);
  if (dataset === undefined) return { kind: 'missing' };
  const path = `/datasets/${encodeURIComponent(dataset.id)}`;
  const version = await findVersion(reader, path, selection.version);
  if (version === undefined) {
    return isLatest(selection.version) ? { kind: 'empty' } : { kind: 'no-such-version' };
  }
  if (selection.splits.length > 0) {
    const answer = await reader.send({
      path: `${path}/splits`,
      query: { as_of: version },
      signal: reader.signal,
    });
    const known = parseAnswer(SplitList, answer);
    const missing = selection.splits.filter((split) => !known.includes(split));
    if (missing.length > 0) return { kind: 'no-split', missing, known };
  }
  const query = { dataset: dataset.id, as_of: version, splits: selection.splits };
  const read = await readExamples(reader, { path: '/examples', query, datasetId: dataset.id }, limits);
  if (read.kind === 'too-large') return read;
  // A service that ignores the parameter `splits` returns examples that the user excluded.
  const stray = read.list.find(({ splits }) => splits.length > 0 && !isIn(splits, selection.splits));
  if (stray !== undefined) throw read.refuse('a response with examples of splits that were not requested');
  return toReading({ ...dataset, version }, read.list, selection.splits);
}

/**
 * Reads a dataset that another workspace shares by a token. Selects the splits itself, and uses the time of the newest
 * example as the version, because the API for shared datasets has neither splits nor versions.
 */
async function readSharedDataset(
  reader: Reader,
  selection: DatasetSelection,
  limits: Limits,
): Promise<DatasetReading> {
  const { send, signal } = reader;
  const path = `/public/${encodeURIComponent(selection.value)}`;
  const found = await ignoreApiError(() => send({ path: `${path}/datasets`, isPublic: true, signal }), 404);
  if (found === undefined) return { kind: 'missing' };
  const dataset = parseAnswer(DatasetSummary, found);
  const query = selection.version === undefined ? {} : { as_of: selection.version };
  const source = { path: `${path}/examples`, query, isPublic: true, datasetId: dataset.id } as const;
  const read = isLatest(selection.version)
    ? await readExamples(reader, source, limits)
    : await ignoreApiError(() => readExamples(reader, source, limits), 404);
  if (read === undefined) return { kind: 'no-such-version' };
  if (read.kind === 'too-large') return read;
  const known = [...new Set(read.list.flatMap(({ splits }) => splits))].toSorted();
  const missing = selection.splits.filter((split) => !known.includes(split));
  if (read.list.length > 0 && missing.length > 0) return { kind: 'no-split', missing, known };
  const list = read.list.filter(({ splits }) => isIn(splits, selection.splits));
  const isTime = selection.version !== undefined && parseMoment(selection.version) !== undefined;
  const version = isTime ? selection.version : newestChange(list);
  return toReading({ id: undefined, name: dataset.name, version: version ?? LATEST }, list, selection.splits);
}

function toReading(
  dataset: { id: string | undefined; name: string; version: string },
  list: readonly ReadExample[],
  splits: readonly string[],
): DatasetReading {
  if (list.length === 0 && splits.length > 0) return { kind: 'no-split', missing: [...splits], known: [] };
  if (list.length === 0) return { kind: 'empty' };
  const { id, name, version } = dataset;
  return { kind: 'read', id, name, version, examples: list.map(({ example }) => example) };
}

const isLatest = (version: string | undefined) => version === undefined || version === LATEST;

/** Returns whether an example with `splits` is selected. */
const isIn = (splits: readonly string[], selected: readonly string[]) =>
  selected.length === 0 || splits.some((split) => selected.includes(split));

/** Returns the time of the newest change of the examples, in the service's format. */
function newestChange(list: readonly ReadExample[]): string | undefined {
  const times = list.flatMap(({ example: { modifiedAt } }) => (modifiedAt === undefined ? [] : [modifiedAt]));
  const at = (time: string) => parseMoment(time) ?? 0;
  return times.toSorted((a, b) => at(b) - at(a))[0];
}

/** Finds a dataset of the workspace by its exact name. */
async function findByName({ send, signal }: Reader, name: string): Promise<DatasetSummary | undefined> {
  const answer = await send({ path: '/datasets', query: { name, limit: PAGE_MAX }, signal });
  const list = parseAnswer(DatasetSummaryList, answer);
  const [found, ...others] = list.filter((one) => one.name === name);
  if (others.length > 0)
    throw answer.unusable('a response with several datasets that have the requested name');
  if (found === undefined && list.length > 0) {
    throw answer.unusable('a response whose datasets do not have the requested name');
  }
  return found;
}

async function findById({ send, signal }: Reader, id: string): Promise<DatasetSummary | undefined> {
  const path = `/datasets/${encodeURIComponent(id)}`;
  const answer = await ignoreApiError(() => send({ path, signal }), 404);
  if (answer === undefined) return undefined;
  const dataset = parseAnswer(DatasetSummary, answer);
  assertSame(answer, { what: 'dataset', requested: id, answered: dataset.id });
  return dataset;
}

/** Returns the time of a version, or `undefined` if the dataset has no such version. */
async function findVersion(
  { send, signal }: Reader,
  datasetPath: string,
  version = LATEST,
): Promise<string | undefined> {
  const isTime = parseMoment(version) !== undefined;
  const query: Record<string, string> = isTime ? { as_of: version } : { tag: version };
  const answer = await ignoreApiError(() => send({ path: `${datasetPath}/version`, query, signal }), 404);
  if (answer === undefined) return undefined;
  const { as_of: asOf, tags } = parseAnswer(DatasetVersion, answer);
  if (!isTime && version !== LATEST && tags !== null && !tags.includes(version)) {
    throw answer.unusable('a response with a version that was not requested');
  }
  return asOf;
}

interface ReadExample {
  example: DatasetExample;
  splits: string[];
}

async function readExamples(
  reader: Reader,
  source: Pick<EvaluationRequest, 'path' | 'query' | 'isPublic'> & { datasetId: string },
  { max }: Limits,
): Promise<
  | { kind: 'examples'; list: ReadExample[]; refuse: (what: string) => Error }
  | { kind: 'too-large'; limit: string }
> {
  const { datasetId, path, query, isPublic } = source;
  let refuse = (what: string): Error => new Error(what);
  const fetchPage = async (offset: number) => {
    const answer = await reader.send({
      path,
      query: { ...query, inline_s3_urls: 'true', limit: PAGE_MAX, offset },
      ...(isPublic && { isPublic }),
      signal: reader.signal,
    });
    const items = parseExactly(ExampleList, answer);
    for (const { dataset_id: answered } of items) {
      assertSame(answer, { what: 'dataset', requested: datasetId, answered });
    }
    refuse = (what) => answer.unusable(what);
    return { items, refuse };
  };
  const list: ReadExample[] = [];
  const counts = { length: 0, attachments: 0 };
  for await (const page of readAllPages(fetchPage, ({ id }) => id.toLowerCase())) {
    for (const one of page) {
      const read = toExample(one, (what) => refuse(what), reader);
      counts.length += JSON.stringify([read.example.inputs, read.example.outputs]).length;
      counts.attachments += read.example.attachments.length;
      list.push(read);
    }
    const limit = findExcess({ ...counts, examples: list.length }, max);
    if (limit !== undefined) return { kind: 'too-large', limit };
  }
  return { kind: 'examples', list, refuse };
}

/** Returns a description of the limit that the examples exceed, or `undefined` within the limits. */
function findExcess(
  counts: { examples: number; length: number; attachments: number },
  max: number,
): string | undefined {
  const { examples, length, attachments } = counts;
  if (examples > max) return `${max.toLocaleString('en')} examples`;
  if (length > EXAMPLES_MAX_LENGTH) return `${EXAMPLES_MAX_LENGTH / 1024 / 1024} MiB`;
  if (attachments > ATTACHMENT_URLS_MAX) return `${ATTACHMENT_URLS_MAX.toLocaleString('en')} attachments`;
  return undefined;
}

/** Parses a response with data of users. Throws if the response contains a key `__proto__`, which would be lost. */
function parseExactly<T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> {
  const parsed = parseAnswer(schema, answer);
  if (findProtoKey(answer.json, parsed) !== undefined) {
    throw answer.unusable(`${answer.status} with a key __proto__, which is not supported`);
  }
  return parsed;
}

function toExample(
  one: Example,
  refuse: (what: string) => Error,
  { allowInsecureHost }: Pick<Reader, 'allowInsecureHost'>,
): ReadExample {
  const attachments = Object.entries(one.attachment_urls ?? {}).map(([key, value]) => {
    // The URL is checked, because the agent sends a request to the URL.
    if (checkUploadUrl(value.presigned_url, { allowInsecureHost }) === undefined) {
      throw refuse('a response with an attachment whose URL is not allowed');
    }
    return {
      name: key.startsWith(ATTACHMENT_PREFIX) ? key.slice(ATTACHMENT_PREFIX.length) : key,
      presignedUrl: value.presigned_url,
      mimeType: value.mime_type ?? 'application/octet-stream',
    };
  });
  return {
    splits: splitsOf(one.metadata),
    example: {
      id: one.id.toLowerCase(),
      name: one.name,
      inputs: one.inputs ?? {},
      outputs: one.outputs ?? undefined,
      attachments,
      modifiedAt: one.modified_at,
    },
  };
}
