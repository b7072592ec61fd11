import type { ComparedCase } from './comparison.ts';
import type { Judgement } from './judge.ts';
import type { ReportContext } from './report/texts.ts';

/** Result of the gate, for the outcome and all reports. */
export interface GateResult {
  cases: readonly ComparedCase[];
  judgement: Judgement;
  report: Omit<ReportContext, 'redact'>;
  /** Position of each case in a file of the checkout, keyed by the case's name. */
  locations: ReadonlyMap<string, { file: string; line: number }>;
  /** Why some cases were not asked, such as an exhausted budget; `undefined` if all cases were asked. */
  endedEarly: string | undefined;
}
