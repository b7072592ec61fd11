import { emulatorPost } from './index.js';

await emulatorPost();
