import { serveProxy } from './process/serve.ts';

serveProxy({
  policy: {
    compile: () => ({ kind: 'compiled', policy: null, warnings: [] }),
    explain: (_policy, url) => ({
      url,
      decision: 'refuse',
      reason: 'not-mounted',
      rule: null,
      headers: [],
      detail: '',
    }),
  },
  createRelay: () => ({
    accept: (socket) => void socket.destroy(),
    changed: () => undefined,
    gauges: () => ({ connections: 0, tunnels: 0, upstreamConnections: 0 }),
    close: () => Promise.resolve(),
  }),
});
