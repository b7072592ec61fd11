import { drive } from './support/load.ts';
import { nameOf, type Populated, populate } from './support/many-deployments.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const FEW = 1_000;
const MANY = 100_000;
const ROUNDS = roundsToMeasure(15);
const ROUND_MS = 150;
/** Name of a deployment that both stores contain. */
const NAME = nameOf(417);

/**
 * Queries, each with a string that the response contains. The action searches for a deployment with its whole name as
 * the substring.
 */
const QUERIES = {
  'a name, as the action asks': { query: `name_contains=${NAME}&limit=100&offset=0`, holds: `"${NAME}"` },
  'a name by name alone': { query: `name=${NAME}`, holds: `"${NAME}"` },
  'part of one name': { query: 'name_contains=t-000417&limit=100', holds: `"${NAME}"` },
  'part of none': { query: 'name_contains=no-such-agent&limit=100', holds: '"resources":[]' },
  'two letters of none': { query: 'name_contains=zz&limit=100', holds: '"resources":[]' },
  'two letters of all, newest 20': { query: 'name_contains=rt', holds: '"offset":20' },
  'part of all, newest 20': { query: 'name_contains=support', holds: '"offset":20' },
  'part of all, newest 100': { query: 'name_contains=support&limit=100', holds: '"offset":100' },
};
type Query = keyof typeof QUERIES;
const ACTION: Query = 'a name, as the action asks';

/** Compares lists by name with few and with many deployments, with one client and alternating rounds. */
export async function measure(): Promise<Measurement> {
  const few = await populate(FEW);
  try {
    const many = await populate(MANY);
    try {
      return await compare(few, many);
    } finally {
      await many.stop();
    }
  } finally {
    await few.stop();
  }
}

async function compare(few: Populated, many: Populated): Promise<Measurement> {
  const names = Object.keys(QUERIES) as Query[];
  const samples = new Map(names.map((name) => [name, { few: [] as number[], many: [] as number[] }]));
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    for (const [name, of] of samples) {
      const pair = [await p50(few, name), await p50(many, name)] as const;
      // The first rounds warm up both stores.
      if (round < 2) continue;
      of.few.push(pair[0]);
      of.many.push(pair[1]);
    }
  }
  const of = (name: Query) => samples.get(name) ?? { few: [], many: [] };
  const ratio = (name: Query) => median(of(name).many.map((ms, at) => ms / (of(name).few[at] ?? Number.NaN)));
  return {
    claim: `a deployment is found by name as fast among ${MANY.toLocaleString('en')} as among ${FEW.toLocaleString('en')}`,
    sides: [
      { name: `${MANY.toLocaleString('en')}: p50 of a round`, unit: 'ms', samples: of(ACTION).many },
      { name: `${FEW.toLocaleString('en')}: p50 of a round`, unit: 'ms', samples: of(ACTION).few },
    ],
    ratio: { name: `${ACTION}, paired rounds`, value: ratio(ACTION), aim: { atMost: 1.3 } },
    figures: names.flatMap((name) => [
      { name: `${name}: among many`, value: median(of(name).many), unit: 'ms' },
      { name: `${name}: ratio`, value: ratio(name), unit: '', aim: 1.3 },
    ]),
  };
}

async function p50({ emulator }: Populated, name: Query): Promise<number> {
  const { query, holds } = QUERIES[name];
  const { latencies } = await drive({
    url: new URL(`/v2/deployments?${query}`, emulator.urls.controlPlane),
    headers: { 'x-api-key': emulator.apiKey, 'x-tenant-id': emulator.workspaceId },
    connections: 1,
    ms: ROUND_MS,
    holds,
  });
  return median(latencies);
}
