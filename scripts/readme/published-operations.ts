/** An API of the service, with the operations in its newest published description or client. */
interface PublishedApi {
  /** Name of the API's table. */
  name: string;
  /** Path before the operations in the emulator's API document. */
  base: string;
  operations: readonly string[];
  /** Rows of the departures that describe a difference, by operation. */
  differs: Readonly<Record<string, readonly string[]>>;
  /** Reasons why the emulator does not have an operation, by operation. */
  absent: Readonly<Record<string, string>>;
}

const LATER =
  'a later version of the service has it: [departures](../departures.md#endpoints-later-versions-service)';
const FILES_OF_SANDBOXES =
  'sandboxes have no such object: [departures](../departures/sandboxes.md#sandboxes-mounts-download-urls)';
const SHOWN_BY_DASHBOARD = 'the [dashboard](../dashboard.md) and `POST /api/v2/runs/query` have the data';

const of = (path: string, ...methods: string[]): string[] => methods.map((method) => `${method} ${path}`);
const sameReason = (reason: string, ...operations: string[]): Record<string, string> =>
  Object.fromEntries(operations.map((operation) => [operation, reason]));

const DEPLOYMENT = '/v2/deployments/{deployment_id}';
const REVISION = `${DEPLOYMENT}/revisions/{revision_id}`;
const AUTH = '/v2/auth';

const CONTROL_PLANE: PublishedApi = {
  name: 'control-plane',
  base: '',
  operations: [
    ...of('/v2/deployments', 'GET', 'POST', 'DELETE'),
    ...of('/v2/deployments/free-count', 'GET'),
    ...of(DEPLOYMENT, 'GET', 'PATCH', 'DELETE'),
    ...of(`${DEPLOYMENT}/revisions`, 'GET', 'POST'),
    ...of(REVISION, 'GET'),
    ...of(`${REVISION}/redeploy`, 'POST'),
    ...of(`${REVISION}/interrupt`, 'POST'),
    ...of(`${REVISION}/interruption`, 'POST'),
    ...of(`${REVISION}/logs`, 'GET'),
    ...of(`${DEPLOYMENT}/logs`, 'GET'),
    ...of('/v2/deployment-logs', 'GET'),
    ...of(`${DEPLOYMENT}/upload-url`, 'POST'),
    ...of(`${DEPLOYMENT}/push-token`, 'POST'),
    ...of(`${DEPLOYMENT}/resource-tiers`, 'PATCH'),
    ...of(`${DEPLOYMENT}/deployment-tier`, 'PATCH'),
    ...of('/v1/projects/{project_id}', 'DELETE'),
    ...of('/v1/projects/{project_id}/revisions/{revision_id}/build_logs', 'POST'),
    ...of('/v1/projects/{project_id}/revisions/{revision_id}/deploy_logs', 'POST'),
    ...of('/v1/projects/{project_id}/deploy_logs', 'POST'),
    ...of('/v1/integrations/github/install', 'GET'),
    ...of('/v1/integrations/github/{integration_id}/repos', 'GET'),
    ...of('/v1/integrations/forge/github/install', 'GET'),
    ...of('/v1/integrations/forge/github/{integration_id}/repos', 'GET'),
    ...of('/v2/integrations/github/installation-link', 'POST'),
    ...of('/v2/listeners', 'GET', 'POST'),
    ...of('/v2/listeners/{listener_id}', 'GET', 'PATCH', 'DELETE'),
    ...of(`${AUTH}/providers`, 'GET', 'POST'),
    ...of(`${AUTH}/providers/{provider_id}`, 'GET', 'PATCH', 'DELETE'),
    ...of(`${AUTH}/authenticate`, 'POST'),
    ...of(`${AUTH}/wait/{auth_id}`, 'GET'),
    ...of(`${AUTH}/callback/{provider_id}`, 'GET', 'POST'),
    ...of(`${AUTH}/providers/mcp-discover`, 'POST'),
    ...of(`${AUTH}/tokens`, 'GET', 'DELETE'),
    ...of(`${AUTH}/tokens/workspace/slack`, 'GET'),
    ...of(`${AUTH}/setup/{provider}`, 'POST'),
    ...of(`${AUTH}/token-events`, 'GET'),
    ...of(`${AUTH}/agents/{agent_id}/connections`, 'GET'),
    ...of(`${AUTH}/agents/{agent_id}/providers/{provider}/tokens`, 'GET'),
  ],
  differs: {
    'GET /v2/deployments': ['departures.md#filters-lists'],
    'POST /v2/deployments': [
      'departures.md#post-deployment-read-only',
      'departures.md#post-deployment-name-twice',
    ],
    'DELETE /v2/deployments': ['departures.md#delete-v2-deployments-deployment'],
    'GET /v2/deployments/free-count': ['departures.md#get-v2-deployments-free'],
    [`PATCH ${DEPLOYMENT}`]: ['departures.md#patch-null', 'departures.md#patch-secrets'],
    [`DELETE ${DEPLOYMENT}`]: ['departures.md#delete-delete-twice-force'],
    [`POST ${DEPLOYMENT}/revisions`]: ['departures.md#get-revision-beyond-reading'],
    [`POST ${REVISION}/redeploy`]: ['departures.md#redeploy'],
    [`POST ${REVISION}/interrupt`]: ['departures.md#revision-status-interrupted'],
    [`POST ${REVISION}/interruption`]: ['departures.md#revision-status-interruption-switch'],
    [`GET ${REVISION}/logs`]: [
      'departures.md#get-revision-logs-level',
      'departures.md#get-revision-logs-cursors',
    ],
    [`GET ${DEPLOYMENT}/logs`]: ['departures.md#get-revision-logs-deployment'],
    [`POST ${DEPLOYMENT}/upload-url`]: ['departures.md#integrations-listeners-uploads-upload'],
    [`POST ${DEPLOYMENT}/push-token`]: ['departures.md#post-push-token'],
    'DELETE /v1/projects/{project_id}': ['departures.md#delete-v1-projects-id'],
    'GET /v1/integrations/github/{integration_id}/repos': [
      'departures.md#integrations-listeners-uploads-repositories',
    ],
    'POST /v2/integrations/github/installation-link': ['departures.md#post-v2-integrations-github'],
    'DELETE /v2/listeners/{listener_id}': ['departures.md#integrations-listeners-uploads-listeners-use'],
    [`POST ${AUTH}/authenticate`]: ['departures.md#integrations-listeners-uploads-auth'],
    [`GET ${AUTH}/wait/{auth_id}`]: ['departures.md#integrations-listeners-uploads-auth-service-sign'],
  },
  absent: sameReason(
    LATER,
    `PATCH ${DEPLOYMENT}/resource-tiers`,
    `PATCH ${DEPLOYMENT}/deployment-tier`,
    `POST ${AUTH}/providers/mcp-discover`,
    `GET ${AUTH}/tokens`,
    `DELETE ${AUTH}/tokens`,
    `GET ${AUTH}/tokens/workspace/slack`,
    `POST ${AUTH}/setup/{provider}`,
    `GET ${AUTH}/token-events`,
    `GET ${AUTH}/agents/{agent_id}/connections`,
    `GET ${AUTH}/agents/{agent_id}/providers/{provider}/tokens`,
  ),
};

const THREAD = '/threads/{thread_id}';
const ASSISTANT = '/assistants/{assistant_id}';

const AGENT_SERVER: PublishedApi = {
  name: 'agent-server',
  base: '/d/{deployment_id}',
  operations: [
    ...of('/assistants', 'POST'),
    ...of('/assistants/search', 'POST'),
    ...of('/assistants/count', 'POST'),
    ...of(ASSISTANT, 'GET', 'PATCH', 'DELETE'),
    ...of(`${ASSISTANT}/graph`, 'GET'),
    ...of(`${ASSISTANT}/subgraphs`, 'GET'),
    ...of(`${ASSISTANT}/subgraphs/{namespace}`, 'GET'),
    ...of(`${ASSISTANT}/schemas`, 'GET'),
    ...of(`${ASSISTANT}/versions`, 'POST'),
    ...of(`${ASSISTANT}/latest`, 'POST'),
    ...of('/threads', 'POST'),
    ...of('/threads/search', 'POST'),
    ...of('/threads/count', 'POST'),
    ...of('/threads/prune', 'POST'),
    ...of(THREAD, 'GET', 'PATCH', 'DELETE'),
    ...of(`${THREAD}/storage`, 'GET'),
    ...of(`${THREAD}/state`, 'GET', 'POST'),
    ...of(`${THREAD}/state/{checkpoint_id}`, 'GET'),
    ...of(`${THREAD}/state/checkpoint`, 'POST'),
    ...of(`${THREAD}/history`, 'GET', 'POST'),
    ...of(`${THREAD}/copy`, 'POST'),
    ...of(`${THREAD}/stream`, 'GET'),
    ...of(`${THREAD}/stream/events`, 'POST'),
    ...of(`${THREAD}/commands`, 'POST'),
    ...of(`${THREAD}/runs`, 'GET', 'POST'),
    ...of(`${THREAD}/runs/crons`, 'POST'),
    ...of(`${THREAD}/runs/stream`, 'POST'),
    ...of(`${THREAD}/runs/wait`, 'POST'),
    ...of(`${THREAD}/runs/{run_id}`, 'GET', 'DELETE'),
    ...of(`${THREAD}/runs/{run_id}/join`, 'GET'),
    ...of(`${THREAD}/runs/{run_id}/stream`, 'GET'),
    ...of(`${THREAD}/runs/{run_id}/cancel`, 'POST'),
    ...of('/runs', 'POST'),
    ...of('/runs/stream', 'POST'),
    ...of('/runs/wait', 'POST'),
    ...of('/runs/batch', 'POST'),
    ...of('/runs/cancel', 'POST'),
    ...of('/runs/crons', 'POST'),
    ...of('/runs/crons/search', 'POST'),
    ...of('/runs/crons/count', 'POST'),
    ...of('/runs/crons/{cron_id}', 'GET', 'PATCH', 'DELETE'),
    ...of('/store/items', 'GET', 'PUT', 'DELETE'),
    ...of('/store/items/search', 'POST'),
    ...of('/store/namespaces', 'POST'),
    ...of('/mcp', 'GET', 'POST', 'DELETE'),
    ...of('/a2a/{assistant_id}', 'POST'),
    ...of('/info', 'GET'),
    ...of('/metrics', 'GET'),
    ...of('/docs', 'GET'),
    ...of('/ok', 'GET'),
  ],
  differs: {
    [`GET ${ASSISTANT}/schemas`]: ['departures/graphs.md#json-schemas-annotated-state'],
    'POST /threads/count': ['departures/agent-server.md#threads-count-ids'],
    [`POST ${THREAD}/copy`]: ['departures/agent-server.md#copy-thread-values'],
    [`GET ${THREAD}/storage`]: ['departures/agent-server.md#thread-storage'],
    [`GET ${THREAD}/stream`]: ['departures/agent-server.md#get-threads-thread-id'],
    [`POST ${THREAD}/stream/events`]: ['departures/agent-server.md#protocol-websocket'],
    [`POST ${THREAD}/commands`]: ['departures/agent-server.md#protocol-busy-start'],
    [`GET ${THREAD}/runs/{run_id}`]: ['departures/agent-server.md#runs-get-run'],
    [`DELETE ${THREAD}/runs/{run_id}`]: ['departures/agent-server.md#runs-cancelling-deleting'],
    [`POST ${THREAD}/runs/{run_id}/cancel`]: ['departures/agent-server.md#runs-cancelling-deleting'],
    [`GET ${THREAD}/runs/{run_id}/stream`]: ['departures/agent-server.md#get-runs-run-id'],
    [`POST ${THREAD}/runs/wait`]: ['departures/agent-server.md#runs-run-failed'],
    'POST /runs': ['departures/agent-server.md#stateless-run-headers'],
    'POST /runs/stream': ['departures/agent-server.md#stateless-run-headers'],
    'POST /runs/crons': ['departures/agent-server.md#cron-expressions'],
    'PUT /store/items': ['departures/agent-server.md#store-empty-namespace'],
    'DELETE /store/items': ['departures/agent-server.md#store-empty-namespace'],
    'POST /store/items/search': ['departures/agent-server.md#store-filter-missing'],
    'GET /ok': ['departures/agent-server.md#ok-services'],
    'GET /metrics': ['departures/agent-server.md#metrics-names'],
    'GET /docs': ['departures/agent-server.md#docs-page'],
  },
  absent: {
    'POST /a2a/{assistant_id}':
      'agents are not called by other agents through it: [departures](../departures/agent-server.md#reference-routes-missing)',
  },
};

const SANDBOXES = '/api/v2/sandboxes';
const BOX = `${SANDBOXES}/boxes/{name}`;

const SANDBOX: PublishedApi = {
  name: 'sandboxes',
  base: '',
  operations: [
    ...of(`${SANDBOXES}/boxes`, 'GET', 'POST'),
    ...of(`${SANDBOXES}/boxes/batch-delete`, 'POST'),
    ...of(BOX, 'GET', 'PATCH', 'DELETE'),
    ...of(`${BOX}/status`, 'GET'),
    ...of(`${BOX}/start`, 'POST'),
    ...of(`${BOX}/stop`, 'POST'),
    ...of(`${BOX}/snapshot`, 'POST'),
    ...of(`${BOX}/service-url`, 'POST'),
    ...of(`${BOX}/service-urls`, 'GET', 'DELETE'),
    ...of(`${BOX}/download-url`, 'POST'),
    ...of(`${SANDBOXES}/snapshots`, 'GET', 'POST'),
    ...of(`${SANDBOXES}/snapshots/{snapshot_id}`, 'GET', 'DELETE'),
    ...of(`${SANDBOXES}/snapshots-by-name/{name}`, 'GET'),
    ...of(`${SANDBOXES}/registries`, 'GET', 'POST'),
    ...of(`${SANDBOXES}/registries/{name}`, 'GET', 'PATCH', 'DELETE'),
    ...of(`${SANDBOXES}/volumes`, 'GET', 'POST'),
    ...of(`${SANDBOXES}/volumes/{volume}`, 'GET', 'PATCH', 'DELETE'),
    ...of(`${SANDBOXES}/volumes/{volume}/clone`, 'POST'),
    ...of(`${SANDBOXES}/usage`, 'GET'),
    ...of(`${SANDBOXES}/usage/costs`, 'GET'),
  ],
  differs: {
    [`POST ${SANDBOXES}/boxes`]: [
      'departures/sandboxes.md#sandboxes-answer-creation',
      'departures/sandboxes.md#sandboxcreate-rules-type-aws',
    ],
    [`POST ${SANDBOXES}/boxes/batch-delete`]: ['departures/sandboxes.md#sandboxes-batch-delete'],
    [`PATCH ${BOX}`]: ['departures/sandboxes.md#sandboxcreate-patch-proxy-config'],
    [`POST ${BOX}/start`]: ['departures/sandboxes.md#sandboxes-start-stop-wrong'],
    [`POST ${BOX}/stop`]: ['departures/sandboxes.md#sandboxes-start-stop-wrong'],
    [`POST ${BOX}/service-url`]: [
      'departures/sandboxes.md#sandboxes-service-urls',
      'departures/sandboxes.md#sandboxes-service-urls-refused',
    ],
    [`GET ${SANDBOXES}/snapshots`]: ['departures/sandboxes.md#sandboxes-snapshot-tags'],
  },
  absent: {
    ...sameReason(
      FILES_OF_SANDBOXES,
      `POST ${BOX}/download-url`,
      `GET ${SANDBOXES}/registries`,
      `POST ${SANDBOXES}/registries`,
      `GET ${SANDBOXES}/registries/{name}`,
      `PATCH ${SANDBOXES}/registries/{name}`,
      `DELETE ${SANDBOXES}/registries/{name}`,
      `GET ${SANDBOXES}/volumes`,
      `POST ${SANDBOXES}/volumes`,
      `GET ${SANDBOXES}/volumes/{volume}`,
      `PATCH ${SANDBOXES}/volumes/{volume}`,
      `DELETE ${SANDBOXES}/volumes/{volume}`,
      `POST ${SANDBOXES}/volumes/{volume}/clone`,
    ),
    ...sameReason(
      'a service URL ends with its token',
      `GET ${BOX}/service-urls`,
      `DELETE ${BOX}/service-urls`,
    ),
    ...sameReason(
      'sandboxes on this machine cost nothing',
      `GET ${SANDBOXES}/usage`,
      `GET ${SANDBOXES}/usage/costs`,
    ),
  },
};

const DATASET = '/datasets/{dataset_id}';

const EVALUATION: PublishedApi = {
  name: 'evaluation',
  base: '/api/v1',
  operations: [
    ...of('/info', 'GET'),
    ...of('/settings', 'GET'),
    ...of('/datasets', 'GET', 'POST'),
    ...of(DATASET, 'GET', 'PATCH', 'DELETE'),
    ...of(`${DATASET}/version`, 'GET'),
    ...of(`${DATASET}/versions`, 'GET'),
    ...of(`${DATASET}/versions/diff`, 'GET'),
    ...of(`${DATASET}/tags`, 'PUT'),
    ...of(`${DATASET}/splits`, 'GET', 'PUT'),
    ...of(`${DATASET}/share`, 'GET', 'PUT', 'DELETE'),
    ...of(`${DATASET}/comparative`, 'GET'),
    ...of(`${DATASET}/runs`, 'POST'),
    ...of('/datasets/comparative', 'POST'),
    ...of('/datasets/comparative/{comparative_experiment_id}', 'DELETE'),
    ...of('/datasets/upload', 'POST'),
    ...of('/examples', 'GET', 'POST', 'DELETE'),
    ...of('/examples/bulk', 'POST', 'PATCH'),
    ...of('/examples/{example_id}', 'GET', 'PATCH', 'DELETE'),
    ...of('/platform/datasets/{dataset_id}/examples', 'POST', 'PATCH'),
    ...of('/platform/datasets/{dataset_id}/examples/metadata', 'PATCH'),
    ...of('/platform/datasets/{dataset_id}/examples/{example_id}', 'DELETE'),
    ...of('/platform/datasets/examples/delete', 'POST'),
    ...of('/public/{share_token}/datasets', 'GET'),
    ...of('/public/{share_token}/examples', 'GET'),
    ...of('/sessions', 'GET', 'POST'),
    ...of('/sessions/{session_id}', 'GET', 'PATCH', 'DELETE'),
    ...of('/sessions/{session_id}/insights', 'GET', 'POST'),
    ...of('/runs', 'POST'),
    ...of('/runs/{run_id}', 'GET', 'PATCH'),
    ...of('/runs/batch', 'POST'),
    ...of('/runs/multipart', 'POST'),
    ...of('/runs/query', 'POST'),
    ...of('/runs/{run_id}/share', 'GET', 'PUT', 'DELETE'),
    ...of('/feedback', 'GET', 'POST'),
    ...of('/feedback/{feedback_id}', 'GET', 'PATCH', 'DELETE'),
    ...of('/feedback/tokens', 'GET', 'POST'),
    ...of('/feedback/tokens/{token_id}', 'GET', 'POST'),
    ...of('/feedback-configs', 'GET', 'POST', 'PATCH', 'DELETE'),
  ],
  differs: {
    'POST /feedback': ['departures/agent-server.md#runcreate-stored-feedback-record'],
    'GET /feedback/tokens': ['departures/agent-server.md#post-get-api-v1'],
    'POST /feedback/tokens': ['departures/agent-server.md#post-get-api-v1'],
    'GET /feedback/tokens/{token_id}': ['departures/agent-server.md#feedback-metadata-query'],
  },
  absent: {
    ...sameReason('datasets are created by `POST /datasets` and `POST …/examples`', 'POST /datasets/upload'),
    ...sameReason(
      'examples are deleted by `DELETE /examples` and `POST …/examples/delete`',
      'DELETE /platform/datasets/{dataset_id}/examples/{example_id}',
    ),
    ...sameReason(
      'the service analyzes runs with a model',
      'GET /sessions/{session_id}/insights',
      'POST /sessions/{session_id}/insights',
    ),
    ...sameReason(
      'runs on this machine have no public address',
      'GET /runs/{run_id}/share',
      'PUT /runs/{run_id}/share',
      'DELETE /runs/{run_id}/share',
    ),
    ...sameReason(
      'feedback may have any key and score',
      'GET /feedback-configs',
      'POST /feedback-configs',
      'PATCH /feedback-configs',
      'DELETE /feedback-configs',
    ),
  },
};

const EVALUATION_V2: PublishedApi = {
  name: 'evaluation-v2',
  base: '',
  operations: [
    ...of('/api/v2/datasets', 'GET'),
    ...of('/api/v2/datasets/{dataset_id}/experiment-runs', 'POST'),
    ...of('/api/v2/runs/query', 'POST'),
    ...of('/api/v2/runs/{run_id}', 'GET'),
    ...of('/api/v2/runs/{run_id}/url', 'GET'),
    ...of('/api/v2/runs/{run_id}/share', 'POST'),
    ...of('/api/v2/runs/{trace_id}/share', 'DELETE'),
    ...of('/api/v2/sessions', 'GET', 'POST'),
    ...of('/api/v2/sessions/{session_id}', 'GET', 'PATCH'),
    ...of('/api/v2/traces/query', 'POST'),
    ...of('/api/v2/traces/{trace_id}/runs', 'GET'),
    ...of('/api/v2/threads/query', 'POST'),
    ...of('/api/v2/threads/stats', 'POST'),
    ...of('/api/v2/threads/{thread_id}/stats', 'GET'),
    ...of('/api/v2/threads/{thread_id}/traces', 'GET'),
  ],
  differs: {},
  absent: {
    ...sameReason(
      SHOWN_BY_DASHBOARD,
      'GET /api/v2/runs/{run_id}',
      'GET /api/v2/runs/{run_id}/url',
      'POST /api/v2/traces/query',
      'GET /api/v2/traces/{trace_id}/runs',
      'POST /api/v2/threads/query',
      'POST /api/v2/threads/stats',
      'GET /api/v2/threads/{thread_id}/stats',
      'GET /api/v2/threads/{thread_id}/traces',
    ),
    ...sameReason(
      'runs on this machine have no public address',
      'POST /api/v2/runs/{run_id}/share',
      'DELETE /api/v2/runs/{trace_id}/share',
    ),
    ...sameReason(
      'experiments use the first version of this API',
      'GET /api/v2/sessions',
      'POST /api/v2/sessions',
      'GET /api/v2/sessions/{session_id}',
      'PATCH /api/v2/sessions/{session_id}',
    ),
  },
};

export const PUBLISHED_APIS: readonly PublishedApi[] = [
  CONTROL_PLANE,
  AGENT_SERVER,
  SANDBOX,
  EVALUATION,
  EVALUATION_V2,
];

/** Replaces each path parameter of an operation with `{}`, because sources name the parameters differently. */
export const operationKey = (operation: string): string => operation.replaceAll(/\{[^}]*\}/g, '{}');

/** Page of each API's table. */
const PAGES: Readonly<Record<string, string>> = {
  'control-plane': 'control-plane.md',
  sandboxes: 'control-plane.md',
  'agent-server': 'agent-server.md',
  evaluation: 'evaluation.md',
  'evaluation-v2': 'evaluation.md',
};

/** Returns the table with the numbers of operations for docs/conformance/operations.md. */
export function operationCounts(): Record<string, string> {
  const counts = PUBLISHED_APIS.map(({ name, operations, absent, differs }) => {
    const [missing, different] = [Object.keys(absent).length, Object.keys(differs).length];
    const done = operations.length - missing - different;
    return `| [${name}](${PAGES[name]}#${name}) | ${operations.length} | ${done} | ${different} | ${missing} |`;
  });
  const head = ['| API | operations | done | differ | absent |', '| --- | ---: | ---: | ---: | ---: |'];
  return { 'operation-counts': [...head, ...counts].join('\n') };
}

/** Returns the tables of operations in docs/conformance, by page. */
export function operationPages(): { file: string; tables: Record<string, string> }[] {
  return [...new Set(Object.values(PAGES))].map((page) => ({
    file: `docs/conformance/${page}`,
    tables: Object.fromEntries(
      PUBLISHED_APIS.filter(({ name }) => PAGES[name] === page).map((api) => [
        `operations-${api.name}`,
        tableOf(api),
      ]),
    ),
  }));
}

function tableOf({ operations, differs, absent }: PublishedApi): string {
  const rows = operations.map((operation) => {
    const [state, why] = stateOf(differs[operation], absent[operation]);
    return `| \`${operation}\` | ${state} | ${why} |`;
  });
  return ['| operation | state | why |', '| --- | --- | --- |', ...rows].join('\n');
}

function stateOf(
  differs: readonly string[] | undefined,
  absent: string | undefined,
): [state: string, why: string] {
  if (absent !== undefined) return ['absent', absent];
  if (differs === undefined) return ['done', ''];
  const links = differs.map((row) => `[\`${row.replace(/^.*#/, '')}\`](../${row})`);
  return ['differs', links.join(', ')];
}
