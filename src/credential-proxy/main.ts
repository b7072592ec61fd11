import { serveProxy } from './process/serve.ts';
import { createForwardProxy } from './proxy/proxy.ts';

serveProxy((host) => createForwardProxy(host));
