import { describe, expect, test } from '@jest/globals';
import { branchDeletedEvent, pullRequestEvent, scheduleEvent, tagEvent } from '../../harness/events.ts';
import { errorsOf, summaryOf, useTestEnvironment, type Deploy } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const NAME = { 'deployment-name': 'bad-input' };
const IMAGE = { ...NAME, 'image-uri': 'registry.example.org/team/agent:1' };

interface Case {
  what: string;
  inputs: Record<string, string>;
  more?: Deploy;
  /** The input to blame. */
  input: string;
  /** What the reader is told: the problem, and the cure. */
  says: RegExp[];
}

const CASES: Case[] = [
  {
    what: 'a misspelt input',
    inputs: { ...NAME, 'wait-timout': '5m' },
    input: 'wait-timout',
    says: [/there is no such input/, /Did you mean "wait-timeout"\?/],
  },
  {
    what: 'both a name and an ID',
    inputs: { ...NAME, 'deployment-id': '0f9e2d4c-1b3a-4c5d-8e7f-001122334455' },
    input: 'deployment-id',
    says: [/deployment-name is given too/, /exactly one/],
  },
  {
    what: 'neither a name nor an ID',
    inputs: {},
    input: 'deployment-name',
    says: [/neither/, /exactly one/],
  },
  {
    what: 'no API key',
    inputs: { ...NAME, 'api-key': '' },
    input: 'api-key',
    says: [/missing/, /secrets\./],
  },
  {
    what: 'an image where a repository is the source',
    inputs: { ...IMAGE, source: 'git_host' },
    input: 'image-uri',
    says: [/applies to external_docker/, /source: external_docker/],
  },
  {
    what: 'a source that needs an image, without one',
    inputs: { ...NAME, source: 'external_docker' },
    input: 'image-uri',
    says: [/needs an image/],
  },
  {
    what: 'an image reference that is none',
    inputs: { ...NAME, 'image-uri': 'https://registry.example.org/a:1' },
    input: 'image-uri',
    says: [/is not an image reference/, /Such as/],
  },
  {
    what: 'a pushed tag with build-on-push',
    inputs: { ...NAME, 'build-on-push': 'true' },
    more: { event: tagEvent({ tag: 'v1', commit: 'a'.repeat(40) }) },
    input: 'build-on-push',
    says: [/"refs\/tags\/v1" is a tag/, /build-on-push: false/],
  },
  {
    what: 'an ID that is no UUID',
    inputs: { 'deployment-id': 'my-agent' },
    input: 'deployment-id',
    says: [/"my-agent" is not a UUID/],
  },
  {
    what: 'a workspace that is no UUID',
    inputs: { ...NAME, 'workspace-id': '42' },
    input: 'workspace-id',
    says: [/"42" is not a UUID/],
  },
  {
    what: 'CPU out of bounds',
    inputs: { ...IMAGE, 'resource-spec': 'cpu: 9\nqueue_cpu: 0.05' },
    input: 'resource-spec',
    says: [/cpu: .*8/, /queue_cpu: .*0\.1/],
  },
  {
    what: 'a misspelt field of the resources',
    inputs: { ...IMAGE, 'resource-spec': 'memory: 512' },
    input: 'resource-spec',
    says: [/memory: there is no such field/, /Did you mean memory_mb\?/],
  },
  {
    what: 'resources that are no YAML',
    inputs: { ...IMAGE, 'resource-spec': 'cpu: [1\nmemory_mb: {' },
    input: 'resource-spec',
    says: [/neither YAML nor JSON: line \d/],
  },
  {
    what: 'resources for a repository',
    inputs: { ...NAME, 'resource-spec': 'cpu: 1' },
    input: 'resource-spec',
    says: [/applies to external_docker/],
  },
  {
    what: 'a secret reference without its key',
    inputs: { ...IMAGE, 'secret-references': '- name: A\n  secret_name: b' },
    input: 'secret-references',
    says: [/0\.secret_key/],
  },
  {
    what: 'a secret without a name',
    inputs: { ...NAME, secrets: 'GOOD=1\n=hidden-value-1' },
    more: { secrets: ['hidden-value-1'] },
    input: 'secrets',
    says: [/line 2 has a value without a name/],
  },
  {
    what: 'a secret line that is none, which may be a piece of a value',
    inputs: { ...NAME, secrets: 'KEY=-----BEGIN\nhidden-value-2' },
    more: { secrets: ['hidden-value-2'] },
    input: 'secrets',
    says: [/line 2/, /NAME<<MARK/],
  },
  {
    what: 'a block of secrets that is never closed',
    inputs: { ...NAME, secrets: 'KEY<<END\nhidden-value-3' },
    more: { secrets: ['hidden-value-3'] },
    input: 'secrets',
    says: [/opened on line 1 is never closed/],
  },
  {
    what: 'a reserved secret name',
    inputs: { ...NAME, secrets: 'LANGCHAIN_API_KEY=hidden-value-4' },
    more: { secrets: ['hidden-value-4'] },
    input: 'secrets',
    says: [/LANGCHAIN_API_KEY is reserved/],
  },
  {
    what: 'plain http to another host',
    inputs: { ...NAME, 'control-plane-url': 'http://deploy.example.org' },
    input: 'control-plane-url',
    says: [/https/, /allow-insecure-host/],
  },
  {
    what: 'a URL that already holds the version',
    inputs: { ...NAME, 'control-plane-url': 'https://deploy.example.org/v2' },
    input: 'control-plane-url',
    says: [/leave out \/v2/],
  },
  {
    what: 'an unknown region',
    inputs: { ...NAME, 'control-plane-url': '', region: 'mars' },
    input: 'region',
    says: [/"mars"/, /us, eu/],
  },
  {
    what: 'a URL and a region',
    inputs: { ...NAME, region: 'eu' },
    input: 'region',
    says: [/control-plane-url is given too/],
  },
  {
    what: 'a name that the service would refuse',
    inputs: { 'deployment-name': '9_lives' },
    input: 'deployment-name',
    says: [/"9_lives"/, /letter/],
  },
  {
    what: 'a name that is too long',
    inputs: { 'deployment-name': 'a'.repeat(64) },
    input: 'deployment-name',
    says: [/64 characters/],
  },
  {
    what: 'a boolean that is none',
    inputs: { ...NAME, wait: 'yes' },
    input: 'wait',
    says: [/"yes" is not a boolean/, /true or false/],
  },
  {
    what: 'a duration that is none',
    inputs: { ...NAME, 'wait-timeout': '30 minutes' },
    input: 'wait-timeout',
    says: [/"30 minutes" is not a duration/],
  },
  {
    what: 'a repository address that holds a password',
    inputs: { ...NAME, 'repo-url': 'https://me:hidden-value-5@git.example.org/a/b' },
    more: { secrets: ['hidden-value-5'] },
    input: 'repo-url',
    says: [/holds credentials/],
  },
  {
    what: 'a graph configuration outside the repository',
    inputs: { ...NAME, 'graph-config-path': '../x.json' },
    input: 'graph-config-path',
    says: [/not a path inside/],
  },
  {
    what: 'the merge commit of a pull request',
    inputs: { ...NAME, ref: 'refs/pull/7/merge' },
    input: 'ref',
    says: [/merge commit/, /github\.head_ref/],
  },
  {
    what: 'a verb that is none',
    inputs: { ...NAME, action: 'destroy' },
    input: 'action',
    says: [/"destroy" is not one of auto, deploy/],
  },
  {
    what: 'auto on an event it does not cover',
    inputs: { ...NAME },
    more: { event: scheduleEvent({ sha: 'a'.repeat(40) }) },
    input: 'action',
    says: [/"schedule"/, /action: deploy/],
  },
];

describe('bad input ends the step before any request', () => {
  // docs/security.md#bad-input-ends-step
  test.each(CASES)('$what', async ({ inputs, more, input, says }) => {
    const { result: run, requests } = await world.watch(() => world.deploy({ ...more, inputs }));
    expect([run.outcome, run.exitCode]).toEqual(['failure', 1]);
    expect(run.outputs).toMatchObject({
      outcome: 'failed',
      'reason-code': 'invalid-input',
      changed: 'false',
    });
    const told = errorsOf(run).join('\n');
    expect(told).toContain(input);
    for (const pattern of says) {
      expect(told).toMatch(pattern);
      expect(summaryOf(run)).toMatch(pattern);
    }
    expect(requests).toEqual([]);
  });

  test('all complaints come at once', async () => {
    const run = await world.deploy({
      inputs: { 'deployment-name': '-', wait: 'maybe', 'poll-interval': '0' },
    });
    const told = errorsOf(run).join('\n');
    for (const input of ['deployment-name', 'wait', 'poll-interval']) expect(told).toContain(input);
  });

  test('log, annotation and summary name the section that helps', async () => {
    const run = await world.deploy({ inputs: { 'deployment-name': '-' } });
    // The runner names no repository of a local action, so that the page is one of this project.
    const told = 'What to do: docs/troubleshooting.md#invalid-input';
    expect(run.log.trimEnd().split('\n').at(-1)).toBe(told);
    expect(errorsOf(run).join()).toMatch(new RegExp(`${told}$`));
    expect(run.summary).toContain(told.replace(/(docs.*)/, '`$1`'));
  });

  test('a misspelt input is a warning with strict-inputs: false', async () => {
    const { result: run, requests } = await world.watch(() =>
      world.deploy({ inputs: { ...IMAGE, 'image-url': 'x', 'strict-inputs': 'false', 'dry-run': 'true' } }),
    );
    expect(run.outcome).toBe('success');
    expect(requests.length).toBeGreaterThan(0);
    const ours = run.annotations.filter((item) => item.from === 'action' && item.level === 'warning');
    expect(ours.map((item) => item.message).join()).toMatch(/image-url.*image-uri/s);
  });

  // docs/migration.md#pull-requests-forks-turn
  // docs/security.md#pull-request-from-fork
  test.each([
    ['a fork', { headRepository: { fullName: 'stranger/echo-agent', fork: true } }],
    ['a fork that was deleted', { headRepository: null }],
    [
      'a fork, with pull_request_target',
      { headRepository: { fullName: 'stranger/x' }, event: 'pull_request_target' as const },
    ],
  ])('a pull request from %s deploys nothing and stays green with any inputs', async (_what, details) => {
    const event = pullRequestEvent({ number: 3, head: { branch: 'topic', sha: 'e'.repeat(40) }, ...details });
    const { result: run, requests } = await world.watch(() =>
      world.deploy({ event, inputs: { ...NAME, action: 'deploy' } }),
    );
    expect(run.outputs).toMatchObject({ outcome: 'skipped', 'reason-code': 'fork' });
    expect([run.outcome, requests]).toEqual(['success', []]);
    expect(summaryOf(run)).toContain('fork');
    // Nor is anything asked for: such runs have no secrets.
    const bare = await world.run({ event });
    expect([bare.outputs['reason-code'], bare.exitCode]).toEqual(['fork', 0]);
  });

  test('a push that deleted its branch deploys nothing and stays green', async () => {
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
