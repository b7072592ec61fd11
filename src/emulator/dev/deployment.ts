import { realClock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane.ts';
import { atMost, poll } from '../../clients/poll.ts';
import { isFinal, statusKind } from '../../contract/statuses.ts';
import type { SourceConfig } from '../../contract/source.ts';
import type { EventLog } from '../admin/events.ts';
import { refOf } from './snapshots.ts';

/** How a revision ended. */
export type Outcome =
  | { kind: 'deployed'; revisionId: string }
  /** `message`: why, with file and line where there is one. */
  | { kind: 'failed'; status: string; message: string }
  /** It was cancelled, here or by another client. */
  | { kind: 'cancelled' };

/** The deployment of the agent that is worked on. */
export interface DevDeployment {
  /** The commit that serves now; undefined: none does. */
  serves(): Promise<string | undefined>;
  /** Resolves once the agent that serves takes requests, as it does soon after a start; at the latest after a minute. */
  untilReady(signal: AbortSignal): Promise<void>;
  /** The URL of the agent; null before anything was deployed. */
  url(): Promise<string | null>;
  /** Makes a revision of a snapshot's commit and waits for its end. Cancels it when the signal aborts. */
  deploy(commit: string, signal: AbortSignal): Promise<Outcome>;
}

/** How often the end of a revision is looked for, within this process. Milliseconds. */
const POLL_MS = 15;
/** The same for the start of an agent that has served before. */
const READY_POLL_MS = 50;
const READY_LOOKS = 60_000 / READY_POLL_MS;

/** Finds or makes the deployment `name` of an emulator, over its API as every client does. */
export function createDevDeployment(options: {
  controlPlane: ControlPlane;
  /** The state changes of the same emulator. */
  events: Pick<EventLog, 'after'>;
  /** Whether an agent runs that takes the requests of a deployment. */
  isRunning: (deploymentId: string) => Promise<boolean>;
  name: string;
  source: Pick<SourceConfig, 'repo_url' | 'install_command' | 'build_command'>;
  configPath: string;
}): DevDeployment {
  const { controlPlane, events, isRunning, name, source, configPath } = options;
  const find = async () => (await controlPlane.findDeployments(name))[0];
  /** The newest event that is of no interest. */
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
        atMost(READY_LOOKS, () => READY_POLL_MS),
        look,
      );
    },
    url: async () => (await find())?.url ?? null,
    async deploy(commit, signal) {
      seen = events.after(seen).next;
      const deployment = await createRevision(commit);
      const revisionId = deployment.latest_revision_id;
      if (revisionId === null || revisionId === undefined) throw new Error(`${name} has no revision`);
      const status = await untilEnded(revisionId, signal).catch(async (error: unknown) => {
        if (!signal.aborted) throw error;
        // It may have ended by now, which is as good.
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
