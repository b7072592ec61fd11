import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { findClusterProgram } from './build.ts';
import type { KubectlResult } from './kubectl.ts';

/** The folder of the chart. */
export const CHART = path.resolve(import.meta.dirname, '../../deploy/kubernetes/chart');

/** Runs helm, which knows of no cluster, and of no settings of the user's. */
export async function helm(args: readonly string[], input = ''): Promise<KubectlResult> {
  const home = await mkdtemp(path.join(tmpdir(), 'helm-'));
  try {
    const program = await findClusterProgram();
    const env = { PATH: process.env['PATH'], HOME: home };
    return await new Promise((resolve) => {
      const child = execFile(
        program,
        ['helm', ...args],
        { env, cwd: home, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
        },
      );
      child.stdin?.end(input);
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The manifests of a release of the chart, with these values. @throws Error with helm's words. */
export async function renderChart(
  release: { name: string; namespace: string },
  values: Record<string, unknown> = {},
): Promise<string> {
  const args = ['template', release.name, CHART, '--namespace', release.namespace, '--values', '-'];
  const { code, stdout, stderr } = await helm(args, JSON.stringify(values));
  if (code !== 0) throw new Error(stderr.trim());
  return stdout;
}
