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
    description: z.unknown().optional().describe('the description of its assistant'),
  }),
]);

const Word = z.string().refine((value) => value.trim() !== '' && !value.includes('\0'));
/** Settings that only the emulator reads. The hosted service ignores them, so one file works for both. */
const EmulatorSection = z
  .strictObject({
    command: z
      .union([Word, z.array(z.string().refine((value) => !value.includes('\0'))).min(1)])
      .describe('the program that serves the agent: a line for the shell, or a program and its arguments'),
  })
  .partial();

const HeaderPatterns = (what: string) =>
  section(
    {
      includes: optional(texts('["x-user-*"]'), `${what}: names in lower case, with \`*\``),
      excludes: optional(texts('["*-token"]'), 'never these, even if `includes` names them'),
      include: optional(texts('["x-user-*"]'), 'the same as `includes`'),
      exclude: optional(texts('["*-token"]'), 'the same as `excludes`'),
    },
    '{ "includes": ["x-user-*"] }',
  );

/** Routes and headers of the agent server. */
const HttpSection = section(
  {
    app: optional(reference('"./src/app.py:app"'), 'an application with routes of the author’s'),
    mount_prefix: optional(
      text('"/agent"').regex(
        /^(?:\/[^\s?#]*)?$/,
        'is not the beginning of a path. Expected one such as "/agent"',
      ),
      'the path that every route begins with',
    ),
    cors: optional(CorsConfig, 'which web pages may call the agent'),
    configurable_headers: optional(
      HeaderPatterns('headers that reach the configuration of a run'),
      'headers of a request that a run can read',
    ),
    logging_headers: optional(HeaderPatterns('headers that may be logged'), 'headers that a log may show'),
    disable_assistants: optional(flag(), 'no `/assistants` routes'),
    disable_threads: optional(flag(), 'no `/threads` routes'),
    disable_runs: optional(flag(), 'no `/runs` routes'),
    disable_store: optional(flag(), 'no `/store` routes'),
    disable_mcp: optional(flag(), 'no `/mcp` route'),
    disable_a2a: optional(flag(), 'no `/a2a` routes'),
    disable_meta: optional(flag(), 'no `/info`, `/metrics`, `/docs` and `/openapi.json`'),
    disable_ui: optional(flag(), 'no `/ui` routes'),
    disable_webhooks: optional(flag(), 'no webhook is sent'),
    disable_event_streaming: optional(flag(), 'no streaming protocol'),
    enable_custom_route_auth: optional(flag(), 'callers of the author’s routes are authenticated, too'),
    middleware_order: optional(
      oneOf(['auth_first', 'middleware_first']),
      'whether callers are authenticated before the author’s middleware runs',
    ),
  },
  '"http": { "app": "./src/app.py:app" }',
);
type HttpSection = z.output<typeof HttpSection>;

/** Authentication of callers of the agent. */
const AuthSection = section(
  {
    path: optional(reference('"./src/auth.py:auth"'), 'the author’s `Auth`'),
    disable_studio_auth: optional(flag(), 'callers from the service’s Studio are authenticated as any other'),
    allow_langsmith_api_keys: optional(
      flag(),
      'requests without an `Authorization` header are authenticated by the deployment’s key',
    ),
    openapi: optional(
      section(
        {
          securitySchemes: optional(
            mapOf(z.unknown(), '{ "ApiKey": { "type": "apiKey" } }'),
            'schemes by name',
          ),
          security: optional(
            listOf(z.unknown(), 'requirements', '[{ "ApiKey": [] }]'),
            'what every route requires',
          ),
          paths: optional(
            mapOf(mapOf(z.unknown(), '{ "get": [] }'), '{ "/path": { "get": [] } }'),
            'what single routes require',
          ),
        },
        '"openapi": { "securitySchemes": { … } }',
      ),
      'security of the OpenAPI document',
    ),
    cache: optional(
      section(
        {
          cache_keys: optional(texts('["authorization"]'), 'headers that make up the key'),
          ttl_seconds: optional(count('seconds', '60'), 'how long an answer is kept'),
          max_size: optional(count('entries', '100'), 'how many are kept'),
        },
        '"cache": { "cache_keys": ["authorization"] }',
      ),
      'keeps what `authenticate` answered',
    ),
  },
  '"auth": { "path": "./src/auth.py:auth" }',
).refine(
  ({ path, ...others }) => path !== undefined || Object.values(others).every((one) => one === undefined),
  { path: ['path'], error: 'is missing. Expected one such as "./src/auth.py:auth"' },
);
type AuthSection = z.output<typeof AuthSection>;

/** Long-term memory. */
const StoreSection = section(
  {
    path: optional(reference('"./src/store.py:store"'), 'a store of the author’s'),
    index: optional(
      section(
        {
          dims: count('dimensions', '1536').describe('how many numbers a vector has'),
          embed: text('"openai:text-embedding-3-small" or "./src/embed.py:embed"')
            .min(1, 'is empty. Expected "./src/embed.py:embed"')
            .describe('`"<provider>:<model>"`, or a function of the author’s'),
          fields: optional(texts('["$"]'), 'what of an item is embedded'),
        },
        '"index": { "dims": 1536, "embed": "./src/embed.py:embed" }',
      ),
      'search by meaning',
    ),
    ttl: optional(
      section(
        {
          default_ttl: optional(minutes('60'), 'minutes after which an item expires'),
          refresh_on_read: optional(flag(), 'reading an item restarts its time'),
          sweep_interval_minutes: optional(count('minutes', '5'), 'minutes between sweeps'),
        },
        '"ttl": { "default_ttl": 60 }',
      ),
      'items that expire',
    ),
  },
  '"store": { "ttl": { "default_ttl": 60 } }',
);
type StoreSection = z.output<typeof StoreSection>;

const AllowedModules = z.union(
  [z.boolean(), z.array(z.array(z.string()))],
  'is neither true nor a list of names. Expected one such as [["my_agent", "types", "Answer"]]',
);
/** Threads and their checkpoints. */
const CheckpointerSection = section(
  {
    backend: optional(oneOf(['default', 'custom', 'mongo']), 'where checkpoints are kept'),
    path: optional(reference('"./src/saver.py:make_saver"'), 'a checkpointer of the author’s'),
    uri: optional(text('"mongodb://…"'), 'the address of the backend `mongo`'),
    ttl: optional(
      section(
        {
          strategy: optional(oneOf(['delete', 'keep_latest']), 'what happens to a thread that expires'),
          default_ttl: optional(minutes('43200'), 'minutes after which a thread expires'),
          sweep_interval_minutes: optional(count('minutes', '10'), 'minutes between sweeps'),
          sweep_limit: optional(count('threads', '1000'), 'threads of one sweep'),
        },
        '"ttl": { "strategy": "delete", "default_ttl": 43200 }',
      ),
      'threads that expire',
    ),
    serde: optional(
      section(
        {
          allowed_json_modules: optional(AllowedModules, 'Python classes that are made from JSON'),
          // Null differs from an absent key: null allows only safe modules.
          allowed_msgpack_modules: AllowedModules.nullable()
            .optional()
            .describe('Python classes that are made from msgpack; `null`: the safe ones alone'),
          pickle_fallback: optional(flag(), 'what the serializer cannot hold is pickled'),
        },
        '"serde": { "pickle_fallback": false }',
      ),
      'how checkpoints are serialized',
    ),
  },
  '"checkpointer": { "ttl": { "default_ttl": 43200 } }',
);
type CheckpointerSection = z.output<typeof CheckpointerSection>;

/** Encryption at rest by the author's code. */
const EncryptionSection = section(
  { path: reference('"./src/encryption.py:encryption"').describe('the author’s `Encryption`') },
  '"encryption": { "path": "./src/encryption.py:encryption" }',
);
type EncryptionSection = z.output<typeof EncryptionSection>;

/** Order in which threads run. */
const PrioritySection = section(
  { path: reference('"./src/priority.py:priority"').describe('the author’s `Priority`') },
  '"priority": { "path": "./src/priority.py:priority" }',
);
type PrioritySection = z.output<typeof PrioritySection>;

/** Requests to other servers after a run has ended. */
const WebhooksSection = section(
  {
    env_prefix: optional(text('"LG_WEBHOOK_"'), 'what variables of `headers` begin with'),
    headers: optional(
      mapOf(text('"Bearer ${{ env.LG_WEBHOOK_TOKEN }}"'), '{ "authorization": "…" }'),
      'headers of every call; `${{ env.NAME }}` is a variable',
    ),
    allowed_fields: optional(texts('["run_id", "status"]'), 'fields of a run that are sent; all without it'),
    url: optional(
      section(
        {
          require_https: optional(flag(), 'no `http://`; true unless it says otherwise'),
          allowed_domains: optional(
            listOf(
              z
                .string('is not a text. Expected a host such as "hooks.example.com"')
                .regex(
                  /^(?:\*\.)?[^*\s]+$/,
                  'is not a host. Expected one such as "hooks.example.com", or "*.example.com"',
                ),
              'hosts',
              '["hooks.example.com"]',
            ),
            'hosts that may be called',
          ),
          allowed_ports: optional(
            listOf(z.int('is not a port. Expected one such as 443').min(1).max(65_535), 'ports', '[443]'),
            'ports that may be called',
          ),
          max_url_length: optional(count('characters', '2048'), 'the longest address'),
          disable_loopback: optional(flag(), 'no address of the machine itself, and no path alone'),
          disable_private_ips: optional(flag(), 'no private address'),
        },
        '"url": { "require_https": true }',
      ),
      'which addresses may be called',
    ),
  },
  '"webhooks": { "headers": { … } }',
);
type WebhooksSection = z.output<typeof WebhooksSection>;

const Ui = mapOf(
  text('"./src/ui.tsx"').min(1, 'is empty. Expected "./src/ui.tsx"'),
  '"ui": { "agent": "./src/ui.tsx" }',
);
const UiConfig = section(
  { shared: optional(texts('["react"]'), 'packages that the page brings along') },
  '"ui_config": { "shared": ["react"] }',
);

/** Keys of sections, whose meaning is the same in both languages. */
const SECTION_KEYS = {
  http: optional(HttpSection, 'routes and headers of the agent server'),
  auth: optional(AuthSection, 'who may call the agent, and what for'),
  store: optional(StoreSection, 'long-term memory'),
  checkpointer: optional(CheckpointerSection, 'threads and their checkpoints'),
  encryption: optional(EncryptionSection, 'what the author encrypts at rest'),
  priority: optional(PrioritySection, 'which threads go first'),
  webhooks: optional(WebhooksSection, 'calls of others when a run has ended'),
  ui: optional(Ui, 'components of a user interface, by name'),
  ui_config: optional(UiConfig, 'how these are bundled'),
  base_image: optional(text('"langchain/langgraph-api:3.12"'), 'the image to begin with'),
  image_distro: optional(oneOf(['debian', 'wolfi', 'bookworm']), 'the distribution of that image'),
  api_version: optional(
    text('"0.8"').regex(
      /^(?:>?~=\s*)?\d+(?:\.\d+){0,2}(?:(?:a|b|rc)\d+)?(?:-[\w.-]+)?$/,
      'is not a version. Expected one such as "0.8"',
    ),
    'the version of the agent server',
  ),
  dockerfile_lines: optional(texts('["RUN apt-get install -y ffmpeg"]'), 'more lines of the Dockerfile'),
  keep_pkg_tools: optional(
    z.union(
      [z.boolean(), z.array(z.enum(['pip', 'setuptools', 'wheel']))],
      'is neither true nor a list of tools. Expected true, or a list of "pip", "setuptools" and "wheel"',
    ),
    'whether the image keeps pip, setuptools and wheel',
  ),
  docker_compose_file: optional(text('"docker-compose.yml"'), 'more containers of `langgraph up`'),
  _INTERNAL_docker_tag: optional(text('"latest"'), 'the service’s own'),
};

/** Every key of `langgraph.json`, for both languages. */
export const GraphConfigFile = z.object({
  $schema: z.unknown().optional().describe('the address of a JSON schema, for editors'),
  graphs: z.record(z.string(), GraphValue).optional().describe('the graphs, by name'),
  emulator: EmulatorSection.nullish().describe('for the emulator alone'),
  env: z
    .union([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))])
    .nullish()
    .describe('variables, or a file of them'),
  node_version: z.union([z.string(), z.number()]).nullish().describe('the major version of Node'),
  ...PYTHON_KEYS,
  ...SECTION_KEYS,
  project_root: z.unknown().optional().describe('no longer supported: `source.root`'),
  package: z.unknown().optional().describe('no longer supported: `source.package`'),
});

/** Keys that also apply to a program that serves itself. */
export const CommonKeys = GraphConfigFile.pick({
  graphs: true,
  emulator: true,
  env: true,
  node_version: true,
}).loose();

/** The parsed sections of a configuration. Sections that the file does not contain are absent. */
export const ConfigSections = z.object(SECTION_KEYS);
export type ConfigSections = z.output<typeof ConfigSections>;
