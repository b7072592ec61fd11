import type { JSX } from 'preact';
import type { CodeComparison, RevisionSummary } from '../../../src/contract/dashboard/deployments.ts';
import { read } from '../live/api.ts';
import { exactText } from '../logic/format.ts';
import { parsePatch } from '../logic/patch.ts';
import { Problem } from './basics.tsx';
import { Bones } from './bones.tsx';
import { useLoaded } from './loading.ts';
import { Card } from './page.tsx';

const REASONS = {
  'no-commits': 'One of the revisions was not built from a commit, so their code cannot be compared.',
  'not-kept':
    'The emulator no longer has the code of one of the commits. Deploy that commit again to compare the revisions.',
  same: 'Both revisions were built from the same commit.',
} as const;

/** Shows the differences between the files of two revisions. */
export function CodeChanges({
  deployment,
  newer,
  older,
}: {
  deployment: string;
  newer: RevisionSummary;
  older: RevisionSummary;
}): JSX.Element {
  const { value, problem } = useLoaded(
    () =>
      read<CodeComparison>(`/deployments/${deployment}/revisions/${newer.id}/code`, { against: older.id }),
    [deployment, newer.id, older.id, newer.source.commit, older.source.commit],
  );
  const code = value.value;
  if (code === null) {
    return (
      <Card title="Code">
        {problem.value === '' ? <Bones rows={2} rowHeight={40} /> : <Problem text={problem.value} />}
      </Card>
    );
  }
  const files = parsePatch(code.patch);
  return (
    <>
      <Card title="Code" note={code.missing === null ? countText(files.length) : undefined}>
        {code.missing === null ? null : <p class="pad mid">{REASONS[code.missing]}</p>}
        {code.missing === null && files.length === 0 ? <p class="pad mid">No file differs.</p> : null}
        {code.truncated ? <p class="pad mid">The difference is too long to be shown in full.</p> : null}
      </Card>
      {files.map((file, index) => (
        <Card
          key={index}
          title={exactText(file.name)}
          className="file-change"
          acts={
            <>
              <span class="ok numeric">+{file.added}</span>
              <span class="bad numeric">−{file.removed}</span>
            </>
          }
        >
          <div class="diff" role="group" aria-label={`Difference of ${file.name}`} tabIndex={0}>
            {file.lines.map((line, number) => (
              <div key={number} class={`diff-line ${line.kind}`}>
                <span>{line.number === 0 ? '' : line.number}</span>
                <span>{line.kind === 'added' ? '+' : line.kind === 'removed' ? '−' : ' '}</span>
                <bdi>{exactText(line.text)}</bdi>
              </div>
            ))}
          </div>
        </Card>
      ))}
    </>
  );
}

const countText = (files: number): string => (files === 1 ? '1 file differs' : `${files} files differ`);
