import { spawnSync } from 'node:child_process';
import type { FileTree } from '../../../../harness/git.ts';

/** Returns a repository whose agent is the program that this command starts. */
export function programOf(command: unknown, files: FileTree = {}): FileTree {
  return { 'langgraph.json': JSON.stringify({ emulator: { command } }), ...files };
}

/**
 * Returns an agent server in Node. The server responds with its version and the request, streams, and waits for a file
 * on request. `extra` contains code for other signals, and for the time before the server is healthy.
 */
export const nodeServer = (version: string, extra = ''): string => `
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
const version = ${JSON.stringify(version)};
let okStatus = 200;
const until = async (file) => {
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5));
};
${extra}
createServer(async (request, response) => {
  const url = new URL(request.url, 'http://program');
  if (url.pathname === '/ok') return response.writeHead(okStatus).end('{"ok":true}');
  if (url.pathname === '/exit') process.exit(7);
  if (url.pathname === '/wait') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: begun\\ndata: ' + version + '\\n\\n');
    await until(url.searchParams.get('file'));
    return response.end('event: done\\ndata: ' + version + '\\n\\n');
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method, headers } = request;
  const env = { greeting: process.env.GREETING ?? null, ours: process.env.EMULATOR_API_KEY ?? null };
  response.writeHead(201, { 'content-type': 'application/json', 'x-version': version });
  response.end(JSON.stringify({ version, method, url: request.url, body, key: headers['x-api-key'] ?? null, env }));
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening, greeting ' + process.env.GREETING));
`;

/** True if this machine has a working Python. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;
