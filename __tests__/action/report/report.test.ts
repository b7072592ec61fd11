import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_POLICY, outcome } from '../../../src/action/outcome.ts';
import { annotationOf, report } from '../../../src/action/report/report.ts';
import { safeUrl, table } from '../../../src/action/report/markdown.ts';
import { pullRequestLink } from '../../../src/action/report/links.ts';
import { OUTPUTS, outputsOf } from '../../../src/action/report/outputs.ts';
import { planLines } from '../../../src/action/report/log-lines.ts';
import { summaryOf } from '../../../src/action/report/summary.ts';
import { createRunRecord, type RunRecord } from '../../../src/action/run-record.ts';
import { createFakeHost } from '../support/host.ts';

function fullRecord(): RunRecord {
  return {
    ...createRunRecord(1000),
    deployment: { id: 'd1', name: 'my-agent', url: 'https://x.example.org' },
    revision: { id: 'r2', status: 'DEPLOYED', commit: 'a'.repeat(40) },
    previousRevisionId: 'r1',
    changed: true,
    plan: {
      kind: 'patch',
      body: {},
      originOnly: true,
      changes: [
        { field: 'source_revision_config.repo_ref', from: 'main @ 1', to: 'main @ 2', revision: true },
        { field: 'source_config.build_command', from: null, to: 'a | b `c`', revision: false },
        { field: 'secrets.OLD', from: '(set)', to: null, revision: true },
      ],
    },
    timeline: [
      { status: 'BUILDING', startMs: 0, endMs: 60_000 },
      { status: 'DEPLOYED', startMs: 60_000, endMs: 61_000 },
    ],
    prediction: { usualMs: 80_000, totalsMs: [80_000] },
    earlier: [{ id: 'r1', commit: 'b'.repeat(40), tookMs: 80_000, endedAt: 80_000 }],
  };
}
const done = outcome('deployed', 'rolled-out', 'All is well.');
const failed = outcome('failed', 'build-failed', 'It broke.\nBadly.');
const HELP = 'https://github.com/acme/agent-deploy/blob/v0/docs/troubleshooting/rollout.md#build-failed';

describe('the outputs of a run', () => {
  test('are all written, even if the run recorded only its outcome', () => {
    const outputs = outputsOf(failed, createRunRecord(0), 2340);
    expect(Object.keys(outputs)).toEqual([...OUTPUTS]);
    expect(outputs).toMatchObject({
      outcome: 'failed',
      'reason-code': 'build-failed',
      'deployment-id': '',
      created: 'false',
      'duration-seconds': '2.3',
    });
  });

  test("contain a sweep's results in the format that action.yml documents", () => {
    const swept = [{ name: 'a-pr-7', id: 'd', of: 'a/b#7', why: 'too-old', did: 'deleted' } as const];
    const outputs = outputsOf(done, { ...createRunRecord(0), swept: [...swept] }, 0);
    expect(JSON.parse(outputs.swept)).toEqual({ previews: swept });
    expect(JSON.parse(outputs.result)).toMatchObject({ swept });
    const text = readFileSync(path.resolve(import.meta.dirname, '../../../action.yml'), 'utf8');
    expect(/^  swept:\n    description: (?:>-\n *)?(.*)$/m.exec(text)?.[1]).toMatch(
      /^JSON with the `previews`/,
    );
  });

  test('contain the versioned result on one line', () => {
    const { result } = outputsOf(done, fullRecord(), 62_000);
    expect(result).not.toContain('\n');
    expect(JSON.parse(result)).toEqual({
      schema_version: 1,
      outcome: 'deployed',
      reason_code: 'rolled-out',
      message: 'All is well.',
      deployment: { id: 'd1', name: 'my-agent', url: 'https://x.example.org' },
      revision: { id: 'r2', status: 'DEPLOYED', commit_sha: 'a'.repeat(40) },
      previous_revision_id: 'r1',
      wanted_commit_sha: null,
      source: null,
      gate: null,
      created: false,
      changed: true,
      duration_seconds: 61,
      rollback: null,
      pull_request: null,
      plan_id: null,
      swept: null,
      shared_preview: null,
      seed: null,
      verification: null,
      github: { deployment_id: null, comment_id: null },
      plan: {
        kind: 'patch',
        makes_revision: true,
        changes: [
          {
            field: 'source_revision_config.repo_ref',
            from: 'main @ 1',
            to: 'main @ 2',
            makes_revision: true,
          },
          { field: 'source_config.build_command', from: null, to: 'a | b `c`', makes_revision: false },
          { field: 'secrets.OLD', from: '(set)', to: null, makes_revision: true },
        ],
      },
      timeline: [
        { status: 'BUILDING', start_seconds: 0, seconds: 60 },
        { status: 'DEPLOYED', start_seconds: 60, seconds: 1 },
      ],
    });
  });
});

describe('the plan in the log', () => {
  test('shows old and new values, additions and removals, and marks changes that create a revision', () => {
    const { plan } = fullRecord();
    expect(plan && planLines(plan)).toEqual([
      '~ source_revision_config.repo_ref: main @ 1 -> main @ 2  (creates a revision)',
      '+ source_config.build_command: a | b `c`',
      '- secrets.OLD: (set)  (creates a revision)',
      'This creates a new revision.',
    ]);
  });

  test.each([
    [{ kind: 'unchanged', changes: [] } as const, 'Nothing differs.'],
    [{ kind: 'adopt', revisionId: 'r', changes: [] } as const, 'is already in progress'],
    [
      {
        kind: 'refused',
        changes: [],
        refusals: [{ reason: 'immutable-field', path: 'source', message: 'no', hint: 'Recreate.' }],
      } as const,
      '! source: no. Recreate.',
    ],
  ])('explains the plan %j', (plan, text) => {
    expect(planLines({ ...plan, changes: [] } as Parameters<typeof planLines>[0]).join('\n')).toContain(text);
  });
});

describe('the summary of a run', () => {
  test('contains the status, the plan, the timeline and the link', () => {
    const text = summaryOf(done, 'fine', fullRecord(), { now: 62_000, help: HELP });
    expect(text).toMatch(/^## 🟢 \S+ is deployed\n/);
    expect(text).toContain('| revision | `r2`: DEPLOYED |');
    expect(text).toContain('**[Open the agent](<https://x.example.org/>)**');
    expect(text).toMatch(/building +1 min 00 s {2}├─+┤/);
    expect(text).toContain('19 s less than the previous rollout');
    expect(text).toContain('| `bbbbbbb` | 1 min 20 s | 19 s shorter | `r1` |');
    expect(text).toContain('| ✏️ changed | `repo_ref` | main &#64;&#8203; 1 | main &#64;&#8203; 2 |');
    expect(text).toContain('This creates a new revision.');
    // Every cell of a header row contains text.
    expect(text).not.toMatch(/^\|(?: *\|)+$/m);
  });

  test("links the pull request, and shows a rollback's target or a sweep's deletions", () => {
    const record: RunRecord = {
      ...fullRecord(),
      pullRequest: 7,
      rollback: { targetId: 'r0', revisionId: 'r3', after: 'build-failed' },
      swept: [
        { name: 'a-pr-7', id: 'd7', of: 'acme/agents#7', why: 'pull-request-closed', did: 'deleted' },
        { name: 'a-pr-8', id: 'd8', of: 'acme/agents#8', why: 'too-old', did: 'would-delete' },
      ],
    };
    const pullUrl = pullRequestLink({ GITHUB_REPOSITORY: 'acme/agents' }, 7);
    const text = summaryOf(done, 'fine', record, { now: 62_000, help: HELP, pullUrl });
    expect(text).toContain('pull request [#7](<https://github.com/acme/agents/pull/7>)');
    expect(text).toContain('| rollback | to `r0`, as revision `r3`, after build-failed |');
    expect(text).toContain('| `a-pr-7` | `acme/agents#7` | its pull request is closed | deleted |');
    expect(text).toContain('| would be deleted |');
    expect(pullRequestLink({ GITHUB_REPOSITORY: 'a b' }, 7)).toBeUndefined();
  });

  test('shows the log of a failure as plain text', () => {
    const record = {
      ...fullRecord(),
      logTail: { kind: 'build' as const, lines: ['```', 'boom', '</details>'] },
    };
    const text = summaryOf(failed, 'error', record, { now: 62_000, help: HELP });
    expect(text).toMatch(/^## 🔴 .*\n\n> \[!CAUTION\]\n> It broke\./);
    expect(text).toContain('````text\n```\nboom\n</details>\n````');
    expect(text).toContain('It broke.<br>Badly.');
  });

  test("stays below GitHub's limit", () => {
    const lines = Array.from({ length: 1000 }, () => 'x'.repeat(2000));
    const text = summaryOf(
      failed,
      'error',
      { ...fullRecord(), logTail: { kind: 'build', lines } },
      {
        now: 0,
        help: HELP,
      },
    );
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toContain('(shortened)');
  });

  test('does not link an invalid address', () => {
    const record = fullRecord();
    record.deployment = { id: 'd', name: 'n', url: 'javascript:alert(1)' };
    expect(summaryOf(done, 'fine', record, { now: 0, help: HELP })).not.toContain('javascript');
  });

  test('contains tables with rows of equal length', () => {
    expect(table(['a', 'b'], [['1', '2|3']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2&#124;3 |');
  });

  test.each([
    ['https://a.example.org/x', 'https://a.example.org/x'],
    ['http://127.0.0.1:3', 'http://127.0.0.1:3/'],
    ['ftp://x', undefined],
    ['not a url', undefined],
    [undefined, undefined],
    ['https://x/<script>', 'https://x/%3Cscript%3E'],
    ['https://x/(a)', undefined],
  ])('shows the address %j as %j', (text, url) => {
    expect(safeUrl(text)).toBe(url);
  });
});

describe('the annotation of a failed run', () => {
  test("is a single annotation with the reason and the log's last lines", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const record = { ...createRunRecord(0), logTail: { kind: 'build' as const, lines } };
    const annotation = annotationOf(failed, 'error', record, HELP);
    expect(annotation).toMatchObject({ level: 'error', title: 'Agent Deploy: failed (build-failed)' });
    expect(annotation?.message).toContain('line 29');
    expect(annotation?.message).not.toContain('line 19\n');
  });

  test('does not repeat the reason if the log ends with it', () => {
    const message = 'Revision r ended as BUILD_FAILED. Reason: "npm ci" ended with exit code 1.';
    const lines = ['npm error code E404', 'ERROR: "npm ci" ended with exit code 1.'];
    const record = { ...createRunRecord(0), logTail: { kind: 'build' as const, lines } };
    const annotation = annotationOf({ ...failed, message }, 'error', record, HELP);
    expect(annotation?.message).toBe(`${message}\n\nWhat to do: ${HELP}`);
  });

  test('does not exist after a successful run', () => {
    expect(annotationOf(done, 'fine', createRunRecord(0), HELP)).toBeUndefined();
  });

  test('is truncated if it is long', () => {
    const long = outcome('failed', 'rejected', 'x'.repeat(9000));
    const limit = 4000 + `…\n\nWhat to do: ${HELP}`.length;
    expect(annotationOf(long, 'error', createRunRecord(0), HELP)?.message.length).toBe(limit);
  });
});

describe('the report of a run', () => {
  const context = {
    policy: DEFAULT_POLICY,
    display: { summary: true, annotations: true },
    now: 0,
    redact: (text: string) => text,
  };

  test('ends without an error even if the runner rejects every file', async () => {
    const host = createFakeHost({});
    const refuse = async () => {
      throw new Error('disk full');
    };
    const broken = { ...host, setOutput: refuse, addSummary: refuse, saveState: refuse };
    expect(await report(broken, done, createRunRecord(0), context)).toBe(0);
    expect(host.lines.filter((line) => line.includes('disk full'))).toHaveLength(3);
  });

  test('contains all other outputs if one output cannot be written', async () => {
    const host = createFakeHost({});
    const broken = {
      ...host,
      setOutput: async (name: string, value: string) => {
        if (name === 'deployment-url') throw new Error('disk full');
        await host.setOutput(name, value);
      },
    };
    await report(broken, done, createRunRecord(0), context);
    expect(Object.keys(host.outputs)).toHaveLength(OUTPUTS.length - 1);
  });

  // docs/cli.md#explain
  test.each([
    ['', {}],
    [
      ', or https://github.com/acme/agent-deploy/blob/v0/docs/troubleshooting/rollout.md#build-failed',
      { GITHUB_ACTION_REPOSITORY: 'acme/agent-deploy', GITHUB_ACTION_REF: 'v0' },
    ],
  ])('ends with the command that explains the reason code%s', async (address, env) => {
    const host = createFakeHost(env);
    const failed = outcome('failed', 'build-failed', 'It could not be built.');
    const explaining = { ...host, explainCommand: 'agent-deploy explain' };
    await report(explaining, failed, createRunRecord(0), context);
    expect(host.lines.at(-1)).toBe(`What to do: agent-deploy explain build-failed${address}`);
  });

  test('marks the saved state of the run as reported', async () => {
    const host = createFakeHost({});
    await report(host, done, createRunRecord(0), context);
    expect(host.state['agent-deploy']).toContain('reported');
  });
});
