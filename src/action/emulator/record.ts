import * as z from 'zod';
import { parseJson } from '../../contract/json-safety.ts';

/** Line that the emulator prints on standard output when it is ready. */
const ReadyLine = z.object({
  ready: z.literal(true),
  urls: z.object({ controlPlane: z.url(), sandboxes: z.url(), tracing: z.url(), admin: z.url() }),
  workspaceId: z.uuid(),
});
export type ReadyLine = z.infer<typeof ReadyLine>;

/** Parses the first line of the emulator's output, or returns a problem if the line is not the ready line. */
export function parseReadyLine(line: string): ReadyLine | { problem: string } {
  const read = ReadyLine.safeParse(parseJson(line));
  return read.success ? read.data : { problem: z.prettifyError(read.error) };
}

/** Facts that a run collects, so that it can write the outputs in every outcome. */
export interface EmulatorRecord {
  readonly startedAt: number;
  version: string | undefined;
  logFolder: string | undefined;
  serving: (ReadyLine & { apiKey: string }) | undefined;
}

/** Returns the record of a run that has not done anything yet, where `startedAt` is in epoch milliseconds. */
export function createEmulatorRecord(startedAt: number): EmulatorRecord {
  return { startedAt, version: undefined, logFolder: undefined, serving: undefined };
}
