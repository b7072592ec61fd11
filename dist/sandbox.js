import { sandbox } from './index.js';

await sandbox();
