import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import {
  LIVE_RESULT_VERSION,
  type LiveResult,
  type LiveScenario,
  type LiveStep,
} from '../../src/contract/live-result.ts';
import { isLoopback } from '../../src/clients/base-url.ts';
import { isHosted, REGION_HOSTS, tracingUrlOfControlPlane } from '../../src/contract/dialect.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { ensureDist } from '../dist.ts';
import { dispatchEvent } from '../events.ts';
import { runAction } from '../runner/run-action.ts';
import { startOwnGitHub } from '../start/github.ts';
import { echoRepository } from '../start/source.ts';
import { type ActionName, agentUrl, type AskOptions, type LiveContext, ScenarioError } from './context.ts';
import { Evidence } from './evidence.ts';
import { type Budget, Guard, type Surface } from './guard.ts';
import { SCENARIOS, type ScenarioId } from './inferences.ts';
import { namesOfRun } from './names.ts';
import { Observer } from './observer.ts';
import { type LiveState, runScenario } from './scenarios.ts';
import { sweepAfter, sweepBefore } from './sweep.ts';
import { type Exchange, openWire, type ServiceHost } from './wire.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ACTIONS: Readonly<Record<ActionName, string>> = {
  deploy: path.join(ROOT, 'action.yml'),
  verify: path.join(ROOT, 'verify/action.yml'),
  sandbox: path.join(ROOT, 'sandbox/action.yml'),
};
/** Matches a UUID. Reports show only the first eight digits of a UUID, because it can be the ID of an account. */
const UUID = /\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const REQUEST_MS = 180_000;
const SWEEP_MS = 120_000;
/** Number of steps that the result lists from the start of a scenario, and from its end. */
const STEPS = 100;

export interface LiveOptions {
  apiKey: string;
  workspaceId?: string | undefined;
  /** URL of the control plane: a region of the hosted service, or an emulator on this machine. */
  controlPlaneUrl: string;
  budget: Budget;
  /** Minimum age in milliseconds of leftovers of other runs that are deleted. */
  leftoverMs: number;
  /** Scenarios to run, with the scenarios that they need; the default is all scenarios. */
  only?: readonly ScenarioId[] | undefined;
  installCommand?: string | undefined;
  /** Arguments for the Node of the actions, such as a preloaded clock. */
  nodeArguments?: readonly string[];
  signal: AbortSignal;
  onLine: (line: string) => void;
  /** Maximum time in milliseconds for repeating the deletions of one kind of object at the end. */
  sweepMs?: number;
}

/**
 * Runs the scenarios of the live tier against a service, and returns the result, in which no text contains the key.
 * Never throws because of a response of the service. Deletes everything that the run created, also after an error, an
 * exceeded budget or an abort.
 */
export async function runLive(options: LiveOptions): Promise<LiveResult> {
  await ensureDist();
  const startedAt = new Date();
  const clock = performance.now();
  const names = namesOfRun(startedAt, randomBytes(3).toString('hex'));
  const redactor = createRedactor([options.apiKey]);
  redactor.keepReadable([names.deployment, names.api, names.sandbox]);
  if (options.workspaceId) redactor.addExact(options.workspaceId);
  const redact = (text: string) => redactor.redact(text).replaceAll(UUID, '$1');
  const redacted = (sweep: LiveResult['sweeps'][number]) => ({ ...sweep, left: sweep.left.map(redact) });
  const evidence = new Evidence(redact, (line) => options.onLine(`  ${line}`));
  const guard = new Guard(names, options.budget);
  const observer = new Observer(evidence);
  const end = new RunEnd(options.signal);
  const timeline = new Timeline(clock, redact, options.onLine);
  const wire = await openWire({
    hosts: hostsOf(options.controlPlaneUrl),
    guard,
    timeoutMs: REQUEST_MS,
    onExchange(exchange) {
      observer.observe(exchange);
      timeline.exchange(exchange);
    },
    onRefused(decision) {
      timeline.add('note', decision.problem);
      if (decision.kind === 'exceeded') end.exceeded(decision.problem);
    },
  });
  const timer = new AbortController();
  void pause(options.budget.minutes * 60_000, undefined, { signal: timer.signal }).then(
    () => end.exceeded(`the budget of ${options.budget.minutes} minutes is used up`),
    () => undefined,
  );
  const context = createContext(options, {
    names,
    evidence,
    guard,
    wire,
    timeline,
    signal: end.signal,
    hide: (text) => {
      if (text) redactor.addExact(text);
    },
  });
  const sweeps: LiveResult['sweeps'] = [];
  const scenarios: LiveScenario[] = [];
  const repository = await echoRepository();
  const github = await startOwnGitHub(names.deployment);
  try {
    options.onLine(`Run ${names.deployment} at ${new URL(options.controlPlaneUrl).origin}`);
    guard.sweeping = true;
    sweeps.push(redacted(await sweepBefore(context, startedAt.getTime() - options.leftoverMs)));
    guard.sweeping = false;
    timeline.take();
    const state: LiveState = {
      repository,
      github,
      installCommand: options.installCommand,
      id: '',
      url: '',
      revisions: [],
    };
    for (const { id, title, needs } of chosen(options.only)) {
      const missing = needs.find((need) => scenarios.find((one) => one.id === need)?.state !== 'passed');
      if (end.reason() !== undefined || missing !== undefined) {
        const problem = end.reason()?.text ?? `The scenario ${missing} did not pass.`;
        scenarios.push({
          id,
          title,
          state: 'not-run',
          problem,
          duration_ms: 0,
          steps: [],
          steps_left_out: 0,
        });
        continue;
      }
      const from = performance.now();
      options.onLine('');
      options.onLine(title);
      let problem = '';
      try {
        await runScenario(id, context, state);
      } catch (error) {
        problem = end.reason()?.text ?? redact(error instanceof Error ? error.message : String(error));
        options.onLine(`failed: ${problem}`);
      }
      const duration = Math.round(performance.now() - from);
      scenarios.push({
        id,
        title,
        state: problem === '' ? 'passed' : 'failed',
        problem,
        duration_ms: duration,
        ...timeline.take(),
      });
    }
  } finally {
    timer.abort();
    guard.sweeping = true;
    const from = performance.now();
    options.onLine('');
    options.onLine('Delete everything that this run created');
    // A create that is still waiting for its response could otherwise take effect after the sweep.
    await wire.settled();
    const sweep = redacted(await sweepAfter(context, options.sweepMs ?? SWEEP_MS));
    sweeps.push(sweep);
    const seen = sweep.left.join('; ') || 'nothing remains';
    if (sweep.deleted.length + sweep.left.length > 0) {
      evidence.check('delete-completes', sweep.left.length === 0, 'nothing remains', seen);
    }
    const title = SCENARIOS.find(({ id }) => id === 'sweep')?.title ?? 'sweep';
    const isSwept = sweep.left.length === 0;
    scenarios.push({
      id: 'sweep',
      title,
      state: isSwept ? 'passed' : 'failed',
      problem: isSwept ? '' : seen,
      duration_ms: Math.round(performance.now() - from),
      ...timeline.take(),
    });
    await Promise.all([wire.close(), github.close(), repository.remove()]);
  }
  const { requests, deployments } = guard.used;
  const durationMs = Math.round(performance.now() - clock);
  return {
    schema: LIVE_RESULT_VERSION,
    run: names.deployment,
    started_at: startedAt.toISOString(),
    duration_ms: durationMs,
    service: new URL(options.controlPlaneUrl).origin,
    ended: end.reason()?.kind ?? 'completed',
    ended_because: end.reason()?.text ?? '',
    budget: {
      deployments: { used: deployments, max: options.budget.deployments },
      requests: { used: requests, max: options.budget.requests },
      minutes: { used: Math.round(durationMs / 6_000) / 10, max: options.budget.minutes },
    },
    inferences: evidence.result(),
    scenarios,
    sweeps,
  };
}

/** Returns the chosen scenarios, with the scenarios that they need, in order. */
function chosen(only: readonly ScenarioId[] | undefined) {
  const wanted = new Set<string>(only ?? SCENARIOS.map(({ id }) => id));
  for (const { id, needs } of SCENARIOS.toReversed()) {
    if (wanted.has(id)) for (const need of needs) wanted.add(need);
  }
  return SCENARIOS.filter(({ id }) => id !== 'sweep' && wanted.has(id));
}

/**
 * Returns the hosts of the service. An emulator gets the names of the hosted service in the US, so that the action
 * behaves exactly as with the hosted service. Throws for any other control plane.
 */
function hostsOf(controlPlaneUrl: string): ServiceHost[] {
  const url = new URL(controlPlaneUrl);
  const isEmulator = isLoopback(url.hostname);
  if (!isEmulator && !(isHosted(controlPlaneUrl) && url.protocol === 'https:')) {
    throw new Error(
      `the live tier runs only against the hosted service or an emulator on this machine, not against ${url.origin}`,
    );
  }
  const addressed = isEmulator ? REGION_HOSTS.us : url.origin;
  const tracing = tracingUrlOfControlPlane(addressed);
  return [
    { host: new URL(addressed).hostname, surface: 'control-plane', upstream: url.origin },
    { host: new URL(tracing).hostname, surface: 'platform', upstream: isEmulator ? url.origin : tracing },
  ];
}

/** Reason and signal for the early end of a run. */
class RunEnd {
  #reason: { kind: 'budget' | 'stopped'; text: string } | undefined;
  readonly #controller = new AbortController();

  constructor(signal: AbortSignal) {
    const stop = () => this.#end('stopped', 'The run was stopped.');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Returns the reason, or `undefined` while the run continues. */
  reason(): { kind: 'budget' | 'stopped'; text: string } | undefined {
    return this.#reason;
  }

  exceeded(text: string): void {
    this.#end('budget', `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
  }

  #end(kind: 'budget' | 'stopped', text: string): void {
    this.#reason ??= { kind, text };
    this.#controller.abort(new Error(text));
  }
}

/** Collects the steps of the current scenario. */
class Timeline {
  readonly #clock: number;
  readonly #redact: (text: string) => string;
  readonly #onLine: (line: string) => void;
  #steps: LiveStep[] = [];

  constructor(clock: number, redact: (text: string) => string, onLine: (line: string) => void) {
    this.#clock = clock;
    this.#redact = redact;
    this.#onLine = onLine;
  }

  add(kind: LiveStep['kind'], text: string, more: Partial<LiveStep> = {}): void {
    const at = Math.max(0, Math.round(performance.now() - this.#clock));
    this.#steps.push({ at_ms: at, kind, text: this.#redact(text), status: null, duration_ms: null, ...more });
    if (kind !== 'request') this.#onLine(`  ${this.#redact(text)}`);
  }

  exchange({ method, path: at, status, durationMs, startedAt }: Exchange): void {
    this.add('request', `${method} ${at}`, {
      at_ms: Math.max(0, Math.round(startedAt - this.#clock)),
      status,
      duration_ms: Math.round(durationMs),
    });
  }

  /** Returns the steps since the last call. */
  take(): Pick<LiveScenario, 'steps' | 'steps_left_out'> {
    const all = this.#steps.toSorted((a, b) => a.at_ms - b.at_ms);
    this.#steps = [];
    const steps = all.length <= 2 * STEPS ? all : [...all.slice(0, STEPS), ...all.slice(-STEPS)];
    return { steps, steps_left_out: all.length - steps.length };
  }
}

interface ContextParts extends Pick<LiveContext, 'names' | 'evidence' | 'guard' | 'signal' | 'hide'> {
  wire: Awaited<ReturnType<typeof openWire>>;
  timeline: Timeline;
}

function createContext(options: LiveOptions, { wire, timeline, ...parts }: ContextParts): LiveContext {
  const { apiKey, workspaceId } = options;
  const headersOf = ({ key = apiKey, workspace = workspaceId }: AskOptions, hasBody: boolean) => ({
    accept: 'application/json',
    ...(key !== null && { 'x-api-key': key }),
    ...(workspace !== undefined && { 'x-tenant-id': workspace }),
    ...(hasBody && { 'content-type': 'application/json' }),
  });
  const bodyOf = ({ body }: AskOptions): string | undefined =>
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const hosts = hostsOf(options.controlPlaneUrl);
  const addressed = (surface: Surface) => `http://${hosts.find((one) => one.surface === surface)?.host}`;
  const emptyExchange = {
    requestJson: undefined,
    text: '',
    json: undefined,
    headers: new Headers(),
    query: new URLSearchParams(),
  };
  return {
    ...parts,
    note: (text, kind = 'note') => timeline.add(kind, text),
    async ask(surface, method, target, request = {}) {
      if (!parts.guard.sweeping) parts.signal.throwIfAborted();
      const body = bodyOf(request);
      const startedAt = performance.now();
      try {
        return await wire.send({
          surface,
          method,
          target,
          headers: headersOf(request, body !== undefined),
          ...(body !== undefined && { body }),
        });
      } catch (error) {
        if (!(error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')))
          throw error;
        const shown = new URL(target, 'http://service').pathname;
        return {
          ...emptyExchange,
          surface,
          method,
          path: shown,
          status: null,
          startedAt,
          durationMs: performance.now() - startedAt,
        };
      }
    },
    async askUrl(url, method, request = {}) {
      parts.signal.throwIfAborted();
      const address = agentUrl(url);
      const body = bodyOf(request);
      const startedAt = performance.now();
      const exchange = {
        ...emptyExchange,
        surface: 'platform' as const,
        method,
        path: new URL(address).pathname,
        startedAt,
      };
      const end = (status: number | null, text: string): Exchange => {
        let json: unknown;
        try {
          json = JSON.parse(text);
        } catch {
          // The text of a stream or a page is not JSON.
        }
        const whole = { ...exchange, status, text, json, durationMs: performance.now() - startedAt };
        timeline.exchange(whole);
        return whole;
      };
      try {
        const answer = await fetch(address, {
          method,
          headers: headersOf(request, body !== undefined),
          ...(body !== undefined && { body }),
          redirect: 'manual',
          signal: AbortSignal.any([parts.signal, AbortSignal.timeout(REQUEST_MS)]),
        });
        return end(answer.status, await answer.text());
      } catch (error) {
        parts.signal.throwIfAborted();
        if (!(error instanceof Error)) throw error;
        return end(null, '');
      }
    },
    async runAction(action, inputs, { isDirect = false, ...more } = {}) {
      const shared = {
        'api-key': apiKey,
        ...(!isDirect && { 'allow-insecure-host': 'true' }),
        ...(workspaceId !== undefined && { 'workspace-id': workspaceId }),
      };
      const where =
        action === 'sandbox'
          ? { 'sandbox-url': addressed('platform') }
          : { 'control-plane-url': isDirect ? options.controlPlaneUrl : addressed('control-plane') };
      timeline.add('action', `${action}: the built action starts`);
      const run = await runAction({
        actionYml: ACTIONS[action],
        event: dispatchEvent({ ref: 'refs/heads/main', sha: 'd'.repeat(40) }),
        ...more,
        inputs: { ...shared, ...where, ...inputs },
        ...(options.nodeArguments && { nodeArguments: options.nodeArguments }),
        env: isDirect ? {} : { http_proxy: wire.proxyUrl, https_proxy: wire.proxyUrl },
        signal: parts.signal,
        onLine: (line) => options.onLine(`  | ${line}`),
      });
      parts.signal.throwIfAborted();
      const { outcome = 'no outcome', 'reason-code': reason = 'no reason code' } = run.outputs;
      timeline.add('action', `${action}: ${outcome} (${reason})`, {
        duration_ms: Math.round(run.durationMs),
      });
      if (run.outcome !== 'success') {
        const error =
          run.annotations.find(({ level }) => level === 'error')?.message ?? 'no error was reported';
        throw new ScenarioError(`the ${action} action ended with ${reason}: ${error}`);
      }
      return run;
    },
  };
}
