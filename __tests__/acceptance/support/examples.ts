import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { preloadArguments } from '../../../harness/clock/handle.ts';
import type { RunnerEvent } from '../../../harness/events.ts';
import type { FileTree, FixtureRepository } from '../../../harness/git.ts';
import { startGitHub, type FakeGitHub } from '../../../harness/github/fake.ts';
import type { Repository } from '../../../harness/github/repository.ts';
import { findWorkflowLeaks } from '../../../harness/workflow/report.ts';
import { runWorkflow, withCallDefaults, withDefaults } from '../../../harness/workflow/run-workflow.ts';
import type { ActionSource, WorkflowOptions, WorkflowRun } from '../../../harness/workflow/types.ts';
import type { TokenPermissions } from '../../../harness/workflow/schema.ts';
import { SANDBOX_YML } from './sandbox.ts';
import { VERIFY_YML } from './verify.ts';
import { ACTION_YML, type TestEnvironment } from './environment.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
export const EXAMPLES = path.join(ROOT, 'examples/workflows');
const REUSABLE = /^OWNER\/agent-deploy\/\.github\/workflows\/(reusable-[\w-]+\.yml)@v\d/;

/** Secrets of the repository, except the keys of the emulator. */
const SECRETS = {
  OPENAI_API_KEY: 'sk-the-key-of-the-model-01',
  OPENAI_API_KEY_OF_PREVIEWS: 'sk-the-key-of-previews-02',
};

/** A git repository, and GitHub's data about it. */
export interface ExampleRepository {
  git: FixtureRepository;
  hub: Repository;
  /** Pushes the head of the current branch, and returns the event. */
  pushed: () => Promise<RunnerEvent>;
}

type Actions = (uses: string) => ActionSource | null;
export interface RunOptions extends Partial<Omit<WorkflowOptions, 'actions'>> {
  event: RunnerEvent;
  /** Provides fakes of other actions. */
  wrap?: (own: Actions) => Actions;
}

export interface Examples {
  /** Advances the virtual time of the emulator, and sets the clock of GitHub to this time. */
  advance: (ms: number) => Promise<void>;
  repository: (files: FileTree) => Promise<ExampleRepository>;
  /**
   * Runs an unchanged example with this action in place of OWNER/agent-deploy or octo/agent-deploy, and with a fake
   * GitHub. Checks the invariants of every run: no output contains a secret, and every secret is masked.
   */
  run: (name: string, repository: ExampleRepository, options: RunOptions) => Promise<WorkflowRun>;
}

/**
 * Starts a GitHub for the tests of a file. The emulator is reset after each test, because the examples share
 * deployment names. With `real`, agents are built and run, so time cannot be virtual.
 */
export function useExamples(world: TestEnvironment, { real = false } = {}): Examples {
  let github: FakeGitHub | undefined;
  let count = 0;
  beforeAll(async () => {
    github = await startGitHub();
  });
  afterEach(async () => {
    const { api, urls } = world.emulator;
    expect((await api('POST', `${urls.admin}/reset`)).status).toBe(204);
  });
  afterAll(() => github?.close());
  const started = (): FakeGitHub => {
    if (github === undefined) throw new Error('GitHub is started before the tests, not before that');
    return github;
  };
  return {
    async advance(ms) {
      const { clock } = world.emulator;
      await clock.advance(ms);
      started().setTime(await clock.now());
    },
    async repository(files) {
      count += 1;
      const git = await world.repository(files);
      const hub = started().addRepository({ fullName: `octo-org/agents-${count}`, files: null });
      return {
        git,
        hub,
        async pushed() {
          const ref = `refs/heads/${await git.git('symbolic-ref', '--short', 'HEAD')}`;
          const push = (await hub.importGit(git.dir)).find((item) => item.ref === ref);
          if (push === undefined) throw new Error(`${ref} has not moved`);
          return hub.events.push(push);
        },
      };
    },
    async run(name, { git, hub }, { wrap = (own) => own, ...options }) {
      const { emulator } = world;
      // A published workflow contains neither the emulator's address nor a repository on this machine.
      const place = { 'control-plane-url': emulator.urls.controlPlane };
      const action = await withDefaults(ACTION_YML, {
        ...place,
        ...(/image|from-checkout|fork|shared/.test(name) ? {} : { 'repo-url': git.url }),
      });
      const verify = await withDefaults(VERIFY_YML, place);
      const sandbox = await withDefaults(SANDBOX_YML, { 'sandbox-url': emulator.urls.sandboxes });
      const reusable = new Map<string, string>();
      const made = await Promise.all(
        globSync('.github/workflows/reusable-*.yml', { cwd: ROOT }).map(async (file) => {
          const copy = await withCallDefaults(path.join(ROOT, file), place);
          reusable.set(path.basename(file), copy.file);
          return copy;
        }),
      );
      const keys = { LANGSMITH_API_KEY: emulator.apiKey, CONTROL_PLANE_API_KEY: emulator.apiKey };
      const secrets = { ...SECRETS, ...keys };
      const tokens: string[] = [];
      try {
        const inTime: typeof emulator.clock.during = real
          ? async (work) => work({ nodeArguments: await preloadArguments('accelerated'), env: {} })
          : (work) => emulator.clock.during(work);
        const result = await inTime(({ nodeArguments, env }) =>
          runWorkflow({
            file: path.join(EXAMPLES, name),
            actions: wrap((uses) => {
              if (/^(OWNER|octo)\/agent-deploy\/verify@v\d/.test(uses)) return { folder: verify.folder };
              if (/^(OWNER|octo)\/agent-deploy\/sandbox@v\d/.test(uses)) return { folder: sandbox.folder };
              return /^(OWNER|octo)\/agent-deploy@v\d/.test(uses) ? { folder: action.folder } : null;
            }),
            workflows: (uses) => reusable.get(REUSABLE.exec(uses)?.[1] ?? '') ?? null,
            secrets,
            nodeArguments,
            actionEnv: env,
            ...options,
            github: {
              apiUrl: started().apiUrl,
              startJob: (job) => hub.startJob(job),
              token: (permissions) => {
                const token = started().addToken({
                  kind: 'actions',
                  repository: hub.fullName,
                  permissions: known(permissions),
                });
                tokens.push(token);
                return token;
              },
              ...options.github,
            },
          }),
        );
        expect(findWorkflowLeaks(result, [...Object.values(secrets), ...tokens])).toEqual([]);
        expect(Object.values(result.jobs).flatMap((job) => job.maskViolations)).toEqual([]);
        return result;
      } finally {
        await Promise.all([action, verify, sandbox, ...made].map((item) => item.remove()));
      }
    },
  };
}

/** Returns the permissions that the fake GitHub supports. */
function known(permissions: TokenPermissions) {
  const names = ['actions', 'contents', 'deployments', 'pull-requests', 'issues'] as const;
  const given: Partial<Record<(typeof names)[number], 'read' | 'write'>> = {};
  for (const name of names) {
    if (permissions[name] !== undefined) given[name] = permissions[name];
  }
  return given;
}

/** Returns the outputs of the step that runs the action, in a job with one such step. */
export function outputs(result: WorkflowRun, job: string): Record<string, string> {
  return result.jobs[job]?.steps.find((step) => 'outcome' in step.outputs)?.outputs ?? {};
}

/** Returns the jobs that ran, with their conclusions. */
export function jobs(result: WorkflowRun): Record<string, string> {
  return Object.fromEntries(Object.values(result.jobs).map((job) => [job.id, job.result]));
}

/** Returns the errors and warnings on the pages of the runs. */
export function messagesOf(result: WorkflowRun): string[] {
  return Object.values(result.jobs).flatMap((job) =>
    job.annotations.filter(({ level }) => level !== 'notice').map(({ message }) => message),
  );
}
