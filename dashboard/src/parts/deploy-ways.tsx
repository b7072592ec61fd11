import type { JSX } from 'preact';
import { originOfApi } from '../live/store.ts';
import { createCommand, pushCommand } from '../logic/commands.ts';
import { Ways } from './page.tsx';

/** Explains three ways to create a revision. */
export function DeployWays(): JSX.Element {
  return (
    <Ways
      ways={[
        {
          title: 'From a folder',
          icon: 'sandbox',
          text: 'Builds and serves the agent of a folder, and redeploys it after each change.',
          command: 'npx agent-deploy-emulator dev',
        },
        {
          title: 'From a repository',
          icon: 'deployment',
          text: 'Creates a deployment through the API, as the GitHub action does.',
          command: createCommand(originOfApi()),
        },
        {
          title: 'With a push',
          icon: 'push',
          text: 'Reports a push to each deployment that follows the branch.',
          command: pushCommand(originOfApi()),
        },
      ]}
    />
  );
}
