import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { HTTPValidationError } from '../../../contract/errors.ts';
import {
  ExecuteResponse,
  ExecuteBody,
  FileQuery,
  FileUploadResponse,
} from '../../../contract/sandbox-execution.ts';
import { type Route, route } from '../../server/route.ts';
import { upgradeOf } from '../../server/upgrades.ts';
import type { SandboxDependencies } from '../deps.ts';
import { sendFile } from '../execution/download.ts';
import { toFileRefusal } from '../execution/file-trouble.ts';
import { fromExecuteBody } from '../execution/request.ts';
import { runToEnd } from '../execution/run-to-end.ts';
import { uploadedFile } from '../execution/upload.ts';
import { trackTransfer } from '../lifecycle/live-boxes.ts';
import { waitForBox } from '../execution/usable.ts';
import { eitherRefusedAnswer, refusal, refusedAnswer } from '../refusal.ts';
import { BOX_PREFIX } from '../shown.ts';

const base = { surface: 'sandboxes', auth: 'workspace' } as const;
const Box = z.object({ sandbox_id: z.guid().toLowerCase() });
const path = `${BOX_PREFIX}/{sandbox_id}`;
const BYTES = 'application/octet-stream';
const unusable = {
  404: refusedAnswer('There is no such sandbox, or file'),
  503: refusedAnswer('The sandbox is not there yet, or the emulator closes'),
};
const fileAnswers = {
  ...unusable,
  403: eitherRefusedAnswer('The key has no access, or the box may not read or write there'),
  409: refusedAnswer('The file changed meanwhile'),
  507: refusedAnswer('There is no room for it'),
};

/** What is asked of a box at its own address, its `dataplane_url` (facts: local-clouds §3.3), with the key as anywhere. */
export function executionRoutes(deps: SandboxDependencies): Route[] {
  return [...commandRoutes(deps), ...fileRoutes(deps)];
}

function commandRoutes(deps: SandboxDependencies): Route[] {
  return [
    route({
      ...base,
      method: 'POST',
      path: `${path}/execute`,
      summary: 'Run a command in the box, and give what it wrote once it has ended',
      params: Box,
      body: ExecuteBody,
      responses: {
        ...unusable,
        200: { description: 'What it wrote, and its exit code', schema: ExecuteResponse },
        400: eitherRefusedAnswer(
          'The box is not ready, the command could not be run, or the body is no JSON',
        ),
        408: refusedAnswer('The command ran longer than it may'),
      },
      handler: async ({ caller, params, body, signal }) => {
        const { live, row } = await waitForBox(deps, caller.workspaceId, params.sandbox_id, signal);
        const request = fromExecuteBody(randomUUID(), body, row.settings);
        return { status: 200, body: await runToEnd(live.commands, request, signal) };
      },
    }),
    route({
      ...base,
      method: 'GET',
      path: `${path}/execute/ws`,
      summary: 'Run a command in the box over a WebSocket: output as it comes, input, and coming back to it',
      params: Box,
      unsafeGet: true,
      responses: {
        ...unusable,
        101: { description: 'The WebSocket' },
        400: refusedAnswer('The box is not ready'),
        426: refusedAnswer('Not a WebSocket'),
      },
      handler: async ({ caller, params, signal }) => {
        const { live, row } = await waitForBox(deps, caller.workspaceId, params.sandbox_id, signal);
        const { serveSocket } = await import('../execution/socket.ts');
        return {
          stream: async (response) => {
            const upgrade = upgradeOf(response);
            if (upgrade === undefined) {
              throw refusal(426, 'UpgradeRequired', 'Ask for a WebSocket here.', {
                headers: { upgrade: 'websocket', connection: 'upgrade' },
              });
            }
            await serveSocket(response, upgrade, live, row.settings, signal);
          },
        };
      },
    }),
  ];
}

function fileRoutes(deps: SandboxDependencies): Route[] {
  return [
    route({
      ...base,
      method: 'POST',
      path: `${path}/upload`,
      summary: 'Write a file of the box: the field `file` of a form, or the body itself',
      params: Box,
      query: FileQuery,
      rawBody: true,
      bodyType: 'multipart/form-data',
      responses: {
        ...fileAnswers,
        200: { description: 'It is written', schema: FileUploadResponse },
        400: refusedAnswer('The box is not ready, or the file cannot be written'),
        415: eitherRefusedAnswer('Neither a form nor bytes'),
        422: { description: 'Something in the request is not valid', schema: HTTPValidationError },
      },
      handler: async ({ caller, params, query, headers, bodyStream, signal }) => {
        const { live } = await waitForBox(deps, caller.workspaceId, params.sandbox_id, signal);
        const data = uploadedFile(headers, bodyStream());
        const { bytes } = await trackTransfer(live, () => live.box.writeFile(query.path, data)).catch(
          (error: unknown) => {
            throw toFileRefusal(error, 'WriteError');
          },
        );
        return { status: 200, body: { path: query.path, size: bytes } };
      },
    }),
    route({
      ...base,
      method: 'GET',
      path: `${path}/download`,
      summary: 'Read a file of the box, or a range of it',
      params: Box,
      query: FileQuery,
      responses: {
        ...fileAnswers,
        200: { description: 'The file', type: BYTES },
        206: { description: 'The part of it that was asked for', type: BYTES },
        304: { description: 'It is as the client knows it' },
        400: refusedAnswer('The box is not ready, or the file cannot be read'),
        416: refusedAnswer('Nothing of it is in the range'),
      },
      handler: async ({ caller, params, query, headers, signal }) => {
        const { live } = await waitForBox(deps, caller.workspaceId, params.sandbox_id, signal);
        return {
          stream: (response) => trackTransfer(live, () => sendFile(live.box, query.path, headers, response)),
        };
      },
    }),
  ];
}
