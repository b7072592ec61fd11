import type { WorkerAnswers } from '../../ports/worker.ts';

/** What is known of a graph that is not of the graph library, in that library's form: it is one step. */
export function drawPlainGraph(graphId: string): WorkerAnswers['drawing'] {
  const end = (id: string) => ({ id, type: 'schema', data: id });
  return {
    nodes: [
      end('__start__'),
      { id: graphId, type: 'runnable', data: { id: [graphId], name: graphId } },
      end('__end__'),
    ],
    edges: [
      { source: '__start__', target: graphId },
      { source: graphId, target: '__end__' },
    ],
  };
}
