import type { FaultPlanInput } from '../../../../src/emulator/admin/faults.ts';
import type { Others, Words } from '../others.ts';
import type { Schedule } from '../schedule.ts';
import { lifecycle } from './fault-plan.ts';

/** What preparing needs of an emulator: its time, and its faults. */
export interface Workshop {
  advance(ms: number): Promise<void>;
  setFaults(plan: FaultPlanInput): Promise<void>;
}

/** Brings about what is there before anybody acts; all of it at rest. */
export async function prepare(
  workshop: Workshop,
  others: Others,
  schedule: Schedule,
  words: Words,
): Promise<void> {
  const { before, neighbours } = schedule;
  if (neighbours === 'few') {
    for (const name of [`${words.name}-2`, `x-${words.name}`]) {
      await others.create(name, { origin: 0, secrets: 'none' });
    }
  }
  if (before.kind !== 'nothing') {
    const origin = before.kind === 'deployed' ? before.origin : 1;
    const given =
      before.kind === 'deployed'
        ? { secrets: before.secrets, keeps: before.keeps, buildOnPush: before.buildOnPush }
        : { secrets: 'none' as const };
    await others.create(words.name, { origin, ...given });
  }
  await workshop.advance(1000);
  if (before.kind === 'deployed' && before.then === 'failed') {
    await workshop.setFaults({ rules: [lifecycle(words.name, 'DEPLOYING', { fail: 'it was so before' })] });
    await others.do({ kind: 'origin', origin: before.thenOrigin, secrets: 'none' });
    await workshop.advance(1000);
    await workshop.setFaults({ rules: [] });
  }
  if (before.kind === 'left-over') {
    await others.do({ kind: 'delete', project: false });
    await workshop.advance(1000);
  }
  if (before.kind === 'dying') {
    await workshop.setFaults({
      rules: [lifecycle(words.name, 'AWAITING_DELETE', { duration_ms: before.forMs })],
    });
    await others.do({ kind: 'delete', project: true });
  }
  // What the branch is at when the runs begin.
  await others.do({ kind: 'push', origin: schedule.runs[0]?.origin ?? 0 });
  if (schedule.before.kind !== 'deployed' || !schedule.before.buildOnPush) await workshop.advance(1000);
}

/** What is on its way when the runs begin, at the schedule's own pace. */
export async function startLate(others: Others, { before }: Schedule): Promise<void> {
  if (before.kind === 'deployed' && before.then === 'underway') {
    await others.do({ kind: 'origin', origin: before.thenOrigin, secrets: 'none' });
  }
}
