import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { preloadArguments } from '../../harness/clock/handle.ts';
import { ensureDist } from '../../harness/dist.ts';
import { pushEvent } from '../../harness/events.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import { realClock } from '../../src/clients/clock.ts';
import { isApiError } from '../../src/clients/errors.ts';
import { hiddenExamples } from '../action/lies/hidden-examples.ts';
import type { Lie } from '../action/lies/lies.ts';
import { createLyingService } from '../action/lies/lying-transport.ts';
import { judge, SCENES, truthOf } from '../action/lies/scenes.ts';
import { largeLies, sampleOf, smallLies } from '../action/lies/sweep.ts';
import { API_KEY, COMMIT, OLD_COMMIT } from '../action/support/scenario.ts';

// The same lies over HTTP to the built action, in accelerated time: BUILT_LIES of them, drawn by DEEP_SEED.
const seed = Number(process.env['DEEP_SEED'] ?? 1);
const count = Number(process.env['BUILT_LIES'] ?? 60);
const ACTION_YML = path.resolve(import.meta.dirname, '..', '..', 'action.yml');
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  await ensureDist();
}, 120_000);

test(
  'no lie makes a green run of the built action that is none, a second deployment or a lost variable',
  async () => {
    const honest = { about: 'nothing', liar: () => ({}), twins: false };
    const chosen = [
      ...Object.keys(SCENES).map((scene) => ({ scene, lie: honest })),
      ...sampleOf(largeLies(hiddenExamples()), Math.ceil(count / 2), seed),
      ...sampleOf(smallLies().telling, Math.ceil(count / 2), seed),
    ];
    const harm: string[] = [];
    let green = 0;
    for (const { scene, lie } of chosen) {
      const { exitCode, wrong } = await tell(scene, lie);
      if (exitCode === 0) green += 1;
      if (wrong.length > 0) harm.push(`${scene} / ${lie.about}: ${wrong.join('; ')}`);
    }
    process.stderr.write(`${JSON.stringify({ lies: chosen.length, green })}\n`);
    expect(harm).toEqual([]);
    expect(green).toBeGreaterThan(chosen.length / 10);
  },
  HOUR_MS,
);

/** Runs the built action in a scene against a service that tells this lie. */
async function tell(name: string, lie: Lie): Promise<{ exitCode: number | null; wrong: string[] }> {
  const scene = SCENES[name];
  if (scene === undefined) throw new Error(`there is no scene ${name}`);
  const { truth, before } = truthOf(scene, realClock, { twins: lie.twins });
  const service = createLyingService(truth, lie.liar());
  const server = createServer((request, response) => void serve(service, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const run = await runAction({
      actionYml: ACTION_YML,
      event: pushEvent({
        branch: 'main',
        before: OLD_COMMIT,
        after: COMMIT,
        repository: { fullName: 'acme/agents' },
      }),
      inputs: {
        'api-key': API_KEY,
        'deployment-name': 'my-agent',
        'control-plane-url': `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        'wait-timeout': '20s',
        'poll-interval': '1s',
        ...scene.inputs,
      },
      nodeArguments: await preloadArguments('accelerated'),
    });
    const exitCode = run.exitCode;
    const all = judge(scene.desired, truth, before, exitCode ?? 1);
    if (lie.about === 'nothing' && (exitCode === 0) !== scene.green) all.push(`not as expected: ${run.log}`);
    return { exitCode, wrong: lie.misleads ? all.filter((what) => !what.endsWith('was touched')) : all };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function serve(
  { answer }: ReturnType<typeof createLyingService>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const say = (status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? '' : JSON.stringify(body));
  try {
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const { status, json } = await answer(request.method ?? 'GET', url, body);
    say(status, json);
  } catch (error) {
    if (!isApiError(error)) throw error;
    say(error.status ?? 500, { detail: error.detail ?? 'no' });
  }
}
