import { credentialsLine, userName } from '../harness/credential-proxy/client.ts';
import { type RigSandbox, rule, secretHeader } from '../harness/credential-proxy/rig.ts';
import { startRequestClient } from './support/request-client.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';
import { HOST, residentMb, startLab } from './support/proxy-lab.ts';
import type { TlsLoad } from './support/tls-load.ts';

const SANDBOXES = 100;
const ROUNDS = roundsToMeasure(5);
const MS = 2_000;
/** Load of an ordinary sandbox. */
const CALM = { connections: 2, ms: MS, fresh: false };
const FLOODS = {
  requests: { connections: 32, ms: MS + 500, fresh: false },
  connections: { connections: 32, ms: MS + 500, fresh: true },
};

/**
 * Measures the memory of each of a hundred sandboxes in one process, and how a sandbox that floods the proxy affects
 * another.
 */
export async function measure(): Promise<Measurement> {
  const lab = await startLab();
  const asker = startRequestClient();
  const neighbour = startRequestClient();
  try {
    const { pid, address } = lab.rig.proxy;
    const loadOf = (sandbox: RigSandbox, load: typeof CALM): TlsLoad => ({
      ...load,
      port: address.port,
      tunnel: { authority: `${HOST}:443`, credentials: credentialsLine(userName(sandbox.id), sandbox.token) },
      host: HOST,
      ca: sandbox.caPem,
    });
    // The first request has additional costs, which belong to neither sandbox.
    await asker.drive(loadOf(lab.sandbox, { ...CALM, ms: 1_000 }));
    const [pushed, used]: [number[], number[]] = [[await residentMb(pid)], []];
    const sandboxes: RigSandbox[] = [];
    for (let n = 0; n < SANDBOXES; n += 1) {
      const header = secretHeader('Authorization', `Bearer bench-not-a-secret-${n}`);
      sandboxes.push(
        await lab.rig.push(`many-${n}`, { rules: [rule('api', [HOST], [header], ['/repos/*'])] }),
      );
    }
    pushed.push(await residentMb(pid));
    // Each sandbox sends one request, so that its certificate is issued and its upstream connection is open.
    for (const sandbox of sandboxes)
      await asker.drive(loadOf(sandbox, { connections: 1, ms: 1, fresh: false }));
    used.push(await residentMb(pid));

    const [calm, flooder] = sandboxes;
    if (calm === undefined || flooder === undefined) throw new Error('there are no sandboxes');
    const [alone, aloneMiddle, besideMiddle]: [number[], number[], number[]] = [[], [], []];
    const beside: Record<keyof typeof FLOODS, number[]> = { requests: [], connections: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const quiet = await asker.drive(loadOf(calm, CALM));
      alone.push(percentile(quiet.latencies, 0.99));
      aloneMiddle.push(median(quiet.latencies));
      for (const kind of ['requests', 'connections'] as const) {
        const flood = neighbour.drive(loadOf(flooder, FLOODS[kind]));
        const driven = await asker.drive(loadOf(calm, CALM));
        beside[kind].push(percentile(driven.latencies, 0.99));
        if (kind === 'requests') besideMiddle.push(median(driven.latencies));
        await flood;
      }
    }
    const [before = 0, after = 0] = pushed;
    return {
      claim: `${SANDBOXES} sandboxes on one process: a neighbour’s flood of 32 connections delays it, and starves none`,
      sides: [
        { name: 'p99 beside a flood of requests', unit: 'ms', samples: beside.requests },
        { name: 'p99 alone', unit: 'ms', samples: alone },
      ],
      ratio: { name: 'beside a flood to alone', value: median(beside.requests) / median(alone) },
      figures: [
        { name: 'p50 beside a flood of requests', value: median(besideMiddle), unit: 'ms' },
        { name: 'p50 alone', value: median(aloneMiddle), unit: 'ms' },
        { name: 'p99 beside a flood of new connections', value: median(beside.connections), unit: 'ms' },
        { name: 'memory of each sandbox, pushed', value: ((after - before) * 1024) / SANDBOXES, unit: 'KB' },
        {
          name: 'memory of each sandbox, in use',
          value: (((used[0] ?? 0) - before) * 1024) / SANDBOXES,
          unit: 'KB',
        },
        { name: 'memory of the process, all in use', value: used[0] ?? 0, unit: 'MB' },
      ],
    };
  } finally {
    await asker.stop();
    await neighbour.stop();
    await lab.stop();
  }
}
