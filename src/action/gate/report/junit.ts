import { type Judgement, reasonPhrase } from '../judge.ts';
import type { JudgedCase } from '../judge-cases.ts';
import { caseErrors, caseMove, diffLines, excerpt, type ReportContext } from './texts.ts';

const NAME_MAX = 500;
const TEXT_MAX = 4_000;

/**
 * Returns a comparison as JUnit XML: one suite with the cases, and one suite with a test for each reason of the gate.
 * Broken cases and reasons are failures; cases without a result are errors. All other cases pass, because they do not
 * make the gate red.
 */
export function junitReport(judgement: Judgement, context: ReportContext): string {
  const cases = judgement.cases.map((one) => caseElement(one, context));
  const reasons = judgement.reasons
    .filter(({ kind }) => kind !== 'broken' && kind !== 'errored')
    .map((reason) => {
      const text = excerpt(reasonPhrase(reason), NAME_MAX, context);
      return `<testcase classname="gate" name="${escapeXml(text)}"><failure message="${escapeXml(text)}"/></testcase>`;
    });
  const verdict = `<testcase classname="gate" name="verdict"><system-out>${escapeXml(excerpt(judgement.sentence, TEXT_MAX, context))}</system-out></testcase>`;
  const { broken, errored } = judgement.counts;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `<testsuite name="cases" tests="${cases.length}" failures="${broken}" errors="${errored}">`,
    ...cases,
    '</testsuite>',
    `<testsuite name="gate" tests="${reasons.length + 1}" failures="${reasons.length}" errors="0">`,
    verdict,
    ...reasons,
    '</testsuite>',
    '</testsuites>',
  ].join('\n')}\n`;
}

function caseElement(one: JudgedCase, context: ReportContext): string {
  const name = escapeXml(excerpt(one.name, NAME_MAX, context));
  const open = `<testcase classname="cases" name="${name}">`;
  if (one.verdict === 'broken') {
    const message = escapeXml(
      `${context.sides.candidate.title} fails, ${context.sides.baseline.title} passes`,
    );
    const text = escapeXml(diffLines(one, context).join('\n'));
    return `${open}<failure message="${message} (${caseMove(one)})">${text}</failure></testcase>`;
  }
  if (one.verdict === 'errored') {
    return `${open}<error message="${escapeXml(excerpt(caseErrors(one, context), TEXT_MAX, context))}"/></testcase>`;
  }
  const move = caseMove(one);
  return `${open}<system-out>${one.verdict}${move === '' ? '' : ` (${move})`}</system-out></testcase>`;
}

/** Escapes a text for an attribute or element, and replaces characters that XML 1.0 cannot contain. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
