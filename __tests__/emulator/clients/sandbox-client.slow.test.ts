import { describeOfficialClient } from './sandboxes/flow.ts';

// These boxes need only Node. The client tier runs the same cases with bubblewrap.
describeOfficialClient('process');
