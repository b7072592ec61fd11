import { describeOfficialClient } from '../emulator/clients/sandboxes/flow.ts';

// Runs with bubblewrap sandboxes, whose only network path is their proxy.
describeOfficialClient('namespaces');
