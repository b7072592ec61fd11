import type { FaultPlanInput } from '../../../../src/emulator/admin/faults.ts';
import { type Blow, type Schedule, STAGES, TARGETS, type Which } from '../schedule.ts';

/** A rule about a stage of this deployment, or about the so-many-th revision in it. */
export function lifecycle(deployment: string, stage: string, then: Record<string, unknown>, nth?: number) {
  return { match: { deployment, stage }, ...(nth === undefined ? {} : { when: { nth: [nth] } }), then };
}

/** The schedule's troubles as the emulator takes them. */
export function faultPlan({ pace, before, troubles, seed }: Schedule, name: string): FaultPlanInput {
  const { trouble } = pace;
  const special =
    trouble.kind === 'fail'
      ? [lifecycle(name, trouble.stage, { fail: 'the machine caught fire' }, trouble.nth)]
      : trouble.kind === 'stall'
        ? [lifecycle(name, trouble.stage, { stall: true }, trouble.nth)]
        : trouble.kind === 'flap'
          ? [lifecycle(name, 'DEPLOYING', { flap: trouble.times })]
          : trouble.kind === 'status'
            ? [lifecycle(name, trouble.stage, { status: trouble.status, duration_ms: trouble.forMs })]
            : [];
  const durations = STAGES.flatMap((stage, index) => {
    const ms = pace.durationsMs[index] ?? 0;
    return ms > 0 ? [lifecycle(name, stage, { duration_ms: ms })] : [];
  });
  const dying =
    before.kind === 'dying' ? [lifecycle(name, 'AWAITING_DELETE', { duration_ms: before.forMs })] : [];
  const http = troubles.map(({ target, blow, which }) => {
    const { method, path } = TARGETS[target];
    return {
      match: { ...(method && { method }), path: `/api-host${path ?? '/**'}` },
      ...whenOf(which),
      then: effectOf(blow),
    };
  });
  return { seed, rules: [...special, ...durations, ...dying, ...http] };
}

function whenOf(which: Which): object {
  switch (which.kind) {
    case 'nth':
      return { when: { nth: which.nth } };
    case 'times':
      return { when: { times: which.times } };
    case 'chance':
      return { when: { probability: which.probability } };
    case 'all':
      return {};
  }
}

function effectOf(blow: Blow): Record<string, unknown> {
  switch (blow.kind) {
    case 'status':
      return { status: blow.status, body: { detail: 'the machine caught fire' } };
    case 'later': {
      const retryAfter = blow.asDate ? { date_in_s: blow.seconds } : blow.seconds;
      return { status: blow.status, retry_after: retryAfter };
    }
    case 'html':
      return { status: blow.status, body: '<h1>Bad Gateway</h1>', content_type: 'text/html' };
    case 'reset':
      return { reset: true };
    case 'drop':
      return { drop_answer: true, ...(blow.how === 'close' ? {} : { [blow.how]: true }) };
    case 'hang':
      return { hang: true };
    case 'truncate':
      return { truncate_at: blow.at };
    case 'slow':
      return { slow: { chunks: blow.chunks, delay_ms: blow.gapMs } };
    case 'delay':
      return { delay_ms: 5 };
    case 'empty':
      return { status: 200, body: { resources: [], offset: 0 } };
  }
}
