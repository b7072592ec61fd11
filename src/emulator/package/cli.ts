import { runProgram } from '../cli/program.ts';

await runProgram('agent-deploy-emulator');
