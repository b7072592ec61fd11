/**
 * Returns the state of a drawn node, given the paths of nodes that have run or are running. A node counts as running
 * or done if any node of its inner graph does, because the graph may be drawn without inner graphs. IDs may be paths,
 * because a library may draw an inner graph with a single node as that node.
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
