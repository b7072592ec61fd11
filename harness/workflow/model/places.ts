import type { Allowed } from '../../runner/expressions/index.ts';

const STATUS = {
  always: { least: 0, most: 0 },
  success: { least: 0, most: 0 },
  failure: { least: 0, most: 0 },
  cancelled: { least: 0, most: 0 },
};
const HASH = { hashFiles: { least: 1, most: 255 } };

const RUN = ['github', 'inputs', 'vars'];
const JOB = [...RUN, 'needs', 'strategy', 'matrix'];
const STEP = [...JOB, 'steps', 'job', 'runner', 'env'];

/** What an expression may name, by the place in a workflow file where it stands. GitHub refuses a file that names more. */
export const PLACES = {
  'run-name': { contexts: RUN, functions: {} },
  'workflow concurrency': { contexts: RUN, functions: {} },
  'workflow env': { contexts: [...RUN, 'secrets'], functions: {} },
  'workflow defaults': { contexts: [], functions: {} },
  'job if': { contexts: [...RUN, 'needs'], functions: STATUS },
  'job strategy': { contexts: [...RUN, 'needs'], functions: {} },
  'call input': { contexts: JOB, functions: {} },
  'call secret': { contexts: [...JOB, 'secrets'], functions: {} },
  'call input default': { contexts: RUN, functions: {} },
  'call output': { contexts: [...RUN, 'jobs'], functions: {} },
  'job settings': { contexts: JOB, functions: {} },
  'job env': { contexts: [...JOB, 'secrets'], functions: {} },
  'job defaults': { contexts: [...JOB, 'env'], functions: {} },
  'job outputs': { contexts: [...STEP, 'secrets'], functions: {} },
  'environment url': { contexts: STEP, functions: {} },
  'step if': { contexts: STEP, functions: { ...STATUS, ...HASH } },
  'step settings': { contexts: [...STEP, 'secrets'], functions: HASH },
} satisfies Record<string, Allowed>;
export type Place = keyof typeof PLACES;
