import * as z from 'zod';
import type { EmulatorHandle } from '../../emulator.ts';
import { readThreads } from '../agent-server.ts';
import type { Scenario, ScenarioRun } from '../attempt.ts';
import { runsSettled } from '../invariants.ts';
import type { ObservedThread } from '../ledger.ts';
import { ask, EmulatorGone, seenAtRest } from '../observe.ts';
import { deployedAgentScenario, PLAIN_AGENT, serving } from './agents.ts';

const CRONS = 3;
const DAY = 24 * 60 * 60 * 1_000;
/**
 * Skew of the clock in milliseconds. The skew is longer than the time until a cron is first due, and shorter than the
 * time until it is due again.
 */
const SKEW_MS = 400 * DAY;

const Crons = z.array(
  z.object({
    cron_id: z.string(),
    created_at: z.string(),
    next_run_date: z.string(),
    payload: z.looseObject({ input: z.looseObject({ say: z.string() }) }),
  }),
);
const Created = z.object({ cron_id: z.string() });

/** Scenario with crons of a deployed agent that become due because the emulator's clock is advanced. */
export const crons: Scenario = deployedAgentScenario({ name: 'crons', agent: PLAIN_AGENT }, (url) =>
  play(url),
);

function play(url: string): ScenarioRun {
  /**
   * IDs of the crons whose creation was acknowledged. `isSeen` is true once a client has read that their runs ended.
   */
  const kept: string[] = [];
  let isSeen = false;
  return {
    async run(emulator) {
      await serving(emulator, url);
      for (let n = 0; n < CRONS; n += 1) {
        const answer = await ask(emulator, 'POST', `${url}/runs/crons`, {
          assistant_id: 'echo',
          schedule: '@yearly',
          input: { say: `cron ${n}` },
          on_run_completed: 'keep',
        });
        kept.push(Created.parse(answer.body).cron_id);
      }
      await emulator.clock.skew(SKEW_MS).catch((cause: unknown) => {
        throw new EmulatorGone('the clock was not set', { cause });
      });
      // Sleeps do not follow the skewed clock, so a change to a cron makes the emulator read the clock.
      await ask(emulator, 'PATCH', `${url}/runs/crons/${kept[0]}`, { enabled: true });
      const threads = await seenAtRest(() => readThreads(emulator, url), isDone);
      isSeen = isDone(threads);
    },
    secrets: () => [],
    async check(emulator) {
      await serving(emulator, url);
      const threads = await seenAtRest(() => readThreads(emulator, url), runsSettled);
      return check(await readCrons(emulator, url), threads, { kept, isSeen });
    },
    checkStored: () => [],
  };
}

const isDone = (threads: readonly ObservedThread[]): boolean =>
  runsSettled(threads) && threads.length === CRONS && threads.every(({ runs }) => runs.length > 0);

async function readCrons(emulator: EmulatorHandle, url: string): Promise<z.infer<typeof Crons>> {
  return Crons.parse((await ask(emulator, 'POST', `${url}/runs/crons/search`, { limit: 100 })).body);
}

/** Returns violations unless each cron that was due has one run, and no other cron has a run. */
function check(
  found: z.infer<typeof Crons>,
  threads: readonly ObservedThread[],
  { kept, isSeen }: { kept: readonly string[]; isSeen: boolean },
): string[] {
  const runs = threads.flatMap((thread) => thread.runs);
  const problems = kept
    .filter((id) => found.every((cron) => cron.cron_id !== id))
    .map((id) => `cron ${id} was acknowledged but no longer exists`);
  for (const cron of found) {
    const { say } = cron.payload.input;
    const own = runs.filter((run) => run.say === say);
    const hadItsTime = Date.parse(cron.next_run_date) - Date.parse(cron.created_at) > SKEW_MS - DAY;
    if (own.length !== (hadItsTime ? 1 : 0)) {
      problems.push(`${say} has ${own.length} runs, and its time ${hadItsTime ? 'has' : 'has not'} passed`);
    }
    if (isSeen && own.length !== 1) problems.push(`the run of ${say} existed before and no longer exists`);
    problems.push(
      ...own.filter(({ status }) => status !== 'success').map(({ status }) => `${say} is ${status}`),
    );
  }
  if (threads.some((thread) => thread.runs.length !== 1))
    problems.push('a thread of a cron does not have exactly one run');
  return problems;
}
