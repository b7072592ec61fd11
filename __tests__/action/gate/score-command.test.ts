import { describe, expect, test } from '@jest/globals';
import type { BoxCommand, BoxOptions, CommandEvent, IsolationLevel } from '../../../src/box/box.ts';
import { ProxyConfig } from '../../../src/contract/sandbox.ts';
import type { PushAnswer, SandboxPush } from '../../../src/credential-proxy/messages.ts';
import type { Machine } from '../../../src/action/sandbox/context.ts';
import { resolveConfig } from '../../../src/action/sandbox/proxy-rules.ts';
import { createFakeBox, createFakeProxy } from '../sandbox/fake-box.ts';
import { createScoring, scoreAnswer, scoredAnswer, type ScoringFixture } from './scoring.ts';

const KEY = 'value-of-the-model-key-31';
const RULES = ProxyConfig.parse({
  rules: [
    {
      name: 'model',
      match_hosts: ['api.example.org'],
      headers: [
        { name: 'Authorization', type: 'workspace_secret', value: 'Bearer {MODEL_KEY}' },
        { name: 'X-Key', type: 'opaque', value: 'literal-key-77' },
      ],
    },
  ],
});
const ONE_SCORE = '{"key": "k", "score": 0.5}\n';
const FOLDER = '/temporary/agent-deploy-x';

/** A machine whose box runs no process. */
interface FakeMachine {
  level: IsolationLevel;
  events: (CommandEvent | Error)[];
  startError: Error | undefined;
  answer: PushAnswer;
  config: string | undefined;
  readonly folders: Set<string>;
  readonly boxes: BoxOptions[];
  readonly commands: BoxCommand[];
  readonly pushes: SandboxPush[];
  /** Operations on processes, in order. */
  readonly calls: string[];
  stdin: string;
}

const exit = (
  code: number,
  reason: 'exit' | 'signal' | 'timeout' | 'killed' | 'box-ended' = 'exit',
): CommandEvent => ({ kind: 'exit', code, reason });
const out = (data: string | Buffer): CommandEvent => ({ kind: 'stdout', data: Buffer.from(data) });
const err = (data: string | Buffer): CommandEvent => ({ kind: 'stderr', data: Buffer.from(data) });

async function openFixture(): Promise<{ fake: FakeMachine; fixture: ScoringFixture }> {
  const fake: FakeMachine = {
    level: 'namespaces',
    events: [out(ONE_SCORE), exit(0)],
    startError: undefined,
    answer: { kind: 'acked', revision: 1, caPem: 'CA OF THE PROXY\n', warnings: ['a rule never matches'] },
    config: undefined,
    folders: new Set(),
    boxes: [],
    commands: [],
    pushes: [],
    calls: [],
    stdin: '',
  };
  const fixture = await createScoring({ wrap: (machine) => ({ ...machine, ...fakeFunctions(fake) }) });
  return { fake, fixture };
}

function fakeFunctions(fake: FakeMachine): Partial<Machine> {
  return {
    makeFolder: async () => {
      fake.folders.add(FOLDER);
      return FOLDER;
    },
    removeFolder: async (folder) => {
      fake.calls.push('folder removed');
      fake.folders.delete(folder);
    },
    isFolder: async () => false,
    gitConfigs: async (workspace) => [`${workspace}/.git/config`],
    readFile: async () => fake.config,
    resolve: async (...args) => resolveConfig(...args),
    startProxy: async () => {
      fake.calls.push('proxy started');
      return createFakeProxy({
        push: async (push) => {
          fake.pushes.push(push);
          return fake.answer;
        },
        stop: async () => void fake.calls.push('proxy stopped'),
      });
    },
    boxHost: async () => ({
      report: async () => ({ level: fake.level, findings: ['a finding'], remedies: ['Install it.'] }),
      start: async (options) => {
        if (fake.startError !== undefined) throw fake.startError;
        fake.boxes.push(options);
        return createFakeBox(options, {
          run: (command) => {
            fake.commands.push(command);
            return {
              events: (async function* events(): AsyncGenerator<CommandEvent> {
                for (const event of fake.events) {
                  if (event instanceof Error) await new Promise(() => {});
                  else yield event;
                }
              })(),
              write: async (data) => {
                fake.stdin += data.toString('utf8');
              },
              closeStdin: () => void fake.calls.push('stdin closed'),
              kill: () => void fake.calls.push('killed'),
            };
          },
          stop: async () => void fake.calls.push('box stopped'),
        });
      },
    }),
  };
}

describe('the start of a score command', () => {
  test('starts a box with a read-only checkout and no network', async () => {
    const { fake, fixture } = await openFixture();
    const scorers = await fixture.open({ script: 'python3 score.py', timeLimitMs: 5_000 });
    await scoreAnswer(scorers, { other: 'y' });
    const { workspace } = fixture;
    expect(fake.boxes).toEqual([
      expect.objectContaining({
        level: 'namespaces',
        binds: [{ from: workspace, to: workspace, writable: false }],
        proxySocket: null,
        proxyAddress: null,
        proxyUser: null,
        caPem: null,
      }),
    ]);
    expect(fake.commands).toEqual([
      expect.objectContaining({
        command: 'set -eo pipefail\npython3 score.py',
        shell: 'bash',
        cwd: workspace,
        timeoutMs: 5_000,
      }),
    ]);
    const { isFailed: _isFailed, ...request } = scoredAnswer({ other: 'y' });
    expect(JSON.parse(fake.stdin)).toEqual(request);
    expect(fake.calls).toEqual(['stdin closed']);
    await scorers.close();
    expect(fake.calls.slice(1)).toEqual(['box stopped', 'folder removed']);
    await fixture[Symbol.asyncDispose]();
  });

  test("with proxy rules masks the secrets of the rules, and gives the box only the proxy's socket", async () => {
    const { fake, fixture } = await openFixture();
    Object.assign(fixture.env, { MODEL_KEY: KEY, HTTPS_PROXY: 'http://proxy.example.org:3128' });
    const scorers = await fixture.open({ script: 'true', proxyConfig: RULES });
    await scoreAnswer(scorers);
    expect(fixture.masked).toEqual([KEY, 'literal-key-77', expect.any(String)]);
    expect(fake.pushes).toEqual([
      expect.objectContaining({
        socketPath: `${FOLDER}/s/p`,
        privateNetworks: [],
        extraRoots: [],
        upstreamProxy: 'http://proxy.example.org:3128',
      }),
    ]);
    expect(JSON.stringify(fake.pushes)).toContain(`Bearer ${KEY}`);
    expect(fake.boxes).toEqual([
      expect.objectContaining({
        proxySocket: `${FOLDER}/s/p`,
        proxyAddress: null,
        caPem: 'CA OF THE PROXY\n',
      }),
    ]);
    expect(JSON.stringify([fake.boxes, fake.commands, fixture.lines])).not.toMatch(/model-key|literal-key/);
    expect(fixture.warnings).toEqual(['proxy-config: a rule never matches']);
    await fixture[Symbol.asyncDispose]();
    expect(fake.calls.slice(-3)).toEqual(['box stopped', 'proxy stopped', 'folder removed']);
  });

  // docs/security/checkouts.md#score-command-isolation
  test('fails on a machine that cannot isolate the command, without starting anything', async () => {
    const { fake, fixture } = await openFixture();
    fixture.env['MODEL_KEY'] = KEY;
    fake.level = 'process';
    await expect(fixture.open({ script: 'true', proxyConfig: RULES })).rejects.toMatchObject({
      outcome: { reason: 'isolation-missing' },
      message: expect.stringMatching(/namespaces is required, but .* process\.[^]*Install it\./),
    });
    expect([fake.calls, fake.boxes, [...fake.folders]]).toEqual([[], [], []]);
    await fixture[Symbol.asyncDispose]();
  });

  test("fails with the variable's name if a variable of the proxy rules is missing", async () => {
    const { fake, fixture } = await openFixture();
    await expect(fixture.open({ script: 'true', proxyConfig: RULES })).rejects.toMatchObject({
      outcome: { reason: 'invalid-input' },
      message: expect.stringContaining('proxy-config: a rule uses {MODEL_KEY}, but'),
    });
    expect(fake.calls).toEqual([]);
    await fixture[Symbol.asyncDispose]();
  });

  test('leaves no process or file if the rules are rejected, the box does not start or the step is cancelled', async () => {
    const failures: [string, (fake: FakeMachine, fixture: ScoringFixture) => void, unknown][] = [
      [
        'the proxy refuses the rules',
        (fake) => {
          fake.answer = { kind: 'refused', problems: [{ loc: ['rules'], msg: 'too many' }] };
        },
        { outcome: { reason: 'invalid-input' } },
      ],
      [
        'the box does not start',
        (fake) => {
          fake.startError = new Error('no memory');
        },
        { outcome: { reason: 'isolation-missing' }, message: 'The box could not be started: no memory' },
      ],
      [
        'the step is cancelled',
        (_fake, { cancel }) => cancel.abort(new Error('received SIGTERM')),
        { message: 'received SIGTERM' },
      ],
    ];
    for (const [what, fail, error] of failures) {
      const { fake, fixture } = await openFixture();
      fixture.env['MODEL_KEY'] = KEY;
      fail(fake, fixture);
      await expect(fixture.open({ script: 'true', proxyConfig: RULES })).rejects.toMatchObject(
        error as object,
      );
      expect([what, ...fake.folders]).toEqual([what]);
      expect(fake.calls).toContain('proxy stopped');
      expect(fixture.cancelHooks.size).toBe(0);
      await fixture[Symbol.asyncDispose]();
    }
  });

  test("warns about the job's token in the checkout's git configuration", async () => {
    const { fake, fixture } = await openFixture();
    fake.config = '[http]\n\textraheader = AUTHORIZATION: basic abc\n';
    await fixture.open({ script: 'true' });
    expect(fixture.warnings).toEqual([expect.stringMatching(/^checkout: .*persist-credentials: false/)]);
    await fixture[Symbol.asyncDispose]();
  });
});

describe('the process of a score command', () => {
  const score = async (events: CommandEvent[]) => {
    const { fake, fixture } = await openFixture();
    fake.events = events;
    const result = await scoreAnswer(await fixture.open({ script: 'true', timeLimitMs: 90_000 }));
    await fixture[Symbol.asyncDispose]();
    return { result, fake };
  };

  test('can print its output in chunks of any size', async () => {
    const line = Buffer.from('{"key": "größe", "score": 0.5, "comment": "日本"}');
    const { result } = await score([...Array.from(line, (byte) => out(Buffer.from([byte]))), exit(0)]);
    expect(result).toEqual({
      kind: 'scored',
      scores: new Map([['größe', 0.5]]),
      comments: new Map([['größe', '日本']]),
    });
  });

  test.each([
    ['exits with a code other than 0', exit(3), 'The score command exited with code 3.'],
    ['times out', exit(137, 'timeout'), 'was killed, because it exceeded its time limit of 1m 30s.'],
    ['is killed by a signal', exit(137, 'signal'), 'was killed by SIGKILL; a lack of memory'],
    ['loses its box', exit(137, 'box-ended'), 'was killed, because its box ended'],
  ])('causes an errored response if it %s, even if it printed a score', async (_what, end, message) => {
    const { result } = await score([out(ONE_SCORE), err('a reason\n'), end]);
    expect(result).toEqual({
      kind: 'errored',
      why: expect.stringMatching(/ The end of its stderr:\na reason$/),
    });
    expect(result.kind === 'errored' && result.why).toContain(message);
  });

  test('is killed only once if it prints more than 1 MiB', async () => {
    const chunk = out(Buffer.alloc(700_000, ' '));
    const { result, fake } = await score([chunk, chunk, chunk, out(ONE_SCORE), exit(137, 'killed')]);
    expect(result).toEqual({
      kind: 'errored',
      why: 'The score command was killed, because it printed more than 1048576 bytes.',
    });
    expect(fake.calls.filter((call) => call === 'killed')).toHaveLength(1);
  });

  test('is killed if the scoring of its response is aborted', async () => {
    const { fake, fixture } = await openFixture();
    fake.events = [new Error('never ends')];
    const scorers = await fixture.open({ script: 'true' });
    const cancel = new AbortController();
    const scoring = scorers.score(scoredAnswer(), cancel.signal).catch((error: unknown) => error);
    const reason = new Error('the time budget is exhausted');
    cancel.abort(reason);
    expect(await scoring).toBe(reason);
    expect(fake.calls).toContain('killed');
    await fixture[Symbol.asyncDispose]();
  });

  test('leaves the number score of a failed run at 0, even if the error message contains the expected number', async () => {
    const { fixture } = await openFixture();
    const scorers = await fixture.open(
      { script: 'true' },
      { n: { kind: 'number', path: undefined, tolerance: 0 } },
    );
    const changes = { output: 'The run exceeded its time limit of 60 s.', reference: 60 };
    const failed = await scoreAnswer(scorers, { ...changes, isFailed: true });
    const answered = await scoreAnswer(scorers, { ...changes, isFailed: false });
    expect([failed, answered].map((result) => result.kind === 'scored' && result.scores.get('n'))).toEqual([
      0, 1,
    ]);
    await fixture[Symbol.asyncDispose]();
  });
});
