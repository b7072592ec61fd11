import { checkCall, checkCallable, checkStrategy } from './check-call.ts';
import { checkStep, condition, each, filled } from './check-step.ts';
import type { JobModel, StepsJobModel, Workflow } from './schema.ts';

/** Checks what a workflow's shape does not tell: names, and every expression by where it stands. Throws for the first problem. */
export function checkWorkflow(workflow: Workflow): void {
  filled('run-name', workflow['run-name'], 'run-name');
  each('env', workflow.env, 'workflow env');
  for (const value of Object.values(workflow.concurrency ?? {})) {
    filled('concurrency', value, 'workflow concurrency');
  }
  each('defaults.run', workflow.defaults?.run ?? {}, 'workflow defaults');
  oneFilter(workflow);
  checkChoices(workflow);
  checkCallable(workflow);
  for (const [id, job] of Object.entries(workflow.jobs)) checkJob(id, job, workflow);
}

function oneFilter({ on }: Workflow): void {
  for (const event of [on.push, on.pull_request, on.pull_request_target]) {
    for (const kind of ['branches', 'tags', 'paths'] as const) {
      const filters: Readonly<Record<string, unknown>> = event ?? {};
      if (filters[kind] !== undefined && filters[`${kind}-ignore`] !== undefined) {
        throw new Error(`on: you may only define one of ${kind} and ${kind}-ignore`);
      }
    }
  }
}

function checkChoices({ on }: Workflow): void {
  for (const [name, input] of Object.entries(on.workflow_dispatch?.inputs ?? {})) {
    const at = `on.workflow_dispatch.inputs.${name}`;
    const { type, options = [] } = input ?? {};
    if (type === 'choice' && options.length === 0) throw new Error(`${at}: a choice needs options`);
    if (type === 'choice' && input?.default !== undefined && !options.includes(input.default)) {
      throw new Error(`${at}: the default '${input.default}' is not among the options`);
    }
    if (type !== 'choice' && input?.options !== undefined) throw new Error(`${at}: options go with a choice`);
  }
}

function checkJob(id: string, job: JobModel, workflow: Workflow): void {
  const at = `jobs.${id}`;
  for (const need of job.needs ?? []) {
    if (!Object.hasOwn(workflow.jobs, need)) throw new Error(`${at}.needs: there is no job '${need}'`);
  }
  checkCircle(id, workflow);
  condition(`${at}.if`, job.if, 'job if');
  filled(`${at}.name`, job.name, 'job settings');
  for (const value of Object.values(job.concurrency ?? {})) {
    filled(`${at}.concurrency`, value, 'job settings');
  }
  checkStrategy(at, job.strategy);
  if (job.kind === 'call') checkCall(at, job);
  else checkSteps(at, job);
}

function checkSteps(at: string, job: StepsJobModel): void {
  filled(`${at}.timeout-minutes`, job['timeout-minutes'], 'job settings');
  filled(`${at}.continue-on-error`, job['continue-on-error'], 'job settings');
  filled(`${at}.environment.name`, job.environment?.name, 'job settings');
  filled(`${at}.environment.url`, job.environment?.url, 'environment url');
  filled(`${at}.environment.deployment`, job.environment?.deployment, 'job settings');
  each(`${at}.env`, job.env, 'job env');
  each(`${at}.defaults.run`, job.defaults?.run ?? {}, 'job defaults');
  each(`${at}.outputs`, job.outputs, 'job outputs');
  const ids = new Set<string>();
  for (const [index, step] of job.steps.entries()) {
    const place = `${at}.steps[${index}]`;
    checkStep(step, place);
    const key = step.id?.toLowerCase();
    if (key !== undefined && ids.has(key)) {
      throw new Error(`${place}: the identifier '${step.id ?? ''}' is used more than once`);
    }
    if (key !== undefined) ids.add(key);
  }
}

function checkCircle(start: string, workflow: Workflow): void {
  const seen = new Set<string>();
  const walk = (id: string): void => {
    for (const need of workflow.jobs[id]?.needs ?? []) {
      if (need === start) throw new Error(`jobs.${start}.needs: the job waits for itself`);
      if (!seen.has(need)) {
        seen.add(need);
        walk(need);
      }
    }
  };
  walk(start);
}
