const id = 4771;
const ids = [4771];
const modules = {
  /***/
  14771: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        judgeConfig: () => (
          /* binding */
          judgeConfig
        ),
        resolveConfig: () => (
          /* binding */
          resolveConfig
        ),
        variablesOf: () => (
          /* binding */
          variablesOf
        ),
        warningsOf: () => (
          /* binding */
          warningsOf
        )
      });
      var environment = __webpack_require__(47820);
      var policy_compile = __webpack_require__(10435);
      ;
      function resolveAccess(access, problems) {
        const allowed = access?.allow_list ?? [];
        const denied = access?.deny_list ?? [];
        if (allowed.length > 0 && denied.length > 0) {
          problems.push({ loc: ["access_control"], msg: "give allow_list or deny_list, not both" });
        }
        if (allowed.length > 0)
          return { kind: "allow", patterns: allowed };
        if (denied.length > 0)
          return { kind: "deny", patterns: denied };
        if (access && !access.allow_list && !access.deny_list) {
          problems.push({ loc: ["access_control"], msg: "has no list in it: give allow_list or deny_list" });
        }
        if (access?.allow_list) {
          problems.push({
            loc: ["access_control", "allow_list"],
            msg: "an empty allow list could mean all or nothing: leave it out to allow all, or name the hosts"
          });
        }
        return { kind: "open" };
      }
      ;
      const FIELDS = {
        matchHosts: "match_hosts",
        matchPaths: "match_paths",
        matchHeaders: "match_headers",
        noProxy: "no_proxy"
      };
      function placeIn(config, loc) {
        const [field, ...rest] = loc;
        if (field === "access") {
          const list = (config.access_control?.allow_list ?? []).length > 0 ? "allow_list" : "deny_list";
          return ["access_control", list, ...rest.slice(1)];
        }
        const place = loc[2] === "matchHeaders" ? loc.slice(0, 4) : loc;
        return place.map((part) => typeof part === "string" ? FIELDS[part] ?? part : part);
      }
      var secret_template = __webpack_require__(48102);
      var names = __webpack_require__(10892);
      ;
      function renderTemplate(value, secretOf) {
        const template = (0, secret_template.Q)(value);
        if (!template.ok)
          return { ok: false, problems: [template.msg] };
        const keys = new Set(template.parts.flatMap((part) => part.kind === "secret" ? [part.key] : []));
        if (keys.size === 0) {
          return {
            ok: false,
            problems: ['a workspace_secret value refers to at least one secret, as in "Bearer {KEY}"']
          };
        }
        const secrets = new Map([...keys].map((key) => [key, secretOf(key)]));
        const problems = [...secrets].flatMap(([key, secret]) => {
          if (secret === void 0)
            return [`workspace secret ${key} does not exist: define it in the workspace first`];
          const problem = (0, names.FQ)(secret);
          return problem === void 0 ? [] : [`workspace secret ${key} ${problem}`];
        });
        if (problems.length > 0)
          return { ok: false, problems };
        const text = template.parts.map((part) => part.kind === "text" ? part.text : secrets.get(part.key) ?? "");
        return {
          ok: true,
          value: text.join(""),
          secrets: [...secrets.values()].filter((secret) => secret !== void 0)
        };
      }
      ;
      const SOME_VALUE = "x".repeat(16);
      const ANY_VALUE = { secret: () => SOME_VALUE, opaque: () => SOME_VALUE };
      ;
      function resolveRule(rule, index, source, problems) {
        const at = ["rules", index];
        const given = rule.enabled === false ? ANY_VALUE : source;
        return {
          name: rule.name,
          matchHosts: rule.match_hosts ?? [],
          matchPaths: rule.match_paths ?? [],
          matchHeaders: (rule.match_headers ?? []).map((text, position) => matchHeader(text, [...at, "match_headers", position], problems)),
          noProxy: rule.no_proxy ?? [],
          headers: (rule.headers ?? []).map((header, position) => {
            const stored = () => given.opaque(index, position);
            const rendered = rule_valueOf(header, given, stored);
            if (rendered.ok)
              return pushed(header, rendered.value, rendered.secrets);
            const loc = [...at, "headers", position, "value"];
            problems.push(...rendered.problems.map((msg) => ({ loc, msg })));
            return pushed(header, "x", []);
          })
        };
      }
      function pushed(header, value, needles) {
        return { name: header.name, value, secret: header.type !== "plaintext", needles };
      }
      function rule_valueOf(header, source, stored) {
        const { type, value } = header;
        switch (type) {
          case "workspace_secret":
            return renderTemplate(value ?? "", (key) => source.secret(key));
          case "plaintext":
            return literal(value ?? void 0, "a plaintext header has a value", []);
          case "opaque": {
            const secret = value ?? (value === void 0 ? stored() : void 0);
            return literal(secret, "an opaque header has a value, or one that is stored already", secret === void 0 ? [] : [secret]);
          }
        }
      }
      function literal(value, missing, secrets) {
        return value === void 0 ? { ok: false, problems: [missing] } : { ok: true, value, secrets };
      }
      function matchHeader(text, loc, problems) {
        const [, name, value] = /^([^:\s]+): ?(.+)$/.exec(text) ?? [];
        if (name === void 0 || value === void 0 || name !== name.toLowerCase()) {
          problems.push({ loc, msg: 'is written "name: value", the name in lower case' });
          return { name: `x-malformed-${loc.length}-${String(loc.at(-1))}`, value: "x" };
        }
        return { name, value };
      }
      ;
      const LARGEST_CONFIG = 64 * 1024;
      function resolveProxyConfig(config, source) {
        const problems = [...tooLarge(config), ...notServed(config)];
        return problems.length > 0 ? { kind: "refused", problems } : filledIn(config, source, problems);
      }
      function checkProxyConfig(config) {
        const plain = withoutForeign(config);
        const large = tooLarge(config);
        const resolved = filledIn(plain, { ...ANY_VALUE, opaque: () => void 0 }, large);
        return resolved.kind === "refused" ? { problems: resolved.problems, warnings: [] } : { problems: [], warnings: resolved.warnings };
      }
      function filledIn(config, source, problems) {
        const access = resolveAccess(config.access_control, problems);
        const given = config.rules ?? [];
        const rules = given.map((rule, index) => resolveRule(rule, index, source, problems));
        const noProxy = config.no_proxy ?? [];
        const compile = (those) => (0, policy_compile.C)({ rules: those, noProxy, access, privateNetworks: [] });
        const all = compile(rules);
        if (all.kind === "refused") {
          problems.push(...all.problems.map(({ loc, msg }) => ({ loc: placeIn(config, loc), msg })));
        }
        if (problems.length > 0)
          return { kind: "refused", problems };
        const isOn = (_, index) => given[index]?.enabled !== false;
        const active = rules.filter(isOn);
        const compiled = compile(active);
        const variables = given.filter(isOn).flatMap((rule) => Object.entries(rule.env_vars ?? {}));
        return {
          kind: "resolved",
          config: { rules: active, noProxy, access, envVars: Object.fromEntries(variables.reverse()) },
          warnings: compiled.kind === "compiled" ? compiled.warnings : []
        };
      }
      function tooLarge(config) {
        const isLarge = Buffer.byteLength(JSON.stringify(config)) > LARGEST_CONFIG;
        return isLarge ? [{ loc: [], msg: `a configuration has at most ${LARGEST_CONFIG} bytes of JSON` }] : [];
      }
      function notServed(config) {
        const callbacks = (config.callbacks ?? []).length > 0;
        return [
          ...callbacks ? [{ loc: ["callbacks"], msg: "callbacks are not served by this proxy: use headers" }] : [],
          ...(config.rules ?? []).flatMap((rule, index) => isProvider(rule) ? [
            {
              loc: ["rules", index, "type"],
              msg: "rules of this type are not served by this proxy: use headers"
            }
          ] : [])
        ];
      }
      function isProvider(rule) {
        return rule.type !== void 0 && rule.type !== null && rule.type !== "";
      }
      function withoutForeign(config) {
        const plain = (list) => list?.map((entry) => entry.startsWith("~") ? "regular-expression.invalid" : entry);
        const access = config.access_control;
        return {
          ...config,
          callbacks: [],
          access_control: access && { allow_list: plain(access.allow_list), deny_list: plain(access.deny_list) },
          rules: config.rules?.map((rule) => isProvider(rule) ? { name: rule.name, match_hosts: ["provider.invalid"], enabled: false } : rule)
        };
      }
      ;
      const judgeConfig = (config, mode) => {
        if (mode === "hosted")
          return checkProxyConfig(config).problems;
        const resolved = resolveProxyConfig(config, { secret: () => "x", opaque: () => void 0 });
        return resolved.kind === "refused" ? resolved.problems : [];
      };
      const warningsOf = (config) => checkProxyConfig(config).warnings;
      function resolveConfig(config, secrets) {
        const resolved = resolveProxyConfig(config, {
          secret: (key) => Object.hasOwn(secrets, key) ? secrets[key] : void 0,
          opaque: () => void 0
        });
        if (resolved.kind === "refused")
          return resolved;
        const { envVars, ...part } = resolved.config;
        return { kind: "resolved", part, envVars, warnings: resolved.warnings };
      }
      function variablesOf(place) {
        return { set: (0, environment.w)({ ...place, hasDirectWay: true }), names: environment.b };
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
  )
};
export {
  id,
  ids,
  modules
};
