import process from 'node:process';
import { buildClusterProgram } from '../harness/cluster/build.ts';

// `npm run build:cluster` builds the Kubernetes cluster for `npm run test:cluster`, once for each version of its
// sources. The build needs the network and uses two processors for some minutes, so `npm run check` runs it with the
// lowest priority.
const startedAt = performance.now();
const seconds = () => `${Math.round((performance.now() - startedAt) / 1_000)} s`;
try {
  const file = await buildClusterProgram((line) => {
    console.log(`cluster: ${line} (${seconds()})`);
  });
  console.log(`cluster: ${file} (${seconds()})`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
