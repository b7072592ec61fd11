import { dirname, extname, join, relative, sep } from 'node:path';
import { isBuiltin } from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import type { BuildFailure, BuildOptions, BuildResult, Message, Metafile, Plugin } from 'esbuild';
import { closest, distance } from 'fastest-levenshtein';
import { watchForPipe } from '../../../os/find-pipe.ts';
import { GENERATED_MAX_BYTES, PlainFileError, readPlainText } from '../../../os/plain-file.ts';
import type { LoadedGraphConfig, LocatedModule } from '../../../graph-config/load.ts';
import { type BuildLimits, StepAborted, type StepContext, StepFailure } from './step.ts';

/** Folder of bundles inside the checkout, where imports resolve to the packages of the checkout. */
export const BUNDLE_FOLDER = '.agent-deploy';

/** Module of each key: path of the bundle, export, and source if the source is TypeScript. */
export type BundledModules = ReadonlyMap<string, { module: string; exportName: string; source?: string }>;

/** The bundler. The first build loads the bundler, so the emulator starts faster. */
let bundler: Promise<typeof Esbuild> | undefined;

/** Number of objects that might still use the bundler. */
let holders = 0;

/**
 * Registers a user of the bundler, whose first build starts the bundler's helper process. All emulators of this process
 * share the helper. The returned function releases the bundler. The last release stops the helper, and a later build
 * starts the helper again.
 */
export function retainBundler(): () => Promise<void> {
  holders += 1;
  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    holders -= 1;
    const esbuild = await bundler;
    // The helper is stopped only if no other user retained the bundler during the wait.
    if (holders === 0) await esbuild?.stop();
  };
}

/**
 * Bundles the modules as ES modules. TypeScript needs no separate compile step, and code that several modules import is
 * bundled once. Packages are not bundled. A missing export is detected before the deployment starts.
 * @throws StepFailure with the configuration, the key and a hint, or with the position in the source.
 */
export async function bundleModules(
  config: LoadedGraphConfig,
  modules: readonly LocatedModule[],
  context: BundleContext,
): Promise<{ modules: BundledModules; imports: string[] }> {
  const files = [...new Set(modules.map(({ file }) => file))];
  const names = new Map(files.map((file, index) => [file, `module-${index}`]));
  const outdir = join(config.folder, BUNDLE_FOLDER);
  const bundleOf = ({ file }: LocatedModule) => join(outdir, `${names.get(file)}.mjs`);
  const entryPoints = Object.fromEntries([...names].map(([file, name]) => [name, file]));
  const metafile = await bundle(config.folder, { entryPoints, outdir, splitting: true }, context);

  const wrapped = new Map<string, Set<string>>();
  for (const module of modules) {
    if (isCommonJs(metafile, config.folder, module.file)) {
      // The exports of a CommonJS module are known only at run time, so a wrapper module declares its export.
      wrapped.set(module.file, (wrapped.get(module.file) ?? new Set()).add(module.exportName));
    } else {
      const exported = exportsOf(metafile, `${names.get(module.file)}.mjs`);
      await checkExport(config, module, exported, bundleOf(module));
    }
  }
  for (const [file, exportNames] of wrapped) {
    const stdin = { contents: facade(file, [...exportNames]), resolveDir: dirname(file) };
    await bundle(config.folder, { stdin, outfile: join(outdir, `${names.get(file)}.mjs`) }, context);
  }
  const bundled = new Map(
    modules.map((module) => {
      const { key, file, exportName } = module;
      const source = /\.[cm]?tsx?$/.test(file) ? file : undefined;
      return [key, { module: bundleOf(module), exportName, ...(source && { source }) }] as const;
    }),
  );
  return { modules: bundled, imports: importsOf(metafile) };
}

async function bundle(
  folder: string,
  entry: Pick<BuildOptions, 'entryPoints' | 'outdir' | 'splitting' | 'stdin' | 'outfile'>,
  context: BundleContext,
): Promise<Metafile> {
  const options = {
    ...entry,
    absWorkingDir: folder,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    outExtension: { '.js': '.mjs' },
    sourcemap: 'inline',
    metafile: true,
    logLevel: 'silent',
    // Defines `require` for CommonJS code, under names that the agent's code is unlikely to contain.
    banner: {
      js: "import{createRequire as agentDeployRequire}from'node:module';const require=agentDeployRequire(import.meta.url);",
    },
    define: PLACES,
    plugins: [ownPlace],
  } satisfies BuildOptions;
  const { metafile } = await runBundler(options, context);
  if (metafile === undefined) throw new Error('the bundler returned no metafile');
  return metafile;
}

export type BundleContext = Pick<StepContext, 'signal' | 'log'> & { limits: Pick<BuildLimits, 'commandMs'> };

/**
 * Runs the bundler and logs its warnings. The bundler opens files itself, and would wait forever for a pipe or a
 * device. This function therefore stops waiting when a pipe is found, when the signal aborts, or when the time limit
 * has passed. The bundler's helper process is killed when the bundler is released.
 * @throws StepFailure with the position in the source, or when the time limit has passed
 * @throws StepAborted when the signal aborts
 */
export async function runBundler(
  options: BuildOptions & { absWorkingDir: string },
  { log, signal, limits }: BundleContext,
): Promise<BuildResult> {
  bundler ??= import('esbuild');
  const esbuild = await bundler;
  try {
    const result = await untilAborted(
      withoutEnvironment(() => esbuild.build(options)),
      { folder: options.absWorkingDir, signal, limitMs: limits.commandMs },
    );
    for (const warning of result.warnings) log(place(warning), 'WARNING');
    return result;
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    for (const message of error.errors) log(place(message), 'ERROR');
    const first = error.errors[0];
    throw new StepFailure(`Bundling failed: ${first ? place(first) : error.message}`, { cause: error });
  }
}

/** Matches the files that the bundler may open: manifests, compiler settings, and imported modules. */
const OPENED = /^(?:package|tsconfig.*|jsconfig)\.json$|\.(?:[cm]?[jt]sx?|json|css)$/;

/** Waits for the bundler until the signal aborts, the time limit (milliseconds) passes, or a pipe blocks it. */
async function untilAborted<T>(
  work: Promise<T>,
  { folder, signal, limitMs }: { folder: string; signal: AbortSignal; limitMs: number },
): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const abort = () => ended.reject(new StepAborted('bundling was aborted'));
  const timer = setTimeout(() => {
    const message = `Bundling took longer than ${Math.round(limitMs / 1000)} s. Check whether a file or a link in the checkout leads to a pipe or a device.`;
    ended.reject(new StepFailure(message));
  }, limitMs);
  const unwatch = watchForPipe({ root: folder, opens: (name) => OPENED.test(name) }, (file) => {
    const message = `Bundling cannot continue, because ${JSON.stringify(file)} is a pipe or a device. Remove it, or replace it with a file.`;
    ended.reject(new StepFailure(message));
  });
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  // Ignores a failure of the bundler after the wait has ended.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    clearTimeout(timer);
    unwatch();
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Starts the bundler's helper process without the emulator's environment. Agents run as the same user, and could
 * otherwise read the emulator's variables in `/proc/<pid>/environ`.
 */
function withoutEnvironment<T>(start: () => T): T {
  const own = process.env;
  process.env = own.SystemRoot ? { SystemRoot: own.SystemRoot } : {};
  try {
    return start();
  } finally {
    process.env = own;
  }
}

/** Values of a bundled module's location variables, which contain the module's location in the checkout. */
const PLACES = {
  'import.meta.url': '__agent_deploy_url',
  'import.meta.filename': '__agent_deploy_filename',
  'import.meta.dirname': '__agent_deploy_dirname',
  __filename: '__agent_deploy_filename',
  __dirname: '__agent_deploy_dirname',
};
const ownPlace: Plugin = {
  name: 'own-place',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      let text: string;
      try {
        text = await readPlainText(path, { maxBytes: GENERATED_MAX_BYTES });
      } catch (error) {
        if (error instanceof PlainFileError) return { errors: [{ text: `The file ${error.message}` }] };
        throw error;
      }
      if (!/import\.meta|__dirname|__filename/.test(text)) return undefined;
      const values = {
        __agent_deploy_url: pathToFileURL(path).href,
        __agent_deploy_filename: path,
        __agent_deploy_dirname: dirname(path),
      };
      const declared = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      // The declarations are added to the first line and replace a `#!` line, so line numbers do not change.
      const contents = `var ${declared.join(',')};${text.replace(/^#!.*/, '')}`;
      return { contents, loader: loaderOf(path), resolveDir: dirname(path) };
    });
  },
};

function loaderOf(path: string): 'ts' | 'tsx' | 'js' | 'jsx' {
  const extension = extname(path);
  if (extension === '.tsx') return 'tsx';
  if (extension === '.jsx') return 'jsx';
  return extension.endsWith('ts') ? 'ts' : 'js';
}

function isCommonJs(metafile: Metafile, folder: string, file: string): boolean {
  return metafile.inputs[relative(folder, file).split(sep).join('/')]?.format === 'cjs';
}

function exportsOf(metafile: Metafile, fileName: string): string[] {
  const output = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${fileName}`));
  return output?.[1].exports ?? [];
}

function facade(file: string, exportNames: string[]): string {
  const named = exportNames
    .filter((name) => name !== 'default')
    .map(
      (name, index) =>
        `const e${index}=m[${JSON.stringify(name)}];export{e${index} as ${JSON.stringify(name)}};`,
    );
  return `import * as m from ${JSON.stringify(file)};export default m.default;${named.join('')}`;
}

/** Returns the packages that the bundles import, without built-in modules. */
function importsOf({ outputs }: Metafile): string[] {
  const names = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ external, kind, path }) =>
      external === true && kind === 'import-statement' && !isBuiltin(path) ? [path] : [],
    ),
  );
  return [...new Set(names)];
}

async function checkExport(
  config: LoadedGraphConfig,
  { key, path, exportName }: LocatedModule,
  exported: string[],
  bundled: string,
): Promise<void> {
  if (exported.includes(exportName)) return;
  // The names in `export * from` a package are known only after loading, so the worker reports a missing export.
  if (/^export \* from /m.test(await readPlainText(bundled, { maxBytes: GENERATED_MAX_BYTES }))) return;
  const near = exported.length === 0 ? undefined : closest(exportName, exported);
  const hint =
    near !== undefined && distance(near, exportName) <= 2
      ? `Did you mean "${near}"?`
      : `The module exports ${exported.length === 0 ? 'nothing' : exported.join(', ')}. Use one of these exports, or export "${exportName}".`;
  throw new StepFailure(
    `Graph configuration ${config.shown}: the key "${key}" names the export "${exportName}", but ${path} does not export this name. ${hint}`,
  );
}

function place({ location, text }: Message): string {
  return location ? `${location.file}:${location.line}:${location.column}: ${text}` : text;
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors);
}
