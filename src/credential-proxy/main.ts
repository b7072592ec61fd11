import { serveProxy } from './process/serve.ts';
import { createRelay } from './relay.ts';

serveProxy((host) => createRelay(host));
