import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { ClusterAccess } from './api.ts';
import { findClusterProgram } from './build.ts';
import { renderKubeconfig } from './kubeconfig.ts';

/** The output of kubectl, and its exit code. */
export interface KubectlResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs kubectl with `input` as its standard input against a cluster. */
export async function kubectl(
  access: ClusterAccess,
  args: readonly string[],
  input = '',
): Promise<KubectlResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-'));
  try {
    const kubeconfig = path.join(folder, 'kubeconfig');
    await writeFile(kubeconfig, renderKubeconfig(access), { mode: 0o600 });
    const program = await findClusterProgram();
    const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: kubeconfig };
    return await new Promise((resolve) => {
      const child = execFile(
        program,
        ['kubectl', ...args],
        { env, cwd: folder, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
        },
      );
      child.stdin?.end(input);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
