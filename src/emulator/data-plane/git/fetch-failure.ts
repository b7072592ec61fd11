/** What a failing fetch was about, read from what git printed. */
export type FetchFailure =
  /** The repository is there, the ref is not. */
  | 'ref-missing'
  /** The repository cannot be reached or read. */
  | 'remote'
  /** Anything else: perhaps our own copy is damaged. */
  | 'unknown';

const REF_MISSING = /couldn't find remote ref|not our ref|no such ref|unadvertised object/i;
const REMOTE =
  /could not resolve|unable to access|authentication failed|could not read (username|password)|does not appear to be a git repository|repository .*not found|connection (refused|timed out|reset)|operation timed out|transport '.*' not allowed|returned error: [45]\d\d|ssl certificate|no such file or directory|dubious ownership|access denied|permission denied/i;

/** Judges git's words on standard error (in the C locale). */
export function classifyFetchFailure(stderr: string): FetchFailure {
  if (REF_MISSING.test(stderr)) return 'ref-missing';
  return REMOTE.test(stderr) ? 'remote' : 'unknown';
}
