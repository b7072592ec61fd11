import type { AgentLanguage } from '../contract/agent-language.ts';
import type { ConfigProblem } from './fields.ts';
import type { ConfigSections } from './schema.ts';

export const SCRIPT = /\.[cm]?[jt]sx?$/;
/** Matches a dotted Python module name. */
export const MODULE = /^[\p{ID_Start}_]\p{ID_Continue}*(?:\.[\p{ID_Start}_]\p{ID_Continue}*)*$/u;

/** A module that a key other than `graphs` refers to, and the name of an export of the module. */
export interface ModuleReference {
  /** Path of the key with dots, such as `auth.path`. */
  key: string;
  /**
   * Path of the module in the configuration's spelling, relative to the folder of the configuration. For Python graphs,
   * the path can be a dotted module name instead.
   */
  path: string;
  exportName: string;
  /**
   * Kind of the path. `module` is a dotted module name. The file of a `module` is unknown, because an installed package
   * might contain the module.
   */
  kind: 'file' | 'module';
}

/** Modules and components of a user interface that a configuration refers to. */
export interface References {
  modules: ModuleReference[];
  /** Files in the key `ui`, which are bundled for browsers, regardless of the language of the graphs. */
  ui: { key: string; name: string; path: string }[];
}

/**
 * Collects the modules and files that keys other than `graphs` refer to. Returns the first problem with its key if a
 * reference is invalid.
 */
export function collectReferences(
  { auth, http, store, checkpointer, encryption, priority, ui = {} }: ConfigSections,
  language: AgentLanguage,
): References | { problem: ConfigProblem } {
  const named: [string, string | undefined][] = [
    ['auth.path', auth?.path],
    ['http.app', http?.app],
    ['store.path', store?.path],
    ['store.index.embed', embedFile(store?.index?.embed)],
    ['checkpointer.path', checkpointer?.path],
    ['encryption.path', encryption?.path],
    ['priority.path', priority?.path],
  ];
  const modules: ModuleReference[] = [];
  for (const [key, text] of named) {
    if (text === undefined) continue;
    const read = readReference(key, text, language);
    if ('message' in read) return { problem: read };
    modules.push(read);
  }
  const files = Object.entries(ui).map(([name, path]) => ({ key: `ui.${name}`, name, path }));
  return { modules, ui: files };
}

/** Returns a warning if the JavaScript packages cannot load the configured embedding model by name. */
export function warnAboutModel({ store }: ConfigSections, language: AgentLanguage): ConfigProblem[] {
  const embed = store?.index?.embed;
  if (embed === undefined || language === 'python' || embedFile(embed) !== undefined) return [];
  const message = `specifies the model ${JSON.stringify(embed.slice(0, 200))}, which the emulator loads only for Python graphs, so items are not searched by meaning. Write a function that calls the model, such as "./src/embed.ts:embed"`;
  return [{ key: 'store.index.embed', message }];
}

/** Returns `embed` if it refers to a function in a file, or `undefined` if `embed` is a provider and a model. */
function embedFile(embed: string | undefined): string | undefined {
  const path = embed?.slice(0, embed.lastIndexOf(':')) ?? '';
  return SCRIPT.test(path) || path.endsWith('.py') ? embed : undefined;
}

function readReference(key: string, text: string, language: AgentLanguage): ModuleReference | ConfigProblem {
  const colon = text.lastIndexOf(':');
  const path = text.slice(0, colon);
  const exportName = text.slice(colon + 1).trim();
  const own = language === 'python' ? 'Python' : 'JavaScript';
  const refuse = (what: string): ConfigProblem => ({ key, message: `points to "${path}", ${what}` });
  if (path.includes('\\')) {
    return refuse(`with "\\". Write "/" instead: "${path.replaceAll('\\', '/')}:${exportName}"`);
  }
  const isScript = SCRIPT.test(path);
  const isPython = path.endsWith('.py') || (!isScript && !path.includes('/') && MODULE.test(path));
  if (!isScript && !isPython) {
    return refuse(
      'whose extension is unknown. Expected a .ts, .tsx, .mts, .cts, .js, .jsx, .mjs, .cjs or .py file, or a Python module such as "my_agent.auth"',
    );
  }
  if (isScript !== (language === 'javascript')) {
    return refuse(
      `a ${isScript ? 'JavaScript' : 'Python'} module, but the graphs are written in ${own}. Give a module in the language of the graphs`,
    );
  }
  return { key, path, exportName, kind: isScript || path.endsWith('.py') ? 'file' : 'module' };
}
