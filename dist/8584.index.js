const id = 8584;
const ids = [8584];
const modules = {
  /***/
  18584: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        createBoxHost: () => (
          /* binding */
          createBoxHost
        ),
        removeBoxFolder: () => (
          /* reexport */
          removeBoxFolder
        )
      });
      var external_node_fs_ = __webpack_require__(73024);
      var external_node_path_ = __webpack_require__(76760);
      ;
      const CAPABILITIES = [
        ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID"],
        ["--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"]
      ].flat();
      const SHARED_MEMORY = String(64 * 1024 * 1024);
      function bubblewrapArguments(mounts, identity, host) {
        return [
          // Each namespace by name: `--unshare-all` would take the ones that are not to be had as a wish.
          ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"],
          identity.kind === "user-namespace" ? ["--unshare-user", "--uid", String(identity.uid), "--gid", String(identity.gid), "--disable-userns"] : CAPABILITIES,
          ["--hostname", host.hostname],
          ["--die-with-parent", "--new-session", "--clearenv"],
          ["--bind", mounts.root, "/"],
          mounts.system.flatMap((path) => ["--ro-bind", path, path]),
          ["--ro-bind", mounts.etc, "/etc"],
          mounts.etcFiles.flatMap((path) => ["--ro-bind", path, path]),
          ["--proc", "/proc"],
          // bubblewrap covers these only where it could write to them itself, having given its rights up before.
          mounts.kernel.readOnly.flatMap((path) => ["--ro-bind", path, path]),
          mounts.kernel.hiddenFolders.flatMap((path) => ["--tmpfs", path, "--remount-ro", path]),
          mounts.kernel.hiddenFiles.flatMap((path) => ["--ro-bind", "/dev/null", path]),
          ["--dev", "/dev"],
          ["--size", SHARED_MEMORY, "--perms", "1777", "--tmpfs", "/dev/shm"],
          ["--remount-ro", "/dev"],
          ["--perms", "0755", "--tmpfs", "/run"],
          ["--ro-bind", mounts.control, "/run/box"],
          ["--ro-bind", mounts.program, "/run/box/program"],
          ["--ro-bind", mounts.node, "/run/box/bin/node"],
          mounts.proxyFolder === null ? [] : ["--ro-bind", mounts.proxyFolder, "/run/box/proxy"],
          mounts.binds.flatMap(({ from, to, writable }) => [writable ? "--bind" : "--ro-bind", from, to]),
          ["--remount-ro", "/run"],
          ["--chdir", "/"],
          ["--json-status-fd", String(host.statusFd)],
          host.seccompFd === null ? [] : ["--seccomp", String(host.seccompFd)]
        ].flat();
      }
      function becomeUser(identity) {
        if (identity.kind === "user-namespace")
          return [];
        return [
          ["/usr/bin/setpriv", "--reuid", String(identity.uid), "--regid", String(identity.gid), "--clear-groups"],
          ["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--no-new-privs"]
        ].flat();
      }
      var external_node_child_process_ = __webpack_require__(31421);
      ;
      const TRIAL_MS = 1e4;
      function tryOut([file = "", ...args]) {
        const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };
        return new Promise((resolve) => {
          const child = (0, external_node_child_process_.execFile)(file, args, { env, timeout: TRIAL_MS }, (error, _stdout, stderr) => {
            if (error === null)
              return resolve({ ok: true });
            const said = stderr.trim().split("\n").at(-1) ?? "";
            resolve({ ok: false, said: said === "" ? `it ended with ${String(error.code)}` : said });
          });
          child.stdin?.end();
        });
      }
      var external_node_crypto_ = __webpack_require__(77598);
      var terminal = __webpack_require__(56646);
      ;
      const ARGUMENTS_FD = 9;
      const SECCOMP_FD = 8;
      const STATUS_FD = 7;
      const GO = "go";
      const CANNOT_JOIN = 71;
      const NOT_TOLD = 72;
      const CLOSE_INHERITED = [
        "for file in /proc/self/fd/*; do",
        "  fd=${file##*/}",
        '  case "$fd" in 0 | 1 | 2 | *[!0-9]*) ;; ? | ${BASH_VERSION:+*}) eval "exec $fd>&-" ;; esac',
        "done 2>/dev/null"
      ].join("\n");
      function launchScript(options) {
        const { group, argumentsFile, seccompFile, statusFile, line } = options;
        return [
          CLOSE_INHERITED,
          "ulimit -c 0",
          ...group === null ? [] : joinLines(group),
          `printf '%s\\n' "$$"`,
          // Byte by byte: what follows is for the supervisor.
          `IFS= read -r word && [ "$word" = ${GO} ] || exit ${NOT_TOLD}`,
          [
            "exec",
            ...line.map(terminal.T),
            ...argumentsFile === null ? [] : [`${ARGUMENTS_FD}<${(0, terminal.T)(argumentsFile)}`],
            ...seccompFile === null ? [] : [`${SECCOMP_FD}<${(0, terminal.T)(seccompFile)}`],
            ...statusFile === null ? [] : [`${STATUS_FD}>${(0, terminal.T)(statusFile)}`]
          ].join(" ")
        ].join("\n");
      }
      function joinLines({ folders, writes, joins }) {
        return [
          ...folders.map((folder) => `mkdir ${(0, terminal.T)(folder)} || exit ${CANNOT_JOIN}`),
          ...writes.map(({ file, value }) => `echo ${(0, terminal.T)(value)} > ${(0, terminal.T)(file)} || exit ${CANNOT_JOIN}`),
          ...joins.map((file) => `echo "$$" > ${(0, terminal.T)(file)} || exit ${CANNOT_JOIN}`)
        ];
      }
      ;
      const OWN_TASKS = 24;
      const OWN_MEMORY = 96 * 1024 * 1024;
      const PERIOD_US = 1e5;
      const PREFIX = "agent-deploy-box-";
      function isBoxGroup(name) {
        return name.startsWith(PREFIX);
      }
      function planGroup(place2, name, limits2) {
        const memory = limits2.memoryBytes === null ? null : String(limits2.memoryBytes + OWN_MEMORY);
        const quota = limits2.cpuMillicores === null ? null : String(Math.max(1e3, limits2.cpuMillicores * 100));
        const tasks = limits2.processes === null ? null : String(limits2.processes + OWN_TASKS);
        if (place2.version === 2) {
          const folder = `${place2.parent}/${PREFIX}${name}`;
          return {
            folders: [folder],
            writes: [
              ...memory === null ? [] : [{ file: `${folder}/memory.max`, value: memory }],
              ...memory === null ? [] : [{ file: `${folder}/memory.swap.max`, value: "0" }],
              ...quota === null ? [] : [{ file: `${folder}/cpu.max`, value: `${quota} ${PERIOD_US}` }],
              ...tasks === null ? [] : [{ file: `${folder}/pids.max`, value: tasks }]
            ],
            joins: [`${folder}/cgroup.procs`]
          };
        }
        const at = (parent) => parent === null ? null : `${parent}/${PREFIX}${name}`;
        const pids = at(place2.pids);
        const inMemory = memory === null ? null : at(place2.memory);
        const inCpu = quota === null ? null : at(place2.cpu);
        const folders = [...new Set([pids, inMemory, inCpu].filter((folder) => folder !== null))];
        return {
          folders,
          writes: [
            ...inMemory === null || memory === null ? [] : [{ file: `${inMemory}/memory.limit_in_bytes`, value: memory }],
            ...inCpu === null || quota === null ? [] : [
              { file: `${inCpu}/cpu.cfs_period_us`, value: String(PERIOD_US) },
              { file: `${inCpu}/cpu.cfs_quota_us`, value: quota }
            ],
            ...pids === null || tasks === null ? [] : [{ file: `${pids}/pids.max`, value: tasks }]
          ],
          joins: folders.map((folder) => `${folder}/cgroup.procs`)
        };
      }
      function groupPlaces(self, mounts) {
        const own = new Map(self.split("\n").map((line) => /^(\d+):([^:]*):(.*)$/.exec(line)).filter((match) => match !== null).flatMap(([, , names = "", path = ""]) => names.split(",").map((name) => [name, path])));
        const found2 = mounts.split("\n").map((line) => /^\S+ \S+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)/.exec(line)).filter((match) => match !== null);
        const controller = (name) => {
          const [, root2, mount2] = found2.find((match) => match[3] === "cgroup" && match[4]?.split(",").includes(name)) ?? [];
          const path = own.get(name);
          return root2 === void 0 || mount2 === void 0 || path === void 0 ? null : below(mount2, root2, path);
        };
        const [, root, mount] = found2.find((match) => match[3] === "cgroup2") ?? [];
        const unified = [];
        if (root !== void 0 && mount !== void 0) {
          let at = below(mount, root, own.get("") ?? "/") ?? mount;
          for (; at.length > mount.length; at = at.slice(0, at.lastIndexOf("/")))
            unified.push(at);
          unified.push(mount);
        }
        return { memory: controller("memory"), cpu: controller("cpu"), pids: controller("pids"), unified };
      }
      function below(mount, root, path) {
        const rest = root === "/" ? path : path === root ? "" : path.startsWith(`${root}/`) ? path.slice(root.length) : null;
        if (rest === null || rest.startsWith("/.."))
          return mount;
        return `${mount}${rest}`.replace(/\/+$/, "");
      }
      ;
      const SAMPLE = { memoryBytes: 1024 ** 3, cpuMillicores: 1e3, processes: 1e3 };
      const ENABLE = ["memory", "cpu", "pids"];
      async function findGroups(elevate) {
        const places = readPlaces();
        if (places === null)
          return null;
        const works = (place2, before = []) => {
          const { folders, writes, joins } = planGroup(place2, `trial-${(0, external_node_crypto_.randomBytes)(4).toString("hex")}`, SAMPLE);
          const inside = [...joinLines({ folders, writes, joins }), "exit 0"].join("\n");
          const remove = `rmdir ${folders.map(terminal.T).join(" ")} 2>/dev/null`;
          const script = [...before, `/bin/sh -c ${(0, terminal.T)(inside)}; code=$?`, remove, "exit $code"].join("\n");
          return tryOut([...elevate, "/bin/sh", "-c", script]);
        };
        const none = { version: 1, memory: null, cpu: null, pids: null };
        const [memory, cpu, pids] = await Promise.all(["memory", "cpu", "pids"].map(async (name) => {
          const folder = places[name];
          if (folder === null)
            return null;
          return (await works({ ...none, [name]: folder })).ok ? folder : null;
        }));
        if (memory || cpu || pids) {
          return { version: 1, memory: memory ?? null, cpu: cpu ?? null, pids: pids ?? null };
        }
        for (const parent of places.unified) {
          const place2 = { version: 2, parent };
          const enable = ENABLE.map((name) => `echo +${name} > ${(0, terminal.T)(`${parent}/cgroup.subtree_control`)} 2>/dev/null`);
          if ((await works(place2)).ok || (await works(place2, enable)).ok)
            return place2;
        }
        return null;
      }
      function readPlaces() {
        try {
          return groupPlaces((0, external_node_fs_.readFileSync)("/proc/self/cgroup", "utf8"), (0, external_node_fs_.readFileSync)("/proc/self/mountinfo", "utf8"));
        } catch {
          return null;
        }
      }
      var promises_ = __webpack_require__(58500);
      ;
      const ROUNDS = 100;
      const ROUND_MS = 10;
      const OLD_MS = 6e4;
      async function removeGroup({ folders, joins }, elevate) {
        for (let round = 0; round < ROUNDS; round += 1) {
          const left = [...new Set(joins.flatMap(membersOf))];
          if (left.length > 0)
            await endAll(left, elevate);
          else if (await removed(folders, elevate))
            return;
          await (0, promises_.setTimeout)(ROUND_MS);
        }
      }
      function sweepGroups(place2) {
        const parents = place2.version === 2 ? [place2.parent] : [place2.memory, place2.cpu, place2.pids];
        for (const parent of parents.filter((each) => each !== null)) {
          for (const name of namesIn(parent).filter(isBoxGroup)) {
            const folder = external_node_path_.join(parent, name);
            try {
              if (Date.now() - (0, external_node_fs_.statSync)(folder).mtimeMs > OLD_MS)
                (0, external_node_fs_.rmdirSync)(folder);
            } catch {
            }
          }
        }
      }
      function namesIn(folder) {
        try {
          return (0, external_node_fs_.readdirSync)(folder);
        } catch {
          return [];
        }
      }
      function membersOf(file) {
        try {
          return (0, external_node_fs_.readFileSync)(file, "utf8").split("\n").filter(Boolean).map(Number);
        } catch {
          return [];
        }
      }
      async function endAll(pids, elevate) {
        if (elevate.length > 0) {
          await tryOut([...elevate, "/bin/kill", "-KILL", ...pids.map(String)]);
          return;
        }
        for (const pid of pids) {
          try {
            process.kill(pid, "SIGKILL");
          } catch {
          }
        }
      }
      async function removed(folders, elevate) {
        if (elevate.length > 0)
          return (await tryOut([...elevate, "/bin/rmdir", ...folders])).ok;
        try {
          for (const folder of folders)
            if ((0, external_node_fs_.statSync)(folder, { throwIfNoEntry: false }) !== void 0)
              (0, external_node_fs_.rmdirSync)(folder);
          return true;
        } catch {
          return false;
        }
      }
      ;
      const SUDO = ["sudo", "-n", "--"];
      const PRLIMIT = "/usr/bin/prlimit";
      async function ability_findAbility(options) {
        const found2 = {
          level: process.platform === "win32" ? "none" : "process",
          platform: process.platform,
          bwrap: findProgram("bwrap"),
          way: null,
          elevate: [],
          groups: null,
          prlimit: (0, external_node_fs_.existsSync)(PRLIMIT),
          seccomp: process.arch === "x64" || process.arch === "arm64",
          failures: [],
          switches: readSwitches()
        };
        if (process.platform !== "linux")
          return found2;
        const { bwrap } = found2;
        const ways = process.getuid?.() === 0 ? ["root"] : ["user-namespace", ...options.sudo ? ["sudo"] : []];
        for (const way of bwrap === null ? [] : ways) {
          const trial = await tryWay(way, bwrap ?? "");
          if (trial.ok) {
            found2.level = "namespaces";
            found2.way = way;
            found2.elevate = way === "sudo" ? SUDO : [];
            break;
          }
          found2.failures.push({ way, said: trial.said });
        }
        found2.groups = await findGroups(found2.elevate);
        if (found2.groups !== null)
          sweepGroups(found2.groups);
        return found2;
      }
      function tryWay(way, bwrap) {
        const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
        const identity = way === "user-namespace" ? { kind: way, uid, gid } : { kind: "root", uid: 65534, gid: 65534 };
        const namespaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"];
        const user = way === "user-namespace" ? ["--unshare-user", "--disable-userns"] : CAPABILITIES;
        return tryOut([
          way === "sudo" ? SUDO : [],
          [bwrap, ...namespaces, ...user, "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"],
          // What older ones do not know.
          ["--size", "1048576", "--perms", "1777", "--tmpfs", "/dev/shm", "--"],
          [...becomeUser(identity), "/bin/sh", "-c", ":"]
        ].flat());
      }
      function findProgram(name) {
        const folders = (process.env["PATH"] ?? "").split(external_node_path_.delimiter).filter((folder) => external_node_path_.isAbsolute(folder));
        const files = [...folders, "/usr/bin", "/usr/local/bin", "/bin"].map((folder) => external_node_path_.join(folder, name));
        return files.find((file) => {
          try {
            (0, external_node_fs_.accessSync)(file, external_node_fs_.constants.X_OK);
            return true;
          } catch {
            return false;
          }
        }) ?? null;
      }
      function readSwitches() {
        const read = (name) => {
          try {
            return Number((0, external_node_fs_.readFileSync)(`/proc/sys/${name}`, "utf8"));
          } catch {
            return null;
          }
        };
        const debian = read("kernel/unprivileged_userns_clone");
        return {
          apparmorRestricts: read("kernel/apparmor_restrict_unprivileged_userns") === 1,
          userNamespaces: read("user/max_user_namespaces"),
          debianSwitch: debian === null ? null : debian === 1
        };
      }
      ;
      function report_reportOf(ability) {
        return {
          level: ability.level,
          findings: [found(ability), ...limits(ability)],
          remedies: remedies(ability)
        };
      }
      function found({ level, bwrap, way, platform, failures, seccomp }) {
        if (level !== "namespaces") {
          const failed2 = failures.map(({ way: tried, said }) => ` Tried as ${words(tried)}: ${said}.`).join("");
          const why = platform !== "linux" ? `There are no Linux namespaces on ${platform}.` : bwrap === null ? "bubblewrap (bwrap) is not installed." : `${bwrap} could not make a box.${failed2}`;
          return `${why} Programs run as children of this process, as its user: nothing keeps them from its files or the network.`;
        }
        const filter = seccomp ? "with a system call filter" : "without a system call filter on this machine";
        return `Boxes are made by ${bwrap} as ${words(way ?? "root")}, without a network, ${filter}.`;
      }
      function words(way) {
        switch (way) {
          case "root":
            return "root, without a user namespace, their programs being users without capabilities";
          case "user-namespace":
            return "an ordinary user, in a user namespace that no other can be made in";
          case "sudo":
            return "root by way of sudo, without a user namespace, their programs being this user without capabilities";
        }
      }
      function limits({ groups, prlimit, platform, level }) {
        if (platform !== "linux")
          return ["Memory, CPU and number of processes are not limited."];
        const by = groups === null ? "no control group" : `control groups (v${groups.version})`;
        const has = (name) => groups !== null && (groups.version === 2 || groups[name] !== null);
        const nothing = "for there is no control group for it";
        const each = prlimit ? `Memory is limited for each process alone (RLIMIT_DATA), ${nothing}.` : `Memory is not limited, ${nothing} and no prlimit.`;
        const count = prlimit && level === "namespaces" ? `The number of processes is limited by RLIMIT_NPROC, ${nothing}.` : `The number of processes is not limited, ${nothing}.`;
        return [
          has("memory") ? `Memory is limited by ${by}.` : each,
          has("cpu") ? `CPU is limited by ${by}.` : `CPU is not limited, ${nothing}.`,
          has("pids") ? `The number of processes is limited by ${by}.` : count
        ];
      }
      function remedies({ level, bwrap, platform, switches, failures, groups }) {
        if (platform !== "linux")
          return ["Run it on Linux, with bubblewrap installed."];
        if (level !== "namespaces" && bwrap === null) {
          return [
            "Install bubblewrap: `sudo apt-get install -y bubblewrap` (Debian, Ubuntu) or your system's like."
          ];
        }
        if (level !== "namespaces") {
          return [
            ...switches.apparmorRestricts ? [
              "Ubuntu 23.10 and newer keeps user namespaces from ordinary users (kernel.apparmor_restrict_unprivileged_userns=1). Narrowest first: let boxes be made as root by password-less sudo, where the program offers it (the sandbox action does, hosted runners have it);",
              "or allow bubblewrap alone: put `abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }` into /etc/apparmor.d/bwrap and run `sudo apparmor_parser -r /etc/apparmor.d/bwrap`;",
              "or lift it for all programs until the next boot: `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`."
            ] : [],
            ...switches.debianSwitch === false ? ["Allow user namespaces: `sudo sysctl -w kernel.unprivileged_userns_clone=1`."] : [],
            ...switches.userNamespaces === 0 ? ["Allow user namespaces: `sudo sysctl -w user.max_user_namespaces=10000`."] : [],
            ...failures.some(({ said }) => /disable-userns|[Uu]nknown option/.test(said)) ? ["Install bubblewrap 0.8 or newer: this one does not know how to keep other user namespaces out."] : [],
            "In a container: start it with the right to make namespaces (for example `--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined`), or run outside of one."
          ];
        }
        return groups === null ? [
          "For limits of a whole box, run as root or in a control group that is delegated to this user (for example `systemd-run --user --scope -p Delegate=yes \u2026`)."
        ] : [];
      }
      var external_node_util_ = __webpack_require__(57975);
      var schemas = __webpack_require__(34410);
      ;
      const run = (0, external_node_util_.promisify)(external_node_child_process_.execFile);
      const STRIP = `
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
const folder = process.argv[1] + '/';
const files = readdirSync(folder).filter((name) => name.endsWith('.ts')).map((name) => [
  name.replace(/ts$/, 'mjs'),
  stripTypeScriptTypes(readFileSync(folder + name, 'utf8')).replace(/(from '\\.\\/[\\w-]+)\\.ts'/g, "$1.mjs'"),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(files)));
`;
      async function prepareProgram({ entry, folder }, node) {
        const name = external_node_path_.basename(entry);
        if (!name.endsWith(".ts"))
          return { kind: "folder", folder, entry: name };
        const args = ["--no-warnings", "--input-type=module", "--eval", STRIP, folder];
        const { stdout } = await run(node, args, { env: {}, maxBuffer: 16 * 1024 * 1024 });
        const files = schemas.g1P(schemas.YjP(), schemas.YjP()).parse(JSON.parse(stdout));
        return { kind: "files", files, entry: name.replace(/ts$/, "mjs") };
      }
      function placeProgram(program, control) {
        if (program.kind === "folder")
          return program.folder;
        const folder = external_node_path_.join(control, "program");
        (0, external_node_fs_.rmSync)(folder, { recursive: true, force: true });
        (0, external_node_fs_.mkdirSync)(folder, { mode: 493 });
        for (const [name, text] of Object.entries(program.files)) {
          (0, external_node_fs_.writeFileSync)(external_node_path_.join(folder, name), text, { mode: 420 });
        }
        return folder;
      }
      var environment = __webpack_require__(47820);
      ;
      function commandEnvironment(options, place2) {
        const { proxy, caFile, bundleFile, hasDirectWay } = place2;
        const env = {
          PATH: place2.path,
          HOME: place2.home,
          USER: "user",
          LOGNAME: "user",
          SHELL: "/bin/sh",
          TMPDIR: place2.temporary,
          LANG: "C.UTF-8",
          ...options.env
        };
        if (proxy === null)
          return { env, fixedEnv: {} };
        const { proxyUser, noProxy } = options;
        const credentials = proxyUser === null ? "" : `${proxyUser.name}:${proxyUser.token}@`;
        const proxyUrl = `http://${credentials}${proxy.host}:${proxy.port}`;
        return { env, fixedEnv: (0, environment.w)({ proxyUrl, caFile, bundleFile, noProxy, hasDirectWay }) };
      }
      var external_node_tls_ = __webpack_require__(41692);
      ;
      const TOPS = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];
      const ETC = [
        "/etc/alternatives",
        "/etc/ca-certificates",
        "/etc/crypto-policies",
        "/etc/ld.so.cache",
        "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
        "/etc/localtime",
        "/etc/magic",
        "/etc/mime.types",
        "/etc/os-release",
        "/etc/pki/ca-trust",
        "/etc/pki/tls/certs",
        "/etc/protocols",
        "/etc/services",
        "/etc/ssl/certs",
        "/etc/ssl/openssl.cnf",
        "/etc/timezone"
      ];
      const LANGUAGES = /^(java-\d+-openjdk|python\d*(\.\d+)?|perl|terminfo|fonts)$/;
      const KERNEL_READ_ONLY = ["bus", "fs", "irq", "sys", "sysrq-trigger", "mtrr", "driver"];
      const KERNEL_HIDDEN = [
        ["acpi", "asound", "pressure", "scsi"],
        ["kallsyms", "kcore", "key-users", "keys", "kmsg", "kpagecgroup", "kpagecount", "kpageflags"],
        ["latency_stats", "sched_debug", "slabinfo", "timer_list", "timer_stats", "vmallocinfo"]
      ].flat();
      function findKernelFiles() {
        const there = (names) => names.map((name) => `/proc/${name}`).filter((file) => (0, external_node_fs_.existsSync)(file));
        const hidden = there(KERNEL_HIDDEN);
        const isFolder = (file) => (0, external_node_fs_.lstatSync)(file).isDirectory();
        return {
          readOnly: there(KERNEL_READ_ONLY),
          hiddenFolders: hidden.filter(isFolder),
          hiddenFiles: hidden.filter((file) => !isFolder(file))
        };
      }
      function findSystemFiles() {
        const there = TOPS.filter((top) => (0, external_node_fs_.existsSync)(top));
        const isLink = (top) => (0, external_node_fs_.lstatSync)(top).isSymbolicLink();
        const more = (0, external_node_fs_.readdirSync)("/etc").filter((name) => LANGUAGES.test(name));
        return {
          folders: there.filter((top) => !isLink(top)),
          links: there.filter(isLink).map((top) => ({ at: top, target: (0, external_node_fs_.readlinkSync)(top) })),
          etc: [...ETC, ...more.map((name) => `/etc/${name}`)].filter((file) => (0, external_node_fs_.existsSync)(file))
        };
      }
      const BUNDLES = [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem"
      ];
      function findRootBundle() {
        return BUNDLES.find((file) => (0, external_node_fs_.existsSync)(file)) ?? null;
      }
      ;
      const CA_FILE = "ca.pem";
      const BUNDLE_FILE = "ca-bundle.pem";
      let roots;
      function machineRoots() {
        const bundle = findRootBundle();
        roots ??= bundle === null ? external_node_tls_.rootCertificates.join("\n") : (0, external_node_fs_.readFileSync)(bundle, "utf8");
        return roots;
      }
      function writeCertificates(folder, caPem) {
        const alone = caPem ?? "";
        place(external_node_path_.join(folder, CA_FILE), alone);
        place(external_node_path_.join(folder, BUNDLE_FILE), `${machineRoots().trimEnd()}
${alone}`);
      }
      function place(file, text) {
        const beside = `${file}.new`;
        (0, external_node_fs_.writeFileSync)(beside, text, { mode: 420 });
        (0, external_node_fs_.renameSync)(beside, file);
      }
      ;
      function makeMountPoint(root, at) {
        let here = root;
        for (const name of at.split("/").filter((part) => part !== "")) {
          if (name === ".." || name === ".")
            throw new Error(`a mount point of a box has no dots: ${at}`);
          here = external_node_path_.join(here, name);
          const kind = kindOf(here);
          if (kind === "other")
            (0, external_node_fs_.rmSync)(here, { force: true });
          if (kind !== "folder")
            (0, external_node_fs_.mkdirSync)(here, { mode: 493 });
        }
      }
      function makeLink(root, at, target) {
        const here = external_node_path_.join(root, at);
        if (kindOf(here) !== "none")
          (0, external_node_fs_.rmSync)(here, { recursive: true, force: true });
        (0, external_node_fs_.symlinkSync)(target, here);
      }
      function makeShared(root, at) {
        makeMountPoint(root, at);
        (0, external_node_fs_.chmodSync)(external_node_path_.join(root, at), 1023);
      }
      function kindOf(file) {
        try {
          return (0, external_node_fs_.lstatSync)(file).isDirectory() ? "folder" : "other";
        } catch {
          return "none";
        }
      }
      ;
      const HOME = "/home/user";
      function makeFolder(folder) {
        const made = {
          root: external_node_path_.join(folder, "root"),
          etc: external_node_path_.join(folder, "etc"),
          control: external_node_path_.join(folder, "control"),
          launch: external_node_path_.join(folder, "launch")
        };
        (0, external_node_fs_.mkdirSync)(folder, { recursive: true, mode: 448 });
        (0, external_node_fs_.chmodSync)(folder, 448);
        for (const each of Object.values(made)) {
          if (!(0, external_node_fs_.existsSync)(each))
            (0, external_node_fs_.mkdirSync)(each, { mode: 493 });
          (0, external_node_fs_.chmodSync)(each, 493);
        }
        makeMountPoint(made.root, HOME);
        for (const shared of ["/tmp", "/var/tmp"])
          makeShared(made.root, shared);
        return made;
      }
      function furnish({ root, etc, control }, system, user, hostname, binds) {
        for (const { at, target } of system.links)
          makeLink(root, at, target);
        for (const at of [...system.folders, "/etc", "/proc", "/dev", "/run"])
          makeMountPoint(root, at);
        if (user.chown)
          giveTo(root, user);
        for (const { from, to } of binds)
          makeBindPoint(root, from, to);
        (0, external_node_fs_.rmSync)(etc, { recursive: true, force: true });
        (0, external_node_fs_.mkdirSync)(etc, { mode: 493 });
        for (const file of system.etc)
          makeBindPoint(etc, file, file.slice("/etc".length));
        const files = {
          passwd: `root:x:0:0:root:/root:/bin/sh
user:x:${user.uid}:${user.gid}:user:${HOME}:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/bin/false
`,
          group: `root:x:0:
user:x:${user.gid}:
nogroup:x:65534:
`,
          hosts: `127.0.0.1 localhost ${hostname}
::1 localhost
`,
          hostname: `${hostname}
`,
          // No name server: names are resolved by the proxy alone.
          "resolv.conf": "",
          "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n"
        };
        for (const [name, text] of Object.entries(files))
          (0, external_node_fs_.writeFileSync)(external_node_path_.join(etc, name), text, { mode: 420 });
        for (const inside of ["program", "bin", "proxy"])
          (0, external_node_fs_.mkdirSync)(external_node_path_.join(control, inside), { recursive: true });
        (0, external_node_fs_.writeFileSync)(external_node_path_.join(control, "bin", "node"), "", { mode: 493 });
        (0, external_node_fs_.writeFileSync)(external_node_path_.join(control, "package.json"), '{"type":"module"}\n', { mode: 420 });
      }
      function makeBindPoint(root, from, to) {
        if ((0, external_node_fs_.statSync)(from).isDirectory())
          return makeMountPoint(root, to);
        makeMountPoint(root, external_node_path_.dirname(to));
        const file = external_node_path_.join(root, to);
        const there = (0, external_node_fs_.lstatSync)(file, { throwIfNoEntry: false });
        if (there?.isFile() === true)
          return;
        (0, external_node_fs_.rmSync)(file, { recursive: true, force: true });
        (0, external_node_fs_.writeFileSync)(file, "", { mode: 420, flag: "wx" });
      }
      function userFor(id3) {
        return 1795162112 + (0, external_node_crypto_.createHash)("sha256").update(id3).digest().readUIntBE(0, 3);
      }
      function giveTo(root, { uid, gid }) {
        const give = (file) => {
          (0, external_node_fs_.lchownSync)(file, uid, gid);
          const stats = (0, external_node_fs_.lstatSync)(file);
          if (!stats.isDirectory())
            return;
          for (const name of (0, external_node_fs_.readdirSync)(file))
            give(external_node_path_.join(file, name));
        };
        if ((0, external_node_fs_.lstatSync)(root).uid === uid) {
          for (const at of ["home", `.${HOME}`, "tmp", "var", "var/tmp"])
            (0, external_node_fs_.lchownSync)(external_node_path_.join(root, at), uid, gid);
          return;
        }
        give(root);
      }
      function removeBoxFolder(folder) {
        try {
          (0, external_node_fs_.rmSync)(folder, { recursive: true, force: true });
        } catch {
          openUp(folder);
          (0, external_node_fs_.rmSync)(folder, { recursive: true, force: true });
        }
      }
      function openUp(folder) {
        (0, external_node_fs_.chmodSync)(folder, 448);
        for (const entry of (0, external_node_fs_.readdirSync)(folder, { withFileTypes: true })) {
          if (entry.isDirectory())
            openUp(external_node_path_.join(folder, entry.name));
        }
      }
      ;
      const NUMBERS = {
        x64: {
          arch: 3221225534,
          clone: 56,
          clone3: 435,
          ioctl: 16,
          socket: 41,
          socketpair: 53,
          refused: [
            155,
            163,
            165,
            166,
            167,
            168,
            169,
            175,
            176,
            179,
            103,
            248,
            249,
            250,
            246,
            272,
            308,
            298,
            304,
            310,
            311,
            313,
            320,
            321,
            323,
            425,
            426,
            427,
            428,
            429,
            430,
            431,
            432,
            433,
            442,
            161,
            438,
            443,
            467
          ]
        },
        arm64: {
          arch: 3221225655,
          clone: 220,
          clone3: 435,
          ioctl: 29,
          socket: 198,
          socketpair: 199,
          refused: [
            41,
            89,
            40,
            39,
            224,
            225,
            142,
            105,
            106,
            60,
            116,
            217,
            218,
            219,
            104,
            97,
            268,
            241,
            265,
            270,
            271,
            273,
            294,
            280,
            282,
            425,
            426,
            427,
            428,
            429,
            430,
            431,
            432,
            433,
            442,
            51,
            438,
            443,
            467
          ]
        }
      };
      const NEW_NAMESPACES = 2114060288;
      const TIOCSTI = 21522;
      const TIOCLINUX = 21532;
      const AF_UNIX = 1;
      const AF_INET = 2;
      const AF_INET6 = 10;
      const SOCK_TYPE_MASK = 15;
      const SOCK_STREAM = 1;
      const SOCK_DGRAM = 2;
      const IPPROTO_TCP = 6;
      const IPPROTO_UDP = 17;
      const X32 = 1073741824;
      const LOAD = 32;
      const EQUAL = 21;
      const AT_LEAST = 53;
      const ANY_BIT = 69;
      const AND = 84;
      const RETURN = 6;
      const ALLOW = 2147418112;
      const refuse = (errno) => 327680 | errno;
      const EPERM = 1;
      const ENOSYS = 38;
      const EPROTONOSUPPORT = 93;
      const EAFNOSUPPORT = 97;
      const NR = 0;
      const ARCH = 4;
      const argument = (index) => 16 + 8 * index;
      const SOCKETS = [
        { code: LOAD, value: argument(0) },
        { code: EQUAL, value: AF_UNIX, hold: 12 },
        { code: EQUAL, value: AF_INET, hold: 2 },
        { code: EQUAL, value: AF_INET6, hold: 1 },
        { code: RETURN, value: refuse(EAFNOSUPPORT) },
        { code: LOAD, value: argument(1) },
        { code: AND, value: SOCK_TYPE_MASK },
        { code: EQUAL, value: SOCK_STREAM, hold: 1 },
        { code: EQUAL, value: SOCK_DGRAM, fail: 4 },
        { code: LOAD, value: argument(2) },
        { code: EQUAL, value: 0, hold: 3 },
        { code: EQUAL, value: IPPROTO_TCP, hold: 2 },
        { code: EQUAL, value: IPPROTO_UDP, hold: 1 },
        { code: RETURN, value: refuse(EPROTONOSUPPORT) },
        { code: RETURN, value: ALLOW }
      ];
      function seccompFilter(arch) {
        if (arch !== "x64" && arch !== "arm64")
          return null;
        const table = NUMBERS[arch];
        const steps = [
          { code: LOAD, value: ARCH },
          { code: EQUAL, value: table.arch, hold: 1 },
          { code: RETURN, value: refuse(EPERM) },
          { code: LOAD, value: NR },
          ...arch === "x64" ? [
            { code: AT_LEAST, value: X32, fail: 1 },
            { code: RETURN, value: refuse(EPERM) }
          ] : [],
          ...table.refused.flatMap((number) => [
            { code: EQUAL, value: number, fail: 1 },
            { code: RETURN, value: refuse(EPERM) }
          ]),
          { code: EQUAL, value: table.clone3, fail: 1 },
          { code: RETURN, value: refuse(ENOSYS) },
          { code: EQUAL, value: table.clone, fail: 4 },
          { code: LOAD, value: argument(0) },
          { code: ANY_BIT, value: NEW_NAMESPACES, fail: 1 },
          { code: RETURN, value: refuse(EPERM) },
          { code: RETURN, value: ALLOW },
          { code: EQUAL, value: table.socket, hold: 1 },
          { code: EQUAL, value: table.socketpair, fail: SOCKETS.length },
          ...SOCKETS,
          { code: EQUAL, value: table.ioctl, fail: 4 },
          { code: LOAD, value: argument(1) },
          { code: EQUAL, value: TIOCSTI, hold: 1 },
          { code: EQUAL, value: TIOCLINUX, fail: 1 },
          { code: RETURN, value: refuse(EPERM) },
          { code: RETURN, value: ALLOW }
        ];
        const program = Buffer.alloc(steps.length * 8);
        steps.forEach(({ code, value, hold = 0, fail = 0 }, index) => {
          program.writeUInt16LE(code, index * 8);
          program.writeUInt8(hold, index * 8 + 2);
          program.writeUInt8(fail, index * 8 + 3);
          program.writeUInt32LE(value, index * 8 + 4);
        });
        return program;
      }
      var port = __webpack_require__(82415);
      ;
      function groupFor({ groups }, { id: id3, limits: limits2 }) {
        if (groups === null)
          return null;
        const steps = planGroup(groups, `${id3}-${(0, external_node_crypto_.randomBytes)(4).toString("hex")}`, limits2);
        return steps.folders.length === 0 ? null : steps;
      }
      function limitPrefix({ groups, prlimit, level }, { limits: limits2 }, group) {
        const by = (name) => group !== null && groups !== null && (groups.version === 2 || groups[name] !== null);
        const set = [
          ...limits2.memoryBytes === null || by("memory") ? [] : [`--data=${limits2.memoryBytes}`],
          // Counted for a user: only in a box is that user the box's own.
          ...limits2.processes === null || by("pids") || level !== "namespaces" ? [] : [`--nproc=${limits2.processes + OWN_TASKS}`]
        ];
        return set.length === 0 || !prlimit ? [] : ["/usr/bin/prlimit", ...set, "--"];
      }
      ;
      const SHELL = (0, external_node_fs_.existsSync)("/bin/bash") ? (
        // Node's pipes are sockets, which bash takes for a remote login: it would read ~/.bashrc, and export what that does.
        ["/bin/bash", "--norc"]
      ) : ["/bin/sh"];
      const SAID = 4096;
      const LONGEST_PID_LINE = 16;
      const launched_ROUNDS = 400;
      const launched_ROUND_MS = 5;
      function launch(script, { group, elevate, statusFile }) {
        const [file, ...args] = [...elevate, ...SHELL, "-c", script];
        const child = (0, external_node_child_process_.spawn)(file, args, {
          // Nothing of the host's environment, which may hold keys.
          env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
          stdio: ["pipe", "pipe", "pipe"],
          // Away from the terminal's signals: the host decides when a box ends.
          detached: true
        });
        let said = "";
        let pid;
        child.stderr.setEncoding("utf8").on("data", (text) => {
          said = (said + text).slice(-SAID);
        });
        child.stdin.on("error", () => void 0);
        const exited = new Promise((resolve) => {
          child.once("error", (error) => {
            said += error.message;
            resolve();
          });
          child.once("exit", () => resolve());
        });
        return {
          stdin: child.stdin,
          listen: (heard) => {
            child.stdout.on("error", () => void 0);
            child.stdout.on("data", afterFirstLine((line) => pid = /^\d+$/.test(line) ? Number(line) : void 0, heard));
          },
          said: () => said.trim(),
          go: () => void child.stdin.write(`${GO}
`),
          kill: () => {
            const inner = statusFile === null ? void 0 : innerPid(statusFile);
            if (elevate.length > 0) {
              const pids = [inner, inner === void 0 ? pid : void 0].filter((each) => each !== void 0);
              if (pids.length > 0)
                void tryOut([...elevate, "/bin/kill", "-KILL", ...pids.map(String)]);
              return;
            }
            if (inner === void 0 || !killed(inner))
              child.kill("SIGKILL");
          },
          ended: exited.then(async () => {
            if (statusFile !== null)
              await gone(innerPid(statusFile));
            if (group !== null)
              await removeGroup(group, elevate);
          })
        };
      }
      function innerPid(statusFile) {
        try {
          const [, pid] = /"child-pid": *(\d+)/.exec((0, external_node_fs_.readFileSync)(statusFile, "utf8")) ?? [];
          return pid === void 0 ? void 0 : Number(pid);
        } catch {
          return void 0;
        }
      }
      async function gone(pid) {
        if (pid === void 0)
          return;
        for (let round = 0; round < launched_ROUNDS && isRunning(pid); round += 1)
          await (0, promises_.setTimeout)(launched_ROUND_MS);
      }
      function isRunning(pid) {
        try {
          const stat = (0, external_node_fs_.readFileSync)(`/proc/${pid}/stat`, "utf8");
          return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
        } catch {
          return false;
        }
      }
      function killed(pid) {
        try {
          return process.kill(pid, "SIGKILL");
        } catch {
          return false;
        }
      }
      function afterFirstLine(found2, rest) {
        let head = Buffer.alloc(0);
        return (chunk) => {
          if (head === null)
            return rest(chunk);
          head = Buffer.concat([head, chunk]);
          const at = head.indexOf(10);
          if (at < 0 && head.length <= LONGEST_PID_LINE)
            return;
          found2(head.subarray(0, Math.max(at, 0)).toString("latin1"));
          const left = head.subarray(at + 1);
          head = null;
          if (left.length > 0)
            rest(left);
        };
      }
      var in_box_frames = __webpack_require__(1128);
      ;
      class Queue {
        items = [];
        done = false;
        failure;
        wake;
        taken;
        left;
        /** `left` is called when the reader goes away before the end. */
        constructor(taken, left = () => void 0) {
          this.taken = taken;
          this.left = left;
        }
        put(item) {
          if (this.done)
            return;
          this.items.push(item);
          this.wake?.();
        }
        end(failure) {
          if (this.done)
            return;
          this.done = true;
          this.failure = failure;
          this.wake?.();
        }
        async *[Symbol.asyncIterator]() {
          let whole = false;
          try {
            for (; ; ) {
              const item = this.items.shift();
              if (item !== void 0) {
                this.taken(item);
                yield item;
                continue;
              }
              if (this.done)
                break;
              await new Promise((resolve) => {
                this.wake = resolve;
              });
            }
            whole = true;
          } finally {
            if (!whole)
              this.left();
          }
          if (this.failure !== void 0)
            throw this.failure;
        }
      }
      ;
      class SendWindow {
        room = in_box_frames.jf;
        over = false;
        wake;
        last = Promise.resolve();
        send;
        constructor(send) {
          this.send = send;
        }
        /** Resolves when all of it is on its way, or nobody takes it any more. Calls keep their order. */
        write(data) {
          this.last = this.last.then(() => this.push(data));
          return this.last;
        }
        /** The box has used that much. */
        grant(bytes2) {
          this.room = Math.min(this.room + bytes2, in_box_frames.jf);
          this.wake?.();
        }
        /** Whoever waits for room need not. */
        close() {
          this.over = true;
          this.wake?.();
        }
        async push(data) {
          for (let from = 0; from < data.length && !this.over; ) {
            if (this.room <= 0) {
              await new Promise((resolve) => {
                this.wake = resolve;
              });
              continue;
            }
            const piece = data.subarray(from, from + Math.min(in_box_frames.TJ, this.room));
            this.send(piece);
            this.room -= piece.length;
            from += piece.length;
          }
        }
      }
      ;
      const files_gone = () => new port.Yw("box-ended", "the box ended before the file was there");
      const failed = (answer) => new port.Yw(answer.trouble, answer.message);
      async function readFile(line, path, range) {
        const { size, modifiedMs } = await lookUp(line, path);
        const start2 = Math.min(range?.start ?? 0, size);
        const end = Math.min(range?.end ?? size, size);
        return {
          size,
          modifiedAt: new Date(modifiedMs),
          data: { [Symbol.asyncIterator]: () => fetchBytes(line, path, start2, Math.max(start2, end)) }
        };
      }
      function lookUp(line, path) {
        return new Promise((resolve, reject) => {
          const id3 = line.begin({
            answer: (answer) => {
              line.forget(id3);
              if (answer.say === "file")
                resolve(answer);
              else
                reject(answer.say === "failed" ? failed(answer) : files_gone());
            },
            data: () => false,
            lost: () => reject(files_gone())
          });
          line.say({ do: "stat", id: id3, path });
        });
      }
      function fetchBytes(line, path, start2, end) {
        let credit = in_box_frames.jf;
        let left = end - start2;
        const bytes2 = new Queue((data) => {
          credit += data.length;
          line.say({ do: "credit", id: id3, bytes: data.length });
        }, () => {
          line.forget(id3);
          line.say({ do: "kill", id: id3 });
        });
        const finish = (failure) => {
          line.forget(id3);
          bytes2.end(failure);
        };
        const id3 = line.begin({
          answer: (answer) => {
            if (answer.say === "failed")
              finish(failed(answer));
            else if (answer.say === "end")
              finish(left === 0 ? void 0 : files_gone());
          },
          data: (_kind, data) => {
            credit -= data.length;
            left -= data.length;
            bytes2.put(data);
            return left >= 0 && credit > -in_box_frames.jf;
          },
          lost: () => finish(files_gone())
        });
        line.say({ do: "read", id: id3, path, start: start2, end });
        return bytes2[Symbol.asyncIterator]();
      }
      async function writeFile(line, path, data) {
        const { promise, resolve, reject } = Promise.withResolvers();
        const window = new SendWindow((piece) => line.send(in_box_frames.vN, id3, piece));
        let over = false;
        const finish = () => {
          over = true;
          line.forget(id3);
          window.close();
        };
        const id3 = line.begin({
          answer: (answer) => {
            if (answer.say === "credit")
              return window.grant(answer.bytes);
            finish();
            if (answer.say === "wrote")
              resolve({ bytes: answer.bytes });
            else
              reject(answer.say === "failed" ? failed(answer) : files_gone());
          },
          data: () => false,
          lost: () => {
            finish();
            reject(files_gone());
          }
        });
        promise.catch(() => void 0);
        line.say({ do: "write", id: id3, path });
        try {
          for await (const chunk of data) {
            if (over)
              break;
            await window.write(chunk);
          }
        } catch (error) {
          if (!over)
            line.say({ do: "kill", id: id3 });
          finish();
          throw error;
        }
        if (!over)
          line.say({ do: "close", id: id3 });
        return promise;
      }
      ;
      const id2 = schemas.Whr().nonnegative();
      const bytes = schemas.Whr().nonnegative();
      const Answer = schemas.gMt("say", [
        schemas.Ikc({ say: schemas.euz("ready") }),
        schemas.Ikc({ say: schemas.euz("started"), id: id2, pid: schemas.Whr().nonnegative() }),
        schemas.Ikc({
          say: schemas.euz("exit"),
          id: id2,
          code: schemas.Whr(),
          reason: schemas.k5n(["exit", "signal", "timeout", "killed"])
        }),
        schemas.Ikc({ say: schemas.euz("credit"), id: id2, bytes }),
        schemas.Ikc({ say: schemas.euz("file"), id: id2, size: bytes, modifiedMs: schemas.aig() }),
        schemas.Ikc({ say: schemas.euz("end"), id: id2 }),
        schemas.Ikc({ say: schemas.euz("wrote"), id: id2, bytes }),
        schemas.Ikc({
          say: schemas.euz("failed"),
          id: id2,
          trouble: schemas.k5n(port.yd).exclude(["box-ended"]),
          message: schemas.YjP().max(8192)
        })
      ]);
      function readAnswer(payload) {
        try {
          return Answer.safeParse(JSON.parse(payload.toString("utf8"))).data;
        } catch {
          return void 0;
        }
      }
      ;
      class Line {
        /** Settles when the supervisor says that commands can run; never rejects. */
        ready;
        operations = /* @__PURE__ */ new Map();
        reader = new in_box_frames.tS();
        input;
        distrust;
        sayReady;
        next = 1;
        over = false;
        /** `distrust` is called when the box sends what no supervisor sends: the box is to be ended. */
        constructor({ stdin, listen }, distrust) {
          this.input = stdin;
          this.distrust = distrust;
          const { promise, resolve } = Promise.withResolvers();
          this.ready = promise;
          this.sayReady = resolve;
          listen((chunk) => this.hear(chunk));
        }
        /** A number for a new operation, which hears from now on what the box says of it. */
        begin(operation) {
          const id3 = this.next;
          this.next += 1;
          if (this.over)
            queueMicrotask(() => operation.lost());
          else
            this.operations.set(id3, operation);
          return id3;
        }
        forget(id3) {
          this.operations.delete(id3);
        }
        say(message) {
          this.send(in_box_frames.W3, 0, Buffer.from(JSON.stringify(message)));
        }
        send(kind, id3, data) {
          if (!this.over && !this.input.destroyed)
            this.input.write((0, in_box_frames.Yt)(kind, id3, data));
        }
        /** The box is gone: every operation hears of it. */
        lose() {
          this.over = true;
          const left = [...this.operations.values()];
          this.operations.clear();
          for (const operation of left)
            operation.lost();
        }
        hear(chunk) {
          if (this.over)
            return;
          let frames;
          try {
            frames = this.reader.push(chunk);
          } catch {
            return this.refuse("bytes that are no frame");
          }
          for (const frame of frames)
            this.take(frame);
        }
        take({ kind, id: id3, payload }) {
          if (kind !== in_box_frames.W3) {
            if (this.operations.get(id3)?.data(kind, payload) === false)
              this.refuse("more than was asked for");
            return;
          }
          const answer = readAnswer(payload);
          if (answer === void 0)
            return this.refuse("a message of no known shape");
          if (answer.say === "ready")
            this.sayReady();
          else
            this.operations.get(answer.id)?.answer(answer);
        }
        refuse(why) {
          if (this.over)
            return;
          this.over = true;
          this.distrust(why);
        }
      }
      ;
      const OVERDUE_MS = 5e3;
      const LOST_CODE = 137;
      const CANNOT_START = 126;
      function runCommand(line, command, overdue) {
        let credit = in_box_frames.jf;
        let over = false;
        let timer;
        const events = new Queue((event) => {
          if (event.kind !== "stdout" && event.kind !== "stderr")
            return;
          credit += event.data.length;
          if (!over)
            line.say({ do: "credit", id: id3, bytes: event.data.length });
        });
        const input = new SendWindow((data) => line.send(in_box_frames.vN, id3, data));
        const finish = (event) => {
          over = true;
          clearTimeout(timer);
          input.close();
          line.forget(id3);
          events.put(event);
          events.end();
        };
        const expectEndWithin = (ms) => {
          clearTimeout(timer);
          timer = setTimeout(() => credit > 0 ? overdue() : expectEndWithin(OVERDUE_MS), ms);
          timer.unref();
        };
        const id3 = line.begin({
          answer: (answer) => {
            if (answer.say === "started")
              events.put({ kind: "started", pid: answer.pid });
            else if (answer.say === "credit")
              input.grant(answer.bytes);
            else if (answer.say === "exit")
              finish({ kind: "exit", code: answer.code, reason: answer.reason });
          },
          data: (kind, data) => {
            credit -= data.length;
            events.put({ kind: kind === in_box_frames.xS ? "stderr" : "stdout", data });
            return credit > -in_box_frames.jf && (kind === in_box_frames.UU || kind === in_box_frames.xS);
          },
          lost: () => finish({ kind: "exit", code: LOST_CODE, reason: "box-ended" })
        });
        try {
          line.say({ do: "run", id: id3, ...command });
        } catch (error) {
          events.put({ kind: "started", pid: 0 });
          events.put({ kind: "stderr", data: Buffer.from(`cannot start the command: ${messageOf(error)}
`) });
          finish({ kind: "exit", code: CANNOT_START, reason: "exit" });
        }
        if (over)
          return { events, write: () => Promise.resolve(), closeStdin: () => void 0, kill: () => void 0 };
        if (command.timeoutMs !== null)
          expectEndWithin(command.timeoutMs + OVERDUE_MS);
        return {
          events,
          write: (data) => input.write(data),
          closeStdin: () => void input.write(new Uint8Array()).then(() => line.say({ do: "close", id: id3 })),
          kill: () => {
            if (over)
              return;
            line.say({ do: "kill", id: id3 });
            expectEndWithin(OVERDUE_MS);
          }
        };
      }
      function messageOf(error) {
        return error instanceof Error ? error.message : String(error);
      }
      ;
      const READY_MS = 2e4;
      const STOP_MS = 3e3;
      async function takeBox(launched, options, hello, trust) {
        const line = new Line(launched, () => launched.kill());
        const ended = launched.ended.then(() => line.lose());
        try {
          line.say(hello);
        } catch (error) {
          launched.kill();
          await ended;
          const why = error instanceof Error ? error.message : String(error);
          throw new port.e4(`box ${options.id} could not be started: its variables are too long: ${why}`, {
            cause: error
          });
        }
        const timer = Promise.withResolvers();
        const timeout = setTimeout(() => timer.resolve("late"), READY_MS);
        const outcome = await Promise.race([
          line.ready.then(() => "ready"),
          ended.then(() => "ended"),
          timer.promise
        ]);
        clearTimeout(timeout);
        if (outcome !== "ready") {
          launched.kill();
          await ended;
          const said = launched.said();
          const why = outcome === "late" ? `it was not ready within ${READY_MS / 1e3} s` : "it ended at once";
          throw new port.e4(`box ${options.id} could not be started: ${why}${said === "" ? "" : ` (${said})`}`);
        }
        return aroundLine(line, launched, ended, options, trust);
      }
      function aroundLine(line, launched, ended, { id: id3, level }, trust) {
        return {
          id: id3,
          level,
          run: (command) => runCommand(line, command, () => launched.kill()),
          readFile: (path, range) => readFile(line, path, range),
          writeFile: (path, data) => writeFile(line, path, data),
          trust: async (caPem) => trust(caPem),
          ended,
          stop: async () => {
            line.say({ do: "stop" });
            const timer = setTimeout(() => launched.kill(), STOP_MS);
            await ended;
            clearTimeout(timer);
          }
        };
      }
      ;
      const BRIDGE_PORT = 3128;
      const INSIDE = "/run/box";
      const NOBODY = 65534;
      const TAKEN = /^\/(usr|bin|sbin|lib\w*|etc|proc|dev|run|nix)?(\/|$)/;
      const NODE_FLAGS = ["--max-old-space-size=64", "--max-semi-space-size=1", "--no-warnings"];
      async function startNamespaced(host, ability, options) {
        const binds = checkedBinds(options);
        const identity = identityFor(ability, options);
        const folder = makeFolder(options.folder);
        const files = {
          arguments: external_node_path_.join(folder.launch, "arguments"),
          filter: external_node_path_.join(folder.launch, "filter"),
          status: external_node_path_.join(folder.launch, "status")
        };
        (0, external_node_fs_.rmSync)(files.status, { force: true });
        const filter = seccompFilter(process.arch);
        const group = groupFor(ability, options);
        const script = launchScript({
          group,
          argumentsFile: files.arguments,
          seccompFile: filter === null ? null : files.filter,
          statusFile: files.status,
          line: [
            [ability.bwrap ?? "bwrap", "--args", String(ARGUMENTS_FD), "--", ...becomeUser(identity)],
            [`${INSIDE}/bin/node`, ...NODE_FLAGS, `${INSIDE}/program/${host.program.entry}`]
          ].flat()
        });
        const launched = launch(script, { group, elevate: ability.elevate, statusFile: files.status });
        try {
          const system = findSystemFiles();
          const user = { uid: identity.uid, gid: identity.gid, chown: ability.way === "root" };
          furnish(folder, system, user, options.id, binds);
          writeCertificates(folder.control, options.caPem);
          const mounts = {
            root: folder.root,
            system: system.folders,
            etc: folder.etc,
            etcFiles: system.etc,
            kernel: findKernelFiles(),
            control: folder.control,
            program: placeProgram(host.program, folder.control),
            node: host.node,
            proxyFolder: proxyFolder(options.proxySocket),
            binds
          };
          const fds = { seccompFd: filter === null ? null : SECCOMP_FD, statusFd: STATUS_FD };
          const args = bubblewrapArguments(mounts, identity, { hostname: options.id, ...fds });
          if (filter !== null)
            (0, external_node_fs_.writeFileSync)(files.filter, filter);
          (0, external_node_fs_.writeFileSync)(files.arguments, args.map((word) => `${word}\0`).join(""));
        } catch (error) {
          launched.kill();
          await launched.ended;
          throw error;
        }
        launched.go();
        const prefix = limitPrefix(ability, options, group);
        return takeBox(launched, options, helloFor(options, prefix), (caPem) => writeCertificates(folder.control, caPem));
      }
      function helloFor(options, prefix) {
        const socket = options.proxySocket === null ? null : external_node_path_.basename(options.proxySocket);
        const environment2 = commandEnvironment(options, {
          home: HOME,
          temporary: "/tmp",
          path: port.UZ,
          caFile: `${INSIDE}/${CA_FILE}`,
          bundleFile: `${INSIDE}/${BUNDLE_FILE}`,
          proxy: socket === null ? null : { host: "127.0.0.1", port: BRIDGE_PORT },
          hasDirectWay: false
        });
        const bridge = socket === null ? null : { port: BRIDGE_PORT, socket: `${INSIDE}/proxy/${socket}` };
        return { do: "hello", ...environment2, home: HOME, root: null, bridge, prefix, marker: null };
      }
      function checkedBinds({ binds }) {
        return binds.map(({ from, to, writable }) => {
          const at = external_node_path_.posix.normalize(to);
          if (external_node_path_.isAbsolute(from) && external_node_path_.isAbsolute(at) && !TAKEN.test(at))
            return { from, to: at, writable };
          throw new port.e4(`${from} cannot be shown at ${to}: use absolute paths, and none of the system's folders`);
        });
      }
      function identityFor({ way }, { id: id3, binds }) {
        const [uid, gid] = [process.getuid?.() ?? NOBODY, process.getgid?.() ?? NOBODY];
        if (way === "user-namespace")
          return { kind: way, uid, gid };
        if (way === "sudo")
          return { kind: "root", uid, gid };
        const writable = binds.find((bind) => bind.writable);
        const owner = writable === void 0 ? void 0 : (0, external_node_fs_.statSync)(writable.from);
        if (owner !== void 0)
          return { kind: "root", uid: owner.uid, gid: owner.gid };
        return { kind: "root", uid: userFor(id3), gid: userFor(id3) };
      }
      function proxyFolder(socket) {
        if (socket === null)
          return null;
        const folder = external_node_path_.dirname(socket);
        (0, external_node_fs_.mkdirSync)(folder, { recursive: true, mode: 493 });
        return folder;
      }
      ;
      const MARKER = "AGENT_DEPLOY_BOX";
      function startPlain(host, ability, options) {
        const folder = makeFolder(options.folder);
        writeCertificates(folder.control, options.caPem);
        const home = external_node_path_.join(folder.root, HOME);
        const group = groupFor(ability, options);
        const { env, fixedEnv } = commandEnvironment(options, {
          home,
          temporary: external_node_path_.join(folder.root, "tmp"),
          path: [process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", external_node_path_.dirname(host.node)].join(external_node_path_.delimiter),
          caFile: external_node_path_.join(folder.control, CA_FILE),
          bundleFile: external_node_path_.join(folder.control, BUNDLE_FILE),
          // Never the socket: a port that leads to it would let the whole machine in.
          proxy: options.proxyAddress,
          hasDirectWay: true
        });
        const script = launchScript({
          group,
          argumentsFile: null,
          seccompFile: null,
          statusFile: null,
          line: [
            host.node,
            "--no-warnings",
            external_node_path_.join(placeProgram(host.program, folder.control), host.program.entry)
          ]
        });
        const launched = launch(script, { group, elevate: [], statusFile: null });
        launched.go();
        return takeBox(launched, options, {
          do: "hello",
          env,
          fixedEnv,
          home,
          root: folder.root,
          bridge: null,
          prefix: limitPrefix(ability, options, group),
          marker: `${MARKER}=${options.id}-${(0, external_node_crypto_.randomBytes)(8).toString("hex")}`
        }, (caPem) => writeCertificates(folder.control, caPem));
      }
      ;
      async function reportIsolation(options) {
        return reportOf(await findAbility(options));
      }
      const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/;
      function createBoxHost(host) {
        let ability;
        let program;
        const inUse = /* @__PURE__ */ new Set();
        const find = () => ability ??= ability_findAbility(host).catch((error) => {
          ability = void 0;
          throw error;
        });
        const prepare = () => program ??= prepareProgram(host.supervisor, host.node).catch((error) => {
          program = void 0;
          throw error;
        });
        return {
          report: async () => report_reportOf(await find()),
          start: async (options) => {
            const found2 = await find();
            check(options, found2);
            if (inUse.has(options.folder)) {
              throw new port.e4(`box ${options.id} cannot be started: another box uses ${options.folder}`);
            }
            inUse.add(options.folder);
            const free = () => inUse.delete(options.folder);
            try {
              const box = await start({ node: host.node, program: await prepare() }, found2, options);
              void box.ended.then(free);
              return box;
            } catch (error) {
              free();
              throw error;
            }
          }
        };
      }
      async function start(host, found2, options) {
        try {
          return await (options.level === "namespaces" ? startNamespaced : startPlain)(host, found2, options);
        } catch (error) {
          if (error instanceof port.e4)
            throw error;
          throw new port.e4(`box ${options.id} could not be started: ${host_messageOf(error)}`, { cause: error });
        }
      }
      function host_messageOf(error) {
        return error instanceof Error ? error.message : String(error);
      }
      function check({ id: id3, level }, found2) {
        if (!ID.test(id3))
          throw new port.e4("the name of a box has 1 to 63 letters, digits and dashes");
        if (level !== "namespaces" || found2.level === "namespaces")
          return;
        const { findings, remedies: remedies2 } = report_reportOf(found2);
        throw new port.e4([`box ${id3} cannot be started at level namespaces.`, findings[0], ...remedies2].join(" "));
      }
    })
  ),
  /***/
  1128: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        TJ: () => (
          /* binding */
          PIECE
        ),
        /* harmony export */
        UU: () => (
          /* binding */
          STDOUT
        ),
        /* harmony export */
        W3: () => (
          /* binding */
          CONTROL
        ),
        /* harmony export */
        Yt: () => (
          /* binding */
          encodeFrame
        ),
        /* harmony export */
        jf: () => (
          /* binding */
          WINDOW
        ),
        /* harmony export */
        tS: () => (
          /* binding */
          FrameReader
        ),
        /* harmony export */
        vN: () => (
          /* binding */
          DATA
        ),
        /* harmony export */
        xS: () => (
          /* binding */
          STDERR
        )
        /* harmony export */
      });
      const CONTROL = 0;
      const DATA = 1;
      const STDOUT = 2;
      const STDERR = 3;
      const HEADER = 9;
      const MAX_PAYLOAD = 4 * 1024 * 1024;
      const WINDOW = 256 * 1024;
      const PIECE = 64 * 1024;
      function encodeFrame(kind, id2, payload) {
        if (payload.length > MAX_PAYLOAD) {
          throw new RangeError(`a message to or from a box holds ${payload.length} bytes; ${MAX_PAYLOAD} is the most`);
        }
        const frame = Buffer.allocUnsafe(HEADER + payload.length);
        frame.writeUInt32BE(payload.length, 0);
        frame.writeUInt8(kind, 4);
        frame.writeUInt32BE(id2, 5);
        frame.set(payload, HEADER);
        return frame;
      }
      class FrameReader {
        chunks = [];
        held = 0;
        /** The frames that `chunk` completes. Throws on a length or kind that no honest end sends. */
        push(chunk) {
          this.chunks.push(chunk);
          this.held += chunk.length;
          const frames = [];
          for (; ; ) {
            if (this.held < HEADER)
              return frames;
            const head = this.first(HEADER);
            const length = head.readUInt32BE(0);
            const kind = head.readUInt8(4);
            if (length > MAX_PAYLOAD || kind > STDERR)
              throw new RangeError("bytes that are no frame");
            if (this.held < HEADER + length)
              return frames;
            const whole = this.first(HEADER + length);
            frames.push({ kind, id: head.readUInt32BE(5), payload: whole.subarray(HEADER, HEADER + length) });
            this.drop(HEADER + length);
          }
        }
        /** The first `bytes` bytes in one piece; joins chunks only when they are needed. */
        first(bytes) {
          const [chunk] = this.chunks;
          if (chunk !== void 0 && chunk.length >= bytes)
            return chunk;
          const joined = Buffer.concat(this.chunks);
          this.chunks = [joined];
          return joined;
        }
        drop(bytes) {
          const [chunk] = this.chunks;
          if (chunk === void 0)
            return;
          if (chunk.length === bytes)
            this.chunks.shift();
          else
            this.chunks[0] = chunk.subarray(bytes);
          this.held -= bytes;
        }
      }
    })
  ),
  /***/
  56646: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        T: () => (
          /* binding */
          quoted
        ),
        /* harmony export */
        e: () => (
          /* binding */
          inTerminal
        )
        /* harmony export */
      });
      function inTerminal(line, { rows, columns }) {
        const inside = `stty rows ${Math.trunc(rows)} columns ${Math.trunc(columns)} 2>/dev/null; exec ${line.map(quoted).join(" ")}`;
        return ["script", "--quiet", "--return", "--flush", "--command", inside, "/dev/null"];
      }
      function quoted(word) {
        return `'${word.replaceAll("'", `'\\''`)}'`;
      }
    })
  ),
  /***/
  82415: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        UZ: () => (
          /* binding */
          BOX_PATH
        ),
        /* harmony export */
        Yw: () => (
          /* binding */
          BoxFileError
        ),
        /* harmony export */
        e4: () => (
          /* binding */
          BoxStartError
        ),
        /* harmony export */
        yd: () => (
          /* binding */
          BOX_FILE_TROUBLES
        )
        /* harmony export */
      });
      const ISOLATION_LEVELS = (
        /* unused pure expression or super */
        null
      );
      const BOX_FILE_TROUBLES = [
        "not-found",
        "not-a-file",
        "denied",
        "outside",
        "invalid-path",
        "no-space",
        "changed",
        "box-ended",
        "other"
      ];
      class BoxFileError extends Error {
        name = "BoxFileError";
        trouble;
        constructor(trouble, message, options) {
          super(message, options);
          this.trouble = trouble;
        }
      }
      class BoxStartError extends Error {
        name = "BoxStartError";
      }
      const BOX_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/box/bin";
    })
  ),
  /***/
  81197: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Gt: () => (
          /* binding */
          canonicalAuthority
        ),
        /* harmony export */
        UJ: () => (
          /* binding */
          sameAuthority
        ),
        /* harmony export */
        Vs: () => (
          /* binding */
          showAuthority
        ),
        /* harmony export */
        pz: () => (
          /* binding */
          parsePort
        ),
        /* harmony export */
        yY: () => (
          /* binding */
          splitPort
        )
        /* harmony export */
      });
      var _checked_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96557);
      var _host_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(21128);
      const PORT = /^[1-9][0-9]{0,4}$/;
      function canonicalAuthority(raw, defaultPort) {
        const { hostText, portText } = splitPort(raw);
        const port = portText === void 0 ? defaultPort : parsePort(portText);
        if (port === null)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("host:port is needed");
        if (port === void 0)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a port is a decimal number from 1 to 65535 without leading zeros");
        const host = (0, _host_js__WEBPACK_IMPORTED_MODULE_1__.r)(hostText);
        return host.ok ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ host: host.value, port }) : host;
      }
      function sameAuthority(a, b) {
        return a.port === b.port && a.host.kind === b.host.kind && a.host.text === b.host.text;
      }
      function showAuthority(authority, impliedPort = null) {
        const host = (0, _host_js__WEBPACK_IMPORTED_MODULE_1__.C)(authority.host);
        return authority.port === impliedPort ? host : `${host}:${authority.port}`;
      }
      function parsePort(text) {
        const port = PORT.test(text) ? Number(text) : void 0;
        return port !== void 0 && port <= 65535 ? port : void 0;
      }
      function splitPort(raw) {
        const colon = raw.indexOf(":", raw.startsWith("[") ? raw.indexOf("]") + 1 : 0);
        return colon === -1 ? { hostText: raw, portText: void 0 } : { hostText: raw.slice(0, colon), portText: raw.slice(colon + 1) };
      }
    })
  ),
  /***/
  96557: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        B: () => (
          /* binding */
          fine
        ),
        /* harmony export */
        Q: () => (
          /* binding */
          wrong
        )
        /* harmony export */
      });
      const fine = (value) => ({ ok: true, value });
      const wrong = (reason) => ({ ok: false, reason });
    })
  ),
  /***/
  21128: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        C: () => (
          /* binding */
          showHost2
        ),
        /* harmony export */
        r: () => (
          /* binding */
          canonicalHost
        )
        /* harmony export */
      });
      var _checked_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96557);
      var _ip_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(20959);
      const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
      const NUMBER_LIKE = /^([0-9]+|0x[0-9a-f]*)$/;
      function canonicalHost(raw) {
        if (/[^\x21-\x7e]/.test(raw))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a host is visible ASCII");
        if (raw.startsWith("["))
          return bracketed(raw);
        const text = withoutFinalDot(raw.toLowerCase());
        if (text === "" || text.length > 253)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a host has 1 to 253 characters");
        const labels = text.split(".");
        if (!labels.every((label) => LABEL.test(label))) {
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a host is labels of letters, digits, dashes and underscores, with dots between");
        }
        if (!NUMBER_LIKE.test(labels.at(-1) ?? ""))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "name", text });
        return (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.ni)(text) === void 0 ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("an IPv4 address is four plain decimal numbers") : (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "ipv4", text });
      }
      function showHost2(host) {
        return host.kind === "ipv6" ? `[${host.text}]` : host.text;
      }
      function bracketed(raw) {
        const groups = raw.endsWith("]") ? (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.BE)(raw.slice(1, -1)) : void 0;
        if (groups === void 0)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("an IPv6 address stands in brackets and has no zone");
        const mapped = (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.DP)(groups);
        return mapped === void 0 ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "ipv6", text: (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.DU)(groups) }) : (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "ipv4", text: mapped });
      }
      function withoutFinalDot(text) {
        return text.endsWith(".") ? text.slice(0, -1) : text;
      }
    })
  ),
  /***/
  20959: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        BE: () => (
          /* binding */
          parseIpv6
        ),
        /* harmony export */
        DP: () => (
          /* binding */
          mappedIpv4
        ),
        /* harmony export */
        DU: () => (
          /* binding */
          formatIpv6
        ),
        /* harmony export */
        ni: () => (
          /* binding */
          parseIpv4
        )
        /* harmony export */
      });
      const OCTET = /^(0|[1-9][0-9]{0,2})$/;
      function parseIpv4(text) {
        const octets = text.split(".");
        if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)) {
          return void 0;
        }
        return octets.map(Number);
      }
      function parseIpv6(text) {
        if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !text.includes(":"))
          return void 0;
        const url = URL.parse(`http://[${text}]/`);
        if (url === null)
          return void 0;
        const [head = "", tail] = url.hostname.slice(1, -1).split("::");
        const before = groupsOf(head);
        if (tail === void 0)
          return before;
        const after = groupsOf(tail);
        return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
      }
      function formatIpv6(groups) {
        const url = new URL(`http://[${groups.map((group) => group.toString(16)).join(":")}]/`);
        return url.hostname.slice(1, -1);
      }
      function mappedIpv4(groups) {
        const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 65535;
        return isMapped ? ipv4At(groups, 6) : void 0;
      }
      function ipv4At(groups, index) {
        const [high = 0, low = 0] = groups.slice(index, index + 2);
        return [high >> 8, high & 255, low >> 8, low & 255].join(".");
      }
      function groupsOf(text) {
        return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
      }
    })
  ),
  /***/
  47820: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        b: () => (
          /* binding */
          PROXY_VARIABLES
        ),
        /* harmony export */
        w: () => (
          /* binding */
          proxyEnvironment
        )
        /* harmony export */
      });
      var _policy_no_proxy_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19812);
      const OWN = ["localhost", "127.0.0.1", "::1"];
      const PROXY = ["HTTP_PROXY", "HTTPS_PROXY"];
      const ADDED = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"];
      const REPLACED = [
        "SSL_CERT_FILE",
        "CURL_CA_BUNDLE",
        "REQUESTS_CA_BUNDLE",
        "PIP_CERT",
        "GIT_SSL_CAINFO",
        "AWS_CA_BUNDLE",
        "CARGO_HTTP_CAINFO",
        "BUNDLE_SSL_CA_CERT",
        "NPM_CONFIG_CAFILE"
      ];
      const SWITCHES = { NODE_USE_ENV_PROXY: "1", UV_NATIVE_TLS: "1" };
      const ABSENT = ["ALL_PROXY"];
      const PROXY_VARIABLES = [
        ...[...PROXY, "NO_PROXY", ...ABSENT].flatMap(bothCases),
        ...ADDED,
        ...REPLACED,
        ...Object.keys(SWITCHES)
      ];
      function proxyEnvironment(given) {
        const entries = [
          ...PROXY.flatMap(bothCases).map((name) => [name, given.proxyUrl]),
          ...bothCases("NO_PROXY").map((name) => [name, noProxyText(given)]),
          ...ADDED.map((name) => [name, given.caFile]),
          ...REPLACED.map((name) => [name, given.bundleFile])
        ];
        return { ...Object.fromEntries(entries), ...SWITCHES };
      }
      function noProxyText(given) {
        const entries = (given.hasDirectWay ? given.noProxy : []).flatMap((text) => {
          const parsed = (0, _policy_no_proxy_js__WEBPACK_IMPORTED_MODULE_0__.zb)(text);
          if (!parsed.ok)
            return [];
          const shown = (0, _policy_no_proxy_js__WEBPACK_IMPORTED_MODULE_0__.ZY)(parsed.value);
          return parsed.value.kind === "domain" ? [shown.slice(1), shown] : [shown];
        });
        return [.../* @__PURE__ */ new Set([...OWN, ...entries])].join(",");
      }
      function bothCases(name) {
        return [name, name.toLowerCase()];
      }
    })
  ),
  /***/
  85791: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        As: () => (
          /* binding */
          holdsPort
        ),
        /* harmony export */
        Dx: () => (
          /* binding */
          ruleHost
        ),
        /* harmony export */
        Fk: () => (
          /* binding */
          SCHEME_PORTS
        ),
        /* harmony export */
        ic: () => (
          /* binding */
          parseHostPattern
        ),
        /* harmony export */
        py: () => (
          /* binding */
          coversPattern
        ),
        /* harmony export */
        xp: () => (
          /* binding */
          holdsHost
        )
        /* harmony export */
      });
      var _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96557);
      var _canonical_host_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(21128);
      var _canonical_authority_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(81197);
      const SCHEME_PORTS = { https: 443, http: 80 };
      function parseHostPattern(text, lowestDomain = 2) {
        const { hostText, portText } = (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_0__.yY)(text);
        const port = portText === void 0 ? null : (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_0__.pz)(portText);
        if (port === void 0)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("the port must be a decimal number from 1 to 65535");
        const isBelow = hostText.startsWith("*.");
        const name = isBelow ? hostText.slice(2) : hostText;
        if (name.includes("*"))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a * is allowed only as the whole first label, as in *.example.com");
        const host = ruleHost(name);
        if (!host.ok)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)(`is not a host name, *.name or an address, with an optional :port: ${host.reason}`);
        if (!isBelow)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.B)({ kind: "exact", host: host.value, port });
        if (host.value.kind !== "name")
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a wildcard cannot stand before an address");
        if (host.value.text.split(".").length < lowestDomain) {
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a wildcard needs a domain of at least two labels, as in *.example.com");
        }
        return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.B)({ kind: "below", host: host.value, port });
      }
      function holdsHost(pattern, host) {
        if (pattern.kind === "exact")
          return pattern.host.kind === host.kind && pattern.host.text === host.text;
        return host.kind === "name" && host.text.endsWith(`.${pattern.host.text}`);
      }
      function holdsPort(pattern, scheme, port) {
        return port === (pattern.port ?? SCHEME_PORTS[scheme]);
      }
      function coversPattern(pattern, other) {
        if (pattern.port !== other.port)
          return false;
        if (other.kind === "exact")
          return holdsHost(pattern, other.host);
        if (pattern.kind === "exact")
          return false;
        return other.host.text === pattern.host.text || other.host.text.endsWith(`.${pattern.host.text}`);
      }
      function showHostPattern(pattern) {
        const host = (pattern.kind === "below" ? "*." : "") + showHost(pattern.host);
        return pattern.port === null ? host : `${host}:${pattern.port}`;
      }
      function ruleHost(text) {
        if (/^[\x21-\x7e]*$/.test(text))
          return (0, _canonical_host_js__WEBPACK_IMPORTED_MODULE_2__.r)(text);
        if (!/^[\p{L}\p{M}\p{N}._\-\u00b7\u3002]+$/u.test(text))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a name has letters, digits, dashes and dots");
        const url = URL.parse(`http://${text}/`);
        const host = url === null ? (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("the name has no ASCII form") : (0, _canonical_host_js__WEBPACK_IMPORTED_MODULE_2__.r)(url.hostname);
        return host.ok && host.value.kind !== "name" ? (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("an address is written in ASCII") : host;
      }
    })
  ),
  /***/
  96810: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        AS: () => (
          /* binding */
          addressBytes
        ),
        /* harmony export */
        G2: () => (
          /* binding */
          inNetwork
        ),
        /* harmony export */
        MO: () => (
          /* binding */
          parseNetwork
        ),
        /* harmony export */
        U0: () => (
          /* binding */
          showNetwork
        )
        /* harmony export */
      });
      var _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(20959);
      function addressBytes(text) {
        const groups = (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.BE)(text);
        if (groups === void 0)
          return (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.ni)(text);
        const mapped = (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.DP)(groups);
        return mapped === void 0 ? bytesOf(groups) : (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.ni)(mapped);
      }
      function parseNetwork(text) {
        const [address = "", prefixText, ...more] = text.split("/");
        const groups = (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.BE)(address);
        const written = groups === void 0 ? (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.ni)(address) : bytesOf(groups);
        if (written === void 0 || more.length > 0)
          return void 0;
        const bits = written.length * 8;
        const prefix = prefixText === void 0 ? bits : readPrefix(prefixText);
        if (prefix === void 0 || prefix > bits)
          return void 0;
        const isMapped = groups !== void 0 && (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.DP)(groups) !== void 0 && prefix >= 96;
        const network = isMapped ? { bytes: written.slice(12), prefix: prefix - 96 } : { bytes: written, prefix };
        return hostBitsAreClear(network) ? network : void 0;
      }
      function showNetwork(network) {
        const address = network.bytes.length === 4 ? network.bytes.join(".") : (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.DU)(groupsOf(network.bytes));
        return network.prefix === network.bytes.length * 8 ? address : `${address}/${network.prefix}`;
      }
      function inNetwork(network, bytes) {
        if (network.bytes.length !== bytes.length)
          return false;
        return bytes.every((byte, index) => {
          const mask = maskOf(network.prefix, index);
          return (byte & mask) === ((network.bytes[index] ?? 0) & mask);
        });
      }
      function hostBitsAreClear(network) {
        return network.bytes.every((byte, index) => (byte & ~maskOf(network.prefix, index) & 255) === 0);
      }
      function maskOf(prefix, index) {
        const bits = Math.min(8, Math.max(0, prefix - index * 8));
        return 255 << 8 - bits & 255;
      }
      function readPrefix(text) {
        return /^(0|[1-9][0-9]{0,2})$/.test(text) ? Number(text) : void 0;
      }
      function groupsOf(bytes) {
        return Array.from({ length: 8 }, (_, index) => (bytes[index * 2] ?? 0) << 8 | (bytes[index * 2 + 1] ?? 0));
      }
      function bytesOf(groups) {
        return groups.flatMap((group) => [group >> 8, group & 255]);
      }
    })
  ),
  /***/
  19812: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        U4: () => (
          /* binding */
          isExempt
        ),
        /* harmony export */
        Vx: () => (
          /* binding */
          exemptsPattern
        ),
        /* harmony export */
        ZY: () => (
          /* binding */
          showNoProxy
        ),
        /* harmony export */
        zb: () => (
          /* binding */
          parseNoProxy
        )
        /* harmony export */
      });
      var _canonical_authority_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(81197);
      var _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96557);
      var _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(85791);
      var _network_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96810);
      function parseNoProxy(text) {
        const network = (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.MO)(text);
        if (network !== void 0)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.B)({ kind: "network", network, port: null });
        if (text.includes("/"))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)("is not a range of addresses, such as 10.0.0.0/8, with all host bits zero");
        const { hostText, portText } = (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_3__.yY)(text);
        const port = portText === void 0 ? null : (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_3__.pz)(portText);
        if (port === void 0)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)("the port must be a decimal number from 1 to 65535");
        const isDomain = /^\*?\./.test(hostText);
        const host = (0, _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__.Dx)(isDomain ? hostText.replace(/^\*?\./, "") : hostText);
        if (!host.ok)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)(`is not a name, .name, address or range: ${host.reason}`);
        if (host.value.kind === "name") {
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.B)({ kind: isDomain ? "domain" : "name", name: host.value.text, port });
        }
        const single = isDomain ? void 0 : (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.MO)(host.value.text);
        return single === void 0 ? (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)("a wildcard cannot stand before an address") : (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.B)({ kind: "network", network: single, port });
      }
      function isExempt(entry, host, port) {
        return (entry.port === null || entry.port === port) && exemptsHost(entry, host);
      }
      function exemptsPattern(entry, pattern) {
        if (entry.port !== null && entry.port !== pattern.port)
          return false;
        if (pattern.kind === "exact")
          return exemptsHost(entry, pattern.host);
        if (entry.kind !== "domain")
          return false;
        const domain = { kind: "below", host: { kind: "name", text: entry.name }, port: pattern.port };
        return (0, _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__.py)(domain, pattern);
      }
      function showNoProxy(entry) {
        const port = entry.port === null ? "" : `:${entry.port}`;
        switch (entry.kind) {
          case "name":
            return entry.name + port;
          case "domain":
            return `.${entry.name}${port}`;
          case "network": {
            const text = (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.U0)(entry.network);
            return port !== "" && text.includes(":") ? `[${text}]${port}` : text + port;
          }
        }
      }
      function exemptsHost(entry, host) {
        if (entry.kind !== "network") {
          return host.kind === "name" && (host.text === entry.name || entry.kind === "domain" && host.text.endsWith(`.${entry.name}`));
        }
        const bytes = host.kind === "name" ? void 0 : (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.AS)(host.text);
        return bytes !== void 0 && (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.G2)(entry.network, bytes);
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
