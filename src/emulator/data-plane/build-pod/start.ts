import { dirname } from 'node:path';
import process from 'node:process';
import { scratchFolder } from '../places/kubernetes/pod/start.ts';
import { createPlaneClient } from '../artifacts/plane-client.ts';
import type { Environment } from '../environment.ts';
import { createProcesses } from '../places/process/processes.ts';
import { runBuild } from './program.ts';
import { type BuildSettings, POD_HEADER } from './variables.ts';

export interface BuildStart {
  revisionId: string;
  settings: BuildSettings;
  /** Folder for the build (default: `/data` if it is writable, or else a temporary folder). */
  dataDir: string | undefined;
  env: Environment;
  log: (line: string) => void;
  ending: AbortSignal;
}

/** Runs this process as a build pod, and returns its exit status. */
export async function startBuildPod(start: BuildStart): Promise<number> {
  const { revisionId, env, log, ending } = start;
  const { pod, ...settings } = start.settings;
  const { folder, remove } = await scratchFolder(start.dataDir, 'build-pod-');
  // No supervisor is needed, because a container ends all its processes when its first process exits.
  const processes = createProcesses({ supervised: false });
  try {
    return await runBuild({
      revisionId,
      processes,
      log,
      ending,
      dataDir: folder,
      plane: createPlaneClient({
        ...settings,
        ...(pod !== undefined && { headers: { [POD_HEADER]: pod } }),
        path: `/_pods/${revisionId}/build`,
        purpose: 'respond to the build',
        signal: ending,
        log,
      }),
      machine: { env, platform: process.platform, nodeFolder: dirname(process.execPath) },
    });
  } finally {
    await processes.close();
    await remove();
  }
}
