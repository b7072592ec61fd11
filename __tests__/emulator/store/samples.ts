import { createHash, randomUUID } from 'node:crypto';
import type { NewWebhook } from '../../../src/emulator/ports/store-agent-server.ts';
import type {
  CheckpointRow,
  CheckpointWriteRow,
  ComparativeExperimentRow,
  CronRow,
  DatasetRow,
  DatasetShareRow,
  DeploymentRow,
  ExampleRow,
  FeedbackRow,
  FeedbackTokenRow,
  NewRevision,
  RunRow,
  SandboxRow,
  Store,
  ThreadRow,
  TracedRunRow,
} from '../../../src/emulator/ports/store.ts';

/** Inserts a workspace and returns its ID. */
export async function aWorkspace(store: Store, name = 'acme'): Promise<string> {
  const id = randomUUID();
  await store.workspaces.upsert({ id, name, redactSecretValues: false });
  return id;
}

export function deploymentRow(workspaceId: string, change: Partial<DeploymentRow> = {}): DeploymentRow {
  return {
    id: randomUUID(),
    workspaceId,
    name: 'agent',
    source: 'git_host',
    sourceName: 'github',
    sourceConfig: { repo_url: 'https://git.test/acme/agent', deployment_type: 'dev' },
    secretReferences: null,
    imageVersion: null,
    status: 'AWAITING_DATABASE',
    latestRevisionId: null,
    activeRevisionId: null,
    projectId: null,
    port: null,
    createdAt: 1,
    updatedAt: 1,
    ...change,
  };
}

/** Inserts a deployment in a separate workspace. */
export async function aDeployment(store: Store, change: Partial<DeploymentRow> = {}): Promise<DeploymentRow> {
  const row = deploymentRow(change.workspaceId ?? (await aWorkspace(store)), change);
  await store.deployments.insert(row, []);
  return row;
}

export function datasetRow(workspaceId: string, change: Partial<DatasetRow> = {}): DatasetRow {
  return {
    id: randomUUID(),
    workspaceId,
    name: 'questions',
    description: null,
    dataType: 'kv',
    extra: null,
    inputsSchema: null,
    outputsSchema: null,
    transformations: null,
    createdAt: 1,
    modifiedAt: 1,
    ...change,
  };
}

/** Inserts a dataset in a separate workspace. */
export async function aDataset(store: Store): Promise<DatasetRow> {
  const row = datasetRow(await aWorkspace(store));
  await store.datasets.insert(row);
  return row;
}

export function exampleRow(dataset: DatasetRow, change: Partial<ExampleRow> = {}): ExampleRow {
  return {
    exampleId: randomUUID(),
    workspaceId: dataset.workspaceId,
    datasetId: dataset.id,
    position: 0,
    validFrom: 1,
    validTo: null,
    inputs: { q: 'a' },
    outputs: null,
    metadata: { dataset_split: ['base'] },
    attachments: [],
    sourceRunId: null,
    createdAt: 1,
    ...change,
  };
}

export function revisionRow(deploymentId: string, change: Partial<NewRevision> = {}): NewRevision {
  return {
    id: randomUUID(),
    deploymentId,
    source: 'git_host',
    config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    status: 'CREATING',
    statusMessage: null,
    createdAt: 1,
    updatedAt: 1,
    history: [{ status: 'CREATING', at: 1 }],
    ...change,
  };
}

export function threadRow(deploymentId: string, change: Partial<ThreadRow> = {}): ThreadRow {
  return {
    id: randomUUID(),
    deploymentId,
    status: 'idle',
    metadata: {},
    values: null,
    interrupts: {},
    restingStatus: 'idle',
    stale: false,
    createdAt: 1,
    updatedAt: 1,
    stateUpdatedAt: 1,
    expiry: null,
    priority: null,
    ...change,
  };
}

/** Inserts a thread of a separate deployment. */
export async function aThread(store: Store): Promise<ThreadRow> {
  const row = threadRow((await aDeployment(store)).id);
  await store.threads.insert(row);
  return row;
}

export function runRow(thread: ThreadRow, change: Partial<RunRow> = {}): RunRow {
  return {
    id: randomUUID(),
    threadId: thread.id,
    deploymentId: thread.deploymentId,
    assistantId: randomUUID(),
    graphId: 'agent',
    status: 'pending',
    kwargs: { input: { messages: [] } },
    metadata: {},
    multitaskStrategy: 'enqueue',
    error: null,
    attempt: 1,
    revisionId: null,
    fence: 0,
    notBefore: null,
    createdAt: 1,
    updatedAt: 1,
    claimedBy: null,
    listenedBy: null,
    ...change,
  };
}

export function cronRow(deploymentId: string, change: Partial<CronRow> = {}): CronRow {
  return {
    id: randomUUID(),
    deploymentId,
    assistantId: 'agent',
    threadId: null,
    schedule: '* * * * *',
    timezone: null,
    endTime: null,
    enabled: true,
    onRunCompleted: 'delete',
    payload: { assistant_id: 'agent' },
    metadata: {},
    userId: null,
    nextRunAt: 100,
    createdAt: 1,
    updatedAt: 1,
    ...change,
  };
}

export function webhookRow(deploymentId: string, change: Partial<NewWebhook> = {}): NewWebhook {
  const id = change.id ?? randomUUID();
  return {
    id,
    runId: id,
    deploymentId,
    url: 'http://hook.test/',
    body: { status: 'success' },
    attempts: [],
    dueAt: 1,
    createdAt: 1,
    resendOf: null,
    ...change,
  };
}

export function checkpointRow(
  threadId: string,
  id: string,
  change: Partial<CheckpointRow> = {},
): CheckpointRow {
  return {
    threadId,
    ns: '',
    id,
    parentId: null,
    runId: null,
    checkpointType: 'json',
    checkpoint: new Uint8Array([1, 2, 3]),
    metadataType: 'json',
    metadata: new Uint8Array([0, 255]),
    language: 'javascript',
    delta: false,
    ...change,
  };
}

export function writeRow(
  threadId: string,
  checkpointId: string,
  change: Partial<CheckpointWriteRow> = {},
): CheckpointWriteRow {
  return {
    threadId,
    ns: '',
    checkpointId,
    taskId: 'task',
    index: 0,
    channel: 'messages',
    valueType: 'json',
    value: new Uint8Array([7]),
    runId: null,
    taskPath: '',
    ...change,
  };
}

/** Returns the token of a run, which never expires. */
export function feedbackTokenRow(
  deploymentId: string,
  runId: string,
  change: Partial<FeedbackTokenRow> = {},
): FeedbackTokenRow {
  return {
    id: randomUUID(),
    tokenHash: createHash('sha256').update(randomUUID()).digest('hex'),
    deploymentId,
    runId,
    key: 'helpful',
    forRun: false,
    outlivesRun: false,
    expiresAt: 4_000_000_000_000,
    createdAt: 1,
    ...change,
  };
}

export function feedbackRow(workspaceId: string, change: Partial<FeedbackRow> = {}): FeedbackRow {
  return {
    id: randomUUID(),
    workspaceId,
    projectId: null,
    traceId: null,
    comparativeExperimentId: null,
    groupId: null,
    runId: randomUUID(),
    key: 'helpful',
    score: 1,
    value: null,
    comment: null,
    correction: null,
    metadata: null,
    sourceType: 'api',
    createdAt: 1,
    modifiedAt: 1,
    ...change,
  };
}

export function sandboxRow(workspaceId: string, change: Partial<SandboxRow> = {}): SandboxRow {
  return {
    id: randomUUID(),
    workspaceId,
    name: 'box',
    status: 'provisioning',
    statusMessage: null,
    settings: {
      templateName: null,
      snapshotId: null,
      idleTtlSeconds: 600,
      deleteAfterStopSeconds: 60,
      vcpus: null,
      cpuMillicores: null,
      memBytes: null,
      fsCapacityBytes: null,
      labels: {},
      preserveMemoryOnStop: null,
      runConfig: null,
    },
    proxy: null,
    createdAt: 1,
    updatedAt: 1,
    stoppedAt: null,
    ...change,
  };
}

export function comparativeExperimentRow(
  dataset: DatasetRow,
  change: Partial<ComparativeExperimentRow> = {},
): ComparativeExperimentRow {
  return {
    id: randomUUID(),
    workspaceId: dataset.workspaceId,
    datasetId: dataset.id,
    name: 'a vs. b',
    description: null,
    extra: null,
    experimentIds: ['a', 'b'],
    createdAt: 1,
    modifiedAt: 1,
    ...change,
  };
}

export function datasetShareRow(datasetId: string, token: string): DatasetShareRow {
  return { datasetId, tokenHash: createHash('sha256').update(token).digest('hex'), createdAt: 1 };
}

/** Returns a traced run of a project, before the store has numbered the run. */
export function tracedRunRow(
  project: { workspaceId: string; id: string },
  change: Partial<TracedRunRow> = {},
): Omit<TracedRunRow, 'ordinal'> {
  const id = randomUUID();
  return {
    id,
    workspaceId: project.workspaceId,
    projectId: project.id,
    traceId: id,
    parentRunId: null,
    dottedOrder: '',
    name: 'target',
    runType: 'chain',
    startTime: 1,
    endTime: 2,
    referenceExampleId: null,
    error: null,
    tags: [],
    inputs: { q: 'a' },
    outputs: null,
    extra: null,
    events: null,
    serialized: null,
    attachments: [],
    promptTokens: null,
    completionTokens: null,
    totalTokens: null,
    ...change,
  };
}
