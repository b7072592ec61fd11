import type { UnlocatedProblem } from '../inputs/problem.ts';
import type { ParsedInputs } from '../inputs/read.ts';
import type { Verification } from '../inputs/settings.ts';
import { readWorkspaceFile } from '../workspace-file.ts';

/**
 * Reads the file of checks from the checkout. Refuses a path that leads outside the checkout, including through a link.
 * Returns the inputs with the checks, or the problems with the file.
 */
export async function readCheckFile(
  reading: Extract<ParsedInputs, { ok: true }>,
  verification: Verification,
  workspace: string | undefined,
): Promise<ParsedInputs> {
  const { checks: cases } = verification;
  if (cases.kind !== 'file') return reading;
  const input = reading.settings.verb === 'verify' ? 'cases' : 'verify';
  const refuse = (problems: readonly UnlocatedProblem[]): ParsedInputs => ({
    ...reading,
    ok: false,
    problems: problems.map((problem) => ({ path: input, ...problem })),
  });
  const text = await readWorkspaceFile(workspace ?? '', cases.path);
  if (typeof text !== 'string') return refuse([text]);
  const parsed = await cases.read(text);
  if (!parsed.ok) {
    return refuse(
      parsed.problems.map(({ message, hint }) => ({ message: `${cases.path}: ${message}`, hint })),
    );
  }
  const read: Verification = { ...verification, checks: { kind: 'given', cases: parsed.value } };
  return { ...reading, settings: Object.assign(reading.settings, { verification: read }) };
}
