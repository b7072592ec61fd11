// Receives the webhook that LangSmith sends for each commit of a prompt, and starts the workflow prompt-commit.yml by a
// `repository_dispatch` event. LangSmith cannot send the event itself, because GitHub requires another body. Needs
// Node 20 or newer and no packages; README.md lists the variables.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** Maximum size of a webhook in bytes. A webhook contains the whole prompt. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;
const GITHUB_TIMEOUT_MS = 10_000;

/** Returns a required variable, or ends the program with an error that names the variable. */
function variable(name) {
  const value = process.env[name];
  if (value) return value;
  process.stderr.write(`Set the variable ${name}. README.md describes every variable.\n`);
  process.exit(2);
}

const settings = {
  repository: variable('GITHUB_REPOSITORY'),
  githubToken: variable('GITHUB_TOKEN'),
  relayToken: variable('RELAY_TOKEN'),
  prompts: variable('PROMPTS')
    .split(',')
    .map((name) => name.trim()),
  apiUrl: process.env.GITHUB_API_URL || 'https://api.github.com',
};

/** Refusal of a webhook. The message contains no value of the webhook. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const digest = (text) => createHash('sha256').update(text).digest();

/** Returns whether the webhook has the relay's token, in a time that does not depend on the token. */
function isAuthorized(request) {
  const sent = request.headers.authorization ?? '';
  return timingSafeEqual(digest(sent), digest(`Bearer ${settings.relayToken}`));
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Refusal(413, `A webhook has at most ${BODY_MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new Refusal(400, 'The body must be JSON.');
  }
}

/** Returns the prompt and the commit of a webhook, or null if no workflow must start. Throws Refusal for bad fields. */
function changedPrompt(webhook) {
  const { event = 'commit', prompt_name: prompt, commit_hash: commit } = webhook ?? {};
  if (event !== 'commit' || !settings.prompts.includes(prompt)) return null;
  if (typeof commit !== 'string' || !/^[0-9a-f]{8,64}$/.test(commit)) {
    throw new Refusal(422, 'commit_hash must consist of 8 to 64 hexadecimal digits.');
  }
  return { prompt_name: prompt, commit_hash: commit };
}

/** Sends the event. The event contains only the two fields that the workflow needs, and not the text of the prompt. */
async function dispatch(payload) {
  const response = await fetch(`${settings.apiUrl}/repos/${settings.repository}/dispatches`, {
    method: 'POST',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${settings.githubToken}`,
      'user-agent': 'prompt-relay',
    },
    body: JSON.stringify({ event_type: 'prompt-commit', client_payload: payload }),
    redirect: 'error',
    signal: AbortSignal.timeout(GITHUB_TIMEOUT_MS),
  }).catch(() => undefined);
  if (response?.status === 204) return;
  const status = response === undefined ? 'did not answer' : `answered ${response.status}`;
  throw new Refusal(
    502,
    `GitHub ${status}. Check GITHUB_REPOSITORY, and that GITHUB_TOKEN may write contents.`,
  );
}

async function handle(request) {
  if (request.method !== 'POST') throw new Refusal(405, 'Send a POST request.');
  if (!isAuthorized(request))
    throw new Refusal(401, 'Send the header `Authorization: Bearer <RELAY_TOKEN>`.');
  const payload = changedPrompt(await readBody(request));
  if (payload === null) return 'Nothing started: the webhook is not a commit of a listed prompt.';
  await dispatch(payload);
  return `Started for ${payload.prompt_name}:${payload.commit_hash}.`;
}

/** Answers a request. The log contains the status, the message, and of the request only the prompt and its commit. */
async function answer(request, response) {
  let status = 200;
  let message;
  try {
    message = await handle(request);
  } catch (error) {
    status = error instanceof Refusal ? error.status : 400;
    message = error instanceof Refusal ? error.message : 'The request could not be read.';
  }
  process.stdout.write(`${status} ${message}\n`);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${message}\n`);
}

const server = createServer((request, response) => void answer(request, response));
server.requestTimeout = 30_000;
server.listen(Number(process.env.PORT ?? 8080), () => {
  process.stdout.write(`listening on port ${server.address().port}\n`);
});
