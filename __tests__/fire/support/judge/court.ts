import type { OUTPUTS } from '../../../../src/action/report/outputs.ts';
import type { Exemption } from '../exemptions.ts';
import type { Played, PlayedRun } from '../play/played.ts';

/** Where a schedule is judged. */
export interface Court {
  played: Played;
  /** Something that must never happen. */
  accuse(run: PlayedRun, what: string): void;
  /** Something that is not so, for a reason in the table. */
  exempt(name: Exemption): void;
}

/** What a run says; empty where it says nothing. */
export function output(run: PlayedRun, name: (typeof OUTPUTS)[number]): string {
  return run.outputs[name] ?? '';
}

/** What one run made. */
export function madeBy(made: ReadonlyMap<string, unknown>, index: number): string[] {
  return [...made].flatMap(([id, maker]) => (maker === index ? [id] : []));
}

/** Whether anybody but the runs changed anything while they ran. */
export function othersActed({ schedule, makers }: Played): boolean {
  return schedule.rivals.length > 0 || [...makers.revisions.values()].includes('others');
}
