import { startCluster } from '../harness/cluster/cluster.ts';
import { SHARED_CLUSTER } from '../harness/cluster/shared.ts';
import { startPostgres } from '../harness/postgres/server.ts';
import { runJest } from './jest-runs.ts';

// `npm run test:cluster` runs the tests that need a Kubernetes API. One cluster and one PostgreSQL serve all suites,
// each with its own namespaces and databases. The tests are never skipped: if the cluster's program is not built, the
// tier fails with instructions.
const cluster = await startCluster();
const postgres = await startPostgres().catch(async (error: unknown) => {
  await cluster.close();
  throw error;
});
try {
  await runJest(process.argv.slice(2), {
    TEST_TIER: 'cluster',
    [SHARED_CLUSTER]: JSON.stringify(cluster.access),
    TEST_POSTGRES_URL: postgres.url,
  });
} finally {
  await Promise.all([postgres.close(), cluster.close()]);
}
