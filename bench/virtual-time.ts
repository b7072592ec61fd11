import path from 'node:path';
import { startEmulator, type EmulatorHandle } from '../harness/emulator.ts';
import { pushEvent } from '../harness/events.ts';
import { runAction } from '../harness/runner/run-action.ts';
import type { RunActionOptions } from '../harness/runner/types.ts';
import { ROOT } from './support/deploys.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(5);
const SHORT_MS = 3_000;
const LONG_MS = 30 * 60_000;
/** Share of each stage in the duration of an image's rollout. */
const SHARES = { CREATING: 1 / 6, AWAITING_DEPLOY: 1 / 3, DEPLOYING: 1 / 2 };

/** Returns the milliseconds of wall-clock time of one run of the built action, including the post phase. */
async function rollOut(
  emulator: EmulatorHandle,
  clock: 'real' | 'virtual',
  productMs: number,
  name: string,
): Promise<number> {
  await emulator.setFaults(
    Object.entries(SHARES).map(([stage, share]) => ({
      match: { deployment: name, stage },
      effect: { duration_ms: productMs * share },
    })),
  );
  const start = (given: Partial<RunActionOptions>) =>
    runAction({
      actionYml: path.join(ROOT, 'action.yml'),
      event: pushEvent({ branch: 'main', after: 'd'.repeat(40) }),
      inputs: {
        'api-key': emulator.apiKey,
        'workspace-id': emulator.workspaceId,
        'control-plane-url': emulator.urls.controlPlane,
        'deployment-name': name,
        'image-uri': 'registry.example.org/team/agent:1',
        'wait-timeout': '40m',
      },
      ...given,
    });
  const run = await (clock === 'virtual' ? emulator.clock.during(start) : start({}));
  if (run.outcome !== 'success') throw new Error(`the rollout ended with ${run.outcome}:\n${run.log}`);
  const waited = Number(run.outputs['duration-seconds']) * 1_000;
  if (waited < productMs) throw new Error(`the action waited ${waited} ms for a rollout of ${productMs} ms`);
  return run.durationMs;
}

/** Measures the cost of a half-hour rollout with the virtual clock, and of a short rollout with both clocks. */
export async function measure(): Promise<Measurement> {
  const real = await startEmulator({ runtime: 'stub' });
  const virtual = await startEmulator({ runtime: 'stub', clock: 'virtual' });
  const onReal: number[] = [];
  const onVirtual: number[] = [];
  const long: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      onVirtual.push(await rollOut(virtual, 'virtual', SHORT_MS, `short-${round}`));
      onReal.push(await rollOut(real, 'real', SHORT_MS, `short-${round}`));
      long.push(await rollOut(virtual, 'virtual', LONG_MS, `long-${round}`));
    }
  } finally {
    await Promise.all([real.stop(), virtual.stop()]);
  }
  return {
    claim:
      'a thirty-minute rollout is tested in well under a second, with the built action in its own process',
    sides: [
      { name: `rollout of ${SHORT_MS / 1000} s, virtual clock`, unit: 'ms', samples: onVirtual },
      { name: `rollout of ${SHORT_MS / 1000} s, real clock`, unit: 'ms', samples: onReal },
    ],
    ratio: {
      name: 'product time of wall time, 30 minutes',
      value: LONG_MS / median(long),
      aim: { atLeast: 2_000 },
    },
    figures: [
      { name: 'rollout of 30 min, virtual clock, median', value: median(long), unit: 'ms', aim: 900 },
      {
        name: `rollout of ${SHORT_MS / 1000} s, real of virtual`,
        value: median(onReal) / median(onVirtual),
        unit: 'times',
      },
    ],
  };
}
