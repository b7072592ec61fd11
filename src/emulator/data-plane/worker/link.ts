import { Socket } from 'node:net';
import process from 'node:process';
import type { WorkerReport } from './reports.ts';
import { createMessageDecoder, encodeMessage } from './serial-channel.ts';

/** The worker's end of its channel, of either kind. */
export interface WorkerLink {
  /** `sent` is called when the report has left, or cannot. */
  send(report: WorkerReport, sent: () => void): void;
  /** Without the emulator there are no clients, and no store: the process ends with the channel. */
  listen(take: (message: unknown) => void): void;
  close(): void;
}

/**
 * The IPC channel that Node opened; in a container the two descriptors that the arguments name: one to read, one to write.
 * Undefined when there is neither.
 */
export function openLink(): WorkerLink | undefined {
  // User code shares the process object, and some of it uses `process.send` if it exists, expecting a process manager.
  const send = process.send?.bind(process);
  delete process.send;
  if (send !== undefined) {
    return {
      send: (report, sent) => void send(report, undefined, undefined, sent),
      listen(take) {
        process.on('message', take);
        process.on('disconnect', () => process.exit());
        if (!process.connected) process.exit();
      },
      close: () => process.disconnect(),
    };
  }
  const [read, write] = process.argv.splice(2).map(Number);
  if (read === undefined || write === undefined) return undefined;
  const input = new Socket({ fd: read, readable: true, writable: false });
  const output = new Socket({ fd: write, readable: false, writable: true });
  return {
    send(report, sent) {
      const [head, body] = encodeMessage(report);
      output.cork();
      output.write(head);
      output.write(body, () => sent());
      output.uncork();
    },
    listen(take) {
      const decoder = createMessageDecoder(take);
      input.on('data', (chunk: Buffer) => decoder.push(chunk));
      for (const end of [input, output]) {
        end.on('error', () => process.exit());
        end.on('close', () => process.exit());
      }
    },
    close: () => output.end(() => process.exit()),
  };
}
