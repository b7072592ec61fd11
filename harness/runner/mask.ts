/**
 * Replaces registered values as the runner's log does. A value with line breaks also registers each of its lines, and
 * every value also registers the encodings the runner knows: what JSON, a URL and XML make of it, and base64.
 */
export class Masker {
  readonly #values = new Set<string>();
  readonly #forms = new Set<string>();

  /** Registers one value. Empty values are ignored. */
  add(value: string): void {
    if (value === '') return;
    this.#values.add(value);
    for (const part of [value, ...value.split(/[\r\n]+/)]) {
      if (part === '') continue;
      for (const form of encodings(part)) this.#forms.add(form);
    }
  }

  /** The values as registered, in order. */
  get values(): string[] {
    return [...this.#values];
  }

  /** The text with every registered value, in every encoding, replaced by three stars. */
  mask(text: string): string {
    let masked = text;
    for (const form of [...this.#forms].sort((a, b) => b.length - a.length)) {
      if (masked.includes(form)) masked = masked.replaceAll(form, '***');
    }
    return masked;
  }
}

/** The forms in which a value may appear: as it is, and as common writers encode it. */
export function encodings(value: string): string[] {
  const xml = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
  const forms = [value, JSON.stringify(value).slice(1, -1), safeUri(value), xml, trimQuotes(value)];
  // Base64 of short text is too short to be told from chance.
  if (value.length >= 6) forms.push(...base64Forms(value));
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Base64 of the value wherever it starts inside a longer text: the three alignments, cut to what never varies. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
    const text = bytes.toString('base64').replaceAll('=', '');
    const start = shift === 0 ? 0 : shift + 1;
    const end = bytes.length % 3 === 0 ? text.length : text.length - 1;
    return text.slice(start, end);
  });
}

function safeUri(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no URL form.
    return value;
  }
}

function trimQuotes(value: string): string {
  return value.length > 8 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
