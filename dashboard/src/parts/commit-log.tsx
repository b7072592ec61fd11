import type { JSX } from 'preact';
import type {
  CommitLog,
  LoggedCommit,
  RevisionSummary,
} from '../../../src/contract/dashboard/deployments.ts';
import { read } from '../live/api.ts';
import { countCommits, groupCommits } from '../logic/commit-log.ts';
import { Age, Problem, UntrustedText } from './basics.tsx';
import { Bones } from './bones.tsx';
import { useLoaded } from './loading.ts';
import { Commit } from './marks.tsx';
import { Card } from './page.tsx';

/**
 * Shows the commits between two revisions. The server fetches the commits from the repository when this card is shown.
 */
export function CommitsBetween({
  deployment,
  newer,
  older,
}: {
  deployment: string;
  newer: RevisionSummary;
  older: RevisionSummary;
}): JSX.Element | null {
  const compared = `${newer.id} ${older.id}`;
  const { value, problem } = useLoaded(async () => {
    const path = `/deployments/${deployment}/revisions/${newer.id}/commits`;
    return { compared, log: await read<CommitLog>(path, { against: older.id }) };
  }, [deployment, compared, newer.source.commit, older.source.commit]);
  if (value.value?.compared !== compared) {
    return (
      <Card title="Commits">
        {problem.value === '' ? <Bones rows={2} rowHeight={40} /> : <Problem text={problem.value} />}
      </Card>
    );
  }
  const { log } = value.value;
  // The card with the code changes already explains why the commits cannot be compared.
  if (log.missing === 'same' || log.missing === 'no-commits') return null;
  const { note, groups } = groupCommits(log, newer.number, older.number);
  const [only] = groups;
  const isSingle = groups.length === 1 && only !== undefined;
  return (
    <Card title="Commits" note={isSingle ? countCommits(only.side) : undefined}>
      {note === '' ? null : (
        <p class="pad mid">
          <UntrustedText text={note} limit={1_000} />
        </p>
      )}
      {groups.map(({ title, sign, side }) => (
        <section key={sign} aria-label={title}>
          {isSingle ? null : (
            <h3 class="commit-group">
              {title} <span class="dim">{countCommits(side)}</span>
            </h3>
          )}
          <CommitRows commits={side.commits} sign={sign} />
        </section>
      ))}
    </Card>
  );
}

/** Lists commits with their short hashes, first lines, authors and ages. */
function CommitRows({ commits, sign }: { commits: readonly LoggedCommit[]; sign: '+' | '−' }): JSX.Element {
  return (
    <div role="list">
      {commits.map(({ id, subject, author, at_ms: at }) => (
        <div key={id} role="listitem" class="change">
          <span class={sign === '+' ? 'ok' : 'bad'}>{sign}</span>
          <span>
            <Commit commit={id} />
          </span>
          <span class="two-lines">
            <UntrustedText text={subject} limit={300} />
            <span>
              <UntrustedText text={author} limit={100} /> · <Age at={at} />
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
