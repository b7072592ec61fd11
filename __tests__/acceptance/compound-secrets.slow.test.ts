import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type FakeGitHub, startGitHub } from '../../harness/github/fake.ts';
import { searchText } from '../../harness/runner/leaks.ts';
import { type Compound, compound, FORM_NAMES, WRITINGS } from '../redaction/compound-values.ts';
import { json } from '../clients/support.ts';
import { fakePlane, NEW_IMAGE, serveForTest } from './support/fake-plane.ts';
import { someImage } from './support/images.ts';
import { runSandbox } from './support/sandbox.ts';
import { errorsOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const SEED = Number(process.env['DEEP_SEED'] ?? 14);

const fakes: FakeGitHub[] = [];
afterAll(() => Promise.all(fakes.map((github) => github.close())));

/**
 * Starts a control plane whose revision fails with these strings as its reason and in its log, and returns the control
 * plane's URL.
 */
async function failingPlane(
  texts: readonly string[],
  { status = 'BUILD_FAILED', url = 'https://my-agent.example.org' } = {},
) {
  const { url: address } = await fakePlane({
    deployment: { url, active_revision_id: null },
    revision: { status, status_message: texts.join(' | ') },
    log: texts.map((text) => ({ timestamp: 1, level: 'ERROR', message: `it says <${text}>` })),
  });
  return address;
}

async function onGitHub() {
  const github = await startGitHub();
  fakes.push(github);
  const repository = github.addRepository();
  const permissions = { deployments: 'write', 'pull-requests': 'write' } as const;
  const token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions });
  repository.addPullRequest({ number: 7, head: { ref: 'topic', files: { 'agent.ts': 'export {}' } } });
  const event = repository.events.pullRequest(7, { action: 'opened' });
  return { repository, token, event, github: github.forRunner(token) };
}

/** One value of each form. */
const VALUES: readonly Compound[] = FORM_NAMES.flatMap((form, index) =>
  fc.sample(compound(form), { numRuns: 1, seed: SEED + index }),
);
const SECRETS = [...new Set(VALUES.flatMap(({ secrets }) => secrets))];
const block = VALUES.map(({ value }, index) =>
  /[\r\n]/.test(value) ? `V${index}<<END_OF_VALUE\n${value}\nEND_OF_VALUE` : `V${index}=${value}`,
).join('\n');

/** The tests search all output of a run: printed text before masking, files, and requests to GitHub. */
describe('the secret parts of input values', () => {
  // docs/security/secrets.md#built-action-shows-such
  test('appear in no log, summary, output, annotation or comment of a run whose service repeats them', async () => {
    const how = Object.values(WRITINGS);
    const url = await failingPlane([
      ...SECRETS,
      ...SECRETS.map((part, at) => how[at % how.length]?.(part) ?? part),
    ]);
    const { repository, token, event, github } = await onGitHub();
    const { run } = await world.deployImage(
      'my-agent',
      {
        action: 'deploy',
        'control-plane-url': url,
        'image-uri': NEW_IMAGE,
        'log-lines': '1000',
        'comment-logs': 'true',
        secrets: block,
      },
      { event, github, secrets: [token] },
    );
    expect(run.outputs['reason-code']).toBe('build-failed');
    const printed = run.lines.filter(({ command }) => command !== 'add-mask').map(({ raw }) => raw);
    const comment = repository.comments(7)[0]?.body ?? '';
    const places = { log: printed.join('\n'), summary: run.main?.rawSummary ?? '', comment, ...run.outputs };
    for (const [where, text] of Object.entries(places)) {
      expect(SECRETS.filter((secret) => searchText(text, [secret], where).length > 0)).toEqual([]);
    }
    for (const text of [places.log, places.summary, comment]) expect(text).toContain('it says <***>');
    expect(run.annotations.map(({ message }) => message).join('\n')).toContain('***');
  });

  // docs/security/secrets.md#words-hosts-ports-beside
  test('are masked without masking the words next to them', async () => {
    const plain = [...new Set(VALUES.flatMap((value) => value.plain))];
    const url = await failingPlane(plain);
    const { run } = await world.deployImage('my-agent', {
      'control-plane-url': url,
      'image-uri': NEW_IMAGE,
      'log-lines': '1000',
      secrets: block,
    });
    for (const word of plain) expect(run.log).toContain(`it says <${word}>`);
  });

  // docs/security/checkouts.md#opaque-header-such-bearer
  test('are also hidden by the sandbox action if they are in an opaque header', async () => {
    for (const [value, part] of [
      ['Bearer tok-9f3Kq27ZmPx1', 'tok-9f3Kq27ZmPx1'],
      [`Basic ${Buffer.from('robot:p4ssW0rd-of-it').toString('base64')}`, 'p4ssW0rd-of-it'],
    ] as const) {
      const { url } = await serveForTest((_request, response) =>
        json(response, 422, { detail: `the header ${part} is refused, for robot` }),
      );
      const config = `rules: [{ name: api, match_hosts: [api.example.org], headers: [{ name: Authorization, type: opaque, value: "${value}" }] }]`;
      const inputs = {
        mode: 'hosted',
        'api-key': 'lsv2_key_of_the_sandbox',
        'sandbox-url': url,
        'proxy-config': config,
      };
      const run = await runSandbox({ inputs }, [part]);
      expect(errorsOf(run)[0]).toContain('the header *** is refused, for robot');
      expect(run.outputs['result']).not.toContain(part);
    }
  });
});

describe('a service whose response contains a string of one megabyte', () => {
  // docs/security/secrets.md#text-service-cut-where
  test('does not flood the log, the outputs or the reports, and no part of a secret is shown', async () => {
    const secret = 'tok-9f3Kq27ZmPx1-of-the-agent';
    const long = `${'x'.repeat(3_990)}${secret}${'y'.repeat(1_000_000)}`;
    const url = await failingPlane([long], {
      status: `BUILD_FAILED ${long}`,
      url: `https://h.example.org/${long}`,
    });
    const { repository, token, event, github } = await onGitHub();
    const { run } = await world.deployImage(
      'my-agent',
      {
        action: 'deploy',
        'control-plane-url': url,
        'image-uri': NEW_IMAGE,
        'comment-logs': 'true',
        'wait-timeout': '2s',
        secrets: `TOKEN=${secret}`,
      },
      { event, github, secrets: [token, secret] },
    );
    expect(run.outcome).toBe('failure');
    const { plan: _plan, result, ...outputs } = run.outputs;
    for (const text of Object.values(outputs)) expect(text.length).toBeLessThan(20_000);
    expect(result?.length).toBeLessThan(100_000);
    for (const { raw } of run.lines) expect(raw.length).toBeLessThan(20_000);
    expect(run.main?.rawSummary.length).toBeLessThan(260_000);
    const comment = repository.comments(7)[0]?.body ?? '';
    expect(comment.length).toBeLessThan(65_536);
    // The end of the comment is present even if the comment was truncated.
    expect(comment).toMatch(/actions\/runs\/\d+/);
    const all = [
      comment,
      run.main?.rawSummary,
      ...run.lines.filter(({ command }) => command !== 'add-mask').map(({ raw }) => raw),
      ...Object.values(run.outputs),
    ].join('\n');
    expect(all).toContain('shortened from');
    expect(all).not.toMatch(/xtok-9f3K/);
  });
});

describe("a variable whose value equals an identifier such as the deployment's name", () => {
  // docs/security/secrets.md#variable-value-identifier-deployment
  test('is not masked but named in one warning, and changes no comment, environment or output', async () => {
    const { repository, token, event, github } = await onGitHub();
    const name = world.name();
    const ordinary = [
      `SERVICE_NAME=${name}`,
      `REPOSITORY=${repository.fullName}`,
      `GIT_SHA=${repository.head('topic')}`,
      'STAGE=quality-assurance',
    ];
    const deploy = (image: string) =>
      world.deploy({
        event,
        github,
        secrets: [token, 'tok-of-the-agent-77'],
        inputs: {
          action: 'deploy',
          'deployment-name': name,
          environment: 'quality-assurance',
          'image-uri': image,
          secrets: [...ordinary, 'TOKEN=tok-of-the-agent-77'].join('\n'),
        },
      });
    const runs = [await deploy(someImage()), await deploy(someImage())];
    for (const run of runs) {
      expect(run.outputs).toMatchObject({ outcome: 'deployed', 'deployment-name': name });
      const warnings = run.annotations.filter(({ level }) => level === 'warning');
      expect(warnings.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /SERVICE_NAME \(in deployment-name\).*REPOSITORY.*GIT_SHA.*STAGE \(in environment\)/,
        ),
      ]);
      expect(run.masks).toContain('tok-of-the-agent-77');
      for (const text of [name, repository.fullName, repository.head('topic'), 'quality-assurance']) {
        expect(run.masks).not.toContain(text);
      }
      expect(run.log).toContain(name);
      expect(run.summary).not.toContain('\\*\\*\\*');
    }
    expect(repository.comments(7)).toHaveLength(1);
    expect(repository.comments(7)[0]?.body).toMatch(new RegExp(`🟢 \`?${name}\`? is deployed`));
    expect(repository.deployments('quality-assurance')).not.toEqual([]);
  });

  test('is masked except where it is part of an identifier, and the next run still finds the comment', async () => {
    const { repository, token, event, github } = await onGitHub();
    const name = `payments-agent-${world.name().slice(-6)}`;
    // The mark of the comment also contains words of the action.
    const secrets = 'TEAM=payments\nROLE=agent\nTOOL=agent-deploy';
    const deploy = (image: string) =>
      world.deploy({
        event,
        github,
        secrets: [token],
        inputs: { action: 'deploy', 'deployment-name': name, 'image-uri': image, secrets },
      });
    await deploy(someImage());
    const again = await deploy(someImage());
    expect(again.outputs['deployment-name']).toBe(name);
    expect(repository.comments(7)).toHaveLength(1);
    expect(repository.comments(7)[0]?.body).toContain('<!-- agent-deploy:agents -->');
    expect(repository.comments(7)[0]?.body).toMatch(new RegExp(`🟢 \`?${name}\`? is deployed`));
  });
});
