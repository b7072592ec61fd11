import type { ScenarioRun, Scenario } from '../attempt.ts';
import type { EmulatorHandle } from '../../emulator.ts';
import { ask, type ObservedDeployment } from '../observe.ts';
import { checkUrls, waitUntilSettled, checkNewRevision } from './deployments.ts';

/** A request, and the images of the deployments after the request, by name. */
interface Step {
  send(emulator: EmulatorHandle): Promise<number>;
  then: Record<string, string>;
}

/**
 * Scenario with resets and restores. After each kill, the state must be the state before or after the interrupted
 * request.
 */
export const startOver: Scenario = {
  name: 'start-over',
  options: { runtime: 'stub' },
  prepare: () => Promise.resolve(startOverPlay),
};

function startOverPlay(): ScenarioRun {
  /** Possible states: the state after the last response, and the state after a request without a response. */
  let possible: Record<string, string>[] = [{}];
  return {
    async run(emulator) {
      for (const step of steps()) {
        possible.push(step.then);
        const status = await step.send(emulator);
        if (status >= 300) throw new Error(`a step returned status ${status}`);
        possible = [step.then];
        await waitUntilSettled(emulator);
      }
    },
    secrets: () => ['clear-old', 'clear-new', 'clear-after'],
    async check(emulator) {
      const seen = await waitUntilSettled(emulator);
      return [
        ...judgeState(seen, possible),
        ...(await checkUrls(emulator, seen)),
        ...(await checkNewRevision(emulator, seen)),
      ];
    },
    checkStored: () => [],
  };
}

function steps(): Step[] {
  let snapshot: unknown;
  const create = (name: string) => async (emulator: EmulatorHandle) => {
    const body = {
      name,
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: `${name}:1` },
      secrets: [{ name: 'TOKEN', value: `clear-${name}` }],
    };
    return (await ask(emulator, 'POST', '/v2/deployments', body)).status;
  };
  return [
    { send: create('old'), then: { old: 'old:1' } },
    {
      async send(emulator) {
        const taken = await ask(emulator, 'GET', '/_local/snapshot');
        snapshot = taken.body;
        return taken.status;
      },
      then: { old: 'old:1' },
    },
    { send: async (emulator) => (await ask(emulator, 'POST', '/_local/reset')).status, then: {} },
    { send: create('new'), then: { new: 'new:1' } },
    {
      send: async (emulator) => (await ask(emulator, 'PUT', '/_local/snapshot', snapshot)).status,
      then: { old: 'old:1' },
    },
    { send: create('after'), then: { old: 'old:1', after: 'after:1' } },
  ];
}

function judgeState(
  seen: readonly ObservedDeployment[],
  possible: readonly Record<string, string>[],
): string[] {
  const shown = (state: Record<string, string>) =>
    JSON.stringify(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));
  const found = shown(
    Object.fromEntries(seen.map(({ name, revisions }) => [name, revisions[0]?.marker ?? ''])),
  );
  const allowed = possible.map(shown);
  const findings = allowed.includes(found) ? [] : [`found ${found}; expected ${allowed.join(' or ')}`];
  for (const { name, secret, active, latest } of seen) {
    if (secret !== `clear-${name}`) findings.push(`${name} has lost its secret`);
    if (active === null || active !== latest) findings.push(`${name} has no active revision`);
  }
  return findings;
}
