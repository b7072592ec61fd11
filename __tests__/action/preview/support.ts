import type { Deployment } from '../../../src/contract/deployment.ts';
import { markerText } from '../../../src/action/preview/ownership.ts';
import { PREVIEW_MARKER } from '../../../src/action/inputs/secrets.ts';
import { createFakePulls, type FakePulls } from '../support/pulls.ts';
import { createScenario, type Scenario } from '../support/scenario.ts';

export interface PreviewScenario extends Scenario {
  gh: FakePulls;
  /** The event becomes one of this pull request. */
  pullRequest(number: number, action?: string, more?: { name?: string; head?: string | null }): void;
  /** A manual run: no pull request in it. */
  dispatch(): void;
  named(name: string): Deployment | undefined;
}

/** acme/agents with open pull request 7 of branch topic-7, and its `opened` event. */
export function createPreviewScenario(inputs: Record<string, string> = {}): PreviewScenario {
  const scenario = createScenario(inputs);
  delete scenario.inputs['deployment-name'];
  Object.assign(scenario.inputs, inputs);
  const gh = createFakePulls();
  scenario.github = gh.connection;
  const whole: PreviewScenario = Object.assign(scenario, {
    gh,
    pullRequest(number: number, action = 'opened', more: { name?: string; head?: string | null } = {}) {
      if (!gh.pulls.has(number)) gh.open(number);
      const pull = gh.pulls.get(number);
      const head = more.head === undefined ? 'acme/agents' : more.head;
      scenario.controlPlane.heads.set(`topic-${number}`, pull?.commit ?? '');
      scenario.event = {
        name: more.name ?? 'pull_request',
        payload: {
          action,
          repository: { full_name: 'acme/agents' },
          pull_request: {
            number,
            state: action === 'closed' ? 'closed' : 'open',
            labels: (pull?.labels ?? []).map((name) => ({ name })),
            head: { ref: pull?.branch, sha: pull?.commit, repo: head === null ? null : { full_name: head } },
            base: { ref: 'main', repo: { full_name: 'acme/agents' } },
          },
        },
      };
    },
    dispatch() {
      scenario.event = {
        name: 'workflow_dispatch',
        payload: { ref: 'refs/heads/main', repository: { full_name: 'acme/agents' } },
      };
    },
    named: (name: string) =>
      [...scenario.controlPlane.deployments.values()].find((item) => item.name === name),
  });
  whole.pullRequest(7);
  return whole;
}

/** The marker of a preview. */
export const markerOf = (number: number, repository = 'acme/agents') => ({
  name: PREVIEW_MARKER,
  value: markerText({ repository, number }),
});
