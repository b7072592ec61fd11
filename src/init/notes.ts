import { isSample } from '../agent-code/agent-variables.ts';
import { isPlaceholder } from './existing.ts';
import type { Agent, RepositoryReader } from './repository.ts';

/** A pipeline or script in which the service's own command currently deploys. */
export interface EarlierCommand {
  file: string;
  isRemote: boolean;
}

const MAY_DEPLOY =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|Jenkinsfile|Makefile|justfile|package\.json|\.circleci\/config\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml)$/;
const EARLIER =
  /\b(?:langgraph|langgraphjs|langgraph-cli(?:@[\w.^~-]{1,40})?)["']?[ \t]{1,10}deploy\b(?![ \t]{1,10}(?:list|revisions|logs|delete)\b)([^\n]{0,400})/;

/** Finds where the service's own command currently deploys: in a pipeline, or in a script that a pipeline calls. */
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

/** Scripts of the service's own sample pipeline. */
const SAMPLE_SCRIPT =
  /^\.github\/scripts\/(?:control_plane|langgraph_api|deploy_langgraph|report_eval)[\w-]*\.py$/;

/** Returns notes about a plan, one or two sentences each. */
export function notesOf({
  agents,
  branch,
  action,
  source,
  before,
  files,
}: {
  agents: readonly Agent[];
  branch: { name: string; isKnown: boolean };
  source: string;
  action: string;
  before: EarlierCommand | undefined;
  files: readonly string[];
}): string[] {
  const notes: string[] = [];
  if (!branch.isKnown)
    notes.push(
      `The default branch is not known here; ${branch.name} is assumed. Say otherwise with --branch.`,
    );
  if (isPlaceholder(action)) {
    notes.push(
      'The owner of the action is not known here: replace OWNER in the workflows, or give it with --action. `agent-deploy init --check` fails until then.',
    );
  }
  if (source === 'git_host') {
    notes.push(
      'The workspace needs a connection to this repository. Without one, deploy the checkout: --source internal_source.',
    );
  }
  if (before !== undefined) {
    notes.push(
      before.isRemote
        ? `${before.file} runs \`langgraph deploy --remote\`: remove that step, so that one pipeline deploys.`
        : `${before.file} runs \`langgraph deploy\`: remove that step. A deployment that it made from an image stays one: give the new one another name with --name.`,
    );
  }
  const other = files.find((path) => /^(?:\.gitlab-ci\.yml|Jenkinsfile)$/.test(path));
  if (other !== undefined) {
    notes.push(
      `These workflows are GitHub's. A step of ${other} does the same with \`agent-deploy deploy\`.`,
    );
  }
  const script = files.find((path) => SAMPLE_SCRIPT.test(path));
  if (script !== undefined)
    notes.push(`${script} and the workflows that call it are replaced by these; remove them.`);
  const sampled = agents.flatMap(({ variables }) =>
    variables.filter(({ isNeeded, foundIn }) => isNeeded && isSample(foundIn)),
  );
  if (sampled.length > 0) {
    const names = [...new Set(sampled.map(({ name }) => name))].toSorted().join(', ');
    notes.push(
      `Only a sample of .env names ${names}: remove the lines of those that are not used, since an empty value is refused.`,
    );
  }
  for (const agent of agents) {
    if (agent.buildCommand !== undefined) {
      notes.push(
        `${agent.configPath} names modules that are not in the repository; \`${agent.buildCommand}\` has to make them.`,
      );
    }
  }
  return notes;
}
