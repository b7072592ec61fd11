/**
 * Returns the state of a node in a drawn graph, given the paths of finished and running nodes. If the drawing omits
 * inner graphs, a node has the state of the nodes in its inner graph. The ID of a drawn node may be a path, because
 * some libraries replace an inner graph that has a single node with this node.
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
