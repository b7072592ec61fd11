// Tests the tour of `npm start` with the Python example, which installs packages from PyPI.
import { expect, test } from '@jest/globals';
import { pythonRepository } from '../../harness/start/source.ts';
import { runTour } from '../../harness/start/tour.ts';

test('a Python agent is pushed under live traffic, and its preview is deleted with the pull request', async () => {
  const lines: string[] = [];
  const write = (text = '') => void lines.push(text);
  const terminal = { phase: write, detail: write, quote: write, done: write, text: write, error: write };
  const undo: (() => Promise<void>)[] = [];
  try {
    await runTour(
      { terminal, signal: new AbortController().signal, defer: (one) => void undo.unshift(one) },
      { makeRepository: pythonRepository, makePythonRepository: pythonRepository },
    );
  } finally {
    for (const one of undo) await one();
  }
  const text = lines.join('\n');
  expect(text).toMatch(/\n[1-9]\d* requests during the switch, 0 failed\nanswers: echo v1, then echo v2\n/);
  expect(text).toMatch(/\n[1-9]\d* requests during the switch, 0 failed\nanswers: echo v3, then echo v4\n/);
  expect(text).toContain('only the deployment of main remains');
  expect(text).not.toContain('a secret that no log may show');
});
