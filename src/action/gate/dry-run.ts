import { countOf } from '../text.ts';
import type { GateSettings } from '../../judgement/comparison.ts';
import { confirmedFrom } from '../../judgement/judge-cases.ts';

const LISTED_MAX = 50;

/** A verification or gate that a dry run describes. */
export interface PlannedQuestions {
  /** Names of the selected cases, without the cases that the sample omits. */
  names: readonly string[];
  /** Number of cases before the sample was drawn. */
  available: number;
  /** Name or URL of the deployment to which the cases are sent. */
  candidate: string;
  /** Name of the baseline deployment, or `undefined` if the candidate is judged without a comparison. */
  baseline: string | undefined;
  /** Number of responses of each deployment to each case, before cases that look broken are repeated. */
  repeats: number;
  /** True if a program scores each first response to a case. */
  hasCommand: boolean;
  /** Settings of the gate, or `undefined` for a verification. */
  settings: Pick<GateSettings, 'confirm' | 'confirmLarge' | 'largeAbove'> | undefined;
}

/** Number of runs that a verification or gate starts. */
export interface PlannedRuns {
  /** Number of runs for the first responses to all cases. */
  first: number;
  /** Maximum number of further runs that repeat the cases that look broken. */
  secondLook: number;
  /** Maximum number of executions of the program that scores responses. */
  scored: number;
}

/** Returns the number of runs that a verification or gate starts. */
export function countRuns({
  names,
  baseline,
  repeats,
  hasCommand,
  settings,
}: Omit<PlannedQuestions, 'candidate' | 'available'>): PlannedRuns {
  const deployments = baseline === undefined ? 1 : 2;
  const first = names.length * repeats * deployments;
  const further =
    settings === undefined || baseline === undefined
      ? 0
      : Math.max(0, confirmedFrom(names.length, settings) - repeats);
  return { first, secondLook: names.length * further * deployments, scored: hasCommand ? first : 0 };
}

/** Returns log lines that describe the requests of a verification or gate, without sending them. */
export function describeGate(planned: PlannedQuestions): string[] {
  const { names, available, candidate, baseline, repeats } = planned;
  const { first, secondLook, scored } = countRuns(planned);
  const sample =
    names.length < available
      ? `a sample of ${names.length} of ${available} cases`
      : countOf(names.length, 'case');
  const deployments = baseline === undefined ? candidate : `${candidate} and to ${baseline}`;
  const left = names.length - LISTED_MAX;
  const times = repeats === 1 ? '' : `, each ${repeats} times`;
  return [
    `Dry run: the action would send ${sample} to ${deployments}${times}:`,
    ...names.slice(0, LISTED_MAX).map((name) => `  ${name}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    `First responses: ${countOf(first, 'run')}.`,
    ...(secondLook === 0
      ? []
      : [`Repeating cases that look broken: at most ${countOf(secondLook, 'further run')}.`]),
    ...(scored === 0 ? [] : [`Score command: at most ${countOf(scored, 'execution')}.`]),
  ];
}
