import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { EMULATOR_START } from '../import-rules/rules.ts';
import { writeEmptyStore } from './empty-store.ts';
import { bundleWithJoinedStart } from './join-start.ts';

/**
 * Packages that npm installs together with the emulator. These packages contain a program for each operating system,
 * so they cannot be bundled.
 */
export const DEPENDENCIES = ['esbuild'];
/** Optional packages that other packages try to import. The bundle does not contain these packages. */
const ABSENT = ['bufferutil', 'utf-8-validate', 'pg-native', 'cloudflare:sockets'];

/**
 * Sources of the programs that the emulator starts, by their file in `lib`. Each program is one file without imports.
 */
const PROGRAMS: Readonly<Record<string, string>> = {
  worker: 'src/emulator/data-plane/worker/main.ts',
  'type-parser': 'src/emulator/data-plane/worker/type-parser.ts',
  'frame-decoder': 'src/emulator/data-plane/link/decoder-thread.ts',
  supervisor: 'src/emulator/data-plane/places/process/supervisor-program.ts',
  'credential-proxy': 'src/credential-proxy/main.ts',
  // The supervisor has its own folder, which boxes mount.
  'box/supervisor': 'src/box/supervisor/main.ts',
};
const PYTHON = 'src/emulator/data-plane/worker/python';

/** Code that replaces `src/emulator/ports/installation.ts` in the bundle, whose files are all in one folder. */
const INSTALLATION = `
import path from 'node:path';
const inPackage = (name) => path.join(import.meta.dirname, name);
export const PROGRAMS = {
  worker: inPackage('worker.mjs'),
  typeParser: { entry: inPackage('type-parser.mjs'), folder: import.meta.dirname },
  pythonWorker: inPackage('python/start.py'),
  frameDecoder: inPackage('frame-decoder.mjs'),
  supervisor: inPackage('supervisor.mjs'),
  credentialProxy: inPackage('credential-proxy.mjs'),
  boxSupervisor: { entry: inPackage('box/supervisor.mjs'), folder: inPackage('box') },
};
export const DASHBOARD_FILES = inPackage('dashboard');
export const EMPTY_STORE = inPackage('empty.sqlite.gz');
`;

/**
 * Code that replaces `src/cli/installation.ts` in the bundle of the command line tool, whose folder is inside the
 * emulator's folder.
 */
const CLI_INSTALLATION = `
import path from 'node:path';
const inPackage = (name) => path.join(import.meta.dirname, name);
export const MANIFESTS = {
  own: inPackage('../../package.json'),
  deploy: inPackage('action.yml'),
  verify: inPackage('verify.yml'),
};
export const TROUBLESHOOTING_FOLDER = inPackage('troubleshooting');
export const PROGRAMS = {
  credentialProxy: inPackage('../credential-proxy.mjs'),
  boxSupervisor: { entry: inPackage('../box/supervisor.mjs'), folder: inPackage('../box') },
};
`;

/** Code that defines `require` for CommonJS packages, which load only Node's own modules. */
const REQUIRE = `const require = (name) => {
  const builtin = process.getBuiltinModule(name);
  if (builtin === undefined) throw Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' });
  return builtin;
};`;

/**
 * Bundles the emulator of the repository at `root` into `lib`, which must not exist: the command line and the API with
 * their shared modules, and the programs that they start. Also bundles `agent-deploy`, which shares no module with the
 * emulator. Returns the names of the bundled packages.
 */
export async function bundleEmulator(root: string, lib: string): Promise<string[]> {
  await mkdir(lib, { recursive: true });
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'ascii',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: false,
    metafile: true,
    logLevel: 'silent',
    outdir: lib,
    outExtension: { '.js': '.mjs' },
    external: [...DEPENDENCIES, ...ABSENT],
    banner: { js: REQUIRE },
    plugins: [installation, builtins],
  } satisfies BuildOptions;
  const entryPoints = { cli: EMULATOR_START.program, index: 'src/emulator/package/index.ts' };
  const shared = await bundleWithJoinedStart({ ...options, entryPoints }, lib, EMULATOR_START);
  const programs = await build({ ...options, entryPoints: PROGRAMS });
  const commandLine = await build({
    ...options,
    outdir: path.join(lib, 'agent-deploy'),
    entryPoints: { main: 'src/cli/main.ts' },
    // ES modules are preferred, because a dynamic import of a CommonJS package has no named exports in a split bundle.
    mainFields: ['module', 'main'],
    chunkNames: 'shared-[hash]',
    splitting: true,
  });
  await cp(path.join(root, 'action.yml'), path.join(lib, 'agent-deploy/action.yml'));
  await cp(path.join(root, 'verify/action.yml'), path.join(lib, 'agent-deploy/verify.yml'));
  const help = path.join(lib, 'agent-deploy/troubleshooting');
  await cp(path.join(root, 'docs/troubleshooting'), help, { recursive: true });
  await writeEmptyStore(path.join(lib, 'cli.mjs'), path.join(lib, 'empty.sqlite.gz'));
  await copyPython(path.join(root, PYTHON), path.join(lib, 'python'));
  return packagesIn([shared, programs.metafile, commandLine.metafile]);
}

/**
 * Plug-in that loads Node's modules with `process.getBuiltinModule`, and only the used exports. An import statement
 * reads all exports, and the export `WebSocket` of `node:http` loads all of fetch.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup(bundler) {
    bundler.onResolve({ filter: /^[a-z_:/0-9]+$/ }, ({ path: name, kind }) =>
      isBuiltin(name)
        ? { path: name, namespace: kind === 'require-call' ? 'required-builtin' : 'builtin' }
        : undefined,
    );
    const get = (name: string) => `process.getBuiltinModule(${JSON.stringify(name)})`;
    bundler.onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path: name }) => ({
      contents: `module.exports = ${get(name)};`,
      loader: 'js',
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path: name }) => {
      const names = Object.keys(process.getBuiltinModule(name) ?? {});
      const lines = names
        .filter((key) => /^[a-z]\w*$/i.test(key) && key !== 'default')
        .map(
          (key) => `const $${key} = /* @__PURE__ */ (() => builtin.${key})(); export { $${key} as ${key} };`,
        );
      return {
        contents: [`const builtin = ${get(name)};`, 'export default builtin;', ...lines].join('\n'),
        loader: 'js',
      };
    });
  },
};

const installation: Plugin = {
  name: 'installation',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]src[\\/]emulator[\\/]ports[\\/]installation\.ts$/ }, () => ({
      contents: INSTALLATION,
      loader: 'js',
    }));
    bundler.onLoad({ filter: /[\\/]src[\\/]cli[\\/]installation\.ts$/ }, () => ({
      contents: CLI_INSTALLATION,
      loader: 'js',
    }));
  },
};

async function copyPython(from: string, to: string): Promise<void> {
  for (const name of (await readdir(from, { recursive: true })).filter((file) => file.endsWith('.py'))) {
    await mkdir(path.dirname(path.join(to, name)), { recursive: true });
    await cp(path.join(from, name), path.join(to, name));
  }
}

function packagesIn(metafiles: readonly Metafile[]): string[] {
  const names = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

/** Writes a text file of the package, and creates its parent folders. */
export async function put(folder: string, name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
}
