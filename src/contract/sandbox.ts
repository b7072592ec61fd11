import * as z from 'zod';
import { maxItems, cIdentifier, dateTime, nonEmptyText, optional, text } from './primitives.ts';
import { queryInt } from './query.ts';
import { LIST_MAX, VARIABLES_MAX } from './limits.ts';

const HEADER_TYPES = ['workspace_secret', 'plaintext', 'opaque'] as const;

/** Name of a header, which must be a token (RFC 9110), because other names could split the header. */
const headerName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be an HTTP header name');

/** A header that the proxy adds to matching requests. Responses contain `is_set` instead of an opaque value. */
export const ProxyHeader = z.object({
  name: headerName,
  type: z.enum(HEADER_TYPES),
  value: optional(z.string().regex(/^[^\r\n\0]*$/, 'must not contain line breaks or NUL')),
  is_set: optional(z.boolean()),
});
export type ProxyHeader = z.infer<typeof ProxyHeader>;

const PLACEHOLDER_PLACES = ['header', 'query', 'path', 'body'] as const;

/**
 * A variable of the sandbox that contains a harmless sentinel instead of a secret. The proxy replaces the sentinel in
 * requests that match the rule. Only the emulator and the sandbox action support placeholders.
 */
export const ProxyPlaceholder = z.object({
  env: cIdentifier,
  /** Secret for the sentinel, with references to workspace secrets such as `{API_KEY}`. */
  value: z.string().regex(/^[^\r\n\0]*$/, 'must not contain line breaks or NUL'),
  /** Parts of a request in which the sentinel is replaced: by default only headers. */
  in: optional(z.array(z.enum(PLACEHOLDER_PLACES)).min(1)),
  /** Beginning of the sentinel, for clients that check the form of a key. */
  prefix: optional(
    z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'must be 1 to 24 letters, digits, dashes or underscores'),
  ),
});
export type ProxyPlaceholder = z.infer<typeof ProxyPlaceholder>;

/** Limits of a rule: a number of requests, a time, or both. Only the emulator and the sandbox action support budgets. */
export const ProxyBudget = z
  .object({ uses: optional(z.int().min(1).max(1_000_000)), until: optional(dateTime) })
  .refine(({ uses, until }) => (uses ?? until ?? undefined) !== undefined, 'must contain `uses` or `until`');
export type ProxyBudget = z.infer<typeof ProxyBudget>;

/** Value of a signing key: text with references to workspace secrets such as `{API_KEY}`. */
const signingSecret = z.string().regex(/^[^\r\n\0]*$/, 'must not contain line breaks or NUL');

/** Parts of the AWS credential scope. */
const scopePart = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be 1 to 64 letters, digits or dashes');

/** Credentials and scope of AWS Signature Version 4. */
export const AwsSigning = z.object({
  /** ID of the access key, as text or with references to workspace secrets. */
  access_key_id: signingSecret,
  secret_access_key: signingSecret,
  session_token: optional(signingSecret),
  /** Region of the requests. If absent, the region in the host name. */
  region: optional(scopePart),
  /** Service of the requests, such as `s3`. If absent, the service in the host name. */
  service: optional(scopePart),
});
export type AwsSigning = z.infer<typeof AwsSigning>;

/** A header with an HMAC of the request, such as the signatures of webhooks. */
export const HmacSigning = z.object({
  secret: signingSecret,
  /** Encoding of the secret: by default, the secret is the key itself. */
  secret_encoding: optional(z.enum(['text', 'hex', 'base64'])),
  algorithm: optional(z.enum(['sha256', 'sha512'])),
  encoding: optional(z.enum(['hex', 'base64'])),
  /** Signed text with the variables `{timestamp}`, `{body}`, `{method}` and `{target}`. By default `{body}`. */
  signed: optional(z.string().min(1).max(1024)),
  /** Name of the header with the signature. */
  header: headerName,
  /** Value of the header with the variables `{signature}` and `{timestamp}`. By default `{signature}`. */
  value: optional(z.string().min(1).max(1024)),
  /** Name of a header with the timestamp, in seconds since 1970. */
  timestamp_header: optional(headerName),
});
export type HmacSigning = z.infer<typeof HmacSigning>;

/** The signature that the proxy adds to requests. Only the emulator and the sandbox action sign requests. */
export const ProxySigning = z
  .object({ aws: optional(AwsSigning), hmac: optional(HmacSigning) })
  .refine(
    ({ aws, hmac }) => ((aws ?? undefined) === undefined) !== ((hmac ?? undefined) === undefined),
    'must contain exactly one of `aws` and `hmac`',
  );
export type ProxySigning = z.infer<typeof ProxySigning>;

const description = z.string().max(1024);

/** A rule for one external service: the requests that match the rule, and the headers to add. */
export const ProxyRule = z.object({
  name: z.string().min(1).max(128),
  /**
   * Type of the rule, or absent for a rule that adds headers. Our proxy does not support the provider types (`aws`,
   * `gcp`, `azure`), and signs requests of rules with `sign` instead.
   */
  type: optional(z.string().max(32)),
  /** True or absent if the rule is enabled. A disabled rule is validated and stored, but matches no request. */
  enabled: optional(z.boolean()),
  description: optional(description),
  match_hosts: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
  match_paths: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
  /** Headers of the form `name: value` that a request must have to match the rule. */
  match_headers: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
  headers: optional(maxItems(LIST_MAX, z.array(ProxyHeader))),
  placeholders: optional(maxItems(LIST_MAX, z.array(ProxyPlaceholder))),
  sign: optional(ProxySigning),
  budget: optional(ProxyBudget),
  no_proxy: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
  /**
   * Environment variables that are set in the sandbox while the rule is enabled. The values are harmless, and are for
   * tools that do not start without a variable.
   */
  env_vars: optional(z.record(cIdentifier, z.string().regex(/^[^\0]*$/, 'must not contain NUL'))),
});
export type ProxyRule = z.infer<typeof ProxyRule>;

const SERVICES = ['anthropic', 'aws', 'github', 'google', 'langsmith', 'mistral', 'openai', 'slack'] as const;
export type ProxyServiceName = (typeof SERVICES)[number];

/** A well-known API, for which the emulator and the action add a rule with the hosts, paths and header of the API. */
export const ProxyServiceUse = z
  .object({
    service: z.enum(SERVICES),
    /** Name of the workspace secret, by default the variable that clients of the API read. */
    secret: optional(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,255}$/, 'must be a name of a secret')),
    match_paths: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
    /** Region of AWS, such as `eu-central-1`. */
    region: optional(
      z.string().regex(/^[a-z]{2,8}(-[a-z]+)+-\d{1,2}$/, 'must be a region, such as eu-central-1'),
    ),
    /** Hosts of AWS without region and domain, such as `bedrock-runtime` or `my-bucket.s3`. */
    endpoints: optional(
      z
        .array(
          z
            .string()
            .regex(/^[a-z0-9]([a-z0-9.-]{0,126}[a-z0-9])?$/, 'must be the beginning of a host, such as sqs'),
        )
        .min(1)
        .max(64),
    ),
    /** True if the AWS credentials have a session token, in the secret `AWS_SESSION_TOKEN`. */
    session_token: optional(z.boolean()),
  })
  .superRefine(({ service, secret, region, endpoints, session_token: session }, context) => {
    const refuse = (field: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [field], message });
    };
    const isSet = (value: unknown): boolean => value !== undefined && value !== null;
    if (service !== 'aws') {
      if (isSet(region)) refuse('region', 'is only for the service aws');
      if (isSet(endpoints)) refuse('endpoints', 'is only for the service aws');
      if (isSet(session)) refuse('session_token', 'is only for the service aws');
      return;
    }
    if (!isSet(region)) refuse('region', 'is required for the service aws');
    if (!isSet(endpoints)) refuse('endpoints', 'is required for the service aws');
    if (isSet(secret)) refuse('secret', 'is not for the service aws, which has several secrets: use a rule');
  });
export type ProxyServiceUse = z.infer<typeof ProxyServiceUse>;

/**
 * Hosts that the sandbox can reach (`allow_list`) or cannot reach (`deny_list`). The client must set exactly one of the
 * two lists.
 */
export const AccessControl = z.object({
  allow_list: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
  deny_list: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
});
export type AccessControl = z.infer<typeof AccessControl>;

export const ProxyConfig = z.object({
  rules: optional(maxItems(LIST_MAX, z.array(ProxyRule))),
  services: optional(maxItems(LIST_MAX, z.array(ProxyServiceUse))),
  no_proxy: optional(maxItems(LIST_MAX, z.array(z.string().min(1)))),
  access_control: optional(AccessControl),
  /**
   * URLs of the user's own services that return headers. Our proxy does not support callbacks, so a configuration with
   * callbacks is refused.
   */
  callbacks: optional(maxItems(LIST_MAX, z.array(z.looseObject({})))),
  description: optional(description),
});
export type ProxyConfig = z.infer<typeof ProxyConfig>;

export const SandboxCreate = z.object({
  template_name: optional(z.string().min(1)),
  name: optional(z.string().min(1)),
  wait_for_ready: optional(z.boolean()),
  proxy_config: optional(ProxyConfig),
});
export type SandboxCreate = z.infer<typeof SandboxCreate>;

/** A sandbox in the service's format. Unknown fields are accepted, because the API is in preview. */
export const Sandbox = z.looseObject({
  id: z.string().nullish(),
  name: z.string(),
  status: z.string().nullish(),
  status_message: z.string().nullish(),
  dataplane_url: z.string().nullish(),
  template_name: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  proxy_config: z.looseObject({}).nullish(),
});
export type Sandbox = z.infer<typeof Sandbox>;

/** Default idle time of a sandbox in seconds, after which the sandbox stops. */
export const SANDBOX_IDLE_TTL_DEFAULT_S = 600;
export const SANDBOX_DELETE_AFTER_STOP_DEFAULT_S = 14 * 24 * 60 * 60;
/** Default and maximum time in seconds that `wait_for_ready` waits for a sandbox. */
export const SANDBOX_WAIT_DEFAULT_S = 30;
const SANDBOX_WAIT_MAX_S = 600;

/** Name of a sandbox. A name must not look like an ID, because paths can contain a name or an ID. */
export const sandboxName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'must be 1 to 128 letters, digits, dots, dashes or underscores, starting with a letter or digit',
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
const variables = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable name'), text);

/** Working directory and user of a sandbox's commands, which only newer clients send. */
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

/** Body of POST …/boxes: the fields in the specification, and fields that newer clients send. */
export const SandboxCreateBody = SandboxCreate.extend({
  name: optional(sandboxName),
  timeout: optional(z.number().positive().max(SANDBOX_WAIT_MAX_S)),
  snapshot: optional(nonEmptyText),
  snapshot_name: optional(nonEmptyText),
  snapshot_id: optional(nonEmptyText),
  labels: optional(labels),
  env_vars: optional(variables),
  mount_config: optional(z.looseObject({ mounts: optional(maxItems(LIST_MAX, z.array(z.unknown()))) })),
  preserve_memory_on_stop: optional(z.boolean()),
  restore_memory: optional(z.boolean()),
  ...settings,
});
export type SandboxCreateBody = z.infer<typeof SandboxCreateBody>;

/** Body of PATCH …/boxes/{name}. Fields that are not in the body stay unchanged. */
export const SandboxPatch = z.object({
  name: optional(sandboxName),
  proxy_config: optional(ProxyConfig),
  ...settings,
});
export type SandboxPatch = z.infer<typeof SandboxPatch>;

/** A sandbox in the emulator's format, with all fields of the service. */
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

/** A page of sandboxes. The fields `sandboxes` and `offset` are for clients without cursors. */
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

/** Names or IDs of the sandboxes to delete, in either of the two lists. */
export const SandboxBatchDelete = z
  .object({
    names: optional(maxItems(LIST_MAX, z.array(nonEmptyText))),
    ids: optional(maxItems(LIST_MAX, z.array(nonEmptyText))),
  })
  .refine(({ names, ids }) => {
    const all = (names?.length ?? 0) + (ids?.length ?? 0);
    return all >= 1 && all <= 100;
  }, 'must list 1 to 100 sandboxes in `names` or `ids`');
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

/** Tag of a snapshot, with the syntax of container image tags. */
const snapshotTag = z
  .string()
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/,
    'must be 1 to 128 letters, digits, underscores, dots or dashes, not starting with a dot or dash',
  );

/** Body of POST …/boxes/{name}/snapshot, which captures a sandbox. */
export const SnapshotCapture = z.looseObject({
  name: sandboxName,
  /** Tag of the snapshot. If an older snapshot with the same name has this tag, the tag moves to the new snapshot. */
  tag: optional(snapshotTag),
  docker_image: optional(nonEmptyText),
  fs_capacity_bytes: optional(z.int().min(1)),
});
/** Body of POST …/snapshots, which builds a snapshot from an image. */
export const SnapshotBuild = z.looseObject({ name: sandboxName, docker_image: nonEmptyText });
export const SandboxSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  status_message: z.string().nullable(),
  source_sandbox_id: z.string().nullable(),
  tags: z.array(z.string()),
  fs_capacity_bytes: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SandboxSnapshot = z.infer<typeof SandboxSnapshot>;
export const SandboxSnapshotList = z.object({ snapshots: z.array(SandboxSnapshot), offset: z.int() });
/** Tags of a snapshot name, and the snapshots that the tags refer to. */
export const SnapshotTags = z.object({
  name: z.string(),
  tags: z.array(z.object({ tag: z.string(), snapshot_id: z.string() })),
});
export const SandboxSnapshotQuery = z.object({
  limit: queryInt(1, 500).default(50),
  offset: queryInt(0).default(0),
  name_contains: text.optional(),
});

/** A workspace secret in a list, without its value. */
export const WorkspaceSecretKey = z.object({ key: z.string() });
/** Name of a workspace secret. `{KEY}` refers to the secret with the name `KEY`. */
export const workspaceSecretName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,255}$/,
    'must be a name of letters, digits and underscores, not starting with a digit',
  );
/** Body that sets workspace secrets. A null value deletes the secret. */
export const WorkspaceSecretsUpsert = maxItems(
  VARIABLES_MAX,
  z.array(z.object({ key: workspaceSecretName, value: text.nullable() })),
);
export const WorkspaceSecretPut = z.object({ value: optional(text) });

/** Maximum and default lifetime of a service URL's token in seconds. */
const SERVICE_TOKEN_MAX_S = 24 * 60 * 60;
export const SERVICE_TOKEN_DEFAULT_S = 600;

/** Body of POST …/boxes/{name}/service-url. */
export const ServiceUrlBody = z.object({
  port: z.int().min(1).max(65_535),
  expires_in_seconds: optional(z.int().min(1).max(SERVICE_TOKEN_MAX_S)),
  /** Users who may open the service URL after a login. If `access` is set, the service URL contains no token. */
  access: optional(z.enum(['restricted', 'workspace'])),
  /** Origins of pages that can show the service URL in a frame. */
  embed_origins: optional(maxItems(5, z.array(nonEmptyText))),
});
export type ServiceUrlBody = z.infer<typeof ServiceUrlBody>;
export const ServiceUrlResponse = z.object({
  token: z.string(),
  /** URL for programs, which send the token of the service URL in a header. */
  service_url: z.string(),
  /** URL for browsers, which contains the token. A request for this URL sets a cookie and is redirected. */
  browser_url: z.string(),
  expires_at: dateTime,
});
export type ServiceUrlResponse = z.infer<typeof ServiceUrlResponse>;

/** Header that contains the token of a service URL. */
export const SERVICE_TOKEN_HEADER = 'x-langsmith-sandbox-service-token';

// Schemas of the API at the URL of a sandbox.

const seconds = z
  .number()
  .min(0)
  .max(7 * 24 * 60 * 60);

const command = {
  command: nonEmptyText,
  shell: optional(nonEmptyText),
  env: optional(variables),
  cwd: optional(nonEmptyText),
  run_config: optional(RunConfig),
};

export const ExecuteBody = z
  .object({ ...command, timeout: optional(seconds) })
  .refine(
    ({ env, cwd, run_config: config }) =>
      (config ?? undefined) === undefined || (env ?? cwd ?? undefined) === undefined,
    'must not have both `run_config` and the older `env` or `cwd`',
  );
export type ExecuteBody = z.infer<typeof ExecuteBody>;
export const ExecuteResponse = z.object({ stdout: z.string(), stderr: z.string(), exit_code: z.int() });

/** Messages that a client sends over /execute/ws. */
export const ExecuteMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('execute'),
    ...command,
    command_id: optional(
      z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, dashes or underscores'),
    ),
    timeout_seconds: optional(seconds),
    /** Number of seconds that the command can run without a client, or a negative number for no limit. */
    idle_timeout_seconds: optional(z.number()),
    /**
     * Number of seconds that the output is stored after the command ends, or a negative number to store the output
     * until the sandbox stops.
     */
    ttl_seconds: optional(z.number()),
    kill_on_disconnect: optional(z.boolean()),
    close_stdin: optional(z.boolean()),
    pty: optional(z.boolean()),
  }),
  z.object({
    type: z.literal('reconnect'),
    command_id: nonEmptyText,
    stdout_offset: optional(z.int().min(0)),
    stderr_offset: optional(z.int().min(0)),
  }),
  z.object({ type: z.literal('input'), data: text }),
  z.object({ type: z.literal('close_stdin') }),
  z.object({ type: z.literal('kill') }),
]);
export type ExecuteMessage = z.infer<typeof ExecuteMessage>;

/** Messages that the sandbox sends over /execute/ws. Offsets count bytes of the output in UTF-8. */
export type ExecuteEvent =
  | { type: 'started'; command_id: string; pid: number }
  | { type: 'stdout' | 'stderr'; data: string; offset: number }
  | { type: 'exit'; exit_code: number }
  | { type: 'error'; error_type: string; error: string };

const limit = optional(z.int().min(1).max(10_000));
/** Body of POST …/glob, which finds entries below `path` whose relative paths match `pattern`. */
export const GlobBody = z.object({ pattern: nonEmptyText, path: nonEmptyText, limit });
export const GlobResponse = z.object({
  matches: z.array(
    z.object({
      path: z.string(),
      is_dir: z.boolean(),
      size_bytes: z.int(),
      modified_at: dateTime,
    }),
  ),
  truncated: z.boolean(),
});
/** Body of POST …/grep, which finds lines below `path` that contain the literal string `pattern`. */
export const GrepBody = z.object({
  pattern: nonEmptyText,
  path: nonEmptyText,
  glob: optional(nonEmptyText),
  limit,
});
export const GrepResponse = z.object({
  matches: z.array(z.object({ path: z.string(), line: z.int(), text: z.string() })),
  truncated: z.boolean(),
});

export const FileQuery = z.object({ path: nonEmptyText });
export const FileUploadResponse = z.object({ path: z.string(), size: z.int() });
