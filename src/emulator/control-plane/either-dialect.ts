import * as z from 'zod';
import { fromWire } from '../../contract/dialect.ts';

/** A request body that may use the spec's names or the hosted service's (DESIGN §4); twins that disagree are a 422. */
export function acceptBothDialects<T extends z.ZodType>(schema: T) {
  return z.preprocess((sent, context) => {
    const { value, findings } = fromWire(sent);
    for (const { loc, msg } of findings) {
      context.addIssue({ code: 'custom', path: loc.slice(1), message: msg, input: sent });
    }
    return withoutCommit(value);
  }, schema);
}

/** The commit is the service's to set (spec §2.3): whatever a request says of it is ignored, never judged. */
function withoutCommit(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['source_revision_config'])) return body;
  const { repo_commit_sha: _, ...config } = body['source_revision_config'];
  return { ...body, source_revision_config: config };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The source as the caller spelled it, which answers repeat. */
export function sourceAsSent(sent: unknown, canonical: string): string {
  return typeof sent === 'object' && sent !== null && 'source' in sent && typeof sent.source === 'string'
    ? sent.source
    : canonical;
}
