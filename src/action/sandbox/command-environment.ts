import { BOX_PATH, type IsolationLevel } from '../../box/box.ts';

/** What a command is told of the job it belongs to. Nothing that is a credential, or leads to one, is among them. */
const TOLD = [
  'LANG',
  'CI',
  'GITHUB_ACTIONS',
  'GITHUB_WORKFLOW',
  'GITHUB_JOB',
  'GITHUB_RUN_ID',
  'GITHUB_RUN_NUMBER',
  'GITHUB_RUN_ATTEMPT',
  'GITHUB_REPOSITORY',
  'GITHUB_REPOSITORY_OWNER',
  'GITHUB_EVENT_NAME',
  'GITHUB_REF',
  'GITHUB_REF_NAME',
  'GITHUB_REF_TYPE',
  'GITHUB_HEAD_REF',
  'GITHUB_BASE_REF',
  'GITHUB_SHA',
  'GITHUB_ACTOR',
  'GITHUB_SERVER_URL',
  'GITHUB_API_URL',
  'GITHUB_WORKSPACE',
  'RUNNER_OS',
  'RUNNER_ARCH',
] as const;

/**
 * The harmless part of the job's environment. `tools` is the folder of programs that the box is shown besides those of
 * the system: of a box that sees nothing else, nothing else is in `PATH`. Pure.
 */
export function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  box: { level: IsolationLevel; tools: string | undefined },
): Record<string, string> {
  return { ...told(env), ...pathIn(env['PATH'], box) };
}

function pathIn(
  path: string | undefined,
  { level, tools }: { level: IsolationLevel; tools: string | undefined },
): Record<string, string> {
  if (level !== 'namespaces') return path === undefined ? {} : { PATH: path };
  const shown = (path ?? '')
    .split(':')
    .filter((entry) => tools !== undefined && entry.startsWith(`${tools}/`));
  return { PATH: [...shown, BOX_PATH].join(':') };
}

function told(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    TOLD.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A script that ends at its first failing line, as the runner's own `run` steps do. Pure. */
export function failFast(script: string, shell: string): string {
  const name = shell.slice(shell.lastIndexOf('/') + 1);
  if (name === 'bash') return `set -eo pipefail\n${script}`;
  return ['sh', 'dash', 'ash', 'zsh', 'ksh'].includes(name) ? `set -e\n${script}` : script;
}
