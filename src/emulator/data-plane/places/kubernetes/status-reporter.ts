import { randomBytes } from 'node:crypto';
import { errorMessage } from '../../../../os/errors.ts';
import { createKeyedLock } from '../../../../os/keyed-lock.ts';
import type { Clock } from '../../../../clients/clock.ts';
import { isoTime } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { StoreChange } from '../../../ports/store-changes.ts';
import type { Store } from '../../../ports/store.ts';
import type { AgentServices } from './agent-service.ts';
import { EVENTS, SERVICES } from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import { belongsToDeployment, serviceName } from './plan/objects.ts';
import { isReported, statusEvent, statusPatch } from './plan/status-report.ts';

export interface StatusReporterOptions {
  cluster: PodCluster;
  services: Pick<AgentServices, 'identityOf'>;
  store: Pick<Store, 'deployments' | 'revisions'>;
  clock: Pick<Clock, 'now'>;
  onStoreChange: (listener: (change: StoreChange) => void) => () => void;
  log: Log;
}

/** Maximum number of waiting reports. Further reports are dropped, because no other work depends on them. */
const MAX_WAITING = 1_000;
/** Time limit of one report, in milliseconds. */
const REPORT_MS = 10_000;

/**
 * Shows the statuses of revisions in the cluster: an Event on the deployment's Service for each step, and the status of
 * the newest revision as a label and annotations of the Service. The replica that commits a change reports it, so each
 * change is reported once. A report that fails is not repeated and does not delay the revision.
 */
export function createStatusReporter(options: StatusReporterOptions): { close(): Promise<void> } {
  const { log } = options;
  const closing = new AbortController();
  const inOrder = createKeyedLock();
  const waiting = new Set<Promise<void>>();
  /** The last failure that was logged. Equal failures are logged once. */
  let loggedFailure: string | undefined;
  const logFailure = (reason: string) => {
    if (closing.signal.aborted || reason === loggedFailure) return;
    loggedFailure = reason;
    log(`the status of a revision could not be written to the cluster: ${reason}`);
  };
  const unsubscribe = options.onStoreChange((change) => {
    if (change.kind !== 'revision' || !isReported(change.status)) return;
    if (waiting.size >= MAX_WAITING) {
      logFailure(`more than ${MAX_WAITING} reports wait for the API server, so further reports are dropped`);
      return;
    }
    const at = isoTime(options.clock.now());
    const report = inOrder(change.deployment_id, () => reportStatus(options, change, at, closing.signal))
      .catch((error: unknown) => logFailure(errorMessage(error)))
      .finally(() => waiting.delete(report));
    waiting.add(report);
  });
  return {
    async close() {
      unsubscribe();
      closing.abort(new Error('the control plane is closing'));
      await Promise.all(waiting);
    },
  };
}

async function reportStatus(
  { cluster: { client, allows }, services, store }: StatusReporterOptions,
  { deployment_id: deploymentId, revision_id: revisionId, status }: StoreChange & { kind: 'revision' },
  at: string,
  closing: AbortSignal,
): Promise<void> {
  closing.throwIfAborted();
  const deployment = await store.deployments.findById(deploymentId);
  const revision = await store.revisions.get(deploymentId, revisionId);
  if (deployment === undefined || revision === undefined) return;
  const identity = services.identityOf(deployment, revision);
  const { namespace } = identity;
  if (!allows(namespace)) return;
  const signal = AbortSignal.any([closing, AbortSignal.timeout(REPORT_MS)]);
  const name = serviceName(deploymentId);
  const found = await client.get(SERVICES, { namespace, name }, signal);
  // A revision can fail before its deployment has a Service.
  if (!found.ok && found.problem.kind === 'not-found') return;
  if (!found.ok) throw new Error(explain(found.problem));
  if (!belongsToDeployment(found.value.metadata, identity)) return;
  // The row can already have the message of a later status.
  const message = revision.status === status ? revision.statusMessage : null;
  const report = { status, message, at };
  const [newest] = await store.revisions.list(deploymentId, { limit: 1, offset: 0 });
  // Another replica might already have reported a later status, which a late report must not replace.
  const current = newest?.id === revisionId ? newest : undefined;
  const patch =
    current && statusPatch(identity, { status: current.status, message: current.statusMessage, at });
  if (patch !== undefined) {
    const patched = await client.mergePatch(SERVICES, { namespace, name }, patch, signal);
    if (!patched.ok && patched.problem.kind !== 'not-found') throw new Error(explain(patched.problem));
  }
  const event = statusEvent(identity, found.value.metadata.uid, report, randomBytes(8).toString('hex'));
  if (event === undefined) return;
  const created = await client.create(EVENTS, namespace, event, signal);
  // `exists` means that an earlier attempt of this request has succeeded.
  if (!created.ok && created.problem.kind !== 'exists') throw new Error(explain(created.problem));
}
