import { UUID } from '../../contract/patterns.ts';
import { nameUuid } from '../../os/name-uuid.ts';
import type { AssistantRow, DeploymentRow, Repositories } from '../ports/store.ts';
import type { AgentLanguage, GraphLabel, LiveWorkers } from '../ports/worker.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { notServingError, servingWorker } from './query-graph.ts';

/**
 * Finds the assistants of a deployment: a default assistant per served graph, and assistants that clients created.
 */
export interface AssistantLookup {
  /** Finds an assistant by ID or graph name. @throws HttpError 404 for an unknown assistant; 503 like `checkGraph`. */
  find(deploymentId: string, idOrGraph: string): Promise<AssistantRow>;
  /**
   * Finds an assistant whose graph can run. `loc` is the position of `idOrGraph` in the request.
   * @throws HttpError 503 while no revision is serving; 404 for an unknown ID; 422 for a string that is neither an ID
   * nor a graph name (404 without `loc`).
   */
  findRunnable(deploymentId: string, idOrGraph: string, loc?: string[]): Promise<AssistantRow>;
  /** @throws HttpError 404 if the serving revision does not contain the graph; 503 while no revision is serving. */
  checkGraph(deploymentId: string, graphId: string): void;
  /** Returns the language of the serving revision's graphs. @throws HttpError 503 while no revision is serving. */
  languageOf(deploymentId: string): AgentLanguage;
  /** Returns clients' assistants, newest first, then default assistants. @throws HttpError 503 like `checkGraph`. */
  list(deploymentId: string): Promise<AssistantRow[]>;
  /** Finds a graph's unchanged default assistant by ID or graph name. @throws HttpError 503 like `checkGraph`. */
  findDefault(deploymentId: string, idOrGraph: string): Promise<AssistantRow | undefined>;
  /**
   * Returns the language of the graphs that the deployment served last, or `undefined` if no revision has served yet.
   */
  lastLanguageOf(deploymentId: string): AgentLanguage | undefined;
}

export function createAssistantLookup({
  store,
  live,
  runtime,
}: Pick<AgentServerDependencies, 'store' | 'live' | 'runtime'>): AssistantLookup {
  const served = createServedGraphs(live);

  const servedBy = (deploymentId: string): ServedGraphs => {
    const known = runtime === 'stub' ? undefined : served.of(deploymentId);
    if (known && live.activeRevision(deploymentId) !== undefined) return known;
    throw notServingError(runtime);
  };
  const graphIds = (deploymentId: string): string[] => [...servedBy(deploymentId).labels.keys()];

  const findDefault = async (deploymentId: string, idOrGraph: string): Promise<AssistantRow | undefined> => {
    const { labels } = servedBy(deploymentId);
    const graphId = findGraphId([...labels.keys()], idOrGraph);
    return graphId === undefined
      ? undefined
      : defaultAssistant(graphId, labels.get(graphId), await findDeployment(store, deploymentId));
  };

  /** Reads the store at most once, because each new run looks up its assistant. */
  const lookUp = async (deploymentId: string, idOrGraph: string): Promise<AssistantRow | undefined> => {
    const id = idOrGraph.toLowerCase();
    // IDs in the store are UUIDs, so any other string can only be the name of a graph.
    const stored = UUID.test(id) ? await store.assistants.get(deploymentId, id) : undefined;
    if (stored) return stored;
    const ofGraph = await findDefault(deploymentId, idOrGraph);
    if (!ofGraph || ofGraph.id === id) return ofGraph;
    // A default assistant is stored only after a client has changed it.
    return (await store.assistants.get(deploymentId, ofGraph.id)) ?? ofGraph;
  };

  const find = async (deploymentId: string, idOrGraph: string): Promise<AssistantRow> => {
    const row = await lookUp(deploymentId, idOrGraph);
    if (!row) throw new HttpError(404, `Assistant with ID ${idOrGraph} not found`);
    return row;
  };

  const checkGraph = (deploymentId: string, graphId: string): void => {
    const known = graphIds(deploymentId);
    if (known.includes(graphId)) return;
    throw new HttpError(404, `Graph '${graphId}' not found; this revision has ${known.join(', ')}`);
  };

  return {
    find,
    findDefault,
    checkGraph,
    languageOf: (deploymentId) => servedBy(deploymentId).language,
    lastLanguageOf: (deploymentId) => served.of(deploymentId)?.language,
    async findRunnable(deploymentId, idOrGraph, loc) {
      const known = graphIds(deploymentId);
      const row = await lookUp(deploymentId, idOrGraph);
      if (!row) {
        const has = `this revision has ${known.join(', ')}`;
        if (loc === undefined || UUID.test(idOrGraph)) {
          throw new HttpError(404, `Assistant '${idOrGraph}' not found; ${has}`);
        }
        throw invalidField(
          loc,
          `'${idOrGraph}' is neither the ID of an assistant nor the name of a graph; ${has}`,
        );
      }
      checkGraph(deploymentId, row.graphId);
      return row;
    },
    async list(deploymentId) {
      const deployment = await findDeployment(store, deploymentId);
      const { labels } = servedBy(deploymentId);
      const stored = await store.assistants.list(deploymentId);
      const ids = new Set(stored.map(({ id }) => id));
      const defaults = [...labels].map(([graphId, label]) => defaultAssistant(graphId, label, deployment));
      return [...stored, ...defaults.filter(({ id }) => !ids.has(id))];
    },
  };
}

/**
 * Reads a deployment that the caller is already allowed to access. @throws HttpError 404 if the deployment was deleted.
 */
export async function findDeployment(
  store: Pick<Repositories, 'deployments'>,
  deploymentId: string,
): Promise<DeploymentRow> {
  const deployment = await store.deployments.findById(deploymentId);
  if (!deployment) throw new HttpError(404, `Deployment ${deploymentId} not found`);
  return deployment;
}

interface ServedGraphs {
  language: AgentLanguage;
  labels: ReadonlyMap<string, GraphLabel>;
}

/**
 * Remembers the graphs that each deployment serves, even while the deployment's worker is replaced. `of` returns
 * `undefined` if no revision of the deployment has served since this emulator started.
 */
function createServedGraphs(live: LiveWorkers): { of(deploymentId: string): ServedGraphs | undefined } {
  const known = new Map<string, ServedGraphs>();
  return {
    of(deploymentId) {
      const worker = servingWorker(live, deploymentId);
      if (worker) {
        const labels = new Map(worker.graphIds.map((graphId) => [graphId, worker.labelOf(graphId)]));
        known.set(deploymentId, { language: worker.language, labels });
      }
      return known.get(deploymentId);
    },
  };
}

const UUID_NAMESPACE = '6ba7b821-9dad-11d1-80b4-00c04fd430c8';

/** Returns the ID of a graph's default assistant: the UUID v5 of the graph's name, so the ID never changes. */
const defaultAssistantId = (graphId: string): string => nameUuid(UUID_NAMESPACE, graphId);

/** Returns the ID of the graph with this name or with this default assistant. */
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

/**
 * Returns whether the assistant is its graph's default assistant, changed or not. All other assistants have random IDs.
 */
export const isDefault = (row: AssistantRow): boolean => row.id === defaultAssistantId(row.graphId);
