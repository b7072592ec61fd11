/**
 * Returns the state of a node in a drawn graph. The arguments contain the paths of the nodes that have run or are
 * running. A node of an inner graph also counts for the node that contains the inner graph, because the graph may be
 * drawn without inner graphs. An ID may be a path, because some libraries draw an inner graph with a single node as
 * that node.
 */
export function nodeState(
  id: string,
  done: readonly string[],
  running: readonly string[],
): '' | 'running' | 'done' {
  const isOf = (name: string) => name === id || name.startsWith(`${id}:`);
  if (running.some(isOf)) return 'running';
  return done.some(isOf) ? 'done' : '';
}
