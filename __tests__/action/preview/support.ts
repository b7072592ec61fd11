import { dispatchEvent, pullRequestEvent } from '../../../harness/events.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { markerText } from '../../../src/action/preview/ownership.ts';
import { PREVIEW_MARKER } from '../../../src/action/inputs/secrets.ts';
import { AGENT, commitTree, makeTree } from '../support/checkout.ts';
import { createFakePulls, type FakePulls } from '../support/pulls.ts';
import { COMMIT, createScenario, type Scenario } from '../support/scenario.ts';

export interface PreviewScenario extends Scenario {
  gh: FakePulls;
  /** Sets the event to an event of this pull request. */
  pullRequest(number: number, action?: string, event?: 'pull_request_target'): void;
  /** Sets the event to a manual run without a pull request. */
  dispatch(): void;
  named(name: string): Deployment | undefined;
}

const repository = { fullName: 'acme/agents' };

/** Returns the event of an action on a pull request, from its true state. */
export function eventOf(
  { pulls }: FakePulls,
  number: number,
  action: string,
  event: 'pull_request' | 'pull_request_target' = 'pull_request',
) {
  const { branch = '', commit: sha = '', labels = [], state: is = 'open' } = pulls.get(number) ?? {};
  const state = action === 'closed' ? action : is;
  return pullRequestEvent({ repository, number, action, event, head: { branch, sha }, labels, state });
}

/** Creates acme/agents with open pull request 7 of branch topic-7, and its `opened` event. */
export function createPreviewScenario(inputs: Record<string, string> = {}): PreviewScenario {
  const scenario = createScenario(inputs);
  delete scenario.inputs['deployment-name'];
  Object.assign(scenario.inputs, inputs);
  const gh = createFakePulls('acme/agents', () => scenario.clock.now());
  scenario.github = gh.connection;
  const whole: PreviewScenario = Object.assign(scenario, {
    gh,
    pullRequest(number: number, action = 'opened', event?: 'pull_request_target') {
      if (!gh.pulls.has(number)) gh.open(number);
      scenario.controlPlane.heads.set(`topic-${number}`, gh.pulls.get(number)?.commit ?? '');
      scenario.event = eventOf(gh, number, action, event);
    },
    dispatch() {
      scenario.event = dispatchEvent({ repository, ref: 'refs/heads/main', sha: COMMIT });
    },
    named: (name: string) =>
      [...scenario.controlPlane.deployments.values()].find((item) => item.name === name),
  });
  whole.pullRequest(7);
  return whole;
}

/** A preview of pull request 7, whose head is in the fork mallory/agents, and whose head commit is checked out. */
export interface ForkScenario extends PreviewScenario {
  /** Commit that is checked out and that is the head of the pull request. */
  commit: string;
  /** Sets the event to `pull_request_target` with this action, at the current head of the pull request. */
  on(action: string, details?: { actor?: string; label?: string; secondsAfterPush?: number }): void;
}

/** Creates the pull request of a fork, which nobody has approved, and its `opened` event. `alice` may write. */
export function createForkScenario(inputs: Record<string, string> = {}): ForkScenario {
  const scenario = createPreviewScenario({
    source: 'internal_source',
    'fork-approval': 'review',
    secrets: 'MODEL_KEY=a-secret-of-previews-01',
    ...inputs,
  });
  scenario.workspace = makeTree(AGENT);
  const commit = commitTree(scenario.workspace);
  scenario.gh.permissions.set('alice', 'write');
  scenario.gh.open(7, { headRepository: 'mallory/agents', commit });
  const on: ForkScenario['on'] = (action, { secondsAfterPush = 3600, ...details } = {}) => {
    const pull = scenario.gh.pulls.get(7);
    const pushedAt = Date.parse('2026-05-01T10:00:00Z');
    scenario.event = pullRequestEvent({
      repository,
      headRepository: pull?.headRepository ? { fullName: pull.headRepository, fork: true } : null,
      event: 'pull_request_target',
      action,
      number: 7,
      head: { branch: 'topic-7', sha: pull?.commit ?? '' },
      labels: pull?.labels ?? [],
      times: { pushedAt, updatedAt: pushedAt + secondsAfterPush * 1000 },
      ...details,
    });
  };
  on('opened');
  return Object.assign(scenario, { commit, on });
}

/** Runs the scenario, and returns the exit code and the reason code. */
export async function runToEnd(scenario: Pick<Scenario, 'run'>): Promise<[number, string | undefined]> {
  const { code, host } = await scenario.run();
  return [code, host.outputs['reason-code']];
}

/** Returns the marker of a preview. */
export const markerOf = (number: number, repository = 'acme/agents') => ({
  name: PREVIEW_MARKER,
  value: markerText({ repository, number }),
});
