import * as z from 'zod';
import { parseJson } from '../../contract/json-safety.ts';

/** What the emulator says on its standard output when it is ready. */
const ReadyLine = z.object({
  ready: z.literal(true),
  urls: z.object({ controlPlane: z.url(), sandboxes: z.url(), tracing: z.url(), admin: z.url() }),
  workspaceId: z.uuid(),
});
export type ReadyLine = z.infer<typeof ReadyLine>;

/** Parses the first line of its output. Gives a text for people when it is something else. */
export function parseReadyLine(line: string): ReadyLine | { problem: string } {
  const read = ReadyLine.safeParse(parseJson(line));
  return read.success ? read.data : { problem: z.prettifyError(read.error) };
}

/** What is known of a run so far; filled along the way, so that outputs are written in every outcome. */
export interface EmulatorRecord {
  readonly startedAt: number;
  version: string | undefined;
  logFolder: string | undefined;
  serving: (ReadyLine & { apiKey: string }) | undefined;
}

/** The record of a run that has done nothing yet. */
export function createEmulatorRecord(startedAt: number): EmulatorRecord {
  return { startedAt, version: undefined, logFolder: undefined, serving: undefined };
}
