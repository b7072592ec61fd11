import type * as z from 'zod';
import type { AgentLanguage } from '../contract/agent-language.ts';
import { isJsonObject, PROTO_KEY_MESSAGE, findProtoKey } from '../contract/json-safety.ts';
import { warnAboutCors } from './cors.ts';
import type { ConfigProblem } from './fields.ts';
import { baseImageOf } from './image.ts';
import { describeJsonError } from './json-error.ts';
import { checkKeys, warnAboutUnknownKeys } from './keys.ts';
import { nearMatch } from './near-match.ts';
import { parsePythonConfig, type PythonConfig } from './python.ts';
import {
  collectReferences,
  MODULE,
  type ModuleReference,
  type References,
  SCRIPT,
  warnAboutModel,
} from './references.ts';
import { CommonKeys, ConfigSections, type GraphValue } from './schema.ts';
import { supportOf } from './support.ts';

/** A graph to load: a module of the checkout, and the name under which the module exports the graph. */
interface GraphEntry {
  id: string;
  /**
   * Path of the module in the configuration's spelling, relative to the folder of the configuration. For a Python
   * graph, the path can be a dotted module name.
   */
  path: string;
  /** Name of the graph's export, which is never empty. */
  exportName: string;
  description?: string | undefined;
}
export interface GraphConfig {
  /** Programming language of all graphs in the configuration. */
  language: AgentLanguage;
  /** Settings about Python, or `undefined` if the graphs are written in JavaScript. */
  python?: PythonConfig | undefined;
  graphs: GraphEntry[];
  /** Environment variables: values, or the path of a file of `NAME=value` lines relative to the configuration. */
  env: { kind: 'none' } | { kind: 'file'; path: string } | { kind: 'values'; values: Record<string, string> };
  nodeVersion: string | undefined;
  /** Sections about the server, storage, access and images. */
  sections: ConfigSections;
  /** Modules and files that the sections refer to. */
  references: References;
  /** Program that serves the agent, or `undefined` if the emulator's agent server serves the graphs. */
  command: ProgramCommand | undefined;
}
/** A module that a key refers to, and the name of an export of the module. */
export type NamedModule = Pick<ModuleReference, 'key' | 'path' | 'exportName'>;
/** A shell command line, or a program and its arguments. */
export type ProgramCommand = string | string[];
/**
 * Result of parsing a graph configuration. `warnings` contains the reasons why keys have no effect. `refusals` contains
 * the reasons why keys prevent a build in the emulator. `others` contains all problems except the first problem.
 */
export type GraphConfigResult =
  | { ok: true; config: GraphConfig; warnings: ConfigProblem[]; refusals: ConfigProblem[] }
  | { ok: false; problem: ConfigProblem; others?: ConfigProblem[] };

const EXAMPLE = '"graphs": { "agent": "./src/agent.ts:graph" }';
const PROGRAM_EXAMPLE = '"emulator": { "command": "python -m my_server" }';
const NAME = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

/**
 * Parses the text of a graph configuration. Unknown keys and keys without effect cause only warnings, because other
 * tools and the hosted service use the same file.
 */
export function parseGraphConfig(text: string): GraphConfigResult {
  // The byte order mark, which some editors write, is removed.
  const own = text.replace(/^\uFEFF/, '');
  let json: unknown;
  try {
    json = JSON.parse(own);
  } catch (error) {
    return problem(undefined, `is not valid JSON (${describeJsonError(own, error)}). Correct the file`);
  }
  const parsed = CommonKeys.safeParse(json);
  if (!parsed.success || !isJsonObject(json)) return problem(...describe(json, parsed.error));
  const lost = findProtoKey(json, parsed.data);
  if (lost) return lostKey(lost);
  const { graphs, env, node_version: nodeVersion, emulator } = parsed.data;
  const command = emulator?.command;
  const common = {
    env: readEnv(env),
    nodeVersion: nodeVersion === null || nodeVersion === undefined ? undefined : String(nodeVersion),
    command,
  };
  const unknown = warnAboutUnknownKeys(json);
  if (command !== undefined) {
    // Keys about graphs are not parsed, because the program interprets the keys itself.
    const nothing = { sections: {}, references: { modules: [], ui: [] } };
    const config: GraphConfig = { ...common, ...nothing, language: 'javascript', graphs: [] };
    return { ok: true, config, warnings: unknown, refusals: [] };
  }
  if (graphs === undefined) return missingGraphs(json);
  const read = readGraphs(graphs);
  if ('problem' in read) return { ok: false, problem: read.problem };
  const given = ConfigSections.safeParse(json);
  if (!given.success) return issuesOf(given.error);
  const lostInSections = findProtoKey(json, given.data);
  if (lostInSections) return lostKey(lostInSections);
  const sections = given.data;
  const checkedKeys = checkKeys(json, read.language);
  const everywhere = checkedKeys.refusals.find(({ isEmulatorOnly }) => isEmulatorOnly !== true);
  if (everywhere) return { ok: false, problem: everywhere };
  const { refusals } = checkedKeys;
  const references = collectReferences(sections, read.language);
  if ('problem' in references) return { ok: false, problem: references.problem };
  const base = baseImageOf(sections, read.language, common.nodeVersion);
  if ('problem' in base) return { ok: false, problem: base.problem };
  const warnings = [
    ...unknown,
    ...checkedKeys.warnings,
    ...warnAboutCors(sections.http?.cors),
    ...warnAboutModel(sections, read.language),
  ];
  const config = { ...common, ...read, sections, references };
  if (read.language === 'javascript') return { ok: true, config, warnings, refusals };
  const python = parsePythonConfig(json, read.graphs[0]);
  if (!python.ok) return python;
  return { ok: true, config: { ...config, python: python.config }, warnings, refusals };
}

function lostKey(path: readonly (string | number)[]): GraphConfigResult {
  return problem(path.join('.'), `is not allowed: ${PROTO_KEY_MESSAGE}`);
}

function issuesOf(error: z.ZodError): GraphConfigResult {
  const [first, ...others] = error.issues.map(({ path, message }) => ({
    key: path.map(String).join('.'),
    message,
  }));
  return first === undefined
    ? problem(undefined, 'is not understood')
    : {
        ok: false,
        problem: first,
        ...(others.length > 0 && { others }),
      };
}

/**
 * Returns the modules that a worker loads: first the modules that define graphs, then the modules that other supported
 * keys refer to, such as `auth.path`.
 */
export function modulesToLoad({
  graphs,
  references,
  language,
}: Pick<GraphConfig, 'graphs' | 'references' | 'language'>): NamedModule[] {
  const own = references.modules.filter(({ key }) => supportOf(key, language).kind === 'supported');
  return [
    ...graphs.map(({ id, path, exportName }) => ({ key: `graphs.${id}`, path, exportName })),
    // A path without a slash gets the prefix `./`, because Python would read the path as a dotted module name.
    ...own.map(({ key, kind, path, exportName }) => ({
      key,
      path: kind === 'file' && !path.includes('/') ? `./${path}` : path,
      exportName,
    })),
  ];
}

/** Returns the problem with a configuration without graphs, which is usually caused by a misspelled key. */
function missingGraphs(json: Readonly<Record<string, unknown>>): GraphConfigResult {
  const near = Object.keys(json).find((key) => nearMatch(key, ['graphs']) !== undefined);
  const hint = near === undefined ? '' : ` Rename "${near}" to "graphs".`;
  return problem('graphs', `is missing.${hint} Expected ${EXAMPLE}`);
}

type Graphs = Pick<GraphConfig, 'language'> & { graphs: [GraphEntry, ...GraphEntry[]] };

function readGraphs(
  graphs: Readonly<Record<string, z.infer<typeof GraphValue>>>,
): Graphs | { problem: ConfigProblem } {
  const entries: (GraphEntry & { language: AgentLanguage })[] = [];
  for (const [id, value] of Object.entries(graphs)) {
    const { path, description } = typeof value === 'string' ? { path: value } : value;
    const entry = readEntry(id, path);
    if ('message' in entry) return { problem: entry };
    const isText = typeof description === 'string' && description !== '';
    if (!isText && description) {
      const key = `graphs.${id}.description`;
      return { problem: { key, message: 'is not a string. Correct it, or remove it' } };
    }
    entries.push({ ...entry, ...(isText ? { description } : {}) });
  }
  const [first, ...others] = entries;
  if (first === undefined) {
    return {
      problem: { key: 'graphs', message: `contains no graph. Expected at least one: ${EXAMPLE}` },
    };
  }
  const otherLanguage = others.find(({ language }) => language !== first.language);
  if (otherLanguage !== undefined) {
    const [javascript, python] =
      first.language === 'python' ? [otherLanguage, first] : [first, otherLanguage];
    return {
      problem: {
        key: `graphs.${javascript.id}`,
        message: `contains the JavaScript module "${javascript.path}", but "graphs.${python.id}" is the Python module "${python.path}". All graphs of a deployment must have the same language: create a graph configuration and a deployment for each language`,
      },
    };
  }
  const withoutLanguage = ({ language: _, ...entry }: (typeof entries)[number]): GraphEntry => entry;
  return { language: first.language, graphs: [withoutLanguage(first), ...others.map(withoutLanguage)] };
}

function readEntry(id: string, text: string): (GraphEntry & { language: AgentLanguage }) | ConfigProblem {
  const refuse = (message: string): ConfigProblem => ({ key: `graphs.${id}`, message });
  const colon = text.lastIndexOf(':');
  const path = colon === -1 ? text : text.slice(0, colon);
  const exportName = colon === -1 ? '' : text.slice(colon + 1).trim();
  if (path === '' || exportName === '') {
    return refuse(
      `is "${text}". Expected "<file>:<export>", such as "./src/agent.ts:graph" or "./src/agent.py:graph"`,
    );
  }
  if (SCRIPT.test(path)) return { id, path, exportName, language: 'javascript' };
  if (path.includes('\\')) {
    return refuse(
      `points to "${path}". Write "/" instead of "\\": "${path.replaceAll('\\', '/')}:${exportName}"`,
    );
  }
  if (path.includes('/') ? !path.endsWith('.py') : !MODULE.test(path)) {
    return refuse(
      `points to "${path}", whose extension is unknown. Expected a .ts, .tsx, .mts, .cts, .js, .jsx, .mjs, .cjs or .py file, or a Python module such as "my_agent.graph"`,
    );
  }
  if (!path.includes('/') && path.endsWith('.py')) {
    return refuse(
      `is "${path}", which Python interprets as a module "py" in a package "${path.slice(0, -3)}". Write "./${path}:${exportName}"`,
    );
  }
  if (!NAME.test(exportName)) {
    return refuse(
      `specifies "${exportName}" in "${path}". Expected the name of a variable or function of that module, such as "graph"`,
    );
  }
  return { id, path, exportName, language: 'python' };
}

function readEnv(env: z.infer<typeof CommonKeys>['env']): GraphConfig['env'] {
  if (env === null || env === undefined || env === '') return { kind: 'none' };
  if (typeof env === 'string') return { kind: 'file', path: env };
  return {
    kind: 'values',
    values: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
  };
}

/** Returns the invalid key and a message with the expected value. */
function describe(json: unknown, error: z.ZodError | undefined): [string | undefined, string] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return [undefined, `is not a JSON object. Expected { ${EXAMPLE} }`];
  }
  const path = error?.issues[0]?.path.map(String) ?? [];
  switch (path[0]) {
    case 'graphs':
      return path.length === 1
        ? ['graphs', `is not an object of graphs by name. Expected ${EXAMPLE}`]
        : [`graphs.${path[1]}`, 'is neither "<file>:<export>" nor an object whose "path" has this form'];
    case 'emulator':
      return path[1] === 'command'
        ? [
            'emulator.command',
            `is neither a command line nor a list of a program and its arguments. Expected ${PROGRAM_EXAMPLE}`,
          ]
        : [
            'emulator',
            `has a key that this emulator does not support. Only "command" is supported: ${PROGRAM_EXAMPLE}`,
          ];
    case 'env':
      return [
        'env',
        'is neither the name of a file nor an object of values by name. Expected ".env" or { "NAME": "value" }',
      ];
    default:
      return [path.join('.'), error?.issues[0]?.message ?? 'is not understood'];
  }
}

function problem(key: string | undefined, message: string): GraphConfigResult {
  return { ok: false, problem: { key, message } };
}
