import { Socket } from 'node:net';
import process from 'node:process';
import { fieldOf } from '../../../contract/json-safety.ts';
import { createFrameReader, encodeFrame, type FrameParts, splitParts } from '../link/frames.ts';
import type { WorkerCommand } from '../link/commands.ts';
import { describeFailure } from './plain-json.ts';

/** The worker's end of the stream to the emulator. */
export interface WorkerEnd {
  /**
   * Sends a report. If the report cannot be sent, sends the reason instead, so only the call that waits for the report
   * fails.
   */
  send(report: object, parts?: FrameParts, link?: number): void;
  /**
   * Calls `take` for each command. Exits the process when the stream ends, because the worker is useless without the
   * emulator.
   */
  listen(take: (command: WorkerCommand, parts: readonly Buffer[], link: number) => void): void;
  end(code: number): void;
}

/**
 * Opens the two file descriptors in the process's arguments: the first for reading and the second for writing. Returns
 * `undefined` if the process has no arguments.
 */
export function openWorkerEnd(): WorkerEnd | undefined {
  // The file descriptors are removed from the arguments, because the agent's code must not see them.
  const [read, write] = process.argv.splice(2).map(Number);
  if (read === undefined || write === undefined) return undefined;
  const input = new Socket({ fd: read, readable: true, writable: false });
  const output = new Socket({ fd: write, readable: false, writable: true });
  return {
    send(report, parts, link) {
      const chunks = encodeReport(report, parts, link);
      output.cork();
      for (const chunk of chunks) output.write(chunk);
      output.uncork();
    },
    listen(take) {
      const reader = createFrameReader(({ link, text, bytes }) => {
        // Commands are not checked, because the emulator is trusted. Large integers are rounded, because the graph
        // library has no type for them.
        const command = JSON.parse(text.toString('utf8')) as WorkerCommand & { parts?: unknown };
        take(command, splitParts(command.parts ?? [], bytes) ?? [], link);
      });
      input.on('data', (chunk: Buffer) => reader.push(chunk));
      for (const end of [input, output]) {
        end.on('error', () => process.exit());
        end.on('close', () => process.exit());
      }
    },
    end(code) {
      process.exitCode = code;
      output.end(() => process.exit());
    },
  };
}

function encodeReport(
  report: object,
  parts: FrameParts | undefined,
  link: number | undefined,
): readonly Uint8Array[] {
  try {
    return encodeFrame(report, parts, link);
  } catch (failure) {
    const [type, id, runId] = ['type', 'id', 'runId'].map((name) => fieldOf(report, name));
    const described = describeFailure(failure);
    const events = fieldOf(report, 'events');
    if (Array.isArray(events)) {
      // A report that is too large has only one event.
      const data = JSON.stringify(described);
      const shown = events.map((one) => ({ event: fieldOf(one, 'event'), data }));
      return encodeFrame({ type, runId, events: shown }, [], link);
    }
    return encodeFrame({ type, id, runId, problem: described.message }, [], link);
  }
}
