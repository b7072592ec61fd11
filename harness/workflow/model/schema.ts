import * as z from 'zod';

/** Any scalar as text; nothing is the empty text. */
const text = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));
const texts = z.union([z.string().transform((one) => [one]), z.array(text)]);
const map = z
  .record(z.string(), text)
  .nullish()
  .transform((value) => value ?? {});
/** What a runner checks in its own time: a value, or an expression that gives one. */
const setting = text.optional();
const LEVEL = z.enum(['read', 'write', 'none']);

export const PERMISSIONS = [
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
  z.strictObject({ group: z.string(), 'cancel-in-progress': setting }),
]);

const Defaults = z.strictObject({
  run: z.strictObject({ shell: setting, 'working-directory': setting }).optional(),
});

const filters = {
  branches: texts.optional(),
  'branches-ignore': texts.optional(),
  paths: texts.optional(),
  'paths-ignore': texts.optional(),
};
const DispatchInput = z.strictObject({
  description: text.optional(),
  required: z.boolean().optional(),
  default: text.optional(),
  type: z.enum(['string', 'boolean', 'choice', 'number', 'environment']).optional(),
  options: z.array(text).optional(),
});
const Events = z.looseObject({
  push: z.strictObject({ ...filters, tags: texts.optional(), 'tags-ignore': texts.optional() }).nullish(),
  pull_request: z.strictObject({ ...filters, types: texts.optional() }).nullish(),
  pull_request_target: z.strictObject({ ...filters, types: texts.optional() }).nullish(),
  workflow_dispatch: z
    .strictObject({ inputs: z.record(z.string(), DispatchInput.nullable()).nullish() })
    .nullish(),
  schedule: z.array(z.strictObject({ cron: z.string(), timezone: z.string().optional() })).optional(),
});
/** An event's name, or a list of names, stands for events without filters. */
const On = z.preprocess((value) => {
  const names = typeof value === 'string' ? [value] : value;
  return Array.isArray(names) ? Object.fromEntries(names.map((name) => [String(name), null])) : names;
}, Events);

const Step = z.strictObject({
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
  'timeout-minutes': setting,
});

const Job = z.strictObject({
  name: setting,
  needs: texts.optional(),
  if: setting,
  'runs-on': z.unknown(),
  permissions: Permissions.optional(),
  environment: z
    .union([z.string().transform((name) => ({ name })), z.strictObject({ name: z.string(), url: setting })])
    .optional(),
  concurrency: Concurrency.optional(),
  outputs: map,
  env: map,
  defaults: Defaults.optional(),
  steps: z.array(Step).min(1),
  'timeout-minutes': setting,
  'continue-on-error': setting,
});

/** The part of a workflow file this harness runs. Other keys are refused by name. */
export const WorkflowFile = z.strictObject({
  name: z.string().optional(),
  'run-name': setting,
  on: On,
  permissions: Permissions.optional(),
  env: map,
  defaults: Defaults.optional(),
  concurrency: Concurrency.optional(),
  jobs: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]*$/), Job),
});

/** The steps of a composite action. */
export const CompositeSteps = z.array(Step);

export type Workflow = z.infer<typeof WorkflowFile>;
export type WorkflowEvents = z.infer<typeof Events>;
export type JobModel = z.infer<typeof Job>;
export type StepModel = z.infer<typeof Step>;
export type ConcurrencyModel = z.infer<typeof Concurrency>;
export type PermissionsModel = z.infer<typeof Permissions>;
export type DispatchInputModel = z.infer<typeof DispatchInput>;
export type RefFilters = { branches?: string[]; 'branches-ignore'?: string[] };
