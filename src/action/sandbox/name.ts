import { createHash } from 'node:crypto';
import type { SandboxContext } from './context.ts';

interface RunName {
  prefix: string;
  /** First six hexadecimal digits of the hash of the repository's URL. */
  repository: string;
  runId: string;
  attempt: number;
  /** Eight random hexadecimal digits that distinguish the jobs of a run. */
  unique: string;
}

const NAME = /^([a-z](?:[a-z0-9-]{0,28}[a-z0-9])?)-([0-9a-f]{6})-([0-9]{1,18})-([0-9]{1,4})-([0-9a-f]{8})$/;

/** Returns the name of a run's sandbox, by which a sweep recognizes the sandbox. */
export function sandboxName({ prefix, repository, runId, attempt, unique }: RunName): string {
  return [prefix, repository, runId, attempt, unique].join('-');
}

/** Parses the name of a sandbox, or returns `undefined` if this action did not create the sandbox. */
export function readSandboxName(name: string): RunName | undefined {
  const [, prefix, repository, runId, attempt, unique] = NAME.exec(name) ?? [];
  if (!prefix || !repository || !runId || !attempt || !unique) return undefined;
  return { prefix, repository, runId, attempt: Number(attempt), unique };
}

/** Returns six hexadecimal digits that distinguish this repository from other repositories in the same workspace. */
export function repositoryHash(env: Readonly<Record<string, string | undefined>>): string {
  const whole = `${env['GITHUB_SERVER_URL'] ?? ''}/${env['GITHUB_REPOSITORY'] ?? ''}`.toLowerCase();
  return createHash('sha256').update(whole).digest('hex').slice(0, 6);
}

/**
 * Returns a new name for a sandbox of this run. The name contains the run ID and the attempt, so that a sweep can
 * identify the run.
 */
export function nameOfRun({ host: { env }, random }: SandboxContext, prefix: string): string {
  return sandboxName({
    prefix,
    repository: repositoryHash(env),
    runId: runIdOf(env),
    attempt: Number(digits(env['GITHUB_RUN_ATTEMPT'], 4, '1')),
    unique: random(4, 'hex'),
  });
}

/** Returns whether the name belongs to any attempt of this run in this repository. */
export function isNameOfRun(env: Readonly<Record<string, string | undefined>>, name: string): boolean {
  const read = readSandboxName(name);
  return read?.repository === repositoryHash(env) && read.runId === runIdOf(env);
}

function runIdOf(env: Readonly<Record<string, string | undefined>>): string {
  return digits(env['GITHUB_RUN_ID'], 18, '0');
}

function digits(text: string | undefined, most: number, otherwise: string): string {
  return text !== undefined && new RegExp(`^[0-9]{1,${most}}$`).test(text) ? text : otherwise;
}
