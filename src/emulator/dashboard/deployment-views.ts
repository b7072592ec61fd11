import { isDeepStrictEqual } from 'node:util';
import type {
  AgentKind,
  DeploymentSummary,
  PreviewOf,
  RevisionCause,
  RevisionSummary,
} from '../../contract/dashboard/deployments.ts';
import type { EmulatorContext } from '../ports/context.ts';
import type { DeploymentRow, RevisionRow } from '../ports/store.ts';
import { deploymentUrl } from '../server/server-origins.ts';
import { servingSpans, toRevisionSummary, toSourceLabel } from './views.ts';

/** Variable that marks a deployment as a preview, and the only variable whose value is read. */
const PREVIEW_VARIABLE = 'AGENT_DEPLOY_PREVIEW';
const PREVIEW = /^([\w.-]+\/[\w.-]+)#(\d{1,15})$/;

/** Maximum number of revisions in a summary: the newest revisions and the active revision. */
const SHOWN_REVISIONS = 20;
/** Page size that exceeds the number of revisions of any deployment. */
const ALL = 100_000;
/** Maximum number of cached causes of revisions. The cause of a revision never changes. */
const CAUSES_KEPT = 10_000;

/** Revisions that the data plane reports as serving. */
export interface Serving {
  deployment_id: string;
  revision_id: string;
  pid: number | null;
}

/** Reads deployments and revisions of all workspaces in the format of the dashboard, without values of variables. */
export interface DeploymentViews {
  summary(row: DeploymentRow, serving: readonly Serving[]): Promise<DeploymentSummary>;
  /** Returns all revisions of a deployment, newest first. */
  revisions(row: DeploymentRow): Promise<RevisionSummary[]>;
}

export function createDeploymentViews({
  store,
  config,
  origin,
}: Pick<EmulatorContext, 'store' | 'config' | 'origin'>): DeploymentViews {
  const causes = new Map<string, RevisionCause>();

  const causeOf = async (row: RevisionRow, before: RevisionRow | undefined): Promise<RevisionCause> => {
    const { push } = row;
    if (push !== null)
      return { kind: 'push', ref: push.ref, commit: push.commit, channels: [...push.channels] };
    if (row.seq === 1 || before === undefined) return { kind: 'create' };
    const known = causes.get(row.id);
    if (known !== undefined) return known;
    const isSame =
      isDeepStrictEqual(row.config, before.config) &&
      isDeepStrictEqual(row.settings, before.settings) &&
      isDeepStrictEqual(await store.revisions.secrets(row.id), await store.revisions.secrets(before.id));
    const cause: RevisionCause = { kind: isSame ? 'redeploy' : 'change' };
    // The cause is cached only after the revision was built, because the revision's commit is unknown before the build.
    if (row.history.some(({ status }) => status === 'DEPLOYED')) {
      if (causes.size >= CAUSES_KEPT) causes.clear();
      causes.set(row.id, cause);
    }
    return cause;
  };

  /** Returns summaries of the given revisions, in the same order. */
  const summaries = async (deployment: DeploymentRow, rows: readonly RevisionRow[]) => {
    const spans = servingSpans(rows, deployment.activeRevisionId);
    return Promise.all(
      rows.map(async (row, index) =>
        toRevisionSummary(deployment, row, { cause: await causeOf(row, rows[index + 1]), spans }),
      ),
    );
  };

  const kindOf = (row: DeploymentRow, active: RevisionRow | undefined): AgentKind => {
    if (config.runtime === 'stub') return 'stub';
    if (row.source === 'external_docker') return 'image';
    if (active === undefined) return 'unknown';
    if (active.bringsServer) return 'program';
    return active.agentSettings === null ? 'unknown' : 'graphs';
  };

  return {
    async summary(row, serving) {
      const list = await store.revisions.list(row.id, { limit: ALL, offset: 0 });
      const active = list.find(({ id }) => id === row.activeRevisionId);
      const all = await summaries(row, list);
      const shown = all.filter(({ id }, index) => index < SHOWN_REVISIONS || id === active?.id);
      return {
        id: row.id,
        workspace_id: row.workspaceId,
        name: row.name,
        status: row.status,
        source: toSourceLabel(row, (active ?? list[0])?.config),
        kind: kindOf(row, active),
        url: deploymentUrl(row, origin, config),
        latest_revision_id: row.latestRevisionId,
        active_revision_id: row.activeRevisionId,
        workers: serving
          .filter(({ deployment_id: id }) => id === row.id)
          .map(({ revision_id, pid }) => ({ revision_id, pid })),
        preview: previewOf(await store.deployments.secrets(row.id)),
        created_at_ms: row.createdAt,
        updated_at_ms: row.updatedAt,
        revisions: shown.toReversed(),
      };
    },
    revisions: async (row) => summaries(row, await store.revisions.list(row.id, { limit: ALL, offset: 0 })),
  };
}

function previewOf(variables: readonly { name: string; value: string }[]): PreviewOf | null {
  const value = variables.find(({ name }) => name === PREVIEW_VARIABLE)?.value;
  const [, repository, number] = PREVIEW.exec(value ?? '') ?? [];
  return repository === undefined ? null : { repository, number: Number(number) };
}
