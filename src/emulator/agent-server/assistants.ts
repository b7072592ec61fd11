import { createPacer, filterPaced } from '../../clients/pacer.ts';
import { isoTime } from '../ports/clock.ts';
import { createHash } from 'node:crypto';
import type {
  Assistant,
  AssistantCount,
  AssistantCreate,
  AssistantPatch,
  AssistantSearch,
  AssistantVersion,
} from '../../contract/assistant.ts';
import { UUID } from '../../contract/patterns.ts';
import type { AssistantRow, AssistantVersionRow, DeploymentRow, Repositories } from '../ports/store.ts';
import type { AgentLanguage, GraphLabel, LiveWorkers } from '../ports/worker.ts';
import { findContextConflict, mirrorContext } from './run-context.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { removeThreads, threadsOfAssistant } from './threads.ts';
import type { AuthFilter } from './access/auth-filter.ts';
import { type AccessRequest, authorize, deletableThreads } from './access/authorize.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { compileContainment } from './containment.ts';
import { notServingError } from './query-graph.ts';

/**
 * Manages the assistants of a deployment: a default one for each graph of the serving revision, and those created by
 * clients.
 */
export interface AssistantService {
  /**
   * Finds an assistant by its ID or its graph's name. @throws HttpError 404; 503 if it may be a graph but no revision
   * serves.
   */
  find(deploymentId: string, idOrGraph: string): Promise<AssistantRow>;
  /**
   * Finds an assistant whose graph can be run. `loc` is the position of `idOrGraph` in the request.
   * @throws HttpError 503; 404 for an unknown ID; 422 for text that is neither an ID nor a graph name (404 without
   * `loc`).
   */
  findRunnable(deploymentId: string, idOrGraph: string, loc?: string[]): Promise<AssistantRow>;
  /** @throws HttpError 404 if the serving revision has no such graph, 503. */
  checkGraph(deploymentId: string, graphId: string): void;
  /** Returns the language of the serving revision's graphs. @throws HttpError 503. */
  languageOf(deploymentId: string): AgentLanguage;
  /** Returns created assistants, newest first, followed by the default ones. @throws HttpError 503. */
  list(deploymentId: string): Promise<AssistantRow[]>;
  /** @throws HttpError 404 for an unknown graph, 409 for an ID in use. */
  create(request: AccessRequest, body: AssistantCreate): Promise<AssistantRow>;
  /** Creates a new version, which becomes the latest. @throws HttpError 404. */
  update(request: AccessRequest, id: string, body: AssistantPatch): Promise<AssistantRow>;
  /**
   * Deletes an assistant with its versions and crons. `withThreads` also deletes those of its threads that the caller
   * may delete.
   * @throws HttpError 404, 422 for a default assistant, and the author's refusal to delete a thread.
   */
  remove(request: AccessRequest, id: string, withThreads: boolean): Promise<void>;
  /** Returns the versions, latest first. @throws HttpError 404. */
  versions(deploymentId: string, id: string): Promise<AssistantVersionRow[]>;
  /** Makes an existing version the latest. @throws HttpError 404. */
  setLatest(deploymentId: string, id: string, version: number): Promise<AssistantRow>;
}

/** @throws HttpError 400 if a request for a Python graph contains both a context and `config.configurable`. */
export function refuseContextConflict(
  body: Parameters<typeof findContextConflict>[0],
  language: AgentLanguage | undefined,
): void {
  const conflict = findContextConflict(body, language);
  if (conflict !== undefined) throw new HttpError(400, conflict);
}

function toConfiguration<T extends AssistantCreate | AssistantPatch>(
  body: T,
  language: AgentLanguage | undefined,
): Pick<T, 'config' | 'context'> {
  refuseContextConflict(body, language);
  return mirrorContext(body, language);
}

export function createAssistantService(dependencies: AgentServerDependencies): AssistantService {
  const { store, live, executor, clock, newId, runtime } = dependencies;
  const served = createServedGraphs(live);

  const servedBy = (deploymentId: string): ServedGraphs => {
    const known = runtime === 'stub' ? undefined : served.of(deploymentId);
    if (known && live.activeRevision(deploymentId) !== undefined) return known;
    throw notServingError(runtime);
  };
  const graphIds = (deploymentId: string): string[] => [...servedBy(deploymentId).labels.keys()];

  const defaultOf = async (deploymentId: string, idOrGraph: string): Promise<AssistantRow | undefined> => {
    const { labels } = servedBy(deploymentId);
    const graphId = findGraphId([...labels.keys()], idOrGraph);
    return graphId === undefined
      ? undefined
      : defaultAssistant(graphId, labels.get(graphId), await findDeployment(store, deploymentId));
  };

  const find = async (deploymentId: string, idOrGraph: string): Promise<AssistantRow> => {
    const stored = await store.assistants.get(deploymentId, idOrGraph.toLowerCase());
    if (stored) return stored;
    const ofGraph = await defaultOf(deploymentId, idOrGraph);
    if (!ofGraph) throw new HttpError(404, `Assistant with ID ${idOrGraph} not found`);
    // The graph's default assistant may have been changed and stored.
    return (await store.assistants.get(deploymentId, ofGraph.id)) ?? ofGraph;
  };

  /** Changes an assistant in one transaction. Stores a default assistant if it is not stored yet. */
  const change = async (
    deploymentId: string,
    id: string,
    work: (tx: Repositories, row: AssistantRow) => Promise<AssistantRow>,
  ): Promise<AssistantRow> => {
    const found = await find(deploymentId, id);
    return store.transaction(async (tx) => {
      const stored = await tx.assistants.get(deploymentId, found.id);
      if (!stored && !isDefault(found)) throw new HttpError(404, `Assistant with ID ${id} not found`);
      if (!stored) await insert(tx, found);
      return work(tx, stored ?? found);
    });
  };

  const checkGraph = (deploymentId: string, graphId: string): void => {
    const known = graphIds(deploymentId);
    if (known.includes(graphId)) return;
    throw new HttpError(404, `Graph '${graphId}' not found; this revision has ${known.join(', ')}`);
  };

  return {
    find,
    checkGraph,
    async findRunnable(deploymentId, idOrGraph, loc) {
      const known = graphIds(deploymentId);
      const stored = await store.assistants.get(deploymentId, idOrGraph.toLowerCase());
      if (!stored && findGraphId(known, idOrGraph) === undefined) {
        const has = `this revision has ${known.join(', ')}`;
        if (loc === undefined || UUID.test(idOrGraph)) {
          throw new HttpError(404, `Assistant '${idOrGraph}' not found; ${has}`);
        }
        throw invalidField(
          loc,
          `'${idOrGraph}' is neither the ID of an assistant nor the name of a graph; ${has}`,
        );
      }
      const row = await find(deploymentId, idOrGraph);
      checkGraph(deploymentId, row.graphId);
      return row;
    },
    languageOf: (deploymentId) => servedBy(deploymentId).language,
    async list(deploymentId) {
      const deployment = await findDeployment(store, deploymentId);
      const { labels } = servedBy(deploymentId);
      const stored = await store.assistants.list(deploymentId);
      const ids = new Set(stored.map(({ id }) => id));
      const defaults = [...labels].map(([graphId, label]) => defaultAssistant(graphId, label, deployment));
      return [...stored, ...defaults.filter(({ id }) => !ids.has(id))];
    },
    async create({ deploymentId, agentCaller }, body) {
      const id = body.assistant_id?.toLowerCase() ?? newId();
      const now = clock.now();
      checkGraph(deploymentId, body.graph_id);
      const { value, filter } = await authorize(agentCaller, 'assistants', 'create', {
        assistant_id: id,
        graph_id: body.graph_id,
        config: body.config ?? {},
        context: body.context ?? {},
        metadata: body.metadata ?? {},
        name: body.name ?? 'Untitled',
        description: body.description ?? null,
      });
      const given = { ...body, ...(agentCaller && { config: value.config, context: value.context }) };
      const { config, context } = toConfiguration(given, servedBy(deploymentId).language);
      const row: AssistantRow = {
        id,
        deploymentId,
        graphId: body.graph_id,
        name: body.name ?? 'Untitled',
        description: body.description ?? null,
        config: config ?? {},
        context: context ?? {},
        metadata: value.metadata,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      const ofGraph = await defaultOf(deploymentId, id);
      return store.transaction(async (tx) => {
        const existing = (await tx.assistants.get(deploymentId, id)) ?? ofGraph;
        const isVisible = existing && (filter?.(existing.metadata) ?? true);
        if (isVisible && body.if_exists === 'do_nothing') return existing;
        if (existing) throw new HttpError(409, `Assistant with ID ${id} already exists`);
        await insert(tx, row);
        return row;
      });
    },
    async update(request, id, body) {
      const { deploymentId } = request;
      const { given, filter } = await authorizeUpdate(request, (await find(deploymentId, id)).id, body);
      if (given.graph_id) checkGraph(deploymentId, given.graph_id);
      const { config, context } = toConfiguration(given, served.of(deploymentId)?.language);
      return change(deploymentId, id, async (tx, row) => {
        if (filter?.(row.metadata) === false) throw new HttpError(404, `Assistant with ID ${id} not found`);
        const [latest] = await tx.assistants.versions(deploymentId, row.id);
        const changed: AssistantRow = {
          ...row,
          graphId: body.graph_id ?? row.graphId,
          name: body.name ?? row.name,
          description: body.description ?? row.description,
          config: config ?? row.config,
          context: context ?? row.context,
          metadata: { ...row.metadata, ...given.metadata },
          version: (latest?.version ?? row.version) + 1,
          updatedAt: clock.now(),
        };
        await tx.assistants.update(changed);
        await tx.assistants.insertVersion({ ...versionOf(changed), createdAt: changed.updatedAt });
        return changed;
      });
    },
    async remove(request, id, withThreads) {
      const { deploymentId } = request;
      const found = await find(deploymentId, id);
      if (isDefault(found)) {
        throw invalidField(
          ['path', 'assistant_id'],
          `assistant ${found.id} is the default one of graph '${found.graphId}' and exists as long as the graph does`,
        );
      }
      const threadsIn = (tx: Pick<Repositories, 'threads'>) => threadsOfAssistant(tx, deploymentId, found.id);
      // Outside the transaction, because the author's code may be slow and may use the store.
      const mayDelete = withThreads && (await deletableThreads(request, () => threadsIn(store)));
      const work = async (tx: Repositories) => {
        if (!(await tx.assistants.get(deploymentId, found.id))) {
          throw new HttpError(404, `Assistant with ID ${id} not found`);
        }
        await tx.assistants.remove(deploymentId, found.id);
        await tx.crons.removeOfAssistant(deploymentId, found.id);
        const threads = mayDelete ? (await threadsIn(tx)).filter(mayDelete) : [];
        return removeThreads(
          tx,
          deploymentId,
          threads.map((thread) => thread.id),
        );
      };
      const { stopped } = await executor.hold({ deploymentId }, { flush: false }, () =>
        store.transaction(work),
      );
      await executor.abortStopped(stopped);
    },
    async versions(deploymentId, id) {
      const found = await find(deploymentId, id);
      const stored = await store.assistants.versions(deploymentId, found.id);
      return stored.length > 0 ? stored : [versionOf(found)];
    },
    async setLatest(deploymentId, id, version) {
      return change(deploymentId, id, async (tx, row) => {
        const versions = await tx.assistants.versions(deploymentId, row.id);
        const chosen = versions.find((one) => one.version === version);
        if (!chosen) throw new HttpError(404, `Assistant ${row.id} has no version ${version}`);
        const changed = { ...chosen, createdAt: row.createdAt, updatedAt: clock.now() };
        await tx.assistants.update(changed);
        return changed;
      });
    },
  };
}

/** Returns a change as left by the author's handler. */
async function authorizeUpdate(
  { agentCaller }: AccessRequest,
  id: string,
  body: AssistantPatch,
): Promise<{ given: AssistantPatch; filter: AuthFilter | undefined }> {
  if (!agentCaller) return { given: body, filter: undefined };
  const asked = {
    assistant_id: id,
    graph_id: body.graph_id ?? null,
    config: body.config ?? {},
    context: body.context ?? {},
    metadata: body.metadata ?? {},
    name: body.name ?? null,
    description: body.description ?? null,
  };
  const { changes, filter } = await authorize(agentCaller, 'assistants', 'update', asked);
  const { config, context, metadata } = changes;
  return {
    // An object that the handler emptied also replaces the caller's object.
    given: {
      ...body,
      ...(config && { config }),
      ...(context && { context }),
      ...(metadata && { metadata }),
    },
    filter,
  };
}

/** @throws HttpError 404 if the deployment was deleted. The caller's access was checked before. */
export async function findDeployment(
  store: Pick<Repositories, 'deployments'>,
  deploymentId: string,
): Promise<DeploymentRow> {
  const deployment = await store.deployments.findById(deploymentId);
  if (!deployment) throw new HttpError(404, `Deployment ${deploymentId} not found`);
  return deployment;
}

/**
 * Returns one page of the matching assistants, and the number of all matches. Without `sort_by`, keeps the order of
 * `all`.
 * @throws HttpError 422 if comparing the metadata takes too long.
 */
export async function searchAssistants(
  all: readonly AssistantRow[],
  query: AssistantSearch,
  signal: AbortSignal,
): Promise<{ assistants: Partial<Assistant>[]; total: number }> {
  const found = await findMatching(all, query, signal);
  const { sort_by: by, sort_order: order, select } = query;
  if (by) {
    const key = SORTED_BY[by];
    const direction = order === 'asc' ? 1 : -1;
    found.sort((a, b) => (key(a) === key(b) ? 0 : key(a) < key(b) ? -direction : direction));
  } else if (order === 'asc') found.reverse();
  const offset = query.offset ?? 0;
  const selected: ReadonlySet<string> = new Set(select);
  const page = found.slice(offset, offset + (query.limit ?? 10)).map(toAssistant);
  return {
    assistants: select
      ? page.map((one) => Object.fromEntries(Object.entries(one).filter(([field]) => selected.has(field))))
      : page,
    total: found.length,
  };
}

/** @throws HttpError 422 if comparing the metadata takes too long. */
export async function countAssistants(
  all: readonly AssistantRow[],
  query: AssistantCount,
  signal: AbortSignal,
): Promise<number> {
  return (await findMatching(all, query, signal)).length;
}

export function toAssistantVersion(row: AssistantVersionRow): AssistantVersion {
  return {
    assistant_id: row.id,
    graph_id: row.graphId,
    name: row.name,
    description: row.description,
    config: row.config,
    context: row.context,
    metadata: row.metadata,
    version: row.version,
    created_at: isoTime(row.createdAt),
  };
}

export function toAssistant(row: AssistantRow): Assistant {
  return { ...toAssistantVersion(row), updated_at: isoTime(row.updatedAt) };
}

const SORTED_BY = {
  assistant_id: (row: AssistantRow) => row.id,
  graph_id: (row: AssistantRow) => row.graphId,
  name: (row: AssistantRow) => row.name,
  created_at: (row: AssistantRow) => row.createdAt,
  updated_at: (row: AssistantRow) => row.updatedAt,
};

function findMatching(
  all: readonly AssistantRow[],
  { graph_id: graphId, name, metadata }: AssistantCount,
  signal: AbortSignal,
): Promise<AssistantRow[]> {
  const part = (name ?? '').toLowerCase();
  const hasMetadata = compileContainment(metadata ?? {}, ['body', 'metadata']);
  return filterPaced(
    all,
    (row) =>
      (graphId ?? row.graphId) === row.graphId &&
      row.name.toLowerCase().includes(part) &&
      hasMetadata(row.metadata),
    createPacer(signal),
  );
}

/** The graphs of a revision. */
interface ServedGraphs {
  language: AgentLanguage;
  labels: ReadonlyMap<string, GraphLabel>;
}

/**
 * Tracks the graphs that a deployment serves, also while its worker is being replaced; `undefined` if none has served
 * since this emulator started.
 */
function createServedGraphs(live: LiveWorkers): { of(deploymentId: string): ServedGraphs | undefined } {
  const known = new Map<string, ServedGraphs>();
  return {
    of(deploymentId) {
      const held = live.acquire(deploymentId);
      if (held) {
        const { worker } = held;
        const labels = new Map(worker.graphIds.map((graphId) => [graphId, worker.labelOf(graphId)]));
        known.set(deploymentId, { language: worker.language, labels });
        held.release();
      }
      return known.get(deploymentId);
    },
  };
}

const UUID_NAMESPACE = Buffer.from('6ba7b8219dad11d180b400c04fd430c8', 'hex');

/** Returns the UUID v5 of the graph's name, which is the same on every start. */
function defaultAssistantId(graphId: string): string {
  const hash = createHash('sha1').update(UUID_NAMESPACE).update(graphId, 'utf8').digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the graph with this name, or with this ID of its default assistant. */
function findGraphId(graphIds: readonly string[], assistantId: string): string | undefined {
  if (graphIds.includes(assistantId)) return assistantId;
  return graphIds.find((graphId) => defaultAssistantId(graphId) === assistantId.toLowerCase());
}

function defaultAssistant(
  graphId: string,
  label: GraphLabel | undefined,
  deployment: DeploymentRow,
): AssistantRow {
  return {
    id: defaultAssistantId(graphId),
    deploymentId: deployment.id,
    graphId,
    name: label?.name ?? graphId,
    description: label?.description ?? null,
    config: {},
    context: {},
    metadata: { created_by: 'system' },
    version: 1,
    createdAt: deployment.createdAt,
    updatedAt: deployment.createdAt,
  };
}

/** Returns whether it is the default assistant of its graph, changed or not. Created assistants have random IDs. */
export const isDefault = (row: AssistantRow): boolean => row.id === defaultAssistantId(row.graphId);

const versionOf = ({ updatedAt: _, ...row }: AssistantRow): AssistantVersionRow => row;

async function insert(tx: Repositories, row: AssistantRow): Promise<void> {
  await tx.assistants.insert(row);
  await tx.assistants.insertVersion(versionOf(row));
}
