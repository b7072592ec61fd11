import { webUrlOf } from '../contract/dialect.ts';
import { ComparativeExperiment, type ComparativeExperimentCreate } from '../contract/evaluation.ts';
import { RUN_PARTS, type RunCreate, TracingInfo } from '../contract/traced-run.ts';
import {
  type FeedbackCreate,
  type SessionChange,
  type SessionCreate,
  Settings,
  TracingProject,
} from '../contract/tracing.ts';
import { assertSame, parseAnswer } from './answers.ts';
import { isLoopback } from './base-url.ts';
import { ignoreApiError, isApiError, isNotServed } from './errors.ts';
import type { SendEvaluation } from './evaluation-requests.ts';

/**
 * Methods that write experiments, which are the runs of one deployment on the examples of a dataset. The caller chooses
 * the ID of every object, so a repeated request has no effect.
 */
export interface ExperimentWriter {
  /** Creates an experiment. Resolves to `undefined` if the name of the experiment is already used. */
  createExperiment(
    experiment: SessionCreate & { id: string },
    signal: AbortSignal,
  ): Promise<Experiment | undefined>;
  /** Changes the fields of an experiment that are set. The service might replace the whole content of `extra`. */
  updateExperiment(id: string, change: SessionChange, signal: AbortSignal): Promise<void>;
  /**
   * Stores runs and their feedback with several requests, because the service limits the size of a request. Reads the
   * next run from `runs` only when all earlier requests have ended.
   */
  storeRuns(runs: Iterable<ScoredRun>, signal: AbortSignal): Promise<void>;
  createComparison(
    comparison: ComparativeExperimentCreate & { id: string },
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Returns the URL of the page that compares experiments of a dataset with the first experiment, or `undefined` if the
   * service's pages are unknown.
   */
  compareUrl(
    datasetId: string,
    experiments: readonly Experiment[],
    signal: AbortSignal,
  ): Promise<string | undefined>;
}

export interface Experiment {
  id: string;
  name: string;
  /** ID of the workspace, or `undefined` if the response does not contain the ID. */
  workspaceId: string | undefined;
}

export interface ScoredRun {
  run: RunCreate;
  feedback: readonly (FeedbackCreate & { id: string })[];
}

/** Maximum number of runs and feedback in a request if the service reports no maximum, as in the official clients. */
const DEFAULT_OPERATIONS = 100;
/** Maximum size of a request in bytes, even if the service allows more, because memory must store the request. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Maximum number of bytes that a part of a form adds to the part's content. */
const PART_OVERHEAD = 400;

/** Creates the methods that write experiments to the API at `baseUrl`. */
export function createExperimentWriter(send: SendEvaluation, baseUrl: string): ExperimentWriter {
  const upload = createUpload(send);
  return {
    async createExperiment(json, signal) {
      try {
        const answer = await send({
          method: 'POST',
          path: '/sessions',
          json,
          expect: [200, 201, 202],
          signal,
        });
        const made = parseAnswer(TracingProject, answer);
        assertSame(
          answer,
          { what: 'experiment', requested: json.id, answered: made.id },
          { what: 'name', exact: true, requested: json.name, answered: made.name },
          { what: 'dataset', requested: json.reference_dataset_id, answered: made.reference_dataset_id },
        );
        return toExperiment(made);
      } catch (error) {
        if (!isApiError(error, 409)) throw error;
        // An earlier attempt whose response was lost might have created the experiment.
        if (error.attempts === 1) return undefined;
        const path = `/sessions/${encodeURIComponent(json.id)}`;
        const found = await ignoreApiError(() => send({ path, signal }), 404);
        return found && toExperiment(parseAnswer(TracingProject, found));
      }
    },

    async updateExperiment(id, json, signal) {
      const path = `/sessions/${encodeURIComponent(id)}`;
      const answer = await send({ method: 'PATCH', path, json, expect: [200, 202], signal });
      assertSame(answer, {
        what: 'experiment',
        requested: id,
        answered: parseAnswer(TracingProject, answer).id,
      });
    },

    async storeRuns(runs, signal) {
      const limits = await readUploadLimits(send, signal);
      let batch: ScoredRun[] = [];
      let [operations, bytes] = [0, 0];
      for (const one of runs) {
        const size = sizeOf(one);
        const count = 1 + one.feedback.length;
        if (batch.length > 0 && (operations + count > limits.operations || bytes + size > limits.bytes)) {
          await upload(batch, limits, signal);
          [batch, operations, bytes] = [[], 0, 0];
        }
        batch.push(one);
        operations += count;
        bytes += size;
      }
      if (batch.length > 0) await upload(batch, limits, signal);
    },

    async createComparison(json, signal) {
      const path = '/datasets/comparative';
      try {
        const answer = await send({ method: 'POST', path, json, expect: [200, 201], signal });
        const { id } = parseAnswer(ComparativeExperiment, answer);
        assertSame(answer, { what: 'comparison', requested: json.id, answered: id });
      } catch (error) {
        // After several attempts, a conflict means that an attempt whose response was lost created the comparison.
        if (!isApiError(error, 409) || error.attempts === 1) throw error;
      }
    },

    async compareUrl(datasetId, experiments, signal) {
      const web = webUrlOf(baseUrl);
      // No URL is returned for a service on this machine, because other users could not open the page.
      if (web === undefined || isLoopback(new URL(web).hostname)) return undefined;
      const workspaceId =
        experiments.find((one) => one.workspaceId !== undefined)?.workspaceId ??
        parseAnswer(Settings.pick({ id: true }), await send({ path: '/settings', signal })).id;
      const selected = experiments.map(({ id }) => encodeURIComponent(id)).join(',');
      return `${web}/o/${encodeURIComponent(workspaceId)}/datasets/${encodeURIComponent(datasetId)}/compare?selectedSessions=${selected}`;
    },
  };
}

function toExperiment({ id, name, tenant_id }: TracingProject): Experiment {
  return { id, name, workspaceId: tenant_id ?? undefined };
}

interface UploadLimits {
  /** True if the service accepts forms with runs and feedback. */
  forms: boolean;
  /** Maximum number of runs and feedback in a request. `bytes` is the maximum size of a request. */
  operations: number;
  bytes: number;
}

async function readUploadLimits(send: SendEvaluation, signal: AbortSignal): Promise<UploadLimits> {
  const answer = await ignoreApiError(() => send({ path: '/info', signal }), 404);
  const config = answer && parseAnswer(TracingInfo, answer).batch_ingest_config;
  return {
    forms: config?.use_multipart_endpoint ?? true,
    operations: config?.size_limit ?? DEFAULT_OPERATIONS,
    bytes: Math.min(config?.size_limit_bytes ?? MAX_BYTES, MAX_BYTES),
  };
}

/** Returns a function that sends runs as a form, or to older services with separate requests for runs and feedback. */
function createUpload(send: SendEvaluation) {
  const write = { method: 'POST', expect: [200, 201, 202], ignoreBody: true } as const;
  const sendBatch = async (runs: readonly ScoredRun[], signal: AbortSignal) => {
    const json = { post: runs.map(({ run }) => run), patch: [] };
    await send({ ...write, path: '/runs/batch', json, signal });
    for (const one of runs.flatMap(({ feedback }) => feedback)) {
      await send({ ...write, path: '/feedback', json: one, signal });
    }
  };
  return async (runs: readonly ScoredRun[], limits: UploadLimits, signal: AbortSignal): Promise<void> => {
    if (!limits.forms) return sendBatch(runs, signal);
    try {
      await send({ ...write, path: '/runs/multipart', ...(await toForm(runs)), signal });
    } catch (error) {
      // The older endpoint is used if the service does not accept forms, as in the official clients.
      if (!isNotServed(error)) throw error;
      limits.forms = false;
      await sendBatch(runs, signal);
    }
  };
}

/** Fields of a run that are separate parts of a form. */
const SEPARATE = Object.keys(RUN_PARTS) as (keyof typeof RUN_PARTS)[];

/** Returns the names and contents of the form parts for a run and its feedback. */
function partsOf({ run, feedback }: ScoredRun): [name: string, json: string][] {
  const head = { ...run };
  const parts: [string, string][] = [];
  for (const field of SEPARATE) {
    delete head[field];
    const value = run[field];
    if (value !== undefined && value !== null) parts.push([`post.${run.id}.${field}`, JSON.stringify(value)]);
  }
  return [
    [`post.${run.id}`, JSON.stringify(head)],
    ...parts,
    ...feedback.map((one): [string, string] => [`feedback.${one.id}`, JSON.stringify(one)]),
  ];
}

/** Returns the maximum size in bytes of the form parts for a run and its feedback. */
function sizeOf(run: ScoredRun): number {
  return partsOf(run).reduce((sum, [, json]) => sum + Buffer.byteLength(json) + PART_OVERHEAD, 0);
}

async function toForm(runs: readonly ScoredRun[]): Promise<{ bytes: Uint8Array; contentType: string }> {
  const form = new FormData();
  for (const [name, json] of runs.flatMap(partsOf)) {
    form.append(name, new Blob([json], { type: 'application/json' }));
  }
  // A `Response` encodes the form.
  const encoded = new Response(form);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  return { bytes, contentType: encoded.headers.get('content-type') ?? '' };
}
