import * as z from 'zod';
import { optional, text, nonEmptyText } from './primitives.ts';
import { queryInt } from './query.ts';
import { ProxyConfig, SandboxCreate } from './sandbox.ts';

// What clients of the sandbox API send and get, beyond what the spec shows (facts: service §3, local-clouds §3.3).

export const SANDBOX_IDLE_TTL_DEFAULT_S = 600;
export const SANDBOX_DELETE_AFTER_STOP_DEFAULT_S = 14 * 24 * 60 * 60;
/** How long `wait_for_ready` waits when nothing else is said, and at most. Seconds. */
export const SANDBOX_WAIT_DEFAULT_S = 30;
export const SANDBOX_WAIT_MAX_S = 600;

/** A name a box is found by: never in the form of an ID, which it is found by as well. */
export const sandboxName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'must be 1 to 128 letters, digits, dots, dashes or underscores, the first a letter or digit',
  )
  .refine(
    (name) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name),
    'must not have the form of an ID',
  );

const ttl = z
  .int()
  .min(0)
  .max(10 * 365 * 24 * 60 * 60)
  .refine((seconds) => seconds % 60 === 0, 'must be a multiple of 60 seconds, or 0 for never');
const labels = z.record(nonEmptyText, text);
/** Variables of programs: what no program could be given is refused. */
export const variables = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable'),
  text,
);

/** Where the commands of a box begin, and with what (newer clients). */
export const RunConfig = z.looseObject({
  work_dir: optional(nonEmptyText),
  env_vars: optional(variables),
  user: optional(text),
});
export type RunConfig = z.infer<typeof RunConfig>;

const settings = {
  idle_ttl_seconds: optional(ttl),
  delete_after_stop_seconds: optional(ttl),
  vcpus: optional(z.number().positive().max(64)),
  cpu_millicores: optional(z.int().min(1).max(64_000)),
  mem_bytes: optional(z.int().min(32 * 1024 * 1024)),
  fs_capacity_bytes: optional(z.int().min(1)),
  run_config: optional(RunConfig),
};

/** Body of POST …/boxes: the spec's fields, and those of newer clients. */
export const SandboxCreateBody = SandboxCreate.extend({
  name: optional(sandboxName),
  timeout: optional(z.number().positive().max(SANDBOX_WAIT_MAX_S)),
  snapshot: optional(nonEmptyText),
  snapshot_name: optional(nonEmptyText),
  snapshot_id: optional(nonEmptyText),
  labels: optional(labels),
  env_vars: optional(variables),
  mount_config: optional(z.looseObject({ mounts: optional(z.array(z.unknown())) })),
  preserve_memory_on_stop: optional(z.boolean()),
  restore_memory: optional(z.boolean()),
  ...settings,
});
export type SandboxCreateBody = z.infer<typeof SandboxCreateBody>;

/** Body of PATCH …/boxes/{name}: what is not said stays. */
export const SandboxPatch = z.object({
  name: optional(sandboxName),
  proxy_config: optional(ProxyConfig),
  ...settings,
});
export type SandboxPatch = z.infer<typeof SandboxPatch>;

/** A box as the emulator answers it: the fields of facts service §3.2. */
export const SandboxRecord = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  status_message: z.string().nullable(),
  dataplane_url: z.string(),
  template_name: z.string().nullable(),
  snapshot_id: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
  stopped_at: z.string().nullable(),
  idle_ttl_seconds: z.int(),
  delete_after_stop_seconds: z.int(),
  vcpus: z.number().nullable(),
  cpu_millicores: z.int().nullable(),
  mem_bytes: z.int().nullable(),
  fs_capacity_bytes: z.int().nullable(),
  size_class: z.string().nullable(),
  labels: z.record(z.string(), z.string()),
  mount_config: z.null(),
  preserve_memory_on_stop: z.boolean().nullable(),
  run_config: z.looseObject({}).nullable(),
  proxy_config: ProxyConfig.nullable(),
});
export type SandboxRecord = z.infer<typeof SandboxRecord>;

/** `sandboxes` and `offset` are for clients from before there were cursors. */
export const SandboxPage = z.object({
  items: z.array(SandboxRecord),
  next_cursor: z.string().nullable(),
  sandboxes: z.array(SandboxRecord),
  offset: z.int(),
});
export type SandboxPage = z.infer<typeof SandboxPage>;

const repeated = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(nonEmptyText),
);

export const SandboxListQuery = z.object({
  limit: queryInt(1, 500).optional(),
  page_size: queryInt(1, 500).optional(),
  offset: queryInt(0).optional(),
  cursor: nonEmptyText.optional(),
  name_contains: text.optional(),
  status: nonEmptyText.optional(),
  label: repeated.optional(),
  created_by: text.optional(),
  sort_by: z.enum(['name', 'status', 'created_at']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
  sort_direction: z.enum(['asc', 'desc']).optional(),
});
export type SandboxListQuery = z.infer<typeof SandboxListQuery>;

export const SandboxStatusResponse = z.object({ status: z.string(), status_message: z.string().nullable() });

/** Which boxes to delete: by name or ID, either list. */
export const SandboxBatchDelete = z
  .object({ names: optional(z.array(nonEmptyText)), ids: optional(z.array(nonEmptyText)) })
  .refine(({ names, ids }) => {
    const all = (names?.length ?? 0) + (ids?.length ?? 0);
    return all >= 1 && all <= 100;
  }, 'must name 1 to 100 sandboxes by `names` or `ids`');
export const SandboxBatchDeleteResponse = z.object({
  deleted: z.array(z.string()),
  failed: z.array(z.object({ name: z.string(), error: z.string(), message: z.string() })),
});

export const SandboxTemplateBody = z.looseObject({ name: sandboxName });
export const SandboxTemplate = z.looseObject({
  name: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export const SandboxTemplateList = z.object({ templates: z.array(SandboxTemplate), offset: z.int() });

/** Taken of a box (POST …/boxes/{name}/snapshot). */
export const SnapshotCapture = z.looseObject({
  name: sandboxName,
  docker_image: optional(nonEmptyText),
  fs_capacity_bytes: optional(z.int().min(1)),
});
/** Built from an image (POST …/snapshots). */
export const SnapshotBuild = z.looseObject({ name: sandboxName, docker_image: nonEmptyText });
export const SandboxSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  status_message: z.string().nullable(),
  source_sandbox_id: z.string().nullable(),
  fs_capacity_bytes: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SandboxSnapshot = z.infer<typeof SandboxSnapshot>;
export const SandboxSnapshotList = z.object({ snapshots: z.array(SandboxSnapshot), offset: z.int() });
export const SandboxSnapshotQuery = z.object({
  limit: queryInt(1, 500).default(50),
  offset: queryInt(0).default(0),
  name_contains: text.optional(),
});

/** A workspace's secret as it is listed: never its value. */
export const WorkspaceSecretKey = z.object({ key: z.string() });
/** What a reference `{KEY}` can name (spec §2.10). */
export const workspaceSecretName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,255}$/,
    'must be a name of letters, digits and underscores, not starting with a digit',
  );
/** Null takes the secret away. */
export const WorkspaceSecretsUpsert = z.array(z.object({ key: workspaceSecretName, value: text.nullable() }));
export const WorkspaceSecretPut = z.object({ value: optional(text) });
