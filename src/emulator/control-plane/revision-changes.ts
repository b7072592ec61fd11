import { waitsForSource } from '../../contract/awaits-source.ts';
import type { RevisionStatus } from '../../contract/statuses.ts';
import { deprecatedFields } from '../../contract/deprecated-fields.ts';
import type { ImageDigests, Secret } from '../../contract/source.ts';
import { revisionSettingsOf, withImageDigests } from '../ports/store-control-plane.ts';
import type { DeploymentRow, Repositories, RevisionPush, RevisionRow } from '../ports/store.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';

/**
 * Creates the next revision of a deployment with the status CREATING and a copy of the deployment's settings. Revisions
 * that were waiting for a source become SKIPPED. `push` is the push that caused the revision, if any. `digests` are the
 * digests of its images that are known already, from the redeployed revision. All statements run in the caller's
 * transaction.
 */
export async function createRevision(
  tx: Repositories,
  dependencies: Pick<ControlPlaneDependencies, 'clock' | 'newId'>,
  deployment: DeploymentRow,
  config: RevisionRow['config'],
  secrets: Secret[],
  { push, digests = {} }: { push?: RevisionPush; digests?: ImageDigests } = {},
): Promise<RevisionRow> {
  const now = dependencies.clock.now();
  await skipWaiting(tx, deployment, now);
  const id = dependencies.newId();
  // Without recorded digests, the tags of the images are resolved again.
  const { image_digests: _, ...own } = config;
  const revision = await tx.revisions.insert(
    {
      id,
      deploymentId: deployment.id,
      source: deployment.source,
      config: Object.keys(digests).length > 0 ? withImageDigests({ id, config: own }, digests) : own,
      status: 'CREATING',
      statusMessage: null,
      createdAt: now,
      updatedAt: now,
      history: [{ status: 'CREATING', at: now }],
      settings: revisionSettingsOf(deployment),
      ...(push === undefined ? {} : { push }),
    },
    secrets,
  );
  await tx.deployments.update(deployment.id, { latestRevisionId: revision.id, updatedAt: now });
  await warnOfUnused(tx, deployment, revision);
  return revision;
}

/** Logs a warning in the deploy log for each field that is marked [do-not-use](docs/api/resources.md#do-not-use). */
async function warnOfUnused(
  tx: Repositories,
  deployment: DeploymentRow,
  revision: RevisionRow,
): Promise<void> {
  const fields = deprecatedFields(deployment.sourceConfig.resource_spec);
  if (fields.length === 0) return;
  await tx.logs.append([
    {
      revisionId: revision.id,
      kind: 'deploy',
      level: 'WARNING',
      at: revision.createdAt,
      message: `source_config.resource_spec sets ${fields.join(', ')}, which is marked do-not-use: stored and returned, but without effect.`,
    },
  ]);
}

async function skipWaiting(tx: Repositories, deployment: DeploymentRow, now: number): Promise<void> {
  const created = await tx.revisions.list(deployment.id, { limit: 100, offset: 0, status: ['CREATING'] });
  for (const revision of created.filter(({ source, config }) => waitsForSource(source, config))) {
    await endRevision(tx, revision, {
      status: 'SKIPPED',
      message: 'A later revision provided the source that this revision was waiting for.',
      at: now,
    });
  }
}

/** Ends an unfinished revision in the caller's transaction, so later data plane writes change nothing. */
export async function endRevision(
  tx: Repositories,
  revision: RevisionRow,
  end: { status: Extract<RevisionStatus, 'SKIPPED' | 'INTERRUPTED'>; message: string; at: number },
): Promise<RevisionRow> {
  const change = {
    status: end.status,
    statusMessage: end.message,
    updatedAt: end.at,
    history: [...revision.history, { status: end.status, at: end.at }],
  };
  await tx.revisions.update(revision.id, change);
  return { ...revision, ...change };
}
