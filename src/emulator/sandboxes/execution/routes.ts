import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { realClock } from '../../../clients/clock.ts';
import { HTTPValidationError } from '../../../contract/error-bodies.ts';
import {
  ExecuteBody,
  type ExecuteEvent,
  ExecuteResponse,
  FileQuery,
  FileUploadResponse,
  GlobBody,
  GlobResponse,
  GrepBody,
  GrepResponse,
} from '../../../contract/sandbox.ts';
import type { BoxSearch, BoxSearchResult } from '../../../box/box.ts';
import { isoTime } from '../../ports/clock.ts';
import type { SandboxRow } from '../../ports/store.ts';
import { type Caller, routesOf, type Route } from '../../server/route.ts';
import { type Upgrade, upgradeOf } from '../../server/http-server.ts';
import { findSandbox, startSandbox } from '../sandboxes.ts';
import type { SandboxDependencies } from '../dependencies.ts';
import { type RunningBox, trackTransfer } from '../lifecycle/context.ts';
import { sharedErrorResponse, refusedAnswer } from '../declared-refusals.ts';
import { refusal } from '../refusal.ts';
import { BOX_PREFIX } from '../routes.ts';
import { type CommandRequest, type Commands, fromExecuteBody } from './commands.ts';
import { sendFile, toFileRefusal, uploadedFile } from './files.ts';

const api = routesOf('sandboxes', 'workspace');
const Box = z.object({ sandbox_id: z.guid().toLowerCase() });
const path = `${BOX_PREFIX}/{sandbox_id}`;
const BYTES = 'application/octet-stream';
const unusable = {
  404: refusedAnswer('The sandbox or file does not exist'),
  503: refusedAnswer('The sandbox is not ready yet, or the emulator is shutting down'),
};
const fileAnswers = {
  ...unusable,
  403: sharedErrorResponse('The key has no access, or the box has no permission for the path'),
  409: refusedAnswer('The file has changed'),
  507: refusedAnswer('The disk is full'),
};

/** Creates the routes below a box's own URL (`dataplane_url`), which accept the same API keys as all other routes. */
export function executionRoutes(dependencies: SandboxDependencies): Route[] {
  return [...commandRoutes(dependencies), ...fileRoutes(dependencies)];
}

function commandRoutes(dependencies: SandboxDependencies): Route[] {
  return [
    api.post(`${path}/execute`, {
      summary: 'Run a command in the box, and return its output when it has ended',
      params: Box,
      body: ExecuteBody,
      responses: {
        ...unusable,
        200: { description: 'Output and exit code of the command', schema: ExecuteResponse },
        400: sharedErrorResponse(
          'The box is not ready, the command could not be run, or the body is not JSON',
        ),
        408: refusedAnswer('The command exceeded its time limit'),
      },
      handler: async ({ caller, params, body, signal }) => {
        const { running, row } = await waitForBox(
          dependencies,
          caller.workspaceId,
          params.sandbox_id,
          signal,
        );
        const request = fromExecuteBody(randomUUID(), body, row.settings);
        return { status: 200, body: await runToEnd(running.commands, request, signal) };
      },
    }),
    socketRoute(dependencies, {
      path: `${path}/execute/ws`,
      summary: 'Run a command in the box over a WebSocket, with streamed output, input and reconnection',
      serve: async ({ response, upgrade, running, row, signal }) => {
        const { serveSocket } = await import('./socket.ts');
        await serveSocket(response, upgrade, running, row.settings, signal);
      },
    }),
    socketRoute(dependencies, {
      path: `${path}/tunnel`,
      summary: 'Connect to programs that listen in the box, over a WebSocket',
      serve: async ({ response, upgrade, running, signal }) => {
        const { acceptSocket } = await import('./socket.ts');
        const { serveTunnel } = await import('../tunnel/serve-tunnel.ts');
        await acceptSocket(response, upgrade, signal, (socket) => serveTunnel(socket, running));
      },
    }),
  ];
}

/** Creates a box's route that upgrades to a WebSocket. */
function socketRoute(
  dependencies: SandboxDependencies,
  given: {
    path: string;
    summary: string;
    serve: (connection: {
      response: ServerResponse;
      upgrade: Upgrade;
      running: RunningBox;
      row: SandboxRow;
      signal: AbortSignal;
    }) => Promise<void>;
  },
): Route {
  return api.get(given.path, {
    summary: given.summary,
    params: Box,
    unsafeGet: true,
    responses: {
      ...unusable,
      101: { description: 'The WebSocket' },
      400: refusedAnswer('The box is not ready'),
      426: refusedAnswer('Not a WebSocket'),
    },
    handler: async ({ caller, params, signal }) => {
      const { running, row } = await waitForBox(dependencies, caller.workspaceId, params.sandbox_id, signal);
      return {
        stream: async (response) => {
          const upgrade = upgradeOf(response);
          if (upgrade === undefined) {
            throw refusal(426, 'UpgradeRequired', 'This URL requires a WebSocket.', {
              headers: { upgrade: 'websocket', connection: 'upgrade' },
            });
          }
          await given.serve({ response, upgrade, running, row, signal });
        },
      };
    },
  });
}

function fileRoutes(dependencies: SandboxDependencies): Route[] {
  return [
    api.post(`${path}/upload`, {
      summary: 'Write a file of the box: the field `file` of a form, or the body itself',
      params: Box,
      query: FileQuery,
      rawBody: true,
      bodyType: 'multipart/form-data',
      responses: {
        ...fileAnswers,
        200: { description: 'It is written', schema: FileUploadResponse },
        400: refusedAnswer('The box is not ready, or the file cannot be written'),
        415: sharedErrorResponse('The content type is not supported'),
        422: { description: 'The request is not valid', schema: HTTPValidationError },
      },
      handler: async ({ caller, params, query, headers, bodyStream, signal }) => {
        const { running } = await waitForBox(dependencies, caller.workspaceId, params.sandbox_id, signal);
        const data = uploadedFile(headers, bodyStream());
        const { bytes } = await trackTransfer(running, () => running.box.writeFile(query.path, data)).catch(
          (error: unknown) => {
            throw toFileRefusal(error, 'WriteError');
          },
        );
        return { status: 200, body: { path: query.path, size: bytes } };
      },
    }),
    ...searchRoutes(dependencies),
    api.get(`${path}/download`, {
      summary: 'Read a file of the box, or a range of it',
      params: Box,
      query: FileQuery,
      responses: {
        ...fileAnswers,
        200: { description: 'The file', type: BYTES },
        206: { description: 'The requested range of the file', type: BYTES },
        304: { description: "The client's copy is current" },
        400: refusedAnswer('The box is not ready, or the file cannot be read'),
        416: refusedAnswer('The range is outside the file'),
      },
      handler: async ({ caller, params, query, headers, signal }) => {
        const { running } = await waitForBox(dependencies, caller.workspaceId, params.sandbox_id, signal);
        return {
          stream: (response) =>
            trackTransfer(running, () => sendFile(running.box, query.path, headers, response)),
        };
      },
    }),
  ];
}

/** Default limit for the number of matches. */
const DEFAULT_LIMIT = 1_000;

function searchRoutes(dependencies: SandboxDependencies): Route[] {
  const answers = {
    ...fileAnswers,
    400: sharedErrorResponse('The box is not ready, the folder cannot be read, or the body is not JSON'),
  };
  const searchIn = async (
    request: { caller: Caller; params: z.infer<typeof Box>; signal: AbortSignal },
    search: BoxSearch,
  ): Promise<BoxSearchResult> => {
    const { caller, params, signal } = request;
    const { running } = await waitForBox(dependencies, caller.workspaceId, params.sandbox_id, signal);
    return trackTransfer(running, () => running.box.search(search)).catch((error: unknown) => {
      throw toFileRefusal(error, 'ReadError');
    });
  };
  return [
    api.post(`${path}/glob`, {
      summary: 'Find files and folders of the box by a glob pattern',
      params: Box,
      body: GlobBody,
      responses: { ...answers, 200: { description: 'What was found', schema: GlobResponse } },
      handler: async (request) => {
        const { pattern, path: folder, limit } = request.body;
        const search = { kind: 'glob', pattern, path: folder, limit: limit ?? DEFAULT_LIMIT } as const;
        const { entries, truncated } = await searchIn(request, search);
        const matches = entries.map((entry) => ({
          path: entry.path,
          is_dir: entry.isFolder,
          size_bytes: entry.size,
          modified_at: isoTime(Math.trunc(entry.modifiedMs)),
        }));
        return { status: 200, body: { matches, truncated } };
      },
    }),
    api.post(`${path}/grep`, {
      summary: 'Find lines of files of the box that contain a text',
      params: Box,
      body: GrepBody,
      responses: { ...answers, 200: { description: 'What was found', schema: GrepResponse } },
      handler: async (request) => {
        const { pattern, path: folder, limit } = request.body;
        const glob = request.body.glob ?? null;
        const search = { kind: 'grep', pattern, path: folder, glob, limit: limit ?? DEFAULT_LIMIT } as const;
        const { lines, truncated } = await searchIn(request, search);
        return { status: 200, body: { matches: [...lines], truncated } };
      },
    }),
  ];
}

/** Maximum time that a request waits for a starting box, in milliseconds. */
const WAIT_MS = 60_000;

/**
 * Returns the box of a sandbox once the box is ready. Starts a stopped sandbox, as the hosted service does.
 * @throws HttpError 404 if the sandbox does not exist; 400 NotReady if the sandbox has failed; 503 if the start takes
 * too long.
 */
export async function waitForBox(
  dependencies: SandboxDependencies,
  workspaceId: string,
  id: string,
  signal: AbortSignal,
): Promise<{ running: RunningBox; row: SandboxRow }> {
  let row = await findSandbox(dependencies, workspaceId, id);
  const running = dependencies.manager.runningBox(row.id);
  if (running !== undefined) return { running, row };
  if (row.status === 'stopped') row = await startSandbox(dependencies, workspaceId, id).catch(() => row);
  if (row.status === 'deleting' || row.status === 'failed') throw notReady(row);
  const done = new AbortController();
  const late = realClock.sleep(WAIT_MS, AbortSignal.any([signal, done.signal])).then(
    () => undefined,
    () => undefined,
  );
  try {
    await Promise.race([dependencies.manager.waitForReady(row.id), late]);
  } finally {
    done.abort();
  }
  const now = dependencies.manager.runningBox(row.id);
  row = await findSandbox(dependencies, workspaceId, id);
  if (now !== undefined) return { running: now, row };
  if (row.status === 'failed') throw notReady(row);
  throw refusal(
    503,
    'ServiceUnavailable',
    `The sandbox ${JSON.stringify(row.name)} is ${row.status}: try again later.`,
    {
      headers: { 'retry-after': '1' },
    },
  );
}

function notReady({ name, status, statusMessage }: SandboxRow) {
  const why = statusMessage === null ? '' : ` (${statusMessage})`;
  return refusal(400, 'NotReady', `The sandbox ${JSON.stringify(name)} is ${status}${why}: start it first.`);
}

/** Maximum number of output characters in a response. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Runs a command and resolves with the command's output after the command has ended. Kills the command if the client
 * disconnects.
 * @throws HttpError 408 if the command timed out; 400 if the command could not run or its output exceeds the maximum.
 */
async function runToEnd(
  commands: Commands,
  request: CommandRequest,
  signal: AbortSignal,
): Promise<{ stdout: string; stderr: string; exit_code: number }> {
  const command = commands.start(request);
  const written = { stdout: [] as string[], stderr: [] as string[] };
  let characters = 0;
  let last: ExecuteEvent | undefined;
  const listener = {
    send(event: ExecuteEvent) {
      if (event.type === 'stdout' || event.type === 'stderr') {
        characters += event.data.length;
        if (characters > MAX_CHARACTERS) command.kill();
        else written[event.type].push(event.data);
      } else last = event;
      return Promise.resolve();
    },
  };
  const leave = () => command.stopListening(listener);
  command.listen(listener, { stdout: 0, stderr: 0 });
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    last = await command.ended;
  } finally {
    signal.removeEventListener('abort', leave);
  }
  if (characters > MAX_CHARACTERS) {
    throw refusal(
      400,
      'CommandError',
      `The command was killed because it wrote more than ${MAX_CHARACTERS} characters. Use the WebSocket, or write to a file.`,
    );
  }
  if (last.type === 'error') {
    throw refusal(last.error_type === 'CommandTimeout' ? 408 : 400, last.error_type, last.error);
  }
  return {
    stdout: written.stdout.join(''),
    stderr: written.stderr.join(''),
    exit_code: last.type === 'exit' ? last.exit_code : -1,
  };
}
