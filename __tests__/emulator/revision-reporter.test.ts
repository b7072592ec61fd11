import { expect, test } from '@jest/globals';
import type { LogDetail } from '../../src/emulator/ports/context.ts';
import { createRevisionReporter } from '../../src/emulator/revision-reporter.ts';

const ID = '0f3c8a71-1111-4111-8111-111111111111';

function reporter() {
  const lines: [string, LogDetail | undefined][] = [];
  return { lines, ...createRevisionReporter((line, detail) => void lines.push([line, detail])) };
}
const revision = (status: string) =>
  ({
    kind: 'revision',
    deployment_id: 'd',
    deployment: 'shop',
    revision_id: ID,
    status,
    was: null,
  }) as const;
const line = (message: string, level: 'INFO' | 'WARNING' | 'ERROR', fromAgent = false) => ({
  deployment: 'shop',
  revisionId: ID,
  level,
  message,
  fromAgent,
});

// docs/emulator.md#log
test('the log contains one line for each status of a revision, and an error for a failure', () => {
  const { change, lines } = reporter();
  change(revision('BUILDING'));
  change(revision('BUILD_FAILED'));
  change({ kind: 'deployment', deployment_id: 'd', deployment: 'shop', status: 'READY', was: null });
  change({ kind: 'removed', deployment_id: 'd', deployment: 'shop' });
  const of = { deployment: 'shop', deployment_id: 'd', revision_id: ID };
  expect(lines).toEqual([
    ['shop 0f3c8a71 BUILDING', { level: 'info', ...of, status: 'BUILDING' }],
    ['shop 0f3c8a71 BUILD_FAILED', { level: 'error', ...of, status: 'BUILD_FAILED' }],
    ['shop deleted', { level: 'info', deployment: 'shop', deployment_id: 'd' }],
  ]);
});

// docs/emulator.md#log
test("the emulator's log contains a revision's warnings and errors, but not progress or the agent's output", () => {
  const { line: report, lines } = reporter();
  report(line('Packages are installed', 'INFO'));
  report(line('langgraph.json: unknown key grpahs', 'WARNING'));
  report(line('Traceback', 'WARNING', true));
  report(line('one\r\n  two\u2028three\n', 'ERROR'));
  expect(lines.map(([text, detail]) => [text, detail?.level])).toEqual([
    ['shop 0f3c8a71 WARNING: langgraph.json: unknown key grpahs', 'warning'],
    ['shop 0f3c8a71 ERROR: one | two | three', 'error'],
  ]);
});
