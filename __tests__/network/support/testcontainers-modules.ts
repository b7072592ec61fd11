import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import { installPython, run } from './installs.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  peerDependencies: z.object({ testcontainers: z.string() }),
  devDependencies: z.object({ '@types/node': z.string() }),
});

/** Serves the Docker API of podman on a socket in the folder, until `close` is called. */
export async function servePodman(
  folder: string,
): Promise<{ dockerHost: string; close: () => Promise<void> }> {
  const socket = path.join(folder, 'podman.sock');
  const dockerHost = `unix://${socket}`;
  // The variables are passed explicitly, because the suite changes them.
  const service = spawn('podman', ['system', 'service', '--time', '0', dockerHost], {
    env: process.env,
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => service.once('exit', () => resolve()));
  while (!(await stat(socket).catch(() => undefined))?.isSocket()) {
    if (service.exitCode !== null) throw new Error(`podman system service exited with ${service.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    dockerHost,
    close: async () => {
      service.kill();
      await exited;
    },
  };
}

interface Place {
  /** Empty folder for the packed module and the project that installs it. */
  folder: string;
  /** Variables of the module's own tests: the engine and the image. */
  env: NodeJS.ProcessEnv;
}

/**
 * Packs the Node module, installs the packed file and Testcontainers in an empty project, checks the types of the
 * module's own tests against the packed declarations, and runs these tests. Returns their output.
 */
export async function testNodeModule({ folder, env }: Place): Promise<string> {
  const project = path.join(folder, 'node-project');
  const source = path.join(project, 'source');
  const { name, version, peerDependencies, devDependencies } = Manifest.parse(
    JSON.parse(await readFile(path.join(ROOT, 'examples/testcontainers-node/package.json'), 'utf8')),
  );
  const dependencies = {
    testcontainers: peerDependencies.testcontainers,
    '@types/node': devDependencies['@types/node'],
  };
  await mkdir(project);
  await writeFile(
    path.join(project, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: project });
  await copyExample('testcontainers-node', source);
  // The build of the module finds its packages in the project above it, and the compiler of this repository on PATH.
  await run('npm', ['pack', '--pack-destination', project], { cwd: source });
  await rename(path.join(source, 'test'), path.join(project, 'test'));
  await rm(source, { recursive: true });
  await run('npm', [...install, `./${name}-${version}.tgz`], { cwd: project });
  const types = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
  const tests = ['test/container.test.ts', 'test/deploy.test.ts'];
  await run('tsc', [...types, '--lib', 'es2024,esnext.disposable', '--types', 'node', ...tests], {
    cwd: project,
  });
  return run(process.execPath, ['--test', '--test-reporter', 'tap', ...tests], { cwd: project, env });
}

/**
 * Builds the wheel of the Python module, installs it in an empty environment, and runs the module's own tests. Returns
 * their output.
 */
export async function testPythonModule({ folder, env }: Place): Promise<string> {
  const source = path.join(folder, 'testcontainers-python');
  await copyExample('testcontainers-python', source);
  await run('uv', ['build', '--quiet', '--wheel', '--no-python-downloads', '--out-dir', folder, source]);
  const wheel = path.join(folder, 'agent_deploy_emulator_testcontainers-0.1.0-py3-none-any.whl');
  const bin = await installPython(path.join(folder, 'python-project'), [wheel]);
  const tests = path.join(folder, 'python-tests');
  await cp(path.join(source, 'tests'), tests, { recursive: true });
  const program = ['-P', '-m', 'unittest', 'discover', '--verbose', '--start-directory', tests];
  return run(path.join(bin, 'python'), program, { cwd: folder, env });
}

/** Copies an example without installed packages and built files, so that the test does not depend on them. */
async function copyExample(name: string, target: string): Promise<void> {
  const created = new Set(['node_modules', 'build', 'dist', '__pycache__', '.venv']);
  await cp(path.join(ROOT, 'examples', name), target, {
    recursive: true,
    filter: (file) => !created.has(path.basename(file)),
  });
}
