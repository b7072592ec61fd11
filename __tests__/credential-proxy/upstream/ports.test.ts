import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type Address, limitLookups, machinePorts } from '../../../src/credential-proxy/upstream/ports.ts';

/** Returns a resolver whose lookups the test completes. */
function slowNames(most: number) {
  const asked = new Map<string, PromiseWithResolvers<Address[]>>();
  const clock = { now: 0 };
  const resolve = (name: string) => {
    const answer = Promise.withResolvers<Address[]>();
    asked.set(name, answer);
    return answer.promise;
  };
  const ports = { ...machinePorts(), resolver: { resolve }, elapsed: () => clock.now };
  return { asked, clock, resolver: limitLookups(ports, most, 1000) };
}

describe('the name lookups of a sandbox', () => {
  // docs/credential-proxy.md#names-answered
  it('are limited in number, and further lookups wait in a queue', async () => {
    const { asked, resolver } = slowNames(2);
    const answers = ['a', 'b', 'c', 'd'].map((name) => resolver.resolve(name));
    expect([...asked.keys()]).toEqual(['a', 'b']);
    asked.get('b')?.resolve([{ address: '1.1.1.1', family: 4 }]);
    expect(await answers[1]).toEqual([{ address: '1.1.1.1', family: 4 }]);
    await turn();
    expect([...asked.keys()]).toEqual(['a', 'b', 'c']);
    asked.get('a')?.reject(new Error('no such name'));
    await expect(answers[0]).rejects.toThrow('no such name');
    await turn();
    expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd']);
    for (const name of ['c', 'd']) asked.get(name)?.resolve([]);
    await Promise.all(answers.slice(2));
  });

  it('are skipped if they have waited too long', async () => {
    const { asked, clock, resolver } = slowNames(1);
    const [first, late] = [resolver.resolve('first'), resolver.resolve('late')];
    const settled = Promise.allSettled([late]);
    clock.now = 1000;
    const fresh = resolver.resolve('fresh');
    asked.get('first')?.resolve([]);
    await first;
    expect(await settled).toMatchObject([{ status: 'rejected' }]);
    expect([...asked.keys()]).toEqual(['first', 'fresh']);
    asked.get('fresh')?.resolve([]);
    await fresh;
  });

  it('are rejected if hundreds are waiting', async () => {
    const { asked, resolver } = slowNames(1);
    const many = Array.from({ length: 600 }, (_, index) => resolver.resolve(`name-${index}`));
    const settled = Promise.allSettled(many);
    await expect(many.at(-1)).rejects.toThrow('too many names');
    expect(asked.size).toBe(1);
    for (let index = 0; index < 513; index += 1) {
      asked.get(`name-${index}`)?.resolve([]);
      await many[index];
      await turn();
    }
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(513);
  });
});
