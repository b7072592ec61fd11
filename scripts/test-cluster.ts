import { startCluster } from '../harness/cluster/cluster.ts';
import { SHARED_CLUSTER } from '../harness/cluster/shared.ts';
import { startPostgres } from '../harness/postgres/server.ts';
import { runJest } from './jest-runs.ts';

// `npm run test:cluster`: what needs a Kubernetes API. One cluster and one PostgreSQL serve all suites, each in namespaces and
// databases of its own. Never skipped: where the program of the cluster is not built, the tier fails and says how to build it.
const cluster = await startCluster();
const postgres = await startPostgres().catch(async (error: unknown) => {
  await cluster.close();
  throw error;
});
try {
  // Behind `--testMatch`, a path would be one more pattern.
  await runJest([...process.argv.slice(2), '--testMatch', '**/__tests__/cluster/*.cluster.ts'], {
    [SHARED_CLUSTER]: JSON.stringify(cluster.access),
    TEST_POSTGRES_URL: postgres.url,
  });
} finally {
  await Promise.all([postgres.close(), cluster.close()]);
}
