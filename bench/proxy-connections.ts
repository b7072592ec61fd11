import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';
import { startLab, type Way } from './support/proxy-lab.ts';

const ROUNDS = roundsToMeasure(5);
const CONNECTIONS = 8;
const MS = 2_000;

/**
 * Compares a new connection for each request (CONNECT, handshake, one response), eight at a time, with a handshake
 * without the proxy.
 */
export async function measure(): Promise<Measurement> {
  const lab = await startLab();
  try {
    const seen: Record<Way, { rps: number[]; p99: number[] }> = {
      direct: { rps: [], p99: [] },
      ours: { rps: [], p99: [] },
      squid: { rps: [], p99: [] },
    };
    for (const way of lab.ways) await lab.drive(way, { connections: CONNECTIONS, ms: 500, fresh: true });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const way of round % 2 === 0 ? lab.ways : lab.ways.toReversed()) {
        const driven = await lab.drive(way, { connections: CONNECTIONS, ms: MS, fresh: true });
        seen[way].rps.push(driven.requests / driven.seconds);
        seen[way].p99.push(percentile(driven.latencies, 0.99));
      }
    }
    return {
      claim: `a new connection for each request, ${CONNECTIONS} at a time: the handshake with the upstream is saved`,
      sides: [
        { name: 'ours', unit: 'connections/s', samples: seen.ours.rps },
        { name: 'direct', unit: 'connections/s', samples: seen.direct.rps },
      ],
      ratio: {
        name: 'ours of direct',
        value: median(seen.ours.rps) / median(seen.direct.rps),
        aim: { atLeast: 0.5 },
      },
      figures: [
        { name: 'added by ours, p99', value: median(seen.ours.p99) - median(seen.direct.p99), unit: 'ms' },
        ...(lab.squid === null
          ? []
          : [
              { name: 'squid', value: median(seen.squid.rps), unit: 'connections/s' },
              { name: 'squid of ours', value: median(seen.squid.rps) / median(seen.ours.rps), unit: '' },
            ]),
      ],
    };
  } finally {
    await lab.stop();
  }
}
