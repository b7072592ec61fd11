import process from 'node:process';
import { concealEnvironment } from '../../clients/conceal-environment.ts';
import { createRunnerHost } from '../host/runner-host.ts';
import { runPost } from '../post.ts';

/** The post phase as the runner starts it, after the job and whatever became of main. */
export async function post(): Promise<void> {
  concealEnvironment();
  await runPost(createRunnerHost(process.env));
}
