import * as z from 'zod';
import { CorsConfig } from './cors.ts';
import {
  count,
  flag,
  listOf,
  mapOf,
  minutes,
  oneOf,
  optional,
  reference,
  section,
  text,
  texts,
} from './fields.ts';
import { PYTHON_KEYS } from './python.ts';

const graphText = z.string();
export const GraphValue = z.union([
  graphText,
  z.looseObject({
    path: graphText.describe('`"<file>:<name>"`; in Python also `"<module>:<name>"`'),
    description: z.unknown().optional().describe("the description of the graph's assistant"),
  }),
]);

const Word = z.string().refine((value) => value.trim() !== '' && !value.includes('\0'));
/**
 * Settings that only the emulator reads. The hosted service ignores these settings, so the hosted service and the
 * emulator can use the same file.
 */
const EmulatorSection = z
  .strictObject({
    command: z
      .union([Word, z.array(z.string().refine((value) => !value.includes('\0'))).min(1)])
      .describe(
        'the program that serves the agent: a shell command line, or a list of a program and its arguments',
      ),
  })
  .partial();

const HeaderPatterns = (what: string) =>
  section(
    {
      includes: optional(texts('["x-user-*"]'), `${what}: lowercase names, optionally with \`*\``),
      excludes: optional(
        texts('["*-token"]'),
        'headers that are not copied; they take precedence over `includes`',
      ),
      include: optional(texts('["x-user-*"]'), 'same as `includes`'),
      exclude: optional(texts('["*-token"]'), 'same as `excludes`'),
    },
    '{ "includes": ["x-user-*"] }',
  );

const HttpSection = section(
  {
    app: optional(
      reference('"./src/app.py:app"'),
      `an application with custom routes, as \`"<file>:<name>"\``,
    ),
    mount_prefix: optional(
      text('"/agent"').regex(/^(?:\/[^\s?#]*)?$/, 'is not a path prefix. Expected a prefix such as "/agent"'),
      'the path prefix of all routes',
    ),
    cors: optional(CorsConfig, 'rules for web pages that call the agent'),
    configurable_headers: optional(
      HeaderPatterns('headers that are copied into the configuration of a run'),
      'request headers that a run can read',
    ),
    logging_headers: optional(
      HeaderPatterns('headers that may be logged'),
      'headers that the log may contain',
    ),
    disable_assistants: optional(flag(), 'disables the `/assistants` routes'),
    disable_threads: optional(flag(), 'disables the `/threads` routes'),
    disable_runs: optional(flag(), 'disables the `/runs` routes'),
    disable_store: optional(flag(), 'disables the `/store` routes'),
    disable_mcp: optional(flag(), 'disables the `/mcp` route'),
    disable_a2a: optional(flag(), 'disables the `/a2a` routes'),
    disable_meta: optional(flag(), 'disables `/info`, `/metrics`, `/docs` and `/openapi.json`'),
    disable_ui: optional(flag(), 'disables the `/ui` routes'),
    disable_webhooks: optional(flag(), 'disables webhooks'),
    disable_event_streaming: optional(flag(), 'disables the streaming protocol'),
    enable_custom_route_auth: optional(flag(), 'authenticates callers of custom routes too'),
    middleware_order: optional(
      oneOf(['auth_first', 'middleware_first']),
      'the order of authentication and custom middleware',
    ),
  },
  '"http": { "app": "./src/app.py:app" }',
);
type HttpSection = z.output<typeof HttpSection>;

const AuthSection = section(
  {
    path: optional(reference('"./src/auth.py:auth"'), 'the `Auth` object of the agent, as `"<file>:<name>"`'),
    disable_studio_auth: optional(
      flag(),
      "authenticates callers from the service's Studio like any other caller",
    ),
    allow_langsmith_api_keys: optional(
      flag(),
      "accepts the deployment's key for requests without an `Authorization` header",
    ),
    openapi: optional(
      section(
        {
          securitySchemes: optional(
            mapOf(z.unknown(), '{ "ApiKey": { "type": "apiKey" } }'),
            'the security schemes, by name',
          ),
          security: optional(
            listOf(z.unknown(), 'requirements', '[{ "ApiKey": [] }]'),
            'the security requirements of every route',
          ),
          paths: optional(
            mapOf(mapOf(z.unknown(), '{ "get": [] }'), '{ "/path": { "get": [] } }'),
            'the security requirements of single routes',
          ),
        },
        '"openapi": { "securitySchemes": { … } }',
      ),
      'the security schemes of the OpenAPI document',
    ),
    cache: optional(
      section(
        {
          cache_keys: optional(texts('["authorization"]'), 'headers that make up the cache key'),
          ttl_seconds: optional(count('seconds', '60'), 'the number of seconds for which a result is cached'),
          max_size: optional(count('entries', '100'), 'maximum number of cached results'),
        },
        '"cache": { "cache_keys": ["authorization"] }',
      ),
      'caches the results of `authenticate`',
    ),
  },
  '"auth": { "path": "./src/auth.py:auth" }',
).refine(
  ({ path, ...others }) => path !== undefined || Object.values(others).every((one) => one === undefined),
  { path: ['path'], error: 'is missing. Expected a reference such as "./src/auth.py:auth"' },
);
type AuthSection = z.output<typeof AuthSection>;

const StoreSection = section(
  {
    path: optional(reference('"./src/store.py:store"'), 'a custom store in place of the server’s store'),
    index: optional(
      section(
        {
          dims: count('dimensions', '1536').describe('number of dimensions of a vector'),
          embed: text('"openai:text-embedding-3-small" or "./src/embed.py:embed"')
            .min(1, 'is empty. Expected "./src/embed.py:embed"')
            .describe('`"<provider>:<model>"`, or a custom function'),
          fields: optional(texts('["$"]'), 'the parts of an item that are embedded'),
        },
        '"index": { "dims": 1536, "embed": "./src/embed.py:embed" }',
      ),
      'settings of the search by meaning',
    ),
    ttl: optional(
      section(
        {
          default_ttl: optional(minutes('60'), 'minutes after which an item expires'),
          refresh_on_read: optional(flag(), 'restarts the expiry time of an item when the item is read'),
          sweep_interval_minutes: optional(count('minutes', '5'), 'minutes between sweeps'),
        },
        '"ttl": { "default_ttl": 60 }',
      ),
      'rules for items that expire',
    ),
  },
  '"store": { "ttl": { "default_ttl": 60 } }',
);
type StoreSection = z.output<typeof StoreSection>;

const AllowedModules = z.union(
  [z.boolean(), z.array(z.array(z.string()))],
  'is neither true nor a list of names. Expected a list such as [["my_agent", "types", "Answer"]]',
);
const CheckpointerSection = section(
  {
    backend: optional(oneOf(['default', 'custom', 'mongo']), 'the kind of storage for checkpoints'),
    path: optional(
      reference('"./src/saver.py:make_saver"'),
      'a custom checkpointer in place of the server’s checkpointer',
    ),
    uri: optional(text('"mongodb://…"'), 'the URL of the backend `mongo`'),
    ttl: optional(
      section(
        {
          strategy: optional(
            oneOf(['delete', 'keep_latest']),
            'what happens to an expired thread: it is deleted, or only its latest state remains',
          ),
          default_ttl: optional(minutes('43200'), 'minutes after which a thread expires'),
          sweep_interval_minutes: optional(count('minutes', '10'), 'minutes between sweeps'),
          sweep_limit: optional(count('threads', '1000'), 'maximum number of threads per sweep'),
        },
        '"ttl": { "strategy": "delete", "default_ttl": 43200 }',
      ),
      'rules for threads that expire',
    ),
    serde: optional(
      section(
        {
          allowed_json_modules: optional(AllowedModules, 'Python classes that may be created from JSON'),
          // Null differs from an absent key, because null allows only safe modules.
          allowed_msgpack_modules: AllowedModules.nullable()
            .optional()
            .describe(
              'Python classes that may be created from msgpack; `null` permits only the safe classes',
            ),
          pickle_fallback: optional(flag(), 'pickles values that the serializer does not support'),
        },
        '"serde": { "pickle_fallback": false }',
      ),
      'rules for serializing checkpoints',
    ),
  },
  '"checkpointer": { "ttl": { "default_ttl": 43200 } }',
);
type CheckpointerSection = z.output<typeof CheckpointerSection>;

const EncryptionSection = section(
  {
    path: reference('"./src/encryption.py:encryption"').describe(
      'the `Encryption` object of the agent, as `"<file>:<name>"`',
    ),
  },
  '"encryption": { "path": "./src/encryption.py:encryption" }',
);
type EncryptionSection = z.output<typeof EncryptionSection>;

const PrioritySection = section(
  {
    path: reference('"./src/priority.py:priority"').describe(
      'the object that returns the priority of a thread, as `"<file>:<name>"`',
    ),
  },
  '"priority": { "path": "./src/priority.py:priority" }',
);
type PrioritySection = z.output<typeof PrioritySection>;

const WebhooksSection = section(
  {
    env_prefix: optional(text('"LG_WEBHOOK_"'), 'prefix of the variables that `headers` may use'),
    headers: optional(
      mapOf(text('"Bearer ${{ env.LG_WEBHOOK_TOKEN }}"'), '{ "authorization": "…" }'),
      'headers of every webhook request; `${{ env.NAME }}` inserts a variable',
    ),
    allowed_fields: optional(
      texts('["run_id", "status"]'),
      'the fields of a run that a webhook contains; all by default',
    ),
    url: optional(
      section(
        {
          require_https: optional(flag(), 'rejects `http://` URLs; true by default'),
          allowed_domains: optional(
            listOf(
              z
                .string('is not a string. Expected a host such as "hooks.example.com"')
                .regex(
                  /^(?:\*\.)?[^*\s]+$/,
                  'is not a host. Expected a host such as "hooks.example.com", or "*.example.com"',
                ),
              'hosts',
              '["hooks.example.com"]',
            ),
            'the hosts that webhooks may call',
          ),
          allowed_ports: optional(
            listOf(z.int('is not a port. Expected a port such as 443').min(1).max(65_535), 'ports', '[443]'),
            'the ports that webhooks may call',
          ),
          max_url_length: optional(count('characters', '2048'), 'the maximum length of a URL, in characters'),
          disable_loopback: optional(flag(), 'rejects loopback addresses and URLs that are only a path'),
          disable_private_ips: optional(flag(), 'rejects private addresses'),
        },
        '"url": { "require_https": true }',
      ),
      'rules for the URLs that webhooks may call',
    ),
  },
  '"webhooks": { "headers": { … } }',
);
type WebhooksSection = z.output<typeof WebhooksSection>;

const Ui = mapOf(
  text('"./src/ui.tsx"').min(1, 'is empty. Expected a path such as "./src/ui.tsx"'),
  '"ui": { "agent": "./src/ui.tsx" }',
);
const UiConfig = section(
  { shared: optional(texts('["react"]'), 'packages that the host page provides') },
  '"ui_config": { "shared": ["react"] }',
);

/** Keys of sections that have the same meaning in Python and JavaScript. */
const SECTION_KEYS = {
  http: optional(HttpSection, 'settings of the routes and headers of the agent server'),
  auth: optional(AuthSection, 'settings of the authentication and authorization of callers'),
  store: optional(StoreSection, 'settings of the store, the long-term memory of the agent'),
  checkpointer: optional(CheckpointerSection, 'settings of threads and their checkpoints'),
  encryption: optional(EncryptionSection, 'custom encryption of stored data'),
  priority: optional(PrioritySection, 'custom priorities of threads'),
  webhooks: optional(WebhooksSection, 'settings of the requests that the server sends when a run has ended'),
  ui: optional(Ui, 'modules with components of a user interface, by name'),
  ui_config: optional(UiConfig, 'settings for bundling the components of `ui`'),
  base_image: optional(
    text('"langchain/langgraph-api:3.12"'),
    "the image on which the agent's image is based",
  ),
  image_distro: optional(oneOf(['debian', 'wolfi', 'bookworm']), 'the Linux distribution of the base image'),
  api_version: optional(
    text('"0.8"').regex(
      /^(?:>?~=\s*)?\d+(?:\.\d+){0,2}(?:(?:a|b|rc)\d+)?(?:-[\w.-]+)?$/,
      'is not a version. Expected a version such as "0.8"',
    ),
    'the version of the agent server in the base image',
  ),
  dockerfile_lines: optional(
    texts('["RUN apt-get install -y ffmpeg"]'),
    "additional lines of the Dockerfile of the agent's image",
  ),
  keep_pkg_tools: optional(
    z.union(
      [z.boolean(), z.array(z.enum(['pip', 'setuptools', 'wheel']))],
      'is neither true nor a list of tools. Expected true, or a list of "pip", "setuptools" and "wheel"',
    ),
    'the tools among pip, setuptools and wheel that remain in the image',
  ),
  docker_compose_file: optional(text('"docker-compose.yml"'), 'additional containers of `langgraph up`'),
  _INTERNAL_docker_tag: optional(text('"latest"'), 'reserved for the hosted service'),
};

/** All keys of `langgraph.json` for Python and JavaScript. */
export const GraphConfigFile = z.object({
  $schema: z.unknown().optional().describe('the URL of a JSON schema, for editors'),
  graphs: z
    .record(z.string(), GraphValue)
    .optional()
    .describe('the graphs of the agent, each under its name'),
  emulator: EmulatorSection.nullish().describe('settings that only the emulator reads'),
  env: z
    .union([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))])
    .nullish()
    .describe('environment variables of the agent, or the path of a file that contains them'),
  node_version: z.union([z.string(), z.number()]).nullish().describe('the major version of Node.js'),
  ...PYTHON_KEYS,
  ...SECTION_KEYS,
  project_root: z.unknown().optional().describe('no longer supported: use `source.root`'),
  package: z.unknown().optional().describe('no longer supported: use `source.package`'),
});

/** Keys that also apply if the agent is a program with its own server. */
export const CommonKeys = GraphConfigFile.pick({
  graphs: true,
  emulator: true,
  env: true,
  node_version: true,
}).loose();

/** The parsed sections of a configuration. Sections that the file does not contain are absent. */
export const ConfigSections = z.object(SECTION_KEYS);
export type ConfigSections = z.output<typeof ConfigSections>;
