import { realClock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane.ts';
import { limitPolls, poll } from '../../clients/poll.ts';
import { isFinal, statusKind } from '../../contract/statuses.ts';
import type { SourceConfig } from '../../contract/source.ts';
import type { EventLog } from '../admin/events.ts';
import { refOf } from './snapshots.ts';

/** Final result of a revision. */
export type Outcome =
  | { kind: 'deployed'; revisionId: string }
  /** `message` is the reason for the failure, with file and line if known. */
  | { kind: 'failed'; status: string; message: string }
  /** This program or another client has canceled the revision. */
  | { kind: 'cancelled' };

/** Deployment of the agent under development. */
export interface DevDeployment {
  /** Resolves with the commit that the deployment serves, or `undefined` if the deployment serves no commit. */
  serves(): Promise<string | undefined>;
  /** Resolves once the agent accepts requests, after a minute at the latest. */
  untilReady(signal: AbortSignal): Promise<void>;
  /** Resolves with the agent's URL, or null before the first deployment. */
  url(): Promise<string | null>;
  /** Deploys a snapshot's commit and waits for the final status. If `signal` aborts, cancels the revision. */
  deploy(commit: string, signal: AbortSignal): Promise<Outcome>;
}

/** Interval at which this process polls for a revision's final status, in milliseconds. */
const POLL_MS = 15;
/** Polling interval while an agent from an earlier session starts, in milliseconds. */
const READY_POLL_MS = 50;
const MAX_READY_POLLS = 60_000 / READY_POLL_MS;

/** Finds or creates the deployment `name` through the same API that other clients use. */
export function createDevDeployment(options: {
  controlPlane: ControlPlane;
  /** State changes of the emulator that runs the agent. */
  events: Pick<EventLog, 'after'>;
  /** Resolves to true if a running agent accepts the deployment's requests. */
  isRunning: (deploymentId: string) => Promise<boolean>;
  name: string;
  source: Pick<SourceConfig, 'repo_url' | 'install_command' | 'build_command'>;
  configPath: string;
}): DevDeployment {
  const { controlPlane, events, isRunning, name, source, configPath } = options;
  const find = async () => (await controlPlane.findDeployments(name))[0];
  /** Sequence number of the last event that was read. */
  let seen = 0;

  const createRevision = async (commit: string) => {
    const revision = { repo_ref: refOf(commit), graph_config_path: configPath };
    const existing = await find();
    if (existing !== undefined) {
      return controlPlane.patchDeployment(existing.id, {
        source_config: source,
        source_revision_config: revision,
      });
    }
    return controlPlane.createDeployment({
      name,
      source: 'git_host',
      source_config: { ...source, deployment_type: 'dev', build_on_push: false },
      source_revision_config: revision,
      secrets: [],
    });
  };

  /** Resolves with the final status of a revision. */
  const untilEnded = (revisionId: string, signal: AbortSignal): Promise<string> => {
    return poll(
      { clock: realClock, signal },
      () => POLL_MS,
      () => {
        const { events: found, next } = events.after(seen);
        seen = next;
        const end = found.find(
          (event) => event.kind === 'revision' && event.revision_id === revisionId && isFinal(event.status),
        );
        return Promise.resolve(end?.kind === 'revision' ? end.status : undefined);
      },
    );
  };

  return {
    async serves() {
      const deployment = await find();
      const active = deployment?.active_revision_id;
      if (deployment === undefined || active === null || active === undefined) return undefined;
      const revision = await controlPlane.getRevision(deployment.id, active);
      return revision.source_revision_config?.repo_commit_sha ?? undefined;
    },
    async untilReady(signal) {
      const deployment = await find();
      if (deployment === undefined) return;
      const look = async () => (await isRunning(deployment.id)) || undefined;
      await poll(
        { clock: realClock, signal },
        limitPolls(MAX_READY_POLLS, () => READY_POLL_MS),
        look,
      );
    },
    url: async () => (await find())?.url ?? null,
    async deploy(commit, signal) {
      seen = events.after(seen).next;
      const deployment = await createRevision(commit);
      const revisionId = deployment.latest_revision_id;
      if (revisionId === null || revisionId === undefined)
        throw new Error(`the deployment ${name} has no revision`);
      const status = await untilEnded(revisionId, signal).catch(async (error: unknown) => {
        if (!signal.aborted) throw error;
        // The request fails if the revision has already ended.
        await controlPlane.interruptRevision(deployment.id, revisionId).catch(() => undefined);
        return 'INTERRUPTED';
      });
      switch (statusKind(status)) {
        case 'deployed':
          return { kind: 'deployed', revisionId };
        case 'failed': {
          const { status_message: message } = await controlPlane.getRevision(deployment.id, revisionId);
          return { kind: 'failed', status, message: message ?? status };
        }
        default:
          return { kind: 'cancelled' };
      }
    },
  };
}
