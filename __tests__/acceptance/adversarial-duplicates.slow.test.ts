import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import type { FixtureRepository } from '../../harness/git.ts';
import {
  createWithoutAction,
  deploymentNamed,
  deploymentsNamed,
  revisionsOf,
  someImage,
} from './support/images.ts';
import { serveForTest } from './support/fake-plane.ts';
import { useTestEnvironment } from './support/environment.ts';

// Tests that every intended deploy results in one deployment and one revision, despite any network fault.
const stub = useTestEnvironment({ runtime: 'stub' });

/**
 * Starts a gateway that immediately aborts each write, and forwards the write later in virtual time. Returns the
 * gateway's URL and the number of writes.
 */
async function slowGateway(writesAfterMs: number): Promise<{ url: string; writes: () => number }> {
  let writes = 0;
  const { url } = await serveForTest((incoming, outgoing, body) => {
    const { method = 'GET', headers, url: target = '' } = incoming;
    const forward = (take: (answer: IncomingMessage) => void) =>
      request(new URL(target, stub.emulator.urls.controlPlane), { method, headers }, take).end(body);
    if (method === 'GET') {
      forward((answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)));
      return;
    }
    writes += 1;
    void stub.emulator.clock.join().then(async (clock) => {
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      await clock.sleep(writesAfterMs);
      await once(
        forward((answer) => answer.resume()),
        'close',
      );
      await clock.leave();
    });
  });
  return { url, writes: () => writes };
}

describe('several runs of the action at the same time', () => {
  test('that create the same deployment produce one deployment with one revision, and all are green', async () => {
    const inputs = { 'deployment-name': stub.name(), 'image-uri': someImage(), secrets: 'A=same-for-all-1' };
    const runs = await Promise.all([1, 2, 3].map(() => stub.deploy({ inputs, secrets: ['same-for-all-1'] })));
    const found = await deploymentsNamed(stub, inputs['deployment-name']);
    expect(found).toHaveLength(1);
    expect(await revisionsOf(stub, String(found[0]?.['id']))).toHaveLength(1);
    for (const run of runs) expect(['deployed', 'unchanged']).toContain(run.outputs['outcome']);
    expect(runs.filter((run) => run.outputs['created'] === 'true')).toHaveLength(1);
    expect(new Set(runs.map((run) => run.outputs['revision-id'])).size).toBe(1);
  });

  test('with different secrets leave the secrets of one run, whose revision no other run reports as its own', async () => {
    const name = stub.name();
    const image = someImage();
    await createWithoutAction(stub, name);
    const values = ['value-of-run-one', 'value-of-run-two'];
    const runs = await Promise.all(
      values.map((value) =>
        stub.deploy({
          inputs: { 'deployment-name': name, 'image-uri': image, secrets: `A=${value}` },
          secrets: values,
        }),
      ),
    );
    const secrets = (await deploymentNamed(stub, name))?.['secrets'] as { value: string }[];
    const winner = values.indexOf(secrets[0]?.value ?? '');
    expect(runs[winner]?.outputs['outcome']).toBe('deployed');
    const loser = runs[1 - winner];
    // The revision may have been deployed for a while before the other revision was created.
    if (loser?.outputs['outcome'] === 'deployed') {
      expect(loser.outputs['revision-id']).not.toBe(runs[winner]?.outputs['revision-id']);
    } else expect(loser?.outputs['outcome']).toBe('superseded');
  });
});

describe('a write that reaches the service after the action stopped waiting for the response', () => {
  test('creates only one deployment, which the action finds', async () => {
    const name = stub.name();
    const gateway = await slowGateway(7_000);
    const run = await stub.deploy({
      inputs: { 'deployment-name': name, 'image-uri': someImage(), 'control-plane-url': gateway.url },
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(gateway.writes()).toBe(1);
    const found = await deploymentsNamed(stub, name);
    expect(found).toHaveLength(1);
    expect(await revisionsOf(stub, String(found[0]?.['id']))).toHaveLength(1);
  });

  test('creates only one revision, which the action finds', async () => {
    const name = stub.name();
    const id = await createWithoutAction(stub, name);
    const gateway = await slowGateway(7_000);
    const run = await stub.deploy({
      inputs: { 'deployment-name': name, 'image-uri': someImage(), 'control-plane-url': gateway.url },
    });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', changed: 'true' });
    expect(gateway.writes()).toBe(1);
    expect(await revisionsOf(stub, id)).toHaveLength(2);
  });
});

describe('similar deployment names', () => {
  test('belong to different deployments, even if the names differ only in case or contain each other', async () => {
    const name = stub.name('near');
    const others = [`${name}-2`, `x-${name}`, name.toUpperCase(), `${name}${name}`];
    for (const other of others) await createWithoutAction(stub, other);
    const run = await stub.deploy({ inputs: { 'deployment-name': name, 'image-uri': someImage() } });
    expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true', 'deployment-name': name });
    for (const other of others) {
      const [found] = await deploymentsNamed(stub, other);
      expect(await revisionsOf(stub, String(found?.['id']))).toHaveLength(1);
    }
  });
});

describe('a revision whose commit the service does not show', () => {
  const real = useTestEnvironment({ runtime: 'process' });
  const inputsFor = (repository: FixtureRepository, name: string) => ({
    'deployment-name': name,
    'repo-url': repository.url,
  });

  test('is awaited by the next run of the same push, which does not build the commit again', async () => {
    const repository = await real.repository(plainAgent({ version: 'one' }));
    const name = real.name();
    await real.deploy({ event: await real.push(repository), inputs: inputsFor(repository, name) });
    const commit = await repository.commit(plainAgent({ version: 'two' }));
    const event = await real.push(repository);
    // No source is fetched until the test allows it, as if another build were first in the queue.
    await real.emulator.setFaults([
      { match: { deployment: name, stage: 'AWAITING_BUILD' }, effect: { stall: true } },
    ]);
    const started = await real.deploy({ event, inputs: { ...inputsFor(repository, name), wait: 'false' } });
    expect(started.outputs['outcome']).toBe('submitted');
    let released = Promise.resolve();
    const { result: run, writes } = await real.watch(() =>
      real.deploy({
        event,
        inputs: inputsFor(repository, name),
        onLine: (line) => {
          if (line.includes('may have been built from this commit')) released = real.emulator.clearFaults();
        },
      }),
    );
    await released;
    expect(run.outputs).toMatchObject({
      outcome: expect.stringMatching(/^(deployed|unchanged)$/),
      'revision-id': started.outputs['revision-id'],
      'commit-sha': commit,
      changed: 'false',
    });
    expect(writes).toEqual([]);
    expect(await revisionsOf(real, run.outputs['deployment-id'])).toHaveLength(2);
  });

  test('is built once even if several runs of one push start at the same time', async () => {
    const repository = await real.repository(plainAgent({ version: 'one' }));
    const name = real.name();
    const event = await real.push(repository);
    const runs = await Promise.all(
      [1, 2].map(() => real.deploy({ event, inputs: inputsFor(repository, name) })),
    );
    for (const run of runs) expect(['deployed', 'unchanged']).toContain(run.outputs['outcome']);
    expect(new Set(runs.map((run) => run.outputs['revision-id'])).size).toBe(1);
    expect(await revisionsOf(real, runs[0]?.outputs['deployment-id'])).toHaveLength(1);
  });
});
