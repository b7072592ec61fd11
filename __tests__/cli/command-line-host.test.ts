import { expect, test } from '@jest/globals';
import { createCommandLineHost, toFlags } from '../../src/cli/command-line-host.ts';

function createHost() {
  const lines: string[] = [];
  const view = { print: (line: string) => void lines.push(line), progress: undefined };
  return { ...createCommandLineHost({}, undefined, view), lines };
}

test('log text from other programs cannot control the terminal or the CI runner', () => {
  const { host, lines } = createHost();
  host.log('\u001b[31mred\u001b]0;title\u0007\u009b2J\u202eabc');
  host.log('::add-mask::x\n##[error]y');
  host.log('section_start:1:x\r\u001b[0Khidden');
  expect(lines.join('\n')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(lines).toContain(': :add-mask::x');
  expect(lines).toContain('## [error]y');
});

test('groups of log lines are indented on the command line', () => {
  const { host, lines } = createHost();
  host.startGroup('Plan');
  host.log('one\ntwo');
  host.endGroup();
  host.log('after');
  expect(lines).toEqual(['Plan', '  one', '  two', 'after']);
});

test('an input in a message is shown as a flag on the command line', () => {
  expect(toFlags('or `action: wait`; `force: true` builds it. `input: {…}`, `permissions: x`')).toBe(
    'or `agent-deploy wait`; `--force=true` builds it. `--input={…}`, `permissions: x`',
  );
});

test('the command line stores the outputs of a run', async () => {
  const { host, outputs } = createHost();
  await host.setOutput('outcome', 'deployed');
  expect(outputs.get('outcome')).toBe('deployed');
});
