/**
 * Whether a node of a drawn graph runs, or ran, by the names that a run gave. Drawn without its inner graphs a node stands
 * for all that is in it; a library that draws an inner graph of one node as that node names it by its path.
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
