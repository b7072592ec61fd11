import { realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../../os/plain-file.ts';
import { exists } from '../build/disk.ts';
import { StepFailure } from '../build/step.ts';
import { UnreachableIndexFailure } from './installer.ts';
import type { Resolution } from './resolution.ts';

const MAX_BYTES = 1024 * 1024;

/** The `[build-system]` table that a `pyproject.toml` needs, by the tool whose tables the file contains. */
const BUILD_SYSTEMS = {
  poetry: '[build-system] with requires = ["poetry-core"] and build-backend = "poetry.core.masonry.api"',
  flit: '[build-system] with requires = ["flit_core >=3"] and build-backend = "flit_core.buildapi"',
  other: '[build-system] with requires = ["setuptools"] and build-backend = "setuptools.build_meta"',
} as const;

/**
 * Local project without a build system, which installers build with setuptools, although setuptools ignores the tables
 * of other tools.
 */
interface UnbuiltProject {
  /** Path of the project's `pyproject.toml`, relative to the checkout. */
  shown: string;
  tool: keyof typeof BUILD_SYSTEMS;
  /** Names of packages that only another tool's tables require. */
  unread: string[];
}

/**
 * Finds the local projects whose `pyproject.toml` has no table `[build-system]`.
 * @param folders Absolute paths below the checkout.
 */
async function findUnbuilt(checkout: string, folders: readonly string[]): Promise<UnbuiltProject[]> {
  const root = await realpath(checkout);
  const found = folders.map(async (folder): Promise<UnbuiltProject | undefined> => {
    const file = join(folder, 'pyproject.toml');
    const about = await stat(file).catch(() => undefined);
    if (about?.isFile() !== true || about.size > MAX_BYTES) return undefined;
    const tables = tablesOf(await readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES }));
    if (tables.has('build-system') || tables.has('project')) return undefined;
    for (const name of ['setup.py', 'setup.cfg']) if (await exists(join(folder, name))) return undefined;
    const names = [...tables.keys()];
    const uses = (tool: string) => names.some((name) => name === tool || name.startsWith(`${tool}.`));
    const tool = uses('tool.poetry') ? 'poetry' : uses('tool.flit') ? 'flit' : 'other';
    const unread = tool === 'poetry' ? poetryDependencies(tables) : [];
    return { shown: relative(root, file).replaceAll('\\', '/'), tool, unread };
  });
  return (await Promise.all(found)).filter((project) => project !== undefined);
}

/**
 * Checks that the resolved packages include all packages in the tool's tables of each local project.
 * @throws StepFailure with the file, the missing packages, and the lines to add.
 */
export async function requireReadDependencies(checkout: string, resolution: Resolution): Promise<void> {
  const resolved = new Set(resolution.packages.map(({ requirement }) => normalize(nameOf(requirement))));
  for (const { shown, tool, unread } of await findUnbuilt(checkout, resolution.projects)) {
    const missing = unread.filter((name) => !resolved.has(normalize(name)));
    if (missing.length === 0) continue;
    throw new StepFailure(
      `${shown} has a [tool.${tool}] table but no [build-system] table, so the build would ignore the dependencies in it: ${missing.join(', ')}. Add this to ${shown}: ${BUILD_SYSTEMS[tool]}.`,
    );
  }
}

/**
 * Runs `work`, which builds local projects. If `work` fails, adds the projects without a build system to the message.
 * @param folders Absolute paths of the local projects.
 */
export async function withBuildSystemHints<T>(
  checkout: string,
  folders: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StepFailure) || error instanceof UnreachableIndexFailure) throw error;
    const hints = (await findUnbuilt(checkout, folders)).map(
      ({ shown, tool }) =>
        `${shown} has no [build-system] table, so setuptools builds the project. If it needs another build system, add this to ${shown}: ${BUILD_SYSTEMS[tool]}.`,
    );
    if (hints.length === 0) throw error;
    throw new StepFailure([error.message, ...hints].join(' '), { cause: error });
  }
}

/** Returns the lines of each TOML table, by the table's name without quotes and spaces. */
function tablesOf(text: string): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    const header = /^\s*\[+(?!\[)([^\]]*)\]/.exec(line)?.[1];
    // Only names of tables match, because the items of a nested list are separated by commas.
    if (header !== undefined && /^[\w."'\s-]+$/.test(header)) {
      lines = [];
      tables.set(header.replaceAll(/["'\s]/g, ''), lines);
    } else lines.push(line);
  }
  return tables;
}

/** Returns the names of packages that Poetry installs. Omits optional packages, because they belong to extras. */
function poetryDependencies(tables: ReadonlyMap<string, readonly string[]>): string[] {
  const inTable = (tables.get('tool.poetry.dependencies') ?? []).flatMap((line) => {
    const [, name = '', value = ''] = /^\s*["']?([\w.-]+)["']?\s*=\s*(.*)$/.exec(line) ?? [];
    return name === '' || /\boptional\s*=\s*true\b/.test(value) ? [] : [name];
  });
  const prefix = 'tool.poetry.dependencies.';
  const ownTables = [...tables].flatMap(([name, lines]) =>
    name.startsWith(prefix) && !lines.some((line) => /^\s*optional\s*=\s*true\b/.test(line))
      ? [name.slice(prefix.length)]
      : [],
  );
  return [...inTable, ...ownTables].filter((name) => name.toLowerCase() !== 'python');
}

const nameOf = (requirement: string): string => /^[\w.-]+/.exec(requirement)?.[0] ?? '';
const normalize = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');
