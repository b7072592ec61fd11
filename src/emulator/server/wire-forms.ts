/** How a text may stand in what the journal keeps: as it is, in a path, in a query, and as JSON writes it. */
export function encodedForms(text: string): string[] {
  const encoded = text.isWellFormed() ? encodeURIComponent(text) : text;
  // Queries write a space as a plus, and leave other signs as they are.
  const inQuery = new URLSearchParams([['', text]]).toString().slice(1);
  return [text, encoded, inQuery, JSON.stringify(text).slice(1, -1)];
}
