import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildDashboard } from '../dashboard/build.ts';
import { licensesOf } from '../licenses.ts';
import { nameChunks } from './chunks.ts';
import { joinModules } from './join.ts';
import { tidy } from './tidy.ts';
import { copyTrimmedPackages } from './trims.ts';

const run = promisify(execFile);

/**
 * Entry files of dist: the phases in `action.yml` files, and the processes of the sandbox action.
 * `src/action/entry.ts` exports a function for each, named in camel case.
 */
export const PHASES = [
  'main',
  'post',
  'verify',
  'sandbox',
  'sandbox-post',
  'emulator',
  'emulator-post',
  'credential-proxy',
  'box-supervisor',
] as const;

const functionOf = (phase: string): string =>
  phase.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

// The bundler splits chunks at dynamic imports, so a phase loads only its own code and shared code.
const bundleIndex = "export * from './action/entry.js';\n";

// On SIGUSR1, Node opens its debugger to every program of the same user. The first line of each phase therefore
// ignores the signal.
const entry = (phase: string): string =>
  `process.on('SIGUSR1', () => {});\nconst { ${functionOf(phase)} } = await import('./index.js');\n\nawait ${functionOf(phase)}();\n`;

/**
 * Builds `dist` into `outDir`, which is recreated. tsc strips types, packages are trimmed, and one ncc build creates
 * shared chunks. Comments are removed, but nothing is minified except the emulator's page. Each phase has a short
 * entry. The same sources result in the same bytes in any folder. Throws with the output of the tool if a step fails.
 */
export async function buildDist(root: string, outDir: string): Promise<void> {
  await mkdir(path.join(root, '.tmp'), { recursive: true });
  // The folder is always two levels below the root, because the bundler computes module numbers from relative paths.
  const work = await mkdtemp(path.join(root, '.tmp', 'package-'));
  try {
    await step(root, 'typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', path.join(work, 'lib')]);
    await writeFile(path.join(work, 'package.json'), '{ "type": "module" }\n');
    await joinModules(path.join(work, 'lib'));
    await nameChunks(path.join(work, 'lib'));
    await writeFile(path.join(work, 'lib', 'index.js'), bundleIndex);
    await copyTrimmedPackages(
      path.join(root, 'node_modules'),
      path.join(work, 'lib', 'node_modules'),
      path.join(root, 'src'),
    );
    await symlink(path.join(root, 'node_modules'), path.join(work, 'node_modules'), 'junction');
    await rm(outDir, { recursive: true, force: true });
    const stats = path.join(work, 'stats.json');
    await step(
      work,
      '@vercel/ncc/dist/ncc/cli.js',
      ['build', 'lib/index.js', '-o', outDir, '--stats-out', stats, '--no-cache', '-q'],
      root,
    );
    await finish(outDir);
    const licenses = await licensesOf(root, await packagesIn(stats));
    await writeFile(path.join(outDir, 'licenses.txt'), licenses);
    await buildDashboard(root, path.join(outDir, 'dashboard'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Module in the bundler's statistics. A joined module contains the modules that were joined. */
interface BundledModule {
  /** Path of the module's file, or null for a module without a file. */
  nameForCondition?: string | null;
  modules?: BundledModule[];
}

/** Returns the names of the packages in the bundle, from the file with the bundler's statistics. */
async function packagesIn(stats: string): Promise<string[]> {
  const names = new Set<string>();
  const add = ({ nameForCondition: file, modules = [] }: BundledModule): void => {
    const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file ?? '')?.[1];
    if (name !== undefined) names.add(name.replaceAll('\\', '/'));
    for (const module of modules) add(module);
  };
  // The bundler has just written this file.
  const { modules } = JSON.parse(await readFile(stats, 'utf8')) as { modules: BundledModule[] };
  for (const module of modules) add(module);
  return [...names].toSorted();
}

async function finish(outDir: string): Promise<void> {
  for (const name of await readdir(outDir)) {
    if (!name.endsWith('.js')) continue;
    const file = path.join(outDir, name);
    await writeFile(file, await tidy(await readFile(file, 'utf8')));
  }
  for (const phase of PHASES) await writeFile(path.join(outDir, `${phase}.js`), entry(phase));
}

async function step(cwd: string, tool: string, args: string[], root = cwd): Promise<void> {
  const script = path.join(root, 'node_modules', tool);
  try {
    await run(process.execPath, [script, ...args], { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${tool} failed:\n${stdout}${stderr}`.trimEnd(), { cause: error });
  }
}
