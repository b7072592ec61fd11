import { isJsonObject } from '../../../contract/json-safety.ts';
import { type EventLog, keyOf, type Namespace, nodeName } from './event-log.ts';

type LifecycleStatus = 'started' | 'running' | 'completed' | 'failed' | 'interrupted';

/** States of the graphs of one run. Each change of a state is reported once, as a `lifecycle` event. */
export interface GraphLifecycles {
  /** Marks a graph and its parents as active, even if the graph library has not announced these graphs. */
  trackAll(namespace: Namespace): void;
  /** Reports the state of a graph, unless this state was already reported. */
  report(namespace: Namespace, event: LifecycleStatus, more?: { error?: string }): void;
  /** Adds an event that the graph library emitted about a graph. */
  add(outer: Namespace, data: unknown): void;
  /** Reports the completion of the node's oldest open subgraph, after the node has emitted an update. */
  nodeEnded(parent: Namespace, node: string): void;
  /** Reports all open subgraphs as completed, the innermost first. */
  completeAll(): void;
}

/** Creates the lifecycles of one run's graphs. `rootName` is the name of the root graph. */
export function createGraphLifecycles(log: EventLog, rootName: string): GraphLifecycles {
  const namespaces = new Map<string, { namespace: Namespace; graphName: string; status: LifecycleStatus }>();
  const announced = new Set<string>();

  const track = (namespace: Namespace, status: LifecycleStatus, graphName?: string): void => {
    const key = keyOf(namespace);
    const name = graphName ?? namespaces.get(key)?.graphName ?? graphNameOf(namespace, rootName);
    namespaces.set(key, { namespace, graphName: name, status });
  };
  const trackAll = (namespace: Namespace): void => {
    for (let length = 1; length <= namespace.length; length += 1) {
      const part = namespace.slice(0, length);
      if (namespaces.get(keyOf(part))?.status !== 'started') track(part, 'started');
    }
  };
  const report = (
    namespace: Namespace,
    event: LifecycleStatus,
    more: { graphName?: string; error?: string; cause?: unknown } = {},
  ): void => {
    const key = keyOf(namespace);
    const before = namespaces.get(key);
    const graphName = more.graphName ?? before?.graphName ?? graphNameOf(namespace, rootName);
    const { error, cause } = more;
    const isNews = before?.status !== event || before.graphName !== graphName;
    if (!isNews && error === undefined && cause === undefined) return;
    if (namespace.length > 0 && !before) trackAll(namespace);
    track(namespace, event, graphName);
    log.push({
      method: 'lifecycle',
      namespace,
      data: {
        event,
        graph_name: graphName,
        ...(error !== undefined && { error }),
        ...(cause !== undefined && { cause }),
      },
      id: log.ownId('lifecycle', ...namespace, event),
    });
  };

  const add = (outer: Namespace, data: unknown): void => {
    if (!isJsonObject(data) || typeof data['event'] !== 'string') return trackAll(outer);
    // The Python library reports the namespace of a subgraph relative to the graph whose stream is read.
    const named = stringList(data['namespace']);
    const namespace = named && named.length > outer.length ? named : outer;
    // The root graph is skipped, because its state is reported together with the state of the run.
    if (namespace.length === 0) return;
    const graphName = typeof data['graph_name'] === 'string' ? { graphName: data['graph_name'] } : {};
    if (data['event'] === 'started') {
      if (announced.has(keyOf(namespace))) return;
      announced.add(keyOf(namespace));
      track(namespace, 'started', graphName.graphName);
      return log.push({ method: 'lifecycle', namespace, data });
    }
    if (!isLifecycleStatus(data['event'])) return trackAll(namespace);
    report(namespace, data['event'], {
      ...graphName,
      ...(typeof data['error'] === 'string' && { error: data['error'] }),
      ...(isJsonObject(data['cause']) && { cause: data['cause'] }),
    });
  };

  return {
    trackAll,
    report,
    add,
    nodeEnded(parent, node) {
      if (node === '' || node.startsWith('__')) return;
      for (const { namespace, status } of namespaces.values()) {
        const last = namespace.at(-1);
        if (namespace.length !== parent.length + 1 || status !== 'started' || last === undefined) continue;
        if (!parent.every((part, at) => namespace[at] === part)) continue;
        if (last !== node && !last.startsWith(`${node}:`)) continue;
        return report(namespace, 'completed');
      }
    },
    completeAll() {
      const open = [...namespaces.values()].filter(
        ({ namespace, status }) => namespace.length > 0 && status === 'started',
      );
      for (const { namespace } of open.toSorted((a, b) => b.namespace.length - a.namespace.length)) {
        report(namespace, 'completed');
      }
    },
  };
}

function graphNameOf(namespace: Namespace, root: string): string {
  const last = namespace.at(-1);
  return last === undefined ? root : nodeName(last);
}

function isLifecycleStatus(value: string): value is LifecycleStatus {
  return ['started', 'running', 'completed', 'failed', 'interrupted'].includes(value);
}

/** Returns the value if it is a list of strings, or else `undefined`. */
export function stringList(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}
