import type { Secret } from '../../../contract/source.ts';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';
import { runsImage } from '../../ports/store-control-plane.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { StepFailure } from '../build/step.ts';
import type { RevisionLog } from '../reconcile/revision-log.ts';

/** The work on one revision. */
export interface RevisionJob {
  deployment: DeploymentRow;
  revision: RevisionRow;
  secrets: readonly Secret[];
  log: RevisionLog;
  /** Aborted when the work is cancelled. */
  signal: AbortSignal;
  /** Called with the commit as soon as it is known. */
  onCommit: (sha: string) => Promise<void>;
}

/** What the store keeps of a revision that was launched, so that every replica knows who answers for it. */
export type ServingAttributes = Pick<RevisionRow, 'bringsServer' | 'bringsAuth' | 'agentSettings'>;

/** A revision that can take requests. */
export interface Launched {
  /** What runs on this machine; absent: nothing does, or a cluster keeps it running. */
  worker?: AnyWorker | undefined;
  attributes: ServingAttributes;
}

/** A worker of this machine, and what the store keeps of it. */
export function launchedWorker(worker: AnyWorker): Launched {
  const isOurs = worker.address === undefined;
  return {
    worker,
    attributes: {
      bringsServer: !isOurs,
      bringsAuth: isOurs && worker.auth !== undefined,
      agentSettings: isOurs ? (worker.settings ?? null) : null,
    },
  };
}

/** How revisions are built and run. Failures that the author can fix are thrown as StepFailure. */
export interface Workload {
  /** A build continues when this process ends, and cannot end it. */
  readonly buildsApart?: boolean;
  /** Whether a revision's artifact is there and complete. */
  isBuilt(revision: RevisionRow): Promise<boolean>;
  build(job: RevisionJob): Promise<void>;
  /** Starts the agent and resolves once it is healthy; undefined when there is nothing to start. */
  launch(job: RevisionJob): Promise<Launched | undefined>;
  /** Removes what was built for these revisions. */
  discard(revisionIds: Iterable<string>): Promise<void>;
  /** Whether the disk it builds on is full, which may be why something failed. */
  isDiskFull(): Promise<boolean>;
  /** IDs of the revisions it stores something of. */
  listStored(): Promise<string[]>;
  /** Frees disk space. Call it while nothing is built. */
  prune(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The image that a revision of a container source runs; undefined for what is built from code. A create may leave it out,
 * so it is checked here.
 * @throws StepFailure when there is none.
 */
export function requireImage({ source, config }: Pick<RevisionRow, 'source' | 'config'>): string | undefined {
  if (!runsImage({ source })) return undefined;
  if (config.image_uri) return config.image_uri;
  throw new StepFailure(
    'The revision has no source_revision_config.image_uri to run. Name an image in a PATCH of the deployment.',
  );
}
