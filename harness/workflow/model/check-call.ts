import { each, filled } from './check-step.ts';
import type { CallJobModel, StrategyModel, Workflow } from './schema.ts';

/** How `uses` of a job names a workflow: one of the same repository, or one of another at a ref. */
const LOCAL = /^\.\/\.github\/workflows\/[^/@]+\.ya?ml$/;
const REMOTE = /^[\w.-]+\/[\w.-]+\/\.github\/workflows\/[^/@]+\.ya?ml@[^\s@]+$/;

/** Checks a job that calls a workflow. Throws for the first problem. */
export function checkCall(at: string, job: CallJobModel): void {
  if (!LOCAL.test(job.uses) && !REMOTE.test(job.uses)) {
    throw new Error(
      `${at}.uses: '${job.uses}' is neither ./.github/workflows/<file> nor <owner>/<repository>/.github/workflows/<file>@<ref>`,
    );
  }
  for (const [name, value] of Object.entries(job.with)) {
    if (typeof value === 'string') filled(`${at}.with.${name}`, value, 'call input');
  }
  if (job.secrets !== 'inherit') each(`${at}.secrets`, job.secrets, 'call secret');
}

/** Checks what `on.workflow_call` offers. Throws for the first problem. */
export function checkCallable({ on, jobs }: Workflow): void {
  const { inputs, outputs } = on.workflow_call ?? {};
  for (const [name, input] of Object.entries(inputs ?? {})) {
    const at = `on.workflow_call.inputs.${name}`;
    if (typeof input.default === 'string') filled(`${at}.default`, input.default, 'call input default');
    const fixed = input.default !== undefined && !String(input.default).includes('${{');
    if (fixed && typeof input.default !== input.type) {
      throw new Error(`${at}: the default is no ${input.type}: '${String(input.default)}'`);
    }
  }
  for (const [name, { value }] of Object.entries(outputs ?? {})) {
    const at = `on.workflow_call.outputs.${name}`;
    filled(`${at}.value`, value, 'call output');
    for (const [, job = ''] of value.matchAll(/\bjobs\.([A-Za-z_][\w-]*)/g)) {
      if (!Object.hasOwn(jobs, job)) throw new Error(`${at}: there is no job '${job}'`);
    }
  }
}

/** Checks the expressions of a strategy. Throws for the first problem. */
export function checkStrategy(at: string, strategy: StrategyModel | undefined): void {
  if (strategy === undefined) return;
  for (const text of textsIn(strategy)) filled(`${at}.strategy`, text, 'job strategy');
  const { matrix } = strategy;
  if (typeof matrix === 'object' && Object.keys(matrix).every((key) => key === 'exclude')) {
    throw new Error(`${at}.strategy.matrix: Matrix must define at least one vector`);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
