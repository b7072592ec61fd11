import { credentialProxy } from './index.js';

await credentialProxy();
