/**
 * Reads what `git ls-remote` printed: the commit of each wanted full ref that is there. git takes names as endings of
 * longer ones, so only exact names count; of a tag that is an object of its own, the commit it leads to.
 */
export function parseLsRemote(printed: string, refs: readonly string[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const line of printed.split('\n')) {
    const [commit, name] = line.split('\t');
    if (commit !== undefined && name !== undefined) all.set(name, commit);
  }
  const found = new Map<string, string>();
  for (const ref of refs) {
    const commit = all.get(`${ref}^{}`) ?? all.get(ref);
    if (commit !== undefined) found.set(ref, commit);
  }
  return found;
}
