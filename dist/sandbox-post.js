import { sandboxPost } from './index.js';

await sandboxPost();
