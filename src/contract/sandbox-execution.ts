import * as z from 'zod';
import { optional, text, nonEmptyText } from './primitives.ts';
import { RunConfig, variables } from './sandbox-api.ts';

// What is asked of a box at its own address (facts: service §3.1, local-clouds §3.3).

/** Seconds a command may take when nothing else is said. */
export const COMMAND_TIMEOUT_DEFAULT_S = 60;
const seconds = z
  .number()
  .min(0)
  .max(7 * 24 * 60 * 60);

const command = {
  command: nonEmptyText,
  shell: optional(nonEmptyText),
  env: optional(variables),
  cwd: optional(nonEmptyText),
  run_config: optional(RunConfig),
};

/** Body of POST /execute. */
export const ExecuteBody = z
  .object({ ...command, timeout: optional(seconds) })
  .refine(
    ({ env, cwd, run_config: config }) =>
      (config ?? undefined) === undefined || (env ?? cwd ?? undefined) === undefined,
    'must not have both `run_config` and the older `env` or `cwd`',
  );
export type ExecuteBody = z.infer<typeof ExecuteBody>;
export const ExecuteResponse = z.object({ stdout: z.string(), stderr: z.string(), exit_code: z.int() });

/** What a client says over /execute/ws. */
export const ExecuteMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('execute'),
    ...command,
    command_id: optional(
      z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, dashes or underscores'),
    ),
    timeout_seconds: optional(seconds),
    /** How long it may go on with nobody listening; below 0: as long as it wants. */
    idle_timeout_seconds: optional(z.number()),
    /** How long its output can be asked for once it has ended; below 0: until the box stops. */
    ttl_seconds: optional(z.number()),
    kill_on_disconnect: optional(z.boolean()),
    close_stdin: optional(z.boolean()),
    pty: optional(z.boolean()),
  }),
  z.object({
    type: z.literal('reconnect'),
    command_id: nonEmptyText,
    stdout_offset: optional(z.int().min(0)),
    stderr_offset: optional(z.int().min(0)),
  }),
  z.object({ type: z.literal('input'), data: text }),
  z.object({ type: z.literal('close_stdin') }),
  z.object({ type: z.literal('kill') }),
]);
export type ExecuteMessage = z.infer<typeof ExecuteMessage>;

/** What the box says over it. Offsets count the bytes of the text as UTF-8. */
export type ExecuteEvent =
  | { type: 'started'; command_id: string; pid: number }
  | { type: 'stdout' | 'stderr'; data: string; offset: number }
  | { type: 'exit'; exit_code: number }
  | { type: 'error'; error_type: string; error: string };

export const FileQuery = z.object({ path: nonEmptyText });
export const FileUploadResponse = z.object({ path: z.string(), size: z.int() });
