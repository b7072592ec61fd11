/** What the name of a sandbox says of the run that made it. */
export interface RunName {
  prefix: string;
  /** Six hexadecimal digits that tell the repository from others. */
  repository: string;
  runId: string;
  attempt: number;
  /** Eight hexadecimal digits that tell the jobs of a run apart, as many as a matrix has. */
  unique: string;
}

const NAME = /^([a-z](?:[a-z0-9-]{0,28}[a-z0-9])?)-([0-9a-f]{6})-([0-9]{1,18})-([0-9]{1,4})-([0-9a-f]{8})$/;

/** The name of a run's sandbox, by which a sweep finds it again. */
export function sandboxName({ prefix, repository, runId, attempt, unique }: RunName): string {
  return [prefix, repository, runId, attempt, unique].join('-');
}

/** What a name says; undefined when no run of ours made it. */
export function readSandboxName(name: string): RunName | undefined {
  const [, prefix, repository, runId, attempt, unique] = NAME.exec(name) ?? [];
  if (!prefix || !repository || !runId || !attempt || !unique) return undefined;
  return { prefix, repository, runId, attempt: Number(attempt), unique };
}
