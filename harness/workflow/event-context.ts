import { githubContext, LOCAL_STEP } from '../runner/job/contexts.ts';
import type { Names } from '../runner/expressions/index.ts';
import type { Workflow } from './model/schema.ts';
import type { WorkflowOptions } from './types.ts';

/** The `github` context before there is a runner: without folders, without a token. */
export function eventContext(workflow: Workflow, options: WorkflowOptions, place: string): Names {
  const { serverUrl, apiUrl } = options.github ?? {};
  return githubContext(
    {
      event: options.event,
      folders: { root: '', workspace: '', temp: '', toolCache: '', eventFile: '' },
      github: {
        ...(serverUrl === undefined ? {} : { serverUrl }),
        ...(apiUrl === undefined ? {} : { apiUrl }),
      },
      debug: false,
      runId: '0',
      job: '',
      workflow: { name: workflow.name ?? place, path: place },
      trackingId: '',
    },
    LOCAL_STEP,
  );
}
