import { describeValidationErrors, type Finding } from '../../contract/findings.ts';
import { validationErrorStatus } from '../../contract/hosted-rules.ts';
import type { RuleOptions } from '../../contract/source-rules.ts';
import { HttpError } from '../server/http-error.ts';
import type { EmulatorConfig } from '../ports/context.ts';

type Installation = Pick<EmulatorConfig, 'compat' | 'edition'>;

/** The rules of this installation. */
export function ruleOptions({ compat, edition }: Installation): RuleOptions {
  return { compat, selfHosted: edition === 'self-hosted' };
}

/** Throws what a request with these findings is answered with; nothing when there are none. */
export function rejectProblems(findings: Finding[], installation: Installation): void {
  if (findings.length === 0) return;
  const status = validationErrorStatus(findings, ruleOptions(installation));
  throw new HttpError(status, status === 400 ? describeValidationErrors(findings) : findings);
}
