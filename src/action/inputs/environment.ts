import { proxySettings, wrongProxies } from '../../clients/network-environment.ts';
import type { InputReader } from './collector.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Switches of Node in `NODE_OPTIONS`, where an underscore is as good as a dash. */
const KEY_LOG = /(^|[\s"'])--tls[-_]keylog([\s"'=]|$)/;
const DEBUGGER = /(^|[\s"'])--inspect([-_](brk|wait|port))?([\s"'=]|$)/;

/** Collects what is wrong with the environment: no request is sent with a variable that would give the key away. */
export function checkEnvironment(collector: InputReader, env: Env): void {
  for (const variable of wrongProxies(proxySettings(env))) {
    collector.addProblem(
      variable,
      'the environment variable is not the address of a proxy',
      'Such as http://proxy.example.org:3128, with the special characters of a password percent-encoded.',
    );
  }
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    collector.addProblem(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'the environment variable is 0, by which Node trusts any certificate: the key would go to any host that answers',
      'Take it away. Make the CA of the service known by a file of certificates (PEM): the environment variable NODE_EXTRA_CA_CERTS, or the input `ca-file` where the action has one.',
    );
  }
  const options = env['NODE_OPTIONS'] ?? '';
  if (KEY_LOG.test(options)) {
    collector.addProblem(
      'NODE_OPTIONS',
      'the environment variable has --tls-keylog, which writes to a file what decrypts every connection, and with it the key',
      'Take it away for this step.',
    );
  }
  if (DEBUGGER.test(options)) {
    collector.addProblem(
      'NODE_OPTIONS',
      'the environment variable has --inspect, a debugger by which every program of this machine can read the key',
      'Take it away for this step.',
    );
  }
}
