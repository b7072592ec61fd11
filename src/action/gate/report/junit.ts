import { PASS_KEY } from '../../../judgement/comparison.ts';
import { type Judgement, reasonPhrase } from '../../../judgement/judge.ts';
import type { JudgedCase } from '../../../judgement/judge-cases.ts';
import {
  caseErrors,
  caseMove,
  diffLines,
  endedEarlyText,
  excerpt,
  isNotAsked,
  outputText,
  type ReportContext,
  whyText,
} from './texts.ts';

const NAME_MAX = 500;
const TEXT_MAX = 4_000;

/**
 * Returns a judgement as JUnit XML: one suite with the cases, and one suite with a test for each reason of the gate.
 * Cases and reasons that make the gate red are failures, and cases without a result are errors. A case that is neither
 * a failure nor an error passes.
 */
export function junitReport(judgement: Judgement, context: ReportContext): string {
  const isRedByFailures = judgement.reasons.some(
    (reason) => reason.kind === 'failed' || (reason.kind === 'below-floor' && reason.key === PASS_KEY),
  );
  const isFailure = ({ verdict }: JudgedCase) =>
    verdict === 'broken' ||
    (isRedByFailures && !judgement.isCompared && ['failed', 'flaky'].includes(verdict));
  const cases = judgement.cases.map((one) => caseElement(one, context, isFailure(one)));
  const reasons = judgement.reasons
    .filter(({ kind }) => kind !== 'broken' && kind !== 'failed' && kind !== 'errored')
    .map((reason) => {
      const text = excerpt(reasonPhrase(reason), NAME_MAX, context);
      return `<testcase classname="gate" name="${escapeXml(text)}"><failure message="${escapeXml(text)}"/></testcase>`;
    });
  const sentence = [judgement.sentence, endedEarlyText(judgement, context)]
    .filter((text) => text !== '')
    .join(' ');
  const verdict = `<testcase classname="gate" name="verdict"><system-out>${escapeXml(excerpt(sentence, TEXT_MAX, context))}</system-out></testcase>`;
  const notAsked = judgement.cases.filter(isNotAsked).length;
  const failures = judgement.cases.filter(isFailure).length;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `<testsuite name="cases" tests="${cases.length}" failures="${failures}" errors="${judgement.counts.errored - notAsked}" skipped="${notAsked}">`,
    ...cases,
    '</testsuite>',
    `<testsuite name="gate" tests="${reasons.length + 1}" failures="${reasons.length}" errors="0">`,
    verdict,
    ...reasons,
    '</testsuite>',
    '</testsuites>',
  ].join('\n')}\n`;
}

function caseElement(one: JudgedCase, context: ReportContext, isFailure: boolean): string {
  const name = escapeXml(excerpt(one.name, NAME_MAX, context));
  const open = `<testcase classname="cases" name="${name}">`;
  const { baseline, candidate } = context.sides;
  if (isFailure && baseline === undefined) {
    const why = whyText(one, context);
    const message = escapeXml(`${one.verdict}${why === '' ? '' : `: ${excerpt(why, TEXT_MAX, context)}`}`);
    const text = escapeXml(excerpt(outputText(one.outputs.candidate), TEXT_MAX, context));
    return `${open}<failure message="${message}">${text}</failure></testcase>`;
  }
  if (isFailure) {
    const message = escapeXml(`${candidate.title} fails, ${baseline?.title} passes`);
    const text = escapeXml(diffLines(one, context).join('\n'));
    return `${open}<failure message="${message} (${caseMove(one)})">${text}</failure></testcase>`;
  }
  if (isNotAsked(one)) return `${open}<skipped message="not run"/></testcase>`;
  if (one.verdict === 'errored') {
    return `${open}<error message="${escapeXml(excerpt(caseErrors(one, context), TEXT_MAX, context))}"/></testcase>`;
  }
  const move = caseMove(one);
  return `${open}<system-out>${one.verdict}${move === '' ? '' : ` (${move})`}</system-out></testcase>`;
}

/** Escapes a string for an XML attribute or element, and replaces characters that XML 1.0 cannot contain. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
