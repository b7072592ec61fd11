import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { connectHttp } from '../../../src/action/connect.ts';
import { runMain, DEPLOY_ACTION } from '../../../src/action/main.ts';
import type { ControlPlane } from '../../../src/clients/control-plane.ts';
import { ApiError } from '../../../src/clients/errors.ts';
import { createFakeHost } from '../../action/support/host.ts';
import { type CallRecord, type Evidence, evidenceOfCalls } from './evidence.ts';
import type { TestValues } from './other-client.ts';
import type { RunPlan, Schedule } from './schedule.ts';
import type { Actor } from './time.ts';

/** Time limit of one attempt in real milliseconds, if the service of the schedule is sometimes silent. */
const HASTY_MS = 60;

/** Reports of one run. */
export interface RunReport {
  plan: RunPlan;
  code: number | null;
  outputs: Readonly<Record<string, string | undefined>>;
  /** Failure reason on the page of the run. */
  message: string;
  /** Everything that left the process, except commands to mask values. */
  reports: string;
  /** The log and the requests of the run, for debugging. */
  log: string;
  trail: string[];
  evidence: Evidence;
  startedAt: number;
  endedAt: number;
  /** True if the abort signal was sent before the run ended. */
  cancelled: boolean;
}

/** Inputs of a run. */
interface RunOrder {
  plan: RunPlan;
  schedule: Schedule;
  words: TestValues;
  /** Address and key of the control plane. */
  baseUrl: string;
  key: string;
  workspaceId: string;
  /** ID of the deployment that exists when the run starts, or `undefined`. */
  deploymentId: string | undefined;
}

/** Hooks with which other clients act during a run. */
interface RunHooks {
  /** Called before and after each call, so that other clients can act. */
  around(side: 'before' | 'after', method: keyof ControlPlane, nth: number): Promise<void>;
  /** Called when a call that writes starts or ends. */
  writing(now: boolean): Promise<void>;
}

/** Runs the action once as its entry point does, with the real client over HTTP, and returns its reports. */
export async function simulateRun(
  order: RunOrder,
  actor: Actor,
  around: RunHooks,
  cancel: AbortController,
): Promise<RunReport> {
  const { plan } = order;
  const calls: CallRecord[] = [];
  const startedAt = actor.now();
  const host = createFakeHost(
    {
      ...Object.fromEntries(
        Object.entries(inputsOf(order)).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
      GITHUB_EVENT_NAME: plan.event === 'push' ? 'push' : 'workflow_dispatch',
      GITHUB_EVENT_PATH: '/event.json',
      GITHUB_REPOSITORY: new URL(order.words.repoUrl).pathname.slice(1),
      GITHUB_SERVER_URL: 'https://git.example.org',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_SHA: order.words.commit(plan.origin),
    },
    { '/event.json': JSON.stringify(payload(order)) },
  );
  const code = await runMain({
    definition: DEPLOY_ACTION,
    host,
    clock: actor,
    signal: cancel.signal,
    crash: new AbortController().signal,
    connect: async (options) => {
      const requestTimeoutMs = isSilent(order.schedule) ? HASTY_MS : WAIT_LIMIT_MS;
      const settings = { ...options.settings, requestTimeoutMs };
      const connection = await connectHttp({ ...options, settings });
      return {
        close: () => connection.close(),
        github: () => connection.github(),
        probeStatus: connection.probeStatus,
        agentServer: (url) => connection.agentServer(url),
        agentData: (url) => connection.agentData(url),
        evaluationApi: (url) => connection.evaluationApi(url),
        controlPlane: observed(connection.controlPlane, plan, actor, around, calls, cancel),
      };
    },
    packSource: () => Promise.reject(new Error('nothing to pack')),
    loadMachine: () => Promise.reject(new Error('no command to run')),
    resolveRef: async () => undefined,
  });
  return {
    plan,
    code,
    outputs: host.outputs,
    message: host.annotations[0]?.message ?? '',
    reports: host.everything(),
    log: host.lines.join('\n'),
    trail: calls.map(({ method, nth, startedAt: at, error }) => {
      const failed = error === undefined ? '' : `: ${error.kind} ${error.status ?? ''}`;
      return `${at - startedAt} ms ${method}#${nth}${failed}`;
    }),
    evidence: evidenceOfCalls(calls),
    startedAt,
    endedAt: actor.now(),
    cancelled: cancel.signal.aborted,
  };
}

const WRITES: readonly (keyof ControlPlane)[] = ['createDeployment', 'patchDeployment'];

/** Wraps a control plane client so that calls are counted and delayed, and the hooks are called. */
function observed(
  controlPlane: ControlPlane,
  plan: RunPlan,
  actor: Actor,
  around: RunHooks,
  calls: CallRecord[],
  cancel: AbortController,
): ControlPlane {
  return new Proxy(controlPlane, {
    get(target, method: keyof ControlPlane) {
      const real = target[method] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const nth = calls.filter((call) => call.method === method).length + 1;
        const record: CallRecord = {
          method,
          nth,
          startedAt: actor.now(),
          endedAt: actor.now(),
          error: undefined,
        };
        calls.push(record);
        await around.around('before', method, nth);
        const latency = plan.latencyMs[(calls.length - 1) % Math.max(1, plan.latencyMs.length)] ?? 0;
        if (latency > 0) await actor.sleep(latency);
        if (WRITES.includes(method)) await around.writing(true);
        try {
          const work = real(...args);
          if (plan.cancel.kind === 'during' && plan.cancel.call === calls.length) {
            setImmediate(() => cancel.abort(new Error('received SIGINT')));
          }
          return await work;
        } catch (error) {
          record.error =
            error instanceof ApiError
              ? { kind: error.kind, status: error.status }
              : { kind: 'other', status: undefined };
          throw error;
        } finally {
          record.endedAt = actor.now();
          if (WRITES.includes(method)) await around.writing(false);
          await around.around('after', method, nth);
        }
      };
    },
  });
}

/** Returns whether the service is sometimes silent, so that an attempt must have a short time limit. */
function isSilent({ httpFaults: troubles }: Schedule): boolean {
  return troubles.some(
    ({ effect: blow }) => blow.kind === 'hang' || (blow.kind === 'drop' && blow.how === 'hang'),
  );
}

/** Returns the inputs of the run, as under `with:` in a workflow. */
function inputsOf(order: RunOrder): Record<string, string> {
  const { plan, schedule, words } = order;
  const secrets = words
    .secrets(plan.secrets)
    // An empty value needs quotes: without quotes it is refused, because a secret that is missing in GitHub is empty
    // too.
    .map(({ name, value }) => `${name}=${value === '' ? '""' : value}`);
  return {
    'api-key': order.key,
    'workspace-id': order.workspaceId,
    'control-plane-url': order.baseUrl,
    'api-dialect': schedule.seed % 2 === 0 ? 'generic' : 'langsmith',
    ...(plan.byId && order.deploymentId !== undefined
      ? { 'deployment-id': order.deploymentId }
      : { 'deployment-name': words.name }),
    wait: String(plan.wait),
    'wait-timeout': `${plan.waitTimeoutS}s`,
    'poll-interval': `${plan.pollIntervalS}s`,
    force: String(plan.force),
    'dry-run': String(plan.dryRun),
    'on-timeout': plan.onTimeout,
    'on-superseded': plan.onSuperseded,
    'secrets-strategy': plan.strategy,
    ...(secrets.length === 0 ? {} : { secrets: secrets.join('\n') }),
    ...(schedule.source === 'image'
      ? { 'image-uri': words.image(plan.origin) }
      : {
          'repo-url': words.repoUrl,
          ref: 'main',
          commit: words.commit(plan.origin),
          ...(plan.buildCommand === 'unsaid' ? {} : { 'build-command': plan.buildCommand }),
        }),
  };
}

function payload({ plan, words }: RunOrder): unknown {
  const commit = words.commit(plan.origin);
  const repository = { full_name: new URL(words.repoUrl).pathname.slice(1) };
  if (plan.event === 'dispatch') return { ref: 'refs/heads/main', repository };
  return {
    ref: 'refs/heads/main',
    before: 'f'.repeat(40),
    after: commit,
    head_commit: { id: commit },
    deleted: false,
    created: false,
    repository,
  };
}
