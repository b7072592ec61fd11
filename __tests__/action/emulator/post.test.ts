import { describe, expect, test } from '@jest/globals';
import { countJournal } from '../../../src/action/emulator/journal-counts.ts';
import { FOLDER, createEmulatorScenario, PATHS } from './support.ts';

const entry = (method: string, path: string, status = 200, surface = 'control-plane') =>
  JSON.stringify({ seq: 1, surface, method, path, status, request: null, response: null });
const ID = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
const OTHER = '0f9e2d4c-1b3a-4c5d-8e7f-aabbccddeeff';

async function* linesOf(...lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

describe('the post phase of the emulator action', () => {
  test('stops the emulator, counts the requests, and leaves only log and journal', async () => {
    const scenario = createEmulatorScenario({ seed: 'workspaces: []' });
    await scenario.run();
    scenario.files.set(PATHS.log, 'emulator: serving\n');
    scenario.files.set(
      PATHS.journal,
      [
        entry('POST', '/v2/deployments', 201),
        entry('GET', `/v2/deployments/${ID}`),
        entry('GET', `/v2/deployments/${OTHER}`),
      ].join('\n'),
    );
    const host = await scenario.post();
    expect(scenario.emulator.running).toBe(false);
    expect(host.lines).toEqual([
      'The emulator was stopped.',
      'The emulator responded to 3 requests:',
      '     2  200  GET /v2/deployments/{id} (control-plane)',
      '     1  201  POST /v2/deployments (control-plane)',
      `The log and the journal are in ${PATHS.logs}.`,
    ]);
    expect(host.annotations).toEqual([]);
    expect(host.summaries.join()).toContain('Requests to the emulator');
    expect([...scenario.files.keys()].toSorted()).toEqual([PATHS.log, PATHS.journal]);
  });

  test('writes no summary if an input disables the summary', async () => {
    const scenario = createEmulatorScenario({ summary: 'false' });
    await scenario.run();
    expect((await scenario.post()).summaries).toEqual([]);
  });

  test("warns if the emulator ended before the job, and shows the last lines of the emulator's log", async () => {
    const scenario = createEmulatorScenario();
    await scenario.run();
    scenario.emulator.running = false;
    scenario.files.set(PATHS.log, 'emulator: out of memory\n');
    const [{ level, message } = { level: '', message: '' }] = (await scenario.post()).annotations;
    expect([level, message]).toEqual(['warning', expect.stringContaining('out of memory')]);
  });

  test('does nothing without a saved state, and cleans up if the main phase was killed', async () => {
    const nothing = await createEmulatorScenario().post();
    expect([nothing.lines, nothing.annotations]).toEqual([[], []]);
    const killed = createEmulatorScenario();
    await killed.run();
    const state = { STATE_AGENT: '', 'STATE_agent-deploy-emulator': killed.emulator.stateAtStart ?? '' };
    const host = await killed.post(state);
    expect(killed.emulator.running).toBe(false);
    expect(host.annotations.map(({ title }) => title)).toEqual(['Agent Deploy: no report']);
  });

  // docs/security/checkouts.md#emulator-action-post
  test('stops npm if the main phase was killed during the installation', async () => {
    const scenario = createEmulatorScenario();
    await scenario.run();
    const state = scenario.stateWhileInstalling ?? '';
    const host = await scenario.post({ 'STATE_agent-deploy-emulator': state });
    expect(scenario.stopped).toEqual([{ pid: 4242, folder: FOLDER }]);
    expect(host.lines).toContain('/usr/lib/npm-cli.js is stopped.');
  });

  // docs/security/checkouts.md#emulator-action-post
  test('stops no process if the folder in the saved state is not a folder of this action', async () => {
    const scenario = createEmulatorScenario();
    await scenario.run();
    for (const folder of ['/elsewhere', null]) {
      const forged = {
        stage: 'reported',
        folder,
        process: { pid: 999, startTime: 'boot:9', program: '/bin/x' },
      };
      await scenario.post({ 'STATE_agent-deploy-emulator': JSON.stringify({ ...forged, serving: true }) });
    }
    expect(scenario.stopped).toEqual([]);
  });

  // docs/security/checkouts.md#emulator-action-post
  test('does not delete a folder that this action did not create', async () => {
    const scenario = createEmulatorScenario();
    await scenario.run();
    scenario.files.set('/elsewhere/file', 'mine');
    const host = await scenario.post({
      'STATE_agent-deploy-emulator': JSON.stringify({ stage: 'reported', folder: '/elsewhere' }),
    });
    expect(scenario.files.has('/elsewhere/file')).toBe(true);
    expect(host.annotations[0]?.message).toContain('/elsewhere is not a folder that this action creates');
  });
});

describe('the table of request counts that is made from a journal', () => {
  test('groups paths that differ only by an ID, and ignores invalid entries', async () => {
    const { requests, rows } = await countJournal(
      linesOf(entry('GET', `/a/${ID}`), '', 'nonsense', entry('GET', `/a/${OTHER}`), '{"seq": 4, "met'),
    );
    expect(requests).toBe(2);
    expect(rows).toEqual([{ surface: 'control-plane', request: 'GET /a/{id}', status: 200, count: 2 }]);
  });

  test('has a limited number of rows even for thousands of paths', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => entry('GET', `/a/${index}`));
    const { requests, rows } = await countJournal(linesOf(...many));
    expect([requests, rows.length]).toEqual([5_000, 1_000]);
  });
});
