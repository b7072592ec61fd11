import { verify } from './index.js';

await verify();
