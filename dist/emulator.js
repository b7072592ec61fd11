import { emulator } from './index.js';

await emulator();
