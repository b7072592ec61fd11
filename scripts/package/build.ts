import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildDashboard } from '../dashboard/build.ts';
import { nameChunks } from './chunks.ts';
import { joinModules } from './join.ts';
import { tidy } from './tidy.ts';
import { copyTrimmedPackages } from './trims.ts';

const run = promisify(execFile);

/**
 * The files of dist that something starts: the phases that an `action.yml` names, and the processes of the sandbox
 * action. `src/action/entry.ts` exports a function for each, by its name in camel case.
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

// Dynamic imports are what the bundler splits chunks at: a phase loads its own part and what it shares, nothing else.
const bundleIndex = "export * from './action/entry.js';\n";

// Node opens its debugger on SIGUSR1, to every program of the same user: the first line of each phase ignores the signal.
const entry = (phase: string): string =>
  `process.on('SIGUSR1', () => {});\nconst { ${functionOf(phase)} } = await import('./index.js');\n\nawait ${functionOf(phase)}();\n`;

/**
 * Builds `dist` into `outDir` (recreated): types stripped by tsc, packages trimmed, one ncc build with shared chunks,
 * comments removed but nothing minified, one short entry per phase; and the emulator's page, which is minified. The same sources give the same bytes in any
 * folder. Throws with the tool's output when a step fails.
 */
export async function buildDist(root: string, outDir: string): Promise<void> {
  await mkdir(path.join(root, '.tmp'), { recursive: true });
  // Always two levels below the root: the bundler derives module numbers from relative paths.
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
    await step(
      work,
      '@vercel/ncc/dist/ncc/cli.js',
      ['build', 'lib/index.js', '-o', outDir, '--license', 'licenses.txt', '--no-cache', '-q'],
      root,
    );
    await finish(outDir);
    await buildDashboard(root, path.join(outDir, 'dashboard'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
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
