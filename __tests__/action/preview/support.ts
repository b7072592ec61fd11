import type { Deployment } from '../../../src/contract/deployment.ts';
import { markerText } from '../../../src/action/preview/ownership.ts';
import { PREVIEW_MARKER } from '../../../src/action/inputs/secrets.ts';
import { createFakePulls, type FakePulls } from '../support/pulls.ts';
import { createWorld, type TestWorld } from '../support/world.ts';

export interface PreviewWorld extends TestWorld {
  gh: FakePulls;
  /** The event becomes one of this pull request. */
  pullRequest(number: number, action?: string, more?: { name?: string; head?: string | null }): void;
  /** A manual run: no pull request in it. */
  dispatch(): void;
  named(name: string): Deployment | undefined;
}

/** acme/agents with open pull request 7 of branch topic-7, and its `opened` event. */
export function createPreviewWorld(inputs: Record<string, string> = {}): PreviewWorld {
  const world = createWorld(inputs);
  delete world.inputs['deployment-name'];
  Object.assign(world.inputs, inputs);
  const gh = createFakePulls();
  world.github = gh.connection;
  const whole: PreviewWorld = Object.assign(world, {
    gh,
    pullRequest(number: number, action = 'opened', more: { name?: string; head?: string | null } = {}) {
      if (!gh.pulls.has(number)) gh.open(number);
      const pull = gh.pulls.get(number);
      const head = more.head === undefined ? 'acme/agents' : more.head;
      world.plane.heads.set(`topic-${number}`, pull?.commit ?? '');
      world.event = {
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
      world.event = {
        name: 'workflow_dispatch',
        payload: { ref: 'refs/heads/main', repository: { full_name: 'acme/agents' } },
      };
    },
    named: (name: string) => [...world.plane.deployments.values()].find((item) => item.name === name),
  });
  whole.pullRequest(7);
  return whole;
}

/** The marker of a preview. */
export const markerOf = (number: number, repository = 'acme/agents') => ({
  name: PREVIEW_MARKER,
  value: markerText({ repository, number }),
});
