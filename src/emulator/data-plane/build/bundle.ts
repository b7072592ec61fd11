import { dirname, extname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import type { BuildFailure, BuildOptions, BuildResult, Message, Metafile, Plugin } from 'esbuild';
import { closest, distance } from 'fastest-levenshtein';
import { watchForPipe } from '../../../os/find-pipe.ts';
import { GENERATED_MAX_BYTES, PlainFileError, readPlainText } from '../../../os/plain-file.ts';
import type { LoadedGraphConfig, LocatedModule } from '../../../graph-config/load.ts';
import { type BuildLimits, StepAborted, type StepContext, StepFailure } from './step.ts';

/** Inside the checkout, so that bare imports resolve from the packages installed there. */
export const BUNDLE_FOLDER = '.agent-deploy';

/** Key → its bundled module (absolute) and the export to take; of TypeScript, also its source. */
export type BundledModules = ReadonlyMap<string, { module: string; exportName: string; source?: string }>;

/** Loaded with the first build, so that an emulator starts without it. */
let bundler: Promise<typeof Esbuild> | undefined;

/** How many users may still build: the bundler has one helper process for all emulators of a process. */
let holders = 0;

/**
 * Keeps the bundler's helper process running for one user, from the first build on. Returns its release, to be called once
 * nothing is being built: the helper exits with the last release, and a later build starts another.
 */
export function retainBundler(): () => Promise<void> {
  holders += 1;
  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    holders -= 1;
    const esbuild = await bundler;
    // Another user may have started meanwhile.
    if (holders === 0) await esbuild?.stop();
  };
}

/**
 * Bundles the modules to ES modules with their packages left external, so that TypeScript runs as it is and they share what they
 * have in common, and detects a missing export before anything is deployed.
 * @throws StepFailure naming the configuration, the key and a hint, or the position in the source.
 */
export async function bundleModules(
  config: LoadedGraphConfig,
  modules: readonly LocatedModule[],
  context: BundleContext,
): Promise<BundledModules> {
  const files = [...new Set(modules.map(({ file }) => file))];
  const names = new Map(files.map((file, index) => [file, `module-${index}`]));
  const outdir = join(config.folder, BUNDLE_FOLDER);
  const bundleOf = ({ file }: LocatedModule) => join(outdir, `${names.get(file)}.mjs`);
  const entryPoints = Object.fromEntries([...names].map(([file, name]) => [name, file]));
  const metafile = await bundle(config.folder, { entryPoints, outdir, splitting: true }, context);

  const wrapped = new Map<string, Set<string>>();
  for (const module of modules) {
    if (isCommonJs(metafile, config.folder, module.file)) {
      // Its exports are only known at run time: a wrapper module names them.
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
  return new Map(
    modules.map((module) => {
      const { key, file, exportName } = module;
      const source = /\.[cm]?tsx?$/.test(file) ? file : undefined;
      return [key, { module: bundleOf(module), exportName, ...(source && { source }) }];
    }),
  );
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
    // For code written for CommonJS; the names are unlikely in an author's own code.
    banner: {
      js: "import{createRequire as agentDeployRequire}from'node:module';const require=agentDeployRequire(import.meta.url);",
    },
    define: PLACES,
    plugins: [ownPlace],
  } satisfies BuildOptions;
  const { metafile } = await runBundler(options, context);
  if (metafile === undefined) throw new Error('the bundler gave no metafile');
  return metafile;
}

/** What the bundler needs of a build step. */
export type BundleContext = Pick<StepContext, 'signal' | 'log'> & { limits: Pick<BuildLimits, 'commandMs'> };

/**
 * Runs the bundler and logs its warnings. The bundler opens files by itself and waits forever for a pipe or a device, so
 * its result is awaited only until one is found, the signal or the time limit; its helper process is killed when it is
 * released.
 * @throws StepFailure with the position in the source, or when the time limit has passed; StepAborted at the signal.
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

/** Names of the files that the bundler opens by itself: manifests, compiler settings, and modules that others import. */
const OPENED = /^(?:package|tsconfig.*|jsconfig)\.json$|\.(?:[cm]?[jt]sx?|json|css)$/;

/** Waits for the bundler until the signal or the time limit, in milliseconds, or until a pipe is found that holds it. */
async function untilAborted<T>(
  work: Promise<T>,
  { folder, signal, limitMs }: { folder: string; signal: AbortSignal; limitMs: number },
): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const abort = () => ended.reject(new StepAborted('bundling was aborted'));
  const timer = setTimeout(() => {
    const message = `Bundling took longer than ${Math.round(limitMs / 1000)} s. Check whether a file of the checkout, or a link, leads to a pipe or a device.`;
    ended.reject(new StepFailure(message));
  }, limitMs);
  const unwatch = watchForPipe({ root: folder, opens: (name) => OPENED.test(name) }, (file) => {
    const message = `Bundling waits forever for ${JSON.stringify(file)}, which is a pipe or a device. Remove it, or make it a file.`;
    ended.reject(new StepFailure(message));
  });
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  // The bundler may still fail after the wait has ended.
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
 * The first build starts a helper process, which inherits the environment of that moment, and agents run as the same user:
 * they could read our variables in its `/proc/<pid>/environ`.
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

/** Each module keeps its own location in the checkout, although it runs from the bundle. */
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
      // On the first line, so that line numbers stay; a `#!` line would have to be the first, and means nothing here.
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

async function checkExport(
  config: LoadedGraphConfig,
  { key, path, exportName }: LocatedModule,
  exported: string[],
  bundled: string,
): Promise<void> {
  if (exported.includes(exportName)) return;
  // What a package re-exports is known only once it is loaded: the worker will report it.
  if (/^export \* from /m.test(await readPlainText(bundled, { maxBytes: GENERATED_MAX_BYTES }))) return;
  const near = exported.length === 0 ? undefined : closest(exportName, exported);
  const hint =
    near !== undefined && distance(near, exportName) <= 2
      ? `Did you mean "${near}"?`
      : `It exports ${exported.length === 0 ? 'nothing' : exported.join(', ')}: name one of these, or export "${exportName}".`;
  throw new StepFailure(
    `Graph configuration ${config.shown}: the key "${key}" names the export "${exportName}", which ${path} does not have. ${hint}`,
  );
}

function place({ location, text }: Message): string {
  return location ? `${location.file}:${location.line}:${location.column}: ${text}` : text;
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors);
}
