import type { ComparedCase } from '../../judgement/comparison.ts';
import type { Judgement } from '../../judgement/judge.ts';
import type { ReportContext } from './report/texts.ts';

/** Means of one score in earlier runs on the default branch, oldest first. */
export interface ScoreHistory {
  key: string;
  runs: readonly { commit: string; mean: number }[];
}

/** Result of the gate, for the outcome and all reports. */
export interface GateResult {
  cases: readonly ComparedCase[];
  judgement: Judgement;
  report: Omit<ReportContext, 'redact' | 'endedEarly'>;
  /** Position of each case in a file of the checkout, keyed by the case's name. */
  locations: ReadonlyMap<string, { file: string; line: number }>;
  /** Reason why some cases were not sent, such as an exhausted budget, or `undefined` if all cases were sent. */
  endedEarly: string | undefined;
  /** Means of one score in earlier runs, for a chart, or `undefined` if no earlier run is known. */
  history?: ScoreHistory | undefined;
  /** Path of the report folder, or `undefined` until the reports are written. */
  folder?: string | undefined;
}
