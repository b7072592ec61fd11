import * as z from 'zod';
import { BOX_FILE_ERROR_CODES } from '../port.ts';

const id = z.int().nonnegative();
const bytes = z.int().nonnegative();

/** What comes out of a box, which may lie: checked before it is used, and a lie ends the box. */
export const Answer = z.discriminatedUnion('say', [
  z.object({ say: z.literal('ready') }),
  z.object({ say: z.literal('started'), id, pid: z.int().nonnegative() }),
  z.object({
    say: z.literal('exit'),
    id,
    code: z.int(),
    reason: z.enum(['exit', 'signal', 'timeout', 'killed']),
  }),
  z.object({ say: z.literal('credit'), id, bytes }),
  z.object({ say: z.literal('file'), id, size: bytes, modifiedMs: z.number() }),
  z.object({ say: z.literal('end'), id }),
  z.object({ say: z.literal('wrote'), id, bytes }),
  z.object({
    say: z.literal('failed'),
    id,
    trouble: z.enum(BOX_FILE_ERROR_CODES).exclude(['box-ended']),
    message: z.string().max(8192),
  }),
]);
export type Answer = z.infer<typeof Answer>;

/** A control frame's payload; undefined when it is none of ours. */
export function parseAnswer(payload: Buffer): Answer | undefined {
  try {
    return Answer.safeParse(JSON.parse(payload.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
