import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isRunUrl, readWorkflowRun } from '../../../src/action/report/links.ts';
import {
  deploymentStateOf,
  describeReportFailure,
  isMissingPermission,
} from '../../../src/action/github/policy.ts';
import { isUnfinished, parsePublishedState } from '../../../src/action/publish/published-state.ts';
import { toGitHubFailure } from '../../../src/action/github/client.ts';
import { type OutcomeKind, REASONS } from '../../../src/action/outcome.ts';

describe('the last status of a deployment on GitHub', () => {
  const every = Object.entries(REASONS).flatMap(([kind, reasons]) =>
    Object.keys(reasons).map((reason) => ({ kind: kind as OutcomeKind, reason })),
  );
  test('is a success only if the agent is serving', () => {
    const good = every.filter((end) => deploymentStateOf(end) === 'success').map(({ kind }) => kind);
    expect(new Set(good)).toEqual(new Set(['deployed', 'unchanged', 'observed', 'verified']));
  });

  test('is in progress only if the run did not wait for the rollout', () => {
    const going = every.filter((end) => deploymentStateOf(end) === 'in_progress').map(({ kind }) => kind);
    expect(new Set(going)).toEqual(new Set(['submitted']));
  });

  test.each([
    ['failed', 'build-failed', 'failure'],
    ['failed', 'unreachable', 'error'],
    ['failed', 'internal-error', 'error'],
    ['rolled-back', 'after-failure', 'failure'],
    ['superseded', 'newer-revision', 'inactive'],
    ['cancelled', 'signal', 'inactive'],
    ['torn-down', 'closed-meanwhile', 'inactive'],
  ] as const)('for the outcome %s with the reason %s is %s', (kind, reason, state) => {
    expect(deploymentStateOf({ kind, reason })).toBe(state);
  });
});

describe('the state saved for the post step', () => {
  test('is parsed without an exception, even from an invalid string', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shown = parsePublishedState(value);
        expect(isUnfinished(shown)).toBe(
          shown.deployment?.closed === false || shown.comment?.closed === false,
        );
      }),
    );
  });

  test('is the same after it is saved and parsed', () => {
    const id = fc.option(fc.integer({ min: 1 }), { nil: undefined });
    const deployment = fc.record({
      environment: fc.string(),
      transient: fc.boolean(),
      refs: fc.array(fc.string()),
      agent: fc.string(),
      id,
      closed: fc.boolean(),
    });
    const comment = fc.record({
      pullRequest: fc.integer({ min: 1 }),
      key: fc.string(),
      agent: fc.string(),
      startedAt: fc.nat(),
      id,
      closed: fc.boolean(),
    });
    const end = fc.record({
      kind: fc.constantFrom(...(Object.keys(REASONS) as OutcomeKind[])),
      reason: fc.string(),
    });
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    fc.assert(
      fc.property(
        fc.record({ deployment: optional(deployment), comment: optional(comment), end: optional(end) }),
        (shown) => {
          expect(parsePublishedState(JSON.parse(JSON.stringify(shown)))).toEqual(shown);
        },
      ),
    );
  });
});

describe('a warning about a request that GitHub rejected', () => {
  const refused = (permissions: string[]) => ({
    status: 403,
    message: 'Resource not accessible by integration',
    description: 'GitHub answered 403: Resource not accessible by integration',
    permissions,
  });
  test.each([
    ['deployment', ['deployments: read'], 'deployments: write'],
    ['deployment', [], 'deployments: write'],
    ['comment', ['issues: write'], 'pull-requests: write'],
    ['deployment', ['environments: write', 'actions: read'], 'environments: write`, `actions: read'],
  ] as const)(
    "for the %s, with the permission %j in GitHub's response, contains `%s`",
    (part, named, line) => {
      expect(describeReportFailure(part, refused([...named]))).toContain(`add \`${line}\``);
    },
  );

  test.each([
    [403, 'Unable to create comment because issue is locked.', ''],
    [403, 'API rate limit exceeded', 'deployments=write'],
    [502, '<!DOCTYPE html>', ''],
  ])('with status %i and the message "%s" contains no permission and no HTML', (status, message, needed) => {
    const response = { headers: { 'x-accepted-github-permissions': needed } };
    const failure = toGitHubFailure(Object.assign(new Error(message), { status, response }), String);
    expect(isMissingPermission(failure)).toBe(false);
    expect(describeReportFailure('comment', failure)).not.toMatch(/permissions:|<!DOCTYPE/);
  });
});

test('a link belongs to a run only if it contains the complete run ID', () => {
  const place = readWorkflowRun({ GITHUB_RUN_ID: '12' });
  expect(isRunUrl(place, 'https://github.com/o/r/actions/runs/12/job/3')).toBe(true);
  expect(isRunUrl(place, 'https://github.com/o/r/actions/runs/12')).toBe(true);
  expect(isRunUrl(place, 'https://github.com/o/r/actions/runs/123/job/3')).toBe(false);
  expect(isRunUrl(readWorkflowRun({}), 'https://github.com/o/r/actions/runs//job/3')).toBe(false);
});
