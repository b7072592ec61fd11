import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { apiOf, imageDeployment, openEmulator } from '../server/plane.ts';

const PATH = '/v2/deployments';

/** Starts an emulator with the runtime stub and virtual time, which executes deployments and deletions. */
async function start() {
  const emulator = await openEmulator({ runtime: 'stub', clock: 'virtual' });
  const api = apiOf(emulator);
  const create = async (name: string) => (await api('POST', PATH, imageDeployment({ name }))).body;
  const settled = (ms = 0) => emulator.clock.advance(ms);
  const rule = (stage: string, then: object) => emulator.faults.set({ rules: [{ match: { stage }, then }] });
  return { emulator, api, create, settled, rule };
}

describe('a deployment that is being deleted', () => {
  test('has the status AWAITING_DELETE until the deployment and its processes are gone', async () => {
    const { api, create, settled, rule } = await start();
    rule('AWAITING_DELETE', { duration_ms: 60_000 });
    const { id } = await create('agent');
    await settled();
    const { url } = (await api('GET', `${PATH}/${id}`)).body;
    expect((await fetch(`${url}/ok`)).status).toBe(200);
    expect((await api('DELETE', `${PATH}/${id}`)).status).toBe(204);
    await settled(59_999);
    expect((await api('GET', `${PATH}/${id}`)).body.status).toBe('AWAITING_DELETE');
    await settled(1);
    expect((await api('GET', `${PATH}/${id}`)).status).toBe(404);
    await expect(fetch(`${url}/ok`)).rejects.toThrow();
    expect((await api('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });

  // docs/departures.md#delete-force-deletion-held
  test.each([
    ['stalls', { stall: true }],
    ['takes long', { duration_ms: 3_600_000 }],
  ])('is removed with the parameter force when its deletion %s', async (_, then) => {
    const { api, create, settled, rule } = await start();
    const { id } = await create('agent');
    await settled();
    rule('AWAITING_DELETE', then);
    expect((await api('DELETE', `${PATH}/${id}?force=true`)).status).toBe(400);
    await api('DELETE', `${PATH}/${id}`);
    await settled();
    expect((await api('GET', `${PATH}/${id}`)).body.status).toBe('AWAITING_DELETE');
    expect((await api('DELETE', `${PATH}/${id}?force=true&delete_tracing_project=true`)).status).toBe(204);
    await settled();
    expect((await api('GET', `${PATH}/${id}`)).status).toBe(404);
    expect((await create('agent')).id).toBeDefined();
  });

  test.each(['AWAITING_DATABASE', 'CREATING', 'AWAITING_DEPLOY', 'DEPLOYING'])(
    'is removed while a revision is stuck in %s, together with queued revisions',
    async (stage) => {
      const { emulator, api, create, settled, rule } = await start();
      rule(stage, { stall: true });
      const { id } = await create('agent');
      await api('POST', `${PATH}/${id}/revisions`);
      await settled();
      await api('DELETE', `${PATH}/${id}`);
      await settled();
      expect((await api('GET', `${PATH}/${id}`)).status).toBe(404);
      expect((await api('GET', '/_local/health')).body.data_plane.at_work).toEqual([]);
      expect(emulator.clock.mode).toBe('virtual');
    },
  );
});

test('concurrent creations and deletions of one name never leave two deployments or an orphaned tracing project', async () => {
  const { api, settled } = await start();
  const act = fc.constantFrom('create', 'delete', 'force', 'settle');
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { maxLength: 5 }),
      async (steps) => {
        round += 1;
        const name = `agent-${round}`;
        const living = async () =>
          (await api('GET', `${PATH}?name=${name}`)).body.resources.filter(
            (one: { status: string }) => one.status !== 'AWAITING_DELETE',
          );
        for (const together of steps) {
          const now: { id: string }[] = (await api('GET', `${PATH}?name=${name}`)).body.resources;
          const answers = await Promise.all(
            together.map(async (one) => {
              if (one === 'create') return (await api('POST', PATH, imageDeployment({ name }))).status;
              const [newest] = now;
              if (one === 'settle' || newest === undefined) return 0;
              const flags = one === 'force' ? '&force=true' : '';
              return (await api('DELETE', `${PATH}/${newest.id}?delete_tracing_project=true${flags}`)).status;
            }),
          );
          if (together.includes('settle')) await settled();
          for (const status of answers) expect([0, 201, 204, 400, 404, 409]).toContain(status);
          expect((await living()).length).toBeLessThanOrEqual(1);
          // A second create succeeds only if a deletion in between has freed the name.
          if (answers.filter((status) => status === 201).length > 1) {
            expect(answers.filter((status) => status === 204).length).toBeGreaterThan(0);
          }
        }
      },
    ),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 150) / 10) },
  );
});
