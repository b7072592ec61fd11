import { formatBytes } from './format.ts';

/** A file that the user attached to a message. */
export interface Attachment {
  name: string;
  mime: string;
  bytes: number;
  /** Content in base64. */
  data: string;
}

/** Maximum total size of the files of one message. The server rejects larger requests. */
export const MAX_ATTACHED_BYTES = 8 * 1024 * 1024;
/** Maximum number of files of one message. */
const MAX_FILES = 10;

/** Returns the reason why files cannot be added to the attached files, or an empty string if the files can be added. */
export function attachmentProblem(
  before: readonly Pick<Attachment, 'bytes'>[],
  files: readonly { name: string; size: number }[],
): string {
  if (before.length + files.length > MAX_FILES) {
    return `A message can contain at most ${MAX_FILES} files. Send the others with another message.`;
  }
  const empty = files.find(({ size }) => size === 0);
  if (empty !== undefined) return `${empty.name} is empty. Choose a file with content.`;
  const large = files.find(({ size }) => size > MAX_ATTACHED_BYTES);
  if (large !== undefined) {
    return `${large.name} is too large (${formatBytes(large.size)}; the maximum is ${formatBytes(MAX_ATTACHED_BYTES)}). Attach a smaller file, or send a link to the file.`;
  }
  const total = [...before.map(({ bytes }) => bytes), ...files.map(({ size }) => size)].reduce(
    (sum, size) => sum + size,
    0,
  );
  if (total <= MAX_ATTACHED_BYTES) return '';
  return `The files are too large together (${formatBytes(total)}; the maximum is ${formatBytes(MAX_ATTACHED_BYTES)}). Remove a file first.`;
}

/** Converts a file to a content block that LangChain's chat models accept. */
function contentBlock({ name, mime, data }: Attachment): object {
  const isImage = /^image\/(png|jpeg|gif|webp)$/.test(mime);
  return {
    type: isImage ? 'image' : 'file',
    source_type: 'base64',
    mime_type: mime === '' ? 'application/octet-stream' : mime,
    data,
    metadata: isImage ? { name } : { filename: name },
  };
}

/** Creates a human message from a text and files. Without files, the content of the message is the text. */
export function humanMessage(text: string, files: readonly Attachment[]): object {
  const content =
    files.length === 0
      ? text
      : [...(text === '' ? [] : [{ type: 'text', text }]), ...files.map(contentBlock)];
  return { type: 'human', content };
}
