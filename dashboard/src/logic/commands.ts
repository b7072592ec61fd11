import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { shellWord } from './request-copies.ts';

// Option that authenticates a `curl` command. The option reads the key from an environment variable, so that commands
// contain no secret.

const KEY = '--header "X-Api-Key: $EMULATOR_API_KEY"';

/** Maximum number of characters of JSON in one line of a command. */
const MAX_LINE = 30;

/** Returns a `curl` command that posts JSON. */
function post(url: string, body: object): string {
  const short = stringifyExactJson(body);
  const json = short.length <= MAX_LINE ? short : stringifyExactJson(body, 2);
  return [
    `curl --request POST ${shellWord(url)}`,
    KEY,
    `--header 'Content-Type: application/json'`,
    `--data-raw ${shellWord(json)}`,
  ].join(' \\\n  ');
}

const REPOSITORY = 'https://github.com/owner/repository';

/** Returns a command that creates a deployment from a repository. */
export const createCommand = (origin: string, change: { name?: string; preview?: string } = {}): string =>
  post(`${origin}/v2/deployments`, {
    name: change.name ?? 'my-agent',
    source: 'github',
    source_config: { integration_id: null, repo_url: REPOSITORY, build_on_push: true },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: change.preview === undefined ? [] : [{ name: 'AGENT_DEPLOY_PREVIEW', value: change.preview }],
  });

/** Returns a command that creates the preview of a pull request, as the action does. */
export const previewCommand = (origin: string): string =>
  createCommand(origin, { name: 'my-agent-pr-7', preview: 'owner/repository#7' });

/** Returns a command that reports a push to a branch of the repository. */
export const pushCommand = (origin: string, repository = REPOSITORY, ref = 'refs/heads/main'): string =>
  post(`${origin}/_local/push`, { repo_url: repository, ref });

/** Returns a command that creates a sandbox. */
export const sandboxCommand = (origin: string): string =>
  post(`${origin}/v2/sandboxes/boxes`, { name: 'my-sandbox', wait_for_ready: true });

/** Returns a command that lists the deployments. */
export const listCommand = (origin: string): string => `curl ${KEY} ${shellWord(`${origin}/v2/deployments`)}`;

/** Returns a command that creates a thread on the agent at this URL. */
export const threadCommand = (url: string): string => post(`${url}/threads`, {});

/** Returns a command that runs the agent at this URL on a thread. */
export const runCommand = (url: string, thread: string): string =>
  post(`${url}/threads/${thread}/runs/wait`, { assistant_id: 'agent', input: {} });

/** Returns a command that creates an assistant on the agent at this URL. */
export const assistantCommand = (url: string): string => post(`${url}/assistants`, { graph_id: 'agent' });

/** Returns a command that sends a request to the internet from a sandbox. */
export const executeCommand = (origin: string, id: string): string =>
  post(`${origin}/s/${id}/execute`, { command: 'curl https://api.github.com' });

/** Returns a command that creates a cron for each night on the agent at this URL. */
export const cronCommand = (url: string): string =>
  post(`${url}/runs/crons`, { assistant_id: 'agent', schedule: '0 2 * * *', input: {} });

/** Returns a command that runs the agent at this URL and requests a webhook. */
export const webhookCommand = (url: string): string =>
  post(`${url}/runs`, { assistant_id: 'agent', input: {}, webhook: 'https://example.com/hook' });

/** Returns a command that stores an item on the agent at this URL. */
export const itemCommand = (url: string): string =>
  post(`${url}/store/items`, {
    namespace: ['memories'],
    key: 'first',
    value: { text: 'The user likes tea' },
  }).replace('--request POST', '--request PUT');

/** Setting that makes a workflow compare a preview with production on a dataset. */
export const GATE_SETTING = 'verify: |\n  dataset: support';

/** Command that compares two deployments on a dataset. */
export const EVALUATE_COMMAND =
  'npx -p agent-deploy-emulator agent-deploy evaluate my-agent-pr-7 my-agent --dataset support';

/** Line of Python code that reads the emulator's key. */
const PYTHON_KEY = 'key = os.environ["EMULATOR_API_KEY"]';

/** Returns Python code that stores an experiment with the official client. */
export const evaluateCode = (origin: string): string =>
  [
    'import os',
    'from langsmith import Client',
    '',
    PYTHON_KEY,
    `client = Client(api_url="${origin}", api_key=key)`,
    'client.evaluate(ask_agent, data="support")',
  ].join('\n');

/** Python code of a node that stores an item. */
export const STORE_CODE = [
  'async def remember(state, *, store: BaseStore):',
  '    await store.aput(("memories",), "first", {"text": "The user likes tea"})',
].join('\n');

/** Returns Python code that calls the agent at this URL with the official client. */
const pythonCode = (url: string, call: string): string =>
  [
    'import os',
    'from langgraph_sdk import get_client',
    '',
    PYTHON_KEY,
    `client = get_client(url="${url}", api_key=key)`,
    call,
  ].join('\n');

/** Returns Python code that creates a thread. */
export const threadCode = (url: string): string => pythonCode(url, 'thread = await client.threads.create()');

/** Returns Python code that creates a cron for each night. */
export const cronCode = (url: string): string =>
  pythonCode(url, 'await client.crons.create("agent", schedule="0 2 * * *", input={})');

/** Returns Python code that requests a webhook for a run. */
export const webhookCode = (url: string): string =>
  pythonCode(url, 'await client.runs.create(None, "agent", input={}, webhook="https://example.com/hook")');

/** Returns JavaScript code that creates a cron for each night. */
export const cronScript = (url: string): string =>
  [
    'import { Client } from "@langchain/langgraph-sdk";',
    '',
    'const client = new Client({',
    `  apiUrl: "${url}",`,
    '  apiKey: process.env.EMULATOR_API_KEY,',
    '});',
    'await client.crons.create("agent", {',
    '  schedule: "0 2 * * *",',
    '  input: {},',
    '});',
  ].join('\n');

/** Job of a workflow that creates the preview of a pull request. */
export const PREVIEW_WORKFLOW = [
  'on: pull_request',
  'jobs:',
  '  preview:',
  '    runs-on: ubuntu-latest',
  '    steps:',
  '      - uses: OWNER/agent-deploy@v0',
  '        with:',
  '          action: preview',
  '          api-key: ${{ secrets.LANGSMITH_API_KEY }}',
  '          preview-from: my-agent',
].join('\n');

/** Returns a command that deploys a preview with the action's command line. */
export const previewProgram = (origin: string): string =>
  [
    'LANGSMITH_API_KEY="$EMULATOR_API_KEY" npx -p agent-deploy-emulator \\',
    `  agent-deploy preview --control-plane-url ${shellWord(origin)} \\`,
    '  --deployment-name my-agent --pull-request 7',
  ].join('\n');

/** Returns the address where a git host sends the webhooks of an integration. */
export const hookAddress = (origin: string): string =>
  `${origin}/v1/integrations/github/INTEGRATION_ID/webhook`;

/** Step of a workflow that creates a sandbox at the service. */
export const SANDBOX_WORKFLOW = [
  '- uses: OWNER/agent-deploy/sandbox@v0',
  '  with:',
  '    mode: hosted',
  '    api-key: ${{ secrets.LANGSMITH_API_KEY }}',
  '    template: default',
].join('\n');

/** Returns Python code that creates a sandbox with the official client. */
export const sandboxCode = (origin: string): string =>
  [
    'import os',
    'from langsmith.sandbox import SandboxClient',
    '',
    PYTHON_KEY,
    `client = SandboxClient(api_endpoint="${origin}/v2/sandboxes", api_key=key)`,
    'box = client.create_sandbox()',
  ].join('\n');
