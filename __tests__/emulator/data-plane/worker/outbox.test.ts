import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createOutbox } from '../../../../src/emulator/data-plane/worker/outbox.ts';
import type { StreamedEvent } from '../../../../src/emulator/ports/worker.ts';

const event = (data: string): StreamedEvent => ({ event: 'values', data });

function anOutbox() {
  const sent: StreamedEvent[][] = [];
  let now = 0;
  const outbox = createOutbox(
    (events) => sent.push(events),
    () => now,
  );
  return {
    sent,
    outbox,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('outgoing events of a run', () => {
  test('are sent together if they are created in the same turn of the event loop', async () => {
    const { sent, outbox } = anOutbox();
    for (const data of ['1', '2', '3']) outbox.put(event(data));
    expect(sent).toEqual([]);
    await turn();
    expect(sent).toEqual([['1', '2', '3'].map(event)]);
  });

  test('are sent before the end of a long turn of the event loop', async () => {
    const { sent, outbox, pass } = anOutbox();
    for (const data of ['1', '2']) outbox.put(event(data));
    pass(1);
    for (const data of ['3', '4']) outbox.put(event(data));
    pass(1);
    outbox.put(event('5'));
    await turn();
    expect(sent).toEqual([['1', '2', '3'].map(event)]);
    outbox.acknowledge();
    expect(sent[1]).toEqual(['4', '5'].map(event));
    outbox.acknowledge();
    outbox.put(event('6'));
    expect(sent).toHaveLength(2);
    await turn();
    expect(sent[2]).toEqual([event('6')]);
  });

  test('wait while the previous events are being stored, and are then sent together', async () => {
    const { sent, outbox } = anOutbox();
    outbox.put(event('1'));
    await turn();
    outbox.put(event('2'));
    await turn();
    outbox.put(event('3'));
    await turn();
    expect(sent).toHaveLength(1);
    outbox.acknowledge();
    expect(sent[1]).toEqual([event('2'), event('3')]);
  });

  test('are sent in few messages, none of which is too large', async () => {
    const { sent, outbox } = anOutbox();
    const all = Array.from({ length: 10_000 }, (_, at) => event(String(at)));
    for (const one of all) outbox.put(one);
    await turn();
    for (let at = 0; at < sent.length; at += 1) outbox.acknowledge();
    expect(sent.length).toBeLessThan(30);
    expect(sent.flat()).toEqual(all);

    const large = anOutbox();
    const big = event('x'.repeat(200_000));
    for (let at = 0; at < 3; at += 1) large.outbox.put(big);
    await turn();
    expect(large.sent).toEqual([[big]]);
  });

  test('are all stored before their run reports its end', async () => {
    const { outbox } = anOutbox();
    let empty = false;
    await outbox.flushed();
    outbox.put(event('1'));
    void outbox.flushed().then(() => {
      empty = true;
    });
    await turn();
    outbox.put(event('2'));
    outbox.acknowledge();
    await turn();
    expect(empty).toBe(false);
    outbox.acknowledge();
    await turn();
    expect(empty).toBe(true);
    outbox.put(event('3'));
    await turn();
    outbox.acknowledge();
    await outbox.flushed();
  });

  test('pause the run while too many of them are unsent', async () => {
    const { sent, outbox } = anOutbox();
    const big = event('x'.repeat(1_000_000));
    for (let at = 0; at < 4; at += 1) outbox.put(big);
    expect(outbox.room()).toBeUndefined();
    outbox.put(big);
    let roomy = false;
    const room = outbox.room()?.then(() => {
      roomy = true;
    });
    expect(room).toBeDefined();
    await turn();
    await turn();
    expect([sent.length, roomy]).toEqual([1, false]);
    outbox.acknowledge();
    await room;
    expect(sent).toHaveLength(2);
  });
});
