import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Serves the bare repositories of a folder over HTTP with git's own program. `below` is the path prefix. */
export function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  { repositories, below }: { repositories: string; below: string },
): void {
  const url = new URL(request.url ?? '', 'https://git.test');
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: repositories,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: url.pathname.slice(below.length),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      REMOTE_USER: 'harness',
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    },
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  const onData = (data: Buffer): void => {
    head = Buffer.concat([head, data]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    child.stdout.off('data', onData);
    const fields = head.toString('latin1', 0, end).split('\r\n');
    const pairs = fields.map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    });
    const status = pairs.find(([name]) => name === 'status')?.[1] ?? '200';
    response.writeHead(
      Number(status.slice(0, 3)),
      Object.fromEntries(pairs.filter(([name]) => name !== 'status')),
    );
    response.write(head.subarray(end + 4));
    child.stdout.pipe(response);
  };
  child.stdout.on('data', onData);
  child.on('close', () => response.end());
}
