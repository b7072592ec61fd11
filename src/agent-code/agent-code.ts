import { fieldOf, isNestedDeeper, objectOf } from '../contract/json-safety.ts';
import { findVariables } from './agent-variables.ts';
import { baseOf, type CodeReader, folderOf, isWithin, resolveFrom, type Variable } from './code-reader.ts';
import { followImports, type Module } from './sources.ts';

/**
 * Parts of a graph configuration that determine which code is read. The build validates the rest of the configuration.
 */
interface ConfigOutline {
  /**
   * `graphs` contains the paths of the graphs' modules. `others` contains the paths of modules in keys other than
   * `graphs`.
   */
  graphs: readonly string[];
  others: readonly string[];
  dependencies: readonly string[];
  uvRoot: string | undefined;
  /** `envFile` is the path in the key `env`. `envNames` contains the names of the variables in the key `env`. */
  envFile: string | undefined;
  envNames: readonly string[];
}

/** Maximum number of workspace packages that are read. */
const MOST_PACKAGES = 300;
const SPEC = /^(\.{0,2}\/?[^:\0]{1,300}\.(?:py|[cm]?[jt]sx?))(?::|$)/;

/** Code and variables of the agent that one graph configuration describes. */
interface AgentCode {
  outline: ConfigOutline;
  /** Folder of the configuration, or an empty string for the root. */
  folder: string;
  /** Folders of local dependencies, relative to the root. */
  localFolders: readonly string[];
  /** Paths of the graphs' modules, or `undefined` for a module outside the root. */
  located: readonly (string | undefined)[];
  /** Modules of the graphs, and all imported modules. */
  modules: readonly Module[];
  variables: readonly Variable[];
}

/**
 * Reads the code of an agent: the modules in the agent's configuration, all imported modules, and the variables that
 * the agent needs. `configs` contains the paths of all configurations in the repository. Returns a description of the
 * problem if the configuration is invalid.
 */
export async function readAgentCode(
  configPath: string,
  context: {
    reader: CodeReader;
    files: ReadonlySet<string>;
    configs: readonly string[];
    packages: ReadonlyMap<string, string>;
  },
): Promise<AgentCode | string> {
  const text = (await context.reader.read(configPath)) ?? '';
  const outline = parseOutline(text);
  if (typeof outline === 'string') return outline;
  const folder = folderOf(configPath);
  const localFolders = outline.dependencies.flatMap((entry) =>
    entry.startsWith('.') ? (resolveFrom(folder, entry) ?? []) : [],
  );
  const python = pythonRoots(folder, localFolders, outline.uvRoot, context.files);
  const locate = (written: string) => locateModule(folder, written, python, context.files);
  const located = outline.graphs.map(locate);
  const modules = await followImports(
    [...located, ...outline.others.map(locate)].flatMap((path) =>
      path !== undefined && context.files.has(path) ? [path] : [],
    ),
    {
      files: context.files,
      read: (path) => context.reader.read(path),
      python,
      folder,
      packages: context.packages,
    },
  );
  const variables = await findVariables({ folder, modules, text, ...outline }, context);
  return { outline, folder, localFolders, located, modules, variables };
}

const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/**
 * Returns the folders from which a Python agent imports modules: the configuration's folder, local dependencies, and
 * the projects of a uv workspace.
 */
function pythonRoots(
  folder: string,
  localFolders: readonly string[],
  uvRoot: string | undefined,
  files: ReadonlySet<string>,
): string[] {
  const workspace = uvRoot === undefined ? undefined : resolveFrom(folder, uvRoot);
  const projects = [...files]
    .filter(
      (path) => workspace !== undefined && baseOf(path) === 'pyproject.toml' && isWithin(workspace, path),
    )
    .slice(0, MOST_PACKAGES)
    .map(folderOf);
  return [...new Set([...localFolders, folder, ...projects].flatMap((at) => [at, below(at, 'src')]))];
}

/** Returns the path of a module in a configuration, or `undefined` if the module is outside the repository. */
function locateModule(
  folder: string,
  written: string,
  roots: readonly string[],
  files: ReadonlySet<string>,
): string | undefined {
  if (/[/]|\.[cm]?[jt]sx?$/.test(written)) return resolveFrom(folder, written);
  const module = written.replaceAll('.', '/');
  return roots
    .flatMap((root) => [`${module}.py`, `${module}/__init__.py`].map((path) => below(root, path)))
    .find((path) => files.has(path));
}

/**
 * Parses the parts of a configuration that determine which code is read. Returns a problem if the configuration cannot
 * be deployed.
 */
function parseOutline(text: string): ConfigOutline | string {
  const own = text.replace(/^\uFEFF/, '');
  let json: unknown;
  try {
    json = isNestedDeeper(own, 50) ? undefined : JSON.parse(own);
  } catch {
    return 'it is not valid JSON';
  }
  const graphs = fieldOf(json, 'graphs');
  if (typeof graphs !== 'object' || graphs === null || Array.isArray(graphs))
    return 'the key "graphs" is missing';
  const paths = Object.values(graphs).flatMap((value) => {
    const spec = typeof value === 'string' ? value : fieldOf(value, 'path');
    return typeof spec === 'string' ? [spec.replace(/:[^:/\\]*$/, '')] : [];
  });
  if (paths.length === 0) return 'the key "graphs" contains no graph';
  const env = fieldOf(json, 'env');
  const dependencies = fieldOf(json, 'dependencies');
  const source = fieldOf(json, 'source');
  const root = fieldOf(source, 'root');
  return {
    graphs: paths,
    others: Object.entries(typeof json === 'object' && json !== null ? json : {})
      .filter(([key]) => key !== 'graphs' && key !== 'env')
      .flatMap(([, value]) => textsOf(value))
      .flatMap((value) => SPEC.exec(value)?.[1] ?? []),
    dependencies: Array.isArray(dependencies)
      ? dependencies.filter((entry) => typeof entry === 'string').slice(0, 100)
      : [],
    uvRoot: typeof root === 'string' ? root : source === undefined ? undefined : '.',
    envFile: typeof env === 'string' && env !== '' ? env : undefined,
    envNames: Object.keys(objectOf(env)),
  };
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

/** Returns the folders of the repository's packages, keyed by package name. */
export async function findPackages(
  reader: CodeReader,
  files: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const manifests = [...files].filter((path) => baseOf(path) === 'package.json' && folderOf(path) !== '');
  for (const manifest of manifests.slice(0, MOST_PACKAGES)) {
    const name = fieldOf(await readJson(reader, manifest), 'name');
    if (typeof name === 'string') found.set(name, folderOf(manifest));
  }
  return found;
}

/** Returns the parsed JSON of a file, or `undefined` if the file cannot be read or parsed. */
export async function readJson(reader: CodeReader, path: string): Promise<unknown> {
  const text = (await reader.read(path)) ?? '';
  try {
    return isNestedDeeper(text, 50) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
