import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { shellWord } from './request-copies.ts';

// Commands to copy that fill an empty screen. The key stays a variable: nothing secret is in them.

const KEY = '--header "X-Api-Key: $EMULATOR_API_KEY"';

/** A request with a body of JSON. */
function post(url: string, body: object): string {
  return [
    `curl --request POST ${shellWord(url)}`,
    KEY,
    `--header 'Content-Type: application/json'`,
    `--data-raw ${shellWord(stringifyExactJson(body))}`,
  ].join(' \\\n  ');
}

const REPOSITORY = 'https://github.com/owner/repository';

/** Creates a deployment of a repository. */
export const createCommand = (origin: string, change: { name?: string; preview?: string } = {}): string =>
  post(`${origin}/v2/deployments`, {
    name: change.name ?? 'my-agent',
    source: 'github',
    source_config: { integration_id: null, repo_url: REPOSITORY, build_on_push: true },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: change.preview === undefined ? [] : [{ name: 'AGENT_DEPLOY_PREVIEW', value: change.preview }],
  });

/** Creates the preview of a pull request, as the action does. */
export const previewCommand = (origin: string): string =>
  createCommand(origin, { name: 'my-agent-pr-7', preview: 'owner/repository#7' });

/** Reports a push to the branch of that deployment. */
export const pushCommand = (origin: string, repository = REPOSITORY, ref = 'refs/heads/main'): string =>
  post(`${origin}/_local/push`, { repo_url: repository, ref });

/** Makes a sandbox. */
export const sandboxCommand = (origin: string): string =>
  post(`${origin}/v2/sandboxes/boxes`, { name: 'my-sandbox', wait_for_ready: true });

/** Any request at all. */
export const listCommand = (origin: string): string => `curl ${KEY} ${shellWord(`${origin}/v2/deployments`)}`;

/** Makes a thread of the agent at this URL. */
export const threadCommand = (url: string): string => post(`${url}/threads`, {});

/** Runs the agent at this URL on a thread. */
export const runCommand = (url: string, thread: string): string =>
  post(`${url}/threads/${thread}/runs/wait`, { assistant_id: 'agent', input: {} });

/** Makes an assistant of the agent at this URL. */
export const assistantCommand = (url: string): string => post(`${url}/assistants`, { graph_id: 'agent' });

/** Runs a command in a sandbox that asks for an address. */
export const executeCommand = (origin: string, id: string): string =>
  post(`${origin}/s/${id}/execute`, { command: 'curl https://api.github.com' });
