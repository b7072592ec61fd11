/** How a container is given its variables. */
export interface PassedVariables {
  /** Put into the engine's own environment; the container takes them from there by name. Values go as they are. */
  inherited: Record<string, string>;
  /** Lines of a file for the others. */
  file: string | undefined;
  problems: string[];
}

/** What engines, their helpers and the system's loader read of their own environment: no container may set that. */
const ENGINES_OWN =
  /^(PATH|HOME|USER|LOGNAME|SHELL|PWD|HOSTNAME|TMPDIR|TMP|TEMP|TZ|TERM|LANG|LANGUAGE|(https?|all|no)_proxy|LC_.*|LD_.*|DYLD_.*|GO[A-Z]+|SSL_CERT_.*|XDG_.*|DBUS_.*|SSH_.*|GPG_.*|GNUPG.*|DOCKER_.*|BUILDKIT_.*|BUILDX_.*|COMPOSE_.*|CONTAINER.*|_CONTAINERS_.*|_?PODMAN_.*|BUILDAH_.*|STORAGE_.*|REGISTR.*|CNI_.*|NETAVARK_.*|CONMON_.*|CRUN_.*|RUNC_.*|NOTIFY_.*|LISTEN_.*|_OCI_.*|OCI_.*|SYSTEMD_.*|INVOCATION_ID|MALLOC_.*|GLIBC_.*|GCONV_PATH|SYSTEM(ROOT|DRIVE)|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAM.*|USERPROFILE)$/i;
/** Read alike by every engine's reader of such files. */
const PLAIN = /^[\w./:@%+=,~^-]*$/;
const NAME = /^[A-Za-z_][\w.-]*$/;

/** Sorts a container's variables by how they reach it without being seen by others, or changing the engine itself. */
export function splitVariables(env: ReadonlyMap<string, string>): PassedVariables {
  const inherited: Record<string, string> = {};
  const lines: string[] = [];
  const problems: string[] = [];
  for (const [name, value] of env) {
    if (!NAME.test(name)) {
      problems.push(
        `the variable "${name}" cannot be given to a container: its name has other characters than letters, digits, ".", "-" and "_"`,
      );
    } else if (!ENGINES_OWN.test(name)) inherited[name] = value;
    else if (PLAIN.test(value)) lines.push(`${name}=${value}`);
    else {
      problems.push(
        `the variable ${name} cannot be given to a container: container engines read it themselves, and its value has other characters than letters, digits and ./:@%+=,~^-_`,
      );
    }
  }
  return { inherited, file: lines.length > 0 ? `${lines.join('\n')}\n` : undefined, problems };
}
