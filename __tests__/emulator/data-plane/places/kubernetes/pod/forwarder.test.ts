import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createForwarder } from '../../../../../../src/emulator/data-plane/places/kubernetes/pod/forwarder.ts';
import type { Frame } from '../../../../../../src/emulator/data-plane/link/frames.ts';

const frame = (text: string, link = 1): Frame => ({ link, text: Buffer.from(text), bytes: Buffer.alloc(0) });

function shared() {
  const sent: [text: string, link: number][] = [];
  const reported: { type: string; link: number }[] = [];
  const forwarder = createForwarder(
    ({ text }, link) => void sent.push([String(text), link]),
    (message) => void reported.push(message),
  );
  const link = () => {
    const got: string[] = [];
    return { ...forwarder.attach(({ text }) => void got.push(String(text))), got };
  };
  return { forwarder, link, sent, reported };
}

describe('a worker that several links share', () => {
  test('receives frames with the number of their link, and responds with the same number', () => {
    const { forwarder, link, sent, reported } = shared();
    const [one, other] = [link(), link()];
    one.fromReplica(frame('from one'));
    other.fromReplica(frame('from other'));
    forwarder.fromWorker(frame('to other', 2));
    forwarder.fromWorker(frame('to one', 1));
    forwarder.fromWorker(frame('to no link', 3));
    expect(reported).toEqual([
      { type: 'attach', link: 1 },
      { type: 'attach', link: 2 },
    ]);
    expect(sent).toEqual([
      ['from one', 1],
      ['from other', 2],
    ]);
    expect([one.got, other.got]).toEqual([['to one'], ['to other']]);
  });

  test("receives a new link with a lost link's number only after removing the lost link", () => {
    const { forwarder, link, sent, reported } = shared();
    const one = link();
    one.end();
    one.end();
    one.fromReplica(frame('late'));
    forwarder.fromWorker(frame('late'));
    link();
    forwarder.detached(1);
    // A worker must not be able to free the number of a link in use.
    forwarder.detached(2);
    const third = link();
    link();
    forwarder.fromWorker(frame('to third', 1));
    expect(reported.map(({ type, link: number }) => [type, number])).toEqual([
      ['attach', 1],
      ['detach', 1],
      ['attach', 2],
      ['attach', 1],
      ['attach', 3],
    ]);
    expect([sent, one.got, third.got]).toEqual([[], [], ['to third']]);
  });

  test('never has two links with one number or sends to a lost link, in any order of events', () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('attach', 'end', 'detached', 'frame'), fc.nat({ max: 8 })),
    );
    fc.assert(
      fc.property(steps, (all) => {
        const { forwarder, link, reported } = shared();
        const links: (ReturnType<typeof link> & { number: number; isOpen: boolean; before: number })[] = [];
        for (const [what, at] of all) {
          const one = links[at];
          if (what === 'attach') {
            const opened = link();
            const number = reported.at(-1)?.link ?? 0;
            expect(links.some((other) => other.isOpen && other.number === number)).toBe(false);
            links.push({ ...opened, number, isOpen: true, before: 0 });
          } else if (what === 'detached') forwarder.detached(at);
          else if (what === 'frame') forwarder.fromWorker(frame('x', at));
          else if (one?.isOpen === true) {
            one.end();
            one.isOpen = false;
            one.before = one.got.length;
          }
        }
        for (const one of links) if (!one.isOpen) expect(one.got).toHaveLength(one.before);
      }),
    );
  });
});
