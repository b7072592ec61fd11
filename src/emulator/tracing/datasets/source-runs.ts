import { randomUUID } from 'node:crypto';
import { createPacer } from '../../../clients/pacer.ts';
import { MULTIPART_MAX_BYTES } from '../../../contract/limits.ts';
import type { AttachmentRef, Repositories, TracedRunRow } from '../../ports/store.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { sizeBatches } from '../size-batches.ts';
import type { UploadedExample } from './example-upload.ts';

/** Uploaded example with attachments that are copied from its source run. `from` is an original attachment's ID. */
export type SourcedExample = UploadedExample & { copied: (AttachmentRef & { from: string })[] };

/**
 * Copies data of source runs into examples, as each example requests: the inputs, outputs and all attachments of the
 * run, or only the chosen attachments.
 * @throws HttpError 404 for an unknown run; 413 if the runs are too large; 422 for an example without a source run, or
 * an unknown attachment.
 */
export async function copySources(
  store: Repositories,
  workspaceId: string,
  uploads: readonly UploadedExample[],
): Promise<SourcedExample[]> {
  const sources = new Set(uploads.filter(usesSource).map(sourceOf));
  const runs = await readSources(store, workspaceId, sources);
  return uploads.map((upload) => {
    const run = usesSource(upload) ? runs.get(sourceOf(upload)) : undefined;
    if (run === undefined) return { ...upload, copied: [] };
    const { use_source_run_io: usesValues, use_source_run_attachments: chosen } = upload.fields;
    const names = usesValues === true ? run.attachments.map(({ name }) => name) : (chosen ?? []);
    return {
      ...upload,
      ...(usesValues === true && { inputs: run.inputs, outputs: run.outputs }),
      copied: [...new Set(names)].map((name) => {
        const attachment = run.attachments.find((one) => one.name === name);
        if (attachment !== undefined) return { name, id: randomUUID(), from: attachment.id };
        throw invalidField(
          ['body', upload.id, 'use_source_run_attachments'],
          `The source run has no attachment named ${name}.`,
        );
      }),
    };
  });
}

const usesSource = ({ fields }: UploadedExample): boolean =>
  fields.use_source_run_io === true || (fields.use_source_run_attachments?.length ?? 0) > 0;

function sourceOf({ id, fields }: UploadedExample): string {
  const source = fields.source_run_id;
  if (source) return source;
  throw invalidField(['body', id, 'source_run_id'], 'The example needs the ID of its source run.', 'missing');
}

async function readSources(
  store: Repositories,
  workspaceId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, TracedRunRow>> {
  const pacer = createPacer();
  const refs = await store.tracedRuns.refs(workspaceId, [...ids]);
  const known = new Set(refs.map(({ id }) => id));
  const missing = [...ids].find((id) => !known.has(id));
  if (missing !== undefined) throw new HttpError(404, `Run with ID ${missing} not found.`);
  if (refs.reduce((sum, { bytes }) => sum + bytes, 0) > MULTIPART_MAX_BYTES) {
    throw new HttpError(
      413,
      `The source runs of the request have more than ${MULTIPART_MAX_BYTES} bytes, which is the maximum.`,
    );
  }
  const runs = new Map<string, TracedRunRow>();
  for (const batch of sizeBatches(refs)) {
    const found = batch.map(({ id }) => id);
    for (const run of await store.tracedRuns.find(workspaceId, found)) runs.set(run.id, run);
    if (pacer.isDue) await pacer.pause();
  }
  return runs;
}
