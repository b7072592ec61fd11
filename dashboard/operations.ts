import type { DeploymentTab, Route } from './src/logic/paths.ts';

/**
 * Screen of the page that offers an operation of `/_local`. `everywhere` means the frame that surrounds all screens.
 */
type OperationScreen = Route['screen'] | DeploymentTab | 'everywhere';

/** The screen that offers the operation, or the reason why no screen offers it. */
export type OperationEntry = { screen: OperationScreen } | { reason: string };

const on = (screen: OperationScreen): OperationEntry => ({ screen });
const none = (reason: string): OperationEntry => ({ reason });

const FOR_PROGRAMS_IN_TIME =
  'programs join virtual time with it; the screen of the clock lists these programs';

/** All operations of `/_local`, each with its screen. A test compares this table with the OpenAPI document. */
export const OPERATIONS: Readonly<Record<string, OperationEntry>> = {
  // Operations for programs, which authenticate with the emulator's key.
  'GET /_local/health': on('sandboxes'),
  'GET /_local/live': none('probes of a cluster ask whether the process responds'),
  'GET /_local/audit': none('administrators read the changes of a control plane that several people use'),
  'GET /_local/journal': on('requests'),
  'POST /_local/journal/verify': on('requests'),
  'GET /_local/events': on('events'),
  'GET /_local/clock': on('clock'),
  'POST /_local/clock': on('clock'),
  'POST /_local/clock/sessions': none(FOR_PROGRAMS_IN_TIME),
  'DELETE /_local/clock/sessions/{session}': none(FOR_PROGRAMS_IN_TIME),
  'POST /_local/clock/sessions/{session}/sleeps': none(FOR_PROGRAMS_IN_TIME),
  'DELETE /_local/clock/sessions/{session}/sleeps/{sleep}': none(FOR_PROGRAMS_IN_TIME),
  'POST /_local/otlp/v1/traces': none('agents send their spans, and a run shows them'),
  'GET /_local/faults': on('faults'),
  'PUT /_local/faults': none('it replaces all rules at once, and the page changes one rule at a time'),
  'DELETE /_local/faults': on('everywhere'),
  'GET /_local/snapshot': on('snapshots'),
  'PUT /_local/snapshot': on('snapshots'),
  'POST /_local/reset': on('snapshots'),
  'POST /_local/push': on('pushes'),
  'GET /_local/sandboxes/metrics': on('sandboxes'),
  'GET /_local/sandboxes/{id}/explain': on('sandboxes'),

  // Operations for signing in.
  'POST /_local/ui/api/links': none(
    'it creates the sign-in link that opens the page; the page shows the command that calls it',
  ),
  'POST /_local/ui/api/session': on('everywhere'),
  'DELETE /_local/ui/api/session': none(
    'the session of a page ends with the emulator; the operation is for programs that opened a session',
  ),
  'GET /_local/ui/api/info': on('everywhere'),
  'GET /_local/ui/api/stream': on('everywhere'),

  // Operations about recorded requests and events.
  'GET /_local/ui/api/requests': on('requests'),
  'GET /_local/ui/api/requests/{seq}': on('requests'),
  'POST /_local/ui/api/requests/{seq}/replay': on('requests'),
  'GET /_local/ui/api/events': on('events'),

  // Operations about crons, webhooks, waiting threads and experiments.
  'GET /_local/ui/api/crons': on('crons'),
  'POST /_local/ui/api/deployments/{id}/crons/{cron_id}/runs': on('crons'),
  'PATCH /_local/ui/api/forward/d/{p1}/runs/crons/{p2}': on('crons'),
  'DELETE /_local/ui/api/forward/d/{p1}/runs/crons/{p2}': on('crons'),
  'GET /_local/ui/api/webhooks': on('webhooks'),
  'GET /_local/ui/api/webhooks/{id}': on('webhooks'),
  'POST /_local/ui/api/webhooks/{id}/resend': on('webhooks'),
  'GET /_local/ui/api/inbox': on('inbox'),
  'GET /_local/ui/api/experiments': on('experiments'),
  'GET /_local/ui/api/experiments/{id}': on('experiment'),
  'GET /_local/ui/api/inspect/d/{p1}/store/items': none('the search already returns complete items'),
  'POST /_local/ui/api/inspect/d/{p1}/store/namespaces': on('store'),
  'POST /_local/ui/api/inspect/d/{p1}/store/items/search': on('store'),
  'PUT /_local/ui/api/forward/d/{p1}/store/items': on('store'),
  'DELETE /_local/ui/api/forward/d/{p1}/store/items': on('store'),
  'POST /_local/ui/api/journal/verify': none(
    'the page copies a request as an expectation, and a test then calls the operation',
  ),

  // Operations about runs of all deployments.
  'GET /_local/ui/api/runs': on('runs'),
  'GET /_local/ui/api/runs/counts': on('runs'),
  'GET /_local/ui/api/runs/{run_id}': on('run'),
  'GET /_local/ui/api/runs/{run_id}/steps': on('run'),
  'GET /_local/ui/api/runs/{run_id}/steps/{seq}': on('run'),
  'GET /_local/ui/api/runs/{run_id}/request': on('run'),
  'POST /_local/ui/api/runs/{run_id}/replay': on('run'),

  // Operations about deployments.
  'GET /_local/ui/api/deployments': on('deployments'),
  'GET /_local/ui/api/deployments/{id}': on('settings'),
  'DELETE /_local/ui/api/deployments/{id}': on('deployment'),
  'GET /_local/ui/api/deployments/{id}/revisions': on('revisions'),
  'GET /_local/ui/api/deployments/{id}/revisions/{revision_id}': on('revisions'),
  'GET /_local/ui/api/deployments/{id}/commits': on('deployments'),
  'GET /_local/ui/api/deployments/{id}/revisions/{revision_id}/code': on('revisions'),
  'GET /_local/ui/api/deployments/{id}/revisions/{revision_id}/commits': on('revisions'),
  'GET /_local/ui/api/deployments/{id}/logs': on('logs'),
  'GET /_local/ui/api/deployments/{id}/runs/{run_id}/feedback': on('feedback'),
  'POST /_local/ui/api/deployments/{id}/runs/{run_id}/feedback': on('playground'),
  'GET /_local/ui/api/threads': on('threads'),
  'GET /_local/ui/api/deployments/{id}/threads/{thread_id}/steps': on('thread'),
  'GET /_local/ui/api/previews': on('previews'),
  'POST /_local/ui/api/forward/v2/deployments/{p1}/revisions/{p2}/redeploy': on('deployment'),
  'POST /_local/ui/api/forward/v2/deployments/{p1}/revisions/{p2}/interrupt': on('deployment'),

  // Operations that control the emulator.
  'GET /_local/ui/api/faults': on('faults'),
  'POST /_local/ui/api/faults': on('faults'),
  'DELETE /_local/ui/api/faults': on('everywhere'),
  'PUT /_local/ui/api/faults/{id}': on('faults'),
  'DELETE /_local/ui/api/faults/{id}': on('faults'),
  'GET /_local/ui/api/clock': on('clock'),
  'POST /_local/ui/api/clock': on('clock'),
  'GET /_local/ui/api/snapshot': on('snapshots'),
  'POST /_local/ui/api/reset': on('snapshots'),
  'POST /_local/ui/api/restore': on('snapshots'),
  'POST /_local/ui/api/push': on('pushes'),
  'GET /_local/ui/api/pushes': on('pushes'),
  'GET /_local/ui/api/health': none(
    'the list of sandboxes contains their health; the other facts are for programs',
  ),

  // Operations about sandboxes.
  'GET /_local/ui/api/sandboxes': on('sandboxes'),
  'GET /_local/ui/api/sandboxes/{id}/explain': on('sandboxes'),
  'GET /_local/ui/api/sandboxes/metrics': on('sandboxes'),
  'GET /_local/ui/api/audit': on('sandboxes'),

  // Operations of agents.
  'GET /_local/ui/api/inspect/d/{p1}/info': none(
    'the list of assistants already shows whether an agent has graphs',
  ),
  'POST /_local/ui/api/inspect/d/{p1}/assistants/search': on('playground'),
  'GET /_local/ui/api/inspect/d/{p1}/assistants/{p2}': none('the search already returns complete assistants'),
  'POST /_local/ui/api/inspect/d/{p1}/assistants/{p2}/versions': on('playground'),
  'POST /_local/ui/api/forward/d/{p1}/assistants/{p2}/latest': on('playground'),
  'GET /_local/ui/api/inspect/d/{p1}/assistants/{p2}/schemas': on('playground'),
  'GET /_local/ui/api/inspect/d/{p1}/assistants/{p2}/graph': on('graph'),
  'GET /_local/ui/api/inspect/d/{p1}/assistants/{p2}/subgraphs': none(
    'the parameter `xray` adds the subgraphs to the graph',
  ),
  'POST /_local/ui/api/inspect/d/{p1}/threads/search': on('threads'),
  'GET /_local/ui/api/inspect/d/{p1}/threads/{p2}': on('thread'),
  'GET /_local/ui/api/inspect/d/{p1}/threads/{p2}/state': on('thread'),
  'GET /_local/ui/api/inspect/d/{p1}/threads/{p2}/state/{p3}': none(
    'the history already returns complete checkpoints',
  ),
  'POST /_local/ui/api/inspect/d/{p1}/threads/{p2}/state/checkpoint': none(
    'the history already returns complete checkpoints',
  ),
  'GET /_local/ui/api/inspect/d/{p1}/threads/{p2}/history': on('thread'),
  'POST /_local/ui/api/inspect/d/{p1}/threads/{p2}/history': on('thread'),
  'GET /_local/ui/api/inspect/d/{p1}/threads/{p2}/runs': on('thread'),
  'GET /_local/ui/api/inspect/d/{p1}/threads/{p2}/runs/{p3}': on('thread'),
  'GET /_local/ui/api/inspect/d/{p1}/threads/{p2}/stream': on('thread'),
  'POST /_local/ui/api/forward/d/{p1}/threads': on('playground'),
  'PATCH /_local/ui/api/forward/d/{p1}/threads/{p2}': on('thread'),
  'DELETE /_local/ui/api/forward/d/{p1}/threads/{p2}': on('thread'),
  'POST /_local/ui/api/forward/d/{p1}/threads/{p2}/copy': on('thread'),
  'POST /_local/ui/api/forward/d/{p1}/threads/{p2}/state': on('thread'),
  'POST /_local/ui/api/forward/d/{p1}/threads/{p2}/runs': on('thread'),
  'POST /_local/ui/api/forward/d/{p1}/threads/{p2}/runs/stream': on('playground'),
  'GET /_local/ui/api/forward/d/{p1}/threads/{p2}/runs/{p3}/stream': on('playground'),
  'POST /_local/ui/api/forward/d/{p1}/threads/{p2}/runs/{p3}/cancel': on('playground'),
  'DELETE /_local/ui/api/forward/d/{p1}/threads/{p2}/runs/{p3}': none(
    'the playground removes a run with a rollback',
  ),
  'POST /_local/ui/api/forward/d/{p1}/runs/stream': none(
    'the page starts runs only on threads, so that it can show their state',
  ),
};
