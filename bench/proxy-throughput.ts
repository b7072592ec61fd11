import { cpuSeconds } from './support/process-usage.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';
import { type Lab, startLab, type Way } from './support/proxy-lab.ts';

const ROUNDS = roundsToMeasure(5);
const CONNECTIONS = 32;
const MS = 2_000;
const WARM_REQUESTS = 30_000;

interface Samples {
  rps: number[];
  p50: number[];
  p99: number[];
  /** Processor time of the proxy per request, in microseconds. Other load on the machine affects this figure least. */
  cpu: number[];
}

/** Returns the pid of the proxy on a route, or of this process on a route without a proxy. */
function pidOf(lab: Lab, way: Way): number {
  if (way === 'ours') return lab.rig.proxy.pid;
  return way === 'squid' ? (lab.squid?.pid ?? process.pid) : process.pid;
}

/** Measures all routes in alternating order. */
async function rounds(lab: Lab): Promise<Record<Way, Samples>> {
  const seen: Record<Way, Samples> = {
    direct: { rps: [], p50: [], p99: [], cpu: [] },
    ours: { rps: [], p50: [], p99: [], cpu: [] },
    squid: { rps: [], p50: [], p99: [], cpu: [] },
  };
  // The warm-up counts requests instead of time, because the just-in-time compiler gets little processor time on a
  // busy machine.
  for (const way of lab.ways) {
    for (let asked = 0, tries = 0; asked < WARM_REQUESTS && tries < 20; tries += 1) {
      asked += (await lab.drive(way, { connections: CONNECTIONS, ms: 1_000, fresh: false })).requests;
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = lab.ways.map((_, at) => lab.ways[(at + round) % lab.ways.length] ?? 'direct');
    for (const way of order) {
      const pid = pidOf(lab, way);
      const before = cpuSeconds(pid);
      const { requests, seconds, latencies } = await lab.drive(way, {
        connections: CONNECTIONS,
        ms: MS,
        fresh: false,
      });
      seen[way].cpu.push(((cpuSeconds(pid) - before) * 1e6) / requests);
      seen[way].rps.push(requests / seconds);
      seen[way].p50.push(percentile(latencies, 0.5));
      seen[way].p99.push(percentile(latencies, 0.99));
    }
  }
  return seen;
}

/**
 * Compares requests per second on 32 open connections: with TLS interception and an added header, and without a proxy.
 */
export async function measure(): Promise<Measurement> {
  const lab = await startLab();
  try {
    const { direct, ours, squid } = await rounds(lab);
    const added = (way: Samples, of: 'p50' | 'p99'): number => median(way[of]) - median(direct[of]);
    const here = lab.squid !== null;
    return {
      claim: `${CONNECTIONS} kept connections through the credential proxy${here ? ', and through squid with ssl-bump' : ' (squid is not installed here)'}`,
      sides: [
        { name: 'ours', unit: 'requests/s', samples: ours.rps },
        { name: 'direct', unit: 'requests/s', samples: direct.rps },
      ],
      ratio: { name: 'ours of direct', value: median(ours.rps) / median(direct.rps), aim: { atLeast: 0.5 } },
      figures: [
        { name: 'added by ours, p50', value: added(ours, 'p50'), unit: 'ms' },
        { name: 'added by ours, p99', value: added(ours, 'p99'), unit: 'ms' },
        { name: 'processor time of ours', value: median(ours.cpu), unit: 'us/request' },
        ...(here
          ? [
              { name: 'squid', value: median(squid.rps), unit: 'requests/s' },
              { name: 'squid of ours', value: median(squid.rps) / median(ours.rps), unit: '', aim: 1 / 1.2 },
              { name: 'processor time of squid', value: median(squid.cpu), unit: 'us/request' },
              // This ratio is valid even on a busy machine, where rates depend on other processes.
              {
                name: 'processor time, ours of squid',
                value: median(ours.cpu) / median(squid.cpu),
                unit: '',
              },
              { name: 'added by squid, p50', value: added(squid, 'p50'), unit: 'ms' },
              { name: 'added by squid, p99', value: added(squid, 'p99'), unit: 'ms' },
            ]
          : []),
      ],
    };
  } finally {
    await lab.stop();
  }
}
