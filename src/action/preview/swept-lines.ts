import type { SweptPreview } from '../run-record.ts';

const WHY: Readonly<Record<SweptPreview['why'], string>> = {
  'pull-request-closed': 'pull request closed',
  'too-old': 'older than preview-ttl',
  unknown: 'could not be judged',
};
const DID: Readonly<Record<SweptPreview['did'], string>> = {
  deleted: 'deleted',
  'would-delete': 'would be deleted',
  left: 'left',
  failed: 'NOT deleted',
};

/** What a sweep found, as a table of the log. Pure. */
export function sweptLines(swept: readonly SweptPreview[]): string[] {
  const rows = swept.map(({ name, of, why, did }) => [name, of, WHY[why], DID[did]]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
