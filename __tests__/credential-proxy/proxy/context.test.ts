import { describe, expect, test } from '@jest/globals';
import { type ActiveConnection, ActiveConnections } from '../../../src/credential-proxy/proxy/context.ts';

/** Adds a connection that removes itself when it is aborted, as real connections do. */
function enter(lives: ActiveConnections, name: string, cut: string[], sandboxId = 'one'): () => void {
  const live: ActiveConnection = {
    sandboxId,
    kind: 'request',
    stillAllowed: () => false,
    abort: () => {
      cut.push(name);
      leave();
    },
  };
  const leave = lives.add(live);
  return leave;
}

describe('the open connections of a sandbox', () => {
  test('are aborted in any order, except for connections that have ended', () => {
    for (const gone of ['a', 'b', 'c', 'd']) {
      const lives = new ActiveConnections();
      const cut: string[] = [];
      const leaves = new Map(['a', 'b', 'c', 'd'].map((name) => [name, enter(lives, name, cut)]));
      leaves.get(gone)?.();
      leaves.get(gone)?.();
      expect(lives.count('request')).toBe(3);
      lives.reevaluate('one', null);
      expect(cut.toSorted()).toEqual(['a', 'b', 'c', 'd'].filter((name) => name !== gone));
      expect(lives.count('request')).toBe(0);
    }
  });

  test("are not aborted together with another sandbox's connections", () => {
    const lives = new ActiveConnections();
    const cut: string[] = [];
    enter(lives, 'a', cut);
    enter(lives, 'b', cut, 'two');
    lives.reevaluate('two', null);
    expect(cut).toEqual(['b']);
    expect(lives.count('request')).toBe(1);
  });

  test('count as ended after all were aborted', async () => {
    const lives = new ActiveConnections();
    const cut: string[] = [];
    const leave = enter(lives, 'a', cut);
    leave();
    enter(lives, 'b', cut);
    leave();
    expect(lives.count('request')).toBe(1);
    await lives.abortAll();
    expect(cut).toEqual(['b']);
  });
});
