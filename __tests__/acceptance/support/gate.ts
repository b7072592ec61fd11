import { randomInt } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { programmedAgent, type ProgrammedReply } from '../../../harness/agents/programmed.ts';
import type { RunnerEvent } from '../../../harness/events.ts';
import { createRepository, type FixtureRepository } from '../../../harness/git.ts';
import { type FakeGitHub, startGitHub } from '../../../harness/github/fake.ts';
import type { Repository } from '../../../harness/github/repository.ts';
import { PATIENT_WAIT_TIMEOUT } from '../../../harness/hang-limit.ts';
import type { ActionRun } from '../../../harness/runner/types.ts';
import { renderMarkdown } from '../../../harness/start/terminal.ts';
import { type GateReport, gateReportSchema } from '../../../src/contract/gate-report.ts';
import { type Deploy, expectClean, summaryOf, type TestEnvironment } from './environment.ts';
import { recordReport } from './record-report.ts';

/** Value of a deployment secret that the programmed agents of these tests may print. */
export const MODEL_KEY = 'sk-the-key-of-the-model-0815';
/** Folder of the reports, relative to the checkout. */
const REPORTS = 'gate-reports';

/** A run of the action with a gate, and the reports that it wrote. */
export interface GateRun {
  run: ActionRun;
  /** Comments of the pull request as a person reads them, without markup, or an empty string for a push. */
  comment: string;
  /** Markdown source of the comment. */
  markdown: string;
  /** Content of `report.json`, or `undefined` if the gate wrote no report. */
  report: GateReport | undefined;
  /** Content of `junit.xml`, or an empty string if the gate wrote none. */
  junit: string;
  /** Name of the deployment that the run created or updated. */
  deployment: string;
}

/** Options of a run with a gate. */
export interface GateOptions {
  /** Value of the input `verify` in YAML, without `report-dir`. */
  verify: string;
  /** True to preserve the reports of the earlier attempt, as an artifact does; the default is false. */
  keepReports?: boolean;
  /** Full name of the fork that contains the head of the pull request. */
  fork?: string;
  /** Files of the checkout besides the agent, such as cases, which the commit includes. */
  files?: Readonly<Record<string, string>>;
  inputs?: Readonly<Record<string, string>>;
  more?: Partial<Deploy>;
  /** Name of the picture in docs that shows the comment. */
  picture?: string;
}

/** One repository on GitHub, whose main branch is deployed as production. */
export interface GateRepository {
  /** Name of the production deployment. */
  readonly production: string;
  readonly git: FixtureRepository;
  readonly hub: Repository;
  /** Commits an agent to main, and deploys it as a push does. */
  push(replies: readonly ProgrammedReply[], options?: GateOptions): Promise<GateRun>;
  /** Opens a pull request that changes the agent, and runs the workflow step of its preview. */
  pullRequest(replies: readonly ProgrammedReply[], options: GateOptions): Promise<OpenPullRequest>;
  /** Returns the content of a report from the latest run, or an empty string if the run wrote none. */
  readReport(name: string): Promise<string>;
}

interface OpenPullRequest extends GateRun {
  number: number;
  /** Runs the step again for the same commit, as in a second attempt of the workflow run. */
  again(options: GateOptions): Promise<GateRun>;
}

/**
 * Provides repositories whose production is deployed, for the tests of a file. Previews are deleted after the test.
 */
export function useGate(world: TestEnvironment) {
  let github: FakeGitHub | undefined;
  const repositories: FixtureRepository[] = [];
  let count = 0;
  beforeAll(async () => {
    github = await startGitHub();
  });
  afterAll(async () => {
    await github?.close();
    await Promise.all(repositories.map((repository) => repository.remove()));
  });
  const started = (): FakeGitHub => {
    if (github === undefined) throw new Error('GitHub is started before the tests, not before that');
    return github;
  };

  /** Creates a repository, and deploys its main branch without a gate. */
  async function repository(replies: readonly ProgrammedReply[]): Promise<GateRepository> {
    count += 1;
    const git = await createRepository(programmedAgent(replies));
    repositories.push(git);
    const hub = started().addRepository({ fullName: `octo-org/gate-${count}`, files: null });
    const production = world.name('shop');
    const token = started().addToken({
      kind: 'actions',
      repository: hub.fullName,
      permissions: { contents: 'read', 'pull-requests': 'write', deployments: 'write' },
    });

    /** Folder outside the checkout for the reports of the latest run. */
    const kept = path.join(path.dirname(git.dir), REPORTS);

    /** Imports the new commits into the fake GitHub, and returns the push event of the branch. */
    async function imported(branch: string): Promise<RunnerEvent> {
      const push = (await hub.importGit(git.dir)).find(({ ref }) => ref === `refs/heads/${branch}`);
      if (push === undefined) throw new Error(`${branch} has not moved`);
      return hub.events.push(push);
    }

    async function act(
      event: RunnerEvent,
      { verify, inputs = {}, keepReports = false, more = {}, picture }: Partial<GateOptions>,
      { pullRequest, ...place }: { pullRequest?: number; runId?: string; attempt?: number } = {},
    ): Promise<GateRun> {
      if (keepReports) await rename(kept, path.join(git.dir, REPORTS));
      const { attempt = 1, runId = randomRunId() } = place;
      const run = await world.deploy({
        event,
        runId,
        workspace: git.dir,
        github: { ...started().forRunner(token), attempt },
        secrets: [MODEL_KEY, token],
        ...more,
        inputs: {
          'deployment-name': production,
          'repo-url': git.url,
          'wait-timeout': PATIENT_WAIT_TIMEOUT,
          'github-deployment': 'false',
          ...(pullRequest === undefined && { 'deployment-type': 'prod' }),
          'install-command': rootModulesInstall(),
          secrets: `MODEL_KEY=${MODEL_KEY}`,
          ...(verify !== undefined && { verify: `${verify.trim()}\nreport-dir: ${REPORTS}\n` }),
          ...inputs,
        },
      });
      await rm(kept, { recursive: true, force: true });
      await rename(path.join(git.dir, REPORTS), kept).catch(() => mkdir(kept));
      const comments = pullRequest === undefined ? [] : hub.comments(pullRequest);
      const markdown = comments.map(({ body }) => body).join('\n');
      const report = await readReport('report.json');
      const junit = await readReport('junit.xml');
      const html = await readReport('report.html');
      for (const [where, text] of Object.entries({ comment: markdown, report, junit, html })) {
        expectClean(text, [MODEL_KEY, token, world.emulator.apiKey], where);
      }
      if (picture !== undefined) {
        const names = { repository: hub.fullName, deployment: production };
        await recordReport(picture, { comment: markdown, summary: summaryOf(run) }, names);
      }
      return {
        run,
        markdown,
        comment: renderMarkdown(markdown).join('\n'),
        report: report === '' ? undefined : gateReportSchema.parse(JSON.parse(report)),
        junit,
        deployment: run.outputs['deployment-name'] ?? '',
      };
    }

    const readReport = async (name: string): Promise<string> => {
      try {
        return await readFile(path.join(kept, name), 'utf8');
      } catch {
        return '';
      }
    };

    await act(await imported('main'), {});
    return {
      production,
      git,
      hub,
      readReport,
      async push(next, options) {
        await git.git('checkout', '--quiet', 'main');
        await git.commit({ ...programmedAgent(next), ...options?.files });
        return act(await imported('main'), options ?? {});
      },
      async pullRequest(next, options) {
        const branch = `topic-${hub.commits.size}`;
        await git.git('checkout', '--quiet', 'main');
        await git.branch(branch);
        await git.commit({ ...programmedAgent(next), ...options.files });
        await imported(branch);
        const { number } = hub.addPullRequest({ head: { ref: branch } });
        const event = hub.events.pullRequest(number, { action: 'opened' });
        if (options.fork !== undefined) {
          const { pull_request: pull } = event.payload as { pull_request: { head: { repo: object } } };
          pull.head.repo = { ...pull.head.repo, full_name: options.fork };
        }
        const place = { pullRequest: number, runId: randomRunId() };
        let attempt = 1;
        return {
          ...(await act(event, options, place)),
          number,
          again(changed) {
            attempt += 1;
            return act(event, changed, { ...place, attempt });
          },
        };
      },
    };
  }
  return { repository };
}

const randomRunId = (): string => String(randomInt(10_000_000, 99_999_999));

/**
 * Returns a file of cases as JSON lines: `question 1` and so on, each of which expects the answer `answer to question
 * 1`.
 */
export function questionFile(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const question = `question ${index + 1}`;
    return `${JSON.stringify({ name: question, message: question, expect: { 'last-message': `^answer to ${question}$` } })}\n`;
  }).join('');
}

/** Reply that every case of `questionFile` expects. */
export const RIGHT: ProgrammedReply = { to: '', says: 'answer to {question}' };

/** Fields of the gate in the output `result` that tests read. */
export interface GateOutput {
  verdict: string;
  red: boolean;
  sentence: string;
  counts: Record<string, number>;
  scores: { key: string; baseline: number | null; candidate: number | null }[];
  answers: number;
  tokens: number | null;
  compare_url: string | null;
}

/**
 * Checks that a run ended with this verdict of the gate, and with the exit code of the verdict. Returns the gate in
 * the run's output `result`.
 */
export function expectVerdict({ run }: GateRun, verdict: string): GateOutput {
  const { gate } = JSON.parse(run.outputs['result'] ?? '{}') as { gate?: GateOutput | null };
  if (!gate) throw new Error(`the gate ended without a verdict:\n${run.log}`);
  expect([gate.verdict, run.outputs['gate-verdict']]).toEqual([verdict, verdict]);
  expect(run.exitCode).toBe(gate.red ? 1 : 0);
  return gate;
}

/** Creates a dataset at the service, and returns its ID. */
export async function createDataset(
  { emulator }: Pick<TestEnvironment, 'emulator'>,
  name: string,
  examples: readonly { inputs: Record<string, unknown>; outputs: Record<string, unknown> }[],
): Promise<string> {
  const call = async (method: string, at: string, body: unknown): Promise<unknown> => {
    const answer = await emulator.api(method, `${emulator.urls.tracing}${at}`, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${at} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  const { id } = (await call('POST', '/datasets', { name })) as { id: string };
  if (examples.length === 0) return id;
  await call(
    'POST',
    '/examples/bulk',
    examples.map((one) => ({ ...one, dataset_id: id })),
  );
  return id;
}
