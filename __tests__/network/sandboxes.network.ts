import { describeOfficialClient } from '../emulator/clients/sandboxes/flow.ts';

// Runs the cases with bubblewrap sandboxes, which reach the network only through their proxy.
describeOfficialClient('namespaces');
