import { type GateFacts, SECTION_LIMITS } from '../../../contract/comment-section.ts';
import type { Annotation } from '../../host/host.ts';
import type { JudgedCase } from '../../../judgement/judge-cases.ts';
import { formatScore } from '../../../judgement/judge.ts';
import type { JudgedScore } from '../../../judgement/judge-scores.ts';
import { safeUrl } from '../../report/markdown.ts';
import type { GateResult } from '../result.ts';
import { comparisonSection, type ComparisonSection } from './comment.ts';
import { comparisonSummary } from './summary.ts';
import {
  caseMove,
  diffLines,
  excerpt,
  outputText,
  type ReportContext,
  type SideName,
  sortScores,
  whyText,
} from './texts.ts';

type Redact = ReportContext['redact'];

/**
 * Returns the facts that the reports of a result share. Redacts the URLs, because the reports redact all texts except
 * URLs.
 */
export function contextOf({ report, endedEarly }: GateResult, redact: Redact): ReportContext {
  const { baseline, candidate } = report.sides;
  const withLink = ({ commit, ...side }: SideName): SideName => ({
    ...side,
    commit: commit && { ...commit, link: redact(commit.link) },
  });
  return {
    ...report,
    sides: { baseline: baseline && withLink(baseline), candidate: withLink(candidate) },
    compareUrl: report.compareUrl && redact(report.compareUrl),
    endedEarly,
    redact,
  };
}

/** Maximum length in characters of the gate's section, which keeps the whole comment below 60,000 characters. */
const SECTION_MAX = 50_000;

/** Returns the gate's section of the pull request comment. */
export function renderSection(gate: GateResult, redact: Redact): ComparisonSection {
  return comparisonSection(gate.judgement, contextOf(gate, redact), SECTION_MAX);
}

/** Returns the verdict for a comment of several agents, as redacted plain texts. */
export function renderFacts(gate: GateResult, redact: Redact): GateFacts {
  const { judgement } = gate;
  const context = contextOf(gate, redact);
  const { verdict, cases, counts, isCompared, sentence } = judgement;
  const { baseline } = context.sides;
  const means = ({ means: both, candidate }: JudgedScore) => ({
    baseline: both && formatScore(both.baseline),
    candidate:
      both === undefined ? candidate && formatScore(candidate.mean.value) : formatScore(both.candidate),
  });
  return {
    verdict,
    cases: cases.length,
    broken: isCompared ? counts.broken : cases.length - counts.passed,
    baseline: isCompared && baseline !== undefined ? excerpt(baseline.phrase, 60, context) : undefined,
    sentence: excerpt(sentence, 600, context),
    scores: sortScores(judgement.scores)
      .slice(0, SECTION_LIMITS.scores)
      .map((score) => ({
        key: excerpt(score.key, 60, context),
        ...means(score),
        verdict: score.verdict?.kind,
      })),
    compareUrl: safeUrl(context.compareUrl)?.slice(0, SECTION_LIMITS.url),
  };
}

/**
 * Maximum length in characters of the gate's part of the job summary. The whole job summary has at most 250,000
 * characters.
 */
const SUMMARY_MAX = 150_000;

/** Returns the gate's part of the job summary. */
export function renderSummary(gate: GateResult, redact: Redact): string {
  return comparisonSummary(gate.judgement, contextOf(gate, redact), gate.history, SUMMARY_MAX);
}

/**
 * Maximum number of annotations about cases, because GitHub shows ten annotations of each level for a step, and the
 * outcome of the run needs one annotation.
 */
const MAX_ANNOTATIONS = 9;
const MESSAGE_MAX = 4_000;

/**
 * Returns one annotation for each case that made the gate red and has a position in a file of the checkout, in the
 * order of the cases. If there are more cases than annotations, the last annotation states how many cases are left out.
 */
export function renderAnnotations(
  gate: GateResult,
  redact: Redact,
  level: Annotation['level'],
): Annotation[] {
  const context = contextOf(gate, redact);
  const { judgement, locations } = gate;
  const isAboutFailures = judgement.isRed && !judgement.isCompared;
  const positions = judgement.cases
    .filter(
      ({ verdict }) => verdict === 'broken' || (isAboutFailures && ['failed', 'flaky'].includes(verdict)),
    )
    .flatMap((one) => {
      const location = locations.get(one.name);
      return location === undefined ? [] : [{ one, location }];
    });
  const left = positions.length - MAX_ANNOTATIONS;
  return positions.slice(0, MAX_ANNOTATIONS).map(({ one, location }, at) => ({
    level,
    title: `Agent Deploy: ${excerpt(one.name, 120, context)} ${one.verdict === 'broken' ? 'is broken' : 'failed'}`,
    message: [
      ...messageOf(one, context),
      ...(left > 0 && at === MAX_ANNOTATIONS - 1
        ? [`${left} more ${left === 1 ? 'case is' : 'cases are'} in the job summary.`]
        : []),
    ]
      .join('\n')
      .slice(0, MESSAGE_MAX),
    file: location.file,
    line: location.line,
  }));
}

function messageOf(one: JudgedCase, context: ReportContext): string[] {
  const { baseline, candidate } = context.sides;
  if (baseline === undefined) {
    const why = whyText(one, context);
    return [...(why === '' ? [] : [why]), excerpt(outputText(one.outputs.candidate), 1_000, context)];
  }
  return [
    `${candidate.title} fails, ${baseline.title} passes (${caseMove(one)}).`,
    ...diffLines(one, context),
  ];
}
