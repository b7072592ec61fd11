const id = 8020;
const ids = [8020];
const modules = {
  /***/
  18020: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        createPackSource: () => (
          /* binding */
          createPackSource
        )
      });
      var external_node_crypto_ = __webpack_require__(77598);
      var promises_ = __webpack_require__(51455);
      var external_node_path_ = __webpack_require__(76760);
      var errors = __webpack_require__(65292);
      var limits = __webpack_require__(55403);
      var outcome = __webpack_require__(76796);
      var words_of = __webpack_require__(35078);
      var ignore = __webpack_require__(50114);
      ;
      function dockerIgnore(text) {
        const rules = ignore().add(text.replace(/^\uFEFF/, ""));
        return (path) => rules.ignores(path);
      }
      ;
      const NEVER = /* @__PURE__ */ new Set([
        ".git",
        "node_modules",
        "__pycache__",
        ".venv",
        "venv",
        ".tox",
        ".mypy_cache"
      ]);
      const ENV_FILE = /^(\.env([._-].+)?|\.envrc|.+\.env)$/;
      const SAMPLE = /(^|[._-])(example|sample|template|dist)([._-]|$)/;
      const SECRET_NAME = new RegExp(`^(${[
        String.raw`[._]netrc`,
        String.raw`\.git-credentials`,
        String.raw`gha-creds-.*\.json`,
        String.raw`application_default_credentials\.json`,
        String.raw`credentials\.tfrc\.json`,
        String.raw`terraform\.tfstate(\..+)?`,
        String.raw`(.*[._-])?id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?`,
        String.raw`.+\.(p12|pfx|ppk|jks|keystore|kdbx)`,
        String.raw`\.(pgpass|my\.cnf|mylogin\.cnf|htpasswd|dockercfg|s3cfg|boto|databrickscfg|vault-token|vault[._-]pass.*)`,
        String.raw`\.dev\.vars(\..+)?`,
        String.raw`(\.)?kubeconfig(\..+)?`,
        String.raw`rclone\.conf`
      ].join("|")})$`);
      const SECRET_PLACE = new RegExp(`/(${[
        String.raw`\.aws/(credentials|config|sso/.*|cli/.*|login/.*)`,
        String.raw`\.azure/(accesstokens|azureprofile|msal_|service_principal).*`,
        String.raw`\.cargo/credentials(\.toml)?`,
        String.raw`\.docker/config\.json`,
        String.raw`\.gem/credentials`,
        String.raw`\.gnupg/.*`,
        String.raw`\.kube/config`,
        String.raw`\.ssh/.*`,
        String.raw`gcloud/(access_tokens|credentials|legacy_credentials).*`,
        String.raw`\.config/gh/hosts\.ya?ml`,
        String.raw`\.config/git/credentials`
      ].join("|")})$`);
      const PUBLIC = /\.pub$/;
      const MAYBE = new RegExp(`^(${[
        String.raw`\.?npmrc`,
        String.raw`\.yarnrc(\.ya?ml)?`,
        String.raw`\.?bunfig\.toml`,
        String.raw`\.pypirc`,
        String.raw`pip\.(conf|ini)`,
        String.raw`uv\.toml`,
        String.raw`(poetry-)?auth\.(toml|json)`,
        String.raw`\.condarc`,
        String.raw`nuget\.config`,
        String.raw`\.git(config|modules)`,
        String.raw`\.?token(\.(json|txt))?`,
        String.raw`.+\.(pem|key|asc|gpg|tfvars)`,
        String.raw`(.*[._-])?(key|sa|client_secret.*|.*adminsdk.*|.+-[0-9a-f]{12})\.json`,
        String.raw`(.*[._-])(rsa|dsa|ecdsa|ed25519|key)`,
        String.raw`\.?(.*[._-])?(credentials?|secrets?|service[._-]?account.*)(\.(json|ya?ml|toml|ini|cfg|conf|txt))?`
      ].join("|")})$`);
      function exclusionOf(path) {
        const segments = path.split("/");
        if (segments.some(isNeverPacked))
          return "never";
        const name = withoutBackup(segments.at(-1)?.toLowerCase() ?? "");
        if (PUBLIC.test(name))
          return void 0;
        if (ENV_FILE.test(name))
          return SAMPLE.test(name) ? void 0 : "env-file";
        if (SECRET_NAME.test(name) || SECRET_PLACE.test(`/${[...segments.slice(0, -1), name].join("/").toLowerCase()}`))
          return "secret";
        return MAYBE.test(name) ? "maybe" : void 0;
      }
      function withoutBackup(name) {
        const swap = /^\.(.+)\.sw[a-p]$/.exec(name)?.[1];
        return swap ?? name.replace(/(?:~|\.(?:bak|backup|old|orig|save))+$/, "");
      }
      function isNeverPacked(name) {
        return NEVER.has(name) || name.toLowerCase() === ".git";
      }
      const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/;
      const PAIR = /^[^#;\n]*?(_auth|auth_?token|auth_?ident|password|passwd|secret|token|private_?key|access_?key(?!_?id)|api_?key)[\w-]{0,40}["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?!true\b|false\b|null\b|none\b)[^\s"'$<{,[]{4,}/im;
      const URL_WITH_PASSWORD = /^[^#;\n]*:\/\/[^\s/@:]*:[^\s/@$<{]+@/m;
      function holdsSecret(text) {
        return PRIVATE_KEY.test(text) || PAIR.test(text) || URL_WITH_PASSWORD.test(text);
      }
      var sizes = __webpack_require__(71895);
      ;
      var __addDisposableResource = function(env, value, async) {
        if (value !== null && value !== void 0) {
          if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
          var dispose, inner;
          if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
          }
          if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
          }
          if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
          if (inner) dispose = function() {
            try {
              inner.call(this);
            } catch (e) {
              return Promise.reject(e);
            }
          };
          env.stack.push({ value, dispose, async });
        } else if (async) {
          env.stack.push({ async: true });
        }
        return value;
      };
      var __disposeResources = /* @__PURE__ */ (function(SuppressedError2) {
        return function(env) {
          function fail(e) {
            env.error = env.hasError ? new SuppressedError2(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
          }
          var r, s = 0;
          function next() {
            while (r = env.stack.pop()) {
              try {
                if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                if (r.dispose) {
                  var result = r.dispose.call(r.value);
                  if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) {
                    fail(e);
                    return next();
                  });
                } else s |= 1;
              } catch (e) {
                fail(e);
              }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
          }
          return next();
        };
      })(typeof SuppressedError === "function" ? SuppressedError : function(error, suppressed, message) {
        var e = new Error(message);
        return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
      });
      const LOOKED_AT = 256 * 1024;
      async function choose(root, listed, configPath) {
        const rules = await textOf(external_node_path_.join(root, ".dockerignore"));
        const ignored = rules === void 0 ? () => false : dockerIgnore(rules);
        const envFile = configPath === void 0 ? void 0 : await envFileOf(root, configPath);
        const gitFolders = await gitFoldersIn(root, listed);
        const chosen = { paths: [], secrets: [], envFile: void 0, notEnvFile: void 0 };
        const secrets = /* @__PURE__ */ new Set();
        for (const name of listed) {
          const excluded = exclusionOf(name);
          if (excluded === "never" || ignored(name))
            continue;
          const gitFolder = gitFolders.find((folder) => name.startsWith(folder));
          if (gitFolder !== void 0) {
            secrets.add(gitFolder === "" ? "./" : gitFolder);
          } else if (excluded === "env-file" && name === envFile) {
            chosen.envFile = name;
            chosen.paths.push(name);
          } else if (excluded === void 0 || excluded === "maybe" && !await isSecret(root, name)) {
            chosen.paths.push(name);
          } else {
            secrets.add(name);
            if (name === envFile)
              chosen.notEnvFile = name;
          }
        }
        return { ...chosen, secrets: [...secrets] };
      }
      async function gitFoldersIn(root, listed) {
        const names = new Set(listed);
        const candidates = listed.flatMap((name) => {
          const [, folder] = /^(.*\/|)HEAD$/.exec(name) ?? [];
          return folder !== void 0 && names.has(`${folder}config`) ? [folder] : [];
        });
        const found = [];
        for (const folder of candidates) {
          const parts = await Promise.all(["objects", "refs"].map((part) => isFolder(external_node_path_.join(root, folder, part))));
          if (parts.every(Boolean))
            found.push(folder);
        }
        return found;
      }
      async function isFolder(place) {
        return (0, promises_.stat)(place).then((found) => found.isDirectory(), () => false);
      }
      async function isSecret(root, name) {
        const at = external_node_path_.join(root, name);
        try {
          const env_1 = { stack: [], error: void 0, hasError: false };
          try {
            if (!(await (0, promises_.lstat)(at)).isFile())
              return false;
            const file = __addDisposableResource(env_1, await (0, promises_.open)(at), true);
            const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT));
            return holdsSecret(buffer.toString("utf8", 0, bytesRead));
          } catch (e_1) {
            env_1.error = e_1;
            env_1.hasError = true;
          } finally {
            const result_1 = __disposeResources(env_1);
            if (result_1)
              await result_1;
          }
        } catch {
          return false;
        }
      }
      async function envFileOf(root, configPath) {
        const text = await textOf(external_node_path_.join(root, configPath));
        if (text === void 0)
          return void 0;
        try {
          const config = JSON.parse(text.replace(/^\uFEFF/, ""));
          const env = typeof config === "object" && config !== null ? Reflect.get(config, "env") : void 0;
          if (typeof env !== "string" || env === "")
            return void 0;
          return external_node_path_.posix.join(external_node_path_.posix.dirname(configPath), env);
        } catch {
          return void 0;
        }
      }
      async function textOf(file) {
        try {
          return await (0, promises_.readFile)(file, "utf8");
        } catch {
          return void 0;
        }
      }
      const MOST_NAMED = 5;
      function tellLeft(left, to) {
        const { links, special, unnamed, secrets, envFile, notEnvFile } = left;
        if (secrets.length > 0) {
          to.note(`Not packed, because such files hold secrets: ${named(secrets)}. Give secrets by \`secrets\`.`);
        }
        if (envFile !== void 0) {
          to.note(`${(0, sizes.pS)(envFile)} is packed, because the graph configuration names it as env.`);
        }
        if (notEnvFile !== void 0) {
          to.warn(`${(0, sizes.pS)(notEnvFile)} is not packed, although the graph configuration names it as env: it holds credentials and is no file of variables. Give them by \`secrets\`.`);
        }
        if (links.length > 0) {
          const shown = links.map(({ path: at, target }) => `${at} -> ${target}`);
          to.warn(`Links that lead out of what is packed, or to nothing in it, are left out: ${named(shown)}.`);
        }
        const odd = special.length + unnamed;
        if (odd > 0) {
          const list2 = special.length > 0 ? `: ${named(special)}` : "";
          to.warn(`${odd} entries are left out that are no files, or whose names are no UTF-8${list2}.`);
        }
      }
      function named(names) {
        const more = names.length - MOST_NAMED;
        const shown = names.slice(0, MOST_NAMED).map(sizes.pS).join(", ");
        return more > 0 ? `${shown} and ${more} more` : shown;
      }
      var repository = __webpack_require__(96311);
      var program = __webpack_require__(15390);
      ;
      function gitIgnore(files) {
        const ofFiles = ignore();
        const ofFolders = ignore();
        for (const { folder, text } of files) {
          for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
            const pattern = readPattern(line);
            if (pattern === void 0)
              continue;
            const { negated, body, onlyFolders } = pattern;
            const rule = `${negated ? "!" : ""}${escaped(folder)}${body}`;
            ofFolders.add([rule]);
            if (!onlyFolders)
              ofFiles.add([rule]);
          }
        }
        return (path, isFolder2) => (isFolder2 ? ofFolders : ofFiles).ignores(path);
      }
      function readPattern(line) {
        let text = line.replace(/(?<!\\)\s+$/, "");
        if (text === "" || text.startsWith("#"))
          return void 0;
        const negated = text.startsWith("!");
        if (negated)
          text = text.slice(1);
        text = text.replace(/^\\(?=[#!])/, "");
        const onlyFolders = text.endsWith("/");
        text = text.replace(/\/+$/, "");
        if (text === "")
          return void 0;
        const body = text.includes("/") ? text.replace(/^\//, "") : `**/${text}`;
        return { negated, body, onlyFolders };
      }
      function escaped(folder) {
        return folder === "" ? "" : `${folder.replace(/[\\*?[\]]/g, "\\$&")}/`;
      }
      ;
      async function walk(root, signal) {
        const found = [];
        const visit = async (folder, above) => {
          signal.throwIfAborted();
          const entries = await (0, promises_.readdir)(external_node_path_.join(root, folder), { withFileTypes: true }).catch((cause) => {
            throw new outcome.V("source-unusable", `${(0, sizes.pS)(folder)} cannot be packed, because the folder cannot be read (${(0, words_of.Z)(cause)}). Give the runner's user the right to, or name it in a .gitignore.`, { cause });
          });
          const own = entries.some(({ name }) => name === ".gitignore") ? [{ folder, text: await walk_textOf(external_node_path_.join(root, folder, ".gitignore")) }] : [];
          const files = [...above, ...own];
          const ignored = gitIgnore(files);
          for (const entry of entries) {
            const at = folder === "" ? entry.name : `${folder}/${entry.name}`;
            if (isNeverPacked(entry.name) || ignored(at, entry.isDirectory()))
              continue;
            if (entry.isDirectory())
              await visit(at, files);
            else
              found.push(at);
          }
        };
        await visit("", []);
        return found;
      }
      async function walk_textOf(file) {
        try {
          return await (0, promises_.readFile)(file, "utf8");
        } catch {
          return "";
        }
      }
      ;
      const LIMIT_MS = 12e4;
      async function gitFiles(folder, ceiling, env, signal) {
        const checkout = await (0, repository.I8)(folder, await (0, promises_.realpath)(ceiling));
        if (checkout === void 0)
          return void 0;
        return (0, program.z)(env, signal, async (git) => {
          const facade = await git.facade(checkout);
          const [paths, commit] = await Promise.all([
            list(git, folder, { ...checkout, facade }, signal),
            commitOf(git, facade)
          ]);
          return paths && { paths, commit };
        });
      }
      async function commitOf(git, { gitDir }) {
        const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
        const head = await git.run(["rev-parse", "--verify", "-q", "HEAD"], call);
        return head.kind === "ended" && head.code === 0 ? head.stdout.toString().trim() : void 0;
      }
      async function list(git, folder, { top, facade: { gitDir, index } }, signal) {
        const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
        const env = { ...index, GIT_WORK_TREE: top };
        const end = await git.run(args, { cwd: folder, gitDir, env, limitMs: LIMIT_MS });
        if (end.kind !== "ended" || end.code !== 0)
          return void 0;
        const listed = end.stdout.toString("utf8").split("\0").filter((entry) => entry !== "" && !leavesFolder(entry));
        const nested = await Promise.all(listed.map((entry) => git_files_isFolder(folder, entry)));
        const paths = [];
        for (const [index2, entry] of listed.entries()) {
          if (nested[index2] !== true) {
            paths.push(entry);
            continue;
          }
          const inner = entry.replace(/\/+$/, "");
          if (isNeverPacked(external_node_path_.posix.basename(inner)))
            continue;
          const own = await listWithin(git, external_node_path_.join(folder, inner), top, signal);
          paths.push(...own.map((name) => `${inner}/${name}`));
        }
        return paths;
      }
      function leavesFolder(entry) {
        return external_node_path_.isAbsolute(entry) || entry.split(/[\\/]/).includes("..");
      }
      async function listWithin(git, folder, outer, signal) {
        const checkout = await (0, repository.I8)(folder, outer);
        const own = checkout?.top === folder ? await list(git, folder, { top: folder, facade: await git.facade(checkout) }, signal) : void 0;
        return own ?? walk(folder, signal);
      }
      async function git_files_isFolder(folder, entry) {
        if (entry.endsWith("/"))
          return true;
        try {
          return (await (0, promises_.lstat)(external_node_path_.join(folder, entry))).isDirectory();
        } catch {
          return false;
        }
      }
      var external_node_os_ = __webpack_require__(48161);
      var external_node_util_ = __webpack_require__(57975);
      var external_node_zlib_ = __webpack_require__(38522);
      ;
      const deflateBlock = (0, external_node_util_.promisify)(external_node_zlib_.deflateRaw);
      const BLOCK = 1024 * 1024;
      const HEADER = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 255);
      const LAST = Uint8Array.of(3, 0);
      const COMPRESSED = { level: 6, chunkSize: 64 * 1024 };
      const STORED = { level: 0, chunkSize: BLOCK + 4096 };
      const PROBES = 16;
      const PROBE_BYTES = 1024;
      const AHEAD = Math.max(2, Math.min(4, (0, external_node_os_.availableParallelism)()));
      async function* gzip(source) {
        yield HEADER;
        let crc = 0;
        let total = 0;
        const waiting = [];
        const free = [];
        for await (const { block, memory } of inBlocks(source, free)) {
          crc = (0, external_node_zlib_.crc32)(block, crc);
          total += block.length;
          const how = isDense(block) ? STORED : COMPRESSED;
          const work = deflateBlock(block, { ...how, finishFlush: external_node_zlib_.constants.Z_SYNC_FLUSH });
          work.then(() => free.push(memory), () => {
          });
          waiting.push(work);
          const [first] = waiting;
          if (waiting.length < AHEAD || first === void 0)
            continue;
          void waiting.shift();
          yield await first;
        }
        for (const work of waiting)
          yield await work;
        const trailer = Buffer.alloc(8);
        trailer.writeUInt32LE(crc, 0);
        trailer.writeUInt32LE(total % 2 ** 32, 4);
        yield Buffer.concat([LAST, trailer]);
      }
      function isDense(block) {
        const step = Math.max(PROBE_BYTES, Math.floor(block.length / PROBES));
        const probes = [];
        for (let at = 0; at < block.length; at += step)
          probes.push(block.subarray(at, at + PROBE_BYTES));
        const probe = Buffer.concat(probes);
        return (0, external_node_zlib_.deflateRawSync)(probe, { level: 1 }).length > probe.length * 0.98;
      }
      async function* inBlocks(source, free) {
        const take = () => free.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
        let memory = take();
        let filled = 0;
        for await (const chunk of source) {
          for (let at = 0; at < chunk.length; ) {
            const part = chunk.subarray(at, at + BLOCK - filled);
            memory.set(part, filled);
            filled += part.length;
            at += part.length;
            if (filled < BLOCK)
              continue;
            yield { block: memory, memory };
            memory = take();
            filled = 0;
          }
        }
        if (filled > 0)
          yield { block: memory.subarray(0, filled), memory };
      }
      ;
      function packableLinks(files, links) {
        const there = new Set(files);
        const folders = /* @__PURE__ */ new Set([""]);
        const addFolders = (path) => {
          for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
            const folder = path.slice(0, at);
            if (folders.has(folder))
              break;
            folders.add(folder);
          }
        };
        for (const file of there)
          addFolders(file);
        const kept = /* @__PURE__ */ new Set();
        for (let more = true; more; ) {
          more = false;
          for (const { path, target } of links) {
            if (kept.has(path))
              continue;
            const end = follow(path, target, folders);
            if (end === void 0 || !(there.has(end) || folders.has(end)))
              continue;
            kept.add(path);
            there.add(path);
            addFolders(path);
            more = true;
          }
        }
        return kept;
      }
      function follow(path, target, folders) {
        if (target === "" || target.startsWith("/") || /[\\\0]/.test(target) || /^[A-Za-z]:/.test(target)) {
          return void 0;
        }
        let at = path.split("/").slice(0, -1);
        for (const step of target.split("/")) {
          if (step === "" || step === ".")
            continue;
          if (!folders.has(at.join("/")))
            return void 0;
          if (step === "..") {
            if (at.length === 0)
              return void 0;
            at = at.slice(0, -1);
          } else {
            at = [...at, step];
          }
        }
        return at.join("/");
      }
      ;
      const AT_ONCE = 32;
      async function survey(root, paths, signal) {
        const files = [];
        const links = [];
        const left = { links: [], special: [], unnamed: 0 };
        const plain = /* @__PURE__ */ new Map([[".", Promise.resolve(true)]]);
        const look = async (name) => {
          if (name.includes("\uFFFD")) {
            left.unnamed += 1;
            return;
          }
          const at = external_node_path_.join(root, name);
          try {
            if (!await isInFolders(root, external_node_path_.posix.dirname(name), plain))
              return;
            const stat = await (0, promises_.lstat)(at);
            if (stat.isSymbolicLink())
              links.push({ path: name, target: await (0, promises_.readlink)(at) });
            else if (stat.isFile()) {
              const executable = (stat.mode & 64) !== 0;
              files.push({ kind: "file", path: name, size: stat.size, executable, changedMs: stat.mtimeMs });
            } else if (!stat.isDirectory())
              left.special.push(name);
          } catch (error) {
            const code = typeof error === "object" && error !== null && "code" in error ? error.code : void 0;
            if (code !== "ENOENT" && code !== "ENOTDIR")
              throw error;
          }
        };
        for (let at = 0; at < paths.length; at += AT_ONCE) {
          signal.throwIfAborted();
          await Promise.all(paths.slice(at, at + AT_ONCE).map(look));
        }
        const kept = packableLinks(files.map((file) => file.path), links);
        left.links = links.filter((link) => !kept.has(link.path)).toSorted(byPath);
        const entries = [
          ...files,
          ...links.filter((link) => kept.has(link.path)).map((link) => ({ kind: "link", ...link }))
        ];
        return { entries: entries.toSorted(byPath), left };
      }
      function isInFolders(root, folder, known) {
        const seen = known.get(folder);
        if (seen !== void 0)
          return seen;
        const asked = isInFolders(root, external_node_path_.posix.dirname(folder), known).then(async (above) => above && (await (0, promises_.lstat)(external_node_path_.join(root, folder))).isDirectory());
        known.set(folder, asked);
        return asked;
      }
      function byPath(one, other) {
        return Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));
      }
      var external_node_fs_ = __webpack_require__(73024);
      var web = __webpack_require__(50330);
      ;
      function createBuffers(count, bytes) {
        const free = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes));
        const taken = /* @__PURE__ */ new Map();
        let freed = Promise.withResolvers();
        let closed = false;
        return {
          async take() {
            for (; ; ) {
              const buffer = closed ? Buffer.allocUnsafeSlow(bytes) : free.pop();
              if (buffer !== void 0) {
                taken.set(buffer.buffer, buffer);
                return buffer;
              }
              await freed.promise;
            }
          },
          giveBack(piece) {
            const buffer = taken.get(piece.buffer);
            if (buffer === void 0)
              return;
            taken.delete(piece.buffer);
            free.push(buffer);
            freed.resolve();
            freed = Promise.withResolvers();
          },
          close() {
            closed = true;
            freed.resolve();
          }
        };
      }
      ;
      const MTIME = /* @__PURE__ */ new Date("1985-10-26T08:15:00Z");
      const READ_BYTES = 256 * 1024;
      const READ_BUFFERS = 2;
      async function* tar(root, entries, began = () => {
      }) {
        const { readable, controller } = (0, web.al)();
        const buffers = createBuffers(READ_BUFFERS, READ_BYTES);
        const fill = async () => {
          for (const entry of entries) {
            const writer = controller.add(headerOf(entry)).getWriter();
            if (entry.kind === "file") {
              let first = true;
              for await (const chunk of contents(root, entry, buffers)) {
                if (first)
                  began(entry.path, chunk);
                first = false;
                await writer.write(chunk);
              }
            }
            await writer.close();
          }
          controller.finalize();
        };
        const work = fill().catch((error) => controller.error(error));
        try {
          for await (const chunk of readable) {
            yield chunk;
            buffers.giveBack(chunk);
          }
        } finally {
          buffers.close();
          await work;
        }
      }
      function headerOf(entry) {
        const common = { name: entry.path, mtime: MTIME, uid: 0, gid: 0, uname: "", gname: "" };
        const plain = (text) => /^[\x20-\x7e]*$/.test(text);
        const pax = plain(entry.path) ? {} : { path: entry.path };
        if (entry.kind === "file") {
          const mode = entry.executable ? 493 : 420;
          return { ...common, type: "file", size: entry.size, mode, pax };
        }
        const { target } = entry;
        const link = plain(target) ? {} : { linkpath: target };
        return { ...common, type: "symlink", size: 0, mode: 511, linkname: target, pax: { ...pax, ...link } };
      }
      async function* contents(root, entry, buffers) {
        const flags = external_node_fs_.constants.O_RDONLY | (external_node_fs_.constants.O_NOFOLLOW ?? 0);
        const file = await (0, promises_.open)(external_node_path_.join(root, entry.path), flags).catch((cause) => {
          throw unreadable(entry.path, cause);
        });
        try {
          const stat = await file.stat();
          if (!stat.isFile() || stat.size !== entry.size || stat.mtimeMs !== entry.changedMs) {
            throw changed(entry.path);
          }
          let left = entry.size;
          while (left > 0) {
            const buffer = await buffers.take();
            const { bytesRead } = await file.read(buffer, 0, Math.min(left, READ_BYTES), null);
            if (bytesRead === 0)
              throw changed(entry.path);
            left -= bytesRead;
            yield buffer.subarray(0, bytesRead);
          }
        } finally {
          await file.close();
        }
      }
      function unreadable(name, cause) {
        const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
        if (["ENOENT", "ENOTDIR", "ELOOP"].includes(code))
          return changed(name, cause);
        return new outcome.V("source-unusable", `${(0, sizes.pS)(name)} cannot be packed, because it cannot be read (${code}). Give the runner's user the right to, or name it in .dockerignore.`, { cause });
      }
      function changed(name, cause) {
        const what = name === void 0 ? "A file" : (0, sizes.pS)(name);
        return new outcome.V("source-changed", `${what} changed or went while it was packed, so that nobody could say what would be deployed. Nothing of it was deployed. Let the steps that write to the checkout end first, and run again.`, { cause });
      }
      ;
      const LIMITS = { max: limits.yK, large: 5e7, kept: 8 * 1024 * 1024 };
      const LFS_POINTER = "version https://git-lfs.github.com/spec/";
      function createPackSource(env, limits2 = LIMITS) {
        return async ({ sourcePath, configPath, note, warn }, signal) => {
          const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
          const root = await findRoot(workspace, sourcePath);
          const git = await gitFiles(root, workspace, env, signal);
          if (git === void 0)
            note("This is no checkout of git: all files count that no .gitignore leaves out.");
          const listed = git?.paths ?? await walk(root, signal);
          const chosen = await choose(root, listed, configPath);
          const { entries, left } = await survey(root, chosen.paths, signal);
          tellLeft({ ...left, ...chosen }, { note, warn });
          const files = entries.filter((entry) => entry.kind === "file");
          if (chosen.secrets.includes("./")) {
            throw new outcome.V("source-unusable", `source-path: ${(0, sizes.pS)(sourcePath)} is a git directory by what is in it (HEAD, config, objects, refs), and those can hold credentials: nothing of it is packed. Give the folder of the agent.`);
          }
          if (files.length === 0) {
            throw new outcome.V("source-unusable", `source-path: there is nothing to pack in ${(0, sizes.pS)(sourcePath)}. Check out the repository before this step, and look at its ignore files.`);
          }
          const pointers = [];
          const first = await packOnce(root, entries, limits2, pointers, signal);
          if (pointers.length > 0) {
            warn(`${(0, sizes.pS)(pointers[0] ?? "")}${pointers.length > 1 ? ` and ${pointers.length - 1} more are pointers` : " is a pointer"} of Git LFS, not the content: set \`lfs: true\` at actions/checkout if the agent needs it.`);
          }
          const contentBytes = files.reduce((sum, { size: size2 }) => sum + size2, 0);
          const size = `${(0, sizes.z3)(contentBytes)} in ${entries.length} files`;
          if (first.bytes > limits2.max) {
            throw new outcome.V("source-too-large", `Compressed, the source is larger than the ${(0, sizes.z3)(limits2.max)} that the service takes (${size}). Name in .dockerignore what the agent does not need. The largest:
${(0, sizes.nQ)(files).join("\n")}`);
          }
          if (first.bytes > limits2.large) {
            warn(`The source is ${(0, sizes.z3)(first.bytes)} when compressed (${size}), which each deploy uploads. Name in .dockerignore what the agent does not need. The largest:
${(0, sizes.nQ)(files).join("\n")}`);
          }
          const archive = {
            files: entries.length,
            contentBytes,
            bytes: first.bytes,
            sha256: first.sha256,
            commit: git?.commit
          };
          const names = new Set(entries.map((entry) => entry.path));
          return {
            archive,
            includes: (name) => names.has(name),
            open: () => again(root, entries, archive, first.kept)
          };
        };
      }
      async function findRoot(workspace, sourcePath) {
        const wrong = (problem, cause) => new outcome.V("source-unusable", `source-path: ${problem}`, { cause });
        const places = [(0, promises_.realpath)(workspace), (0, promises_.realpath)(external_node_path_.resolve(workspace, sourcePath))];
        const [outer, root] = await Promise.all(places).catch((cause) => {
          throw wrong(`the folder ${(0, sizes.pS)(sourcePath)} of the workspace cannot be found (${(0, words_of.Z)(cause)}). Check out the repository before this step, or correct the path.`, cause);
        });
        const within = external_node_path_.relative(outer, root);
        if (within === ".." || within.startsWith(`..${external_node_path_.sep}`) || external_node_path_.isAbsolute(within)) {
          throw wrong(`${(0, sizes.pS)(sourcePath)} leads out of the workspace, of which alone something may be packed.`);
        }
        const readable = await (0, promises_.readdir)(root).then(() => void 0, (cause) => ({ cause }));
        if (readable === void 0)
          return root;
        throw wrong(`${(0, sizes.pS)(sourcePath)} is no folder that can be read (${(0, words_of.Z)(readable.cause)}). Name the folder that holds the graph configuration, or leave source-path out for the whole workspace.`, readable.cause);
      }
      async function packOnce(root, entries, limits2, pointers, signal) {
        const hash = (0, external_node_crypto_.createHash)("sha256");
        let bytes = 0;
        let kept = [];
        const began = (name, chunk) => {
          if (chunk.length < 300 && Buffer.from(chunk).toString("latin1").startsWith(LFS_POINTER))
            pointers.push(name);
        };
        for await (const chunk of gzip(hashed(tar(root, entries, began), hash))) {
          signal.throwIfAborted();
          bytes += chunk.length;
          if (bytes > limits2.max)
            return { bytes, sha256: "", kept: void 0 };
          kept?.push(chunk);
          if (bytes <= limits2.kept)
            continue;
          kept = void 0;
          release(chunk);
        }
        return { bytes, sha256: hash.digest("hex"), kept };
      }
      function release({ buffer, byteLength }) {
        if (byteLength > 64 * 1024 && buffer instanceof ArrayBuffer)
          buffer.transfer(0);
      }
      async function* again(root, entries, { bytes, sha256 }, kept) {
        if (kept !== void 0) {
          yield* kept;
          return;
        }
        const hash = (0, external_node_crypto_.createHash)("sha256");
        let sent = 0;
        try {
          for await (const chunk of gzip(hashed(tar(root, entries), hash))) {
            sent += chunk.length;
            if (sent > bytes || sent === bytes && hash.digest("hex") !== sha256)
              throw changed(void 0);
            yield chunk;
          }
          if (sent !== bytes)
            throw changed(void 0);
        } catch (cause) {
          throw new errors.GW(cause);
        }
      }
      async function* hashed(source, hash) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      }
    })
  ),
  /***/
  71895: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        nQ: () => (
          /* binding */
          largest
        ),
        /* harmony export */
        pS: () => (
          /* binding */
          shownPath
        ),
        /* harmony export */
        z3: () => (
          /* binding */
          formatBytes
        )
        /* harmony export */
      });
      const MOST = 5;
      function formatBytes(bytes) {
        if (bytes < 1e3)
          return `${bytes} B`;
        const units = ["kB", "MB", "GB", "TB"];
        let value = bytes;
        let unit = "";
        for (const next of units) {
          if (value < 1e3)
            break;
          value /= 1e3;
          unit = next;
        }
        return `${value.toFixed(1)} ${unit}`;
      }
      function largest(files) {
        const folders = /* @__PURE__ */ new Map();
        for (const { path, size } of files) {
          const [top = ""] = path.split("/");
          if (path.includes("/"))
            folders.set(`${top}/`, (folders.get(`${top}/`) ?? 0) + size);
        }
        const rows = (list) => list.toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, MOST).map(([path, size]) => `${formatBytes(size).padStart(10)}  ${shownPath(path)}`);
        return [...rows([...folders]), ...rows(files.map(({ path, size }) => [path, size]))];
      }
      function shownPath(path) {
        return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
