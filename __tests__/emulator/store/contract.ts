import type { Store } from '../../../src/emulator/ports/store.ts';
import { agentServerContract } from './contract-agent-server.ts';
import { artifactsContract } from './contract-artifacts.ts';
import { buildsContract } from './contract-builds.ts';
import { assistantsContract } from './contract-assistants.ts';
import { cronsContract } from './contract-crons.ts';
import { deploymentsContract } from './contract-deployments.ts';
import { evaluationContract } from './contract-evaluation.ts';
import { feedbackContract } from './contract-feedback.ts';
import { instancesContract } from './contract-instances.ts';
import { logsContract } from './contract-logs.ts';
import { pushesContract } from './contract-pushes.ts';
import { revisionsContract } from './contract-revisions.ts';
import { runStreamsContract } from './contract-run-streams.ts';
import { runSummariesContract } from './contract-run-summaries.ts';
import { runsContract } from './contract-runs.ts';
import { sharedRunsContract } from './contract-shared-runs.ts';
import { tenantsContract } from './contract-tenants.ts';
import { sandboxesContract } from './contract-sandboxes.ts';
import { workQueueContract } from './contract-work-queue.ts';
import { transactionsContract } from './contract-transactions.ts';

/** Opens an empty store, which is closed after the test. */
export type OpenFresh = () => Promise<Store>;

/** Registers the tests that the store must pass on each database. */
export function storeContract(openFresh: OpenFresh): void {
  tenantsContract(openFresh);
  deploymentsContract(openFresh);
  revisionsContract(openFresh);
  logsContract(openFresh);
  pushesContract(openFresh);
  artifactsContract(openFresh);
  buildsContract(openFresh);
  runsContract(openFresh);
  runSummariesContract(openFresh);
  runStreamsContract(openFresh);
  sharedRunsContract(openFresh);
  agentServerContract(openFresh);
  assistantsContract(openFresh);
  cronsContract(openFresh);
  evaluationContract(openFresh);
  feedbackContract(openFresh);
  instancesContract(openFresh);
  sandboxesContract(openFresh);
  transactionsContract(openFresh);
  workQueueContract(openFresh);
}
