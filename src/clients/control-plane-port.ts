import type { Deployment, DeploymentCreate, DeploymentPatch } from '../contract/deployment.ts';
import type { UploadUrl } from '../contract/upload.ts';
import type { Revision } from '../contract/revision.ts';

/** One line of a revision's log, oldest first. */
export interface RevisionLogLine {
  at: string | null;
  level: string | null;
  message: string;
}

/** A connection between the workspace and a git host (spec §4.9). */
export interface GitIntegration {
  id: string;
  name: string | null;
}

/** What deploys into a cluster on the service's behalf (spec §2.7). */
export interface ListenerView {
  id: string;
  computeType: string;
  computeId: string;
  /** Undefined: it does not say. */
  namespaces: string[] | undefined;
}

/** A tar.gz of exactly `length` bytes. */
export interface UploadBody {
  length: number;
  open: () => AsyncIterable<Uint8Array>;
}

/**
 * The control plane as its users see it (spec §4.1 to 4.6). Reads survive transient faults up to the deadline; writes
 * are sent once, unless the service itself asked to repeat them (DESIGN §5). Every method throws an ApiError of
 * `clients/errors.ts`; a write whose answer was lost throws with kind `ambiguous`, and the caller must look first.
 */
export interface ControlPlane {
  getDeployment(id: string, signal?: AbortSignal): Promise<Deployment>;
  /**
   * Exact name, over all pages of the substring filter; deployments that are being deleted left out. With `upTo`, no further
   * than the page that shows this ID.
   */
  findDeployments(name: string, signal?: AbortSignal, upTo?: string): Promise<Deployment[]>;
  /** Over all pages, dying ones too. `nameContains`: the service's own filter, which need not be exact. */
  listDeployments(filter: { nameContains?: string }, signal?: AbortSignal): Promise<Deployment[]>;
  createDeployment(body: DeploymentCreate, signal?: AbortSignal): Promise<Deployment>;
  patchDeployment(id: string, body: DeploymentPatch, signal?: AbortSignal): Promise<Deployment>;
  /** True when it was there; false when it was gone already. */
  deleteDeployment(
    id: string,
    options: { deleteTracingProject: boolean },
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Latest first; one page of at most `limit` (1 to 100). */
  listRevisions(
    deploymentId: string,
    options: { limit: number; offset?: number },
    signal?: AbortSignal,
  ): Promise<Revision[]>;
  getRevision(deploymentId: string, revisionId: string, signal?: AbortSignal): Promise<Revision>;
  /**
   * Makes a new revision of exactly what this one is; the answer is the deployment. Services without it answer 404 or
   * 405 (facts: service §1.2).
   */
  redeployRevision(deploymentId: string, revisionId: string, signal?: AbortSignal): Promise<Deployment>;
  /** Gives up a revision that has not ended, under whichever of its two names the service knows the endpoint. */
  interruptRevision(deploymentId: string, revisionId: string, signal?: AbortSignal): Promise<void>;
  /** The last `lines` lines, oldest first. Tries the v2 endpoint, then the v1 twin; empty where neither is served. */
  tailLog(
    deploymentId: string,
    revisionId: string,
    kind: 'build' | 'deploy',
    lines: number,
    signal?: AbortSignal,
  ): Promise<RevisionLogLine[]>;
  /** Where to put a source, and what to call it in a PATCH (spec §4.9). The URL is signed: a secret. */
  uploadUrl(deploymentId: string, signal?: AbortSignal): Promise<UploadUrl>;
  /**
   * Puts an archive where {@link uploadUrl} said, without the key (facts: service §2.2). Sent again after faults: the
   * same bytes under the same address are the same.
   */
  uploadSource(url: URL, archive: UploadBody, signal?: AbortSignal): Promise<void>;
  /** Over all pages; empty where the service has none. */
  listListeners(signal?: AbortSignal): Promise<ListenerView[]>;
  gitIntegrations(signal?: AbortSignal): Promise<GitIntegration[]>;
}
