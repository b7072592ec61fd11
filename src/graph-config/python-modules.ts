import { basename, dirname, extname, join } from 'node:path';
import type { CheckoutReader } from '../os/checkout-reader.ts';
import { isWithin } from '../os/paths.ts';
import { configFailure, type LoadedGraphConfig } from './load.ts';
import { describeMissing } from './ignored.ts';
import { nearMatch } from './near-match.ts';
import { modulesToLoad, type NamedModule } from './parse.ts';
import { type DependencyPlan, isLocalEntry, type PythonConfig } from './python.ts';

export interface PythonModule extends NamedModule {
  /**
   * Absolute path of the module's file with links resolved, or `undefined` if the module can only be part of an
   * installed package.
   */
  file: string | undefined;
}

export interface ModuleSearch {
  reader: CheckoutReader;
  loaded: LoadedGraphConfig;
  python: PythonConfig;
  plan: DependencyPlan;
  /** True if a missing module might be no problem, because a command of the deployment might create the module. */
  mayAppear: boolean;
}

/**
 * Finds the Python modules that a worker loads: files by path, and dotted modules in the folders that Python searches.
 * @throws GraphConfigError with the configuration, the key and a hint.
 */
export async function locatePythonModules(search: ModuleSearch): Promise<PythonModule[]> {
  const found: PythonModule[] = [];
  for (const module of modulesToLoad(search.loaded.config)) {
    const file = module.path.includes('/')
      ? await locateFile(search, module)
      : await locateModule(search, module);
    found.push({ ...module, file });
  }
  return found;
}

async function locateFile(search: ModuleSearch, named: NamedModule): Promise<string | undefined> {
  const { reader, loaded, mayAppear } = search;
  const { shown, folder } = loaded;
  const key = `the key "${named.key}" points to "${named.path}"`;
  const module = await reader.find(folder, named.path);
  if (module.kind === 'outside') throw configFailure(shown, `${key}, which is outside the repository`);
  if (module.kind === 'missing') {
    if (mayAppear) return undefined;
    const near = await nearFile(reader, folder, named.path);
    const hint = near === undefined ? undefined : `Did you mean "${near}"?`;
    throw configFailure(shown, `${key}, ${await describeMissing(reader, folder, named.path, hint)}`);
  }
  if (module.type !== 'file') throw configFailure(shown, `${key}, which is not a file`);
  const folders = await dependencyFolders(search);
  if (!folders.some((within) => isWithin(within, module.path))) {
    throw configFailure(shown, `${key}, ${outsideHint(search)}`);
  }
  return module.path;
}

function outsideHint({ python }: ModuleSearch): string {
  if (python.source.kind === 'uv') {
    return `which is not in the uv project "${python.source.root}". Move it there, or correct "source.root"`;
  }
  const local = python.source.entries.filter(isLocalEntry);
  const named =
    local.length === 0
      ? 'contains no local folder'
      : `contains only ${local.map((entry) => `"${entry}"`).join(', ')}`;
  return `which is in no local folder of "dependencies", because that key ${named}. Add its folder there, such as "."`;
}

async function dependencyFolders({ reader, loaded, python, plan }: ModuleSearch): Promise<string[]> {
  if (python.source.kind === 'dependencies') {
    return [...plan.packages, ...plan.paths, ...plan.flat.map(({ folder }) => folder)];
  }
  const root = await reader.find(loaded.folder, python.source.root);
  return root.kind === 'inside' ? [root.path] : [];
}

/**
 * Returns the path of the Python file with the most similar name in the folder of a missing file, written as in
 * the configuration. Returns `undefined` if no name is similar.
 */
async function nearFile(reader: CheckoutReader, folder: string, path: string): Promise<string | undefined> {
  const beside = await reader.find(folder, dirname(path));
  if (beside.kind !== 'inside' || beside.type !== 'folder') return undefined;
  const names = (await reader.list(beside.path)).map(({ name }) => name);
  const at = path.lastIndexOf('/') + 1;
  const near = nearMatch(
    path.slice(at),
    names.filter((name) => extname(name) === '.py'),
  );
  return near === undefined ? undefined : `${path.slice(0, at)}${near}`;
}

async function locateModule(search: ModuleSearch, named: NamedModule): Promise<string | undefined> {
  const { loaded, reader, mayAppear } = search;
  const parts = named.path.split('.');
  for (const root of await importRoots(search)) {
    const [first = '', ...others] = parts;
    if (root.name !== undefined && root.name !== first) continue;
    const start = root.name === undefined ? join(root.folder, first) : root.folder;
    const found = await findModule(reader, start, others);
    if (found === undefined) continue;
    if (found.kind === 'module') return found.file;
    if (found.kind === 'no-package') {
      if (mayAppear) continue;
      throw configFailure(
        loaded.shown,
        `the key "${named.key}" points to the module "${named.path}", but "${found.name}" is the file ${found.name}.py and not a package. Did you mean "${found.name}:${named.exportName}"?`,
      );
    }
    // A missing module is not reported if a command might create the module, or if the package has no `__init__.py` and
    // might have parts in other folders.
    if (!found.isWhole || mayAppear) continue;
    const near = nearMatch(found.missing, found.names);
    const hint =
      near === undefined
        ? `It has ${found.names.length === 0 ? 'no modules' : found.names.slice(0, 20).join(', ')}`
        : `Did you mean "${[...parts.slice(0, found.at), near, ...parts.slice(found.at + 1)].join('.')}"?`;
    throw configFailure(
      loaded.shown,
      `the key "${named.key}" points to the module "${named.path}", but the package "${parts.slice(0, found.at).join('.')}" of this repository has no "${found.missing}". ${hint}`,
    );
  }
  return undefined;
}

/** A folder where Python searches for top-level modules. If `name` is set, the folder is the package with this name. */
interface ImportRoot {
  folder: string;
  name?: string;
}

/**
 * Returns the folders in the order of `sys.path`: the working folder, the local packages, and then the other local
 * folders.
 */
async function importRoots(search: ModuleSearch): Promise<ImportRoot[]> {
  const { loaded, plan } = search;
  const projects = search.python.source.kind === 'uv' ? await dependencyFolders(search) : plan.packages;
  return [
    { folder: loaded.folder },
    ...projects.flatMap((folder) => [{ folder: join(folder, 'src') }, { folder }]),
    ...plan.paths.map((folder) => ({ folder })),
    ...plan.flat,
  ];
}

type FoundModule =
  | { kind: 'module'; file: string | undefined }
  /** The first part of the dotted name is a module and not a package, so the module has no submodules. */
  | { kind: 'no-package'; name: string }
  /** Part `at` of the dotted name is missing. `isWhole` is true if the package has no parts in other folders. */
  | { kind: 'missing'; missing: string; at: number; names: string[]; isWhole: boolean };

/**
 * Finds the module with a dotted name. `start` is the path of the first part of the name, and `parts` are the other
 * parts. Returns `undefined` if `start` is neither a folder nor, with the suffix `.py`, a module.
 */
async function findModule(
  reader: CheckoutReader,
  start: string,
  parts: readonly string[],
): Promise<FoundModule | undefined> {
  let here = start;
  for (const [at, next] of [...parts, undefined].entries()) {
    const isPackage = (await kindOf(reader, here)) === 'folder';
    if (next !== undefined && isPackage) {
      here = join(here, next);
      continue;
    }
    if (next === undefined) {
      // Python prefers a package to a module with the same name.
      for (const file of [join(here, '__init__.py'), `${here}.py`]) {
        const found = await findInside(reader, file);
        if (found?.type === 'file') return { kind: 'module', file: found.path };
      }
      if (isPackage) return { kind: 'module', file: undefined };
    }
    if (at === 0) {
      const isModule = next !== undefined && (await kindOf(reader, `${here}.py`)) === 'file';
      return isModule ? { kind: 'no-package', name: basename(here) } : undefined;
    }
    const above = dirname(here);
    const isWhole = (await kindOf(reader, join(above, '__init__.py'))) === 'file';
    return { kind: 'missing', missing: basename(here), at, names: await modulesIn(reader, above), isWhole };
  }
  return undefined;
}

async function kindOf(
  reader: CheckoutReader,
  path: string,
): Promise<'file' | 'folder' | 'other' | undefined> {
  return (await findInside(reader, path))?.type;
}

async function findInside(reader: CheckoutReader, path: string) {
  const found = await reader.find(dirname(path), basename(path)).catch(() => undefined);
  return found?.kind === 'inside' ? found : undefined;
}

async function modulesIn(reader: CheckoutReader, folder: string): Promise<string[]> {
  const entries = await reader.list(folder);
  return entries
    .filter((entry) => entry.isFolder || entry.name.endsWith('.py'))
    .map(({ name }) => name.replace(/\.py$/, ''))
    .filter((name) => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(name) && !name.startsWith('__'))
    .sort();
}
