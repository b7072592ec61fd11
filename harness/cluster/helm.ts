import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { ClusterAccess } from './api.ts';
import { findClusterProgram } from './build.ts';
import type { KubectlResult } from './kubectl.ts';
import { renderKubeconfig } from './kubeconfig.ts';

/** Path of the Helm chart's folder. */
export const CHART = path.resolve(import.meta.dirname, '../../deploy/kubernetes/chart');

/** Runs helm without the user's settings. With access to a cluster, helm uses that cluster. */
export async function helm(
  args: readonly string[],
  { input = '', access }: { input?: string; access?: ClusterAccess } = {},
): Promise<KubectlResult> {
  const home = await mkdtemp(path.join(tmpdir(), 'helm-'));
  try {
    const kubeconfig = path.join(home, 'kubeconfig');
    if (access !== undefined) await writeFile(kubeconfig, renderKubeconfig(access), { mode: 0o600 });
    const program = await findClusterProgram();
    const env = { PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig };
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

/**
 * Renders the manifests of a release of the chart with these values, by default with an image of the tests, and without
 * the pods of `helm test`. `flags` are further flags of helm.
 * @throws Error with helm's message.
 */
export async function renderChart(
  release: { name: string; namespace: string },
  values: Record<string, unknown> = {},
  flags: readonly string[] = ['--skip-tests'],
): Promise<string> {
  const place = ['--namespace', release.namespace, '--values', '-'];
  const args = ['template', release.name, CHART, ...place, ...flags];
  const input = JSON.stringify({ image: { repository: 'registry.test/control-plane' }, ...values });
  const { code, stdout, stderr } = await helm(args, { input });
  if (code !== 0) throw new Error(stderr.trim());
  return stdout;
}
