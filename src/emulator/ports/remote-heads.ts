/** Reads where the refs of repositories lead. Only local ones are asked: reading a stranger's at each look is no port. */
export interface RemoteRefs {
  /** What this repository is read by; undefined when it is not a local one that may be read. The same for every spelling. */
  addressOf(repoUrl: string): string | undefined;
  /**
   * The commit of each of these full refs (`HEAD` among them); one that is not there is not in the answer. Undefined:
   * the repository could not be read. Rejects only when aborted.
   */
  read(
    address: string,
    refs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | undefined>;
}
