import type { AgentLanguage } from '../contract/agent-language.ts';

/** The emulator's behavior for a key of `langgraph.json` whose value differs from the default. */
export type Support =
  | { kind: 'carried out' }
  /** The build continues with a warning about the emulator's behavior, or about every service if `isEverywhere`. */
  | { kind: 'warned of'; message: string; isEverywhere?: true }
  /** The build fails: ignoring the key would be worse. */
  | { kind: 'refused'; message: string; isEverywhere?: true };

/**
 * Support of a key for graphs of each language. `departure` is a row of docs/departures.md, present if the emulator
 * differs from the hosted service.
 */
export type KeySupport = Readonly<Record<AgentLanguage, Support>> & { readonly departure?: string };

const DEPARTURE = 'graph-configuration-keys';
const CARRIED_OUT: Support = { kind: 'carried out' };
const carriedOut: KeySupport = { javascript: CARRIED_OUT, python: CARRIED_OUT };

const sweeps: KeySupport = { ...carriedOut, departure: 'ttl-sweeps' };

const warns = (message: string) => ({
  kind: 'warned of' as const,
  message: `is not carried out: ${message}`,
});
const warned = (message: string, departure = DEPARTURE): KeySupport => {
  const support = warns(message);
  return { javascript: support, python: support, departure };
};
const refused = (message: string, departure?: string): KeySupport => {
  const support: Support = { kind: 'refused', message };
  return { javascript: support, python: support, ...(departure !== undefined && { departure }) };
};
/** Returns the support of a key that only applies to graphs of one language. */
const only = (language: AgentLanguage, otherwise: string): KeySupport => {
  const support: Support = { ...warns(otherwise), isEverywhere: true };
  return { javascript: support, python: support, [language]: CARRIED_OUT };
};

const NO_IMAGE = 'no image is built, agents run on this machine';
/** The build warns if no container engine is available for the key. */
const whereEngine: KeySupport = { ...carriedOut, departure: 'image-keys' };
const OWN_STORAGE =
  'threads and items are kept in the emulator’s own database, so that rollbacks and restarts work. Test it against the hosted service';
const PYTHON_ALONE = 'the graphs are JavaScript’s. Remove it';

/**
 * The emulator's behavior for each key. A row also applies to all keys below it that have no row. Each key of the
 * schema has a row itself or is below a key with a row.
 */
export const KEY_SUPPORT: Readonly<Record<string, KeySupport>> = {
  $schema: carriedOut,
  graphs: carriedOut,
  dependencies: carriedOut,
  emulator: carriedOut,
  env: carriedOut,
  node_version: only('javascript', 'the graphs are Python’s, and no Node is installed for them'),
  pip_config_file: only('python', PYTHON_ALONE),
  pip_installer: only('python', PYTHON_ALONE),
  python_version: only('python', PYTHON_ALONE),
  source: only('python', PYTHON_ALONE),
  project_root: refused('is no longer supported. Write "source.root" instead'),
  package: refused('is no longer supported. Write "source.package" instead'),

  // Images.
  _INTERNAL_docker_tag: warned(NO_IMAGE),
  api_version: whereEngine,
  base_image: whereEngine,
  docker_compose_file: warned(NO_IMAGE),
  dockerfile_lines: whereEngine,
  image_distro: whereEngine,
  keep_pkg_tools: whereEngine,

  // Threads and checkpoints.
  'checkpointer.backend': warned(OWN_STORAGE),
  'checkpointer.path': warned(OWN_STORAGE),
  'checkpointer.serde': {
    ...only('python', 'it is about Python classes. Remove it'),
    departure: 'checkpointer-serde',
  },
  'checkpointer.ttl': sweeps,
  'checkpointer.uri': warned(OWN_STORAGE),

  // Long-term memory.
  'store.index': { ...carriedOut, departure: 'store-index' },
  'store.path': warned(OWN_STORAGE),
  'store.ttl': sweeps,

  // Authentication.
  'auth.path': carriedOut,
  'auth.allow_langsmith_api_keys': carriedOut,
  'auth.cache': {
    ...only('javascript', 'the graphs are Python’s, for which the hosted service keeps no answer either'),
    departure: 'graph-configuration-auth-cache',
  },
  'auth.disable_studio_auth': carriedOut,
  'auth.openapi': carriedOut,

  // Routes and headers.
  'http.app': carriedOut,
  'http.configurable_headers': carriedOut,
  'http.cors': carriedOut,
  'http.disable_a2a': carriedOut,
  'http.disable_assistants': carriedOut,
  'http.disable_event_streaming': carriedOut,
  'http.disable_mcp': carriedOut,
  'http.disable_meta': carriedOut,
  'http.disable_runs': carriedOut,
  'http.disable_store': carriedOut,
  'http.disable_threads': carriedOut,
  'http.disable_ui': carriedOut,
  'http.disable_webhooks': carriedOut,
  'http.enable_custom_route_auth': carriedOut,
  'http.logging_headers': warned('requests are not logged here: they are in the emulator’s journal'),
  'http.middleware_order': only(
    'python',
    'the middleware of a JavaScript application runs before callers are authenticated, as on the hosted service',
  ),
  'http.mount_prefix': carriedOut,
  webhooks: carriedOut,

  // Encryption and priority.
  encryption: {
    javascript: {
      kind: 'refused',
      message:
        'is for Python graphs alone, here and on the hosted service: nothing would be encrypted. Remove it',
      isEverywhere: true,
    },
    python: CARRIED_OUT,
    departure: 'own-encryption',
  },
  priority: {
    ...only(
      'python',
      'runs start in the order in which they were created. It is a Python object on the service, too',
    ),
    departure: 'run-priority',
  },

  // Components of a user interface.
  ui: { ...carriedOut, departure: 'ui-tailwind' },
  ui_config: carriedOut,
};

/** Returns the support of a key: the row of the key, or of the nearest section that contains it. */
export function supportOf(key: string, language: AgentLanguage): Support {
  for (let name = key; ; name = name.slice(0, name.lastIndexOf('.'))) {
    const support = Object.hasOwn(KEY_SUPPORT, name) ? KEY_SUPPORT[name] : undefined;
    if (support !== undefined) return support[language];
    if (!name.includes('.')) throw new Error(`no row for the key ${key}`);
  }
}
