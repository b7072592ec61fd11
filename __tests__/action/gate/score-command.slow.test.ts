// These tests run score commands as real processes. The box is a plain box, so the suite needs no namespaces; the
// suite score-command.network.ts tests the isolation.
import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Machine } from '../../../src/action/sandbox/context.ts';
import { createScoring, scoreAnswer, scoredAnswer, type ScoringFixture } from './scoring.ts';

/** Replaces the namespaces of boxes with plain child processes. */
const plainBoxes = (machine: Machine): Machine => ({
  ...machine,
  boxHost: async () => {
    const host = await machine.boxHost();
    return {
      report: async () => ({ level: 'namespaces', findings: ['a plain box'], remedies: [] }),
      start: (options) => host.start({ ...options, level: 'process', proxySocket: null }),
    };
  },
});

const PYTHON = `
import json, sys
answer = json.load(sys.stdin)
text = answer["output"]["messages"][-1]["content"]
expected = answer["reference"]["answer"]
print("looking at the answer", file=sys.stderr)
print(json.dumps({"key": "correct", "score": text == expected, "comment": f"expected {expected}"}))
print(json.dumps({"key": "length", "score": len(text) / 10}))
`;

let fixture: ScoringFixture;
beforeEach(async () => {
  fixture = await createScoring({ wrap: plainBoxes });
  fixture.env['PATH'] = process.env['PATH'] ?? '';
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

/** Runs a bash script for one answer, and returns the error of the score. */
async function errorOf(script: string, timeLimitMs?: number): Promise<string> {
  const scorers = await fixture.open({ script, ...(timeLimitMs !== undefined && { timeLimitMs }) });
  const result = await scoreAnswer(scorers);
  return result.kind === 'errored' ? result.why : `scored ${JSON.stringify([...result.scores])}`;
}

describe('a score command', () => {
  test('in Python gets the response on stdin, and prints scores with comments', async () => {
    await fixture.write('score.py', PYTHON);
    const scorers = await fixture.open({ script: 'python3 score.py' });
    expect(await scoreAnswer(scorers)).toEqual({
      kind: 'scored',
      scores: new Map([
        ['correct', 1],
        ['length', 0.5],
      ]),
      comments: new Map([['correct', 'expected Paris']]),
    });
  });

  test('in bash runs for several responses at the same time, each in a separate process', async () => {
    const scorers = await fixture.open({
      // Each process waits until all processes have started.
      script: `touch "$HOME/started-$$"
until [ "$(ls "$HOME" | grep -c started-)" -ge 5 ]; do sleep 0.01; done
input=$(cat)
printf '{"key": "length", "score": %d}\\n' "\${#input}"`,
    });
    const results = await Promise.all(
      ['a', 'bb', 'ccc', 'dddd', 'eeeee'].map((output) => scoreAnswer(scorers, { output })),
    );
    const lengths = results.map((result) => (result.kind === 'scored' ? result.scores.get('length') : -1));
    const [shortest = 0] = lengths;
    expect(shortest).toBeGreaterThan(0);
    expect(lengths).toEqual([0, 1, 2, 3, 4].map((more) => shortest + more));
  });

  test('gets null for a missing reference or comparison response, and adds scores to the computed scores', async () => {
    const scorers = await fixture.open(
      {
        script: `python3 -c '
import json, sys
answer = json.load(sys.stdin)
print(json.dumps({"key": "fields", "score": len(answer), "comment": json.dumps(answer, sort_keys=True)}))'`,
      },
      { exact: { kind: 'exact', path: undefined } },
    );
    const result = await scoreAnswer(scorers, { input: 1, output: 'x', reference: undefined });
    expect(result).toEqual({
      kind: 'scored',
      scores: new Map([['fields', 4]]),
      comments: new Map([['fields', '{"input": 1, "other": null, "output": "x", "reference": null}']]),
    });
    const exact = await scoreAnswer(scorers, { output: 'x', reference: 'x', other: 'y' });
    expect(exact.kind === 'scored' && [...exact.scores]).toEqual([
      ['exact', 1],
      ['fields', 4],
    ]);
  });

  test("can ignore its input, even if the input is larger than a pipe's buffer", async () => {
    const scorers = await fixture.open({ script: `echo '{"key": "k", "score": 1}'` });
    const result = await scoreAnswer(scorers, { output: 'x'.repeat(20_000_000) });
    expect(result.kind === 'scored' && [...result.scores]).toEqual([['k', 1]]);
  });

  test('reads an input of 20 MB completely', async () => {
    const scorers = await fixture.open({
      script: `printf '{"key": "megabytes", "score": %d}\\n' $(( $(wc -c) / 1000000 ))`,
    });
    const result = await scoreAnswer(scorers, { output: 'x'.repeat(20_000_000) });
    expect(result.kind === 'scored' && [...result.scores]).toEqual([['megabytes', 20]]);
  });

  test('that crashes causes an errored response with the end of its stderr, even after a printed score', async () => {
    await fixture.write('score.py', `${PYTHON}\nraise ValueError("no such criterion")\n`);
    const why = await errorOf('python3 score.py');
    expect(why).toMatch(/^The score command exited with code 1\. The end of its stderr:\nlooking at/);
    expect(why).toMatch(/\nValueError: no such criterion$/);
  });

  test('ends at its first failing line', async () => {
    expect(await errorOf(`false\necho '{"key": "k", "score": 1}'`)).toBe(
      'The score command exited with code 1.',
    );
    expect(await errorOf(`false | true\necho '{"key": "k", "score": 1}'`)).toBe(
      'The score command exited with code 1.',
    );
  });

  test('that does not exist causes an errored response', async () => {
    expect(await errorOf('./no-such-program')).toMatch(/exited with code 127\.[^]*no-such-program/);
  });

  test('that exceeds its time limit is killed', async () => {
    expect(await errorOf('sleep 54321 & sleep 54321', 200)).toMatch(
      /^The score command was killed, because it exceeded its time limit of 0\.2s\./,
    );
  });

  test('that is killed by a signal causes an errored response', async () => {
    expect(await errorOf('kill -SEGV $$')).toMatch(/^The score command was killed by SIGSEGV/);
  });

  test('that prints nothing causes an errored response', async () => {
    expect(await errorOf('cat > /dev/null; echo thinking >&2')).toMatch(
      /exited with code 0\. It printed no score\.[^]*stderr:\nthinking$/,
    );
  });

  // docs/security/checkouts.md#score-command-output
  test('that prints endlessly is killed', async () => {
    expect(await errorOf(`yes '{"key": "k", "score": 1}'`)).toBe(
      'The score command was killed, because it printed more than 1048576 bytes.',
    );
  });

  test('can print any amount to stderr, but only the end of stderr is shown', async () => {
    const why = await errorOf(
      '(yes "a line of a log" || true) | head -c 10000000 >&2; echo the end >&2; exit 3',
    );
    const [first, ...lines] = why.split('\n');
    expect(first).toBe('The score command exited with code 3. The end of its stderr:');
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toBe('the end');
    expect(await errorOf(`head -c 100000 /dev/zero | tr '\\0' x >&2; exit 3`)).toMatch(/:\n…x{2000}$/);
  });

  // docs/security/checkouts.md#score-command-output
  test('shows its stderr without secrets, colors or control characters', async () => {
    fixture.context.masker.maskSecret('sk-value-of-a-key-4711');
    const why = await errorOf(
      `printf '\\033[31msk-value-\\033[0mof-a-key-4711\\033[0m\\a\\nline 2: sk-value-of-a-key-4711\\n' >&2; exit 3`,
    );
    expect(why).toBe('The score command exited with code 3. The end of its stderr:\n***\nline 2: ***');
  });

  test('is killed if its response is cancelled, and other responses are still scored', async () => {
    const scorers = await fixture.open({
      script: `input=$(cat)
case "$input" in *slow*) touch "$HOME/slow"; sleep 54322;; esac
until [ -e "$HOME/slow" ]; do sleep 0.01; done
echo '{"key": "k", "score": 1}'`,
    });
    const cancel = new AbortController();
    const slow = scorers.score(scoredAnswer({ output: 'slow' }), cancel.signal);
    const reason = new Error('the budget is exhausted');
    const rejected = slow.catch((error: unknown) => error);
    expect((await scoreAnswer(scorers, { output: 'quick' })).kind).toBe('scored');
    cancel.abort(reason);
    expect(await rejected).toBe(reason);
    expect((await scoreAnswer(scorers, { output: 'quick' })).kind).toBe('scored');
  });
});

describe('the box of a score command', () => {
  const folders = () => readdirSync(fixture.temporary);

  test('leaves no file and no cancel hook after it is closed, even if it is closed twice', async () => {
    const scorers = await fixture.open({ script: `echo '{"key": "k", "score": 1}'` });
    expect(folders()).toHaveLength(1);
    await Promise.all([scorers.close(), scorers.close()]);
    expect(folders()).toEqual([]);
    expect(fixture.cancelHooks.size).toBe(0);
  });

  test('is closed by the cancel hook of a cancelled step, and its processes end', async () => {
    const scorers = await fixture.open({ script: `touch "$HOME/started"; sleep 54323` });
    const scoring = scoreAnswer(scorers);
    expect(folders()).toHaveLength(1);
    const reason = new Error('received SIGTERM');
    const rejected = scoring.catch((error: unknown) => error);
    fixture.cancel.abort(reason);
    for (const work of fixture.cancelHooks) await work(AbortSignal.timeout(WAIT_LIMIT_MS));
    expect(await rejected).toBe(reason);
    expect(folders()).toEqual([]);
    await expect(scoreAnswer(scorers)).rejects.toBe(reason);
  });

  test('that has exited makes later responses errored', async () => {
    const scorers = await fixture.open({ script: `echo '{"key": "k", "score": 1}'` });
    await scorers.close();
    expect(await scoreAnswer(scorers)).toEqual({
      kind: 'errored',
      why: 'The score command was killed, because its box ended; a lack of memory can be the cause.',
    });
  });
});
