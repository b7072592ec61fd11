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
  /** Called with the commit SHA as soon as it is known. */
  onCommit: (sha: string) => Promise<void>;
}

/** Attributes that the store keeps of a launched revision, so that every replica knows how to serve it. */
export type ServingAttributes = Pick<RevisionRow, 'bringsServer' | 'bringsAuth' | 'agentSettings'>;

/** A revision that is ready for requests. */
export interface Launched {
  /** The worker on this machine; absent if nothing runs or if a cluster runs the revision. */
  worker?: AnyWorker | undefined;
  attributes: ServingAttributes;
}

/** Returns the launch result of a worker on this machine, with the attributes that the store keeps. */
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

/**
 * How revisions are built and run. Failures that the author can fix are thrown as StepFailure. A method that a
 * workload does not need is absent.
 */
export interface Workload {
  /** Whether builds run outside this process: they continue when this process ends, and cannot crash it. */
  readonly buildsApart?: boolean;
  /** Returns whether a revision's artifact exists and is complete. */
  isBuilt(revision: RevisionRow): Promise<boolean>;
  build(job: RevisionJob): Promise<void>;
  /** Starts the agent and resolves once it is healthy; resolves to `undefined` if nothing has to be started. */
  launch(job: RevisionJob): Promise<Launched | undefined>;
  /** Removes everything that was built for these revisions. */
  discard?(revisionIds: Iterable<string>): Promise<void>;
  /** Returns whether the disk of the builds is full, which may be the cause of a failure. */
  isDiskFull?(): Promise<boolean>;
  /** Returns the IDs of the revisions for which something is stored. */
  listStored?(): Promise<string[]>;
  /** Frees disk space. Call it while no build is running. */
  prune?(): Promise<void>;
  close?(): Promise<void>;
}

/**
 * Returns the image of a revision with a container source; `undefined` for a revision built from code. The image is
 * checked here because a create request may omit it.
 * @throws StepFailure if the image is missing.
 */
export function requireImage({ source, config }: Pick<RevisionRow, 'source' | 'config'>): string | undefined {
  if (!runsImage({ source })) return undefined;
  if (config.image_uri) return config.image_uri;
  throw new StepFailure(
    'The revision has no source_revision_config.image_uri, so there is no image to run. Set image_uri in a PATCH request for the deployment.',
  );
}
