import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { RealCluster } from '../../../harness/cluster/cluster.ts';
import { nodeFiles } from '../../../harness/cluster/real-node/oci-image.ts';
import { packEmulator } from '../../../harness/emulator-package.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const Shrinkwrap = z.looseObject({ packages: z.record(z.string(), z.unknown()) });

/** Builds an image with the parts of the emulator's container file that TypeScript agents need. */
export async function importEmulator(into: RealCluster, name: string, folder: string): Promise<void> {
  const file = await packEmulator(folder);
  await promisify(execFile)('tar', ['-xzf', file, '-C', folder]);
  const own = path.join(folder, 'package');
  const program = '/opt/agent-deploy-emulator';
  const shrinkwrap = Shrinkwrap.parse(
    JSON.parse(await readFile(path.join(own, 'npm-shrinkwrap.json'), 'utf8')),
  );
  // Copies the dependencies of the lock file as they are installed, without the dependencies for other systems.
  const dependencies = Object.keys(shrinkwrap.packages)
    .filter((place) => place !== '' && existsSync(path.join(ROOT, place)))
    .map((place): [string, string] => [path.join(ROOT, place), `${program}/${place}`]);
  await into.importImage({
    name,
    files: [...(await nodeFiles()), [own, program], ...dependencies],
    entrypoint: ['/bin/node', `${program}/bin/agent-deploy-emulator.cjs`],
    user: '10001:10001',
  });
}
