import { baseOf, folderOf, isWithin, type Language, resolveFrom } from './code-reader.ts';

/** A module of an agent, with the names of the packages that the module imports. */
export interface Module {
  path: string;
  language: Language;
  text: string;
  packages: readonly string[];
}

/** Folders and packages where an agent's imports are resolved. */
export interface ImportRoots {
  /** Paths of all files in the repository. */
  files: ReadonlySet<string>;
  read: (path: string) => Promise<string | undefined>;
  /** Folders that Python imports from. */
  python: readonly string[];
  /** Folder of the agent's configuration. Aliases such as `@/` refer to folders below the configuration's folder. */
  folder: string;
  /** Folders of the repository's own packages, keyed by package name. */
  packages: ReadonlyMap<string, string>;
}

/** Maximum number of modules that are read. */
const MOST_MODULES = 2000;

const SCRIPT = /\.[cm]?[jt]sx?$/;
const SCRIPT_ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const AS_SOURCE: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
const JS_IMPORT = /(?:\bfrom|\bimport|\brequire\s{0,4}\(|\bimport\s{0,4}\()\s{0,4}(["'])([^"'\n]{1,300})\1/g;
const PY_FROM =
  /^[ \t]*from[ \t]+(?=[\w.])(\.{0,10})([\w.]{0,300})[ \t]+import[ \t]+(\([^)]{0,4000}\)|[^\n]{1,1000})/gm;
const PY_IMPORT = /^[ \t]*import[ \t]+([\w., \t]{1,1000})/gm;

/** Returns the language of a module, or `undefined` for any other file. */
export function languageOf(path: string): Language | undefined {
  if (path.endsWith('.py')) return 'python';
  return SCRIPT.test(path) && !path.endsWith('.d.ts') ? 'typescript' : undefined;
}

/**
 * Reads the modules of an agent and all imported modules of the repository. Packages outside the repository are not
 * read.
 */
export async function followImports(entries: readonly string[], given: ImportRoots): Promise<Module[]> {
  const roots = { ...given, modulesOf: new Map<string, readonly string[]>() };
  const modules: Module[] = [];
  const open = [...entries];
  const seen = new Set(open);
  for (let path = open.pop(); path !== undefined && modules.length < MOST_MODULES; path = open.pop()) {
    const language = languageOf(path);
    const text = language === undefined ? undefined : await roots.read(path);
    if (language === undefined || text === undefined) continue;
    const { files, packages } =
      language === 'python' ? pythonImports(path, text, roots) : scriptImports(path, text, roots);
    modules.push({ path, language, text, packages });
    for (const file of files) {
      if (!seen.has(file)) open.push(file);
      seen.add(file);
    }
  }
  return modules;
}

/** `modulesOf` caches the modules of packages, keyed by package name. */
type Roots = ImportRoots & { modulesOf: Map<string, readonly string[]> };

interface Imports {
  files: string[];
  packages: string[];
}

function scriptImports(path: string, text: string, roots: Roots): Imports {
  const found: Imports = { files: [], packages: [] };
  const seen = new Set<string>();
  for (const [, , specifier = ''] of text.matchAll(JS_IMPORT)) {
    const candidates = specifier.startsWith('.')
      ? [resolveFrom(folderOf(path), specifier)]
      : /^[@~]\//.test(specifier)
        ? ['src/', ''].map((source) => resolveFrom(roots.folder, source + specifier.slice(2)))
        : [];
    const file = candidates
      .flatMap((base) => (base === undefined ? [] : scriptFile(base, roots.files)))
      .at(0);
    if (file !== undefined) found.files.push(file);
    else if (!specifier.startsWith('.') && !seen.has(packageName(specifier))) {
      // A module might import a package of thousands of modules thousands of times, so each package is resolved only
      // once per module.
      seen.add(packageName(specifier));
      const own = workspaceModules(specifier, roots);
      if (own === undefined) found.packages.push(packageName(specifier));
      else found.files.push(...own);
    }
  }
  return found;
}

const packageName = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/**
 * Returns all modules of a package in the repository, including modules that the package does not export. Returns
 * `undefined` for any other package.
 */
function workspaceModules(specifier: string, roots: Roots): readonly string[] | undefined {
  const { packages, folder, files, modulesOf } = roots;
  const name = packageName(specifier);
  const at = packages.get(name);
  if (at === undefined || isWithin(at, folder)) return undefined;
  const known = modulesOf.get(name);
  if (known !== undefined) return known;
  const modules = [...files].filter((path) => isWithin(at, path) && isAgentCode(path)).slice(0, MOST_MODULES);
  modulesOf.set(name, modules);
  return modules;
}

function scriptFile(base: string, files: ReadonlySet<string>): string[] {
  const [ending = ''] = /\.[cm]?jsx?$/.exec(base) ?? [];
  const stem = base.slice(0, base.length - ending.length);
  const candidates = [
    base,
    ...(AS_SOURCE[ending] ?? []).map((source) => stem + source),
    ...SCRIPT_ENDINGS.map((end) => base + end),
    ...SCRIPT_ENDINGS.map((end) => `${base}/index${end}`),
  ];
  return candidates.filter((candidate) => files.has(candidate)).slice(0, 1);
}

function pythonImports(path: string, text: string, roots: Roots): Imports {
  const found: Imports = { files: [], packages: [] };
  const add = (bases: readonly string[], dotted: string, names: readonly string[]): void => {
    const files = bases.flatMap((base) => pythonFiles(base, dotted, names, roots.files));
    if (files.length > 0) found.files.push(...files);
    else if (dotted !== '') found.packages.push(dotted.split('.', 1)[0] ?? dotted);
  };
  for (const [, dots = '', dotted = '', list = ''] of text.matchAll(PY_FROM)) {
    const names = namesOf(list);
    if (dots === '') add(roots.python, dotted, names);
    else {
      const base = resolveFrom(folderOf(path), '../'.repeat(dots.length - 1));
      if (base !== undefined) found.files.push(...pythonFiles(base, dotted, names, roots.files));
    }
  }
  for (const [, list = ''] of text.matchAll(PY_IMPORT)) {
    for (const dotted of namesOf(list)) add(roots.python, dotted, []);
  }
  return found;
}

/** Returns the imported names without their local aliases. */
const namesOf = (list: string): string[] =>
  list
    .replaceAll(/[()]|#[^\n]{0,300}/g, ' ')
    .split(',')
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter((name) => /^[\w.]{1,300}$/.test(name));

/**
 * Returns the files that Python loads for a dotted module: the parent packages, the module, and submodules that are
 * imported by name.
 */
function pythonFiles(
  base: string,
  dotted: string,
  names: readonly string[],
  files: ReadonlySet<string>,
): string[] {
  const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const found: string[] = [];
  let at = base;
  for (const part of dotted.split('.').filter((name) => name !== '')) {
    at = below(at, part);
    if (files.has(below(at, '__init__.py'))) found.push(below(at, '__init__.py'));
    if (files.has(`${at}.py`)) found.push(`${at}.py`);
  }
  for (const name of names) {
    const module = below(at, name);
    for (const file of [`${module}.py`, below(module, '__init__.py')]) if (files.has(file)) found.push(file);
  }
  return found;
}

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|fixtures|__mocks__|e2e|evals?|node_modules|dist|build|\.venv|venv)(?:\/|$)/;
const TEST_FILE = /^(?:test_.*|.*_test|conftest)\.py$|\.(?:test|spec|stories|d)\.[cm]?[jt]sx?$/;

/** Returns whether a path is the path of a module that runs in the deployment, and not of a test or a build file. */
const isAgentCode = (path: string): boolean =>
  languageOf(path) !== undefined && !TEST_FOLDER.test(folderOf(path)) && !TEST_FILE.test(baseOf(path));
