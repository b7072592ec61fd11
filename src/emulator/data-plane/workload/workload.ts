import type { ImageDigests, Secret } from '../../../contract/source.ts';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';
import { runsImage } from '../../ports/store-control-plane.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { StepFailure } from '../build/step.ts';
import type { BuildPhase } from '../reconcile/timeline.ts';
import type { RevisionLog } from '../reconcile/revision-log.ts';

/** Work on one revision, with its log and its secrets. */
export interface RevisionJob {
  deployment: DeploymentRow;
  revision: RevisionRow;
  secrets: readonly Secret[];
  log: RevisionLog;
  signal: AbortSignal;
  /** Called with the commit SHA as soon as it is known. */
  onCommit: (sha: string) => Promise<void>;
  /** Called with the digests of the revision's images once they are known; absent if they are not recorded. */
  onImages?: (digests: ImageDigests) => Promise<void>;
  /** Parts of the build that have ended, for the timeline in the log. */
  phases: BuildPhase[];
}

/**
 * Attributes of a launched revision. The attributes are stored, because every replica needs them to serve the revision.
 */
export type ServingAttributes = Pick<RevisionRow, 'bringsServer' | 'bringsAuth' | 'agentSettings'>;

/** A launched revision that is ready for requests. */
export interface Launched {
  /** Worker on this machine; absent if nothing runs, or if a cluster runs the revision. */
  worker?: AnyWorker | undefined;
  attributes: ServingAttributes;
}

/** Returns a launch result with a worker on this machine and the attributes for the store. */
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
 * Builds and runs revisions. The methods reject with StepFailure if the agent developer can fix the problem. Optional
 * methods are absent in workloads that do not need them.
 */
export interface Workload {
  /**
   * True if builds run outside this process. Builds outside this process continue after it ends, and cannot crash it.
   */
  readonly buildsApart?: boolean;
  /** Returns whether the revision's artifact exists and is complete. */
  isBuilt(revision: RevisionRow): Promise<boolean>;
  build(job: RevisionJob): Promise<void>;
  /** Starts the agent, and resolves once the agent is healthy, or to `undefined` if no agent needs to be started. */
  launch(job: RevisionJob): Promise<Launched | undefined>;
  /** Removes the build results of these revisions. */
  discard?(revisionIds: Iterable<string>): Promise<void>;
  /** Returns whether the disk for builds is full, because a full disk may have caused a failure. */
  isDiskFull?(): Promise<boolean>;
  /** Returns the IDs of revisions whose build results are stored. */
  listStored?(): Promise<string[]>;
  /** Removes files that are no longer needed. Call this function only while no build is running. */
  prune?(): Promise<void>;
  close?(): Promise<void>;
}

/**
 * Returns the image of a revision with a container source, or `undefined` for a revision built from code.
 * @throws StepFailure if the image is missing, because a create request may omit the image.
 */
export function requireImage({ source, config }: Pick<RevisionRow, 'source' | 'config'>): string | undefined {
  if (!runsImage({ source })) return undefined;
  if (config.image_uri) return config.image_uri;
  throw new StepFailure(
    'The revision has no source_revision_config.image_uri, so there is no image to run. Set image_uri in a PATCH request for the deployment.',
  );
}
