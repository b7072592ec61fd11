import { describe, expect, test } from '@jest/globals';
import type { ComparedCase } from '../../../src/judgement/comparison.ts';
import type { GateResult } from '../../../src/action/gate/result.ts';
import { renderAnnotations, renderSection, renderSummary } from '../../../src/action/gate/report/render.ts';
import { finishedComment } from '../../../src/action/publish/content.ts';
import { createRunnerHost } from '../../../src/action/host/runner-host.ts';
import { DEFAULT_POLICY, outcome, type Outcome } from '../../../src/action/outcome.ts';
import { commentBody } from '../../../src/action/report/comment.ts';
import { outputsOf, verifyOutputsOf } from '../../../src/action/report/outputs.ts';
import { report } from '../../../src/action/report/report.ts';
import { createRunRecord, type RunRecord } from '../../../src/action/run-record.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import {
  aloneCase,
  aloneContext,
  answer,
  comparedCase,
  context,
  errored,
  failing,
  gateResult,
  passing,
  repeat,
  SECRET,
  worseComparison,
} from '../gate/support.ts';
import { liveIn, renderAsGitHub } from '../support/github-markdown.ts';
import { createFakeHost } from '../support/host.ts';

const redactor = createRedactor([SECRET]);
const redact = (text: string) => redactor.redact(text);
const verified = outcome('deployed', 'rolled-out', 'All is well.');
const worse = outcome('failed', 'verification-failed', 'The gate found a broken case.');
const workflowRun = {
  codeHost: 'GitHub' as const,
  serverUrl: 'https://github.com',
  repository: 'acme/shop-agent',
  runId: '1',
  attempt: '1',
  sha: undefined,
  docsUrl: (reason: string) => `https://github.com/acme/agent-deploy/blob/v1/docs/x.md#${reason}`,
};

function recordOf(gate: GateResult | undefined): RunRecord {
  return {
    ...createRunRecord(0),
    deployment: { id: 'd1', name: 'shop-assistant', url: 'https://preview.example.com/shop' },
    commit: '3ba1600aaaa',
    gate,
  };
}

function commentOf(gate: GateResult, end: Outcome = verified): string {
  const content = finishedComment(
    workflowRun,
    {
      pullRequest: 7,
      key: 'shop-assistant',
      agent: 'shop-assistant',
      startedAt: 0,
      id: undefined,
      closed: false,
    },
    { outcome: end, record: recordOf(gate) },
    { commit: undefined, now: 31_000, logs: false, gate: renderSection(gate, redact) },
  );
  return commentBody(content);
}

const broken = (name: string, one = 'Shall I refund it?', other = 'I have refunded it.') =>
  comparedCase(name, [passing(one)], [failing(other)], [repeat(4, passing(one)), repeat(4, failing(other))]);
const equal = Array.from({ length: 12 }, (_, at) =>
  comparedCase(`equal ${at}`, [passing('Hej')], [passing('Hej')]),
);

describe('the comment of a run with a gate', () => {
  test('begins with the verdict, followed by the reasons, the deployment and the scores', () => {
    const text = commentOf(gateResult(worseComparison()));
    const parts = text.split('\n\n');
    expect(parts[0]).toBe(
      '<!-- agent-deploy:shop-assistant -->\n### 🔴 The preview works, but its answers are worse than those of production',
    );
    expect(parts[1]).toMatch(/^> \[!CAUTION\]\n> \*\*1 of 26 cases is broken\*\*/);
    expect(parts[2]).toBe(
      '**[Talk to the preview](<https://preview.example.com/shop>)** · `shop-assistant` · [`3ba1600`](https://github.com/acme/shop-agent/commit/3ba1600aaaa) · ready in 31 s',
    );
    expect(parts[3]).toMatch(/^\| Score \|/);
    expect(text).toContain(
      '<sub>[Workflow run](https://github.com/acme/shop-agent/actions/runs/1/attempts/1)</sub>',
    );
    expect(text).toContain(
      '| result | deployed ([`rolled-out`](https://github.com/acme/agent-deploy/blob/v1/docs/x.md#rolled-out)) |\n| message | All is well',
    );
  });

  test('of a red gate states what to do after the cases', () => {
    const text = commentOf(gateResult(worseComparison()), outcome('failed', 'gate-worse', 'Worse.'));
    const todo =
      '**What to do:** [see `gate-worse`](https://github.com/acme/agent-deploy/blob/v1/docs/x.md#gate-worse)';
    expect(text.split(todo)).toHaveLength(2);
    expect(text.indexOf(todo)).toBeGreaterThan(text.indexOf('How this was decided'));
    expect(commentOf(gateResult(equal))).not.toContain('What to do');
  });

  test('about a single case has no plural', () => {
    const one = commentOf(gateResult([comparedCase('only', [passing('Hej')], [passing('Hej')])]));
    expect(one).toContain('[The case side by side](<');
    expect(one).toContain('Both sides got the same 1 case of support');
    const summary = renderSummary(gateResult([aloneCase('a', [passing('x')])], aloneContext()), redact);
    expect(summary).toContain('1 case passed.\n\n1 case of support');
    expect(summary).toContain(' · 1 answer\n');
    expect(summary).not.toContain('All 1');
  });

  test('counts only the cases that were run as cases of both sides', () => {
    const text = commentOf(
      gateResult([...equal, comparedCase('last', [], [])], context({ endedEarly: 'late' })),
    );
    expect(text).toContain('Both sides got the same 12 cases');
  });

  test("states the number of cases if the verdict is green, and shows the run's message", () => {
    const text = commentOf(gateResult(equal));
    expect(text).toContain('### 🟢 The preview is ready, and its answers are as good as those of production');
    expect(text).toContain(' · ready in 31 s · 12 cases, none broken');
    expect(text).toContain('All is well');
  });

  test('begins with the outcome if the gate did not decide the outcome', () => {
    const cancelled = outcome('cancelled', 'signal', 'The run was cancelled.');
    const partial = gateResult(
      [...equal, comparedCase('last', [], []), comparedCase('very last', [], [])],
      context({ endedEarly: 'the run was cancelled' }),
    );
    const text = commentOf(partial, cancelled);
    expect(text).toMatch(/^<!-- .* -->\n### ⚪ shop-assistant: the run was cancelled\n/);
    expect(text).toContain('#### 🔴 The preview was compared with production only in part');
    expect(text).toContain('The gate ended early: the run was cancelled. 2 of 14 cases were not run.');
    expect(text).toContain('The run was cancelled.');
  });

  test("shows an agent's address as plain text if the address is on GitHub", () => {
    const gate = gateResult(equal);
    const content = finishedComment(
      workflowRun,
      { pullRequest: 7, key: 'a', agent: 'a', startedAt: 0, id: undefined, closed: false },
      {
        outcome: verified,
        record: {
          ...recordOf(gate),
          deployment: { id: 'd', name: 'a', url: 'https://github.com/acme/other/issues/1' },
        },
      },
      { commit: undefined, now: 0, logs: false, gate: renderSection(gate, redact) },
    );
    expect(renderAsGitHub(commentBody(content)).links).not.toContain(
      'https://github.com/acme/other/issues/1',
    );
  });

  test('stays below 60,000 characters even with many cases, a long message and a long log', () => {
    for (const filler of ['@a ', '| <b>', '\u200b@octocat ', '日本 #1 ']) {
      const long = filler.repeat(5_000 / filler.length);
      const cases = Array.from({ length: 1_000 }, (_, at) =>
        at % 3 === 0
          ? broken(`${long}${at}`, `${long}${at}`, `${at}${long}`)
          : comparedCase(`${long}${at}`, [passing(long)], [errored(`${at} ${long}`)]),
      );
      const gate = gateResult(cases, context({ dataset: { name: long, version: long } }));
      const content = finishedComment(
        workflowRun,
        { pullRequest: 7, key: 'shop', agent: 'shop', startedAt: 0, id: undefined, closed: false },
        {
          outcome: outcome('cancelled', 'signal', long.repeat(20)),
          record: {
            ...recordOf(gate),
            deployment: { id: 'd', name: long, url: `https://example.com/${'a'.repeat(1_000)}` },
            logTail: { kind: 'build', lines: repeat(100, long) },
          },
        },
        { commit: undefined, now: 0, logs: true, gate: renderSection(gate, redact) },
      );
      const text = commentBody(content);
      expect(text.length).toBeLessThan(60_000);
      expect(liveIn(renderAsGitHub(text))).toEqual([]);
    }
  });

  test('is rendered quickly from responses of 10 MB', () => {
    const large = 'word @octocat '.repeat(750_000);
    const gate = gateResult([broken('large', large, `${large}!`), ...equal]);
    expect(commentOf(gate).length).toBeLessThan(60_000);
  });
});

describe('the report of a run with a gate', () => {
  const locations = new Map([
    ['Refund', { file: 'evals/cases.yml', line: 12 }],
    ['Iceland', { file: 'evals/cases.yml', line: 30 }],
  ]);
  const options = (now = 0) => ({
    policy: DEFAULT_POLICY,
    display: { summary: true, annotations: true },
    now,
    redact,
  });

  test('annotates each broken case at its line, and adds the comparison to the summary', async () => {
    const host = createFakeHost({});
    const gate = gateResult(worseComparison(), context(), { locations, folder: 'reports' });
    await report(host, worse, recordOf(gate), options());
    expect(host.annotations).toHaveLength(2);
    expect(host.annotations[1]).toEqual({
      level: 'error',
      title: 'Agent Deploy: Refund is broken',
      message:
        'Preview fails, Production passes (5/5 → 0/5).\n- Refund 160.00 EUR? Please confirm.\n+ I have refunded 160.00 EUR.',
      file: 'evals/cases.yml',
      line: 12,
    });
    expect(host.summaries[0]).toContain(
      '## 🔴 The preview works, but its answers are worse than those of production',
    );
    expect(host.summaries[0]).toContain('`····├─●─┤·┆··········`');
    expect(host.outputs).toMatchObject({ 'gate-verdict': 'worse', 'gate-report': 'reports' });
  });

  test('annotates at most as many cases as GitHub shows, and states how many are omitted', () => {
    const cases = Array.from({ length: 14 }, (_, at) => broken(`case ${at}`));
    const all = new Map(cases.map(({ name }, at) => [name, { file: 'cases.yml', line: at + 1 }]));
    const annotations = renderAnnotations(gateResult(cases, context(), { locations: all }), redact, 'error');
    expect(annotations).toHaveLength(9);
    expect(annotations.at(-1)?.message).toContain('5 more cases are in the job summary.');
  });

  test('annotates the failed cases of a gate without a comparison', () => {
    const given = aloneContext();
    const cases = [aloneCase('Danish', [failing('Hi')]), aloneCase('Swedish', [passing('Hej')])];
    const all = new Map(cases.map(({ name }, at) => [name, { file: 'cases.csv', line: at + 2 }]));
    expect(renderAnnotations(gateResult(cases, given, { locations: all }), redact, 'error')).toEqual([
      { level: 'error', title: 'Agent Deploy: Danish failed', message: 'Hi', file: 'cases.csv', line: 2 },
    ]);
  });

  // docs/security/pull-requests.md#gate-workflow-commands
  test('writes no annotation or log line that executes a workflow command', async () => {
    const written: string[] = [];
    const host = createRunnerHost({}, (text) => written.push(text));
    const name = 'x\n::error::y,line=1%0A::stop-commands::z';
    const gate = gateResult([broken(name, '::set-output name=a::b', '\n::error::c')], context(), {
      locations: new Map([[name, { file: 'a:b,\n::c.yml', line: 3 }]]),
    });
    await report(host, worse, recordOf(gate), options());
    const lines = written.join('').split('\n');
    expect(lines.filter((line) => line.startsWith('::'))).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith('::')).at(-1)).toContain(
      'file=a%3Ab%2C%0A%3A%3Ac.yml,line=3::',
    );
  });

  test('contains no secret', async () => {
    const host = createFakeHost({});
    const text = `The key is ${SECRET}.`;
    const cases: ComparedCase[] = [
      broken(SECRET, text, `${text}!`),
      ...Array.from({ length: 12 }, (_, at) =>
        comparedCase(`${at}`, [answer({ scores: { [SECRET]: 1 } })], [answer({ scores: { [SECRET]: 0 } })]),
      ),
      comparedCase('lost', [passing(text)], [errored(text)]),
    ];
    const gate = gateResult(cases, context({ compareUrl: `https://example.com/?key=${SECRET}` }), {
      locations: new Map([[SECRET, { file: `${SECRET}.yml`, line: 1 }]]),
      endedEarly: text,
      folder: 'reports',
    });
    await report(host, worse, recordOf(gate), options());
    expect(host.annotations).toHaveLength(2);
    const { result, 'gate-scores': scores } = host.outputs;
    for (const shown of [host.summaries[0]!, commentOf(gate), scores!, result!]) {
      expect(shown).toContain('***');
      expect(shown).not.toContain(SECRET.slice(0, 12));
    }
    const { file: _, ...annotation } = host.annotations[1]!;
    expect(JSON.stringify(annotation)).not.toContain(SECRET.slice(0, 12));
  });
});

describe('the outputs of a gate', () => {
  test('are the verdict, the counts and the scores, in the deploy action and in the verify action', () => {
    const gate = gateResult(worseComparison(), context(), { folder: 'out' });
    const outputs = outputsOf(verified, recordOf(gate), 0);
    expect(outputs).toMatchObject({ 'gate-verdict': 'worse', 'gate-report': 'out' });
    expect(JSON.parse(outputs['gate-counts'])).toMatchObject({ broken: 1, worse: 1, same: 20 });
    expect(JSON.parse(outputs['gate-scores'])).toMatchObject({
      accuracy: { verdict: 'worse', gates: true, floor: null },
    });
    expect(JSON.parse(outputs.result)).toMatchObject({
      gate: { verdict: 'worse', red: true, compared: true, report: 'out', answers: 68 },
    });
    const { 'gate-counts': counts, 'gate-scores': scores } = verifyOutputsOf(verified, recordOf(gate), 0);
    expect([counts, scores]).toEqual([outputs['gate-counts'], outputs['gate-scores']]);
  });

  test('report the agent as verified only if the gate passed, and contain the number of cases', () => {
    const gate = recordOf(gateResult(worseComparison(), context()));
    const rolledBack = outcome('rolled-back', 'after-failure', 'The gate found a broken case.');
    const red = outcome('failed', 'gate-worse', 'The gate found a broken case.');
    expect([verified, red, rolledBack].map((end) => outputsOf(end, gate, 0).verified)).toEqual([
      'true',
      'false',
      'false',
    ]);
    expect(verifyOutputsOf(red, gate, 0)).toMatchObject({ verified: 'false', cases: '26', passed: '2' });
    const unreached = outcome('failed', 'gate-inconclusive', 'The deployment does not respond.');
    expect(outputsOf(unreached, recordOf(undefined), 0).verified).toBe('false');
    expect(outputsOf(verified, recordOf(undefined), 0).verified).toBe('');
  });

  test('are empty without a gate', () => {
    const outputs = outputsOf(verified, recordOf(undefined), 0);
    expect(outputs).toMatchObject({
      'gate-verdict': '',
      'gate-counts': '',
      'gate-scores': '',
      'gate-report': '',
    });
    expect(JSON.parse(outputs.result)).toMatchObject({ gate: null });
  });
});
