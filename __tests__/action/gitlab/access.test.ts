import { describe, expect, test } from '@jest/globals';
import { gitLabAccess } from '../../../src/action/gitlab/access.ts';
import { describeNoteFailure } from '../../../src/action/gitlab/code-host.ts';
import { CommentReplacedError } from '../../../src/action/publish/comments.ts';
import { commitUrl, readWorkflowRun, runUrl } from '../../../src/action/report/links.ts';
import { ApiError } from '../../../src/clients/errors.ts';

const ENV = {
  GITLAB_CI: 'true',
  GITLAB_TOKEN: 'glpat-1234567890',
  CI_JOB_TOKEN: 'glcbt-64_abc',
  CI_SERVER_URL: 'https://gitlab.example.org/git',
  CI_API_V4_URL: 'https://gitlab.example.org/git/api/v4',
  CI_PROJECT_ID: '42',
  CI_PROJECT_PATH: 'group/sub/agents',
  CI_PIPELINE_ID: '9001',
};

describe('the access of a pipeline to GitLab', () => {
  test('requires a token and the variables of the pipeline, and allows http to this machine', () => {
    const local = { CI_SERVER_URL: 'http://localhost:8080', CI_API_V4_URL: 'http://localhost:8080/api/v4' };
    for (const env of [ENV, { ...ENV, ...local }]) {
      const { open, problem, token } = gitLabAccess(env);
      expect([typeof open, problem, token]).toEqual(['function', undefined, 'glpat-1234567890']);
    }
  });

  // docs/gitlab.md#token docs/gitlab.md#token-destination
  test.each<[string, Record<string, string>, string]>([
    [
      'without a token',
      { GITLAB_TOKEN: '' },
      'GITLAB_TOKEN is not set. Store a project access token with the scope `api` and the role Reporter',
    ],
    ['with the token of the job', { GITLAB_TOKEN: ENV.CI_JOB_TOKEN }, 'can only read notes'],
    [
      'with the token of the job on an older server',
      { GITLAB_TOKEN: 'abcdefghij', CI_JOB_TOKEN: 'abcdefghij' },
      'can only read notes',
    ],
    ['with a token of another job', { GITLAB_TOKEN: 'glcbt-64_other' }, 'can only read notes'],
    ['with a token of two lines', { GITLAB_TOKEN: 'glpat-1\nglpat-2' }, 'a line break'],
    ['without the URL of the API', { CI_API_V4_URL: '' }, 'this variable is not a URL'],
    ['with plain http', { CI_API_V4_URL: 'http://gitlab.example.org/api/v4' }, 'must use https'],
    ['with a file as the URL', { CI_API_V4_URL: 'file:///api/v4' }, 'must start with https://'],
    [
      'with credentials in the URL',
      { CI_API_V4_URL: 'https://a:b@gitlab.example.org/api/v4' },
      'must not contain credentials',
    ],
    ['with another server', { CI_API_V4_URL: 'https://evil.example.org/api/v4' }, 'has another origin'],
    ['without a server', { CI_SERVER_URL: '' }, 'has another origin'],
    ['with a path as the project', { CI_PROJECT_ID: '../42' }, 'CI_PROJECT_ID must be a number'],
    [
      'for a merge request of another project',
      { CI_MERGE_REQUEST_PROJECT_ID: '77' },
      'The merge request belongs to another project than the pipeline',
    ],
    ['with project 0', { CI_PROJECT_ID: '0' }, 'CI_PROJECT_ID must be a number'],
  ])('is missing %s, with a warning that contains no value', (_how, more, text) => {
    const { open, problem = '' } = gitLabAccess({ ...ENV, ...more });
    expect(open).toBeUndefined();
    expect(problem).toContain(
      'The note on the merge request was not written; the deployment itself is not affected. ',
    );
    expect(problem).toContain(text);
    for (const value of Object.values(more)) if (value.length > 1) expect(problem).not.toContain(value);
  });
});

describe('the warning about a note', () => {
  const failure = (status: number | undefined, detail: string | null) =>
    new ApiError({
      kind: status === undefined ? 'network' : 'http',
      method: 'PUT',
      path: '/api/v4/x',
      what: 'x',
      hint: 'Check the API key.',
      attempts: 1,
      status,
      detail,
      code: status === undefined ? 'ECONNREFUSED' : undefined,
    });

  // docs/gitlab.md#token
  test.each<[unknown, boolean, string]>([
    [failure(401, '401 Unauthorized'), true, 'GitLab rejected GITLAB_TOKEN (401 Unauthorized): '],
    [failure(403, 'insufficient_scope'), true, 'GITLAB_TOKEN may not write notes (insufficient_scope): '],
    [failure(404, '404 Project Not Found'), true, 'did not find the merge request (404 Project Not Found)'],
    [failure(429, null), false, 'GitLab answered 429.'],
    [failure(502, null), false, 'GitLab answered 502.'],
    [failure(undefined, null), false, 'GitLab did not respond: ECONNREFUSED.'],
    [new CommentReplacedError('Other jobs kept replacing it'), false, 'Other jobs kept replacing it.'],
  ])('(example %#) states the cause, and whether another attempt can succeed', (error, isRefused, text) => {
    const found = describeNoteFailure(error, (one) => one);
    expect(found.isRefused).toBe(isRefused);
    expect(found.warning).toContain('the deployment itself is not affected. ');
    expect(found.warning).toContain(text);
    expect(found.warning).not.toContain('API key');
  });
});

describe('links to GitLab', () => {
  test('lead to the pipeline and the commit of the project', () => {
    const run = readWorkflowRun(ENV);
    expect(runUrl(run)).toBe('https://gitlab.example.org/git/group/sub/agents/-/pipelines/9001');
    expect(commitUrl(run, 'abc')).toBe('https://gitlab.example.org/git/group/sub/agents/-/commit/abc');
  });

  test.each([
    { CI_PIPELINE_ID: '1](https://evil.example.org)' },
    { CI_PROJECT_PATH: 'a/b)](https://evil.example.org' },
    { CI_SERVER_URL: 'javascript:alert(1)' },
    { CI_SERVER_URL: '' },
  ])('are omitted if a variable is invalid: %j', (more) => {
    expect(runUrl(readWorkflowRun({ ...ENV, ...more }))).toBeUndefined();
  });

  test('do not appear in a job on GitHub that sets GITLAB_CI', () => {
    const run = readWorkflowRun({
      ...ENV,
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: '5',
      GITHUB_REPOSITORY: 'o/r',
    });
    expect(runUrl(run)).toBe('https://github.com/o/r/actions/runs/5/attempts/1');
  });
});
