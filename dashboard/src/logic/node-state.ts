/**
 * Returns the state of a node in a drawn graph, from the paths of the nodes that are done or running. The node is
 * running or done if a node of its inner graph is, because the graph may be drawn without inner graphs. An ID may be
 * a path: some libraries draw only the node of an inner graph that has a single node.
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
