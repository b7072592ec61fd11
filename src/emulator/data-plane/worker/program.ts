import { isHttpMessage } from '../link/exchange.ts';
import { createApiFetch, provideApiFetch } from './api-fetch.ts';
import type { HostedApp } from './app.ts';
import { answerAuth, type LoadedAuth, loadAuth } from './auth.ts';
import type { FrameParts } from '../link/frames.ts';
import { packDraft } from '../link/parts.ts';
import type { WorkerCommand } from '../link/commands.ts';
import { describeLoadFailure } from './failures.ts';
import { describeFailure } from './plain-json.ts';
import { execute } from './execute.ts';
import { type LoadedGraph, loadGraph } from './graphs.ts';
import type { WorkerAnswers, WorkerQuery } from '../../ports/worker.ts';
import type { DeploymentItems } from './item-store.ts';
import { createLinks, type Link, NO_LINK } from './links.ts';
import { answerQuery } from './queries.ts';
import { createRuns } from './runs.ts';
import { enterRevision, importLibraries } from './spare.ts';
import { createStoreCalls } from './store-calls.ts';
import { createTypeSchemas } from './type-schemas.ts';

/** The worker's end of its links to the emulator. */
export interface WorkerChannel {
  send(report: object, parts?: FrameParts, link?: number): void;
  end(code: number): void;
}

/**
 * Creates the worker program, which loads the graphs of one revision and executes commands without storing state of
 * threads. The returned function receives each command with its parts. `idleMemory` creates the function to call after
 * each command.
 */
export function createWorkerProgram(
  channel: WorkerChannel,
  idleMemory: (isBusy: () => boolean) => () => void,
): (command: WorkerCommand, parts: FrameParts, link: number) => Promise<void> {
  const revision: LoadedRevision = { graphs: new Map(), auth: undefined, app: undefined };
  const links = createLinks(
    (report, parts, link) => channel.send(report, parts, link),
    (request) =>
      revision.app?.(request) ??
      Promise.reject(new Error('this revision has no application with its own routes')),
  );
  const runs = createRuns(
    links,
    (job, signal, sink) => execute(graphOf(revision, job.graphId), job, signal, sink),
    (report) => channel.send(report),
  );
  const store = createStoreCalls(links, runs);
  const items: DeploymentItems = { calls: store, embedder: undefined };
  const noteCommand = idleMemory(() => links.isBusy());

  let prepared: Promise<void> | undefined;

  const load = async (command: WorkerCommand & { type: 'load' }): Promise<void> => {
    await prepared;
    provideApiFetch(
      createApiFetch((request) => {
        const link = links.choose();
        return link ? link.exchanges.request(request) : Promise.reject(new Error(NO_LINK));
      }),
    );
    try {
      if (command.process) enterRevision(command.process);
      await loadRevision(command, revision, items, (what) => channel.send({ type: 'loading', what }));
      const protocol = [...revision.graphs.values()].every((loaded) => loaded.hasProtocol);
      channel.send({ type: 'ready', protocol });
      noteCommand();
    } catch (failure) {
      channel.send({ type: 'load-failed', message: describeLoadFailure(failure, process.cwd()) });
      channel.end(1);
    }
  };

  return async (command, parts, number) => {
    if (command.type === 'prepare') {
      prepared = importLibraries(command);
      return prepared;
    }
    if (command.type === 'load') return load(command);
    if (command.type === 'attach') return links.attach(command.link);
    if (command.type === 'detach') {
      const lost = links.detach(command.link);
      if (lost) {
        runs.lose(lost);
        store.lose(lost);
      }
      return channel.send({ type: 'detached', link: command.link });
    }
    // Pings of the pod's main process use a link number that belongs to no link.
    if (command.type === 'ping') return channel.send({ type: 'pong', id: command.id }, [], number);
    const link = links.get(number);
    if (link === undefined) return;
    noteCommand();
    if (isHttpMessage(command)) return link.exchanges.receive(command, parts);
    switch (command.type) {
      case 'run':
        return runs.begin(link, command.job);
      case 'abort':
        return runs.abort(link, command.runId);
      case 'listen':
        return runs.listen(link, command.runId);
      case 'events-kept':
        return runs.keep(link, command.runId);
      case 'query':
        return links.run(link, () => respondToQuery(link, revision, items, command));
      case 'store-answer':
        return store.resolve(link, command.id, command.answer, parts);
    }
  };
}

interface LoadedRevision {
  readonly graphs: Map<string, LoadedGraph>;
  auth: LoadedAuth | undefined;
  app: HostedApp | undefined;
}

/** Returns a graph of a revision. @throws Error if the revision has no graph with this ID. */
function graphOf({ graphs }: LoadedRevision, graphId: string): LoadedGraph {
  const loaded = graphs.get(graphId);
  if (loaded) return loaded;
  throw new Error(`this revision has no graph '${graphId}'. It has ${[...graphs.keys()].join(', ')}`);
}

/** Loads the code of a revision. Before each part is loaded, `loads` is called with the part. */
async function loadRevision(
  command: WorkerCommand & { type: 'load' },
  revision: LoadedRevision,
  items: DeploymentItems,
  loads: (what: string) => void,
): Promise<void> {
  const { items: ttl, index } = command.store ?? {};
  items.items = ttl;
  if (index !== undefined && typeof index.embed !== 'string') {
    loads('the embedding function of the store');
    const { loadEmbedder } = await import('./embedder.ts');
    items.embedder = await loadEmbedder({ ...index, embed: index.embed });
  }
  const describeTypes = createTypeSchemas(command.graphs);
  for (const [graphId, where] of Object.entries(command.graphs)) {
    loads(`graph '${graphId}'`);
    const loaded = await loadGraph(graphId, where, items);
    revision.graphs.set(graphId, { ...loaded, describeTypes: () => describeTypes(graphId) });
  }
  if (command.auth) {
    loads('the authentication');
    revision.auth = await loadAuth(command.auth);
  }
  if (command.app) {
    loads('the application with its own routes');
    const { loadApp } = await import('./app.ts');
    revision.app = await loadApp(command.app);
  }
}

/** Executes a query and sends the response over the query's link. */
async function respondToQuery(
  link: Link,
  revision: LoadedRevision,
  items: DeploymentItems,
  { id, graphId, query }: WorkerCommand & { type: 'query' },
): Promise<void> {
  link.pending += 1;
  try {
    if (query.kind === 'priority') throw new Error('only Python agents can decide the priorities of runs');
    if (query.kind === 'update') {
      const draft = await answerQuery(graphId, graphOf(revision, graphId), query);
      const packed = packDraft(draft);
      return link.send({ type: 'answer', id, answer: packed.answer }, packed.parts);
    }
    const found =
      query.kind === 'embed'
        ? await embed(items, query)
        : query.kind === 'authenticate' || query.kind === 'authorize'
          ? await answerAuth(revision.auth, query)
          : await answerQuery(graphId, graphOf(revision, graphId), query);
    link.send({ type: 'answer', id, answer: found });
  } catch (failure) {
    link.send({ type: 'query-failed', id, ...describeFailure(failure) });
  } finally {
    link.pending -= 1;
  }
}

async function embed(
  { embedder }: DeploymentItems,
  { documents, query }: Extract<WorkerQuery, { kind: 'embed' }>,
): Promise<WorkerAnswers['embed']> {
  if (embedder === undefined) return { documents: documents.map(() => []), query: null };
  return {
    documents: await embedder.items(documents),
    query: query === undefined ? null : await embedder.query(query),
  };
}
