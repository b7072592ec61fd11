import { createApiFetch, provideApiFetch } from './api-fetch.ts';
import type { HostedApp } from './app.ts';
import { answerAuth, type LoadedAuth, loadAuth } from './auth.ts';
import type { WorkerCommand } from './commands.ts';
import { describeLoadFailure } from './failures.ts';
import { describeFailure } from './plain-json.ts';
import { execute } from './execute.ts';
import { type LoadedGraph, loadGraph } from './graphs.ts';
import type { WorkerAnswers, WorkerQuery } from '../../ports/worker.ts';
import type { DeploymentItems } from './item-store.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { answerQuery } from './queries.ts';
import type { WorkerReport } from './reports.ts';
import { createTypeSchemas } from './type-schemas.ts';
import { createStoreCalls } from './store-calls.ts';
import type { EventSink } from './step-events.ts';

/** The worker's end of the channel. */
export interface WorkerChannel {
  send(report: WorkerReport): void;
  /** Ends the process once all reports have been sent. */
  end(code: number): void;
}

interface Running {
  controller: AbortController;
  outbox: Outbox;
  hasSubscriber: boolean;
}

/** Characters of a node's name that are reported. */
const MAX_NODE_LENGTH = 200;

/**
 * The worker program: loads the graphs of one revision and executes commands; it holds no state of threads. Gives the
 * function that takes each command.
 */
export function createWorkerProgram(channel: WorkerChannel): (command: WorkerCommand) => Promise<void> {
  const store = createStoreCalls((id, call) => channel.send({ type: 'store-call', id, call }));
  const items: DeploymentItems = { calls: store, embedder: undefined };
  const graphs = new Map<string, LoadedGraph>();
  const running = new Map<string, Running>();
  let auth: LoadedAuth | undefined;
  const api = createApiFetch((report) => channel.send(report));
  let app: HostedApp | undefined;

  const graph = (graphId: string): LoadedGraph => {
    const loaded = graphs.get(graphId);
    if (loaded) return loaded;
    throw new Error(`this revision has no graph '${graphId}'; it has ${[...graphs.keys()].join(', ')}`);
  };

  const load = async (command: WorkerCommand & { type: 'load' }): Promise<void> => {
    provideApiFetch(api);
    const loads = (what: string) => channel.send({ type: 'loading', what });
    try {
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
        graphs.set(graphId, { ...loaded, describeTypes: () => describeTypes(graphId) });
      }
      if (command.auth) {
        loads('the authentication');
        auth = await loadAuth(command.auth);
      }
      if (command.app) {
        loads('the application with its own routes');
        const { loadApp } = await import('./app.ts');
        app = await loadApp(command.app, (report) => channel.send(report));
      }
      const protocol = [...graphs.values()].every((loaded) => loaded.hasProtocol);
      channel.send({ type: 'ready', protocol });
    } catch (failure) {
      channel.send({ type: 'load-failed', message: describeLoadFailure(failure, process.cwd()) });
      channel.end(1);
    }
  };

  const run = async ({ job }: WorkerCommand & { type: 'run' }): Promise<void> => {
    const { runId } = job;
    const controller = new AbortController();
    const outbox = createOutbox((events) => channel.send({ type: 'events', runId, events }));
    // An aborted run does not wait for room.
    const aborted = new Promise<void>((resolve) => {
      controller.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const one: Running = { controller, outbox, hasSubscriber: job.stream?.hasSubscriber === true };
    running.set(runId, one);
    const sink: EventSink = {
      hasSubscriber: () => one.hasSubscriber,
      emit: (event) => outbox.put(event),
      room() {
        const room = outbox.room();
        return room && Promise.race([room, aborted]);
      },
      flushed: () => outbox.flushed(),
      beginNode: (node) => channel.send({ type: 'node', runId, node: node.slice(0, MAX_NODE_LENGTH) }),
    };
    try {
      const outcome = await execute(graph(job.graphId), job, controller.signal, sink);
      channel.send({ type: 'run-ended', runId: job.runId, outcome });
    } catch (failure) {
      const outcome = { kind: 'error', ...describeFailure(failure) } as const;
      channel.send({ type: 'run-ended', runId: job.runId, outcome });
    } finally {
      running.delete(job.runId);
    }
  };

  const query = async ({ id, graphId, query }: WorkerCommand & { type: 'query' }): Promise<void> => {
    try {
      if (query.kind === 'priority') throw new Error('priorities are decided by Python objects alone');
      const answer =
        query.kind === 'embed'
          ? await embed(items, query)
          : query.kind === 'authenticate' || query.kind === 'authorize'
            ? await answerAuth(auth, query)
            : await answerQuery(graphId, graph(graphId), query);
      channel.send({ type: 'answer', id, answer });
    } catch (failure) {
      channel.send({ type: 'query-failed', id, ...describeFailure(failure) });
    }
  };

  return async (command) => {
    switch (command.type) {
      case 'load':
        return load(command);
      case 'run':
        return run(command);
      case 'abort':
        running.get(command.runId)?.controller.abort();
        return;
      case 'listen': {
        const one = running.get(command.runId);
        if (one) one.hasSubscriber = true;
        channel.send({ type: 'listening', runId: command.runId });
        return;
      }
      case 'events-kept':
        running.get(command.runId)?.outbox.acknowledge();
        return;
      case 'query':
        return query(command);
      case 'ping':
        channel.send({ type: 'pong', id: command.id });
        return;
      case 'store-answer':
        store.resolve(command.id, command.answer);
        return;
      case 'app-request':
      case 'app-body':
      case 'app-taken':
      case 'app-gone':
        return app?.receive(command);
      case 'api-head':
      case 'api-chunk':
      case 'api-failed':
        return api.receive(command);
    }
  };
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
