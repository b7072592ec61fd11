import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AttachmentOperations, ExampleUpload, ExampleValues } from '../../../contract/evaluation.ts';
import {
  ATTACHMENTS_MAX,
  EVALUATION_NAME_MAX,
  EXAMPLES_PER_REQUEST_MAX,
  MULTIPART_MAX_BYTES,
  MULTIPART_PARTS_MAX,
} from '../../../contract/limits.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';
import { type MultipartPart, PartReader, readMultipart } from '../../server/multipart.ts';
import type { RouteRequest } from '../../server/route.ts';

/** Uploaded attachment with a random ID, because the ID in a URL is the only credential for the content. */
export interface NewAttachment {
  id: string;
  name: string;
  mimeType: string;
  content: Uint8Array;
}

/** Example from a form, without the fields that the client did not send. */
export interface UploadedExample {
  id: string;
  fields: ExampleUpload;
  inputs?: Record<string, unknown> | null;
  outputs?: Record<string, unknown> | null;
  attachments: NewAttachment[];
  operations?: AttachmentOperations;
}

/** Matches the name of a part, which consists of its example's ID and the part's kind. */
const PART = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(.*))?$/is;

/**
 * Reads a form of examples. For each example, the form contains a part whose name is the example's ID, and separate
 * parts for the example's values and attachments.
 * @throws HttpError 400, 413 or 415 for the form; 422 for an invalid or repeated part.
 */
export async function readExampleForm(request: FormRequest): Promise<UploadedExample[]> {
  const parts = await readFormParts(request);
  const reader = new PartReader(request.signal);
  const found = new Map<string, UploadedExample>();
  const seen = new Set<string>();
  for (const part of parts) {
    const [, id = '', rest] = PART.exec(part.name) ?? [];
    if (id === '') {
      throw invalidField(['body', part.name], 'The name of the part must begin with the ID of an example.');
    }
    const key = `${id.toLowerCase()}.${rest ?? ''}`;
    if (seen.has(key)) throw invalidField(['body', part.name], 'The form has this part twice.');
    seen.add(key);
    await addPart(found, { id: id.toLowerCase(), rest, part }, reader);
    await reader.pause();
  }
  const [without] = [...found.values()].filter(({ id }) => !seen.has(`${id}.`));
  if (without !== undefined) {
    throw invalidField(['body', without.id], 'The form has no part with the ID of this example.', 'missing');
  }
  if (found.size === 0) throw invalidField(['body'], 'The form has no examples.', 'missing');
  return [...found.values()];
}

async function addPart(
  found: Map<string, UploadedExample>,
  { id, rest, part }: { id: string; rest: string | undefined; part: MultipartPart },
  reader: PartReader,
): Promise<void> {
  let example = found.get(id);
  if (example === undefined) {
    if (found.size >= EXAMPLES_PER_REQUEST_MAX) {
      throw new HttpError(
        413,
        `The request has more than ${EXAMPLES_PER_REQUEST_MAX} examples, which is the maximum. Send several requests.`,
      );
    }
    example = { id, fields: {}, attachments: [] };
    found.set(id, example);
  }
  if (rest === undefined) example.fields = await reader.json(part, ExampleUpload);
  else if (rest === 'inputs') example.inputs = await reader.json(part, ExampleValues);
  else if (rest === 'outputs') example.outputs = await reader.json(part, ExampleValues);
  else if (rest === 'attachments_operations') {
    example.operations = await reader.json(part, AttachmentOperations);
  } else if (rest.startsWith('attachment.')) {
    example.attachments.push(toAttachment(part, rest.slice('attachment.'.length)));
    if (example.attachments.length > ATTACHMENTS_MAX) {
      throw new HttpError(
        413,
        `An example has more than ${ATTACHMENTS_MAX} attachments, which is the maximum.`,
      );
    }
  } else throw invalidField(['body', part.name], 'The kind of the part is unknown.');
}

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

/** Returns the attachment in a part of a form, with a random ID. @throws HttpError 422 for an invalid name. */
export function toAttachment(part: MultipartPart, name: string): NewAttachment {
  const isValid = name !== '' && name.length <= EVALUATION_NAME_MAX && !name.includes('\0');
  if (!isValid || !name.isWellFormed()) {
    throw invalidField(
      ['body', part.name],
      'The name of the attachment is empty, too long or not valid text.',
    );
  }
  const mimeType = MEDIA_TYPE.test(part.type) ? part.type : 'application/octet-stream';
  return { id: randomUUID(), name, mimeType, content: part.data };
}

export type FormRequest = Pick<
  RouteRequest<unknown, unknown, unknown>,
  'bodyStream' | 'signal' | 'recordBody'
> & {
  headers: IncomingHttpHeaders;
};

/**
 * Reads the parts of a form within the limits of this API. The journal records only the names and sizes of the form's
 * first parts.
 * @throws HttpError 400, 413 or 415 for the form.
 */
export async function readFormParts(request: FormRequest): Promise<MultipartPart[]> {
  const parts = await readMultipart(request.headers, request.bodyStream(), {
    limits: { bytes: MULTIPART_MAX_BYTES, parts: MULTIPART_PARTS_MAX },
    signal: request.signal,
  });
  request.recordBody(summarizeParts(parts));
  return parts;
}

const RECORDED = 100;

/** Returns the names and sizes of a form's first parts, for the journal. */
function summarizeParts(parts: readonly MultipartPart[]) {
  return {
    parts: parts.slice(0, RECORDED).map(({ name, data }) => ({ name, bytes: data.length })),
    ...(parts.length > RECORDED && { more: parts.length - RECORDED }),
  };
}
