import { startCluster } from '../harness/cluster/cluster.ts';
import { SHARED_CLUSTER } from '../harness/cluster/shared.ts';
import { runJest } from './jest-runs.ts';

// `npm run test:cluster`: what needs a Kubernetes API. One cluster serves all suites, each in namespaces of its own. Never
// skipped: where its program is not built, the tier fails and says how to build it.
const cluster = await startCluster();
try {
  await runJest(
    ['--testMatch', '**/__tests__/cluster/*.cluster.ts', '--testTimeout=120000', ...process.argv.slice(2)],
    { [SHARED_CLUSTER]: JSON.stringify(cluster.access) },
  );
} finally {
  await cluster.close();
}
