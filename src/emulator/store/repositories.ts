import type { Repositories } from '../ports/store.ts';
import { assistants } from './assistants.ts';
import { auth } from './auth.ts';
import { checkpoints } from './checkpoints.ts';
import type { Context } from './context.ts';
import { deployments } from './deployments.ts';
import { feedbacks } from './feedbacks.ts';
import { feedbackTokens } from './feedback-tokens.ts';
import { instances } from './instances.ts';
import { items } from './items.ts';
import { logs } from './logs.ts';
import { processes } from './processes.ts';
import { deliveries, gitHeads, polledRefs } from './pushes.ts';
import { revisions } from './revisions.ts';
import { sandboxSnapshots, sandboxTemplates } from './sandbox-sources.ts';
import { sandboxes } from './sandboxes.ts';
import { runStreams } from './run-streams.ts';
import { runs } from './runs.ts';
import { threads } from './threads.ts';
import { uploadChunks, uploads } from './uploads.ts';
import { webhooks } from './webhooks.ts';
import { workspaceSecrets } from './workspace-secrets.ts';
import { integrations, listeners, projects, workspaces } from './workspaces.ts';

/** Every repository over one context. */
export function createRepositories(context: Context): Repositories {
  return {
    workspaces: workspaces(context),
    auth: auth(context),
    deployments: deployments(context),
    revisions: revisions(context),
    logs: logs(context),
    projects: projects(context),
    integrations: integrations(context),
    listeners: listeners(context),
    processes: processes(context),
    instances: instances(context),
    threads: threads(context),
    runs: runs(context),
    checkpoints: checkpoints(context),
    assistants: assistants(context),
    items: items(context),
    runStreams: runStreams(context),
    webhooks: webhooks(context),
    feedbackTokens: feedbackTokens(context),
    feedbacks: feedbacks(context),
    gitHeads: gitHeads(context),
    polledRefs: polledRefs(context),
    webhookDeliveries: deliveries(context),
    uploads: uploads(context),
    uploadChunks: uploadChunks(context),
    workspaceSecrets: workspaceSecrets(context),
    sandboxTemplates: sandboxTemplates(context),
    sandboxSnapshots: sandboxSnapshots(context),
    sandboxes: sandboxes(context),
  };
}
