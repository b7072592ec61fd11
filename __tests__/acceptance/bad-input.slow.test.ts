import { describe, expect, test } from '@jest/globals';
import { branchDeletedEvent, pullRequestEvent } from '../../harness/events.ts';
import { loadManifest } from '../../harness/runner/node-action.ts';
import { BAD_VALUES, IMAGE as ANY_IMAGE } from '../action/support/bad-values.ts';
import { ACTION_YML, errorsOf, summaryOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const NAME = { 'deployment-name': 'bad-input' };
const IMAGE = { ...NAME, ...ANY_IMAGE };
const manifest = await loadManifest(ACTION_YML);

describe('an invalid input of the action', () => {
  test('is tested in this suite for every input of action.yml', () => {
    expect(Object.keys(BAD_VALUES).toSorted()).toEqual(Object.keys(manifest.inputs).toSorted());
  });

  // Tests in process cover the other values of the table.
  // docs/security.md#bad-input-ends-step
  test.each(Object.entries(BAD_VALUES).map(([input, [first]]) => ({ input, ...first })))(
    '($input: $value) ends the step before any request, and the message contains field, problem and hint',
    async ({ input, value, with: others = {}, event, problem }) => {
      const { result: run, requests } = await world.watch(() =>
        world.deploy({
          ...(event && { event }),
          inputs: { 'deployment-name': 'bad-input', ...others, [input]: value },
          secrets: input === 'secrets' ? ['first-value', 'second-value'] : [],
        }),
      );
      expect([run.exitCode, run.outputs['outcome'], run.outputs['reason-code']]).toEqual([
        1,
        'failed',
        'invalid-input',
      ]);
      const line = errorsOf(run)
        .flatMap((message) => message.split('\n'))
        .find((text) => text.startsWith(`- ${input}: `));
      // The message contains the field and the problem, followed by the hint as a separate sentence.
      expect(line).toMatch(problem);
      expect(line).toMatch(/\. [A-Z`].*[.)?]$/);
      expect(summaryOf(run)).toMatch(problem);
      expect(requests).toEqual([]);
    },
  );

  test('is reported together with all other invalid inputs', async () => {
    const run = await world.deploy({
      inputs: { 'deployment-name': '-', wait: 'maybe', 'poll-interval': '0', 'wait-timout': '5m' },
    });
    const reported = errorsOf(run).join('\n');
    for (const input of ['deployment-name', 'wait', 'poll-interval']) expect(reported).toContain(input);
    expect(reported).toContain('Did you mean "wait-timeout"?');
  });

  test('is reported with a link to its documentation in log, annotation and summary', async () => {
    const run = await world.deploy({ inputs: { 'deployment-name': '-' } });
    // The repository of a local action is unknown to the runner, so the link leads to a page of this project.
    const reported = 'What to do: docs/troubleshooting/settings.md#invalid-input';
    expect(run.log.trimEnd().split('\n').at(-1)).toBe(reported);
    expect(errorsOf(run).join()).toMatch(new RegExp(`${reported}$`));
    expect(run.summary).toContain('**What to do:** see `docs/troubleshooting/settings.md#invalid-input`');
  });

  test('causes only a warning if its name is misspelled and strict-inputs is false', async () => {
    const { result: run, requests } = await world.watch(() =>
      world.deploy({ inputs: { ...IMAGE, 'image-url': 'x', 'strict-inputs': 'false', 'dry-run': 'true' } }),
    );
    expect(run.outcome).toBe('success');
    expect(requests.length).toBeGreaterThan(0);
    const ours = run.annotations.filter((item) => item.from === 'action' && item.level === 'warning');
    expect(ours.map((item) => item.message).join()).toMatch(/image-url.*image-uri/s);
  });

  // docs/migration.md#pull-requests-forks-turn
  // docs/security/pull-requests.md#pull-request-from-fork
  test.each([
    ['a fork', { headRepository: { fullName: 'stranger/echo-agent', fork: true } }],
    ['a fork that was deleted', { headRepository: null }],
    [
      'a fork, with pull_request_target',
      { headRepository: { fullName: 'stranger/x' }, event: 'pull_request_target' as const },
    ],
  ])('does not fail the skipped run of a pull request from %s', async (_what, details) => {
    const event = pullRequestEvent({ number: 3, head: { branch: 'topic', sha: 'e'.repeat(40) }, ...details });
    const { result: run, requests } = await world.watch(() =>
      world.deploy({ event, inputs: { ...NAME, action: 'deploy' } }),
    );
    expect(run.outputs).toMatchObject({ outcome: 'skipped', 'reason-code': 'fork' });
    expect([run.outcome, requests]).toEqual(['success', []]);
    expect(summaryOf(run)).toContain('fork');
    // No request is sent, because such runs have no secrets.
    const bare = await world.run({ event });
    expect([bare.outputs['reason-code'], bare.exitCode]).toEqual(['fork', 0]);
  });

  test('does not fail the skipped run of a push that deleted its branch', async () => {
    const event = branchDeletedEvent({
      branch: 'topic',
      before: 'a'.repeat(40),
      defaultHead: 'b'.repeat(40),
    });
    const { result: run, requests } = await world.watch(() => world.deploy({ event, inputs: NAME }));
    expect(run.outputs).toMatchObject({ outcome: 'skipped', 'reason-code': 'ref-deleted' });
    expect([run.outcome, requests]).toEqual(['success', []]);
  });
});

describe('an unusual but valid input', () => {
  test.each<[string, Record<string, string>]>([
    ['white space and line breaks around', { 'deployment-name': '  odd-a\r\n', wait: ' true\n' }],
    ['a byte order mark', { 'deployment-name': '\uFEFFodd-b', secrets: '\uFEFFA=some-value-1' }],
    [
      'Windows line ends',
      { 'deployment-name': 'odd-c', secrets: 'A=some-value-2\r\nB<<E\r\nx-line-1\r\nE\r\n' },
    ],
    ['upper-case words of YAML', { 'deployment-name': 'odd-d', wait: 'TRUE', 'dry-run': 'False' }],
    ['a slash at the end of the address', { 'deployment-name': 'odd-e', 'control-plane-url': '/' }],
  ])('(%s) is deployed like the usual value', async (_what, inputs) => {
    const url = inputs['control-plane-url'];
    const run = await world.deploy({
      inputs: {
        ...IMAGE,
        ...inputs,
        ...(url === undefined ? {} : { 'control-plane-url': `${world.emulator.urls.controlPlane}${url}` }),
      },
      secrets: ['some-value-1', 'some-value-2', 'x-line-1'],
    });
    expect(run.outputs['outcome']).toBe('deployed');
  });
});
