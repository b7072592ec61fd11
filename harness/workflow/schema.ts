import * as z from 'zod';

/** Parses any scalar as a string, and an absent value as the empty string. */
const text = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));
const texts = z.union([z.string().transform((one) => [one]), z.array(text)]);
const map = z
  .record(z.string(), text)
  .nullish()
  .transform((value) => value ?? {});
/** A setting whose value or expression the runner validates at run time. */
const setting = text.optional();
const LEVEL = z.enum(['read', 'write', 'none']);

const PERMISSIONS = [
  'actions',
  'artifact-metadata',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'id-token',
  'issues',
  'models',
  'packages',
  'pages',
  'pull-requests',
  'repository-projects',
  'security-events',
  'statuses',
  'vulnerability-alerts',
] as const;

const Permissions = z.union([
  z.enum(['read-all', 'write-all']),
  z
    .partialRecord(z.enum(PERMISSIONS), LEVEL)
    .nullable()
    .transform((levels) => levels ?? {}),
]);

const Concurrency = z.union([
  z.string().transform((group) => ({ group, 'cancel-in-progress': undefined })),
  z.object({ group: z.string(), 'cancel-in-progress': setting }),
]);

const Defaults = z.object({
  run: z.object({ shell: setting, 'working-directory': setting }).optional(),
});

const filters = {
  branches: texts.optional(),
  'branches-ignore': texts.optional(),
  paths: texts.optional(),
  'paths-ignore': texts.optional(),
};
const PullRequest = z.object({ ...filters, types: texts.optional() }).nullish();
const DispatchInput = z.object({
  required: z.boolean().optional(),
  default: text.optional(),
  type: z.enum(['string', 'boolean', 'choice', 'number', 'environment']).optional(),
  options: z.array(text).optional(),
});
const CallInput = z.object({
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  type: z.enum(['string', 'boolean', 'number']),
});
const Events = z.looseObject({
  push: z.object({ ...filters, tags: texts.optional(), 'tags-ignore': texts.optional() }).nullish(),
  pull_request: PullRequest,
  pull_request_target: PullRequest,
  workflow_dispatch: z.object({ inputs: z.record(z.string(), DispatchInput.nullable()).nullish() }).nullish(),
  workflow_call: z
    .object({
      inputs: z.record(z.string(), CallInput).nullish(),
      outputs: z.record(z.string(), z.object({ value: text })).nullish(),
    })
    .nullish(),
  schedule: z.array(z.object({ cron: z.string() })).optional(),
});
/** The name of an event, or a list of names, means events without filters. */
const On = z.preprocess((value) => {
  const names = typeof value === 'string' ? [value] : value;
  return Array.isArray(names) ? Object.fromEntries(names.map((name) => [String(name), null])) : names;
}, Events);

const Step = z.object({
  id: z.string().optional(),
  name: setting,
  if: setting,
  uses: z.string().optional(),
  with: map,
  run: text.optional(),
  shell: setting,
  'working-directory': setting,
  env: map,
  'continue-on-error': setting,
  'timeout-minutes': z.never({ error: 'this harness times jobs only' }).optional(),
});

/** YAML with expressions, whose shape is known only after their evaluation. */
const Strategy = z.object({ matrix: z.unknown(), 'fail-fast': setting, 'max-parallel': setting });

/** Keys of a job of either kind. */
const jobKeys = {
  name: setting,
  needs: texts.optional(),
  if: setting,
  permissions: Permissions.optional(),
  concurrency: Concurrency.optional(),
  strategy: Strategy.optional(),
};
const noContainer = z.never({ error: 'containers are not run by this harness' }).optional();

/** A job that runs steps on a runner. */
const StepsJob = z.object({
  kind: z.literal('steps'),
  ...jobKeys,
  container: noContainer,
  services: noContainer,
  environment: z
    .union([
      z.string().transform((name) => ({ name, url: undefined, deployment: undefined })),
      z.object({ name: z.string(), url: setting, deployment: setting }),
    ])
    .optional(),
  outputs: map,
  env: map,
  defaults: Defaults.optional(),
  steps: z.array(Step),
  'timeout-minutes': setting,
  'continue-on-error': setting,
});

/** A job that calls a reusable workflow. */
const CallJob = z.object({
  kind: z.literal('call'),
  ...jobKeys,
  uses: z.string(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  secrets: z.union([z.literal('inherit'), z.record(z.string(), text)]).default({}),
});

const Job = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null
      ? { ...value, kind: 'uses' in value ? 'call' : 'steps' }
      : value,
  z.discriminatedUnion('kind', [StepsJob, CallJob]),
);

/**
 * The part of a workflow file that this harness interprets. GitHub's own validator has already accepted the whole
 * file.
 */
export const WorkflowFile = z.object({
  name: z.string().optional(),
  on: On,
  permissions: Permissions.optional(),
  env: map,
  defaults: Defaults.optional(),
  concurrency: Concurrency.optional(),
  jobs: z.record(z.string(), Job),
});

export type Workflow = z.infer<typeof WorkflowFile>;
export type JobModel = z.infer<typeof Job>;
export type StepsJobModel = z.infer<typeof StepsJob>;
export type CallJobModel = z.infer<typeof CallJob>;
export type StrategyModel = z.infer<typeof Strategy>;
export type CallInputModel = z.infer<typeof CallInput>;
export type StepModel = z.infer<typeof Step>;
export type ConcurrencyModel = z.infer<typeof Concurrency>;
type PermissionsModel = z.infer<typeof Permissions>;
export type DispatchInputModel = z.infer<typeof DispatchInput>;

export type PermissionName = (typeof PERMISSIONS)[number];
type PermissionLevel = 'read' | 'write';
/**
 * Permissions of a job's token; all other permissions are denied. Every token is allowed to read the repository's
 * metadata.
 */
export type TokenPermissions = Partial<Record<PermissionName, PermissionLevel>>;

interface PermissionsAsked {
  workflow?: PermissionsModel | undefined;
  job?: PermissionsModel | undefined;
  /** True for a run for Dependabot or a fork's pull request, which gets only read access. */
  readOnly?: boolean | undefined;
}

/** The permissions of a token if the workflow specifies none. */
const RESTRICTED: PermissionsModel = { contents: 'read', packages: 'read' };

/**
 * Returns the permissions of a job's token: the permissions of the job, or else of the workflow, or else of a
 * restricted repository. Specifying one permission removes all others.
 */
export function tokenPermissions({ workflow, job, readOnly }: PermissionsAsked): TokenPermissions {
  const asked = job ?? workflow ?? RESTRICTED;
  const granted: TokenPermissions = {};
  for (const name of PERMISSIONS) {
    const level = typeof asked === 'string' ? everything(name, asked) : asked[name];
    if (level === undefined || level === 'none') continue;
    granted[name] = readOnly ? 'read' : level;
  }
  // The permission for identity tokens is either write or absent.
  if (granted['id-token'] === 'read') delete granted['id-token'];
  return granted;
}

function everything(name: PermissionName, asked: 'read-all' | 'write-all'): PermissionLevel {
  const readable = name === 'models' || name === 'vulnerability-alerts';
  return asked === 'write-all' && !readable ? 'write' : 'read';
}
