import { dirname, relative, sep } from 'node:path';
import type { CheckoutReader } from '../os/checkout-reader.ts';
import type { ConfigProblem } from './fields.ts';
import { describeMissing } from './ignored.ts';
import { type GraphConfig, modulesToLoad, type NamedModule, parseGraphConfig } from './parse.ts';

/** Thrown if a configuration cannot be built. The message is a sentence for the person who wrote the configuration. */
export class GraphConfigError extends Error {
  override readonly name = 'GraphConfigError';
  /** Sentences about further problems with the configuration. */
  readonly others: readonly string[];
  constructor(message: string, { others = [], cause }: { others?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause });
    this.others = others;
  }
}

/** A module whose file exists in the checkout. */
export interface LocatedModule extends NamedModule {
  /** Absolute path of the module with symbolic links resolved. */
  file: string;
}
export interface LoadedGraphConfig {
  /** Path of the configuration for messages. */
  shown: string;
  /**
   * Absolute path of the configuration's folder with symbolic links resolved. `folderName` is the path of the folder
   * relative to the checkout, with `/`.
   */
  folder: string;
  folderName: string;
  config: GraphConfig;
  /** Warnings about keys without effect, each with the reason. */
  warnings: readonly ConfigProblem[];
}

/** Maximum size of a configuration in bytes. */
const MAX_BYTES = 1024 * 1024;
/** Maximum number of warnings that are listed. All further warnings are only counted. */
const MAX_WARNINGS = 30;

/** Origin of a configuration, for messages. */
export type Origin = 'commit' | 'archive' | 'folder';

/**
 * Reads the graph configuration of a checkout for a build in the emulator.
 * @throws GraphConfigError with the file, the key and a hint.
 */
export async function loadGraphConfig(
  reader: CheckoutReader,
  configPath: string | null | undefined,
  of: Origin = 'commit',
): Promise<LoadedGraphConfig> {
  const { refusals, ...loaded } = await readGraphConfig(reader, configPath, of);
  const [refusal] = refusals;
  if (refusal) throw problemFailure(loaded.shown, refusal);
  return loaded;
}

/** Returns log lines with the warnings of a configuration, and with the number of warnings above the maximum. */
export function warningLines({ shown, warnings }: Pick<LoadedGraphConfig, 'shown' | 'warnings'>): string[] {
  const lines = warnings.map(
    ({ key, message }) => `Graph configuration ${shown}: the key "${key}" ${message}`,
  );
  const left = lines.length - MAX_WARNINGS;
  return left > 0 ? [...lines.slice(0, MAX_WARNINGS), `… and ${left} more such keys`] : lines;
}

/**
 * Reads the graph configuration of a checkout. `refusals` contains keys that prevent a build in the emulator.
 * @throws GraphConfigError with the file, the key and a hint.
 */
export async function readGraphConfig(
  reader: CheckoutReader,
  configPath: string | null | undefined,
  of: Origin,
): Promise<LoadedGraphConfig & { refusals: readonly ConfigProblem[] }> {
  const shown = configPath ?? 'langgraph.json';
  const found = await reader.find(reader.root, shown);
  if (found.kind === 'outside') {
    throw configFailure(
      shown,
      `the path is outside the ${of === 'commit' ? 'repository' : of}. Give a path below its root`,
    );
  }
  if (found.kind === 'missing') {
    const hint = of === 'folder' ? 'the path' : 'source_revision_config.graph_config_path';
    throw configFailure(shown, `this ${of} has no such file. Add it, or correct ${hint}`);
  }
  if (found.type !== 'file')
    throw configFailure(shown, 'this is not a file. Specify the path of the configuration file');
  if (found.size > MAX_BYTES) {
    throw configFailure(shown, `it is larger than ${MAX_BYTES} bytes, so it is not a graph configuration`);
  }
  const read = parseGraphConfig(await reader.read(found.path));
  if (!read.ok) throw problemFailure(shown, read.problem, read.others);
  const folder = dirname(found.path);
  const folderName = relative(reader.root, folder).split(sep).join('/');
  const { config, warnings, refusals } = read;
  return { shown, folder, folderName, config, warnings, refusals };
}

/**
 * Returns the absolute path of the file or folder that a key refers to, with links resolved.
 * @throws GraphConfigError with the file, the key and a hint if the checkout does not contain the file or folder.
 */
export async function requirePath(
  reader: CheckoutReader,
  { shown, folder }: Pick<LoadedGraphConfig, 'shown' | 'folder'>,
  { key, path, type }: { key: string; path: string; type: 'file' | 'folder' },
): Promise<string> {
  const found = await reader.find(folder, path);
  const names = `the key "${key}" points to "${path}"`;
  if (found.kind === 'outside') throw configFailure(shown, `${names}, which is outside the repository`);
  if (found.kind === 'missing') {
    throw configFailure(shown, `${names}, ${await describeMissing(reader, folder, path)}`);
  }
  if (found.type === type) return found.path;
  throw configFailure(
    shown,
    type === 'file'
      ? `${names}, which is not a file`
      : `${names}, which is a file. Give the folder that contains it`,
  );
}

/**
 * Finds the JavaScript modules that a worker loads.
 * @throws GraphConfigError with the file, the key and a hint.
 */
export function locateModules(reader: CheckoutReader, loaded: LoadedGraphConfig): Promise<LocatedModule[]> {
  return Promise.all(
    modulesToLoad(loaded.config).map(async (module) => ({
      ...module,
      file: await requirePath(reader, loaded, { ...module, type: 'file' }),
    })),
  );
}

/**
 * Finds the files that the sections of the configuration refer to. Returns absolute paths, keyed by key. A dotted
 * Python module has no file.
 * @throws GraphConfigError with the file, the key and a hint if a file is not in the checkout.
 */
export async function locateReferences(
  reader: CheckoutReader,
  loaded: LoadedGraphConfig,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { key, path } of namedFiles(loaded.config)) {
    found.set(key, await requirePath(reader, loaded, { key, path, type: 'file' }));
  }
  return found;
}

/** Returns the paths of the files that the sections of a configuration refer to. */
export function namedFiles({
  references: { modules, ui },
}: Pick<GraphConfig, 'references'>): { key: string; path: string }[] {
  return [...modules.filter(({ kind }) => kind === 'file'), ...ui].map(({ key, path }) => ({ key, path }));
}

function problemFailure(
  shown: string,
  problem: ConfigProblem,
  others: readonly ConfigProblem[] = [],
): GraphConfigError {
  const failure = ({ key, message }: ConfigProblem, more: readonly string[] = []) =>
    configFailure(shown, key === undefined ? `it ${message}` : `the key "${key}" ${message}`, more);
  return failure(
    problem,
    others.map((other) => failure(other).message),
  );
}

/** Creates an error about a configuration. `message` must begin with a lower-case letter and have no full stop. */
export function configFailure(
  shown: string,
  message: string,
  others: readonly string[] = [],
): GraphConfigError {
  const end = message.endsWith('?') ? '' : '.';
  return new GraphConfigError(`Graph configuration ${shown}: ${message}${end}`, { others });
}
