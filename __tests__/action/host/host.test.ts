import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRunnerHost, escapeCommands } from '../../../src/action/host/runner-host.ts';
import { createRedactingHost } from '../../../src/action/host/host.ts';
import { runPost } from '../../../src/action/post.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';
import { loadState, saveState } from '../../../src/action/state.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import { createFakeHost } from '../support/host.ts';

describe('a line that the action logs', () => {
  test.each([
    '::add-mask::x',
    '  ::error::x',
    '\t::stop-commands::x',
    '\u0085::add-mask::x',
    '\u00a0\u2003::error::x',
    '##[error]x',
    'a ##[group]b',
    'a\n::set-output name=x::y',
  ])('with %j is never executed as a workflow command', (line) => {
    for (const part of escapeCommands(line).split('\n')) {
      // The white space of the runner is .NET's, which includes U+0085.
      expect(part.replace(/^[\s\u0085]+/, '').startsWith('::')).toBe(false);
      expect(part).not.toContain('##[');
    }
  });

  test('is never executed as a workflow command, even if its text resembles one', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('::', '##[', '\r', '\n', ' '), fc.string(), (a, b, c) => {
        for (const part of escapeCommands(`${a}${b}${b}${c}`).split('\n')) {
          expect(part.trimStart().startsWith('::')).toBe(false);
        }
      }),
    );
  });

  test('with plain words is unchanged', () => {
    expect(escapeCommands('a: b::c # d')).toBe('a: b::c # d');
  });
});

describe('the runner host', () => {
  let folder: string;
  let written: string[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'agent-deploy-host-'));
    written = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const write = (text: string) => void written.push(text);
  const file = (name: string) => {
    const at = path.join(folder, name);
    writeFileSync(at, '');
    return at;
  };

  test('writes outputs and state as lines of their files', async () => {
    const env = { GITHUB_OUTPUT: file('out'), GITHUB_STATE: file('state') };
    const host = createRunnerHost(env);
    await host.setOutput('a', '1');
    await host.setOutput('b', 'x=y<<z');
    await host.saveState('s', '{}');
    expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toBe('a=1\nb=x=y<<z\n');
    expect(readFileSync(env.GITHUB_STATE, 'utf8')).toBe('s={}\n');
  });

  test('writes a multiline value between delimiters, so the value cannot add an output', async () => {
    const at = file('out');
    const before = process.env['GITHUB_OUTPUT'];
    process.env['GITHUB_OUTPUT'] = at;
    try {
      await createRunnerHost(process.env).setOutput('a', 'one\ncreated=true');
    } finally {
      if (before === undefined) delete process.env['GITHUB_OUTPUT'];
      else process.env['GITHUB_OUTPUT'] = before;
    }
    expect(readFileSync(at, 'utf8')).toMatch(/^a<<(ghadelimiter_[0-9a-f-]+)\none\ncreated=true\n\1\n$/);
  });

  test('writes no output, state or summary if the runner provides no file for it', async () => {
    const host = createRunnerHost({}, write);
    await host.setOutput('a', '1');
    await host.saveState('a', '1');
    await host.addSummary(() => {
      throw new Error('made without a file for it');
    });
    expect(written).toEqual([]);
  });

  test('escapes the values of workflow commands', () => {
    const host = createRunnerHost({}, write);
    host.mask('a%b');
    host.annotate({ level: 'error', title: 'a: b, c', message: 'one\ntwo' });
    host.startGroup('g');
    host.endGroup();
    host.log('::warning::not ours');
    expect(written.join('')).toBe(
      '::add-mask::a%25b\n::error title=a%3A b%2C c::one%0Atwo\n::group::g\n::endgroup::\n: :warning::not ours\n',
    );
  });

  test('appends to the job summary', async () => {
    const at = file('summary');
    const before = process.env['GITHUB_STEP_SUMMARY'];
    process.env['GITHUB_STEP_SUMMARY'] = at;
    try {
      await createRunnerHost(process.env).addSummary(() => '### one');
    } finally {
      if (before === undefined) delete process.env['GITHUB_STEP_SUMMARY'];
      else process.env['GITHUB_STEP_SUMMARY'] = before;
    }
    expect(readFileSync(at, 'utf8')).toBe('### one\n');
  });

  test('reads a file as text', () => {
    const at = file('event');
    writeFileSync(at, '{}');
    expect(createRunnerHost({}).readFile(at)).toBe('{}');
  });
});

describe('the host that redacts secrets', () => {
  test("passes secrets only to the runner's mask command", async () => {
    const inner = createFakeHost({});
    const host = createRedactingHost(inner, createRedactor(['sekret-value']));
    host.log('a sekret-value');
    host.startGroup('sekret-value');
    host.annotate({ level: 'error', title: 'sekret-value', message: 'sekret-value' });
    await host.setOutput('o', 'sekret-value');
    await host.saveState('s', 'sekret-value');
    await host.addSummary(() => 'sekret-value');
    host.mask('sekret-value');
    expect(inner.everything()).not.toContain('sekret-value');
    expect(inner.masks).toEqual(['sekret-value']);
  });
});

describe('the state between the phases of an action', () => {
  // docs/security/secrets.md#what-main-leaves-post
  test('is restored as saved', async () => {
    const host = createFakeHost({});
    const record = { ...createRunRecord(0), stage: 'waiting' as const };
    record.deployment = { id: 'd1', name: 'my-agent', url: undefined };
    record.revision = { id: 'r2', status: 'BUILDING', commit: undefined };
    const shown = {
      deployment: {
        environment: 'production',
        transient: false,
        refs: [],
        agent: 'my-agent',
        id: 7,
        closed: false,
      },
      comment: {
        pullRequest: 3,
        key: 'my-agent',
        agent: 'my-agent',
        startedAt: 0,
        id: undefined,
        closed: true,
      },
      end: { kind: 'failed' as const, reason: 'build-failed' },
    };
    record.github.shown = shown;
    await saveState(host, record);
    expect(loadState({ 'STATE_agent-deploy': host.state['agent-deploy'] })).toEqual({
      stage: 'waiting',
      deploymentId: 'd1',
      deploymentName: 'my-agent',
      revisionId: 'r2',
      shown,
    });
  });

  test('is ignored if the action did not write it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const state = loadState({ 'STATE_agent-deploy': text });
        expect(state?.stage ?? 'reading').toMatch(/^(reading|writing|waiting|reported)$/);
      }),
    );
    expect(loadState({})).toBeUndefined();
  });
});

describe('the post phase after a main phase', () => {
  const post = async (state: object | undefined) => {
    const host = createFakeHost(state === undefined ? {} : { 'STATE_agent-deploy': JSON.stringify(state) });
    await runPost(host);
    return host;
  };

  test('writes nothing if the main phase wrote its report or never started', async () => {
    expect((await post({ stage: 'reported' })).everything()).toBe((await post(undefined)).everything());
  });

  test.each([
    ['writing', /being sent/],
    ['waiting', /Revision r2 of my-agent \(d1\)/],
    ['reading', /Nothing was sent/],
  ])('reports the unfinished work if the main phase was killed while %s', async (stage, text) => {
    const host = await post({ stage, deploymentId: 'd1', deploymentName: 'my-agent', revisionId: 'r2' });
    expect(host.annotations).toEqual([expect.objectContaining({ level: 'warning' })]);
    expect(host.annotations[0]?.message).toMatch(text);
    expect(host.summaries).toHaveLength(1);
  });

  test('never fails the job', async () => {
    const host = createFakeHost({ 'STATE_agent-deploy': '{"stage":"writing"}' });
    await runPost({
      ...host,
      addSummary: async () => {
        throw new Error('disk full');
      },
    });
    expect(host.lines.join()).toContain('disk full');
  });
});
