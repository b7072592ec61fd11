/** The form is not what its type says, or has not what is asked for; the message says what. */
export class FormError extends Error {
  override readonly name = 'FormError';
}

const HEADERS_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const MAX_HEADER_BYTES = 16 * 1024;

/** The boundary of a multipart body, from its content type; undefined: it names none, or none that may be (RFC 2046 §5.1.1). */
export function parseBoundary(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

/**
 * The bytes of one field of a form (RFC 7578) as they come; fields before it are passed over, and what comes after it is
 * left unread. Nothing is kept but what may be the beginning of a boundary, so that a file may have any size.
 * @throws FormError when the form ends before the field does, or has no such field.
 */
export async function* readField(
  body: AsyncIterable<Buffer>,
  boundary: string,
  field: string,
): AsyncGenerator<Buffer> {
  const bytes = new Reader(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first boundary has no line before it.
  bytes.unread(LINE_END);
  for await (const _ of bytes.until(delimiter)) {
    // Whatever stands before it means nothing.
  }
  while (!(await isLast(bytes))) {
    const headers = await bytes.header();
    const part = bytes.until(delimiter);
    if (nameOf(headers) === field) {
      yield* part;
      return;
    }
    for await (const _ of part) {
      // Another field.
    }
  }
  throw new FormError(`The form has no field \`${field}\`.`);
}

/** After a boundary comes the end of the form, or the end of the line. */
async function isLast(bytes: Reader): Promise<boolean> {
  const next = await bytes.take(2);
  if (next.toString('latin1') === '--') return true;
  if (next.equals(LINE_END)) {
    // The line that ended here also begins the headers' end when a part has none.
    bytes.unread(LINE_END);
    return false;
  }
  throw new FormError('The form is not well-formed: something stands behind a boundary.');
}

function nameOf(headers: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? '';
  return /(?:^|;)\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
}

class Reader {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Buffer>) {
    this.#source = body[Symbol.asyncIterator]();
  }

  unread(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more();
    return this.#cut(count);
  }

  /** Up to the empty line, which goes too. */
  async header(): Promise<string> {
    for (;;) {
      const at = this.#held.indexOf(HEADERS_END);
      if (at !== -1) return this.#cut(at + HEADERS_END.length).toString('utf8');
      if (this.#held.length > MAX_HEADER_BYTES) throw new FormError('The headers of a field are too large.');
      await this.#more();
    }
  }

  /** Up to the delimiter, which goes too. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      if (at !== -1) {
        if (at > 0) yield this.#cut(at);
        this.#cut(delimiter.length);
        return;
      }
      const certain = this.#held.length - delimiter.length + 1;
      if (certain > 0) yield this.#cut(certain);
      await this.#more();
    }
  }

  #cut(count: number): Buffer {
    const part = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return part;
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) throw new FormError('The form ends before it is complete.');
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
  }
}
