import { createPacer, filterPaced } from '../../clients/pacer.ts';
import { isoTime } from '../ports/clock.ts';
import type {
  Assistant,
  AssistantCount,
  AssistantCreate,
  AssistantPatch,
  AssistantSearch,
  AssistantVersion,
} from '../../contract/assistant.ts';
import type { AssistantRow, AssistantVersionRow, Repositories } from '../ports/store.ts';
import type { AgentLanguage } from '../ports/worker.ts';
import { type AssistantLookup, createAssistantLookup, isDefault } from './assistant-lookup.ts';
import { findContextConflict, mirrorContext } from './run-context.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { removeThreads, threadsOfAssistant } from './threads.ts';
import type { AuthFilter } from './access/auth-filter.ts';
import { type AccessRequest, authorize, deletableThreads } from './access/authorize.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { compileContainment } from './containment.ts';

export interface AssistantService extends AssistantLookup {
  /** Creates an assistant. @throws HttpError 404 for an unknown graph; 409 for an ID in use. */
  create(request: AccessRequest, body: AssistantCreate): Promise<AssistantRow>;
  /** Creates a new version of an assistant as the latest version. @throws HttpError 404 for an unknown assistant. */
  update(request: AccessRequest, id: string, body: AssistantPatch): Promise<AssistantRow>;
  /**
   * Deletes an assistant with its versions and crons. If `withThreads` is true, also deletes the assistant's threads,
   * provided that the caller may delete them.
   * @throws HttpError 404 for an unknown assistant; 422 for a default assistant; the agent's refusal to delete a
   * thread.
   */
  remove(request: AccessRequest, id: string, options: { withThreads: boolean }): Promise<void>;
  /** Returns all versions of an assistant, latest first. @throws HttpError 404 for an unknown assistant. */
  versions(deploymentId: string, id: string): Promise<AssistantVersionRow[]>;
  /** Selects an existing version as the latest version. @throws HttpError 404 for an unknown assistant or version. */
  setLatest(deploymentId: string, id: string, version: number): Promise<AssistantRow>;
}

/** @throws HttpError 400 if a request for a Python graph contains both `context` and `config.configurable`. */
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
  const { store, executor, clock, newId } = dependencies;
  const lookup = createAssistantLookup(dependencies);

  return {
    ...lookup,
    ...createAssistantVersions(dependencies, lookup),
    async create({ deploymentId, agentCaller }, body) {
      const id = body.assistant_id?.toLowerCase() ?? newId();
      const now = clock.now();
      lookup.checkGraph(deploymentId, body.graph_id);
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
      const { config, context } = toConfiguration(given, lookup.languageOf(deploymentId));
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
      const ofGraph = await lookup.findDefault(deploymentId, id);
      return store.transaction(async (tx) => {
        const existing = (await tx.assistants.get(deploymentId, id)) ?? ofGraph;
        const isVisible = existing && (filter?.(existing.metadata) ?? true);
        if (isVisible && body.if_exists === 'do_nothing') return existing;
        if (existing) throw new HttpError(409, `Assistant with ID ${id} already exists`);
        await insert(tx, row);
        return row;
      });
    },
    async remove(request, id, { withThreads }) {
      const { deploymentId } = request;
      const found = await lookup.find(deploymentId, id);
      if (isDefault(found)) {
        throw invalidField(
          ['path', 'assistant_id'],
          `assistant ${found.id} is the default assistant of graph '${found.graphId}', so it cannot be deleted while the graph exists`,
        );
      }
      const threadsIn = (tx: Pick<Repositories, 'threads'>) => threadsOfAssistant(tx, deploymentId, found.id);
      // The agent's handler runs outside the transaction, because the handler might be slow or use the store itself.
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
      const { stopped } = await executor.pause({ deploymentId }, { flush: false }, () =>
        store.transaction(work),
      );
      await executor.abortStopped(stopped);
    },
  };
}

function createAssistantVersions(
  { store, clock }: Pick<AgentServerDependencies, 'store' | 'clock'>,
  lookup: AssistantLookup,
): Pick<AssistantService, 'update' | 'versions' | 'setLatest'> {
  /** Changes an assistant in one transaction. A default assistant that is not stored yet is stored first. */
  const change = async (
    deploymentId: string,
    id: string,
    work: (tx: Repositories, row: AssistantRow) => Promise<AssistantRow>,
  ): Promise<AssistantRow> => {
    const found = await lookup.find(deploymentId, id);
    return store.transaction(async (tx) => {
      const stored = await tx.assistants.get(deploymentId, found.id);
      if (!stored && !isDefault(found)) throw new HttpError(404, `Assistant with ID ${id} not found`);
      if (!stored) await insert(tx, found);
      return work(tx, stored ?? found);
    });
  };

  return {
    async update(request, id, body) {
      const { deploymentId } = request;
      const { given, filter } = await authorizeUpdate(
        request,
        (await lookup.find(deploymentId, id)).id,
        body,
      );
      if (given.graph_id) lookup.checkGraph(deploymentId, given.graph_id);
      const { config, context } = toConfiguration(given, lookup.lastLanguageOf(deploymentId));
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
    async versions(deploymentId, id) {
      const found = await lookup.find(deploymentId, id);
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

/** Returns the requested change, modified by the agent's authorization handler. */
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
    // If the handler empties an object, the empty object must replace the caller's object.
    given: {
      ...body,
      ...(config && { config }),
      ...(context && { context }),
      ...(metadata && { metadata }),
    },
    filter,
  };
}

/**
 * Returns one page of the matching assistants, and the total number of matches. Without `sort_by`, the matches keep
 * the order of `all`.
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

/** Returns the number of matching assistants. @throws HttpError 422 if comparing the metadata takes too long. */
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

const versionOf = ({ updatedAt: _, ...row }: AssistantRow): AssistantVersionRow => row;

async function insert(tx: Repositories, row: AssistantRow): Promise<void> {
  await tx.assistants.insert(row);
  await tx.assistants.insertVersion(versionOf(row));
}
