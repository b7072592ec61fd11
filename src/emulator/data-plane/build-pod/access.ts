import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import { createRedactor } from '../../../redaction/redactor.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import type { BuildRow, DeploymentRow, RevisionRow } from '../../ports/store.ts';
import { deploymentAtRevision, isBuildable, type ArchiveOrigin } from '../../ports/store-control-plane.ts';
import { bearerTokenOf, hashKey, isSameSecret, unauthorized } from '../../server/authenticate.ts';
import { HttpError } from '../../server/http-error.ts';
import { packageVariables } from '../build/package-access.ts';
import { StepFailure } from '../build/step.ts';
import { secretValues } from '../reconcile/advance.ts';
import { createTarballs, type Tarball } from '../tarball/tarballs.ts';
import { kindOf } from './protocol.ts';
import { BUILD_LIMIT_MS } from './variables.ts';

/** Build in progress, identified by the token of a request. */
export interface Build {
  row: BuildRow;
  /** Deployment with the settings of this revision. */
  deployment: DeploymentRow;
  revision: RevisionRow;
}

/** Authorizes builds by their tokens, and provides the data that a build is allowed to read. */
export interface BuildAccess {
  /**
   * Returns the build whose token is in the headers. @throws HttpError 401 if the token is wrong or expired, or if the
   * build has ended.
   */
  authorize(revisionId: string, headers: IncomingHttpHeaders): Promise<Build>;
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
      // The cluster stops the pod before this time, because its time limit begins before the first request.
      if (row.startedAt !== null && Date.now() > row.startedAt + BUILD_LIMIT_MS) {
        throw unauthorized(
          'The token of this build has expired, because the time limit of the build is over.',
        );
      }
      const found = await findRevision(revisionId);
      // A deployed revision can be built again, because its archives may have been removed. Any other revision that has
      // ended is not built.
      if (found === undefined || !isBuildable(found.revision)) {
        throw unauthorized('The revision has ended or was deleted.');
      }
      return { row, ...found };
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
    async declare({ row, revision }: Build, archivePath: string) {
      const kind = kindOf(archivePath);
      if (kind === 'revisions') return true;
      const key = archivePath.slice(archivePath.lastIndexOf('/') + 1);
      return store.builds.declareKey(revision.id, row.attempt, kind, key);
    },
  };
}
