import { serveProxy } from './process/serve.ts';

// Until there is a relay, nothing is let through.
serveProxy(() => ({
  accept: (socket) => void socket.destroy(),
  changed: () => undefined,
  gauges: () => ({ connections: 0, tunnels: 0, upstreamConnections: 0 }),
  close: () => Promise.resolve(),
}));
