import { basename } from 'node:path';
import type { CheckoutReader } from '../os/checkout-reader.ts';
import { configFailure, type LoadedGraphConfig, requirePath } from './load.ts';
import {
  type DependencyPlan,
  hasGitCredentials,
  isFlatPackage,
  isLocalEntry,
  isProject,
  type LocalFolder,
  planDependencies,
  type PythonConfig,
} from './python.ts';

export interface DependencySource {
  reader: CheckoutReader;
  /** Original name of the checkout's root folder, or `undefined` for an archive. */
  rootName: string | undefined;
  warn: (message: string) => void;
}

/** Files in a local folder that can list packages. */
const DEPENDENCY_FILES = ['requirements.txt', 'pyproject.toml', 'setup.py', 'setup.cfg'];

/**
 * Plans the installation of Python packages. Reads the folders and files that the configuration refers to.
 * @throws GraphConfigError with the configuration, the key and a hint.
 */
export async function loadDependencies(
  source: DependencySource,
  loaded: LoadedGraphConfig,
  python: PythonConfig,
): Promise<DependencyPlan> {
  const { shown } = loaded;
  if (python.pipConfigFile !== undefined) {
    const pipConfig = { key: 'pip_config_file', path: python.pipConfigFile, type: 'file' } as const;
    await requirePath(source.reader, loaded, pipConfig);
  }
  if (python.source.kind === 'uv') {
    await checkUvProject(source, loaded, python.source.root);
    return { requirements: [], requirementFiles: [], packages: [], paths: [], flat: [] };
  }
  const { entries } = python.source;
  const folders: LocalFolder[] = [];
  for (const [at, entry] of entries.entries()) {
    if (isLocalEntry(entry)) folders.push(await readFolder(source, loaded, { at, entry }));
  }
  const planned = planDependencies(entries, folders);
  if ('problem' in planned) {
    throw configFailure(shown, `the key "${planned.problem.key}" ${planned.problem.message}`);
  }
  const nameless = folders.find(({ name, files }) => name === undefined && isFlatPackage(files));
  if (nameless !== undefined) {
    source.warn(
      `Graph configuration ${shown}: the key "dependencies" contains "${nameless.entry}", which is itself a package, but an archive does not contain the folder's name, so no module can import the package by that name. Add a pyproject.toml, or move the package into a folder below it`,
    );
  }
  return planned.plan;
}

async function readFolder(
  source: DependencySource,
  loaded: LoadedGraphConfig,
  { at, entry }: { at: number; entry: string },
): Promise<LocalFolder> {
  const key = `dependencies.${at}`;
  const path = await requirePath(source.reader, loaded, { key, path: entry, type: 'folder' });
  const found = await source.reader.list(path);
  const files = new Set(found.map(({ name }) => name));
  await refuseCredentials(source, loaded, path, DEPENDENCY_FILES);
  const packages: string[] = [];
  // The folders of a project are skipped, because the metadata of the installed project lists the project's modules.
  for (const { name } of isProject(files) ? [] : found) {
    if (name === '__pycache__' || name.startsWith('.')) continue;
    if (await holdsPython(source.reader, path, name)) packages.push(name);
  }
  const isRoot = path === source.reader.root;
  return { entry, path, name: isRoot ? source.rootName : basename(path), files, packages: packages.sort() };
}

async function holdsPython(reader: CheckoutReader, folder: string, name: string): Promise<boolean> {
  const found = await reader.find(folder, name);
  if (found.kind !== 'inside' || found.type !== 'folder') return false;
  return (await reader.list(found.path)).some((file) => file.name.endsWith('.py'));
}

/** Throws GraphConfigError unless both files of a uv project are inside the checkout. */
async function checkUvProject(
  source: DependencySource,
  loaded: LoadedGraphConfig,
  root: string,
): Promise<void> {
  const path = await requirePath(source.reader, loaded, { key: 'source.root', path: root, type: 'folder' });
  for (const name of ['pyproject.toml', 'uv.lock']) {
    const file = await source.reader.find(path, name);
    if (file.kind === 'inside') continue;
    const hint =
      name === 'uv.lock'
        ? 'Run "uv lock" there and commit the lock file, or give the root of the workspace'
        : 'Give the root of the workspace';
    throw configFailure(
      loaded.shown,
      `the key "source.root" points to "${root}", which has no ${name}. ${hint}`,
    );
  }
  await refuseCredentials(source, loaded, path, ['pyproject.toml', 'uv.lock']);
}

/** Maximum size in bytes of a file that is searched for credentials, above the size of files that people write. */
const SEARCHED_BYTES = 16 * 1024 * 1024;

async function refuseCredentials(
  { reader }: DependencySource,
  { shown }: LoadedGraphConfig,
  folder: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const file = await reader.find(folder, name);
    const leads = `"${name}" of a folder in "dependencies"`;
    if (file.kind === 'outside') throw configFailure(shown, `${leads} is outside the repository`);
    if (file.kind === 'missing') continue;
    if (file.type !== 'file' || file.size > SEARCHED_BYTES) continue;
    if (hasGitCredentials(await reader.read(file.path))) {
      throw configFailure(
        shown,
        `${leads} contains a Git URL with a user name or password. Remove these credentials from the URL: do not store them in a repository`,
      );
    }
  }
}
