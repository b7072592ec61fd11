import type { SweptPreview } from '../run-record.ts';

/** Why a sweep took a preview, in words. */
export const SWEPT_WHY: Readonly<Record<SweptPreview['why'], string>> = {
  'pull-request-closed': 'its pull request is closed',
  'too-old': 'older than preview-ttl',
  unknown: 'what became of its pull request is not known',
};
/** What it did about it. */
export const SWEPT_DID: Readonly<Record<SweptPreview['did'], string>> = {
  deleted: 'deleted',
  'would-delete': 'would be deleted',
  left: 'left',
  failed: 'failed',
};

/** What a sweep found, as a table of the log. Pure. */
export function sweptLines(swept: readonly SweptPreview[]): string[] {
  const rows = swept.map(({ name, of, why, did }) => [name, of, SWEPT_WHY[why], SWEPT_DID[did]]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
