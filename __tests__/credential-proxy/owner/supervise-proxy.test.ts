import { describe, expect, test } from '@jest/globals';
import { superviseProxy, type SupervisorPorts } from '../../../src/credential-proxy/owner/supervise-proxy.ts';
import type { CredentialProxy } from '../../../src/credential-proxy/port.ts';

const never = (): Promise<never> => Promise.reject(new Error('not asked for in this test'));

interface FakeProxy extends CredentialProxy {
  die(): Promise<void>;
}

function fakeProxy(pid: number, port: number): FakeProxy {
  const end = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  const die = async (signal: string | null): Promise<void> => {
    end.resolve({ code: null, signal });
    await end.promise;
  };
  return {
    address: { host: '127.0.0.1', port },
    pid,
    push: never,
    remove: never,
    explain: never,
    detach: never,
    metrics: () => Promise.resolve(`metrics of ${pid}`),
    onAudit: () => undefined,
    ended: end.promise,
    stop: () => die('SIGTERM'),
    die: () => die('SIGKILL'),
  };
}

function setUp(failing = 0, failsFrom = 1) {
  const proxies: FakeProxy[] = [];
  const asked: number[] = [];
  const pauses: number[] = [];
  const losses: unknown[] = [];
  let now = 0;
  const ports: SupervisorPorts = {
    start(port) {
      asked.push(port);
      if (asked.length >= failsFrom && asked.length < failsFrom + failing)
        return Promise.reject(new Error('it did not come up'));
      const proxy = fakeProxy(asked.length, port === 0 ? 4711 : port);
      proxies.push(proxy);
      return Promise.resolve(proxy);
    },
    lost: (how) => losses.push(how),
    wait: (failures) => Promise.resolve(void pauses.push(failures)),
    elapsed: () => now,
  };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { keeper: superviseProxy(ports), proxies, asked, pauses, losses, pass };
}

describe('the supervisor of a credential proxy', () => {
  test('starts a proxy only on demand, and only one proxy for all callers', async () => {
    const { keeper, asked } = setUp();
    expect(keeper.pid()).toBeNull();
    expect(await keeper.metrics()).toBe('');
    const [one, other] = await Promise.all([keeper.ready(), keeper.ready()]);
    expect(one).toBe(other);
    expect(asked).toEqual([0]);
    expect(keeper.pid()).toBe(1);
    expect(await keeper.metrics()).toBe('metrics of 1');
  });

  test('reports the end of a process, and starts the next process on the same port on demand', async () => {
    const { keeper, proxies, asked, losses } = setUp();
    const first = await keeper.ready();
    await proxies[0]?.die();
    expect(losses).toEqual([{ code: null, signal: 'SIGKILL' }]);
    expect([keeper.isRunning(first), keeper.pid()]).toEqual([false, null]);
    const second = await keeper.ready();
    expect(second.pid).toBe(2);
    expect(keeper.isRunning(second)).toBe(true);
    expect(asked).toEqual([0, 4711]);
  });

  test('waits longer after each failed start, but does not wait after a healthy run', async () => {
    const { keeper, proxies, pauses, pass } = setUp(3);
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(keeper.ready()).rejects.toThrow('it did not come up');
    }
    await keeper.ready();
    expect(pauses).toEqual([1, 2, 3]);
    pass(60_000);
    await proxies[0]?.die();
    await keeper.ready();
    expect(pauses).toHaveLength(3);
  });

  test('repeats a failed restart, and finally uses any free port', async () => {
    const { keeper, proxies, asked, pauses } = setUp(3, 2);
    await keeper.ready();
    await proxies[0]?.die();
    expect((await keeper.ready()).pid).toBe(5);
    expect(asked).toEqual([0, 4711, 4711, 4711, 0]);
    expect(pauses).toEqual([1, 2, 3, 4]);
  });

  test('reports an error if every attempt fails, and tries again at the next call', async () => {
    const { keeper, proxies } = setUp(4, 2);
    await keeper.ready();
    await proxies[0]?.die();
    await expect(keeper.ready()).rejects.toThrow('it did not come up');
    expect((await keeper.ready()).pid).toBe(6);
  });

  test('starts no proxy after it was stopped, and does not report an intended exit', async () => {
    const { keeper, losses } = setUp();
    await keeper.ready();
    await keeper.stop();
    await expect(keeper.ready()).rejects.toThrow('was stopped by its owner');
    expect(losses).toEqual([]);
  });
});
