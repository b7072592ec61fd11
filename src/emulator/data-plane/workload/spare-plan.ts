import type { WorkerCommand } from '../link/commands.ts';
import type { CommandProgram } from '../places/place.ts';

/** Variables that differ between the revisions of one deployment. A spare worker receives their values with its code. */
const REVISION_VARIABLES = [
  'LANGSMITH_HOST_REVISION_ID',
  'LANGSMITH_LANGGRAPH_GIT_REF',
  'LANGSMITH_LANGGRAPH_GIT_REF_SHA',
];

/**
 * Matches variables with code or folders that an interpreter reads at its start. A spare worker starts in another folder
 * than its revision.
 */
const STARTUP_VARIABLE = /^(?:NODE_OPTIONS|NODE_PATH|PYTHON(?!UNBUFFERED$)\w*)$/;

/** Matches the library packages that a spare worker imports before the agent's code does. */
const LIBRARY = /^(?:@langchain\/[\w.-]+|langchain|zod)(?:\/|$)/;

/** Matches packages that change packages which are imported after them, so the order of imports must not change. */
const INSTRUMENTATION =
  /opentelemetry|openinference|traceloop|instrument|dd-trace|newrelic|elastic-apm|@sentry\/|(?:import|require)-in-the-middle|require-hook/i;

/** Program of a worker, and the packages with which it runs. */
export interface SpareNeeds {
  program: Pick<CommandProgram, 'command' | 'env'>;
  /** Key of the cached Node packages; `undefined` if the packages are not cached, or for Python. */
  moduleKey: string | undefined;
  /** Packages that the bundles of the agent import. */
  imports: readonly string[];
}

/** Returns why no spare worker can be started for a program, or `undefined` if a spare worker can be started. */
export function whyNoSpare({ program: { env } }: SpareNeeds): string | undefined {
  const name = Object.keys(env).find((one) => STARTUP_VARIABLE.test(one));
  return name === undefined ? undefined : `the agent sets ${name}`;
}

/**
 * Returns the packages that a spare worker imports: libraries of the agent, in the order of the agent's imports. Returns
 * no packages if the packages are not cached, because they might then change before the spare worker is used.
 */
export function librariesOf({ moduleKey, imports }: Omit<SpareNeeds, 'program'>): string[] {
  if (moduleKey === undefined || imports.some((name) => INSTRUMENTATION.test(name))) return [];
  return imports.filter((name) => LIBRARY.test(name));
}

/** Returns whether a spare worker that was started for `one` can run the program of `other`. */
export function isSameWorker(one: SpareNeeds, other: SpareNeeds): boolean {
  return identityOf(one) === identityOf(other);
}

function identityOf({ program, moduleKey }: SpareNeeds): string {
  const env = Object.entries(program.env)
    .filter(([name]) => !REVISION_VARIABLES.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([program.command, moduleKey, env]);
}

/** Folder and variables that a spare worker takes over from a revision, as part of the command `load`. */
export type RevisionProcess = NonNullable<Extract<WorkerCommand, { type: 'load' }>['process']>;

/** Returns what a spare worker takes over from a revision. A variable without a value is null. */
export function revisionProcess({ cwd, env }: Pick<CommandProgram, 'cwd' | 'env'>): RevisionProcess {
  return {
    cwd,
    env: Object.fromEntries(REVISION_VARIABLES.map((name) => [name, env[name] ?? null])),
  };
}
