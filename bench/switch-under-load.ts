import { WAIT_LIMIT_MS } from '../harness/hang-limit.ts';
import { plainAgent } from '../harness/agents/fixtures.ts';
import { startEmulator } from '../harness/emulator.ts';
import { createRepository } from '../harness/git.ts';
import { agentClient, startLoad } from '../harness/start/agent.ts';
import { deploy } from './support/deploys.ts';
import type { Measurement } from './support/measure.ts';

const SWITCHES = 5;
const CALLERS = 8;

/**
 * Switches revisions while clients hold conversations with threads, runs, joins and states. No request is allowed to
 * fail.
 */
export async function measure(): Promise<Measurement> {
  const emulator = await startEmulator();
  const repository = await createRepository(plainAgent({ version: 'v0' }));
  try {
    const first = await deploy(emulator, repository, { name: 'switch' });
    const url = first.outputs['deployment-url'] ?? '';
    const client = agentClient(url, emulator.apiKey, AbortSignal.timeout(WAIT_LIMIT_MS));
    const requests: number[] = [];
    const failed: number[] = [];
    const problems: string[] = [];
    for (let version = 1; version <= SWITCHES; version += 1) {
      await repository.commit(plainAgent({ version: `v${version}` }));
      const load = startLoad(client, CALLERS);
      try {
        const run = await deploy(emulator, repository, { name: 'switch' });
        await load.sees(run.outputs['revision-id'] ?? '');
      } finally {
        const report = await load.stop();
        requests.push(report.requests);
        failed.push(report.failed);
        problems.push(...report.problems);
      }
    }
    const sum = (samples: number[]): number => samples.reduce((total, sample) => total + sample, 0);
    for (const problem of problems.slice(0, 5)) console.error(problem);
    return {
      claim: `${SWITCHES} revisions take over from one another under ${CALLERS} callers, and no request fails`,
      sides: [
        { name: 'requests failed, per switch', unit: 'requests', samples: failed },
        { name: 'requests made, per switch', unit: 'requests', samples: requests },
      ],
      ratio: { name: 'failed of made', value: sum(failed) / sum(requests), aim: { atMost: 0 } },
    };
  } finally {
    await emulator.stop();
    await repository.remove();
  }
}
