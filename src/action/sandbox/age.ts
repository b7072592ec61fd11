/**
 * How old something is, in milliseconds; undefined when its time cannot be read. A time without a zone is a server's, in
 * UTC: read as the runner's own, it would make a sandbox hours older. Pure.
 */
export function ageOf(createdAt: string | null | undefined, now: number): number | undefined {
  const text = createdAt ?? '';
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(at) ? undefined : now - at;
}
