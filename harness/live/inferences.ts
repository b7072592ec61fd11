/** Scenarios of the live tier, in the order in which they run. */
export const SCENARIOS = [
  { id: 'reads', title: 'Read without creating anything', needs: [] },
  { id: 'sandbox', title: 'Create a sandbox, run a command in it and delete it', needs: ['reads'] },
  { id: 'api', title: 'Create a deployment without code, change it and delete it', needs: ['reads'] },
  { id: 'create', title: 'Deploy the example agent with the built action', needs: ['reads'] },
  { id: 'agent', title: 'Talk to the deployed agent', needs: ['create'] },
  { id: 'update', title: 'Deploy a second version', needs: ['create'] },
  { id: 'rollback', title: 'Roll back to the first version', needs: ['update'] },
  { id: 'preview', title: 'Create the preview of a pull request', needs: ['create'] },
  { id: 'gate', title: 'Compare the preview with the deployed agent', needs: ['preview'] },
  { id: 'teardown', title: 'Close the pull request', needs: ['preview'] },
  { id: 'sweep', title: 'Delete everything that this run created', needs: [] },
] as const;
export type ScenarioId = (typeof SCENARIOS)[number]['id'];

/** A statement about the service that this repository relies on and that was never confirmed on the real service. */
export interface Inference {
  id: string;
  /** Path and anchor of the statement in the documentation. */
  doc: string;
  claim: string;
  /** Scenario that checks the statement first. */
  scenario: ScenarioId;
}

const API = 'docs/api.md#';
const DEPLOYMENTS = 'docs/api/deployments.md#';
const REVISIONS = 'docs/api/revisions.md#';
const RUNS = 'docs/api/threads-and-runs.md#';
const BOXES = 'docs/api/sandboxes.md#';
const DEPARTURES = 'docs/departures.md#';
const SANDBOXES = 'docs/departures/sandboxes.md#';
const AGENTS = 'docs/departures/agent-server.md#';

const of = (
  scenario: ScenarioId,
  rows: readonly (readonly [id: string, doc: string, claim: string])[],
): Inference[] => rows.map(([id, doc, claim]) => ({ id, doc, claim, scenario }));

/** All statements that the live tier checks. A test compares the list with the documentation. */
export const INFERENCES: readonly Inference[] = [
  ...of('reads', [
    ['key-missing', `${API}api-key`, 'A request without a key returns a 401.'],
    ['key-wrong', `${API}api-key`, 'A request with a wrong key returns a 401.'],
    ['tenant-foreign', `${API}tenant`, 'A request for a workspace that the key cannot use returns a 403.'],
    ['list-shape', `${API}pages`, 'A list of deployments is `{resources, offset}`.'],
    ['list-limit', `${API}pages`, 'A page of more than 100 entries returns a 422.'],
    [
      'unknown-deployment',
      `${DEPLOYMENTS}delete`,
      'A deployment that does not exist returns a 404 with a text in `detail`.',
    ],
    ['invalid-id', `${API}error-bodies`, 'An ID that is not a UUID returns a 422 with a list in `detail`.'],
    [
      'patch-unknown',
      `${API}error-bodies`,
      'A PATCH of a deployment that does not exist returns a 404 with a text in `detail`.',
    ],
    [
      'bulk-delete-unknown',
      `${DEPARTURES}delete-v2-deployments-deployment`,
      'A bulk delete of only unknown IDs returns a 404.',
    ],
    [
      'create-required',
      'docs/conformance.md#deployment-required-fields',
      'A create without required fields returns a 422 that lists each missing field.',
    ],
    ['body-not-json', `${DEPARTURES}errors-body-json`, 'A body that is not JSON returns a 422.'],
    [
      'unknown-path',
      `${DEPARTURES}errors-unknown-paths-methods`,
      'An unknown path returns a 404 with `detail`.',
    ],
    [
      'unknown-method',
      `${DEPARTURES}errors-unknown-paths-methods`,
      'An unknown method returns a 405 with `detail`.',
    ],
    [
      'free-count',
      `${DEPARTURES}get-v2-deployments-free`,
      '`GET /v2/deployments/free-count` returns `{count}`.',
    ],
    ['listeners', `${DEPLOYMENTS}listeners`, '`GET /v2/listeners` returns `{resources}`.'],
    [
      'integrations',
      `${DEPLOYMENTS}integrations`,
      'The list of git connections is an array of objects with an `id`, below the hosted name of the path.',
    ],
    [
      'openapi',
      `${DEPARTURES}versions-api-description`,
      '`/openapi.json` is an OpenAPI 3 document with the paths of deployments, version 0.1.0.',
    ],
    [
      'tracing-projects',
      `${RUNS}tracing-projects`,
      '`GET /api/v1/sessions` of the tracing API returns an array.',
    ],
    [
      'datasets',
      'docs/evaluation.md#datasets',
      '`GET /api/v1/datasets` of the tracing API returns an array.',
    ],
    [
      'direct-plan',
      `${API}hosts`,
      'The built action reaches the control plane at the documented host of the region, and plans a deploy.',
    ],
  ]),
  ...of('sandbox', [
    [
      'sandbox-prefixes',
      `${SANDBOXES}sandboxes-both-prefixes`,
      'The routes of sandboxes work below `/api/v2/sandboxes` and `/v2/sandboxes`.',
    ],
    [
      'sandbox-unknown',
      `${API}error-bodies`,
      'A sandbox that does not exist returns a 404 with the type and message inside `detail`.',
    ],
    [
      'sandbox-template-unknown',
      `${SANDBOXES}sandboxcreate-template-name`,
      'A create with an unknown template returns a 404.',
    ],
    [
      'sandbox-secret-unknown',
      `${SANDBOXES}sandboxcreate-unknown-workspace-secret`,
      'A create with an unknown workspace secret returns a 422 that contains its name.',
    ],
    [
      'sandbox-create',
      `${SANDBOXES}sandboxes-answer-creation`,
      'A create returns a 201 with the record of the sandbox.',
    ],
    [
      'sandbox-wait',
      `${BOXES}wait-for-ready`,
      'A create with `wait_for_ready` returns when the sandbox is ready.',
    ],
    [
      'sandbox-opaque',
      `${BOXES}opaque-unset`,
      'An opaque header is returned without its value, with `is_set: true`.',
    ],
    [
      'sandbox-execute',
      `${BOXES}sandbox-execute`,
      '`POST /execute` at `dataplane_url` returns `stdout`, `stderr` and `exit_code`.',
    ],
    [
      'sandbox-start-running',
      `${SANDBOXES}sandboxes-start-stop-wrong`,
      'A start of a running sandbox returns a 409.',
    ],
    [
      'sandbox-patch',
      `${SANDBOXES}sandboxcreate-patch-proxy-config`,
      'A PATCH of `proxy_config` of a ready sandbox returns a 200.',
    ],
    [
      'sandbox-delete',
      `${BOXES}sandbox-statuses`,
      'A deleted sandbox has the status `deleting`, or returns a 404.',
    ],
    [
      'sandbox-action',
      'docs/sandbox.md#at-the-service',
      'The built sandbox action creates a sandbox, waits until it is ready and deletes it.',
    ],
  ]),
  ...of('api', [
    ['create-status', `${DEPLOYMENTS}create-first-revision`, 'A create returns a 201 with the deployment.'],
    [
      'create-without-config',
      `${DEPARTURES}sourcerevisionconfig-graph-config-path`,
      'A create of `internal_source` does not need the path of the graph configuration.',
    ],
    [
      'create-fields',
      `${DEPLOYMENTS}create-first-revision`,
      'A deployment contains `id`, `name`, `status`, `source`, `source_config`, `source_revision_config`, `secrets`, `created_at`, `updated_at`, `latest_revision_id` and `active_revision_id`.',
    ],
    [
      'create-waits',
      `${DEPLOYMENTS}waiting-source`,
      'The first revision waits in `CREATING` until a PATCH sends the source.',
    ],
    [
      'deployment-statuses',
      `${DEPLOYMENTS}deployment-statuses`,
      'Every status of a deployment is one of the five documented statuses.',
    ],
    [
      'deployment-type',
      `${DEPARTURES}sourceconfig-deployment-type`,
      'Internal sources accept `deployment_type`.',
    ],
    [
      'name-twice',
      `${DEPARTURES}post-deployment-name-twice`,
      'A create with a name that exists returns a 409.',
    ],
    ['secret-values', `${REVISIONS}secret-values`, 'A response contains the stored values of secrets.'],
    [
      'list-name-contains',
      `${DEPARTURES}filters-lists`,
      '`name_contains` selects the deployments whose names contain the text.',
    ],
    [
      'list-offset',
      `${DEPARTURES}list-revisions-integrations-listeners`,
      '`offset` of a response is the offset of the next page.',
    ],
    [
      'field-names',
      `${API}dialects`,
      '`source_revision_config` of a response contains `langgraph_config_path`.',
    ],
    [
      'revision-fields',
      `${DEPARTURES}revision-other-revision-fields`,
      'A revision contains `id`, `status`, `source`, `source_revision_config`, `created_at` and `updated_at`.',
    ],
    [
      'revision-statuses',
      `${REVISIONS}revision-statuses`,
      'Every status of a revision is one of the thirteen documented statuses.',
    ],
    [
      'revision-unknown',
      `${API}error-bodies`,
      'A revision that does not exist returns a 404 with a text in `detail`.',
    ],
    [
      'patch-ignored',
      `${DEPARTURES}post-deployment-read-only`,
      'A PATCH with only unknown and read-only fields returns a 200 and changes nothing.',
    ],
    ['patch-immutable', `${DEPARTURES}patch-immutable-fields`, 'A PATCH with another `name` returns a 422.'],
    [
      'secret-reserved',
      `${DEPARTURES}secret-secretreference-names-variables`,
      'A secret with a reserved name returns a 400 with a text in `detail`.',
    ],
    [
      'upload-url',
      `${DEPARTURES}integrations-listeners-uploads-upload`,
      '`upload-url` returns `upload_url` and `object_path`.',
    ],
    [
      'tarball-foreign',
      `${DEPARTURES}sourcerevisionconfig-source-tarball-path`,
      'A PATCH with a path that was not uploaded returns a 400.',
    ],
    ['push-token-source', `${DEPARTURES}post-push-token`, 'A push token of `internal_source` returns a 400.'],
    ['log-page', `${REVISIONS}log-endpoints`, 'The log of a revision is `{logs, next_offset}`.'],
    ['log-type', `${REVISIONS}log-endpoints`, 'A request for a log without `type` returns a 422.'],
    [
      'log-deployment',
      `${DEPARTURES}get-revision-logs-deployment`,
      '`GET /v2/deployment-logs` returns `{items, next_cursor}`.',
    ],
    [
      'interrupt',
      `${DEPARTURES}revision-status-interrupted`,
      '`POST …/interrupt` returns a 200 with the revision, whose status is `INTERRUPTED`.',
    ],
    [
      'interrupt-twice',
      `${DEPARTURES}revision-status-interrupted`,
      'A second `POST …/interruption` of the revision returns a 200 again.',
    ],
    [
      'force-without-delete',
      `${DEPLOYMENTS}delete-force`,
      'A DELETE with `force` returns a 400 if no deletion has begun.',
    ],
    ['delete-status', `${DEPLOYMENTS}delete`, 'A DELETE returns a 204.'],
    [
      'delete-begins',
      `${DEPLOYMENTS}deployment-statuses`,
      'A deleted deployment has the status `AWAITING_DELETE`, or returns a 404.',
    ],
    [
      'delete-twice',
      `${DEPARTURES}delete-delete-twice-force`,
      'A second DELETE returns a 204 during the deletion, and a 404 after it.',
    ],
    [
      'patch-deleted',
      `${DEPARTURES}patch-deployment-being-deleted`,
      'A PATCH returns a 409 during the deletion, and a 404 after it.',
    ],
    [
      'name-deleted',
      `${DEPARTURES}delete-name-what-deleted`,
      'A create with the name of a deployment during its deletion returns a 409.',
    ],
  ]),
  ...of('create', [
    [
      'upload-builds',
      `${DEPLOYMENTS}upload-put`,
      'The service builds the tarball that a PUT without a key uploaded.',
    ],
    [
      'patch-new-revision',
      `${REVISIONS}revision-triggers`,
      'The response to a PATCH with a source already contains the new `latest_revision_id`.',
    ],
    ['first-skipped', `${DEPLOYMENTS}waiting-source`, 'The waiting first revision becomes `SKIPPED`.'],
    [
      'active-revision',
      `${REVISIONS}active-revision`,
      '`active_revision_id` is the ID of the revision that was deployed.',
    ],
    [
      'deployment-ready',
      `${DEPLOYMENTS}deployment-statuses`,
      'A deployment with an active revision has the status `READY`.',
    ],
    [
      'deployment-url',
      `${DEPARTURES}deployment-other-fields`,
      '`url` and `source_config.custom_url` contain the URL of the agent.',
    ],
    [
      'tracing-project',
      `${DEPLOYMENTS}create-tracing-project`,
      'A create also creates a tracing project of the same name.',
    ],
  ]),
  ...of('agent', [
    ['agent-health', `${AGENTS}agent-health`, '`GET /ok` and `GET /health` return a 200 without a key.'],
    ['agent-key', `${API}agent-key`, 'A request to the agent without a key returns a 401 or 403.'],
    [
      'agent-revision',
      'docs/agent-server.md#health-and-info',
      '`/info` contains the ID of the revision that responds.',
    ],
    ['agent-ok-services', `${AGENTS}ok-services`, '`/ok` returns `{"ok": true}`.'],
    [
      'agent-assistant',
      `${AGENTS}graphs-own-assistant`,
      'A search of assistants finds the assistant of the graph.',
    ],
    ['run-create', `${RUNS}threads-and-runs`, 'A POST of a run returns a 200 with `run_id` and `status`.'],
    ['run-read', `${AGENTS}runs-get-run`, '`GET /threads/{thread_id}/runs/{run_id}` returns the run.'],
    [
      'run-join',
      `${RUNS}threads-and-runs`,
      '`GET …/join` returns the final state, with the reply of the agent.',
    ],
    ['run-stream', `${RUNS}stream-events`, 'The first event of a stream is `metadata`.'],
    [
      'run-null-fields',
      `${AGENTS}agent-null-fields`,
      '`null` for an optional field of a run means the same as an absent field.',
    ],
    [
      'agent-invalid-id',
      `${AGENTS}validation-details`,
      'An invalid ID of a thread returns a 422 with `detail`.',
    ],
    [
      'checkpoint-unknown',
      `${AGENTS}checkpoint-there`,
      'The state at a checkpoint that does not exist returns a 404.',
    ],
    [
      'cancel-ended',
      `${AGENTS}runs-cancelling-deleting`,
      '`POST /runs/cancel` returns a 404 if no run is unfinished.',
    ],
  ]),
  ...of('update', [
    [
      'older-stays-deployed',
      `${REVISIONS}revision-statuses`,
      'The replaced revision keeps the status `DEPLOYED`.',
    ],
    ['newest-first', `${REVISIONS}revisions`, 'A list of revisions begins with the newest revision.'],
  ]),
  ...of('rollback', [
    [
      'tarball-again',
      `${DEPARTURES}sourcerevisionconfig-source-tarball-path`,
      'A PATCH with the tarball of an earlier revision creates another revision.',
    ],
    [
      'rollback-active',
      `${REVISIONS}active-revision`,
      'After a rollback, the agent responds as the earlier version.',
    ],
  ]),
  ...of('preview', [
    [
      'preview-created',
      'docs/rollouts.md#previews-of-pull-requests',
      'The built action creates a preview, with its marker among the secrets.',
    ],
  ]),
  ...of('gate', [
    [
      'gate-verdict',
      'docs/gate.md#the-two-deployments',
      'The gate sends the same cases to two deployments and judges their responses.',
    ],
  ]),
  ...of('teardown', [
    [
      'teardown-deleted',
      `${DEPLOYMENTS}delete`,
      'The built action deletes the preview of a closed pull request.',
    ],
    [
      'tracing-project-deleted',
      `${DEPLOYMENTS}delete-tracing-project`,
      'A DELETE with `delete_tracing_project=true` also deletes the tracing project.',
    ],
  ]),
  ...of('sweep', [
    [
      'delete-completes',
      `${DEPLOYMENTS}delete`,
      'No deployment remains after a DELETE, except with the status `AWAITING_DELETE`.',
    ],
  ]),
];
