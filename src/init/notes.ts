import { isSample } from '../agent-code/agent-variables.ts';
import { isPlaceholder } from './existing.ts';
import type { Agent, RepositoryReader } from './repository.ts';
import { REPORT_FOLDER } from './workflows.ts';

/** A pipeline or script that currently deploys with a command of the service. */
export interface EarlierCommand {
  file: string;
  isRemote: boolean;
}

const MAY_DEPLOY =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|Jenkinsfile|Makefile|justfile|package\.json|\.circleci\/config\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml)$/;
const EARLIER =
  /\b(?:langgraph|langgraphjs|langgraph-cli(?:@[\w.^~-]{1,40})?)["']?[ \t]{1,10}deploy\b(?![ \t]{1,10}(?:list|revisions|logs|delete)\b)([^\n]{0,400})/;

/** Finds a pipeline, or a script that a pipeline calls, that currently deploys with a command of the service. */
export async function findEarlierCommand(
  reader: RepositoryReader,
  files: readonly string[],
): Promise<EarlierCommand | undefined> {
  for (const file of files.filter((path) => MAY_DEPLOY.test(path)).toSorted()) {
    const [, flags] = EARLIER.exec((await reader.read(file)) ?? '') ?? [];
    if (flags !== undefined) return { file, isRemote: /--remote\b/.test(flags) };
  }
  return undefined;
}

/** Matches scripts of the service's sample pipeline. */
const SAMPLE_SCRIPT =
  /^\.github\/scripts\/(?:control_plane|langgraph_api|deploy_langgraph|report_eval)[\w-]*\.py$/;

/** Returns notes for the user about a plan, each with one or two sentences. */
export function notesOf({
  agents,
  branch,
  action,
  source,
  before,
  files,
  otherCases,
}: {
  agents: readonly Agent[];
  branch: { name: string; isKnown: boolean };
  source: string;
  action: string;
  before: EarlierCommand | undefined;
  files: readonly string[];
  /** Paths of files with cases that the workflows do not use, keyed by the path of the agent's configuration. */
  otherCases: ReadonlyMap<string, readonly string[]>;
}): string[] {
  const notes: string[] = [];
  if (!branch.isKnown)
    notes.push(
      `The default branch is unknown, so ${branch.name} is assumed. Specify another branch with --branch.`,
    );
  if (isPlaceholder(action)) {
    notes.push(
      'The owner of the action is unknown. Replace OWNER in the workflows, or specify --action. `agent-deploy init --check` fails until then.',
    );
  }
  if (source === 'git_host') {
    notes.push(
      'The workspace needs a connection to this repository. Without a connection, use --source internal_source to deploy the checkout.',
    );
  }
  if (before !== undefined) {
    notes.push(
      before.isRemote
        ? `${before.file} runs \`langgraph deploy --remote\`. Remove that step, so that only one pipeline deploys.`
        : `${before.file} runs \`langgraph deploy\`. Remove that step. If it created the deployment from an image, choose another name with --name, because such a deployment cannot be changed to another source.`,
    );
  }
  const other = files.find((path) => /^(?:\.gitlab-ci\.yml|Jenkinsfile)$/.test(path));
  if (other !== undefined) {
    notes.push(
      `These workflows are for GitHub Actions. In ${other}, a step can run \`agent-deploy deploy\` instead.`,
    );
  }
  const isReported = agents.some(({ cases }) => cases !== undefined);
  if (isReported && source === 'internal_source') {
    notes.push(
      `Add ${REPORT_FOLDER}/ to .gitignore, so that a second attempt does not deploy the reports of the first attempt.`,
    );
  }
  const script = files.find((path) => SAMPLE_SCRIPT.test(path));
  if (script !== undefined)
    notes.push(`These workflows replace ${script} and the workflows that call it. Remove them.`);
  const sampled = agents.flatMap(({ variables }) =>
    variables.filter(({ isNeeded, foundIn }) => isNeeded && isSample(foundIn)),
  );
  if (sampled.length > 0) {
    const names = [...new Set(sampled.map(({ name }) => name))].toSorted().join(', ');
    notes.push(
      `Only a sample of .env contains ${names}. Remove the lines of unused variables, because empty values are refused.`,
    );
  }
  for (const agent of agents) {
    const others = otherCases.get(agent.configPath) ?? [];
    if (agent.cases !== undefined && others.length > 0) {
      notes.push(
        `Previews of ${agent.name} use the cases of ${agent.cases}, but not those of ${others.slice(0, 3).join(', ')}${others.length > 3 ? ` and ${others.length - 3} more` : ''}.`,
      );
    }
    if (agent.buildCommand !== undefined) {
      notes.push(
        `${agent.configPath} names modules that are not in the repository, so \`${agent.buildCommand}\` must create them.`,
      );
    }
  }
  return notes;
}
