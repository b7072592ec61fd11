import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import { createRedactor } from '../../../redaction/redactor.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import type { BuildRow, DeploymentRow, RevisionRow, Store } from '../../ports/store.ts';
import {
  deploymentAtRevision,
  isBuildable,
  isJob,
  type ArchiveOrigin,
} from '../../ports/store-control-plane.ts';
import { bearerTokenOf, hashKey, isSameSecret, unauthorized } from '../../server/authenticate.ts';
import { HttpError } from '../../server/http-error.ts';
import { packageVariables } from '../build/package-access.ts';
import { StepFailure } from '../build/step.ts';
import { secretValues } from '../reconcile/advance.ts';
import { createTarballs, type Tarball } from '../tarball/tarballs.ts';
import { kindOf } from './protocol.ts';
import { BUILD_LIMIT_MS, POD_HEADER } from './variables.ts';

/** Build in progress, identified by the token of a request. */
export interface Build {
  row: BuildRow;
  /** Deployment with the settings of this revision. */
  deployment: DeploymentRow;
  revision: RevisionRow;
}

/** Pod that sends a request of a build. */
interface PodIdentity {
  name: string;
  uid: string;
}

/**
 * Returns whether a pod in the cluster belongs to the Job of a build and has not ended. A Job creates its next pod only after
 * the previous pod has ended, so at most one pod of a Job has not ended.
 */
export type IsBuildPod = (build: Build, pod: PodIdentity) => Promise<boolean>;

/** Authorizes builds by their tokens and pods, and provides the data that a build is allowed to read. */
export interface BuildAccess {
  /**
   * Returns the build whose token is in the headers. Assigns the build to the pod in the headers if the pod is new.
   * @throws HttpError 401 if the token is wrong or expired, if the pod is wrong, or if the build has ended.
   */
  authorize(revisionId: string, headers: IncomingHttpHeaders): Promise<Build>;
  /**
   * Checks that the pod of an authorized build has not ended, so a result of an ended pod is refused even before the next
   * pod sends a request. @throws HttpError 401 if the pod has ended.
   */
  requirePod(build: Build): Promise<void>;
  /** Returns a function that redacts secrets in text for the revision's log and status. */
  redactorOf(build: Build): Promise<(text: string) => string>;
  /** Returns the uploaded source of a revision. @throws HttpError 404 if the source was removed. */
  needTarball(revision: RevisionRow): Promise<Tarball>;
  /**
   * Returns a value that is equal for builds that may share packages: builds of the same deployment from the same
   * commit or tarball, with the same commands, image, Python interpreters, package indexes and names of package secrets.
   * The agent's code cannot influence the value, because a build reports its commit before the agent's code runs, and
   * cannot change the commit afterwards. The value does not contain keys of packages, because the agent's code could
   * report any key.
   * @throws HttpError while the commit is unknown.
   */
  originOf(build: Build): Promise<ArchiveOrigin>;
  /**
   * Declares the key of the packages that a build installs, which is part of the path. A build declares the key with
   * its first request for the packages, before their programs run, and cannot change the key afterwards. Does nothing
   * for the folder of a revision. Returns false if the build has declared another key of the same kind.
   */
  declare(build: Build, archivePath: string): Promise<boolean>;
}

/**
 * Creates the access to builds.
 * @param ownSecrets Secrets of the control plane that no log may contain.
 * @param toolchain Settings of this control plane that affect which packages a build installs.
 */
export function createBuildAccess(
  { store, objects }: Pick<EmulatorContext, 'store' | 'objects'>,
  ownSecrets: readonly string[],
  toolchain: readonly unknown[],
  isBuildPod: IsBuildPod,
): BuildAccess {
  const tarballs = createTarballs({ uploads: store.uploads, objects });

  const findRevision = async (revisionId: string): Promise<Omit<Build, 'row'> | undefined> => {
    const revision = await store.revisions.findById(revisionId);
    const deployment = revision && (await store.deployments.findById(revision.deploymentId));
    if (revision === undefined || deployment === undefined) return undefined;
    return { revision, deployment: deploymentAtRevision(deployment, revision) };
  };

  const needTarball = async (revision: RevisionRow) => {
    try {
      return await tarballs.need(revision);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      throw new HttpError(404, error.message, { cause: error });
    }
  };

  return {
    async authorize(revisionId: string, headers: IncomingHttpHeaders): Promise<Build> {
      const given = bearerTokenOf(headers);
      const row = given === undefined ? undefined : await store.builds.find(revisionId);
      if (given === undefined || row?.status !== 'running' || !isSameSecret(hashKey(given), row.tokenHash)) {
        throw unauthorized('Send the token of a running build of this revision as a bearer token.');
      }
      const found = await findRevision(revisionId);
      // A deployed revision can be built again, because its archives may have been removed. Any other revision that has
      // ended is not built.
      if (found === undefined || !isBuildable(found.revision)) {
        throw unauthorized('The revision has ended or was deleted.');
      }
      const build = { row, ...found };
      const authorized = isJob(row) ? await assignPod(store, isBuildPod, build, headers) : build;
      requireUnexpired(authorized.row);
      return authorized;
    },
    async requirePod(build: Build) {
      const pod = build.row.pod === null ? undefined : toPodIdentity(build.row.pod);
      if (isJob(build.row) && (pod === undefined || !(await isBuildPod(build, pod)))) throw replaced();
    },
    async redactorOf({ deployment, revision }: Build) {
      const secrets = await store.revisions.secrets(revision.id);
      const redactor = createRedactor([...secretValues(deployment, secrets), ...ownSecrets]);
      return (text: string) => redactor.redact(stripVTControlCharacters(text));
    },
    needTarball,
    async originOf({ row, deployment, revision }: Build): Promise<ArchiveOrigin> {
      const isUpload = revision.source === 'internal_source';
      const content = isUpload ? (await needTarball(revision)).sha256 : row.commitSha;
      if (content === null)
        throw new HttpError(
          409,
          'The commit of this build is not known yet. Report the commit before requesting or storing packages.',
        );
      const { repo_url, install_command, build_command } = deployment.sourceConfig;
      const { graph_config_path } = revision.config;
      const secretNames = Object.keys(
        packageVariables(await store.revisions.secrets(revision.id)),
      ).toSorted();
      const source = createHash('sha256').update(
        JSON.stringify(
          [
            revision.source,
            repo_url,
            content,
            graph_config_path,
            install_command,
            build_command,
            secretNames,
            ...toolchain,
          ].map((fact) => fact ?? null),
        ),
      );
      return { deploymentId: deployment.id, source: source.digest('hex') };
    },
    async declare({ row }: Build, archivePath: string) {
      const kind = kindOf(archivePath);
      if (kind === 'revisions') return true;
      const key = archivePath.slice(archivePath.lastIndexOf('/') + 1);
      return store.builds.declareKey(row, kind, key);
    },
  };
}

/** Returns the build with the pod of the headers, and assigns the build to this pod if the pod is new. */
async function assignPod(
  { builds }: Pick<Store, 'builds'>,
  isBuildPod: IsBuildPod,
  build: Build,
  headers: IncomingHttpHeaders,
): Promise<Build> {
  const { row, revision } = build;
  const header = headers[POD_HEADER];
  const pod = typeof header === 'string' ? toPodIdentity(header) : undefined;
  if (typeof header !== 'string' || pod === undefined) {
    throw unauthorized(
      `The request does not contain the pod of the build in the header ${POD_HEADER}. Run builds with the control plane's own image (--agent-image).`,
    );
  }
  if (row.pod !== null && isSameSecret(header, row.pod)) return build;
  if (!(await isBuildPod(build, pod))) throw replaced();
  // Another request of the same pod may have assigned the build in the meantime.
  const now = (await builds.assign(row, header)) ?? (await builds.find(revision.id));
  if (now?.status !== 'running' || now.attempt !== row.attempt || now.pod !== header) throw replaced();
  return { ...build, row: now };
}

/** @throws HttpError 401 if the token of a build has expired. */
function requireUnexpired({ startedAt }: BuildRow): void {
  // The cluster stops the pod before this time, because its time limit begins before the first request.
  if (startedAt === null || Date.now() <= startedAt + BUILD_LIMIT_MS) return;
  throw unauthorized('The token of this build has expired, because the time limit of the build is over.');
}

const replaced = () =>
  unauthorized('The pod has ended, or is not the pod that currently builds this revision.');

/** Returns the pod of a value of {@link POD_HEADER}, or `undefined` for an invalid value. */
function toPodIdentity(text: string): PodIdentity | undefined {
  const [, name, uid] = /^([a-z0-9][a-z0-9.-]{0,252})\/([0-9a-f-]{36})$/.exec(text) ?? [];
  return name === undefined || uid === undefined ? undefined : { name, uid };
}
