const id = 986;
const ids = [986];
const modules = {
  /***/
  5986: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        parseResourceSpec: () => (
          /* binding */
          parseResourceSpec
        ),
        /* harmony export */
        parseSecretReferences: () => (
          /* binding */
          parseSecretReferences
        )
        /* harmony export */
      });
      var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8232);
      var yaml__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3483);
      var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4410);
      var _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4366);
      var _contract_reserved_names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3918);
      var _contract_secret_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2127);
      var _preview_marker_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5896);
      var _problem_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9262);
      const SPEC_KEYS = Object.keys(_contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_2__.y.shape);
      function parseResourceSpec(text) {
        const parsed = parseYaml(text);
        if (!parsed.ok)
          return parsed;
        const { value } = parsed;
        if (typeof value !== "object" || value === null || Array.isArray(value)) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_5__.MB)("it is no mapping", "Write one `field: value` per line, such as `cpu: 1`.");
        }
        const unknown = Object.keys(value).filter((key) => !SPEC_KEYS.includes(key));
        const result = _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_2__.y.safeParse(value);
        const problems = [...unknown.map(unknownKey), ...result.success ? [] : complaintsOf(result.error)];
        return result.success && problems.length === 0 ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_5__.uw)(result.data) : { ok: false, problems };
      }
      function parseSecretReferences(text, secrets) {
        const parsed = parseYaml(text);
        if (!parsed.ok)
          return parsed;
        if (!Array.isArray(parsed.value)) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_5__.MB)("it is no list", "Write `- name: \u2026`, `secret_name: \u2026` and `secret_key: \u2026` for each.");
        }
        const result = zod__WEBPACK_IMPORTED_MODULE_6__.YOg(_contract_secret_js__WEBPACK_IMPORTED_MODULE_4__.Us).safeParse(parsed.value);
        if (!result.success)
          return { ok: false, problems: complaintsOf(result.error) };
        const problems = [];
        const seen = new Set(secrets.map(({ name }) => name));
        for (const { name } of result.data) {
          if (seen.has(name))
            problems.push({ problem: `${name} is set more than once`, cure: "Keep one of them." });
          if ((0, _contract_reserved_names_js__WEBPACK_IMPORTED_MODULE_3__.c)(name, { selfHosted: true })) {
            problems.push({ problem: `${name} is reserved: the platform sets it itself`, cure: "Remove it." });
          }
          if (name === _preview_marker_js__WEBPACK_IMPORTED_MODULE_7__.yf) {
            problems.push({ problem: `${name} is reserved: it marks previews`, cure: "Remove it." });
          }
          seen.add(name);
        }
        return problems.length > 0 ? { ok: false, problems } : (0, _problem_js__WEBPACK_IMPORTED_MODULE_5__.uw)(result.data);
      }
      function parseYaml(text) {
        try {
          const document = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.Tp)(text, { prettyErrors: false, uniqueKeys: true, logLevel: "error" });
          const [error] = document.errors;
          if (error !== void 0) {
            const line = text.slice(0, error.pos[0]).split("\n").length;
            return (0, _problem_js__WEBPACK_IMPORTED_MODULE_5__.MB)(`it is neither YAML nor JSON: line ${line}: ${error.code}`, "Check quotes and indentation.");
          }
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_5__.uw)(document.toJS());
        } catch {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_5__.MB)("it expands to too much, or is nested too deep", "Write it flat, without so many aliases.");
        }
      }
      function complaintsOf(error) {
        return error.issues.map(({ path, message }) => ({
          problem: `${path.length === 0 ? "(whole)" : path.join(".")}: ${message}`,
          cure: "Correct this field."
        }));
      }
      function unknownKey(key) {
        const nearest = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.closest)(key, SPEC_KEYS);
        const near = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.distance)(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
        return {
          problem: `${key}: there is no such field`,
          cure: near ? `Did you mean ${nearest}?` : "Remove it; the fields stand in the documentation."
        };
      }
    })
  ),
  /***/
  3917: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $5: () => (
          /* binding */
          freeForm
        ),
        /* harmony export */
        KQ: () => (
          /* binding */
          dateTime
        ),
        /* harmony export */
        UG: () => (
          /* binding */
          dnsLabel
        ),
        /* harmony export */
        VM: () => (
          /* binding */
          cIdentifier2
        ),
        /* harmony export */
        lq: () => (
          /* binding */
          optional
        ),
        /* harmony export */
        uR: () => (
          /* binding */
          uuid
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4410);
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3477);
      var _patterns_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2652);
      const uuid = zod__WEBPACK_IMPORTED_MODULE_0__.OsD();
      const dateTime = zod__WEBPACK_IMPORTED_MODULE_1__.w$({ offset: true });
      const dnsLabel = zod__WEBPACK_IMPORTED_MODULE_0__.YjP().regex(_patterns_js__WEBPACK_IMPORTED_MODULE_2__.HR, "must be a DNS label: 1 to 63 lower-case letters, digits or dashes, no dash at either end");
      const cIdentifier2 = zod__WEBPACK_IMPORTED_MODULE_0__.YjP().regex(_patterns_js__WEBPACK_IMPORTED_MODULE_2__.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
      const freeForm = zod__WEBPACK_IMPORTED_MODULE_0__.g1P(zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), zod__WEBPACK_IMPORTED_MODULE_0__.L5J());
      const optional = (schema) => schema.nullish();
    })
  ),
  /***/
  4366: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        y: () => (
          /* binding */
          ResourceSpec
        ),
        t: () => (
          /* binding */
          roundCpu
        )
      });
      var schemas = __webpack_require__(4410);
      var limits = __webpack_require__(5403);
      var primitives = __webpack_require__(3917);
      ;
      const LocalObjectReference = schemas.Ikc({ name: schemas.YjP().min(1) });
      const Volume = schemas.Ikc({
        name: primitives.UG,
        configMap: (0, primitives.lq)(primitives.$5),
        secret: (0, primitives.lq)(primitives.$5),
        emptyDir: (0, primitives.lq)(primitives.$5),
        persistentVolumeClaim: (0, primitives.lq)(primitives.$5),
        nfs: (0, primitives.lq)(primitives.$5),
        projected: (0, primitives.lq)(primitives.$5),
        downwardAPI: (0, primitives.lq)(primitives.$5),
        csi: (0, primitives.lq)(primitives.$5)
      });
      const VolumeMount = schemas.Ikc({
        name: schemas.YjP().min(1),
        mountPath: schemas.YjP().min(1),
        subPath: (0, primitives.lq)(schemas.YjP()),
        mountPropagation: (0, primitives.lq)(schemas.YjP()),
        readOnly: (0, primitives.lq)(schemas.zMY()),
        subPathExpr: (0, primitives.lq)(schemas.YjP())
      });
      const EnvVar = schemas.Ikc({
        name: primitives.VM,
        value: (0, primitives.lq)(schemas.YjP()).default(""),
        valueFrom: (0, primitives.lq)(primitives.$5)
      }).refine((env) => !(env.value && env.valueFrom), {
        path: ["valueFrom"],
        message: "cannot be used when value is non-empty"
      });
      const ResourceRequirements = schemas.Ikc({
        limits: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP())),
        requests: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP()))
      });
      const Container = schemas.Ikc({
        name: primitives.UG,
        image: schemas.YjP().min(1),
        imagePullPolicy: (0, primitives.lq)(schemas.k5n(["Always", "Never", "IfNotPresent"])),
        command: (0, primitives.lq)(schemas.YOg(schemas.YjP())),
        args: (0, primitives.lq)(schemas.YOg(schemas.YjP())),
        workingDir: (0, primitives.lq)(schemas.YjP()),
        env: (0, primitives.lq)(schemas.YOg(EnvVar)),
        envFrom: (0, primitives.lq)(schemas.YOg(primitives.$5)),
        resources: (0, primitives.lq)(ResourceRequirements),
        volumeMounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        securityContext: (0, primitives.lq)(primitives.$5),
        restartPolicy: (0, primitives.lq)(schemas.k5n(["Always", "OnFailure"]))
      });
      function volumeProblems(pod) {
        const problems = [];
        const names = /* @__PURE__ */ new Set();
        for (const [index, { name }] of (pod.volumes ?? []).entries()) {
          if (names.has(name)) {
            problems.push({ path: ["volumes", index, "name"], message: "must be unique within the pod" });
          }
          names.add(name);
        }
        const check = (mounts, path) => {
          for (const [index, mount] of (mounts ?? []).entries()) {
            if (!names.has(mount.name)) {
              problems.push({ path: [...path, index, "name"], message: "must match the name of a volume" });
            }
          }
        };
        check(pod.volume_mounts, ["volume_mounts"]);
        for (const list of ["init_containers", "sidecars"]) {
          for (const [index, container] of (pod[list] ?? []).entries()) {
            check(container.volumeMounts, [list, index, "volumeMounts"]);
          }
        }
        return problems;
      }
      ;
      const bounded = (max) => (0, primitives.lq)(schemas.aig().min(limits.Wt).max(max).transform(roundCpu));
      const cores = () => (0, primitives.lq)(schemas.aig().min(0).transform(roundCpu));
      const whole = () => (0, primitives.lq)(schemas.Whr().min(0));
      function roundCpu(value) {
        return Math.round(value * 10) / 10;
      }
      const ResourceSpec = schemas.Ikc({
        min_scale: whole(),
        max_scale: whole(),
        cpu: bounded(limits.eu),
        cpu_limit: bounded(limits.st),
        memory_mb: whole(),
        memory_limit_mb: whole(),
        queue_min_scale: whole(),
        queue_max_scale: whole(),
        queue_cpu: bounded(limits.eu),
        queue_cpu_limit: bounded(limits.st),
        queue_memory_mb: whole(),
        queue_memory_limit_mb: whole(),
        redis_cpu: bounded(limits.eu),
        redis_cpu_limit: bounded(limits.st),
        redis_memory_mb: whole(),
        redis_memory_limit_mb: whole(),
        db_cpu: cores(),
        db_cpu_limit: cores(),
        db_memory_mb: whole(),
        db_memory_limit_mb: whole(),
        db_storage_gi: whole(),
        db_max_connections: whole(),
        labels: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP())),
        annotations: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP())),
        service_account_name: (0, primitives.lq)(schemas.YjP().min(1)),
        image_pull_secrets: (0, primitives.lq)(schemas.YOg(LocalObjectReference)),
        volumes: (0, primitives.lq)(schemas.YOg(Volume)),
        volume_mounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        init_containers: (0, primitives.lq)(schemas.YOg(Container)),
        sidecars: (0, primitives.lq)(schemas.YOg(Container)),
        // Marked do-not-use by the service; accepted so that a spec read back can be sent again.
        orchestrator_cpu: cores(),
        orchestrator_cpu_limit: cores(),
        orchestrator_memory_mb: whole(),
        orchestrator_memory_limit_mb: whole(),
        orchestrator_min_scale: whole(),
        orchestrator_max_scale: whole(),
        executor_cpu: cores(),
        executor_cpu_limit: cores(),
        executor_memory_mb: whole(),
        executor_memory_limit_mb: whole()
      }).check(({ value, issues }) => {
        for (const { path, message } of volumeProblems(value)) {
          issues.push({ code: "custom", input: value, path, message });
        }
      });
    })
  ),
  /***/
  2127: (
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
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4410);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3917);
      const variableName = zod__WEBPACK_IMPORTED_MODULE_1__.YjP().regex(/^[^=\0]+$/, 'must not be empty, and must not contain "=" or NUL');
      const Secret = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: variableName,
        value: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().refine((value) => !value.includes("\0"), "must not contain NUL")
      });
      const SecretReference = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: variableName,
        secret_name: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1),
        secret_key: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1)
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
