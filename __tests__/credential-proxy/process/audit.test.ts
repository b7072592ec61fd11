import { describe, expect, test } from '@jest/globals';
import { createAuditLog } from '../../../src/credential-proxy/process/audit.ts';
import type { AuditEntry } from '../../../src/credential-proxy/messages.ts';
import { auditEntry } from '../support.ts';

function setUp(given: { disk?: boolean; listening?: boolean } = {}) {
  const written: string[] = [];
  const reported: { entries: AuditEntry[]; done: () => void }[] = [];
  const lost = { file: 0, owner: 0 };
  let later: (() => void)[] = [];
  const log = createAuditLog({
    file: () => (text) => {
      if (given.disk === false) return false;
      written.push(text);
      return true;
    },
    owner: () => (given.listening === false ? null : (entries, done) => reported.push({ entries, done })),
    lost: (target, lines) => {
      lost[target] += lines;
    },
    later: (work) => later.push(work),
  });
  const turn = (): void => {
    const due = later;
    later = [];
    for (const work of due) work();
  };
  return { log, written, reported, lost, turn };
}

describe('the audit log', () => {
  test('writes and sends all entries of an event-loop turn together, with one entry per line', () => {
    const { log, written, reported, turn } = setUp();
    log.add(auditEntry({ reason: 'one' }));
    log.add(auditEntry({ reason: 'two' }));
    expect(written).toEqual([]);
    turn();
    expect(written).toHaveLength(1);
    const lines = (written[0] ?? '').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['one', 'two']);
    expect(reported.map(({ entries }) => entries.length)).toEqual([2]);
    turn();
    log.flush();
    expect(written).toHaveLength(1);
  });

  test('loses no entry if it is flushed during a turn', () => {
    const { log, written, turn } = setUp();
    log.add(auditEntry({ reason: 'one' }));
    log.flush();
    log.add(auditEntry({ reason: 'two' }));
    turn();
    expect(written.join('').match(/"reason":"\w+"/g)).toEqual(['"reason":"one"', '"reason":"two"']);
  });

  // docs/credential-proxy/process.md#full-disk
  // docs/credential-proxy/process.md#full-disk-costs-lines-counted-stops-nothing
  test('counts the lines that a full disk lost, and continues', () => {
    const { log, reported, lost, turn } = setUp({ disk: false });
    log.add(auditEntry());
    log.add(auditEntry());
    turn();
    expect(lost).toEqual({ file: 2, owner: 0 });
    expect(reported).toHaveLength(1);
  });

  test('limits the pending entries for a slow owner, and resumes after the owner catches up', () => {
    const { log, reported, lost, turn, written } = setUp();
    for (let n = 0; n < 20_001; n++) {
      log.add(auditEntry());
      if (n % 100 === 0) turn();
    }
    turn();
    expect(lost.owner).toBeGreaterThan(0);
    expect(reported.reduce((sum, { entries }) => sum + entries.length, 0) + lost.owner).toBe(20_001);
    expect(written.join('').split('\n')).toHaveLength(20_002);
    const before = lost.owner;
    for (const { done } of reported.splice(0)) done();
    log.add(auditEntry());
    turn();
    expect([lost.owner, reported.length]).toEqual([before, 1]);
  });

  test('sends no entry to an owner that does not listen', () => {
    const { log, reported, lost, turn } = setUp({ listening: false });
    log.add(auditEntry());
    turn();
    expect([reported, lost.owner]).toEqual([[], 0]);
  });
});
