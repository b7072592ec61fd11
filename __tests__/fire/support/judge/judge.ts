import { isFinal } from '../../../../src/contract/statuses.ts';
import type { Exemption } from '../exemptions.ts';
import type { Played } from '../play/played.ts';
import { judgeOutputs, judgeReport, judgeSecrecy, judgeTime } from './claims.ts';
import type { Court } from './court.ts';
import { judgeGreen, judgeReason, judgeRed } from './truthfulness.ts';
import { judgeKept, judgeRepetition, judgeWrites } from './writes.ts';

/** What the judge found of one schedule. */
export interface Verdict {
  /** What must never happen, in words. */
  violations: string[];
  exemptions: Exemption[];
}

/** Compares what the runs said with what is true. Pure. */
export function judge(played: Played): Verdict {
  const violations: string[] = [];
  const exemptions: Exemption[] = [];
  const court: Court = {
    played,
    accuse: (run, what) =>
      violations.push(`run ${run.index} (${run.outputs['outcome']}/${run.outputs['reason-code']}): ${what}`),
    exempt: (name) => exemptions.push(name),
  };
  for (const run of played.runs) {
    judgeReport(court, run);
    judgeWrites(court, run);
    judgeGreen(court, run);
    judgeRed(court, run);
    judgeReason(court, run);
    judgeOutputs(court, run);
    judgeKept(court, run);
    judgeSecrecy(court, run);
    judgeTime(court, run);
  }
  judgeRepetition(court);
  for (const leak of played.words.hidden.filter((text) => played.shown.includes(text))) {
    violations.push(`the emulator shows ${leak.slice(0, 12)}…`);
  }
  judgeRest(played, violations);
  return { violations, exemptions };
}

/** When all is over there is one deployment of a name at most, and nothing is stuck. */
function judgeRest({ settled }: Played, violations: string[]): void {
  const live = settled.deployments.filter((deployment) => deployment.live);
  if (live.length > 1) violations.push(`${live.length} live deployments of one name`);
  for (const { status, revisions } of settled.deployments) {
    if (status !== 'READY') violations.push(`the deployment stays ${status}`);
    for (const revision of revisions) {
      if (!isFinal(revision.status)) violations.push(`revision ${revision.id} stays ${revision.status}`);
    }
  }
}
