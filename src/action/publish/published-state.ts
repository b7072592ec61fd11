import { fieldOf } from '../../contract/json-safety.ts';
import { type OutcomeKind, REASONS } from '../outcome.ts';

export interface PublishedDeployment {
  environment: string;
  transient: boolean;
  /** Name of the agent, which distinguishes the deployments of agents that share an environment. */
  agent: string;
  /** Candidate refs for the deployment's commit, best first. */
  refs: readonly string[];
  /** GitHub's ID of the deployment, or `undefined` if its creation was requested but is not confirmed yet. */
  id: number | undefined;
  /** True if the run has written the deployment's last status. */
  closed: boolean;
}

export interface PublishedComment {
  pullRequest: number;
  /** Key that distinguishes the comments of a pull request; agents with the same key share a comment. */
  key: string;
  /** Name of the deployment, which identifies the agent's section in the comment. */
  agent: string;
  /**
   * Start of the step in epoch milliseconds, which determines the later of two versions of an agent's section in a
   * shared comment.
   */
  startedAt: number;
  id: number | undefined;
  /** True if the comment contains the run's result. */
  closed: boolean;
}

/**
 * The GitHub deployment and comment of this run, which are saved so that the post step can close both. The saved state
 * of the deployment and comment contains no secret.
 */
export interface PublishedState {
  deployment: PublishedDeployment | undefined;
  comment: PublishedComment | undefined;
  end: { kind: OutcomeKind; reason: string } | undefined;
}

const KINDS = Object.keys(REASONS) as OutcomeKind[];

/** Returns whether the GitHub deployment or the comment is still open. */
export function isUnfinished({ deployment, comment }: PublishedState): boolean {
  return deployment?.closed === false || comment?.closed === false;
}

/** Parses {@link PublishedState} from JSON, treating an invalid state as missing. */
export function parsePublishedState(value: unknown): PublishedState {
  const end = fieldOf(value, 'end');
  const kind = KINDS.find((candidate) => candidate === text(end, 'kind'));
  const reason = text(end, 'reason');
  return {
    deployment: readDeployment(fieldOf(value, 'deployment')),
    comment: readComment(fieldOf(value, 'comment')),
    end: kind !== undefined && reason !== undefined ? { kind, reason } : undefined,
  };
}

function readDeployment(value: unknown): PublishedDeployment | undefined {
  const environment = text(value, 'environment');
  const agent = text(value, 'agent');
  if (environment === undefined || agent === undefined) return undefined;
  return {
    environment,
    agent,
    refs: texts(value, 'refs'),
    transient: fieldOf(value, 'transient') === true,
    id: count(value, 'id'),
    closed: fieldOf(value, 'closed') === true,
  };
}

function readComment(value: unknown): PublishedComment | undefined {
  const pullRequest = count(value, 'pullRequest');
  const key = text(value, 'key');
  if (pullRequest === undefined || key === undefined) return undefined;
  const agent = text(value, 'agent') ?? key;
  const startedAt = count(value, 'startedAt') ?? 0;
  const closed = fieldOf(value, 'closed') === true;
  return { pullRequest, key, agent, startedAt, id: count(value, 'id'), closed };
}

function text(value: unknown, key: string): string | undefined {
  const found = fieldOf(value, key);
  return typeof found === 'string' ? found : undefined;
}

function texts(value: unknown, key: string): string[] {
  const found = fieldOf(value, key);
  return Array.isArray(found) ? found.filter((item: unknown) => typeof item === 'string') : [];
}

function count(value: unknown, key: string): number | undefined {
  const found = fieldOf(value, key);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}
