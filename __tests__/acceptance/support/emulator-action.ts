import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { packTar, unpackTar } from 'modern-tar/fs';
import { ensureDist } from '../../../harness/dist.ts';
import { hostNetworkEnvironment } from '../../../harness/emulator.ts';
import { findWorkflowLeaks } from '../../../harness/workflow/report.ts';
import { runWorkflow } from '../../../harness/workflow/run-workflow.ts';
import type { WorkflowOptions, WorkflowRun } from '../../../harness/workflow/types.ts';
import { buildEmulatorPackage } from '../../../scripts/package-emulator/build.ts';
import { startToken } from '../../../src/os/processes.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The emulator action in a separate folder, as in a release. */
export interface ReleasedAction {
  /** Folder with the `action.yml` and the packed emulator. */
  folder: string;
  tarball: string;
  remove: () => Promise<void>;
}

/**
 * Creates the files of a release: the action, dist and the packed emulator. With `offline`, the package bundles its
 * dependencies, so that npm needs no registry.
 */
export async function releaseEmulatorAction({ offline = false } = {}): Promise<ReleasedAction> {
  await ensureDist();
  const root = await mkdtemp(path.join(tmpdir(), 'agent-deploy-release-'));
  const folder = path.join(root, 'emulator');
  await mkdir(folder);
  await cp(path.join(ROOT, 'emulator/action.yml'), path.join(folder, 'action.yml'));
  await symlink(path.join(ROOT, 'dist'), path.join(root, 'dist'), 'junction');
  const { file } = await buildEmulatorPackage(folder);
  if (offline) await bringDependencies(file, path.join(root, 'unpacked'));
  return { folder, tarball: file, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Repacks a package with esbuild from this repository's `node_modules`, as packed files in its lock file. */
async function bringDependencies(tarball: string, unpacked: string): Promise<void> {
  await pipeline(Readable.from([await readFile(tarball)]), createGunzip(), unpackTar(unpacked));
  const own = path.join(unpacked, 'package');
  const manifestFile = path.join(own, 'package.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, unknown>;
  const system = `@esbuild/${process.platform}-${process.arch}`;
  const dependencies: Record<string, string> = {};
  const locked: Record<string, object> = {};
  for (const name of ['esbuild', system]) {
    const folder = path.join(unpacked, 'dependency');
    await cp(path.join(ROOT, 'node_modules', name), path.join(folder, 'package'), { recursive: true });
    const file = path.join(folder, 'package/package.json');
    const { version, ...rest } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
    // Without this change, npm would search for the packages of other systems.
    await writeFile(file, JSON.stringify({ ...rest, version, optionalDependencies: {} }));
    const bytes = await packed(folder);
    await rm(folder, { recursive: true });
    const resolved = `file:${path.basename(name)}.tgz`;
    await writeFile(path.join(own, `${path.basename(name)}.tgz`), bytes);
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    dependencies[name] = resolved;
    locked[`node_modules/${name}`] = { version, resolved, integrity };
  }
  await writeFile(manifestFile, JSON.stringify({ ...manifest, dependencies }));
  const packages = { '': { ...manifest, dependencies }, ...locked };
  const lock = { ...manifest, lockfileVersion: 3, requires: true, packages };
  await writeFile(path.join(own, 'npm-shrinkwrap.json'), JSON.stringify(lock));
  await writeFile(tarball, await packed(unpacked));
  await rm(unpacked, { recursive: true });
}

/** Packs a folder into one file. */
export async function packed(folder: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packTar(folder)) chunks.push(chunk as Uint8Array);
  return gzipSync(Buffer.concat(chunks), { level: 1 });
}

/**
 * Runs a workflow whose OWNER/agent-deploy/emulator is the released action, and checks the invariants of every run: no
 * output shows the keys, and no process is left.
 */
export async function runWithEmulator(
  action: ReleasedAction,
  { actions = () => null, ...options }: WorkflowOptions,
): Promise<WorkflowRun> {
  const run = await runWorkflow({
    // Network settings of this machine, which a runner has too.
    actionEnv: hostNetworkEnvironment(),
    ...options,
    actions: (uses) =>
      /^OWNER\/agent-deploy\/emulator@v\d/.test(uses) ? { folder: action.folder } : actions(uses),
  });
  const jobs = Object.values(run.jobs);
  const states = jobs.flatMap((job) =>
    job.steps.flatMap((step) => step.processes.map(({ files }) => files.state)),
  );
  for (const [, pid] of states.join('\n').matchAll(/"pid":(\d+)/g)) {
    expect(await startToken(Number(pid))).toBeUndefined();
  }
  // The key appears only in the output `api-key` and in the file of this output.
  const keys = jobs.flatMap((job) => job.steps.flatMap((step) => step.outputs['api-key'] || []));
  expect(
    findWorkflowLeaks(run, keys).filter(({ where }) => !/: (main file output|output api-key)$/.test(where)),
  ).toEqual([]);
  expect(jobs.flatMap((job) => job.maskViolations).filter(({ at }) => !at.endsWith('.api-key'))).toEqual([]);
  return run;
}
