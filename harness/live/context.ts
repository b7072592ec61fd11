import { checkAgentUrl } from '../../src/clients/base-url.ts';
import type { LiveStep } from '../../src/contract/live-result.ts';
import type { RunnerEvent } from '../events.ts';
import type { ActionRun } from '../runner/types.ts';
import type { Evidence } from './evidence.ts';
import type { Guard, Surface } from './guard.ts';
import type { RunNames } from './names.ts';
import { describe } from './observer.ts';
import type { Exchange } from './wire.ts';

export interface AskOptions {
  /** JSON body of the request, or a text that is sent unchanged. */
  body?: unknown;
  /** Key of the request, or `null` for a request without a key; the default is the key of the run. */
  key?: string | null;
  /** Workspace of the request; the default is the workspace of the run. */
  workspace?: string;
}

export type ActionName = 'deploy' | 'verify' | 'sandbox';

/** Functions and data for the scenarios of one run. */
export interface LiveContext {
  readonly names: RunNames;
  readonly evidence: Evidence;
  readonly guard: Guard;
  /** Aborted if the run must end. */
  readonly signal: AbortSignal;
  /** Sends a request through the guard. Returns an exchange with the status `null` if the service does not respond. */
  ask(surface: Surface, method: string, target: string, options?: AskOptions): Promise<Exchange>;
  /** Sends a request to an agent or a sandbox, whose URL is not a host of the service. */
  askUrl(url: string, method: string, options?: AskOptions): Promise<Exchange>;
  /** Runs a built action through the guard. Throws if the step is not green. */
  runAction(action: ActionName, inputs: Record<string, string>, more?: ActionOptions): Promise<ActionRun>;
  /** Hides a text in everything that the run writes. */
  hide(text: string | null | undefined): void;
  /** Adds a line to the timeline of the scenario. */
  note(text: string, kind?: LiveStep['kind']): void;
}

interface ActionOptions {
  /** True to connect without the guard. Permitted only if the action does not write. */
  isDirect?: boolean;
  workspace?: string;
  /** Event that starts the workflow. Default: a manual run. */
  event?: RunnerEvent;
  github?: { serverUrl: string; apiUrl: string; token: string };
}

/** A scenario cannot continue, because the service behaves differently. */
export class ScenarioError extends Error {}

/**
 * Returns the URL of an agent or a sandbox from the service. Throws {@link ScenarioError} if a request to the URL would
 * send the key unencrypted.
 */
export function agentUrl(text: string): string {
  const check = checkAgentUrl(text);
  if (check.kind === 'ok') return check.url;
  throw new ScenarioError(`the URL from the service ${check.problem}, so no request was sent to it`);
}

/** Checks that a response has one of the statuses, and a body that `isBody` accepts. */
export function expectAnswer(
  { evidence }: Pick<LiveContext, 'evidence'>,
  id: string,
  exchange: Exchange,
  expected: { status: number | readonly number[]; text: string; isBody?: (json: unknown) => boolean },
): boolean {
  const statuses = [expected.status].flat();
  const isStatus = exchange.status !== null && statuses.includes(exchange.status);
  const ok = isStatus && (expected.isBody?.(exchange.json) ?? true);
  evidence.check(id, ok, expected.text, describe(exchange));
  return ok;
}
