import { describe, expect, test } from '@jest/globals';
import { Evidence } from '../../../harness/live/evidence.ts';
import { parseLiveCommand } from '../../../harness/live/options.ts';
import { livePage } from '../../../harness/live/page.ts';
import { isGreen, liveSummary, resultTitle } from '../../../harness/live/texts.ts';
import { LiveResult } from '../../../src/contract/live-result.ts';

const SECRET = 'key-of-the-workspace-4711';
const HOSTILE = '<img src=x onerror=alert(1)> [link](javascript:alert(1)) | @octocat';

function result(check: (evidence: Evidence) => void = () => undefined): LiveResult {
  const evidence = new Evidence((text) => text.replaceAll(SECRET, '***'));
  check(evidence);
  return LiveResult.parse({
    schema: 1,
    run: 'agent-deploy-live-202611301655-a1b2c3',
    started_at: '2026-11-30T16:55:30.000Z',
    duration_ms: 61_000,
    service: 'https://api.host.langchain.com',
    ended: 'completed',
    ended_because: '',
    budget: {
      deployments: { used: 3, max: 5 },
      requests: { used: 150, max: 1_500 },
      minutes: { used: 1, max: 60 },
    },
    inferences: evidence.result(),
    scenarios: [
      {
        id: 'reads',
        title: 'Read without creating anything',
        state: 'failed',
        problem: HOSTILE,
        duration_ms: 1_000,
        steps: [{ at_ms: 1, kind: 'request', text: `GET /${HOSTILE}`, status: null, duration_ms: 3 }],
        steps_left_out: 2,
      },
    ],
    sweeps: [{ when: 'after', deleted: [], young: [], left: [HOSTILE] }],
  });
}

describe('the result of a live run', () => {
  test('shows a failed check although other checks of the inference succeeded, and hides secrets', () => {
    const { inferences } = result((evidence) => {
      evidence.check('list-shape', true, 'a list', 'a list');
      evidence.check('list-shape', false, 'a list', `401: ${SECRET} is invalid`);
      evidence.check('key-missing', true, '401', '401');
    });
    const of = (name: string) => inferences.find(({ id }) => id === name);
    expect(of('list-shape')).toMatchObject({ state: 'wrong', checks: 2, seen: '401: *** is invalid' });
    expect(of('key-missing')).toMatchObject({ state: 'confirmed', checks: 1 });
    expect(of('key-wrong')).toMatchObject({ state: 'not-reached', checks: 0, seen: null });
    expect(() => new Evidence(String).check('no-such-id', true, '', '')).toThrow('inferences.ts');
  });

  test('is a page without scripts and a summary without markup, whatever the service responded', () => {
    const hostile = result((evidence) => evidence.check('list-shape', false, 'a list', HOSTILE));
    expect(resultTitle(hostile)).toMatch(/^1 of \d+ statements about the service is wrong$/);
    const page = livePage(hostile, { docsUrl: 'https://github.com/octo-org/agents/blob/main' });
    expect(page).not.toContain('<img');
    expect(page).toContain("default-src 'none'; style-src 'sha256-");
    expect(page).toContain('href="https://github.com/octo-org/agents/blob/main/docs/api.md#pages"');
    const summary = liveSummary(hostile);
    expect(summary).not.toMatch(/<img|\[link\]\(|@octocat/);
    expect(isGreen(hostile)).toBe(false);
  });
});

describe('the command line of the live tier', () => {
  const env = { LANGSMITH_API_KEY: SECRET, LANGSMITH_WORKSPACE_ID: '' };

  test('has a default for each option', () => {
    expect(parseLiveCommand([], env)).toEqual({
      kind: 'run',
      apiKey: SECRET,
      workspaceId: undefined,
      controlPlaneUrl: 'https://api.host.langchain.com',
      budget: { deployments: 5, requests: 1_500, minutes: 60 },
      leftoverMs: 6 * 3_600_000,
      only: undefined,
      out: '.tmp/live',
    });
    expect(parseLiveCommand(['--list'], {})).toEqual({ kind: 'list' });
  });

  test.each([
    [[], {}, /LANGSMITH_API_KEY is not set/],
    [['--region', 'mars'], env, /--region mars is unknown: pass one of us, eu/],
    [['--region', 'us', '--url', 'http://127.0.0.1:1'], env, /exclude each other/],
    [['--url', 'nowhere'], env, /--url is not a URL/],
    [['--url', 'https://service.example.com'], env, /--url is not on this machine/],
    [['--max-minutes', '0'], env, /--max-minutes is 0: pass a whole number from 1 to 360/],
    [['--max-deployments', '1e9'], env, /--max-deployments is 1e9/],
    [['--only', 'reads,sweep'], env, /--only contains sweep, which is not a scenario/],
    [['--api-key', SECRET], env, /Unknown option/],
  ])('rejects %j', (args, given, problem) => {
    expect(() => parseLiveCommand(args, given)).toThrow(problem);
  });
});
