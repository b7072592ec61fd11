import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { resolveInside } from './disk.ts';
import { StepFailure } from './step.ts';
import {
  type GraphConfig,
  modulesToLoad,
  type NamedModule,
  parseGraphConfig,
} from '../../../graph-config/parse.ts';

/** A module that was found. */
export interface LocatedModule extends NamedModule {
  /** The module, absolute, without links. */
  file: string;
}
export interface LoadedGraphConfig {
  /** As the deployment names it, for messages. */
  shown: string;
  /** The configuration's folder, absolute, without links, and relative to the checkout with `/`. */
  folder: string;
  folderName: string;
  config: GraphConfig;
  /** One line for each key that has no effect, as it is to be logged. */
  warnings: string[];
}

/** A larger file is not a configuration. */
const MAX_BYTES = 1024 * 1024;
/** More keys without effect than this are counted. */
const MAX_WARNINGS = 30;

/**
 * Reads the graph configuration of a checkout.
 * @throws StepFailure naming the file, the key and a hint.
 */
export async function loadGraphConfig(
  checkout: string,
  configPath: string | null | undefined,
  of: 'commit' | 'archive' = 'commit',
): Promise<LoadedGraphConfig> {
  const shown = configPath ?? 'langgraph.json';
  const found = await resolveInside(checkout, checkout, shown);
  if (found.kind === 'outside') {
    throw configFailure(
      shown,
      `the path leads out of the ${of === 'commit' ? 'repository' : of}. Give a path below its root`,
    );
  }
  if (found.kind === 'missing') {
    throw configFailure(
      shown,
      `there is no such file in this ${of}. Add it, or correct source_revision_config.graph_config_path`,
    );
  }
  const about = await stat(found.path);
  if (!about.isFile()) throw configFailure(shown, 'this is not a file. Name the configuration file itself');
  if (about.size > MAX_BYTES) {
    throw configFailure(shown, `it is larger than ${MAX_BYTES} bytes, so it is no graph configuration`);
  }
  const read = parseGraphConfig(await readFile(found.path, 'utf8'));
  if (!read.ok) {
    const { key, message } = read.problem;
    throw configFailure(shown, key === undefined ? `it ${message}` : `the key "${key}" ${message}`);
  }
  const folder = dirname(found.path);
  const folderName = relative(await realpath(checkout), folder)
    .split(sep)
    .join('/');
  const lines = read.warnings.map(
    ({ key, message }) => `Graph configuration ${shown}: the key "${key}" ${message}`,
  );
  const left = lines.length - MAX_WARNINGS;
  const warnings = left > 0 ? [...lines.slice(0, MAX_WARNINGS), `… and ${left} more such keys`] : lines;
  return { shown, folder, folderName, config: read.config, warnings };
}

/**
 * The path that a key names, absolute, without links.
 * @throws StepFailure naming the file, the key and a hint, when it is not in the checkout.
 */
export async function requirePath(
  checkout: string,
  { shown, folder }: Pick<LoadedGraphConfig, 'shown' | 'folder'>,
  key: string,
  written: string,
): Promise<string> {
  const found = await resolveInside(checkout, folder, written);
  const names = `the key "${key}" names "${written}"`;
  if (found.kind === 'outside') throw configFailure(shown, `${names}, which leads out of the repository`);
  if (found.kind === 'missing') {
    throw configFailure(
      shown,
      `${names}, which is not there. Commit it, or correct the path: it is relative to the configuration's own folder`,
    );
  }
  return found.path;
}

/**
 * Finds the modules of JavaScript that a worker is to load.
 * @throws StepFailure naming the file, the key and a hint.
 */
export function locateModules(checkout: string, loaded: LoadedGraphConfig): Promise<LocatedModule[]> {
  return Promise.all(
    modulesToLoad(loaded.config).map(async (module) => {
      const file = await requirePath(checkout, loaded, module.key, module.path);
      if (!(await stat(file)).isFile()) {
        throw configFailure(
          loaded.shown,
          `the key "${module.key}" names "${module.path}", which is not a file`,
        );
      }
      return { ...module, file };
    }),
  );
}

/**
 * Finds the files that sections of the configuration name beside the graphs. Gives each, absolute, by its key; a dotted module of
 * Python has none.
 * @throws StepFailure naming the file, the key and a hint, when one is not in the checkout.
 */
export async function locateReferences(
  checkout: string,
  loaded: LoadedGraphConfig,
): Promise<Map<string, string>> {
  const { modules, ui } = loaded.config.references;
  const found = new Map<string, string>();
  for (const { key, path } of [...modules.filter(({ kind }) => kind === 'file'), ...ui]) {
    const file = await requirePath(checkout, loaded, key, path);
    if (!(await stat(file)).isFile()) {
      throw configFailure(loaded.shown, `the key "${key}" names "${path}", which is not a file`);
    }
    found.set(key, file);
  }
  return found;
}

/** A failure that names the configuration. `message` begins small and has no full stop. */
export function configFailure(shown: string, message: string): StepFailure {
  return new StepFailure(`Graph configuration ${shown}: ${message}${message.endsWith('?') ? '' : '.'}`);
}
