import * as z from 'zod';
import { PROTO_KEY_MESSAGE, findProtoKey } from '../../../contract/json-safety.ts';
import type { AgentLanguage } from '../../ports/worker.ts';
import type { PythonConfig } from './python-config.ts';

/** One graph to load: a module of the checkout and the name it exports. */
export interface GraphEntry {
  id: string;
  /** As written, relative to the configuration's folder; in Python also a dotted module. */
  path: string;
  /** Empty in Python alone: the first graph of the module. */
  exportName: string;
  /** The description of its assistant. */
  description?: string | undefined;
}
export interface GraphConfig {
  /** The language of all its graphs. */
  language: AgentLanguage;
  /** How Python is set up; present when the graphs are Python's. */
  python?: PythonConfig | undefined;
  graphs: GraphEntry[];
  /** A file of `NAME=value` lines beside the configuration, or the values themselves. */
  env: { kind: 'none' } | { kind: 'file'; path: string } | { kind: 'values'; values: Record<string, string> };
  nodeVersion: string | undefined;
  /** The program that serves the agent instead of the emulator's own server; the graphs are then its own. */
  command: ProgramCommand | undefined;
}
/** A line for the shell, or a program and its arguments. */
export type ProgramCommand = string | string[];
/** What is wrong with which key, and a hint; the caller adds the file. */
export interface ConfigProblem {
  key: string | undefined;
  message: string;
}
export type GraphConfigResult = { ok: true; config: GraphConfig } | { ok: false; problem: ConfigProblem };

const graphText = z.string();
const GraphValue = z.union([graphText, z.looseObject({ path: graphText })]);
const Word = z.string().refine((value) => value.trim() !== '' && !value.includes('\0'));
/** For this emulator alone: the hosted service ignores it, so one file works for both. */
const EmulatorSection = z.strictObject({
  command: z.union([Word, z.array(z.string().refine((value) => !value.includes('\0'))).min(1)]),
});
const Shape = z.looseObject({
  graphs: z.record(z.string(), GraphValue).optional(),
  emulator: EmulatorSection.partial().nullish(),
  env: z.union([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))]).nullish(),
  node_version: z.union([z.string(), z.number()]).nullish(),
});

const EXAMPLE = '"graphs": { "agent": "./src/agent.ts:graph" }';
const PROGRAM_EXAMPLE = '"emulator": { "command": "python -m my_server" }';
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Parses the text of a graph configuration. Unknown keys are ignored: other tools use the file, too. */
export function parseGraphConfig(text: string): GraphConfigResult {
  let json: unknown;
  try {
    // Some editors write a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : String(error);
    return problem(undefined, `is not valid JSON (${reason}). Correct it there`);
  }
  const parsed = Shape.safeParse(json);
  if (!parsed.success) return problem(...describe(json, parsed.error));
  const lost = findProtoKey(json, parsed.data);
  if (lost) return problem(lost.join('.'), `is not allowed: ${PROTO_KEY_MESSAGE}`);
  const { graphs, env, node_version: nodeVersion, emulator } = parsed.data;
  const command = emulator?.command;
  if (graphs === undefined && command === undefined)
    return problem('graphs', `is missing. Expected ${EXAMPLE}`);
  const entries: GraphEntry[] = [];
  for (const [id, value] of command === undefined ? Object.entries(graphs ?? {}) : []) {
    const entry = readEntry(id, typeof value === 'string' ? value : value.path);
    if ('message' in entry) return { ok: false, problem: entry };
    entries.push(entry);
  }
  if (entries.length === 0 && command === undefined)
    return problem('graphs', `names no graph. Expected at least one: ${EXAMPLE}`);
  return {
    ok: true,
    config: {
      language: 'javascript',
      graphs: entries,
      env: readEnv(env),
      nodeVersion: nodeVersion === null || nodeVersion === undefined ? undefined : String(nodeVersion),
      command,
    },
  };
}

function readEntry(id: string, text: string): GraphEntry | ConfigProblem {
  const key = `graphs.${id}`;
  const colon = text.lastIndexOf(':');
  const path = colon === -1 ? text : text.slice(0, colon);
  const exportName = colon === -1 ? '' : text.slice(colon + 1).trim();
  if (path.endsWith('.py')) {
    return {
      key,
      message: `names the Python module "${path}". Python graphs need a program that serves them on $PORT: name it as ${PROGRAM_EXAMPLE}. By itself this emulator runs TypeScript and JavaScript graphs`,
    };
  }
  if (path === '' || exportName === '') {
    return { key, message: `is "${text}". Expected "<file>:<export>", such as "./src/agent.ts:graph"` };
  }
  if (!SCRIPT.test(path)) {
    return {
      key,
      message: `names "${path}", whose extension is not known. Expected a .ts, .tsx, .mts, .cts, .js, .jsx, .mjs or .cjs file`,
    };
  }
  return { id, path, exportName };
}

function readEnv(env: z.infer<typeof Shape>['env']): GraphConfig['env'] {
  if (env === null || env === undefined || env === '') return { kind: 'none' };
  if (typeof env === 'string') return { kind: 'file', path: env };
  return {
    kind: 'values',
    values: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
  };
}

/** The key that is wrong and what was expected. */
function describe(json: unknown, error: z.ZodError): [string | undefined, string] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return [undefined, `is not a JSON object. Expected { ${EXAMPLE} }`];
  }
  const path = error.issues[0]?.path.map(String) ?? [];
  switch (path[0]) {
    case 'graphs':
      return path.length === 1
        ? ['graphs', `is not a map from names to graphs. Expected ${EXAMPLE}`]
        : [`graphs.${path[1]}`, 'is neither "<file>:<export>" nor an object with such a "path"'];
    case 'emulator':
      return path[1] === 'command'
        ? [
            'emulator.command',
            `is neither a command line nor a list of a program and its arguments. Expected ${PROGRAM_EXAMPLE}`,
          ]
        : [
            'emulator',
            `is not what this emulator knows, which is "command" alone. Expected ${PROGRAM_EXAMPLE}`,
          ];
    case 'env':
      return [
        'env',
        'is neither the name of a file nor a map from names to values. Expected ".env" or { "NAME": "value" }',
      ];
    default:
      return [path.join('.'), error.issues[0]?.message ?? 'is not understood'];
  }
}

function problem(key: string | undefined, message: string): GraphConfigResult {
  return { ok: false, problem: { key, message } };
}
