const id = 9700;
const ids = [9700];
const modules = {
  /***/
  39700: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        parseResourceSpec: () => (
          /* binding */
          parseResourceSpec
        ),
        parseSecretReferences: () => (
          /* binding */
          parseSecretReferences
        )
      });
      var schemas = __webpack_require__(34410);
      ;
      const LOST = "__proto__";
      function lostKey(given, parsed) {
        const left = [{ given, parsed, path: [] }];
        for (let next = left.pop(); next; next = left.pop()) {
          const { given: here, parsed: made, path } = next;
          if (here === made || typeof here !== "object" || here === null)
            continue;
          if (typeof made !== "object" || made === null)
            continue;
          if (Object.hasOwn(here, LOST) && !Object.hasOwn(made, LOST))
            return [...path, LOST];
          const isList = Array.isArray(here);
          for (const key of isList ? here.keys() : Object.keys(here)) {
            const value = Reflect.get(here, key);
            if (typeof value !== "object" || value === null)
              continue;
            left.push({
              given: value,
              parsed: Object.hasOwn(made, key) ? Reflect.get(made, key) : void 0,
              path: [...path, key]
            });
          }
        }
        return void 0;
      }
      const LOST_KEY = "the key __proto__ cannot be kept here: give it another name";
      function lostKeyError(given, parsed, part) {
        const lost = lostKey(given, parsed);
        return lost && { loc: [part, ...lost], msg: LOST_KEY, type: "value_error" };
      }
      var resource_spec = __webpack_require__(70011);
      var reserved_names = __webpack_require__(53918);
      var secret = __webpack_require__(12127);
      var marker = __webpack_require__(55896);
      var missing_value = __webpack_require__(30845);
      var problem = __webpack_require__(49262);
      var inputs_yaml = __webpack_require__(31230);
      ;
      const SPEC_KEYS = Object.keys(resource_spec.yd.shape);
      function parseResourceSpec(text) {
        const parsed = (0, inputs_yaml.gM)(text);
        if (!parsed.ok)
          return parsed;
        const { value } = parsed.value;
        if (typeof value !== "object" || value === null || Array.isArray(value)) {
          return (0, problem.MB)("it is no mapping", "Write one `field: value` per line, such as `cpu: 1`.");
        }
        const unknown = Object.keys(value).filter((key) => !SPEC_KEYS.includes(key));
        const result = resource_spec.yd.safeParse(value);
        const lost = result.success ? lostKey(value, result.data) : void 0;
        const problems = [
          ...unknown.map(unknownKey),
          ...emptyVariables(parsed.value),
          ...result.success ? [] : complaintsOf(result.error),
          ...lost ? [{ problem: `${lost.join(".")}: ${LOST_KEY}`, cure: "Correct this field." }] : []
        ];
        return result.success && problems.length === 0 ? (0, problem.uw)(result.data) : { ok: false, problems };
      }
      function parseSecretReferences(text, secrets) {
        const parsed = (0, inputs_yaml.gM)(text);
        if (!parsed.ok)
          return parsed;
        if (!Array.isArray(parsed.value.value)) {
          return (0, problem.MB)("it is no list", "Write `- name: \u2026`, `secret_name: \u2026` and `secret_key: \u2026` for each.");
        }
        const empty = emptyReferences(parsed.value);
        if (empty.length > 0)
          return { ok: false, problems: empty };
        const result = schemas.YOg(secret.Us).safeParse(parsed.value.value);
        if (!result.success)
          return { ok: false, problems: complaintsOf(result.error) };
        const problems = [];
        const seen = new Set(secrets.map(({ name }) => name));
        for (const { name } of result.data) {
          if (seen.has(name))
            problems.push({ problem: `${name} is set more than once`, cure: "Keep one of them." });
          if ((0, reserved_names.c)(name, { selfHosted: true })) {
            problems.push({ problem: `${name} is reserved: the platform sets it itself`, cure: "Remove it." });
          }
          if (name === marker.yf) {
            problems.push({ problem: `${name} is reserved: it marks previews`, cure: "Remove it." });
          }
          seen.add(name);
        }
        return problems.length > 0 ? { ok: false, problems } : (0, problem.uw)(result.data);
      }
      function emptyVariables(yaml) {
        return ["init_containers", "sidecars"].flatMap((list) => items(yaml.value, list).flatMap((container, at) => items(container, "env").flatMap((variable, index) => {
          if (!(0, inputs_yaml.pi)(variable) || !Object.hasOwn(variable, "value") || variable["valueFrom"])
            return [];
          const missing = (0, missing_value.Q)(variable["value"], "For an empty value leave out `value`.");
          const path = [list, at, "env", index, "value"];
          return missing === void 0 ? [] : [located(yaml, path, nameOf(variable, "name"), missing)];
        })));
      }
      function emptyReferences(yaml) {
        const references = Array.isArray(yaml.value) ? yaml.value : [];
        return references.flatMap((reference, index) => ["name", "secret_name", "secret_key"].flatMap((field) => {
          if (!(0, inputs_yaml.pi)(reference) || !Object.hasOwn(reference, field))
            return [];
          const missing = (0, missing_value.Q)(reference[field], `Write the ${field} itself.`);
          const name = nameOf(reference, "name");
          return missing === void 0 ? [] : [located(yaml, [index, field], `${name}: ${field}`, missing)];
        }));
      }
      function located(yaml, path, name, { problem: problem2, cure }) {
        return { problem: `line ${yaml.lineOf(path)}: ${name} ${problem2}`, cure };
      }
      function nameOf(holder, key) {
        const name = (0, inputs_yaml.pi)(holder) ? holder[key] : void 0;
        return typeof name === "string" && name !== "" ? name : "(unnamed)";
      }
      function items(holder, key) {
        const found = (0, inputs_yaml.pi)(holder) ? holder[key] : void 0;
        return Array.isArray(found) ? found : [];
      }
      function complaintsOf(error) {
        return error.issues.map(({ path, message }) => ({
          problem: `${path.length === 0 ? "(whole)" : path.join(".")}: ${message}`,
          cure: "Correct this field."
        }));
      }
      function unknownKey(key) {
        return { problem: `${key}: there is no such field`, cure: (0, inputs_yaml.Ko)(key, SPEC_KEYS) };
      }
    })
  ),
  /***/
  31230: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Ko: () => (
          /* binding */
          cureOfKey
        ),
        /* harmony export */
        Qz: () => (
          /* binding */
          isTypingError
        ),
        /* harmony export */
        gM: () => (
          /* binding */
          readYaml
        ),
        /* harmony export */
        pi: () => (
          /* binding */
          isMapping
        )
        /* harmony export */
      });
      var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38232);
      var yaml__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(33483);
      var _problem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(49262);
      function readYaml(text) {
        try {
          const document = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.Tp)(text, { prettyErrors: false, uniqueKeys: sameKey, logLevel: "error" });
          const [error] = document.errors;
          const lineAt = (offset) => text.slice(0, offset).split("\n").length;
          if (error !== void 0) {
            return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)(`it is neither YAML nor JSON: line ${lineAt(error.pos[0])}: ${error.code}`, "Check quotes and indentation.");
          }
          const lineOf = (path) => {
            for (let length = path.length; length > 0; length -= 1) {
              const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
              const key = path[length - 1];
              const pair = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jh)(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : void 0;
              const node = pair?.key ?? document.getIn(path.slice(0, length), true);
              if ((0, yaml__WEBPACK_IMPORTED_MODULE_1__.Ll)(node) && node.range)
                return lineAt(node.range[0]);
            }
            return 1;
          };
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ value: document.toJS(), lineOf });
        } catch {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)("it expands to too much, or is nested too deep", "Write it flat, without so many aliases.");
        }
      }
      function sameKey(one, other) {
        return one === other || (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jn)(one) && (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jn)(other) && nameOf(one) === nameOf(other);
      }
      function nameOf(key) {
        const value = key.toJSON();
        if (value === null || value === void 0)
          return "";
        return typeof value === "string" ? value : JSON.stringify(value);
      }
      function keyOf(item) {
        if (!(0, yaml__WEBPACK_IMPORTED_MODULE_1__.tO)(item))
          return void 0;
        const key = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.Ll)(item.key) ? item.key.toJSON() : item.key;
        return typeof key === "string" || typeof key === "number" ? String(key) : void 0;
      }
      function isTypingError(key, known) {
        return (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.distance)(key, (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.closest)(key, known)) <= 2;
      }
      function cureOfKey(key, known) {
        const nearest = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.closest)(key, known);
        const near = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.distance)(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
        return near ? `Did you mean ${nearest}?` : "Remove it; the fields stand in the documentation.";
      }
      function isMapping(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
      }
    })
  ),
  /***/
  99816: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        L: () => (
          /* binding */
          deriveResourceSpec
        )
        /* harmony export */
      });
      var _round_cpu_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(39948);
      const isCpu = (field) => field.endsWith("cpu") || field.endsWith("cpu_limit");
      const DEFAULTS = [
        ["cpu_limit", "cpu", 2],
        ["memory_limit_mb", "memory_mb", 2],
        ["queue_min_scale", "min_scale", 1],
        ["queue_max_scale", "max_scale", 1],
        ["queue_cpu", "cpu", 1],
        ["queue_cpu_limit", "queue_cpu", 2],
        ["queue_memory_mb", "memory_mb", 1],
        ["queue_memory_limit_mb", "queue_memory_mb", 2],
        ["redis_cpu_limit", "redis_cpu", 2],
        ["redis_memory_limit_mb", "redis_memory_mb", 1],
        ["db_cpu_limit", "db_cpu", 2],
        ["db_memory_limit_mb", "db_memory_mb", 2]
      ];
      function deriveResourceSpec(spec) {
        const derived = { ...spec };
        for (const field of Object.keys(derived)) {
          if (!isCpu(field))
            continue;
          const value = derived[field];
          if (typeof value === "number")
            derived[field] = (0, _round_cpu_js__WEBPACK_IMPORTED_MODULE_0__.t)(value);
        }
        for (const [field, base, factor] of DEFAULTS) {
          const from = derived[base];
          if (typeof from !== "number")
            continue;
          if (derived[field] === void 0 || derived[field] === null) {
            const value = from * factor;
            derived[field] = isCpu(field) ? (0, _round_cpu_js__WEBPACK_IMPORTED_MODULE_0__.t)(value) : value;
          }
        }
        return derived;
      }
    })
  ),
  /***/
  9081: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        LO: () => (
          /* binding */
          missing
        ),
        /* harmony export */
        ag: () => (
          /* binding */
          said2
        ),
        /* harmony export */
        gk: () => (
          /* binding */
          finding
        ),
        /* harmony export */
        jb: () => (
          /* binding */
          describeFinding
        ),
        /* harmony export */
        kA: () => (
          /* binding */
          describeFindings
        )
        /* harmony export */
      });
      function finding(loc, msg, type = "value_error") {
        return { loc: ["body", ...loc], msg, type };
      }
      function missing(loc, why) {
        return finding(loc, `Field required: ${why}`, "missing");
      }
      function describeFindings(findings) {
        return findings.map(describeFinding).join("; ");
      }
      function describeFinding({ loc, msg }) {
        const path = loc[0] === "body" && loc.length > 1 ? loc.slice(1) : loc;
        return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
      }
      function said2(value) {
        return value !== null && value !== void 0;
      }
    })
  ),
  /***/
  5729: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        VM: () => (
          /* binding */
          cIdentifier2
        ),
        KQ: () => (
          /* binding */
          dateTime
        ),
        UG: () => (
          /* binding */
          dnsLabel
        ),
        $5: () => (
          /* binding */
          freeForm
        ),
        lq: () => (
          /* binding */
          optional
        ),
        Qq: () => (
          /* binding */
          primitives_text
        ),
        uR: () => (
          /* binding */
          uuid
        ),
        Vm: () => (
          /* binding */
          word
        )
      });
      var schemas = __webpack_require__(34410);
      var api = __webpack_require__(41299);
      ;
      function datetime(params) {
        return api.G1(schemas.You, params);
      }
      function date(params) {
        return core._isoDate(ZodISODate, params);
      }
      function time(params) {
        return core._isoTime(ZodISOTime, params);
      }
      function duration(params) {
        return core._isoDuration(ZodISODuration, params);
      }
      var patterns = __webpack_require__(52652);
      ;
      const uuid = schemas.OsD();
      const dateTime = datetime({ offset: true });
      const dnsLabel = schemas.YjP().regex(patterns.HR, "must be a DNS label: 1 to 63 lower-case letters, digits or dashes, no dash at either end");
      const cIdentifier2 = schemas.YjP().regex(patterns.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
      const freeForm = schemas.g1P(schemas.YjP(), schemas.L5J());
      const primitives_text = schemas.YjP().refine((value) => !value.includes("\0") && value.isWellFormed(), "must not contain NUL or half a character");
      const word = primitives_text.min(1);
      const optional = (schema) => schema.nullish();
    })
  ),
  /***/
  70011: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        yd: () => (
          /* binding */
          ResourceSpec
        )
      });
      var schemas = __webpack_require__(34410);
      var limits = __webpack_require__(55403);
      var findings = __webpack_require__(9081);
      var primitives = __webpack_require__(5729);
      ;
      const LocalObjectReference = schemas.Ikc({ name: primitives.Vm });
      const volumeSources = {
        configMap: (0, primitives.lq)(primitives.$5),
        secret: (0, primitives.lq)(primitives.$5),
        emptyDir: (0, primitives.lq)(primitives.$5),
        persistentVolumeClaim: (0, primitives.lq)(primitives.$5),
        nfs: (0, primitives.lq)(primitives.$5),
        projected: (0, primitives.lq)(primitives.$5),
        downwardAPI: (0, primitives.lq)(primitives.$5),
        csi: (0, primitives.lq)(primitives.$5)
      };
      const Volume = schemas.Ikc({ name: primitives.UG, ...volumeSources }).refine(({ name: _, ...sources }) => Object.values(sources).filter(findings.ag).length <= 1, "must have one source at most");
      const VolumeMount = schemas.Ikc({
        name: primitives.Vm,
        mountPath: primitives.Vm,
        subPath: (0, primitives.lq)(primitives.Qq),
        mountPropagation: (0, primitives.lq)(primitives.Qq),
        readOnly: (0, primitives.lq)(schemas.zMY()),
        subPathExpr: (0, primitives.lq)(primitives.Qq)
      });
      const EnvVar = schemas.Ikc({
        name: primitives.VM,
        // "Nullable, defaults to empty string": null says nothing, as everywhere.
        value: (0, primitives.lq)(primitives.Qq).transform((value) => value ?? ""),
        valueFrom: (0, primitives.lq)(primitives.$5)
      }).refine((env) => !(env.value && env.valueFrom), {
        path: ["valueFrom"],
        message: "cannot be used when value is non-empty"
      });
      const ResourceRequirements = schemas.Ikc({
        limits: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)),
        requests: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq))
      });
      const Container = schemas.Ikc({
        name: primitives.UG,
        image: primitives.Vm,
        imagePullPolicy: (0, primitives.lq)(schemas.k5n(["Always", "Never", "IfNotPresent"])),
        command: (0, primitives.lq)(schemas.YOg(primitives.Qq)),
        args: (0, primitives.lq)(schemas.YOg(primitives.Qq)),
        workingDir: (0, primitives.lq)(primitives.Qq),
        env: (0, primitives.lq)(schemas.YOg(EnvVar)),
        envFrom: (0, primitives.lq)(schemas.YOg(primitives.$5)),
        resources: (0, primitives.lq)(ResourceRequirements),
        volumeMounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        securityContext: (0, primitives.lq)(primitives.$5),
        restartPolicy: (0, primitives.lq)(schemas.k5n(["Always", "OnFailure"]))
      });
      ;
      function podProblems(pod) {
        return [...volumeProblems(pod), ...containerProblems(pod)];
      }
      function volumeProblems(pod) {
        const volumes = pod.volumes ?? [];
        const names = new Set(volumes.map(({ name }) => name));
        const mounts = (list, path) => (list ?? []).flatMap(({ name }, index) => names.has(name) ? [] : [{ path: [...path, index, "name"], message: "must match the name of a volume" }]);
        return [
          ...repeated(volumes.map(({ name }, index) => [name, ["volumes", index, "name"]])),
          ...mounts(pod.volume_mounts, ["volume_mounts"]),
          ...CONTAINER_LISTS.flatMap((list) => (pod[list] ?? []).flatMap(({ volumeMounts }, index) => mounts(volumeMounts, [list, index, "volumeMounts"])))
        ];
      }
      const CONTAINER_LISTS = ["init_containers", "sidecars"];
      function containerProblems(pod) {
        const names = CONTAINER_LISTS.flatMap((list) => (pod[list] ?? []).map(({ name }, index) => [name, [list, index, "name"]]));
        const restarted = (pod.init_containers ?? []).flatMap(({ restartPolicy }, index) => (0, findings.ag)(restartPolicy) ? [
          {
            path: ["init_containers", index, "restartPolicy"],
            message: "applies to sidecars only: an init container runs to completion"
          }
        ] : []);
        return [...repeated(names), ...restarted];
      }
      function repeated(named) {
        const seen = /* @__PURE__ */ new Set();
        return named.flatMap(([name, path]) => {
          if (seen.has(name))
            return [{ path, message: "must be unique within the pod" }];
          seen.add(name);
          return [];
        });
      }
      var derive = __webpack_require__(99816);
      ;
      const PAIRS = [
        ["min_scale", "max_scale"],
        ["cpu", "cpu_limit"],
        ["memory_mb", "memory_limit_mb"],
        ["queue_min_scale", "queue_max_scale"],
        ["queue_cpu", "queue_cpu_limit"],
        ["queue_memory_mb", "queue_memory_limit_mb"],
        ["redis_cpu", "redis_cpu_limit"],
        ["redis_memory_mb", "redis_memory_limit_mb"],
        ["db_cpu", "db_cpu_limit"],
        ["db_memory_mb", "db_memory_limit_mb"]
      ];
      function boundProblems(spec) {
        const effective = (0, derive.L)(spec);
        return PAIRS.flatMap(([low, high]) => {
          const least = effective[low];
          const most = effective[high];
          if (typeof least !== "number" || typeof most !== "number" || least <= most)
            return [];
          if (!(0, findings.ag)(spec[low]) && !(0, findings.ag)(spec[high]))
            return [];
          return !(0, findings.ag)(spec[high]) ? [{ path: [low], message: `must not be above ${high}${fromDefault(spec, high)}` }] : [{ path: [high], message: `must not be below ${low}${fromDefault(spec, low)}` }];
        });
      }
      function fromDefault(spec, field) {
        return (0, findings.ag)(spec[field]) ? "" : ", which is unset and has its default";
      }
      var round_cpu = __webpack_require__(39948);
      ;
      const bounded = (max) => (0, primitives.lq)(schemas.aig().min(limits.Wt).max(max).transform(round_cpu.t));
      const cores = (max = limits.Mb) => (0, primitives.lq)(schemas.aig().min(0).max(max).transform(round_cpu.t));
      const whole = (max = limits.Mb) => (0, primitives.lq)(schemas.Whr().min(0).max(max));
      const coresLimit = () => cores(2 * limits.Mb);
      const wholeLimit = () => whole(2 * limits.Mb);
      const UNUSED = {
        orchestrator_cpu: cores(),
        orchestrator_cpu_limit: coresLimit(),
        orchestrator_memory_mb: whole(),
        orchestrator_memory_limit_mb: wholeLimit(),
        orchestrator_min_scale: whole(),
        orchestrator_max_scale: whole(),
        executor_cpu: cores(),
        executor_cpu_limit: coresLimit(),
        executor_memory_mb: whole(),
        executor_memory_limit_mb: wholeLimit()
      };
      function doNotUseFields(spec) {
        return Object.keys(UNUSED).filter((field) => said(Reflect.get(spec ?? {}, field)));
      }
      const DO_NOT_USE = new Set(Object.values(UNUSED));
      const Fields = schemas.Ikc({
        min_scale: whole(),
        max_scale: whole(),
        cpu: bounded(limits.eu),
        cpu_limit: bounded(limits.st),
        memory_mb: whole(),
        memory_limit_mb: wholeLimit(),
        queue_min_scale: whole(),
        queue_max_scale: whole(),
        queue_cpu: bounded(limits.eu),
        queue_cpu_limit: bounded(limits.st),
        queue_memory_mb: whole(),
        queue_memory_limit_mb: wholeLimit(),
        redis_cpu: bounded(limits.eu),
        redis_cpu_limit: bounded(limits.st),
        redis_memory_mb: whole(),
        redis_memory_limit_mb: wholeLimit(),
        db_cpu: cores(),
        db_cpu_limit: coresLimit(),
        db_memory_mb: whole(),
        db_memory_limit_mb: wholeLimit(),
        db_storage_gi: whole(),
        db_max_connections: whole(),
        labels: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)),
        annotations: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)),
        service_account_name: (0, primitives.lq)(primitives.Vm),
        image_pull_secrets: (0, primitives.lq)(schemas.YOg(LocalObjectReference)),
        volumes: (0, primitives.lq)(schemas.YOg(Volume)),
        volume_mounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        init_containers: (0, primitives.lq)(schemas.YOg(Container)),
        sidecars: (0, primitives.lq)(schemas.YOg(Container)),
        ...UNUSED
      });
      const ResourceSpec = Fields.check(({ value, issues }) => {
        const bounds = issues.length === 0 ? boundProblems(value) : [];
        for (const { path, message } of [...podProblems(value), ...bounds]) {
          issues.push({ code: "custom", input: value, path, message });
        }
      });
    })
  ),
  /***/
  39948: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        t: () => (
          /* binding */
          roundCpu
        )
        /* harmony export */
      });
      function roundCpu(value) {
        return Math.round(value * 10) / 10;
      }
    })
  ),
  /***/
  12127: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Us: () => (
          /* binding */
          SecretReference
        ),
        /* harmony export */
        zh: () => (
          /* binding */
          Secret
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34410);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5729);
      const variableName = _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Qq.regex(/^[^=\0]+$/, 'must not be empty, and must not contain "=" or NUL');
      const Secret = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({ name: variableName, value: _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Qq });
      const SecretReference = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: variableName,
        secret_name: _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm,
        secret_key: _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm
      });
      const SecretName = (
        /* unused pure expression or super */
        null
      );
    })
  )
};
export {
  id,
  ids,
  modules
};
