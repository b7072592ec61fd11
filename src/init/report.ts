import { describeProblem } from '../action/inputs/problem.ts';
import type { Agent } from './repository.ts';
import type { InitPlan } from './plan.ts';

export interface InitReport {
  mode: 'check' | 'dry-run' | 'write';
  plan: InitPlan;
  /** Paths of the files that were written. */
  written: readonly string[];
  /** True if no file was written, because edited workflows need changes. */
  isRefused: boolean;
}

/** Returns the report of a run as readable text. */
export function renderReport({ mode, plan, written, isRefused }: InitReport): string {
  const { files, differences } = plan;
  const agents = section(
    `Found ${plan.agents.length === 1 ? 'an agent' : `${plan.agents.length} agents`}:`,
    plan.agents.map(describeAgent),
  );
  const problems = differences.map(describeProblem);
  if (mode === 'check') {
    return problems.length === 0
      ? removeControlCharacters(`${agents}The workflows meet all needs of these agents.\n`)
      : removeControlCharacters(
          `${agents}${section(`The workflows need changes (${problems.length}):`, problems)}`,
        );
  }
  if (isRefused) {
    const outdated = files.filter(({ state }) => state === 'outdated').map(({ path }) => path);
    const what = `Nothing was written, because edits in ${outdated.join(' and ')} would be lost:`;
    return removeControlCharacters(
      `${agents}${section(what, problems)}Apply these changes by hand, or replace the files with --force.\n`,
    );
  }
  if (mode === 'dry-run') {
    return removeControlCharacters(agents) + files.map(({ path, text }) => `# ${path}\n${text}\n`).join('');
  }
  // Only problems of files that were not written remain.
  const left = differences.filter(
    ({ path }) => path.startsWith('.github/') && !written.some((file) => path.startsWith(`${file},`)),
  );
  const kept = files.filter(({ path }) => !written.includes(path)).map(({ path }) => path);
  return removeControlCharacters(
    [
      agents,
      section(written.length === 0 ? 'No workflow needed to be written.' : 'Wrote:', written),
      kept.length === 0 ? '' : section('Kept, because they need no changes:', kept),
      left.length === 0 ? '' : section('Your own workflows need changes:', left.map(describeProblem)),
      section(
        'Set these secrets (gh prompts for each value):',
        plan.secrets.map((name) => `gh secret set ${name}`),
      ),
      plan.variables.length === 0
        ? ''
        : section(
            'Set these variables:',
            plan.variables.map((name) => `gh variable set ${name}`),
          ),
      plan.notes.length === 0 ? '' : section('Note:', plan.notes),
    ].join(''),
  );
}

function describeAgent({ name, configPath, languages, cases, variables }: Agent): string {
  const needed = variables.filter(({ isNeeded }) => isNeeded).map((variable) => variable.name);
  const languageNames = languages
    .map((language) => (language === 'python' ? 'Python' : 'TypeScript'))
    .join(' and ');
  const file = cases === undefined ? '' : `, with cases in ${cases}`;
  return `${name} (${configPath}, ${languageNames})${file}${needed.length === 0 ? '' : `, which needs ${needed.join(', ')}`}`;
}

const section = (title: string, items: readonly string[]): string =>
  `${title}\n${items.map((item) => `  ${item}\n`).join('')}\n`;

/**
 * Replaces characters that a terminal would interpret, because the repository determines the names of files and jobs.
 */
export const removeControlCharacters = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
