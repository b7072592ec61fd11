import { boxSupervisor } from './index.js';

await boxSupervisor();
