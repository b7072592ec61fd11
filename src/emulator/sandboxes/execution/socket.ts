import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import {
  findJsonExcess,
  findProtoKey,
  parseJson,
  PROTO_KEY_MESSAGE,
  SETTINGS_JSON_LIMITS,
} from '../../../contract/json-safety.ts';
import { type ExecuteEvent, ExecuteMessage } from '../../../contract/sandbox.ts';
import type { SandboxSettings } from '../../ports/store.ts';
import { onAbort } from '../../server/client-connection.ts';
import { switchProtocols, type Upgrade } from '../../server/http-server.ts';
import type { RunningBox } from '../lifecycle/context.ts';
import { type Command, fromExecuteMessage } from './commands.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Number of unprocessed input characters above which no more messages are read from the client. */
const MAX_WAITING = 1024 * 1024;
/** Maximum time that a client has to confirm the close of the connection, in milliseconds. */
const CLOSE_MS = 500;
/** WebSocket close code for a shutdown of the server, after which the client may reconnect (RFC 6455, section 7.4). */
const GOING_AWAY = 1001;
const DONE = 1000;
const POLICY = 1008;

const server = new WebSocketServer({
  noServer: true,
  maxPayload: MAX_MESSAGE_BYTES,
  perMessageDeflate: false,
  clientTracking: false,
});

/**
 * Serves the protocol of /execute/ws on a connection: starts a command or reconnects to a running command. Resolves
 * once the connection is closed. `closing` is aborted when the emulator shuts down.
 */
export function serveSocket(
  response: ServerResponse,
  upgrade: Upgrade,
  running: RunningBox,
  settings: SandboxSettings,
  closing: AbortSignal,
): Promise<void> {
  return acceptSocket(response, upgrade, closing, (socket) => converse(socket, running, settings));
}

/** Upgrades a connection to a WebSocket. Resolves once the WebSocket is closed. */
export async function acceptSocket(
  response: ServerResponse,
  upgrade: Upgrade,
  closing: AbortSignal,
  use: (socket: WebSocket) => void,
): Promise<void> {
  const closed = switchProtocols(response, upgrade);
  server.handleUpgrade(upgrade.request, upgrade.socket, upgrade.head, (socket) => {
    // The error is ignored, because a `close` event follows each error.
    socket.on('error', () => undefined);
    use(socket);
    onAbort(closing, () => endSocket(socket, GOING_AWAY));
  });
  await closed;
}

function converse(socket: WebSocket, running: RunningBox, settings: SandboxSettings): void {
  let command: Command | undefined;
  const listener = {
    send: (event: ExecuteEvent) =>
      new Promise<void>((resolve) => {
        // The callback is called even if the connection is closed and the event is dropped.
        socket.send(JSON.stringify(event), () => resolve());
        if (event.type === 'exit' || event.type === 'error') endSocket(socket, DONE);
      }),
  };
  const refuse = (errorType: string, error: string) => {
    void listener.send({ type: 'error', error_type: errorType, error });
  };
  const begin = (message: ExecuteMessage) => {
    if (message.type === 'execute') {
      command = running.commands.start(fromExecuteMessage(randomUUID(), message, settings));
      command.listen(listener, { stdout: 0, stderr: 0 });
    } else if (message.type === 'reconnect') {
      command = running.commands.get(message.command_id);
      if (command === undefined) {
        const wasHere = running.commands.wasForgotten(message.command_id);
        refuse(
          wasHere ? 'SessionExpired' : 'CommandNotFound',
          wasHere
            ? 'The output of this command has been discarded.'
            : 'This command does not exist in the sandbox.',
        );
        return;
      }
      command.listen(listener, { stdout: message.stdout_offset ?? 0, stderr: message.stderr_offset ?? 0 });
    } else refuse('InvalidRequest', 'The first message must be `execute` or `reconnect`.');
  };
  let waiting = 0;
  const write = async (data: string, running: Command) => {
    waiting += data.length;
    if (waiting > MAX_WAITING) socket.pause();
    // The write might fail, because the program might have ended or closed its input.
    await running.write(data).catch(() => undefined);
    waiting -= data.length;
    if (waiting <= MAX_WAITING) socket.resume();
  };
  const go = (message: ExecuteMessage, running: Command) => {
    if (message.type === 'input') void write(message.data, running);
    else if (message.type === 'close_stdin') running.closeStdin();
    else if (message.type === 'kill') running.kill();
    else refuse('InvalidRequest', 'A connection serves a single command: open another connection.');
  };

  socket.on('message', (data, isBinary) => {
    running.touch();
    const message = isBinary ? undefined : readMessage(textOf(data));
    if (message === undefined || typeof message === 'string') {
      refuse('InvalidRequest', message ?? 'Messages must be JSON text.');
      endSocket(socket, POLICY);
    } else if (command === undefined) begin(message);
    else go(message, command);
  });
  socket.on('close', () => command?.stopListening(listener));
}

const textOf = (data: RawData): string => bytesOf(data).toString('utf8');

/** Returns the bytes of a WebSocket message. */
export const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data)
    ? Buffer.concat(data)
    : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data);

/** Parses a message, or returns a description of the problem, without the content, for an invalid message. */
function readMessage(text: string): ExecuteMessage | string {
  const excess = findJsonExcess(text, SETTINGS_JSON_LIMITS);
  if (excess !== undefined) return `The message ${excess}.`;
  const value = parseJson(text);
  if (value === undefined) return 'The message is not valid JSON.';
  const read = ExecuteMessage.safeParse(value);
  const lost = read.success ? findProtoKey(value, read.data) : undefined;
  if (lost) return `The message is not valid: ${lost.join('.')}: ${PROTO_KEY_MESSAGE}`;
  if (read.success) return read.data;
  return `The message is not valid: ${z.prettifyError(read.error)}`;
}

/** Closes the WebSocket, and disconnects a client that does not confirm the close in time. */
export function endSocket(socket: WebSocket, code: number): void {
  socket.close(code);
  const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
  socket.once('close', () => clearTimeout(timer));
}
