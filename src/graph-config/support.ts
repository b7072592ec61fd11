import type { AgentLanguage } from '../contract/agent-language.ts';

/** The emulator's behavior for a key of `langgraph.json` whose value differs from the default. */
export type Support =
  | { kind: 'supported' }
  /** The build continues with a warning about the emulator, or about every service if `isEverywhere` is true. */
  | { kind: 'warned'; message: string; isEverywhere?: true }
  /** The build fails, because a build that ignores the key would be worse. */
  | { kind: 'refused'; message: string; isEverywhere?: true };

/**
 * The emulator's behavior for a key in each language. If the emulator differs from the hosted service, `departure` is
 * the ID of a row in docs/departures.md.
 */
export type KeySupport = Readonly<Record<AgentLanguage, Support>> & { readonly departure?: string };

const DEPARTURE = 'graph-configuration-keys';
const SUPPORTED: Support = { kind: 'supported' };
const supported: KeySupport = { javascript: SUPPORTED, python: SUPPORTED };

const sweeps: KeySupport = { ...supported, departure: 'ttl-sweeps' };

const warns = (message: string) => ({
  kind: 'warned' as const,
  message: `is not supported: ${message}`,
});
const warned = (message: string, departure = DEPARTURE): KeySupport => {
  const support = warns(message);
  return { javascript: support, python: support, departure };
};
const refused = (message: string, departure?: string): KeySupport => {
  const support: Support = { kind: 'refused', message };
  return { javascript: support, python: support, ...(departure !== undefined && { departure }) };
};
/** Returns the behavior for a key that has an effect only on graphs of one language. */
const only = (language: AgentLanguage, otherwise: string): KeySupport => {
  const support: Support = { ...warns(otherwise), isEverywhere: true };
  return { javascript: support, python: support, [language]: SUPPORTED };
};

const NO_IMAGE = 'no image is built, because agents run on this machine';
/** Behavior for keys that need a container engine, and cause a warning without a container engine. */
const whereEngine: KeySupport = { ...supported, departure: 'image-keys' };
const OWN_STORAGE =
  'the emulator keeps threads and items in its own database, so that rollbacks and restarts work. Test this key on the hosted service';
const PYTHON_ONLY = 'the graphs are written in JavaScript. Remove the key';

/**
 * The emulator's behavior for each key of the schema. A row also applies to all keys below the row's key that have no
 * row.
 */
export const KEY_SUPPORT: Readonly<Record<string, KeySupport>> = {
  $schema: supported,
  graphs: supported,
  dependencies: supported,
  emulator: supported,
  env: supported,
  node_version: only('javascript', 'the graphs are written in Python, so no Node.js is installed'),
  pip_config_file: only('python', PYTHON_ONLY),
  pip_installer: only('python', PYTHON_ONLY),
  python_version: only('python', PYTHON_ONLY),
  source: only('python', PYTHON_ONLY),
  project_root: refused('is no longer supported. Write "source.root" instead'),
  package: refused('is no longer supported. Write "source.package" instead'),

  _INTERNAL_docker_tag: warned(NO_IMAGE),
  api_version: whereEngine,
  base_image: whereEngine,
  docker_compose_file: warned(NO_IMAGE),
  dockerfile_lines: whereEngine,
  image_distro: whereEngine,
  keep_pkg_tools: whereEngine,

  'checkpointer.backend': warned(OWN_STORAGE),
  'checkpointer.path': warned(OWN_STORAGE),
  'checkpointer.serde': {
    ...only('python', 'the key applies to Python classes. Remove it'),
    departure: 'checkpointer-serde',
  },
  'checkpointer.ttl': sweeps,
  'checkpointer.uri': warned(OWN_STORAGE),

  'store.index': { ...supported, departure: 'store-index' },
  'store.path': warned(OWN_STORAGE),
  'store.ttl': sweeps,

  'auth.path': supported,
  'auth.allow_langsmith_api_keys': supported,
  'auth.cache': {
    ...only(
      'javascript',
      'the graphs are written in Python, for which the hosted service does not cache results either',
    ),
    departure: 'graph-configuration-auth-cache',
  },
  'auth.disable_studio_auth': supported,
  'auth.openapi': supported,

  'http.app': supported,
  'http.configurable_headers': supported,
  'http.cors': supported,
  'http.disable_a2a': supported,
  'http.disable_assistants': supported,
  'http.disable_event_streaming': supported,
  'http.disable_mcp': supported,
  'http.disable_meta': supported,
  'http.disable_runs': supported,
  'http.disable_store': supported,
  'http.disable_threads': supported,
  'http.disable_ui': supported,
  'http.disable_webhooks': supported,
  'http.enable_custom_route_auth': supported,
  'http.logging_headers': warned('the emulator does not log requests; its journal contains them'),
  'http.middleware_order': only(
    'python',
    'the middleware of a JavaScript application always runs before callers are authenticated, as on the hosted service',
  ),
  'http.mount_prefix': supported,
  webhooks: supported,

  encryption: {
    javascript: {
      kind: 'refused',
      message:
        'applies only to Python graphs, in the emulator and on the hosted service: nothing would be encrypted. Remove it',
      isEverywhere: true,
    },
    python: SUPPORTED,
    departure: 'own-encryption',
  },
  priority: {
    ...only(
      'python',
      'runs start in the order in which they were created; on the hosted service, too, the key requires a Python object',
    ),
    departure: 'run-priority',
  },

  ui: { ...supported, departure: 'ui-tailwind' },
  ui_config: supported,
};

/**
 * Returns the emulator's behavior for a key, from the row of the key or the row of the nearest section that contains
 * the key.
 */
export function supportOf(key: string, language: AgentLanguage): Support {
  for (let name = key; ; name = name.slice(0, name.lastIndexOf('.'))) {
    const support = Object.hasOwn(KEY_SUPPORT, name) ? KEY_SUPPORT[name] : undefined;
    if (support !== undefined) return support[language];
    if (!name.includes('.')) throw new Error(`no row for the key ${key}`);
  }
}
