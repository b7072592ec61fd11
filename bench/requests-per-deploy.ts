import path from 'node:path';
import { plainAgent } from '../harness/agents/fixtures.ts';
import { startEmulator, type EmulatorHandle } from '../harness/emulator.ts';
import type { RunnerEvent } from '../harness/events.ts';
import { createRepository, type FixtureRepository } from '../harness/git.ts';
import { startGitHub, type GitHubDouble } from '../harness/github/double.ts';
import type { Repository } from '../harness/github/repository.ts';
import { runAction } from '../harness/runner/run-action.ts';
import { ROOT } from './support/deploys.ts';
import type { Measurement } from './support/measure.ts';

const NAME = 'octo-org/agent';

/** The fewest requests that a flow can do with, and why: polls of a revision in progress are counted separately. */
const MINIMUM = {
  // Find the name; choose the git integration; POST; see that the deployment has switched to what is DEPLOYED.
  // On GitHub: has this run a deployment already; create one; in_progress; success.
  create: { plane: 4, github: 4 },
  // Find the name; the revisions, to know ours from those before; PATCH; see that the deployment has switched.
  // On GitHub as above, and the deployment before becomes inactive: by itself it would not, in production.
  patch: { plane: 4, github: 5 },
  // Find the name; the revisions: the deployment alone does not say which commit serves. Nothing to show on GitHub.
  unchanged: { plane: 2, github: 0 },
  // Find the base whose settings are inherited; find the preview; POST; the switch. On GitHub besides the four: is the
  // pull request open, before and after, for it may be closed meanwhile; look for the comment, begin it, end it.
  'preview, first': { plane: 4, github: 9 },
  // The base; the preview; its revisions; PATCH; the switch. On GitHub the comment is there already, and the deployment
  // before becomes inactive.
  'preview, updated': { plane: 5, github: 9 },
  // Find the preview; DELETE; see that it is gone. On GitHub: find the comment and change it; find both deployments,
  // make the one that is not inactive so, and delete both.
  teardown: { plane: 3, github: 6 },
};
type Flow = keyof typeof MINIMUM;

interface Counts {
  plane: number;
  looks: number;
  github: number;
}

interface Stage {
  emulator: EmulatorHandle;
  github: GitHubDouble;
  hub: Repository;
  git: FixtureRepository;
}

/** Runs the built action once and counts what it asked of both. Throws with its log unless it ends as expected. */
async function count(
  { emulator, github, git }: Stage,
  event: RunnerEvent,
  outcome: string,
  token: string,
): Promise<Counts> {
  const [mark, before] = [await emulator.journalMark(), github.journal.length];
  const run = await emulator.clock.during(({ nodeArguments, env }) =>
    runAction({
      actionYml: path.join(ROOT, 'action.yml'),
      event,
      github: github.forRunner(token),
      nodeArguments,
      env,
      inputs: {
        'api-key': emulator.apiKey,
        'workspace-id': emulator.workspaceId,
        'control-plane-url': emulator.urls.controlPlane,
        'deployment-name': 'agent',
        'repo-url': git.url,
      },
    }),
  );
  if (run.outputs['outcome'] !== outcome) {
    throw new Error(`the run ended with ${run.outputs['outcome']}, not ${outcome}:\n${run.log}`);
  }
  const asked = (await emulator.journal(mark)).filter(({ surface }) => surface === 'control-plane');
  const looks = asked.filter(({ method, path: at }) => method === 'GET' && /\/revisions\/[^/]+$/.test(at));
  if (process.env['BENCH_SHOW'] !== undefined) {
    for (const { method, path: at } of asked) console.log(`    ${method} ${at}`);
    for (const entry of github.journal.slice(before)) {
      console.log(`    GitHub: ${entry.method} ${entry.path}`);
    }
  }
  return {
    plane: asked.length - looks.length,
    looks: looks.length,
    github: github.journal.length - before,
  };
}

async function runAll(stage: Stage, token: string): Promise<Record<Flow, Counts>> {
  const { git, hub } = stage;
  const push = async (ref: string): Promise<RunnerEvent> => {
    const moved = (await hub.importGit(git.dir)).find((item) => item.ref === `refs/heads/${ref}`);
    if (moved === undefined) throw new Error(`${ref} has not moved`);
    return hub.events.push(moved);
  };
  const created = await count(stage, await push('main'), 'deployed', token);
  await git.commit({ 'README.md': 'one\n' });
  const pushed = await push('main');
  const patched = await count(stage, pushed, 'deployed', token);
  const unchanged = await count(stage, pushed, 'unchanged', token);
  await git.git('checkout', '-q', '-b', 'topic');
  await git.commit({ 'README.md': 'two\n' });
  await push('topic');
  hub.addPullRequest({ number: 7, head: { ref: 'topic' } });
  const first = await count(stage, hub.events.pullRequest(7, { action: 'opened' }), 'deployed', token);
  await git.commit({ 'README.md': 'three\n' });
  await push('topic');
  const updated = await count(stage, hub.events.pullRequest(7, { action: 'synchronize' }), 'deployed', token);
  hub.closePullRequest(7);
  const gone = await count(stage, hub.events.pullRequest(7, { action: 'closed' }), 'torn-down', token);
  return {
    create: created,
    patch: patched,
    unchanged,
    'preview, first': first,
    'preview, updated': updated,
    teardown: gone,
  };
}

/** What the built action asks of the control plane and of GitHub, by flow, against the fewest requests that would do. */
export async function measure(): Promise<Measurement> {
  const emulator = await startEmulator({ runtime: 'stub', clock: 'virtual' });
  const github = await startGitHub();
  const git = await createRepository(plainAgent());
  try {
    const hub = github.addRepository({ fullName: NAME, files: null });
    const token = github.addToken({
      kind: 'actions',
      repository: NAME,
      permissions: { contents: 'read', deployments: 'write', 'pull-requests': 'write' },
    });
    const counts = await runAll({ emulator, github, hub, git }, token);
    const flows = Object.entries(counts) as [Flow, Counts][];
    const ours = flows.map(([, { plane, github: hubs }]) => plane + hubs);
    const least = flows.map(([flow]) => MINIMUM[flow].plane + MINIMUM[flow].github);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      claim:
        'a run asks little more than it has to know (the comments of this bench say why each minimum is one)',
      sides: [
        { name: 'requests of a run, looks aside', unit: '', samples: ours },
        { name: 'the fewest that would do', unit: '', samples: least },
      ],
      ratio: { name: 'all flows, of the minimum', value: sum(ours) / sum(least), aim: { atMost: 1.25 } },
      figures: flows.flatMap(([flow, { plane, looks, github: hubs }]) => [
        { name: `${flow}: control plane`, value: plane, unit: '', aim: MINIMUM[flow].plane },
        { name: `${flow}: looks at the revision`, value: looks, unit: '' },
        { name: `${flow}: GitHub`, value: hubs, unit: '', aim: MINIMUM[flow].github },
      ]),
    };
  } finally {
    await Promise.all([emulator.stop(), github.close(), git.remove()]);
  }
}
