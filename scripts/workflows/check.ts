import { findHouseRuleProblems, workflowProblems } from './rules.ts';
import { validateYaml } from '../../harness/workflow/validate.ts';
import { actionFiles, ownActions, ownWorkflows, shownWorkflows } from './sources.ts';

/**
 * Checks all action.yml files, and all workflows that run in this repository or that its pages show, without the
 * network.
 * @returns one line per problem, and the names of the files
 */
export async function checkRepository(
  root: string,
): Promise<{ problems: string[]; actions: string[]; run: string[]; shown: string[] }> {
  const own = ownActions(root);
  const [actions, run, shown] = [actionFiles(root), ownWorkflows(root), shownWorkflows(root)];
  const problems = own.has('') ? [] : ['action.yml is missing'];
  for (const { name, text } of [...actions, ...run, ...shown]) {
    problems.push(...(await validateYaml(name, text, { own })));
  }
  for (const { name, text } of [...run, ...shown]) problems.push(...workflowProblems(name, text));
  for (const { name, text } of run) problems.push(...findHouseRuleProblems(name, text));
  const names = (sources: { name: string }[]) => sources.map(({ name }) => name);
  return { problems, actions: names(actions), run: names(run), shown: names(shown) };
}
