import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { isUsualAnswer, programmedAgent, type ProgrammedReply } from '../../harness/agents/programmed.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { connectHttp } from '../../src/action/connect.ts';
import { type Answer, type ComparedCase, DEFAULT_SETTINGS } from '../../src/judgement/comparison.ts';
import { type GateReport, gateReportSchema } from '../../src/contract/gate-report.ts';
import { judge } from '../../src/judgement/judge.ts';
import { planSecondLook } from '../../src/judgement/judge-cases.ts';
import { runMain, VERIFY_ACTION } from '../../src/action/main.ts';
import { realClock } from '../../src/clients/clock.ts';
import { createFakeHost } from '../action/support/host.ts';

// Simulated pull requests with 50 cases, whose answers depend only on the number of the pull request, the deployment,
// the case, and how often the question was asked before. The statistics are computed over 2,000 pull requests without
// any request. The engine of the action then judges the same pull requests through the emulator, and must reach
// exactly the same verdicts, so that the statistics hold from end to end. GATE_UNCHANGED and GATE_BROKEN are the
// numbers of pull requests of each kind. With GATE_RESULTS, each result is appended to this file, and the pull
// requests in the file are not run again, so a long run can be continued.
const PULLS = {
  unchanged: Number(process.env['GATE_UNCHANGED'] ?? 25),
  broken: Number(process.env['GATE_BROKEN'] ?? 25),
};
const RESULTS = process.env['GATE_RESULTS'];
const SIMULATED = 2_000;
const CASES = 50;
const HOURS_MS = 3_600_000;

/**
 * Shares of answers that pass: most cases nearly always pass, some are flaky, and some mostly fail. The share of each
 * kind is fixed.
 */
const RATES = [0.98, 0.98, 0.98, 0.6, 0.98, 0.98, 0.1, 0.98, 0.6, 0.98];
const BROKEN_RATE = 0.02;

/** Fields of the gate in the output `result` that these tests read. */
interface GateOutput {
  verdict: string;
  counts: Record<string, number>;
  answers: number;
}

/** `unchanged`: the pull request changes nothing. `broken`: the pull request breaks a tenth of the cases. */
type Kind = 'unchanged' | 'broken';

/** Result of a pull request that was run through the emulator. `secondLook` is the number of its further answers. */
interface PullResult {
  kind: Kind;
  pull: number;
  isRed: boolean;
  secondLook: number;
}

/** Returns the results of an earlier run, in the file GATE_RESULTS. */
async function readResults(): Promise<PullResult[]> {
  if (RESULTS === undefined) return [];
  const text = await readFile(RESULTS, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PullResult);
}

/** Returns the questions of a pull request's cases, which contain the probability that the agent passes the case. */
function questionsOf(kind: Kind, pull: number): string[] {
  return Array.from({ length: CASES }, (_, index) => {
    const rate = RATES[index % RATES.length] ?? 1;
    const isBroken = kind === 'broken' && isUsualAnswer({ rate: 0.1, seed: 'breaks' }, `${pull} ${index}`, 0);
    return `${kind} ${pull}, case ${index}, passes ${rate}${isBroken ? ', breaks' : ''}`;
  });
}

/** Returns the replies of a deployment. Some cases are broken only in the preview. */
function repliesOf(side: 'production' | 'preview'): ProgrammedReply[] {
  const reply = (to: string, rate: number) => ({ to, rate, says: 'right', otherwise: 'wrong', seed: side });
  return [
    ...(side === 'preview' ? [reply(', breaks$', BROKEN_RATE)] : []),
    ...[...new Set(RATES)].map((rate) => reply(`passes ${rate}(,|$)`, rate)),
  ];
}

const REPLIES = { production: repliesOf('production'), preview: repliesOf('preview') };

/** Returns the answer of a deployment that has been asked the question `before` times. */
function predict(side: 'production' | 'preview', question: string, before: number): Answer {
  const reply = REPLIES[side].find(({ to }) => new RegExp(to).test(question));
  if (reply === undefined) throw new Error(`no reply for ${question}`);
  const passed = isUsualAnswer(reply, question, before);
  return {
    kind: 'answered',
    output: passed ? 'right' : 'wrong',
    passed,
    scores: new Map(),
    latencyMs: 1,
    tokens: undefined,
  };
}

const seedOf = (kind: Kind, pull: number) => `${kind} ${pull}`;

/** Evaluates a pull request without sending a request. */
function simulate(kind: Kind, pull: number) {
  const settings = { ...DEFAULT_SETTINGS, seed: seedOf(kind, pull) };
  const first = questionsOf(kind, pull).map(
    (name): ComparedCase => ({
      name,
      baseline: { first: [predict('production', name, 0)], secondLook: [] },
      candidate: { first: [predict('preview', name, 0)], secondLook: [] },
    }),
  );
  const plan = new Map(planSecondLook(first, settings).map(({ name, times }) => [name, times]));
  const again = (side: 'production' | 'preview', name: string) =>
    Array.from({ length: plan.get(name) ?? 0 }, (_, at) => predict(side, name, at + 1));
  return judge(
    first.map(({ name }) => ({
      name,
      baseline: { first: [predict('production', name, 0)], secondLook: again('production', name) },
      candidate: { first: [predict('preview', name, 0)], secondLook: again('preview', name) },
    })),
    settings,
  );
}

function shareOfRed(kind: Kind): number {
  let red = 0;
  for (let pull = 0; pull < SIMULATED; pull += 1) red += Number(simulate(kind, pull).isRed);
  return red / SIMULATED;
}

describe('2,000 simulated pull requests of each kind', () => {
  test('are red in at most 3 of 100 if nothing changed', () => {
    expect(shareOfRed('unchanged')).toBeLessThanOrEqual(0.03);
  });

  test('are red in at least 90 of 100 if a tenth of their cases is broken', () => {
    expect(shareOfRed('broken')).toBeGreaterThanOrEqual(0.9);
  });
});

describe('the simulated pull requests, repeated on the emulator', () => {
  let emulator: EmulatorHandle;
  let folder: string;
  const repositories: FixtureRepository[] = [];
  const names = { production: 'gate-production', preview: 'gate-preview' };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gate-deep-'));
    emulator = await startEmulator({ runtime: 'process' });
    for (const side of ['production', 'preview'] as const) {
      const repository = await createRepository(programmedAgent(REPLIES[side]));
      repositories.push(repository);
      await deployAgent(emulator, repository, { name: names[side] });
    }
  });
  afterAll(async () => {
    await emulator.stop();
    await Promise.all(repositories.map((repository) => repository.remove()));
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the verify action in this process. Returns its exit code, and its gate and cases as reported. */
  async function run(
    kind: Kind,
    pull: number,
  ): Promise<{ code: number; gate: GateOutput; cases: GateReport['cases'] }> {
    const cases = questionsOf(kind, pull).map((question) => ({
      name: question,
      message: question,
      expect: { 'last-message': '^right$' },
    }));
    const inputs = {
      'api-key': emulator.apiKey,
      'workspace-id': emulator.workspaceId,
      'control-plane-url': emulator.urls.controlPlane,
      'deployment-name': names.preview,
      'compare-with': names.production,
      seed: seedOf(kind, pull),
      concurrency: '20',
      cases: JSON.stringify(cases),
    };
    const host = createFakeHost(
      {
        ...Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
        ),
        GITHUB_EVENT_NAME: 'schedule',
        GITHUB_EVENT_PATH: '/event.json',
        GITHUB_REPOSITORY: 'octo-org/shop',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REF: 'refs/heads/main',
        GITHUB_SHA: 'a'.repeat(40),
        GITHUB_RUN_ID: String(pull + 1),
        GITHUB_WORKSPACE: folder,
        RUNNER_TEMP: folder,
      },
      { '/event.json': '{}' },
    );
    const code = await runMain({
      definition: VERIFY_ACTION,
      host,
      clock: realClock,
      signal: new AbortController().signal,
      crash: new AbortController().signal,
      connect: connectHttp,
      resolveRef: async () => undefined,
      packSource: () => {
        throw new Error('a gate packs no source');
      },
      loadMachine: () => {
        throw new Error('a gate without a score command starts no box');
      },
    });
    const { gate } = JSON.parse(host.outputs['result'] ?? '{}') as { gate?: GateOutput | null };
    if (!gate) throw new Error(`the gate ended without a verdict:\n${host.lines.join('\n')}`);
    const report = /The reports are in (.+)\.$/m.exec(host.lines.join('\n'))?.[1] ?? '';
    const { cases: reported } = gateReportSchema.parse(
      JSON.parse(await readFile(path.join(report, 'report.json'), 'utf8')),
    );
    return { code, gate, cases: reported };
  }

  test.each<Kind>(['unchanged', 'broken'])(
    'have the same verdicts as in the simulation if they are %s',
    async (kind) => {
      const results = (await readResults()).filter((one) => one.kind === kind && one.pull < PULLS[kind]);
      const known = new Set(results.map(({ pull }) => pull));
      for (let pull = 0; pull < PULLS[kind]; pull += 1) {
        if (known.has(pull)) continue;
        const expected = simulate(kind, pull);
        const { code, gate, cases } = await run(kind, pull);
        const { isRed, verdict, counts, totals } = expected;
        const expectedPasses = new Map(expected.cases.map(({ name, tallies }) => [name, tallies]));
        // The failures and errors of these cases explain why a response differs.
        const unexpected = cases.filter(
          ({ name, passed }) => !isDeepStrictEqual(passed, expectedPasses.get(name) ?? null),
        );
        expect({ kind, pull, unexpected, code, ...gate }).toMatchObject({
          unexpected: [],
          kind,
          pull,
          code: Number(isRed),
          verdict,
          counts,
          answers: totals.answers,
        });
        const result = { kind, pull, isRed: code === 1, secondLook: gate.answers - 2 * CASES };
        results.push(result);
        if (RESULTS !== undefined) await appendFile(RESULTS, `${JSON.stringify(result)}\n`);
      }
      const red = results.filter(({ isRed }) => isRed).length / results.length;
      const secondLook = results.reduce((total, one) => total + one.secondLook, 0);
      const extra = secondLook / (2 * CASES * results.length);
      const percents = `${(100 * red).toFixed(2)} % red, ${(100 * extra).toFixed(1)} % further responses`;
      process.stdout.write(`${results.length} ${kind}: ${percents}\n`);
      // Small samples exceed the limits by chance.
      if (results.length < 300) return;
      if (kind === 'broken') expect(red).toBeGreaterThanOrEqual(0.9);
      else expect([red <= 0.03, extra <= 0.3]).toEqual([true, true]);
    },
    HOURS_MS * 10,
  );
});
