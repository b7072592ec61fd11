import { parseUuid } from '../action/inputs/parsers.ts';
import type { Problem } from '../action/inputs/problem.ts';
import type { Flags } from './flags.ts';

/** Inputs that select the deployment to evaluate. */
const CANDIDATE_INPUTS = ['deployment-url', 'deployment-name', 'deployment-id'] as const;

/** Maximum number of arguments of `evaluate` without a flag. */
export const EVALUATE_OPERANDS = 2;

/**
 * Converts the operands of `evaluate` to inputs: the deployment to evaluate, and the deployment to compare with. An
 * operand is a URL, an ID or a name, and takes precedence over variables that select a deployment.
 */
export function withEvaluateOperands<F extends Pick<Flags, 'inputs' | 'operands' | 'problems'>>(flags: F): F {
  const [candidate, baseline] = flags.operands;
  const inputs = { ...flags.inputs };
  const problems: Problem[] = [...flags.problems];
  const refuse = (name: string, operand: string) => {
    const message = `the flag and the ${operand} deployment in the arguments are mutually exclusive`;
    problems.push({ path: `--${name}`, message, hint: 'Specify the deployment once.' });
  };
  if (candidate !== undefined) {
    for (const name of CANDIDATE_INPUTS) {
      if (inputs[name] !== undefined) refuse(name, 'first');
      inputs[name] = '';
    }
    inputs[candidateInputOf(candidate)] = candidate;
  }
  if (baseline !== undefined) {
    if (inputs['compare-with'] !== undefined) refuse('compare-with', 'second');
    inputs['compare-with'] = baseline;
  }
  return { ...flags, inputs, problems };
}

function candidateInputOf(text: string): (typeof CANDIDATE_INPUTS)[number] {
  if (/^https?:\/\//i.test(text)) return 'deployment-url';
  return parseUuid(text).ok ? 'deployment-id' : 'deployment-name';
}
