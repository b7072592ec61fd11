import { parse as parsePartialJson } from 'partial-json';
import { toLine } from '../../contract/bounded-text.ts';
import { fieldOf } from '../../contract/json-safety.ts';
import { withoutMarkdown } from '../../contract/markdown-text.ts';
import { replyLine, messagesOfState, questionLine, titleOfValues } from '../../contract/messages.ts';
import type { StepSummary, StepTask, ThreadState, ThreadSummary } from '../../contract/dashboard/threads.ts';
import type {
  CheckpointOutline,
  CheckpointWriteOutline,
  ThreadOutline,
} from '../ports/store-agent-server.ts';

// Converts rows of threads and checkpoints for the dashboard.

const STATES: Readonly<Record<string, ThreadState>> = {
  interrupted: 'waiting',
  error: 'failed',
  busy: 'running',
  idle: 'finished',
};
/** Converts a status of the API to the state that the page shows. */
export const toThreadState = (status: string): ThreadState => STATES[status] ?? 'finished';
/** Returns the status of the API for a state of the page. */
export const statusOfState = (state: ThreadState): string =>
  Object.entries(STATES).find(([, one]) => one === state)?.[0] ?? 'idle';

/** Texts that the summaries of a thread's runs contain, or empty strings. */
export interface RecordedTexts {
  title: string;
  last: string;
}

/**
 * Converts a thread to its summary. `error` is the error of the thread's last run. `recorded` replaces the texts of
 * values that are too long to be read.
 */
export function toThreadSummary(
  row: ThreadOutline,
  error: { error: string; message: string } | null,
  recorded: RecordedTexts | null = null,
): ThreadSummary {
  const isWhole = isWholeOutline(row);
  const values = parseStart(row.valuesStart);
  const state = toThreadState(row.status);
  const messages = messagesOfState(values).length;
  // The beginning of long values might contain only other fields of the state, such as documents.
  const recordedTitle = isWhole || messages > 0 ? '' : (recorded?.title ?? '');
  const title = recordedTitle === '' ? titleOfValues(values, withoutMarkdown) : recordedTitle;
  const reply = isWhole ? replyLine(values) : (recorded?.last ?? '');
  return {
    deployment_id: row.deploymentId,
    thread_id: row.id,
    state,
    title,
    // If a state without messages contains only one text, the text is not repeated.
    last: messages === 0 && reply === title ? '' : reply,
    reason:
      state === 'waiting' ? questionLine(row.interrupts) : state === 'failed' ? toLine(errorLine(error)) : '',
    messages: isWhole ? messages : null,
    characters: row.valuesLength,
    created_at_ms: row.createdAt,
    updated_at_ms: row.updatedAt,
  };
}

/** Returns whether an outline contains all values of its thread. */
export const isWholeOutline = ({ valuesStart, valuesLength }: ThreadOutline): boolean =>
  hasAllCharacters(valuesStart, valuesLength);

/** Returns whether a text is complete. Databases count an emoji as a single character, but JavaScript as two. */
function hasAllCharacters(text: string, characters: number): boolean {
  if (text.length <= characters) return text.length === characters;
  let surrogatePairs = 0;
  for (const _pair of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) surrogatePairs += 1;
  return text.length - surrogatePairs === characters;
}

/** Parses the beginning of JSON text, or returns `undefined` for any other text. */
export function parseStart(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parsePartialJson(text);
  } catch {
    return undefined;
  }
}

function errorLine(error: { error: string; message: string } | null): string {
  if (error === null) return '';
  return [error.error, error.message].filter((part) => part !== '').join(': ');
}

/** Converts a checkpoint to the summary of a step. */
export function toStepSummary(row: CheckpointOutline): StepSummary {
  const metadata = row.metadataType === 'json' ? parseStart(Buffer.from(row.metadata).toString()) : undefined;
  const { step, source } = readMetadata(metadata);
  const tasks = Map.groupBy(row.writes, ({ taskId }) => taskId);
  return {
    id: row.id,
    parent_id: row.parentId,
    run_id: row.runId,
    step,
    source,
    at_ms: timeOfId(row.id),
    tasks: [...tasks.values()].map(toTask),
  };
}

function readMetadata(value: unknown): Pick<StepSummary, 'step' | 'source'> {
  if (typeof value !== 'object' || value === null) return { step: null, source: null };
  const step = 'step' in value && Number.isInteger(value.step) ? Number(value.step) : null;
  return { step, source: 'source' in value && typeof value.source === 'string' ? value.source : null };
}

const BRANCH = 'branch:to:';
/** Matches channels of the graph library by the beginning of their names. */
const INTERNAL = /^(__|branch:|join:|start:)/;
/** Channels that a task writes instead of a result before the task ends. */
const UNFINISHED: ReadonlySet<string> = new Set([
  '__error__',
  '__interrupt__',
  '__resume__',
  '__scheduled__',
]);

function toTask(writes: readonly CheckpointWriteOutline[]): StepTask {
  const channels = writes.map(({ channel }) => channel);
  const textsOf = (channel: string) =>
    writes.filter((one) => one.channel === channel && one.valueType === 'json').map(textOf);
  const [error] = textsOf('__error__');
  return {
    name: nodeOfPath(writes[0]?.taskPath ?? ''),
    channels: [...new Set(channels.filter((one) => !INTERNAL.test(one)))],
    starts: [
      ...new Set(channels.filter((one) => one.startsWith(BRANCH)).map((one) => one.slice(BRANCH.length))),
    ],
    error: error === undefined ? null : toLine(errorOf(error)),
    failed: channels.includes('__error__'),
    waits: channels.includes('__interrupt__'),
    done: channels.some((channel) => !UNFINISHED.has(channel)),
    questions: textsOf('__interrupt__').map((text) => questionLine({ task: parseStart(text) })),
  };
}

const textOf = ({ start }: CheckpointWriteOutline): string =>
  start === null ? '' : Buffer.from(start).toString();

/** Returns the node of a task. The Python library writes the path of a task as `~__pregel_pull, <node>`. */
function nodeOfPath(path: string): string | null {
  const [, name] = /^~?__pregel_(?:pull|push), ([^,]+)$/.exec(path) ?? [];
  return name ?? null;
}

function errorOf(text: string): string {
  const error = parseStart(text);
  if (typeof error !== 'object' || error === null) return typeof error === 'string' ? error : text;
  const part = (name: 'name' | 'message'): string => {
    const value = fieldOf(error, name);
    return typeof value === 'string' ? value : '';
  };
  return [part('name'), part('message')].filter((one) => one !== '').join(': ');
}

/** Milliseconds between the start of the calendar of UUIDs, in 1582, and 1970. */
const UUID_EPOCH_MS = 12_219_292_800_000;

/**
 * Returns the time in a checkpoint's ID, which is a UUID of version 6, in epoch milliseconds, or 0 for any other ID.
 */
export function timeOfId(id: string): number {
  const [, high, mid, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-6([0-9a-f]{3})-/.exec(id) ?? [];
  if (high === undefined || mid === undefined || low === undefined) return 0;
  return Number(BigInt(`0x${high}${mid}${low}`) / 10_000n) - UUID_EPOCH_MS;
}
