import { describe, expect, test } from '@jest/globals';
import { describeVersions, type SuiteResult } from '../../scripts/versions/report.ts';

const suite = (name: string, ...assertionResults: SuiteResult['assertionResults']): SuiteResult => ({
  name,
  message: 'the package could not be installed',
  assertionResults,
});
const passed = { fullName: 'the client reads threads', status: 'passed' };

describe('the report about the newest published packages', () => {
  test('contains only the counts if every test passed', () => {
    expect(describeVersions([suite('clients', passed)])).toEqual({
      text: '# Newest published packages\n\nTests: 1 passed, 0 failed. Suites that ran no test: 0.\n',
      differences: 0,
      unknown: [],
    });
  });

  test('shows the error of each failed test without colors, in a block that the error cannot close', () => {
    const failed = {
      fullName: 'the client\nlists runs',
      status: 'failed',
      failureMessages: ['\u001B[31mexpected 200\u001B[39m\n```\n## not a heading'],
    };
    const { text, differences } = describeVersions([suite('clients', passed, failed)]);
    expect(differences).toBe(1);
    expect(text).toContain(
      '## the client lists runs (clients)\n\n````text\nexpected 200\n```\n## not a heading\n````\n',
    );
  });

  test('names a suite that ran no test, because nothing is known about its packages', () => {
    const skipped = { fullName: 'the client reads threads', status: 'pending' };
    const { text, unknown } = describeVersions([suite('clients'), suite('server', skipped)]);
    expect(unknown).toEqual(['clients', 'server']);
    expect(text).toContain('## clients ran no test\n\n```text\nthe package could not be installed\n```');
  });

  test('contains the first 40 lines of a long error', () => {
    const failureMessages = [Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')];
    const { text } = describeVersions([
      suite('clients', { fullName: 'long', status: 'failed', failureMessages }),
    ]);
    expect(text).toContain('line 39');
    expect(text).not.toContain('line 40');
  });
});
