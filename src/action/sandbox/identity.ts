import { createHash } from 'node:crypto';
import { readSandboxName, sandboxName } from './name.ts';
import type { SandboxContext } from './world.ts';

/** Six hexadecimal digits that tell a repository from others in the same workspace. */
export function repositoryHash(env: Readonly<Record<string, string | undefined>>): string {
  const whole = `${env['GITHUB_SERVER_URL'] ?? ''}/${env['GITHUB_REPOSITORY'] ?? ''}`.toLowerCase();
  return createHash('sha256').update(whole).digest('hex').slice(0, 6);
}

/** A new name for a sandbox of this run: with its number and attempt, so that a sweep knows whose it was. */
export function nameOfRun({ host: { env }, random }: SandboxContext, prefix: string): string {
  return sandboxName({
    prefix,
    repository: repositoryHash(env),
    runId: runIdOf(env),
    attempt: Number(digits(env['GITHUB_RUN_ATTEMPT'], 4, '1')),
    unique: random(4, 'hex'),
  });
}

/** Whether a run of this number in this repository, in any attempt, gives a sandbox this name. */
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
