/**
 * A GitHub on this machine: state in memory, real HTTP, GitHub's own client works on it unchanged. What the conformance
 * tests list (`__tests__/harness/github`) is what it is held to. Not there, and answered with a loud 501: GraphQL,
 * search, runs and jobs of Actions, checks of their own (they are commit statuses here), reviews, creating pull requests
 * through the API, API version 2026-03-10. `patch` of changed files is never given.
 */
export { startGitHub, type GitHubDouble, type GitHubOptions } from './double.ts';
export type { RepositoryHandle } from './repository.ts';
export type { PullRequestEventOptions } from './events.ts';
export type { Job, JobOptions } from './job.ts';
export type { CallMatch, Expectation, Journal, JournalEntry, Verdict } from './journal.ts';
export type { FaultRule, NamedAnswer } from './faults/rules.ts';
export { readOnly, type TokenSeed, type WorkflowPermission } from './access/tokens.ts';
export type { RateLimitOptions } from './access/rate-limit.ts';
export type { CommitDraft, FileEdits } from './state/commits.ts';
export type {
  Comment,
  Deployment,
  DeploymentState,
  DeploymentStatus,
  Environment,
  PullRequest,
} from './state/model.ts';
export type { Push } from './state/refs.ts';
export type { PullRequestSeed } from './state/seed-pull.ts';
export { DEFAULT_REPOSITORY, type RepositorySeed } from './state/seed-repository.ts';
export {
  integrationWebhookUrl,
  signature,
  type Delivery,
  type DeliveryOptions,
  type WebhookEvent,
} from './webhooks.ts';
