import process from 'node:process';
import type { EmulatorHandle } from '../../emulator.ts';
import type { RecordingAgentServer } from '../agent-server.ts';
import type { Scenario } from '../attempt.ts';
import { agentScenario, PLAIN_AGENT } from './agents.ts';
import { agentsRepository, deploymentPlay } from './deployments.ts';

/**
 * Scenario with an orderly shutdown (SIGTERM) while revisions are built or queued. The emulator may be killed at any
 * write of the shutdown.
 */
export const stoppingBuilds: Scenario = {
  name: 'stopping-builds',
  options: { runtime: 'process' },
  async prepare(_, scratch) {
    const repoUrl = await agentsRepository(scratch);
    return () =>
      deploymentPlay(async (plane, emulator) => {
        await plane.create({ key: 'serving', marker: 'b1', secret: 'clear-serving', repoUrl });
        await plane.waitForStatus('serving');
        await plane.revise('serving', { marker: 'b2' });
        await plane.revise('serving', { marker: 'b3' });
        await plane.create({ key: 'new', marker: 'c1', repoUrl });
        await plane.waitForStatus('serving', 'BUILDING');
        await plane.remove('new');
        await endInOrder(emulator);
      });
  },
};

/** Scenario with an orderly shutdown while runs wait, are active, or are queued. */
export const stoppingRuns: Scenario = agentScenario({
  name: 'stopping-runs',
  agent: PLAIN_AGENT,
  async use(server: RecordingAgentServer, emulator: EmulatorHandle) {
    await server.thread('going');
    await server.run('going', 'echo', 'g1');
    await server.join('g1');
    await server.run('going', 'gate', 'g2');
    await server.run('going', 'echo', 'g3');
    await server.thread('cancelled');
    await server.run('cancelled', 'gate', 'c1');
    await server.cancel('c1', { action: 'interrupt', wait: false });
    await endInOrder(emulator);
  },
});

async function endInOrder(emulator: EmulatorHandle): Promise<void> {
  process.kill(emulator.pid, 'SIGTERM');
  const { code, signal } = await emulator.ended;
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`it ended with ${signal ?? `exit code ${code}`}`);
}
