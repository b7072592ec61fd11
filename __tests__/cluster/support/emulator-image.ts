import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RealCluster } from '../../../harness/cluster/cluster.ts';
import { nodeFiles } from '../../../harness/cluster/real-node/oci-image.ts';
import { packEmulator } from '../../../harness/emulator-package.ts';

/** What the container file of the emulator's image puts into it, as far as agents in TypeScript need it. */
export async function importEmulator(into: RealCluster, name: string, folder: string): Promise<void> {
  const file = await packEmulator(folder);
  await promisify(execFile)('tar', ['-xzf', file, '-C', folder]);
  const program = '/opt/agent-deploy-emulator';
  await into.importImage({
    name,
    files: [...(await nodeFiles()), [path.join(folder, 'package'), program]],
    entrypoint: ['/bin/node', `${program}/bin/agent-deploy-emulator.cjs`],
    user: '10001:10001',
  });
}
