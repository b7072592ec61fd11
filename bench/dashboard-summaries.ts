import { startDashboardLab } from './support/dashboard.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const REQUESTS = 10_000;
const ROUNDS = roundsToMeasure(9);
const MEGABYTE = 1_000_000;

/**
 * Compares how long a client that reads the list of requests blocks the emulator with a client that reads whole
 * entries.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const lab = await startDashboardLab();
  stack.defer(() => lab.stop());
  await lab.fill(REQUESTS);
  const session = await lab.session();
  const { controlPlane: origin, admin } = lab.emulator.urls;
  const read = async (url: string, headers: Record<string, string>): Promise<number> => {
    const answer = await fetch(url, { headers });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return (await answer.arrayBuffer()).byteLength;
  };
  const summaries = () => read(`${origin}/_local/ui/api/requests?limit=${REQUESTS}`, session);
  const entries = () => read(`${admin}/journal?limit=${REQUESTS}`, { 'x-api-key': lab.emulator.apiKey });
  const [ours, whole, idle]: [number[], number[], number[]] = [[], [], []];
  let bytes = 0;
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const blocked = [
      await lab.longestBlock(async () => {
        bytes = await summaries();
      }),
      await lab.longestBlock(entries),
      await lab.longestBlock(() => new Promise((resolve) => setTimeout(resolve, 100))),
    ] as const;
    // The first round compiles the code.
    if (round === 0) continue;
    ours.push(blocked[0]);
    whole.push(blocked[1]);
    idle.push(blocked[2]);
  }
  return {
    claim: 'who looks at requests does not hold up others',
    sides: [
      { name: `summaries of ${REQUESTS} requests, longest block`, unit: 'ms', samples: ours },
      { name: 'whole entries of the journal', unit: 'ms', samples: whole },
      { name: 'nothing is read, for 100 ms', unit: 'ms', samples: idle },
    ],
    ratio: { name: 'medians', value: median(ours) / median(whole), aim: { atMost: 0.5 } },
    figures: [
      { name: 'summaries, median', value: median(ours), unit: 'ms', aim: 100 },
      { name: 'size of the answer', value: bytes / MEGABYTE, unit: 'MB' },
    ],
  };
}
