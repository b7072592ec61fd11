import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import type { AgentLanguage } from '../../ports/worker.ts';

/** What is wrong with which key, and a hint; the caller adds the file. */
export interface ConfigProblem {
  key: string | undefined;
  message: string;
}

/** What is said of a key that this emulator knows and does not carry out; a section has such notes of its own keys. */
type Note = string | typeof CARRIED_OUT | { readonly [key: string]: Note };

/** A key of a section that is carried out where it is parsed. */
const CARRIED_OUT = Symbol('carried out');

/** Keys that are carried out, or refused, where they are parsed. */
const HANDLED = [
  '$schema',
  'dependencies',
  'emulator',
  'env',
  'graphs',
  'node_version',
  'package',
  'pip_config_file',
  'pip_installer',
  'project_root',
  'python_version',
  'source',
];

const NO_IMAGE = 'no image is built, agents run on this machine';
const NOT_ADDED = `${NO_IMAGE}. What it adds must be there, such as system packages`;
const OWN_STORAGE =
  'threads and items are kept in the emulator’s own database, so that rollbacks and restarts work. Test it against the hosted service';
const NEVER_EXPIRES = 'nothing expires here. Delete threads and items through the API';
const EVERY_ROUTE = 'every route is served, without a prefix';
const NO_AUTH =
  'every caller with the deployment’s key is let in, and may do everything. Test it against the hosted service';
const NO_UI = 'no user interface is served here';

/** Keys that the hosted service carries out, and what happens here instead. */
const WITHOUT_EFFECT: Readonly<Record<string, Note>> = {
  _INTERNAL_docker_tag: NO_IMAGE,
  api_version: NO_IMAGE,
  base_image: NOT_ADDED,
  dockerfile_lines: NOT_ADDED,
  image_distro: NO_IMAGE,
  keep_pkg_tools: NO_IMAGE,
  checkpointer: {
    path: OWN_STORAGE,
    serde: 'checkpoints are kept by the graph library’s own serializer. Test it against the hosted service',
    ttl: NEVER_EXPIRES,
  },
  store: {
    path: OWN_STORAGE,
    index:
      'items are searched by namespace and filter, not by meaning. Test semantic search against the hosted service',
    ttl: NEVER_EXPIRES,
  },
  http: {
    app: 'its routes answer 404 here. Let the agent be served by a program of its own ("emulator": { "command": … }), or test them against the hosted service',
    configurable_headers:
      'headers named x-* and user-agent reach the configuration of a run, and no others. Test it against the hosted service',
    cors: {
      allow_credentials: CARRIED_OUT,
      allow_headers: CARRIED_OUT,
      allow_methods: CARRIED_OUT,
      allow_origin_regex: CARRIED_OUT,
      allow_origins: CARRIED_OUT,
      expose_headers: CARRIED_OUT,
      max_age: CARRIED_OUT,
    },
    disable_a2a: EVERY_ROUTE,
    disable_assistants: EVERY_ROUTE,
    disable_mcp: EVERY_ROUTE,
    disable_meta: EVERY_ROUTE,
    disable_runs: EVERY_ROUTE,
    disable_store: EVERY_ROUTE,
    disable_threads: EVERY_ROUTE,
    disable_ui: EVERY_ROUTE,
    disable_webhooks: EVERY_ROUTE,
    enable_custom_route_auth: 'there are no custom routes here',
    logging_headers: 'headers are not logged',
    middleware_order: 'there is no custom middleware here',
    mount_prefix: EVERY_ROUTE,
  },
  auth: {
    path: NO_AUTH,
    cache: NO_AUTH,
    disable_studio_auth: NO_AUTH,
    openapi: NO_AUTH,
  },
  encryption: 'the emulator encrypts secrets alone, with its own keys. Test it against the hosted service',
  priority: 'runs start in the order in which they were created',
  webhooks: 'webhooks are sent without these headers and rules. Test it against the hosted service',
  ui: NO_UI,
  ui_config: NO_UI,
};

const Reference = z.string().refine((value) => value.includes(':'));
/** What the hosted service expects of such values, and refuses to build without. */
const EXPECTED: Readonly<Record<string, { shape: z.ZodType; words: string }>> = {
  'auth.path': { shape: Reference, words: '"<file>:<name>"' },
  'http.app': { shape: Reference, words: '"<file>:<name>"' },
  image_distro: { shape: z.enum(['debian', 'wolfi', 'bookworm']), words: '"debian", "wolfi" or "bookworm"' },
  keep_pkg_tools: {
    shape: z.union([z.boolean(), z.array(z.enum(['pip', 'setuptools', 'wheel']))]),
    words: 'true, or a list of "pip", "setuptools" and "wheel"',
  },
};

const PYTHON_ALONE = 'the graphs are JavaScript’s. Remove it';

/** Keys of the other language. `dependencies` is not among them: the official templates for JavaScript have it, too. */
const OF_OTHER_LANGUAGE: Record<AgentLanguage, Readonly<Record<string, Note>>> = {
  javascript: {
    pip_config_file: PYTHON_ALONE,
    pip_installer: PYTHON_ALONE,
    python_version: PYTHON_ALONE,
    source: PYTHON_ALONE,
  },
  python: { node_version: 'the graphs are Python’s, and no Node is installed for them' },
};

const KNOWN = [...HANDLED, ...Object.keys(WITHOUT_EFFECT)];
/** The keys of sections that are carried out. */
const KNOWN_IN: Readonly<Record<string, readonly string[]>> = { source: ['kind', 'root', 'package'] };
const KNOWN_IN_GRAPH = ['path', 'description'];

/** Warns of each key at any place of a configuration that is not known, with a known one that is nearly the same. */
export function warnOfUnknownKeys(json: Readonly<Record<string, unknown>>): ConfigProblem[] {
  const own = unknownOf(json, KNOWN);
  const inSections = Object.entries(KNOWN_IN).flatMap(([key, known]) => unknownOf(json[key], known, key));
  const graphs = isRecord(json['graphs']) ? Object.entries(json['graphs']) : [];
  const inGraphs = graphs.flatMap(([id, graph]) => unknownOf(graph, KNOWN_IN_GRAPH, `graphs.${id}`));
  return [...own, ...inSections, ...inGraphs];
}

/** Warns of each key that is known and not carried out for graphs of this language, with what happens instead. */
export function warnOfKeysWithoutEffect(
  json: Readonly<Record<string, unknown>>,
  language: AgentLanguage,
): ConfigProblem[] {
  const warnings = [...walk(json, { ...WITHOUT_EFFECT, ...OF_OTHER_LANGUAGE[language] }, '')];
  const version = json['python_version'];
  const distribution = typeof version === 'string' ? version.split('-')[1] : undefined;
  if (language === 'python' && distribution !== undefined) {
    warnings.push({
      key: 'python_version',
      message: `names the distribution ${JSON.stringify(distribution)}, which is not carried out: ${NO_IMAGE}`,
    });
  }
  return warnings;
}

function* walk(
  json: Readonly<Record<string, unknown>>,
  notes: Readonly<Record<string, Note>>,
  above: string,
): Generator<ConfigProblem> {
  for (const [name, note] of Object.entries(notes)) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (note === CARRIED_OUT || saysNothing(value)) continue;
    const key = `${above}${name}`;
    if (typeof note === 'string') {
      const expected = EXPECTED[key];
      const refused =
        expected === undefined || expected.shape.safeParse(value).success
          ? ''
          : `. The hosted service will refuse this value: it expects ${expected.words}`;
      yield { key, message: `is not carried out: ${note}${refused}` };
    } else if (isRecord(value)) {
      yield* walk(value, note, `${key}.`);
      yield* unknownOf(value, Object.keys(note), key);
    } else yield { key, message: 'is not an object, so it is ignored. Correct it, or remove it' };
  }
}

/** Such a value asks for nothing that would not happen anyway. */
function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** So many keys are no slips of the hand, and comparing them would take long. */
const MAX_COMPARED = 100;

function unknownOf(value: unknown, known: readonly string[], section?: string): ConfigProblem[] {
  if (!isRecord(value)) return [];
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key, index) => {
      const near = index < MAX_COMPARED ? nearMatch(key, known) : undefined;
      const hint =
        near === undefined ? 'Remove it if no other tool reads it' : `Did you mean ${JSON.stringify(near)}?`;
      return {
        key: section === undefined ? key : `${section}.${key}`,
        message: `is not known, so it is ignored. ${hint}`,
      };
    });
}

/** The one of these names that the given one was probably meant to be. */
export function nearMatch(name: string, names: Iterable<string>): string | undefined {
  // A longer one is no slip of the hand, and would take long to compare.
  if (name.length > 100) return undefined;
  const allowed = name.length <= 4 ? 1 : 2;
  const near = [...names]
    .map((other) => ({ other, off: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ off }) => off <= allowed)
    .sort((a, b) => a.off - b.off);
  return near[0]?.other;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
