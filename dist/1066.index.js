const id = 1066;
const ids = [1066, 4603];
const modules = {
  /***/
  74603: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        AuditEntry: () => (
          /* binding */
          AuditEntry
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34410);
      var _explanation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55014);
      const AuditEntry = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        at: zod__WEBPACK_IMPORTED_MODULE_1__.YjP(),
        sandbox: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        revision: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        rule: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        decision: zod__WEBPACK_IMPORTED_MODULE_1__.k5n(_explanation_js__WEBPACK_IMPORTED_MODULE_0__.Y),
        reason: zod__WEBPACK_IMPORTED_MODULE_1__.YjP(),
        scheme: zod__WEBPACK_IMPORTED_MODULE_1__.k5n(["http", "https", "tunnel"]),
        host: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        port: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        method: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        path: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        status: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        bytesUp: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        bytesDown: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        ms: zod__WEBPACK_IMPORTED_MODULE_1__.aig(),
        injected: zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP()),
        masked: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        /** A secret went out, and the body of the answer could not be searched for it: compressed, or of no kind of text. */
        unsearched: zod__WEBPACK_IMPORTED_MODULE_1__.zMY()
      });
    })
  ),
  /***/
  55014: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Y: () => (
          /* binding */
          DECISIONS
        ),
        /* harmony export */
        u: () => (
          /* binding */
          Explanation
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34410);
      const DECISIONS = ["inject", "forward", "tunnel", "bypass", "deny", "refuse"];
      const Explanation = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        url: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        decision: zod__WEBPACK_IMPORTED_MODULE_0__.k5n(DECISIONS),
        /** A reason code, such as `rule-matched`, `no-rule-for-host`, `plaintext-credential-refused`. */
        reason: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        rule: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullable(),
        /** Names of the headers that would be injected. */
        headers: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        detail: zod__WEBPACK_IMPORTED_MODULE_0__.YjP()
      });
    })
  ),
  /***/
  31066: (
    /***/
    ((__unused_webpack___webpack_module__, __unused_webpack___webpack_exports__, __webpack_require__) => {
      var external_node_net_ = __webpack_require__(77030);
      var external_node_process_ = __webpack_require__(1708);
      ;
      const WAITING_AT_OWNER = 2e4;
      function createAuditLog(targets) {
        let waiting2 = [];
        let atOwner = 0;
        const toOwner = (entries) => {
          const tell = targets.owner();
          if (tell === null)
            return;
          if (atOwner + entries.length > WAITING_AT_OWNER) {
            targets.lost("owner", entries.length);
            return;
          }
          atOwner += entries.length;
          tell(entries, () => {
            atOwner -= entries.length;
          });
        };
        const flush = () => {
          if (waiting2.length === 0)
            return;
          const entries = waiting2;
          waiting2 = [];
          const append = targets.file();
          if (append !== null) {
            const written = append(entries.map((entry) => `${JSON.stringify(entry)}
`).join(""));
            if (!written)
              targets.lost("file", entries.length);
          }
          toOwner(entries);
        };
        return {
          flush,
          add(entry) {
            waiting2.push(entry);
            if (waiting2.length === 1)
              targets.later(flush);
          }
        };
      }
      var external_node_fs_ = __webpack_require__(73024);
      ;
      class AuditFileRefusal extends Error {
      }
      function openAuditFile(path) {
        const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = external_node_fs_.constants;
        const flags = O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
        const file = (0, external_node_fs_.openSync)(path, flags, 384);
        try {
          refuseUnlessOurs((0, external_node_fs_.fstatSync)(file));
        } catch (error) {
          (0, external_node_fs_.closeSync)(file);
          throw error;
        }
        let open = true;
        return {
          append(text) {
            if (!open)
              return false;
            try {
              const bytes = Buffer.from(text);
              for (let written = 0; written < bytes.length; )
                written += (0, external_node_fs_.writeSync)(file, bytes, written);
              return true;
            } catch {
              return false;
            }
          },
          close() {
            if (open)
              (0, external_node_fs_.closeSync)(file);
            open = false;
          }
        };
      }
      function refuseUnlessOurs({ mode, uid }) {
        if ((mode & external_node_fs_.constants.S_IFMT) !== external_node_fs_.constants.S_IFREG)
          throw new AuditFileRefusal("it is not a plain file");
        if (process.getuid === void 0)
          return;
        if (uid !== process.getuid())
          throw new AuditFileRefusal("it belongs to another user");
        if ((mode & 63) !== 0)
          throw new AuditFileRefusal("others may read or write it: its mode has to be 0600");
      }
      ;
      function expositionOf(metrics) {
        return metrics.filter(({ samples }) => samples.length > 0).map(({ name, help, type, samples }) => [
          `# HELP ${name} ${help.replace(/[\\\n]/g, " ")}`,
          `# TYPE ${name} ${type}`,
          ...samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
          ""
        ].join("\n")).join("");
      }
      function labelText(labels) {
        const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
        return parts.length === 0 ? "" : `{${parts.join(",")}}`;
      }
      function escaped(value) {
        return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
      }
      ;
      const PREFIX = "credential_proxy_";
      function metricsOf(counts, state) {
        return [...ofRequests(counts), ...ofSandboxes(state.sandboxes), ...ofProcess(state)];
      }
      function ofRequests(counts) {
        const all = [...counts].map(([sandbox, of]) => ({ sandbox: sandbox ?? "", of }));
        const by = (label, pick2) => all.flatMap(({ sandbox, of }) => [...pick2(of)].map(([key, value]) => ({ labels: { sandbox, [label]: key }, value })));
        const bytes = all.flatMap(({ sandbox, of }) => [
          { labels: { sandbox, direction: "up" }, value: of.bytesUp },
          { labels: { sandbox, direction: "down" }, value: of.bytesDown }
        ]);
        return [
          counter("requests_total", "Requests and tunnels by what was done with them.", by("decision", (of) => of.requests)),
          counter("refusals_total", "Requests denied, refused or failed, by reason.", by("reason", (of) => of.refusals)),
          counter("masked_total", "Values masked in responses: a host echoes credentials.", by("rule", (of) => of.masked)),
          counter("unsearched_total", "Answers to requests with a secret whose bodies could not be searched for it: compressed, or no text.", by("rule", (of) => of.unsearched)),
          counter("bytes_total", "Bytes of bodies and tunnels, to the outside and back.", bytes)
        ];
      }
      function ofSandboxes(sandboxes) {
        const by = (pick2) => sandboxes.map((state) => ({ labels: { sandbox: state.sandboxId }, value: pick2(state) }));
        return [
          gauge("revision", "Revision of the configuration at work.", by(({ revision }) => revision)),
          gauge("push_age_seconds", "Seconds since it was pushed.", by(({ pushAgeMs }) => pushAgeMs / 1e3)),
          counter("certificates_minted_total", "Certificates signed.", by(({ leaves }) => leaves.minted)),
          counter("certificates_found_total", "Certificates that were there already.", by(({ leaves }) => leaves.found)),
          counter("certificates_refused_total", "Certificates not given.", by(({ leaves }) => leaves.refused))
        ];
      }
      function ofProcess({ sandboxes, gauges, residentBytes, pushes, auditLost }) {
        return [
          gauge("sandboxes", "Sandboxes that are served.", [one(sandboxes.length)]),
          gauge("connections", "Open connections of sandboxes.", [one(gauges.connections)]),
          gauge("active_tunnels", "Open tunnels.", [one(gauges.tunnels)]),
          gauge("upstream_connections", "Open connections to the outside.", [one(gauges.upstreamConnections)]),
          gauge("resident_bytes", "Memory of the process.", [one(residentBytes)]),
          counter("pushes_total", "Configurations pushed, by answer.", [
            one(pushes.acked, { answer: "acked" }),
            one(pushes.refused, { answer: "refused" })
          ]),
          counter("audit_lost_total", "Audit lines that could not be written or handed on.", [
            one(auditLost.file, { target: "file" }),
            one(auditLost.owner, { target: "owner" })
          ])
        ];
      }
      function one(value, labels = {}) {
        return { labels, value };
      }
      function counter(name, help, samples) {
        return { name: PREFIX + name, help, type: "counter", samples };
      }
      function gauge(name, help, samples) {
        return { name: PREFIX + name, help, type: "gauge", samples };
      }
      ;
      const KEYS_PER_SANDBOX = 100;
      function createMeters() {
        const counts = /* @__PURE__ */ new Map();
        const countsOf = (sandbox) => {
          const of = counts.get(sandbox) ?? {
            requests: /* @__PURE__ */ new Map(),
            refusals: /* @__PURE__ */ new Map(),
            masked: /* @__PURE__ */ new Map(),
            unsearched: /* @__PURE__ */ new Map(),
            bytesUp: 0,
            bytesDown: 0
          };
          counts.set(sandbox, of);
          return of;
        };
        return {
          count(entry) {
            const of = countsOf(entry.sandbox);
            raise(of.requests, entry.decision, 1);
            const refused = entry.decision === "deny" || entry.decision === "refuse";
            if (refused || entry.reason.startsWith("upstream-"))
              raise(of.refusals, entry.reason, 1);
            if (entry.masked > 0)
              raise(of.masked, entry.rule ?? "", entry.masked);
            if (entry.unsearched)
              raise(of.unsearched, entry.rule ?? "", 1);
            of.bytesUp += entry.bytesUp;
            of.bytesDown += entry.bytesDown;
          },
          forget: (sandboxId) => void counts.delete(sandboxId),
          read: (state) => metricsOf(counts, state)
        };
      }
      function raise(map, key, by) {
        const known2 = map.has(key) || map.size < KEYS_PER_SANDBOX ? key : "other";
        map.set(known2, (map.get(known2) ?? 0) + by);
      }
      var canonical_authority = __webpack_require__(81197);
      var checked = __webpack_require__(96557);
      var policy_candidates = __webpack_require__(96036);
      var canonical_path = __webpack_require__(24573);
      var readings = __webpack_require__(86787);
      var names = __webpack_require__(10892);
      ;
      const HOP_BY_HOP = /* @__PURE__ */ new Set([
        "connection",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "expect",
        "http2-settings"
      ]);
      const END_TO_END = /* @__PURE__ */ new Set([
        "host",
        "content-length",
        "transfer-encoding",
        "content-type",
        "content-encoding"
      ]);
      function forwardedHeaders(raw, injected) {
        const nominated = connectionOptions(raw);
        if (nominated.some((name) => END_TO_END.has(name))) {
          return (0, checked.Q)("Connection names a header that belongs to the message");
        }
        const ours = injected.map(({ name }) => (0, names.Li)(name));
        const out = [];
        for (let index = 0; index + 1 < raw.length; index += 2) {
          const name = raw[index] ?? "";
          const look = (0, names.Li)(name);
          const isOfHop = HOP_BY_HOP.has(look) || look.startsWith("proxy-") || nominated.includes(look);
          if (!isOfHop && !ours.includes(look))
            out.push(name, raw[index + 1] ?? "");
        }
        for (const { name, value } of injected)
          out.push(name, value);
        return (0, checked.B)(out);
      }
      function headerPairs(raw) {
        return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
          raw[index * 2] ?? "",
          raw[index * 2 + 1] ?? ""
        ]);
      }
      const NONE = [];
      function connectionOptions(raw) {
        let options;
        for (let index = 0; index + 1 < raw.length; index += 2) {
          const key = raw[index] ?? "";
          if (key.length !== 10 || key.toLowerCase() !== "connection")
            continue;
          options ??= [];
          for (const option of (raw[index + 1] ?? "").split(","))
            options.push((0, names.Li)(option.trim()));
        }
        return options ?? NONE;
      }
      var path_pattern = __webpack_require__(27330);
      ;
      const REFUSED_METHODS = /* @__PURE__ */ new Set(["TRACE", "TRACK", "CONNECT"]);
      function choose(candidates, request) {
        if (REFUSED_METHODS.has(request.method.toUpperCase())) {
          return refuse(405, "method-not-allowed", "this method is not served for hosts that have rules");
        }
        const form = (0, canonical_path.e$)(request.target);
        if (!form.ok)
          return refuse(400, "bad-target", form.reason);
        const hasHeaders = headerTest(request.headers);
        let path;
        const found = pick(candidates, hasHeaders, ({ paths }) => {
          path ??= (0, canonical_path.Op)(request.target);
          const { value } = path.ok ? path : { value: null };
          return value === null || paths.some((pattern) => (0, path_pattern.WD)(pattern, value));
        });
        if (path?.ok === false)
          return refuse(400, "ambiguous-path", path.reason);
        if (found === void 0)
          return { kind: "forward", reason: "no-rule-for-request" };
        const { rule, spellsPort } = found;
        if (rule.hasSecret && path !== void 0) {
          const { value } = path;
          const isElsewhere = (0, readings.A)(value).some((read) => {
            const other = read(value);
            const holds = ({ paths }) => paths.some((pattern) => (0, path_pattern.WD)((0, path_pattern.ZS)(pattern, read), other));
            return pick(candidates, hasHeaders, holds)?.rule !== rule;
          });
          if (isElsewhere)
            return refuse(400, "ambiguous-path", ELSEWHERE);
        }
        if (request.scheme === "http" && rule.hasSecret && !spellsPort) {
          return refuse(403, "plaintext-credential-refused", PLAINTEXT);
        }
        return { kind: "inject", reason: "rule-matched", rule };
      }
      function pick(candidates, hasHeaders, holds) {
        return candidates.find(({ rule }) => hasHeaders(rule) && (rule.paths.length === 0 || holds(rule)));
      }
      const ELSEWHERE = "the path belongs to another rule, or to none, as some servers read it";
      const PLAINTEXT = "a secret goes out over https only; name the port in match_hosts to allow plain http";
      function headerTest(raw) {
        let headers;
        return ({ matchHeaders }) => {
          if (matchHeaders.length === 0)
            return true;
          const known2 = headers ??= byLowerName(raw);
          return matchHeaders.every(({ name, value }) => {
            const values = known2.get(name) ?? [];
            return values.length === 1 && values[0] === value;
          });
        };
      }
      function byLowerName(raw) {
        const values = /* @__PURE__ */ new Map();
        for (const [name, value] of headerPairs(raw)) {
          const key = name.toLowerCase();
          const known2 = values.get(key);
          if (known2 === void 0)
            values.set(key, [value]);
          else
            known2.push(value);
        }
        return values;
      }
      function refuse(status, reason, detail) {
        return { kind: "refuse", reason, status, detail };
      }
      var access = __webpack_require__(80088);
      var no_proxy = __webpack_require__(19812);
      ;
      function decide(policy, scheme, { host, port }) {
        const candidates = (0, policy_candidates._j)(policy, scheme, host, port);
        const isNamed = candidates.some((candidate) => candidate.spellsPort);
        const barred = (0, access.ew)(policy.access, host, port, isNamed);
        if (barred !== void 0)
          return { kind: "deny", reason: barred };
        if (policy.noProxy.some((entry) => (0, no_proxy.U4)(entry, host, port)))
          return { kind: "bypass", reason: "no-proxy" };
        return candidates.length === 0 ? { kind: "tunnel", reason: "no-rule-for-host" } : { kind: "intercept", reason: "rules-for-host", candidates };
      }
      var host_pattern = __webpack_require__(85791);
      ;
      function explain(policy, url) {
        const parsed = parseUrl(url);
        if (!parsed.ok)
          return told("", "refuse", "bad-url", parsed.reason);
        const { scheme, authority, target } = parsed.value;
        const shown = `${scheme}://${(0, canonical_authority.Vs)(authority, host_pattern.Fk[scheme])}${target.split("?", 1)[0]}`;
        const decision = decide(policy, scheme, authority);
        if (decision.kind !== "intercept") {
          const kind = decision.kind === "tunnel" && scheme === "http" ? "forward" : decision.kind;
          const leftOut = (0, policy_candidates.Yk)(policy, scheme, authority.host, authority.port);
          const detail = decision.kind === "tunnel" && leftOut !== void 0 ? `a wildcard of rule "${leftOut.name}" ends alike, but anyone can get a name here (public suffix): spell the host to send a secret` : DETAILS[decision.reason];
          return told(shown, kind, decision.reason, detail);
        }
        const choice = choose(decision.candidates, { scheme, method: "GET", target, headers: [] });
        switch (choice.kind) {
          case "inject":
            return {
              ...told(shown, "inject", choice.reason, "the rule adds its headers"),
              rule: choice.rule.name,
              headers: choice.rule.headers.map((header) => header.name)
            };
          case "forward":
            return told(shown, "forward", choice.reason, "the host has rules, but none for this path and these headers");
          case "refuse":
            return told(shown, "refuse", choice.reason, choice.detail);
        }
      }
      const DETAILS = {
        "port-not-allowed": "only 80 and 443 are open unless access_control or a rule names the port",
        "not-on-allow-list": "access_control has an allow list, and this host and port are not on it",
        "on-deny-list": "access_control denies this host",
        "no-proxy": "no_proxy names this host: it is passed on without a look inside",
        "no-rule-for-host": "no rule holds this host and port: it is passed on without a credential"
      };
      function told(url, decision, reason, detail) {
        return { url, decision, reason, rule: null, headers: [], detail };
      }
      function parseUrl(url) {
        const parts = /^(https?):\/\/([^/?#]*)([^#]*)$/i.exec(url);
        if (parts === null)
          return (0, checked.Q)("an http or https URL without fragment is needed");
        const [, schemeText = "", authorityText = "", target = ""] = parts;
        const scheme = schemeText.toLowerCase() === "http" ? "http" : "https";
        const authority = (0, canonical_authority.Gt)(authorityText, host_pattern.Fk[scheme]);
        if (!authority.ok)
          return authority;
        return (0, checked.B)({ scheme, authority: authority.value, target: target.startsWith("/") ? target : `/${target}` });
      }
      ;
      async function answerTo(question, from) {
        const { id: id2 } = question;
        try {
          return await reallyAnswer(question, from);
        } catch (error) {
          const name = error instanceof Error ? error.name : "something that is no error";
          return { kind: "not-done", id: id2, message: `The credential proxy could not ${question.kind}: ${name}.` };
        }
      }
      async function reallyAnswer(question, from) {
        const { id: id2 } = question;
        switch (question.kind) {
          case "push": {
            const answer = await from.registry.push(question.push);
            from.pushes[answer.kind] += 1;
            return { kind: "pushed", id: id2, answer };
          }
          case "remove":
            await from.registry.remove(question.sandboxId);
            from.forget(question.sandboxId);
            return { kind: "done", id: id2 };
          case "explain": {
            const snapshot = from.registry.current(question.sandboxId);
            if (snapshot === null) {
              return {
                kind: "not-done",
                id: id2,
                message: `The credential proxy knows no sandbox ${question.sandboxId}.`
              };
            }
            return { kind: "explained", id: id2, explanation: explain(snapshot.policy, question.url) };
          }
          case "metrics":
            return { kind: "measured", id: id2, text: from.metrics() };
        }
      }
      var messages = __webpack_require__(85979);
      var external_node_crypto_ = __webpack_require__(77598);
      var Reflect = __webpack_require__(89521);
      var x509_cjs = __webpack_require__(26691);
      ;
      var cjs = __webpack_require__(93593);
      var build_cjs = __webpack_require__(44862);
      ;
      const NOTHING = "nothing.invalid";
      const ANY_ADDRESS = ["0.0.0.0/0", "::/0"];
      function permittedNamesOf(rules) {
        const hosts = rules.flatMap((rule) => rule.hosts.map(({ host }) => host));
        const texts = (ofName) => {
          const chosen = hosts.filter(({ kind }) => kind === "name" === ofName).map(({ text }) => text);
          return [...new Set(chosen)].sort();
        };
        return { suffixes: texts(true), addresses: texts(false) };
      }
      function permits(names2, host) {
        return names2.addresses.includes(host) || names2.suffixes.some((name) => host === name || host.endsWith(`.${name}`));
      }
      function nameConstraints({ suffixes, addresses }) {
        const permitted = [
          ...(suffixes.length > 0 ? suffixes : [NOTHING]).map((dNSName) => new build_cjs.GeneralName({ dNSName })),
          ...addresses.map((address) => new build_cjs.GeneralName({ iPAddress: `${address}/${address.includes(":") ? 128 : 32}` }))
        ];
        const excluded = addresses.length > 0 ? [] : ANY_ADDRESS.map((iPAddress) => new build_cjs.GeneralName({ iPAddress }));
        const value = new build_cjs.NameConstraints({
          permittedSubtrees: subtrees(permitted),
          ...excluded.length > 0 && { excludedSubtrees: subtrees(excluded) }
        });
        return new x509_cjs.YY(build_cjs.id_ce_nameConstraints, true, cjs.AsnConvert.serialize(value));
      }
      function subtrees(names2) {
        return new build_cjs.GeneralSubtrees(names2.map((base) => new build_cjs.GeneralSubtree({ base })));
      }
      ;
      const HOUR = 36e5;
      const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };
      const SIGNING = { name: "ECDSA", hash: "SHA-256" };
      const CA_LIFE_MS = 7 * 24 * HOUR;
      const LEAF_LIFE_MS = 48 * HOUR;
      const BACK_DATED_MS = HOUR;
      async function createAuthority(names2, now) {
        const keys = await external_node_crypto_.webcrypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
        const leafKeys = await external_node_crypto_.webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
        const keyPem = external_node_crypto_.KeyObject.from(leafKeys.privateKey).export({ type: "pkcs8", format: "pem" }).toString();
        const notAfter = now + CA_LIFE_MS;
        const ca = await x509_cjs.Jy.createSelfSigned({
          serialNumber: serialNumber(),
          // A name of its own: a client that holds two CAs of a sandbox finds the right one by it.
          name: `CN=Sandbox credential proxy ${(0, external_node_crypto_.randomBytes)(6).toString("hex")}`,
          notBefore: new Date(now - BACK_DATED_MS),
          notAfter: new Date(notAfter),
          signingAlgorithm: SIGNING,
          keys,
          extensions: [
            new x509_cjs.WA(true, 0, true),
            new x509_cjs.hy(x509_cjs.Ob.keyCertSign, true),
            await x509_cjs.QE.create(keys.publicKey),
            nameConstraints(names2)
          ]
        });
        const keyIdentifier = await x509_cjs.Z$.create(keys.publicKey);
        return {
          names: names2,
          certPem: `${ca.toString("pem")}
`,
          notAfter,
          permits: (host) => permits(names2, host),
          async sign(host, at) {
            if (!permits(names2, host))
              throw new Error("This CA may not sign for that host.");
            const leafEnd = Math.min(at + LEAF_LIFE_MS, notAfter);
            const leaf = await x509_cjs.Jy.create({
              serialNumber: serialNumber(),
              // Empty: the alternative name alone says whose it is, and is critical for that reason (RFC 5280 §4.2.1.6).
              subject: "",
              issuer: ca.subject,
              notBefore: new Date(Math.max(at - BACK_DATED_MS, now - BACK_DATED_MS)),
              notAfter: new Date(leafEnd),
              signingAlgorithm: SIGNING,
              publicKey: leafKeys.publicKey,
              signingKey: keys.privateKey,
              extensions: [
                new x509_cjs.WA(false, void 0, true),
                new x509_cjs.hy(x509_cjs.Ob.digitalSignature, true),
                new x509_cjs.j6([x509_cjs.CD.serverAuth]),
                new x509_cjs.Wx([{ type: names2.addresses.includes(host) ? "ip" : "dns", value: host }], true),
                keyIdentifier
              ]
            });
            return { certPem: `${leaf.toString("pem")}
`, keyPem, notAfter: leafEnd };
          }
        };
      }
      function serialNumber() {
        const bytes = (0, external_node_crypto_.randomBytes)(16);
        bytes.writeUInt8(bytes.readUInt8(0) & 127 | 64, 0);
        return bytes.toString("hex");
      }
      ;
      async function nextAuthorities(earlier, names2, now) {
        const current = earlier?.[0];
        const young = current !== void 0 && current.notAfter - now > CA_LIFE_MS / 2;
        if (earlier && young && sameNames(current.names, names2))
          return earlier;
        const made = await createAuthority(names2, now);
        const stays = current !== void 0 && current.notAfter > now && current.names.suffixes.length > 0;
        return stays ? [made, current] : [made];
      }
      function signingOrder(authorities) {
        return [...authorities].reverse();
      }
      function sameNames(a, b) {
        return a.suffixes.join() === b.suffixes.join() && a.addresses.join() === b.addresses.join();
      }
      var external_node_tls_ = __webpack_require__(41692);
      ;
      function createMintLimit(perSecond) {
        let tokens = perSecond;
        let at = null;
        return {
          take(now) {
            tokens = Math.min(perSecond, tokens + Math.max(0, now - (at ?? now)) / 1e3 * perSecond);
            at = now;
            if (tokens < 1)
              return false;
            tokens -= 1;
            return true;
          }
        };
      }
      ;
      const KEPT = 256;
      const PER_SECOND = 50;
      const RENEWED_BEFORE_MS = 12 * 36e5;
      function createLeaves(now, limit = createMintLimit(PER_SECOND)) {
        const kept = /* @__PURE__ */ new Map();
        const counters = { minted: 0, found: 0, refused: 0 };
        const mint = (host, authority) => {
          const made = {
            authority,
            notAfter: Number.POSITIVE_INFINITY,
            context: authority.sign(host, now()).then(({ certPem, keyPem, notAfter }) => {
              made.notAfter = notAfter;
              return (0, external_node_tls_.createSecureContext)({ cert: certPem, key: keyPem, minVersion: "TLSv1.2" });
            })
          };
          return made;
        };
        const find = (host, authorities) => {
          const authority = authorities.find((one2) => one2.permits(host) && one2.notAfter > now());
          if (authority === void 0)
            return "outside-constraints";
          const there = kept.get(host);
          kept.delete(host);
          if (there?.authority === authority && isFresh(there.notAfter, authority.notAfter, now())) {
            counters.found += 1;
            kept.set(host, there);
            return there;
          }
          if (!limit.take(now()))
            return "mint-limit";
          counters.minted += 1;
          const made = mint(host, authority);
          kept.set(host, made);
          for (const oldest of kept.keys()) {
            if (kept.size <= KEPT)
              break;
            kept.delete(oldest);
          }
          return made;
        };
        const leafFor = async (host, authorities) => {
          const found = find(host, authorities);
          if (typeof found === "string") {
            counters.refused += 1;
            return { kind: "refused", reason: found };
          }
          try {
            return { kind: "leaf", context: await found.context };
          } catch {
            if (kept.get(host) === found)
              kept.delete(host);
            counters.refused += 1;
            return { kind: "refused", reason: "mint-failed" };
          }
        };
        return {
          counters,
          minterFor: (authorities) => ({ leafFor: (host) => leafFor(host, authorities) })
        };
      }
      function isFresh(notAfter, caNotAfter, now) {
        return notAfter - now > RENEWED_BEFORE_MS || notAfter === caNotAfter && notAfter > now;
      }
      var compile = __webpack_require__(10435);
      ;
      function createInTurn() {
        const last = /* @__PURE__ */ new Map();
        return async (key, work) => {
          const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
          last.set(key, mine);
          try {
            return await mine;
          } finally {
            if (last.get(key) === mine)
              last.delete(key);
          }
        };
      }
      var promises_ = __webpack_require__(51455);
      var external_node_path_ = __webpack_require__(76760);
      ;
      class SocketRefusal extends Error {
      }
      const PATH_BYTES = 100;
      async function openSocket(path, accept) {
        if (!path.startsWith("/"))
          throw new SocketRefusal("must be an absolute path");
        if (Buffer.byteLength(path) > PATH_BYTES)
          throw new SocketRefusal(`must have at most ${PATH_BYTES} bytes`);
        const folder = (0, external_node_path_.dirname)(path);
        if (!await isOursAlone(folder) && !await isOursAlone((0, external_node_path_.dirname)(folder))) {
          throw new SocketRefusal("must lie in a folder that no other user can enter (mode 0700)");
        }
        await removeStale(path);
        const server = (0, external_node_net_.createServer)({ pauseOnConnect: false }, accept);
        await listening(server, path);
        await (0, promises_.chmod)(path, 438);
        return { path, close: () => void server.close() };
      }
      async function isOursAlone(folder) {
        try {
          const { mode, uid } = await (0, promises_.stat)(folder);
          return uid === process.getuid?.() && (mode & 63) === 0;
        } catch {
          return false;
        }
      }
      async function removeStale(path) {
        const taken = await new Promise((resolve) => {
          const probe = (0, external_node_net_.connect)(path);
          probe.once("connect", () => {
            probe.destroy();
            resolve("in-use");
          });
          probe.once("error", (error) => resolve("code" in error ? String(error.code) : "error"));
        });
        if (taken === "in-use")
          throw new SocketRefusal("is in use by another process");
        if (taken === "ENOENT")
          return;
        if (taken !== "ECONNREFUSED" || !(await (0, promises_.stat)(path)).isSocket())
          throw new SocketRefusal("is taken by something else");
        await (0, promises_.unlink)(path);
      }
      function listening(server, path) {
        return new Promise((resolve, reject) => {
          server.once("error", (error) => {
            const code = "code" in error ? String(error.code) : "an error";
            reject(new SocketRefusal(`could not be opened (${code})`));
          });
          server.listen(path, () => {
            server.removeAllListeners("error");
            server.on("error", () => void 0);
            resolve();
          });
        });
      }
      ;
      const NO_HASH = Buffer.alloc(32);
      function createRegistry(ports) {
        const entries = /* @__PURE__ */ new Map();
        const inTurn2 = createInTurn();
        const take = async (push) => {
          const { sandboxId } = push;
          const earlier = entries.get(sandboxId);
          const problems = problemsBesidesRules(push, earlier?.snapshot.revision ?? null);
          if (problems.length > 0)
            return { kind: "refused", problems };
          const compiled = (0, compile.C)(push);
          if (compiled.kind === "refused")
            return compiled;
          const names2 = permittedNamesOf(compiled.policy.rules);
          const authorities = await nextAuthorities(earlier?.authorities ?? null, names2, ports.now());
          const socket = await socketOf(push, earlier);
          if (socket instanceof SocketRefusal)
            return refusal("socketPath", socket.message);
          const { tokenHash, ...rest } = push;
          const leaves = earlier?.leaves ?? createLeaves(() => ports.now());
          entries.set(sandboxId, {
            leaves,
            authorities,
            socket,
            tokenHash: Buffer.from(tokenHash, "hex"),
            pushedAt: ports.now(),
            snapshot: Object.freeze({
              sandboxId,
              revision: push.revision,
              push: rest,
              policy: compiled.policy,
              leaves: leaves.minterFor(signingOrder(authorities))
            })
          });
          if (earlier?.socket !== socket)
            earlier?.socket?.close();
          ports.changed(sandboxId);
          const caPem = authorities.map(({ certPem }) => certPem).join("");
          return { kind: "acked", revision: push.revision, caPem, warnings: compiled.warnings };
        };
        const socketOf = async ({ socketPath, sandboxId }, earlier) => {
          if (socketPath === null)
            return null;
          if (earlier?.socket?.path === socketPath)
            return earlier.socket;
          try {
            return await openSocket(socketPath, (socket) => ports.accept(socket, sandboxId));
          } catch (error) {
            return error instanceof SocketRefusal ? error : new SocketRefusal("could not be opened");
          }
        };
        return {
          push: (push) => inTurn2(push.sandboxId, () => take(push)),
          remove: (sandboxId) => inTurn2(sandboxId, async () => {
            const entry = entries.get(sandboxId);
            if (entry === void 0)
              return;
            entries.delete(sandboxId);
            entry.socket?.close();
            ports.changed(sandboxId);
          }),
          current: (sandboxId) => entries.get(sandboxId)?.snapshot ?? null,
          byToken(sandboxId, token) {
            const entry = entries.get(sandboxId);
            const given = (0, external_node_crypto_.createHash)("sha256").update(token).digest();
            const same = (0, external_node_crypto_.timingSafeEqual)(given, entry?.tokenHash ?? NO_HASH);
            return entry !== void 0 && same ? entry.snapshot : null;
          },
          all: () => [...entries.values()],
          close() {
            for (const { socket } of entries.values())
              socket?.close();
          }
        };
      }
      function problemsBesidesRules(push, revision) {
        const problems = [];
        if (revision !== null && push.revision <= revision) {
          problems.push({ loc: ["revision"], msg: `must be greater than ${revision}, which is at work` });
        }
        if (push.sandboxId === "")
          problems.push({ loc: ["sandboxId"], msg: "must not be empty" });
        if (!/^[0-9a-f]{64}$/.test(push.tokenHash)) {
          problems.push({ loc: ["tokenHash"], msg: "must be a SHA-256 hash, 64 hexadecimal digits" });
        }
        push.extraRoots.forEach((pem, index) => {
          if (!isCertificate(pem))
            problems.push({ loc: ["extraRoots", index], msg: "must be a certificate in PEM" });
        });
        if (push.upstreamProxy !== null && !isProxyUrl(push.upstreamProxy)) {
          problems.push({ loc: ["upstreamProxy"], msg: "must be a URL that begins with http:// or https://" });
        }
        return problems;
      }
      function isCertificate(pem) {
        try {
          return new external_node_crypto_.X509Certificate(pem).raw.length > 0;
        } catch {
          return false;
        }
      }
      function isProxyUrl(text) {
        return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
      }
      function refusal(field, msg) {
        return { kind: "refused", problems: [{ loc: [field], msg }] };
      }
      ;
      const BY_HAND = "A credential proxy is started by the program that owns it, with a channel to configure it; it does nothing by itself.\n";
      function serveProxy(createRelay2) {
        external_node_process_.umask(63);
        endOnWhatNobodyHandled();
        const send = external_node_process_.send?.bind(external_node_process_);
        if (send === void 0) {
          external_node_process_.stderr.write(BY_HAND);
          external_node_process_.exit(2);
        }
        const tell = (message, done = () => void 0) => {
          if (external_node_process_.connected)
            send(message, void 0, void 0, done);
          else
            done();
        };
        const lost = { file: 0, owner: 0 };
        const pushes = { acked: 0, refused: 0 };
        let file = null;
        let ownerListens = false;
        let detached = false;
        let listener = null;
        const meters = createMeters();
        const audit = createAuditLog({
          file: () => file?.append ?? null,
          owner: () => ownerListens ? (entries, done) => tell({ kind: "audit", entries }, done) : null,
          lost: (target, lines) => {
            lost[target] += lines;
          },
          later: setImmediate
        });
        const registry = createRegistry({
          now: Date.now,
          changed: (sandboxId) => relay.changed(sandboxId),
          accept: (socket, sandboxId) => relay.accept(socket, { kind: "sandbox", sandboxId })
        });
        const relay = createRelay2({
          sandboxes: registry,
          ownPorts: () => {
            const address = listener?.address();
            return address !== null && typeof address === "object" ? [address.port] : [];
          },
          audit(entry) {
            if (entry.sandbox === null || registry.current(entry.sandbox) !== null)
              meters.count(entry);
            audit.add(entry);
          }
        });
        const leave = (code) => {
          audit.flush();
          file?.close();
          registry.close();
          external_node_process_.exit(code);
        };
        const stop = () => {
          listener?.close();
          setTimeout(() => leave(0), 1e3).unref();
          void relay.close().then(() => leave(0), () => leave(1));
        };
        const start = ({ port, auditFile }) => {
          try {
            file = auditFile === null ? null : openAuditFile(auditFile);
          } catch (error) {
            const why = error instanceof AuditFileRefusal ? error.message : codeOf(error);
            fail(`The audit file ${auditFile} could not be opened (${why}).`);
            return;
          }
          listener = (0, external_node_net_.createServer)((socket) => relay.accept(socket, { kind: "token" }));
          listener.on("error", (error) => {
            if (listener?.listening !== true)
              fail(`No one can listen on port ${port} (${codeOf(error)}).`);
          });
          listener.listen({ host: "127.0.0.1", port }, () => {
            const address = listener?.address();
            if (address !== null && typeof address === "object") {
              tell({ kind: "listening", host: address.address, port: address.port });
            }
          });
        };
        const fail = (message) => tell({ kind: "failed", message }, () => leave(1));
        const metrics = () => {
          audit.flush();
          return expositionOf(meters.read({
            sandboxes: registry.all().map(({ snapshot, pushedAt, leaves }) => ({
              sandboxId: snapshot.sandboxId,
              revision: snapshot.revision,
              pushAgeMs: Date.now() - pushedAt,
              leaves: leaves.counters
            })),
            gauges: relay.gauges(),
            residentBytes: external_node_process_.memoryUsage.rss(),
            pushes,
            auditLost: lost
          }));
        };
        const take = (message) => {
          switch (message.kind) {
            case "start":
              if (listener === null)
                start(message);
              return;
            case "listen-audit":
              ownerListens = true;
              return;
            case "stop":
              stop();
              return;
            case "detach":
              detached = true;
              setTimeout(stop, Math.min(message.lifetimeMs, LONGEST_TIMER_MS)).unref();
              tell({ kind: "done", id: message.id });
              return;
            default:
              void answerTo(message, {
                registry,
                metrics,
                pushes,
                forget: (sandboxId) => meters.forget(sandboxId)
              }).then((answer) => {
                audit.flush();
                tell(answer);
              });
          }
        };
        external_node_process_.on("message", (given) => {
          const message = messages.wb.safeParse(given);
          if (message.success)
            take(message.data);
          else
            external_node_process_.stderr.write("A message to the credential proxy was not understood.\n");
        });
        external_node_process_.on("disconnect", () => {
          if (!detached)
            leave(0);
        });
        external_node_process_.on("SIGTERM", stop);
        external_node_process_.on("SIGINT", stop);
        external_node_process_.stderr.on("error", () => void 0);
        if (!external_node_process_.connected)
          leave(0);
        tell({ kind: "up" });
      }
      const LONGEST_TIMER_MS = 2 ** 31 - 1;
      function endOnWhatNobodyHandled() {
        const end = (error) => {
          const where = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
          const name = error instanceof Error ? error.name : "something that is no error";
          external_node_process_.stderr.write(`The credential proxy ended because of ${name} (${codeOf(error)}).
${where.join("\n")}
`);
          external_node_process_.exit(70);
        };
        external_node_process_.on("uncaughtException", end);
        external_node_process_.on("unhandledRejection", end);
      }
      function codeOf(error) {
        return error instanceof Error && "code" in error ? String(error.code) : "no code";
      }
      ;
      const connections = /* @__PURE__ */ new WeakMap();
      function newConnection(socket, ingress) {
        const connection = {
          ingress,
          tunnel: null,
          owner: null,
          busy: false,
          waiting: [],
          closing: false,
          unknown: 0
        };
        connections.set(socket, connection);
        return connection;
      }
      const MOST_WAITING = 32;
      function inTurn(connection, work) {
        if (!connection.busy)
          work();
        else if (connection.waiting.push(work) > MOST_WAITING)
          return false;
        return true;
      }
      function nextTurn(connection) {
        connection.busy = false;
        while (!connection.busy) {
          const work = connection.waiting.shift();
          if (work === void 0)
            return;
          work();
        }
      }
      function connectionOf(socket) {
        const connection = connections.get(socket);
        if (connection === void 0)
          throw new Error("a socket that was not handed to the relay reached its server");
        return connection;
      }
      ;
      class Lives {
        // Arrays, not sets: a set that is added to and deleted from for each request makes itself anew again and again, and
        // its former tables keep all that was in them from being collected with the young garbage.
        #bySandbox = /* @__PURE__ */ new Map();
        #whenEmpty = [];
        /** Enters it and returns how to take it out, which may be done more than once. */
        add(live) {
          const { sandboxId } = live;
          let places = this.#bySandbox.get(sandboxId);
          if (places === void 0) {
            places = [];
            this.#bySandbox.set(sandboxId, places);
          }
          const all = places;
          const place = { live, at: all.length };
          all.push(place);
          return () => {
            if (place.at === -1)
              return;
            const last = all.pop();
            if (last !== void 0 && last !== place) {
              all[place.at] = last;
              last.at = place.at;
            }
            place.at = -1;
            if (all.length > 0)
              return;
            this.#bySandbox.delete(sandboxId);
            if (this.#bySandbox.size > 0)
              return;
            for (const tell of this.#whenEmpty.splice(0))
              tell();
          };
        }
        countOf(...kinds) {
          let count = 0;
          for (const lives of this.#bySandbox.values()) {
            for (const { live } of lives)
              if (kinds.includes(live.kind))
                count += 1;
          }
          return count;
        }
        /** Judges again what a sandbox has open: all of it is cut when the sandbox is gone. */
        judge(sandboxId, snapshot) {
          for (const { live } of Array.from(this.#bySandbox.get(sandboxId) ?? [])) {
            if (snapshot === null || !live.mayGoOn(snapshot))
              live.cut();
          }
        }
        /** Cuts everything; resolves when all of it has ended. */
        async cutAll() {
          if (this.#bySandbox.size === 0)
            return;
          const { promise, resolve } = Promise.withResolvers();
          this.#whenEmpty.push(resolve);
          for (const lives of Array.from(this.#bySandbox.values()))
            for (const { live } of Array.from(lives))
              live.cut();
          await promise;
        }
      }
      ;
      class Population {
        #limits;
        #bySandbox = /* @__PURE__ */ new Map();
        #strangers = 0;
        constructor(limits) {
          this.#limits = limits;
        }
        /** Counts a connection that was accepted; false = there are too many, it has to go. */
        enter(connection) {
          if (connection.ingress.kind === "sandbox")
            return this.claim(connection, connection.ingress.sandboxId);
          this.#strangers += 1;
          return this.#strangers <= this.#limits.strangers;
        }
        /** Says whose a connection is; false = its sandbox has too many, or it is another one's already. */
        claim(connection, sandboxId) {
          if (connection.owner !== null)
            return connection.owner === sandboxId;
          const count = this.#bySandbox.get(sandboxId) ?? 0;
          if (count >= this.#limits.connectionsPerSandbox)
            return false;
          if (connection.ingress.kind === "token")
            this.#strangers -= 1;
          connection.owner = sandboxId;
          this.#bySandbox.set(sandboxId, count + 1);
          return true;
        }
        /** The connection is closed. */
        leave({ ingress, owner }) {
          if (owner === null) {
            if (ingress.kind === "token")
              this.#strangers -= 1;
            return;
          }
          const count = this.#bySandbox.get(owner) ?? 0;
          if (count > 1)
            this.#bySandbox.set(owner, count - 1);
          else
            this.#bySandbox.delete(owner);
        }
      }
      ;
      const REFUSALS = {
        "ambiguous-request": [400, "http_request_error", "the request can be read in two ways"],
        "bad-authority": [400, "http_request_error", "the host and port of the request are not well formed"],
        "bad-target": [
          400,
          "http_request_error",
          "this is no target for this proxy: send http:// URLs whole, use CONNECT for https, and in a tunnel send the path"
        ],
        "ambiguous-path": [400, "http_request_error", "the path of the request can be read in two ways"],
        "upgrade-refused": [400, "http_upgrade_failed", "only an upgrade to websocket is forwarded"],
        denied: [403, "http_request_denied", "this sandbox may not reach that host and port"],
        "plaintext-credential-refused": [
          403,
          "http_request_denied",
          "a secret would go out unencrypted: ask for the https URL"
        ],
        "address-refused": [
          403,
          "destination_ip_prohibited",
          "every address of that host is private, local or reserved"
        ],
        "method-not-allowed": [405, "http_request_denied", "this method echoes headers and is not forwarded"],
        "token-missing": [407, "http_request_denied", "the proxy wants the token of the sandbox"],
        "token-wrong": [407, "http_request_denied", "the token and the name of the sandbox do not belong together"],
        "request-timeout": [408, "http_request_error", "the head of the request did not come in time"],
        "expectation-refused": [417, "http_request_error", "only Expect: 100-continue is known"],
        misdirected: [421, "http_request_error", "Host names another authority than the connection was opened for"],
        "head-too-large": [431, "http_request_error", "the headers of the request are larger than 32 KiB"],
        "upstream-unresolved": [502, "dns_error", "the name of that host was not found"],
        "upstream-unreachable": [502, "connection_refused", "no connection to that host could be made"],
        "upstream-certificate": [502, "tls_certificate_error", "the certificate of that host is not trusted"],
        "upstream-tls": [502, "tls_protocol_error", "that host does not speak TLS 1.2 or later with this proxy"],
        "upstream-broken": [502, "connection_terminated", "that host ended the connection without a whole answer"],
        "upstream-answer": [502, "http_protocol_error", "that host answered something that is not HTTP"],
        "upstream-proxy": [502, "connection_refused", "the proxy in front of this one did not open the connection"],
        "not-configured": [503, "proxy_configuration_error", "this sandbox has no configuration at present"],
        "no-certificate": [503, "proxy_internal_error", "no certificate could be made for that host"],
        "too-many-connections": [503, "connection_limit_reached", "this sandbox has too many connections open"],
        "internal-error": [503, "proxy_internal_error", "the proxy failed and forwarded nothing"],
        "upstream-connect-timeout": [504, "connection_timeout", "that host did not answer the connection in time"],
        "upstream-timeout": [504, "http_response_timeout", "that host did not answer in time"]
      };
      function refusalAnswer(reason) {
        const [status, error, sentence] = REFUSALS[reason];
        const body = `credential proxy: ${sentence} (${reason})
`;
        const headers = [
          "Content-Type",
          "text/plain; charset=utf-8",
          "Content-Length",
          `${Buffer.byteLength(body)}`,
          "Proxy-Status",
          `agent-deploy; error=${error}; details="${reason}"`
        ];
        if (status === 407)
          headers.push("Proxy-Authenticate", 'Basic realm="sandbox"');
        if (status === 405)
          headers.push("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        headers.push("Connection", status === 407 ? "keep-alive" : "close");
        return { status, headers, body };
      }
      const STATUS_TEXT = {
        400: "Bad Request",
        403: "Forbidden",
        405: "Method Not Allowed",
        407: "Proxy Authentication Required",
        408: "Request Timeout",
        417: "Expectation Failed",
        421: "Misdirected Request",
        431: "Request Header Fields Too Large",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout"
      };
      function refusalBytes(reason) {
        const { status, headers, body } = refusalAnswer(reason);
        const lines = [`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ""}`];
        for (let i = 0; i < headers.length; i += 2)
          lines.push(`${headers[i]}: ${headers[i + 1]}`);
        return `${lines.join("\r\n")}\r
\r
${body}`;
      }
      class RelayRefusal extends Error {
        reason;
        constructor(reason, options) {
          super(REFUSALS[reason][2], options);
          this.name = "RelayRefusal";
          this.reason = reason;
        }
      }
      var external_node_http_ = __webpack_require__(37067);
      ;
      const EVERY_BYTES = 16 * 1024 * 1024;
      let passed = 0;
      function countPassed(bytes) {
        passed += bytes;
        if (passed < EVERY_BYTES)
          return;
        passed = 0;
        globalThis.gc?.({ type: "minor" });
      }
      ;
      let waiting = [];
      function flushSoon(answer) {
        if (waiting.push(answer) === 1)
          setImmediate(flushAll);
      }
      function flushAll() {
        const all = waiting;
        waiting = [];
        for (const answer of all)
          answer.flushHead();
      }
      ;
      const DROPPED = /* @__PURE__ */ new Set([
        "connection",
        "keep-alive",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "alt-svc"
      ]);
      function responseHead(raw, mask) {
        const names2 = [];
        let nominated;
        for (let i = 0; i < raw.length; i += 2) {
          const name = response_head_text(raw[i]).toLowerCase();
          names2.push(name);
          if (name !== "connection")
            continue;
          nominated ??= /* @__PURE__ */ new Set();
          for (const option of response_head_text(raw[i + 1]).split(","))
            nominated.add(option.trim().toLowerCase());
        }
        const head = { headers: [], coded: false, length: null };
        for (let i = 0; i < names2.length; i += 1) {
          const name = names2[i] ?? "";
          const value = response_head_text(raw[i * 2 + 1]);
          if (name === "transfer-encoding" && !/^chunked$/i.test(value))
            return null;
          if (DROPPED.has(name) || name.startsWith("proxy-"))
            continue;
          if (name === "content-length") {
            if (head.length !== null && head.length !== value)
              return null;
            if (head.length !== null)
              continue;
            head.length = value;
          } else if (nominated?.has(name))
            continue;
          if (name === "content-encoding" && value.toLowerCase() !== "identity")
            head.coded = true;
          head.headers.push(mask(response_head_text(raw[i * 2])), mask(value));
        }
        return head;
      }
      function response_head_text(part) {
        return typeof part === "string" ? part : part?.toString("latin1") ?? "";
      }
      ;
      const BY_CODE = {
        UND_ERR_HEADERS_TIMEOUT: "upstream-timeout",
        UND_ERR_BODY_TIMEOUT: "upstream-timeout",
        UND_ERR_HEADERS_OVERFLOW: "upstream-answer",
        UND_ERR_INVALID_ARG: "ambiguous-request",
        UND_ERR_NOT_SUPPORTED: "ambiguous-request",
        UND_ERR_CLOSED: "not-configured",
        UND_ERR_DESTROYED: "not-configured"
      };
      function reasonOf(error) {
        if (error instanceof RelayRefusal)
          return error.reason;
        const code = trouble_codeOf(error);
        return BY_CODE[code] ?? (code.startsWith("HPE_") ? "upstream-answer" : "upstream-broken");
      }
      function isStaleConnection(error) {
        return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(trouble_codeOf(error));
      }
      function trouble_codeOf(error) {
        return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
      }
      ;
      const SMALL = 16384;
      const REPEATABLE = /* @__PURE__ */ new Set(["GET", "HEAD", "OPTIONS"]);
      class Exchange {
        #request;
        #response;
        #outgoing;
        #way;
        #masking;
        #ended;
        /** Kept, for a body that fails loses its socket. */
        #socket;
        #controller = null;
        #length = null;
        #body = null;
        #trouble = null;
        #bytesUp = 0;
        #bytesDown = 0;
        #isPacing = false;
        #isRepeat = false;
        #isCut = false;
        #isOver = false;
        constructor(request, response, outgoing, way, masking, ended) {
          this.#request = request;
          this.#response = response;
          this.#outgoing = outgoing;
          this.#way = way;
          this.#masking = masking;
          this.#ended = ended;
          this.#socket = request.socket;
        }
        start() {
          this.#response.on("close", this.#onClose);
          if (this.#response.destroyed)
            this.#onClose();
          else
            this.#dispatch();
        }
        /** Whether it has a connection, and so may have gone out. */
        get isSent() {
          return this.#controller !== null;
        }
        /** Ends it from our side, because it may not go on: one that is still waiting for its connection never goes out. */
        cut() {
          this.#isCut = true;
          if (this.isSent)
            this.#socket.destroy();
          else
            this.#fail("not-configured", null);
        }
        /** Lets go of a request without a body that is still waiting for its connection: another exchange takes it over. */
        withdraw() {
          this.#isOver = true;
          this.#response.off("close", this.#onClose);
        }
        onRequestStart(controller) {
          if (this.#isOver || this.#isCut)
            return controller.abort(new Error("it may not go out any more"));
          this.#controller = controller;
        }
        onBodySent(chunk) {
          this.#bytesUp += chunk.length;
          countPassed(chunk.length);
        }
        onResponseStart(controller, status, _headers, message = "") {
          if (status < 200)
            return;
          const masking = this.#masking;
          const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
          const mask = masking === null ? String : (value) => masking.text(value);
          const head = responseHead(raw, mask);
          if (head === null)
            return this.#fail("upstream-answer", controller);
          this.#body = masking?.body(head) ?? null;
          const response = this.#response;
          response.sendDate = false;
          response.writeHead(status, mask(/^[\t\x20-\x7e]*$/.test(message) ? message : ""), head.headers);
          this.#length = head.length === null ? null : Number(head.length);
          flushSoon(this);
        }
        onResponseData(controller, chunk) {
          const isAll = this.#bytesDown === 0 && chunk.length === this.#length && chunk.length <= SMALL;
          this.#bytesDown += chunk.length;
          countPassed(chunk.length);
          const out = this.#body === null ? chunk : this.#body.push(chunk);
          if (isAll) {
            const rest = this.#body?.end();
            const all = rest === void 0 || rest.length === 0 ? out : Buffer.concat([out, rest]);
            this.#response.end(all.toString("latin1"), "latin1");
          } else if (out.length > 0 && !this.#response.write(out))
            this.#pause(controller);
        }
        onResponseEnd() {
          if (this.#length === null && this.#way.isResetting())
            return this.#fail("upstream-broken", null);
          if (this.#response.writableEnded)
            return;
          const rest = this.#body?.end();
          if (rest !== void 0 && rest.length > 0)
            this.#response.end(rest);
          else
            this.#response.end();
        }
        onResponseError(controller, error) {
          if (this.#isOver || this.#isCut)
            return;
          const { method, hasBody } = this.#outgoing;
          const mayRepeat = !this.#isRepeat && !hasBody && REPEATABLE.has(method) && !this.#response.headersSent;
          if (mayRepeat && isStaleConnection(error)) {
            this.#isRepeat = true;
            this.#dispatch();
            return;
          }
          this.#fail(reasonOf(error), controller);
        }
        #dispatch() {
          const { method, target, headers, hasBody } = this.#outgoing;
          const body = hasBody ? this.#request : null;
          this.#way.pool.dispatch({ method, path: target, headers, body }, this);
        }
        #fail(reason, controller) {
          this.#trouble ??= reason;
          controller?.abort(new Error(reason));
          const response = this.#response;
          if (response.headersSent || response.destroyed) {
            this.#socket.destroy();
            return;
          }
          const { status, headers, body } = refusalAnswer(reason);
          response.sendDate = false;
          response.writeHead(status, headers);
          response.end(body);
        }
        /** Sends a head that nothing has followed so far. */
        flushHead() {
          const response = this.#response;
          if (this.#bytesDown === 0 && !response.writableEnded && !response.destroyed)
            response.flushHeaders();
        }
        /** Waits for the client, who takes more slowly than the upstream gives. */
        #pause(controller) {
          controller.pause();
          if (this.#isPacing)
            return;
          this.#isPacing = true;
          this.#response.on("drain", () => this.#controller?.resume());
        }
        #onClose = () => {
          if (this.#isOver)
            return;
          this.#isOver = true;
          const response = this.#response;
          if (!this.#request.complete)
            this.#socket.destroySoon();
          if (!response.writableFinished) {
            this.#trouble ??= "client-gone";
            this.#controller?.abort(new Error("the client has gone"));
          }
          this.#ended({
            status: response.headersSent ? response.statusCode : null,
            trouble: this.#trouble,
            bytesUp: this.#bytesUp,
            bytesDown: this.#bytesDown,
            masked: this.#masking?.count ?? 0,
            unsearched: this.#masking?.unsearched ?? false
          });
        };
      }
      var policy_network = __webpack_require__(96810);
      ;
      const SPECIAL = [
        // Where clouds hand out the machine's own credentials: no operator can open these.
        [
          "metadata",
          networks("169.254.0.0/16 100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::/32 fd20:ce::254 fd00:42::42")
        ],
        ["unspecified", networks("0.0.0.0/8 ::")],
        ["loopback", networks("127.0.0.0/8 ::1")],
        ["link-local", networks("fe80::/10")],
        ["private", networks("10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10")],
        ["shared", networks("100.64.0.0/10")],
        ["multicast", networks("224.0.0.0/4 ff00::/8")],
        ["documentation", networks("192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20")],
        // Compatible, NAT64, Teredo, 6to4: what is dialled in the end is an IPv4 address that stands inside.
        ["embeds-ipv4", networks("::/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16")],
        ["reserved", networks("192.0.0.0/24 192.88.99.0/24 198.18.0.0/15 240.0.0.0/4 2001::/23")]
      ];
      const GLOBAL_IPV6 = networks("2000::/3");
      function specialKind(bytes) {
        const found = SPECIAL.find(([, ranges]) => ranges.some((network) => (0, policy_network.G2)(network, bytes)))?.[0];
        if (found !== void 0 || bytes.length === 4)
          return found;
        if (isIsatap(bytes))
          return "embeds-ipv4";
        return GLOBAL_IPV6.some((network) => (0, policy_network.G2)(network, bytes)) ? void 0 : "reserved";
      }
      function embeddedIpv4(bytes) {
        if (bytes.length !== 16)
          return [];
        const last = bytes.slice(12);
        const in6to4 = bytes[0] === 32 && bytes[1] === 2 ? [bytes.slice(2, 6)] : [];
        const isTeredo = bytes[0] === 32 && bytes[1] === 1 && bytes[2] === 0 && bytes[3] === 0;
        const inTeredo = isTeredo ? [bytes.slice(4, 8), last.map((byte) => byte ^ 255)] : [];
        return [last, ...in6to4, ...inTeredo];
      }
      function isIsatap(bytes) {
        return ((bytes[8] ?? 0) & 253) === 0 && bytes[9] === 0 && bytes[10] === 94 && bytes[11] === 254;
      }
      function networks(texts) {
        return texts.split(" ").map((text) => {
          const network = (0, policy_network.MO)(text);
          if (network === void 0)
            throw new Error(`not a network: ${text}`);
          return network;
        });
      }
      ;
      function judgeAddresses(addresses, port, rules) {
        const judged = { allowed: [], blocked: [] };
        for (const address of addresses) {
          const reason = blockedBy(address, port, rules);
          if (reason === void 0)
            judged.allowed.push(address);
          else
            judged.blocked.push({ address, reason });
        }
        return judged;
      }
      function blockedBy(address, port, rules) {
        const bytes = (0, policy_network.AS)(address);
        if (bytes === void 0)
          return "not-an-address";
        const kind = specialKind(bytes);
        if ((kind === "loopback" || kind === "unspecified") && rules.ownPorts.includes(port))
          return "own-port";
        if (kind !== void 0 && !isExcepted(bytes, kind, rules))
          return kind;
        if (kind === void 0 && isOwn(bytes, rules))
          return "own-address";
        return (0, access.V8)(rules.access, address, port) ? "on-deny-list" : void 0;
      }
      function isOwn(bytes, { ownAddresses, privateNetworks }) {
        const isThis = ownAddresses.some((own) => (0, policy_network.AS)(own)?.join() === bytes.join());
        return isThis && !privateNetworks.some((network) => (0, policy_network.G2)(network, bytes));
      }
      function isExcepted(bytes, kind, rules) {
        if (kind === "metadata")
          return false;
        if (!rules.privateNetworks.some((network) => (0, policy_network.G2)(network, bytes)))
          return false;
        if (kind !== "embeds-ipv4")
          return true;
        return embeddedIpv4(bytes).every((inner) => {
          const innerKind = specialKind(inner);
          return innerKind === void 0 || isExcepted(inner, innerKind, rules);
        });
      }
      ;
      function waysOf(core, { push, policy }) {
        const { extraRoots, upstreamProxy } = push;
        const { privateNetworks, access: access2 } = policy;
        return {
          extraRoots,
          upstreamProxy,
          mayDial: (address, port) => {
            const rules = {
              privateNetworks,
              access: access2,
              ownPorts: core.host.ownPorts(),
              ownAddresses: core.ports.ownAddresses()
            };
            return judgeAddresses([address], port, rules).allowed.length > 0;
          }
        };
      }
      function keepsReach(next, then) {
        const hasAll = (texts, wanted) => wanted.every((text) => texts.includes(text));
        return hasAll(textsOf(next.policy.privateNetworks), textsOf(then.policy.privateNetworks)) && hasAll(deniedBy(then.policy.access), deniedBy(next.policy.access)) && hasAll(next.push.extraRoots, then.push.extraRoots) && next.push.upstreamProxy === then.push.upstreamProxy;
      }
      function textsOf(networks2) {
        return networks2.map(policy_network.U0);
      }
      function deniedBy(access2) {
        if (access2.kind !== "deny")
          return [];
        return access2.entries.flatMap((entry) => entry.kind === "network" ? [`${(0, policy_network.U0)(entry.network)} ${entry.port ?? "*"}`] : []);
      }
      ;
      const STAR = "*".charCodeAt(0);
      const masker_NOTHING = Buffer.alloc(0);
      function createMasker(needles) {
        let held = masker_NOTHING;
        let covered = 0;
        let masked = 0;
        const release = (bytes, keep) => {
          const cut = bytes.length - keep;
          let out = bytes.subarray(0, cut);
          let isOurs = false;
          let end = covered;
          const star = (from, to) => {
            if (!isOurs)
              out = Buffer.from(out);
            isOurs = true;
            out.fill(STAR, from, Math.min(to, cut));
          };
          if (covered > 0)
            star(0, covered);
          for (const needle of needles) {
            for (let at = bytes.indexOf(needle); at !== -1 && at < cut; at = bytes.indexOf(needle, at + 1)) {
              star(at, at + needle.length);
              end = Math.max(end, at + needle.length);
              masked += 1;
            }
          }
          covered = Math.max(0, end - cut);
          held = keep === 0 ? masker_NOTHING : Buffer.from(bytes.subarray(cut));
          return out;
        };
        return {
          push(chunk) {
            const bytes = held.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([held, chunk]);
            return release(bytes, beginningOfNeedle(bytes, needles));
          },
          end() {
            return held.length === 0 ? masker_NOTHING : release(held, 0);
          },
          get masked() {
            return masked;
          }
        };
      }
      function maskText(needles, text) {
        const masker = createMasker(needles);
        const bytes = Buffer.from(text, "latin1");
        const out = Buffer.concat([masker.push(bytes), masker.end()]);
        return { text: masker.masked === 0 ? text : out.toString("latin1"), masked: masker.masked };
      }
      function beginningOfNeedle(bytes, needles) {
        const { longest, byFirst } = indexOf(needles);
        for (let at = Math.max(0, bytes.length - longest + 1); at < bytes.length; at += 1) {
          const length = bytes.length - at;
          for (const needle of byFirst[bytes[at] ?? 0] ?? []) {
            if (length < needle.length && bytes.compare(needle, 0, length, at) === 0)
              return length;
          }
        }
        return 0;
      }
      const indexes = /* @__PURE__ */ new WeakMap();
      function indexOf(needles) {
        const known2 = indexes.get(needles);
        if (known2 !== void 0)
          return known2;
        const byFirst = [];
        for (const needle of needles)
          (byFirst[needle[0] ?? 0] ??= []).push(needle);
        const index = { longest: Math.max(0, ...needles.map((needle) => needle.length)), byFirst };
        indexes.set(needles, index);
        return index;
      }
      ;
      const known = /* @__PURE__ */ new WeakMap();
      function maskingFor(rule) {
        return rule.hasSecret ? new RuleMasking(needlesFor(rule)) : null;
      }
      class RuleMasking {
        #needles;
        #texts = 0;
        #masker = null;
        #unsearched = false;
        constructor(needles) {
          this.#needles = needles;
        }
        get count() {
          return this.#texts + (this.#masker?.masked ?? 0);
        }
        get unsearched() {
          return this.#unsearched;
        }
        text(value) {
          const { bytes, texts } = this.#needles;
          if (!texts.some((text) => value.includes(text)))
            return value;
          const masked = maskText(bytes, value);
          this.#texts += masked.masked;
          return masked.text;
        }
        /**
         * Whatever its type and coding are said to be: a program that makes a host echo can often name both as well. What
         * really is coded passes byte for byte, as there is nothing to find in it.
         */
        body({ coded, length }) {
          this.#unsearched = coded && length !== "0";
          this.#masker = createMasker(this.#needles.bytes);
          return this.#masker;
        }
      }
      function needlesFor(rule) {
        const found = known.get(rule);
        if (found !== void 0)
          return found;
        const bytes = rule.needles;
        const made = { bytes, texts: bytes.map((needle) => needle.toString("latin1")) };
        known.set(rule, made);
        return made;
      }
      ;
      function prepare(policy, { scheme, authority, target, head, framing }) {
        const refused = (reason, detail = reason) => ({
          kind: "refused",
          reason,
          detail
        });
        const host = (0, canonical_authority.Vs)(authority, host_pattern.Fk[scheme]);
        if (framing.host !== host) {
          const named = (0, canonical_authority.Gt)(framing.host, host_pattern.Fk[scheme]);
          if (!named.ok)
            return refused("ambiguous-request");
          if (!(0, canonical_authority.UJ)(named.value, authority))
            return refused("misdirected");
        }
        const decision = decide(policy, scheme, authority);
        if (decision.kind === "deny")
          return refused("denied", decision.reason);
        if (decision.kind !== "intercept" && scheme === "https")
          return refused("not-configured");
        const choice = decision.kind === "intercept" ? choose(decision.candidates, { scheme, method: head.method, target, headers: head.rawHeaders }) : null;
        if (choice?.kind === "refuse")
          return refused(choice.reason);
        const rule = choice?.kind === "inject" ? choice.rule : null;
        const forwarded = forwardedHeaders(head.rawHeaders, rule?.sent ?? []);
        if (!forwarded.ok)
          return refused("ambiguous-request");
        return {
          kind: "send",
          decision: rule !== null ? "inject" : decision.kind === "intercept" ? "forward" : decision.kind,
          reason: choice?.reason ?? decision.reason,
          rule,
          headers: withHost(host, forwarded.value)
        };
      }
      function withHost(host, headers) {
        const all = ["Host", host];
        let isReplaced = false;
        for (let index = 0; index + 1 < headers.length; index += 2) {
          const name = headers[index] ?? "";
          if (!isReplaced && name.length === 4 && name.toLowerCase() === "host")
            isReplaced = true;
          else
            all.push(name, headers[index + 1] ?? "");
        }
        return all;
      }
      function samePrepared(now, then) {
        return now.kind === "send" && now.rule?.name === then.rule?.name && now.headers.length === then.headers.length && now.headers.every((text, index) => text === then.headers[index]);
      }
      ;
      function carry_refuse(request, response, record, reason, detail = reason) {
        const { status, headers, body } = refusalAnswer(reason);
        if (status !== 407)
          connectionOf(request.socket).closing = true;
        response.sendDate = false;
        response.writeHead(status, headers);
        response.end(body);
        record.refused(reason, detail);
      }
      function upstreamsFor(core, snapshot) {
        return core.upstreams.of(snapshot.sandboxId, snapshot, () => waysOf(core, snapshot));
      }
      function carry(core, snapshot, request, response, asked, record, isExpected) {
        record.of(snapshot).to(asked.authority).with({ scheme: asked.scheme, path: pathOf(asked.target) });
        if (asked.framing.upgrade !== null)
          return carry_refuse(request, response, record, "upgrade-refused");
        const prepared = prepare(snapshot.policy, asked);
        if (prepared.kind === "refused")
          return carry_refuse(request, response, record, prepared.reason, prepared.detail);
        const { decision, reason, rule, headers } = prepared;
        record.with({ decision, reason, rule: rule?.name ?? null, injected: namesOf(rule?.headers ?? []) });
        if (isExpected)
          response.writeContinue();
        const hasBody = asked.framing.body !== null;
        const upstreams = upstreamsFor(core, snapshot);
        const via = upstreams.via(asked.scheme, asked.authority);
        const outgoing = {
          method: asked.head.method,
          target: via === null ? asked.target : via.prefix + asked.target,
          headers: via === null ? headers : [...headers, ...via.headers],
          hasBody
        };
        const pool2 = upstreams.pool(asked.scheme, asked.authority);
        const connection = connectionOf(request.socket);
        connection.busy = true;
        const exchange = new Exchange(request, response, outgoing, { pool: pool2, isResetting: () => upstreams.isResetting }, rule === null ? null : maskingFor(rule), ({ trouble, ...counts }) => {
          leave();
          if (trouble !== null)
            connection.closing = true;
          record.write({ ...counts, ...trouble !== null && { reason: trouble } });
          nextTurn(connection);
        });
        const leave = core.lives.add({
          sandboxId: snapshot.sandboxId,
          kind: "request",
          // Once out, it is of the rules of its time, and ends when the sandbox or its way to the place does.
          mayGoOn: (next) => keepsReach(next, snapshot) && (exchange.isSent ? decide(next.policy, asked.scheme, asked.authority).kind !== "deny" : samePrepared(prepare(next.policy, asked), prepared)),
          cut: () => {
            const now = core.host.sandboxes.current(snapshot.sandboxId);
            if (exchange.isSent || hasBody || now === null)
              return exchange.cut();
            leave();
            exchange.withdraw();
            carry(core, now, request, response, asked, record, false);
          }
        });
        exchange.start();
      }
      function namesOf(headers) {
        return headers.map(({ name }) => name);
      }
      function pathOf(target) {
        const end = target.indexOf("?");
        return (end === -1 ? target : target.slice(0, end)).slice(0, 2048);
      }
      ;
      class Record {
        #core;
        #start;
        #entry;
        #isWritten = false;
        constructor(core, scheme, method) {
          this.#core = core;
          this.#start = core.ports.elapsed();
          this.#entry = {
            at: core.ports.now().toISOString(),
            sandbox: null,
            revision: null,
            rule: null,
            decision: "refuse",
            reason: "internal-error",
            scheme,
            host: null,
            port: null,
            method,
            path: null,
            status: null,
            bytesUp: 0,
            bytesDown: 0,
            ms: 0,
            injected: [],
            masked: 0,
            unsearched: false
          };
        }
        /** Whose request it is. */
        of(snapshot) {
          if (this.#isWritten)
            return this;
          this.#entry.sandbox = snapshot.sandboxId;
          this.#entry.revision = snapshot.revision;
          return this;
        }
        to({ host, port }) {
          if (this.#isWritten)
            return this;
          this.#entry.host = host.text;
          this.#entry.port = port;
          return this;
        }
        /** Adds to the line, as long as it is not written. */
        with(part) {
          if (!this.#isWritten)
            Object.assign(this.#entry, part);
          return this;
        }
        /** Writes the line, once. */
        write(part = {}) {
          if (this.#isWritten)
            return;
          this.#isWritten = true;
          const entry = Object.assign(this.#entry, part);
          entry.ms = Math.round((this.#core.ports.elapsed() - this.#start) * 100) / 100;
          this.#core.host.audit(entry);
        }
        /** Writes that it ended in a refusal; `reason` where the audit knows it more closely than the answer. */
        refused(refusal2, reason = refusal2) {
          const [status] = REFUSALS[refusal2];
          this.write({ decision: status === 403 ? "deny" : "refuse", reason, status });
        }
      }
      function guarded(core, socket, scheme, work) {
        try {
          work();
        } catch {
          new Record(core, scheme, null).refused("internal-error");
          socket.destroy();
        }
      }
      ;
      const FORBIDDEN_METHODS = /* @__PURE__ */ new Set(["TRACE", "TRACK"]);
      const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
      const TARGET = /^[\x21\x22\x24-\x7e]+$/;
      const LOOK_ALIKES = /* @__PURE__ */ new Set(["content_length", "transfer_encoding", "http2_settings"]);
      function checkHead({ method, url, httpVersion, rawHeaders }) {
        const refuse2 = (reason) => ({ kind: "refused", reason });
        let host;
        let length;
        let coding;
        let upgrade;
        for (let i = 0; i < rawHeaders.length; i += 2) {
          const [name = "", value = ""] = [rawHeaders[i], rawHeaders[i + 1]];
          if (!VALUE.test(value))
            return refuse2("ambiguous-request");
          const { length: size2 } = name;
          if (size2 !== 4 && size2 !== 7 && size2 !== 14 && size2 !== 17)
            continue;
          const key = name.toLowerCase();
          if (key === "host") {
            if (host !== void 0)
              return refuse2("ambiguous-request");
            host = value;
          } else if (key === "content-length") {
            if (length !== void 0)
              return refuse2("ambiguous-request");
            length = value;
          } else if (key === "transfer-encoding") {
            if (coding !== void 0)
              return refuse2("ambiguous-request");
            coding = value;
          } else if (key === "upgrade") {
            if (upgrade !== void 0)
              return refuse2("upgrade-refused");
            upgrade = value;
          } else if (LOOK_ALIKES.has(key))
            return refuse2("ambiguous-request");
        }
        if (httpVersion !== "1.1" && httpVersion !== "1.0")
          return refuse2("ambiguous-request");
        if (FORBIDDEN_METHODS.has(method))
          return refuse2("method-not-allowed");
        if (!TARGET.test(url))
          return refuse2("bad-target");
        if (host === void 0)
          return refuse2("ambiguous-request");
        if (coding !== void 0 && (length !== void 0 || httpVersion === "1.0" || !/^chunked$/i.test(coding))) {
          return refuse2("ambiguous-request");
        }
        if (length !== void 0 && !/^[0-9]{1,15}$/.test(length))
          return refuse2("ambiguous-request");
        const size = length === void 0 ? 0 : Number(length);
        const body = coding !== void 0 ? { length: null } : size > 0 ? { length: size } : null;
        return { kind: "fine", framing: { host, body, upgrade: upgrade ?? null } };
      }
      ;
      const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i;
      function claimOf(rawHeaders) {
        let value;
        for (let i = 0; i < rawHeaders.length; i += 2) {
          if (rawHeaders[i]?.length !== 19 || rawHeaders[i]?.toLowerCase() !== "proxy-authorization")
            continue;
          if (value !== void 0)
            return { kind: "malformed" };
          value = rawHeaders[i + 1];
        }
        if (value === void 0)
          return { kind: "none" };
        const encoded = BASIC.exec(value)?.[1];
        if (encoded === void 0)
          return { kind: "malformed" };
        const text = Buffer.from(encoded, "base64").toString("latin1");
        const colon = text.indexOf(":");
        if (!text.startsWith("sbx-") || colon === -1)
          return { kind: "malformed" };
        return { kind: "claim", sandboxId: text.slice(4, colon), token: text.slice(colon + 1) };
      }
      ;
      function innerRequest(core, request, response, isExpected) {
        takeTurn(core, "https", request, response, (connection) => {
          if (connection.tunnel === null)
            return void request.socket.destroy();
          const record = new Record(core, "https", request.method ?? null);
          const inner = readInner(core, connection.tunnel, headOf(request), record);
          if (inner.kind === "refused")
            return carry_refuse(request, response, record, inner.reason);
          carry(core, inner.snapshot, request, response, inner.asked, record, isExpected);
        });
      }
      function readInner(core, { sandboxId, authority }, head, record) {
        record.to(authority).with({ sandbox: sandboxId });
        const snapshot = core.host.sandboxes.current(sandboxId);
        if (snapshot === null)
          return { kind: "refused", reason: "not-configured" };
        record.of(snapshot);
        const checked2 = checkHead(head);
        if (checked2.kind === "refused")
          return checked2;
        if (!head.url.startsWith("/"))
          return { kind: "refused", reason: "bad-target" };
        const asked = { scheme: "https", authority, target: head.url, head, framing: checked2.framing };
        return { kind: "fine", snapshot, asked };
      }
      function outerRequest(core, request, response, isExpected) {
        takeTurn(core, "http", request, response, (connection) => {
          const record = new Record(core, "http", request.method ?? null);
          const outer = readOuter(core, connection, headOf(request), record);
          if (outer.kind === "refused")
            return carry_refuse(request, response, record, outer.reason);
          carry(core, outer.snapshot, request, response, outer.asked, record, isExpected);
        });
      }
      function refusedExpectation(core, scheme, request, response) {
        takeTurn(core, scheme, request, response, () => {
          carry_refuse(request, response, new Record(core, scheme, request.method ?? null), "expectation-refused");
        });
      }
      function takeTurn(core, scheme, request, response, work) {
        const { socket } = request;
        const connection = connectionOf(socket);
        const isTaken = inTurn(connection, () => {
          if (!connection.closing && !response.destroyed)
            guarded(core, socket, scheme, () => work(connection));
        });
        if (!isTaken)
          socket.destroy();
      }
      function readOuter(core, connection, head, record) {
        const whose = identify(core, connection, head.rawHeaders);
        if (whose.kind === "refused")
          return whose;
        record.of(whose.snapshot);
        const checked2 = checkHead(head);
        if (checked2.kind === "refused")
          return checked2;
        const place = readAbsolute(head.url);
        if (place === null)
          return { kind: "refused", reason: "bad-target" };
        const authority = (0, canonical_authority.Gt)(place.authority, 80);
        if (!authority.ok)
          return { kind: "refused", reason: "bad-authority" };
        if (!(0, canonical_authority.Gt)(checked2.framing.host, 80).ok)
          return { kind: "refused", reason: "ambiguous-request" };
        const framing = { ...checked2.framing, host: (0, canonical_authority.Vs)(authority.value, 80) };
        const { snapshot } = whose;
        const asked = { scheme: "http", authority: authority.value, target: place.target, head, framing };
        return { kind: "fine", snapshot, asked };
      }
      function identify(core, connection, rawHeaders) {
        const { sandboxes } = core.host;
        const { ingress, owner } = connection;
        if (ingress.kind === "sandbox") {
          const snapshot2 = sandboxes.current(ingress.sandboxId);
          return snapshot2 === null ? { kind: "refused", reason: "not-configured" } : { kind: "fine", snapshot: snapshot2 };
        }
        const claim = claimOf(rawHeaders);
        if (claim.kind === "none")
          return { kind: "refused", reason: "token-missing" };
        const snapshot = claim.kind === "claim" ? sandboxes.byToken(claim.sandboxId, claim.token) : null;
        if (snapshot === null || owner !== null && owner !== snapshot.sandboxId) {
          return { kind: "refused", reason: "token-wrong" };
        }
        const isClaimed = core.population.claim(connection, snapshot.sandboxId);
        return isClaimed ? { kind: "fine", snapshot } : { kind: "refused", reason: "too-many-connections" };
      }
      function headOf(request) {
        const { method = "", url = "", httpVersion, rawHeaders } = request;
        return { method, url, httpVersion, rawHeaders };
      }
      function readAbsolute(url) {
        const [, authority, rest = ""] = /^http:\/\/([^/?]*)(.*)$/i.exec(url) ?? [];
        if (authority === void 0 || authority === "")
          return null;
        return { authority, target: rest.startsWith("/") ? rest : `/${rest}` };
      }
      ;
      function splice(client, upstream, stalledMs) {
        const before = { read: upstream.bytesRead, written: upstream.bytesWritten };
        return new Promise((resolve) => {
          let open = 2;
          const closed = (other, cleanly) => {
            open -= 1;
            if (cleanly)
              other.destroySoon();
            else
              other.destroy();
            if (open > 0)
              return;
            const [bytesUp, bytesDown] = [upstream.bytesWritten - before.written, upstream.bytesRead - before.read];
            resolve({ bytesUp, bytesDown });
          };
          client.on("error", () => upstream.destroy()).on("close", () => closed(upstream, client.readableEnded));
          upstream.on("error", () => client.destroy()).on("close", () => closed(client, upstream.readableEnded));
          upstream.setTimeout(stalledMs, () => upstream.destroy());
          for (const side of [client, upstream])
            side.on("data", (chunk) => countPassed(chunk.length));
          client.pipe(upstream);
          upstream.pipe(client);
          if (client.destroyed)
            upstream.destroy();
          if (upstream.destroyed)
            client.destroy();
        });
      }
      ;
      class Handshake {
        #client;
        #masking;
        #ends;
        #body = null;
        #controller = null;
        #status = null;
        #bytesDown = 0;
        #isOver = false;
        constructor(client, masking, ends) {
          this.#client = client;
          this.#masking = masking;
          this.#ends = ends;
          client.on("close", this.#onClose);
          client.on("drain", this.#onDrain);
          client.on("readable", this.#onReadable).on("end", this.#onEnd);
        }
        onRequestStart(controller) {
          this.#controller = controller;
          if (this.#client.destroyed)
            controller.abort(new Error("the client has gone"));
        }
        onRequestUpgrade(controller, status, _headers, upstream) {
          const head = this.#head(controller);
          this.#isOver = true;
          this.#client.off("close", this.#onClose).off("drain", this.#onDrain);
          this.#client.off("readable", this.#onReadable).off("end", this.#onEnd);
          const isWebSocket = status === 101 && head !== null && upgradesTo(controller) === "websocket";
          if (!isWebSocket || this.#client.destroyed) {
            upstream.on("error", () => void 0);
            upstream.destroy();
            if (!this.#client.destroyed)
              return this.#ends.failed("upstream-answer");
            return this.#ends.answered(status, 0);
          }
          this.#write(status, ["Connection", "Upgrade", "Upgrade", "websocket", ...head.headers]);
          this.#ends.joined(upstream);
        }
        onResponseStart(controller, status) {
          if (status < 200)
            return;
          const head = this.#head(controller);
          if (head === null)
            return controller.abort(new Error("the answer has two lengths"));
          this.#status = status;
          this.#body = this.#masking?.body(head) ?? null;
          this.#write(status, [...head.headers, "Connection", "close"]);
        }
        onResponseData(controller, chunk) {
          this.#bytesDown += chunk.length;
          const out = this.#body === null ? chunk : this.#body.push(chunk);
          if (out.length > 0 && !this.#client.write(out))
            controller.pause();
        }
        onResponseEnd() {
          if (this.#isOver)
            return;
          this.#isOver = true;
          const rest = this.#body?.end();
          if (rest !== void 0 && rest.length > 0)
            this.#client.write(rest);
          this.#client.destroySoon();
          this.#ends.answered(this.#status ?? 0, this.#bytesDown);
        }
        onResponseError(_controller, error) {
          if (this.#isOver)
            return;
          this.#isOver = true;
          if (this.#status === null && !this.#client.destroyed)
            return this.#ends.failed(reasonOf(error));
          this.#client.destroy();
          this.#ends.answered(this.#status ?? 0, this.#bytesDown);
        }
        #head(controller) {
          const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
          const masking = this.#masking;
          return responseHead(raw, (value) => masking === null ? value : masking.text(value));
        }
        #write(status, headers) {
          const lines = [`HTTP/1.1 ${status} ${external_node_http_.STATUS_CODES[status] ?? ""}`];
          for (let i = 0; i < headers.length; i += 2)
            lines.push(`${headers[i]}: ${headers[i + 1]}`);
          this.#client.write(`${lines.join("\r\n")}\r
\r
`, "latin1");
        }
        #onDrain = () => this.#controller?.resume();
        #onReadable = () => {
          if (this.#client.readableLength === 0)
            this.#client.read();
        };
        #onEnd = () => void this.#client.destroy();
        #onClose = () => {
          if (this.#isOver)
            return;
          this.#isOver = true;
          this.#controller?.abort(new Error("the client has gone"));
          this.#ends.left();
        };
      }
      function upgradesTo({ rawHeaders }) {
        const raw = Array.isArray(rawHeaders) ? rawHeaders : [];
        const texts = raw.map((part) => part.toString().toLowerCase());
        return texts.filter((_, at) => at % 2 === 1 && texts[at - 1] === "upgrade").join();
      }
      ;
      function onUpgrade(core, request, socket, early) {
        const connection = connectionOf(socket);
        socket.on("error", () => void 0);
        if (connection.closing || connection.busy)
          return void socket.destroy();
        connection.closing = true;
        const { tunnel } = connection;
        const record = new Record(core, tunnel === null ? "http" : "https", request.method ?? null);
        const refuse2 = (reason2, detail = reason2) => {
          record.refused(reason2, detail);
          socket.end(refusalBytes(reason2));
          socket.destroySoon();
        };
        const head = headOf(request);
        const read = tunnel === null ? readOuter(core, connection, head, record) : readInner(core, tunnel, head, record);
        if (read.kind === "refused")
          return refuse2(read.reason);
        const { snapshot, asked } = read;
        record.to(asked.authority).with({ path: pathOf(asked.target) });
        const { upgrade, body } = asked.framing;
        if (head.method !== "GET" || upgrade?.toLowerCase() !== "websocket" || body !== null) {
          return refuse2("upgrade-refused");
        }
        const prepared = prepare(snapshot.policy, asked);
        if (prepared.kind === "refused")
          return refuse2(prepared.reason, prepared.detail);
        if (early.length > 0)
          socket.unshift(early);
        const { decision, reason, rule } = prepared;
        record.with({ decision, reason, rule: rule?.name ?? null, injected: namesOf(rule?.headers ?? []) });
        shake(core, { snapshot, asked, prepared, socket, record, refuse: refuse2 });
      }
      function shake(core, { snapshot, asked, prepared, socket, record, refuse: refuse2 }) {
        let isCut = false;
        const leave = core.lives.add({
          sandboxId: snapshot.sandboxId,
          kind: "websocket",
          // It lives long: under other rules or credentials it would be another one.
          mayGoOn: (next) => keepsReach(next, snapshot) && samePrepared(prepare(next.policy, asked), prepared),
          cut: () => {
            isCut = true;
            record.with({ reason: "configuration-changed" });
            socket.destroy();
          }
        });
        const masking = prepared.rule === null ? null : maskingFor(prepared.rule);
        const ended = (part) => {
          leave();
          record.write({ ...part, masked: masking?.count ?? 0, unsearched: masking?.unsearched ?? false });
        };
        const handshake = new Handshake(socket, masking, {
          joined: (upstream) => {
            splice(socket, upstream, core.limits.stalledMs).then((bytes) => ended({ ...bytes, status: 101 })).catch(() => void 0);
          },
          answered: (status, bytesDown) => ended({ status, bytesDown }),
          left: () => ended(isCut ? {} : { reason: "client-gone" }),
          failed: (reason) => {
            leave();
            refuse2(reason);
          }
        });
        const pool2 = upstreamsFor(core, snapshot).pool(asked.scheme, asked.authority, true);
        const { target: path } = asked;
        pool2.dispatch({ method: "GET", path, headers: prepared.headers, upgrade: "websocket" }, handshake);
      }
      ;
      const ESTABLISHED = "HTTP/1.1 200 Connection Established\r\n\r\n";
      async function openTunnel(core, { snapshot, authority, socket, record }, decision) {
        record.with({ decision: decision.kind, reason: decision.reason });
        const upstreams = upstreamsFor(core, snapshot);
        let isCut = socket.destroyed;
        const leave = core.lives.add({
          sandboxId: snapshot.sandboxId,
          kind: "tunnel",
          mayGoOn: (next) => keepsReach(next, snapshot) && decide(next.policy, "https", authority).kind === decision.kind,
          cut: () => {
            isCut = true;
            record.with({ reason: "configuration-changed" });
            socket.destroy();
          }
        });
        try {
          const upstream = await upstreams.dial(authority);
          if (isCut || socket.destroyed) {
            upstream.destroy();
            leave();
            record.write({ reason: isCut ? "configuration-changed" : "client-gone" });
            return;
          }
          socket.write(ESTABLISHED);
          splice(socket, upstream, core.limits.stalledMs).then((bytes) => {
            leave();
            record.write({ ...bytes, status: 200 });
          }).catch(() => void 0);
        } catch (error) {
          leave();
          throw error;
        }
      }
      ;
      async function intercept(core, { serveInner }, { snapshot, authority, socket, connection, record }) {
        const { sandboxId } = snapshot;
        const leaf = await snapshot.leaves.leafFor(authority.host.text);
        if (leaf.kind === "refused") {
          record.with({ reason: leaf.reason });
          throw new RelayRefusal("no-certificate", { cause: leaf.reason });
        }
        if (socket.destroyed)
          return record.write({ reason: "client-gone" });
        const now = core.host.sandboxes.current(sandboxId);
        if (now === null || decide(now.policy, "https", authority).kind !== "intercept") {
          throw new RelayRefusal("not-configured");
        }
        socket.write(ESTABLISHED);
        socket.allowHalfOpen = false;
        const secure = new external_node_tls_.TLSSocket(socket, {
          isServer: true,
          secureContext: leaf.context,
          ALPNProtocols: ["http/1.1"],
          // Nothing here throws: an exception in this callback would end the process (facts A.4). Another context without a
          // certificate would not do: Node goes on with the one that is there.
          SNICallback: (name, callback) => {
            if (sameName(name, authority.host.text))
              callback(null, leaf.context);
            else
              callback(new Error("The handshake names another host than the tunnel was asked for."));
          }
        });
        const leave = core.lives.add({
          sandboxId,
          kind: "intercepted",
          mayGoOn: ({ policy }) => decide(policy, "https", authority).kind === "intercept",
          cut: () => socket.destroy()
        });
        const timer = setTimeout(() => socket.destroy(), core.limits.headMs);
        let isSecure = false;
        secure.on("error", () => socket.destroy());
        secure.on("close", () => {
          clearTimeout(timer);
          leave();
          socket.destroy();
          if (!isSecure)
            record.write({ decision: "refuse", reason: "handshake-failed" });
        });
        secure.on("secure", () => {
          if (isSecure)
            return;
          isSecure = true;
          clearTimeout(timer);
          newConnection(secure, connection.ingress).tunnel = { sandboxId, authority };
          serveInner(secure);
        });
        socket.on("close", () => secure.destroy());
      }
      function sameName(name, host) {
        return name === "" || name.toLowerCase() === host;
      }
      ;
      const MOST_UNKNOWN = 2;
      function onConnect(core, ports, request, socket, early) {
        const connection = connectionOf(socket);
        socket.on("error", () => void 0);
        if (connection.closing || connection.busy)
          return void socket.destroy();
        const record = new Record(core, "tunnel", "CONNECT");
        const refuse2 = (reason, detail = reason) => {
          record.refused(reason, detail);
          connection.closing = true;
          socket.end(refusalBytes(reason));
          socket.destroySoon();
        };
        const whose = identify(core, connection, request.rawHeaders);
        if (whose.kind === "refused") {
          if (!whose.reason.startsWith("token-"))
            return refuse2(whose.reason);
          connection.unknown += 1;
          if (connection.unknown >= MOST_UNKNOWN)
            return refuse2(whose.reason);
          record.refused(whose.reason);
          socket.write(refusalBytes(whose.reason));
          if (early.length > 0)
            socket.unshift(early);
          ports.readAgain(socket);
          return;
        }
        const { snapshot } = whose;
        record.of(snapshot);
        const authority = authorityOf(request);
        if (typeof authority === "string")
          return refuse2(authority);
        record.to(authority);
        if (early.length > 0)
          socket.unshift(early);
        enter(core, ports, { snapshot, authority, socket, connection, record }).catch((error) => refuse2(error instanceof RelayRefusal ? error.reason : "internal-error"));
      }
      async function enter(core, ports, entering) {
        const { snapshot, authority, record } = entering;
        const decision = decide(snapshot.policy, "https", authority);
        record.with({ reason: decision.reason });
        switch (decision.kind) {
          case "deny":
            throw new RelayRefusal("denied", { cause: decision.reason });
          case "bypass":
          case "tunnel":
            return await openTunnel(core, entering, decision);
          case "intercept":
            return await intercept(core, ports, entering);
        }
      }
      function authorityOf(request) {
        const { url, rawHeaders, httpVersion } = headOf(request);
        if (httpVersion !== "1.1" && httpVersion !== "1.0")
          return "ambiguous-request";
        const authority = (0, canonical_authority.Gt)(url, null);
        if (!authority.ok)
          return "bad-authority";
        let hosts = 0;
        for (let i = 0; i < rawHeaders.length; i += 2) {
          const name = rawHeaders[i]?.toLowerCase();
          if (name === "content-length" || name === "transfer-encoding")
            return "ambiguous-request";
          if (name !== "host")
            continue;
          hosts += 1;
          const named = (0, canonical_authority.Gt)(rawHeaders[i + 1] ?? "", authority.value.port);
          if (!named.ok || hosts > 1)
            return "ambiguous-request";
        }
        return authority.value;
      }
      ;
      function makeServers(core) {
        const outer = newServer(core);
        const inner = newServer(core);
        const ports = {
          readAgain: (socket) => void outer.emit("connection", socket),
          serveInner: (socket) => void inner.emit("connection", socket)
        };
        for (const server of [outer, inner]) {
          const isInner = server === inner;
          const scheme = isInner ? "https" : "http";
          const onRequest = isInner ? innerRequest : outerRequest;
          const guard = (socket, work) => guarded(core, socket, scheme, work);
          server.on("request", (request, response) => guard(request.socket, () => onRequest(core, request, response, false)));
          server.on("checkContinue", (request, response) => guard(request.socket, () => onRequest(core, request, response, true)));
          server.on("checkExpectation", (request, response) => guard(request.socket, () => refusedExpectation(core, scheme, request, response)));
          server.on("connect", (request, stream, head) => {
            const socket = toSocket(stream);
            guard(socket, () => {
              if (isInner)
                refuseRaw(core, socket, "method-not-allowed", scheme);
              else
                onConnect(core, ports, request, socket, head);
            });
          });
          server.on("upgrade", (request, stream, head) => {
            const socket = toSocket(stream);
            guard(socket, () => onUpgrade(core, request, socket, head));
          });
          server.on("clientError", (error, stream) => {
            const socket = toSocket(stream);
            guard(socket, () => onClientError(core, error, socket, scheme));
          });
        }
        return {
          serve: (socket) => void outer.emit("connection", socket),
          close: () => {
            outer.close();
            inner.close();
          }
        };
      }
      function newServer({ limits }) {
        const server = (0, external_node_http_.createServer)({
          maxHeaderSize: 32768,
          insecureHTTPParser: false,
          headersTimeout: limits.headMs,
          // Uploads take as long as they take; one that stands still is ended by `timeout`.
          requestTimeout: 0,
          keepAliveTimeout: limits.idleMs,
          connectionsCheckingInterval: Math.min(1e3, limits.headMs),
          // We look ourselves, and answer in our own words.
          requireHostHeader: false,
          noDelay: true
        });
        server.timeout = limits.stalledMs;
        server.maxHeadersCount = 0;
        server.emit("listening");
        return server;
      }
      function refuseRaw(core, socket, reason, scheme) {
        socket.on("error", () => void 0);
        const connection = connectionOf(socket);
        if (!connection.closing) {
          const record = new Record(core, scheme, null);
          if (connection.tunnel !== null) {
            record.to(connection.tunnel.authority).with({ sandbox: connection.tunnel.sandboxId });
          }
          record.refused(reason);
        }
        const isFree = !connection.closing && !connection.busy;
        connection.closing = true;
        if (isFree && socket.writable)
          socket.end(refusalBytes(reason));
        socket.destroySoon();
      }
      const servers_BY_CODE = {
        HPE_HEADER_OVERFLOW: "head-too-large",
        ERR_HTTP_REQUEST_TIMEOUT: "request-timeout"
      };
      function onClientError(core, error, socket, scheme) {
        const code = "code" in error && typeof error.code === "string" ? error.code : "";
        if (code.startsWith("HPE_") || code in servers_BY_CODE) {
          return refuseRaw(core, socket, servers_BY_CODE[code] ?? "ambiguous-request", scheme);
        }
        socket.destroy();
      }
      function toSocket(stream) {
        return stream;
      }
      ;
      const lookups_MOST_WAITING = 512;
      function limitLookups(ports, most, withinMs) {
        const waiting2 = [];
        let atWork = 0;
        const next = () => {
          for (; ; ) {
            const first = atWork < most ? waiting2.shift() : void 0;
            if (first === void 0)
              return;
            if (ports.elapsed() - first.since < withinMs)
              first.begin();
            else
              first.giveUp();
          }
        };
        return {
          resolve: (name) => new Promise((resolve, reject) => {
            const giveUp = () => reject(new Error("too many names are being looked up"));
            if (waiting2.length >= lookups_MOST_WAITING)
              return giveUp();
            const begin = () => {
              atWork += 1;
              ports.resolver.resolve(name).then(resolve, reject).finally(() => {
                atWork -= 1;
                next();
              });
            };
            waiting2.push({ begin, giveUp, since: ports.elapsed() });
            next();
          })
        };
      }
      var pool = __webpack_require__(55523);
      ;
      const MOST = 64;
      const contexts = /* @__PURE__ */ new Map();
      function upstreamContext(extraRoots) {
        const key = (0, external_node_crypto_.createHash)("sha256").update(extraRoots.join("\0")).digest("base64");
        const known2 = contexts.get(key);
        if (known2 !== void 0)
          return known2;
        const made = (0, external_node_tls_.createSecureContext)({
          minVersion: "TLSv1.2",
          ca: [...(0, external_node_tls_.getCACertificates)("default"), ...extraRoots]
        });
        const [oldest] = contexts.keys();
        if (contexts.size >= MOST && oldest !== void 0)
          contexts.delete(oldest);
        contexts.set(key, made);
        return made;
      }
      ;
      async function dialHost({ host, port }, mayDial, ports, limits) {
        const found = host.kind === "name" ? await resolved(host.text, ports, limits.headMs) : [{ address: host.text, family: host.kind === "ipv4" ? 4 : 6 }];
        const allowed = found.filter(({ address }) => mayDial(address, port));
        if (allowed.length === 0)
          throw new RelayRefusal("address-refused");
        return await opened(ports.dialler.connect(allowed.slice(0, 8), port), limits.connectMs);
      }
      async function resolved(name, { resolver }, withinMs) {
        const { promise: late, reject } = Promise.withResolvers();
        const timer = setTimeout(() => reject(new RelayRefusal("upstream-unresolved")), withinMs);
        try {
          const found = await Promise.race([resolver.resolve(name), late]);
          if (found.length === 0)
            throw new RelayRefusal("upstream-unresolved");
          return found;
        } catch (error) {
          throw error instanceof RelayRefusal ? error : new RelayRefusal("upstream-unresolved", { cause: error });
        } finally {
          clearTimeout(timer);
        }
      }
      function opened(socket, withinMs) {
        socket.on("error", () => void 0);
        return new Promise((resolve, reject) => {
          const fail = (refusal2) => {
            settle();
            socket.destroy();
            reject(refusal2);
          };
          const timer = setTimeout(() => fail(new RelayRefusal("upstream-connect-timeout")), withinMs);
          const onConnect2 = () => {
            settle();
            resolve(socket);
          };
          const onError = (error) => fail(new RelayRefusal(isTimeout(error) ? "upstream-connect-timeout" : "upstream-unreachable", {
            cause: error
          }));
          const onClose = () => fail(new RelayRefusal("upstream-unreachable"));
          const settle = () => {
            clearTimeout(timer);
            socket.off("connect", onConnect2).off("error", onError).off("close", onClose);
          };
          socket.on("connect", onConnect2).on("error", onError).on("close", onClose);
        });
      }
      function isTimeout(error) {
        return "code" in error && error.code === "ETIMEDOUT";
      }
      ;
      function secured(socket, host, secureContext, withinMs) {
        return new Promise((resolve, reject) => {
          socket.allowHalfOpen = false;
          const options = {
            socket,
            host: host.text,
            // SNI carries names only; an address is verified as one.
            servername: host.kind === "name" ? host.text : "",
            secureContext,
            ALPNProtocols: ["http/1.1"],
            minVersion: "TLSv1.2",
            rejectUnauthorized: true
          };
          const secure = (0, external_node_tls_.connect)(options);
          secure.on("error", () => void 0);
          const fail = (refusal2) => {
            settle();
            secure.destroy();
            socket.destroy();
            reject(refusal2);
          };
          const timer = setTimeout(() => fail(new RelayRefusal("upstream-connect-timeout")), withinMs);
          const onSecure = () => {
            settle();
            resolve(secure);
          };
          const onError = (cause) => fail(new RelayRefusal(isDistrust(secure) ? "upstream-certificate" : "upstream-tls", { cause }));
          const onClose = () => fail(new RelayRefusal("upstream-tls"));
          const settle = () => {
            clearTimeout(timer);
            secure.off("secureConnect", onSecure).off("error", onError).off("close", onClose);
          };
          secure.on("secureConnect", onSecure).on("error", onError).on("close", onClose);
        });
      }
      function isDistrust(secure) {
        const said = secure.authorizationError;
        return said !== null && said !== void 0;
      }
      ;
      const LONGEST_HEAD = 16384;
      function readCorporateProxy(text) {
        const url = URL.parse(text);
        if (url === null || url.protocol !== "http:" && url.protocol !== "https:")
          return null;
        const secure = url.protocol === "https:";
        const authority = (0, canonical_authority.Gt)(url.host, secure ? 443 : 80);
        if (!authority.ok)
          return null;
        try {
          const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
          const basic = Buffer.from(`${user}:${password}`).toString("base64");
          return {
            secure,
            authority: authority.value,
            authorization: user === "" && password === "" ? null : `Basic ${basic}`
          };
        } catch {
          return null;
        }
      }
      async function dialThrough(proxy, target, extraRoots, ports, limits) {
        const socket = await dialProxy(proxy, extraRoots, ports, limits);
        const authority = (0, canonical_authority.Vs)(target);
        const authorization = proxy.authorization === null ? "" : `Proxy-Authorization: ${proxy.authorization}\r
`;
        socket.write(`CONNECT ${authority} HTTP/1.1\r
Host: ${authority}\r
${authorization}\r
`);
        await accepted(socket, limits.connectMs);
        return socket;
      }
      async function dialProxy({ authority, secure }, extraRoots, ports, limits) {
        const tcp = await dialHost(authority, () => true, ports, limits);
        return secure ? await secured(tcp, authority.host, upstreamContext(extraRoots), limits.connectMs) : tcp;
      }
      function accepted(socket, withinMs) {
        return new Promise((resolve, reject) => {
          let head = Buffer.alloc(0);
          const fail = (cause) => {
            settle();
            socket.destroy();
            reject(new RelayRefusal("upstream-proxy", { cause }));
          };
          const timer = setTimeout(fail, withinMs);
          const onReadable = () => {
            for (let chunk = readFrom(socket); chunk !== null; chunk = readFrom(socket)) {
              head = Buffer.concat([head, chunk]);
              const end = head.indexOf("\r\n\r\n");
              if (end === -1 && head.length > LONGEST_HEAD)
                return fail();
              if (end === -1)
                continue;
              if (!/^HTTP\/1\.[01] 200[ \r]/.test(head.toString("latin1", 0, 64)))
                return fail();
              settle();
              if (head.length > end + 4)
                socket.unshift(head.subarray(end + 4));
              return resolve();
            }
          };
          const onClose = () => fail();
          const settle = () => {
            clearTimeout(timer);
            socket.off("readable", onReadable).off("error", fail).off("close", onClose).off("end", onClose);
          };
          socket.on("readable", onReadable).on("error", fail).on("close", onClose).on("end", onClose);
        });
      }
      function readFrom(socket) {
        const chunk = socket.read();
        return Buffer.isBuffer(chunk) ? chunk : null;
      }
      ;
      class Upstreams {
        #pools = /* @__PURE__ */ new Map();
        /** Counts uses. */
        #uses = 0;
        #ways;
        #ports;
        #limits;
        #corporate;
        #open = 0;
        #isResetting = false;
        constructor(ways, ports, limits) {
          this.#ways = ways;
          this.#ports = ports;
          this.#limits = limits;
          this.#corporate = ways.upstreamProxy === null ? null : readCorporateProxy(ways.upstreamProxy);
        }
        /** Connections that are open now, tunnels included. */
        get connections() {
          return this.#open;
        }
        /** Whether a connection is breaking off this very moment: what ends with it is not whole. */
        get isResetting() {
          return this.#isResetting;
        }
        /** How a plain request is asked of the operator's proxy; null = there is none. Most allow no CONNECT to port 80. */
        via(scheme, authority) {
          if (this.#corporate === null || scheme === "https")
            return null;
          const { authorization } = this.#corporate;
          return {
            prefix: `http://${(0, canonical_authority.Vs)(authority, 80)}`,
            headers: authorization === null ? [] : ["Proxy-Authorization", authorization]
          };
        }
        /**
         * The pool for requests to an authority; its connections are made when they are needed. `isJoined`: for what is more
         * than requests, through a tunnel of the operator's proxy.
         */
        pool(scheme, authority, isJoined = false) {
          const isAsked = !isJoined && this.via(scheme, authority) !== null;
          const key = `${isAsked ? "asked" : scheme}://${(0, canonical_authority.Vs)(authority)}`;
          this.#uses += 1;
          const known2 = this.#pools.get(key);
          if (known2 !== void 0) {
            known2.usedAt = this.#uses;
            return known2.pool;
          }
          this.#makeRoom();
          const pool2 = this.#newPool(scheme, authority, isAsked);
          this.#pools.set(key, { pool: pool2, usedAt: this.#uses });
          return pool2;
        }
        /** A TCP connection of its own, for a tunnel. Throws `RelayRefusal`. */
        async dial(authority) {
          const { upstreamProxy, extraRoots, mayDial } = this.#ways;
          if (this.#corporate === null) {
            if (upstreamProxy !== null)
              throw new RelayRefusal("upstream-proxy");
            return this.#counted(await dialHost(authority, mayDial, this.#ports, this.#limits));
          }
          this.#checkLiteral(authority);
          return this.#counted(await dialThrough(this.#corporate, authority, extraRoots, this.#ports, this.#limits));
        }
        /** A connection to the operator's proxy, which is told the place in each request. */
        async #dialAsked(authority) {
          if (this.#corporate === null)
            throw new RelayRefusal("upstream-proxy");
          this.#checkLiteral(authority);
          const { extraRoots } = this.#ways;
          return this.#counted(await dialProxy(this.#corporate, extraRoots, this.#ports, this.#limits));
        }
        /** The operator's proxy resolves names; an address that stands in the request is judged here. */
        #checkLiteral({ host, port }) {
          if (host.kind !== "name" && !this.#ways.mayDial(host.text, port)) {
            throw new RelayRefusal("address-refused");
          }
        }
        /** Takes no more requests; those at work end by themselves. */
        retire() {
          for (const { pool: pool2 } of this.#pools.values())
            pool2.close().catch(() => void 0);
          this.#pools.clear();
        }
        /** Ends all requests at work. */
        async cut() {
          const pools = Array.from(this.#pools.values(), ({ pool: pool2 }) => pool2);
          this.#pools.clear();
          await Promise.all(pools.map((pool2) => pool2.destroy().catch(() => void 0)));
        }
        #newPool(scheme, authority, isAsked) {
          const { connectionsPerUpstream, stalledMs } = this.#limits;
          return new pool("http://upstream.invalid", {
            connections: connectionsPerUpstream,
            // One request at a time on a connection: no answer can be taken for another's.
            pipelining: 1,
            allowH2: false,
            headersTimeout: stalledMs,
            bodyTimeout: stalledMs,
            maxHeaderSize: 65536,
            connect: (_options, callback) => {
              void this.#connect(scheme, authority, isAsked, callback);
            }
          });
        }
        /** Never rejects: the pool is told instead, and the requests that waited for the connection fail. */
        async #connect(scheme, authority, isAsked, done) {
          let socket;
          try {
            socket = await (isAsked ? this.#dialAsked(authority) : this.dial(authority));
            if (scheme === "https") {
              const context = upstreamContext(this.#ways.extraRoots);
              socket = await secured(socket, authority.host, context, this.#limits.connectMs);
            }
          } catch (error) {
            done(error instanceof Error ? error : new RelayRefusal("internal-error"), null);
            return;
          }
          socket.on("error", () => {
            this.#isResetting = true;
            queueMicrotask(() => {
              this.#isResetting = false;
            });
          });
          done(null, socket);
        }
        #counted(socket) {
          this.#open += 1;
          socket.once("close", () => {
            this.#open -= 1;
          });
          return socket;
        }
        #makeRoom() {
          if (this.#pools.size < this.#limits.upstreamsPerSandbox)
            return;
          let oldest;
          for (const entry of this.#pools) {
            if (oldest === void 0 || entry[1].usedAt < oldest[1].usedAt)
              oldest = entry;
          }
          if (oldest === void 0)
            return;
          this.#pools.delete(oldest[0]);
          oldest[1].pool.close().catch(() => void 0);
        }
      }
      ;
      class UpstreamsBySandbox {
        #entries = /* @__PURE__ */ new Map();
        /** Of earlier revisions, until what they carry has ended. */
        #retired = /* @__PURE__ */ new Set();
        #ports;
        #limits;
        constructor(ports, limits) {
          this.#ports = ports;
          this.#limits = limits;
        }
        /** Those of a snapshot; another one of the same sandbox retires the earlier. */
        of(sandboxId, snapshot, ways) {
          const known2 = this.#entries.get(sandboxId);
          if (known2?.snapshot === snapshot)
            return known2.upstreams;
          this.retire(sandboxId);
          const { lookupsPerSandbox, headMs } = this.#limits;
          const resolver = limitLookups(this.#ports, lookupsPerSandbox, headMs);
          const upstreams = new Upstreams(ways(), { ...this.#ports, resolver }, this.#limits);
          this.#entries.set(sandboxId, { snapshot, upstreams });
          return upstreams;
        }
        /** Lets what is at work end, and takes nothing new. */
        retire(sandboxId) {
          const known2 = this.#entries.get(sandboxId);
          if (known2 === void 0)
            return;
          this.#entries.delete(sandboxId);
          for (const earlier of this.#retired)
            if (earlier.connections === 0)
              this.#retired.delete(earlier);
          this.#retired.add(known2.upstreams);
          known2.upstreams.retire();
        }
        get connections() {
          let count = 0;
          for (const { upstreams } of this.#entries.values())
            count += upstreams.connections;
          for (const upstreams of this.#retired)
            count += upstreams.connections;
          return count;
        }
        async cutAll() {
          const all = [...this.#retired, ...Array.from(this.#entries.values(), ({ upstreams }) => upstreams)];
          this.#entries.clear();
          this.#retired.clear();
          await Promise.all(all.map((upstreams) => upstreams.cut()));
        }
      }
      var external_node_dns_promises_ = __webpack_require__(71553);
      var external_node_os_ = __webpack_require__(48161);
      var external_node_perf_hooks_ = __webpack_require__(643);
      ;
      const ATTEMPT_MS = 1e3;
      function machinePorts() {
        return {
          resolver: {
            resolve: async (name) => (await (0, external_node_dns_promises_.lookup)(name, { all: true, order: "verbatim" })).map(({ address }) => toAddress(address))
          },
          dialler: {
            connect: (addresses, port) => (0, external_node_net_.connect)({
              // Never resolved: the addresses are handed over as they were checked.
              host: "checked.invalid",
              port,
              noDelay: true,
              keepAlive: true,
              allowHalfOpen: true,
              autoSelectFamily: true,
              autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
              lookup: (_name, options, callback) => {
                const [first] = addresses;
                if (options.all === true)
                  callback(null, [...addresses]);
                else
                  callback(null, first?.address ?? "", first?.family ?? 4);
              }
            })
          },
          ownAddresses: () => Object.values((0, external_node_os_.networkInterfaces)()).flatMap((list) => (list ?? []).map(({ address }) => address)),
          now: () => /* @__PURE__ */ new Date(),
          elapsed: () => external_node_perf_hooks_.performance.now()
        };
      }
      function toAddress(address) {
        return { address, family: (0, external_node_net_.isIPv6)(address) ? 6 : 4 };
      }
      ;
      const DEFAULT_LIMITS = {
        headMs: 1e4,
        connectMs: 1e4,
        idleMs: 12e4,
        stalledMs: 9e5,
        connectionsPerSandbox: 512,
        strangers: 1024,
        lookupsPerSandbox: 4,
        connectionsPerUpstream: 128,
        upstreamsPerSandbox: 128
      };
      ;
      function createRelay(host, options = {}) {
        const ports = { ...machinePorts(), ...options.ports };
        const limits = { ...DEFAULT_LIMITS, ...options.limits };
        const core = {
          host,
          ports,
          limits,
          lives: new Lives(),
          population: new Population(limits),
          upstreams: new UpstreamsBySandbox(ports, limits)
        };
        const servers = makeServers(core);
        const sockets = /* @__PURE__ */ new Set();
        let isClosed = false;
        return {
          accept(socket, ingress) {
            if (isClosed)
              return void socket.destroy();
            sockets.add(socket);
            const connection = newConnection(socket, ingress);
            const isWelcome = core.population.enter(connection);
            socket.on("close", () => {
              sockets.delete(socket);
              core.population.leave(connection);
            });
            socket.allowHalfOpen = true;
            socket.setNoDelay(true);
            if (isWelcome)
              return servers.serve(socket);
            socket.on("error", () => void 0);
            socket.end(refusalBytes("too-many-connections"));
            socket.destroySoon();
          },
          changed(sandboxId) {
            const snapshot = host.sandboxes.current(sandboxId);
            core.upstreams.retire(sandboxId);
            core.lives.judge(sandboxId, snapshot);
          },
          gauges: () => ({
            connections: sockets.size,
            tunnels: core.lives.countOf("tunnel", "websocket"),
            upstreamConnections: core.upstreams.connections
          }),
          async close() {
            isClosed = true;
            const livesEnded = core.lives.cutAll();
            for (const socket of sockets)
              socket.destroy();
            await Promise.all([livesEnded, core.upstreams.cutAll()]);
            servers.close();
          }
        };
      }
      ;
      serveProxy((host) => createRelay(host));
    })
  ),
  /***/
  85979: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        GW: () => (
          /* binding */
          problemsOf
        ),
        /* harmony export */
        Xw: () => (
          /* binding */
          PushAnswer
        ),
        /* harmony export */
        pB: () => (
          /* binding */
          FromProxy
        ),
        /* harmony export */
        wb: () => (
          /* binding */
          ToProxy
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(34410);
      var _audit_entry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(74603);
      var _explanation_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55014);
      var _push_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(557);
      const id2 = zod__WEBPACK_IMPORTED_MODULE_3__.Whr();
      const ToProxy = zod__WEBPACK_IMPORTED_MODULE_3__.gMt("kind", [
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("start"), port: zod__WEBPACK_IMPORTED_MODULE_3__.Whr().min(0).max(65535), auditFile: zod__WEBPACK_IMPORTED_MODULE_3__.YjP().nullable() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("push"), id: id2, push: _push_js__WEBPACK_IMPORTED_MODULE_2__.Gy }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("remove"), id: id2, sandboxId: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("explain"), id: id2, sandboxId: zod__WEBPACK_IMPORTED_MODULE_3__.YjP(), url: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("metrics"), id: id2 }),
        /** From now on audit entries are told to the owner as well. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("listen-audit") }),
        /** Live on when the channel closes, for at most this long. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("detach"), id: id2, lifetimeMs: zod__WEBPACK_IMPORTED_MODULE_3__.aig().positive() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("stop") })
      ]);
      const PushAnswer = zod__WEBPACK_IMPORTED_MODULE_3__.gMt("kind", [
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({
          kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("acked"),
          revision: zod__WEBPACK_IMPORTED_MODULE_3__.Whr(),
          caPem: zod__WEBPACK_IMPORTED_MODULE_3__.YjP(),
          warnings: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(zod__WEBPACK_IMPORTED_MODULE_3__.YjP())
        }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("refused"), problems: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(_push_js__WEBPACK_IMPORTED_MODULE_2__.gj) })
      ]);
      const FromProxy = zod__WEBPACK_IMPORTED_MODULE_3__.gMt("kind", [
        /** The process is up and can be told to start. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("up") }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("listening"), host: zod__WEBPACK_IMPORTED_MODULE_3__.YjP(), port: zod__WEBPACK_IMPORTED_MODULE_3__.Whr() }),
        /** It could not begin to listen, or to write its audit; it ends by itself. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("failed"), message: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("audit"), entries: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(_audit_entry_js__WEBPACK_IMPORTED_MODULE_0__.AuditEntry) }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("pushed"), id: id2, answer: PushAnswer }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("explained"), id: id2, explanation: _explanation_js__WEBPACK_IMPORTED_MODULE_1__.u }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("measured"), id: id2, text: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("done"), id: id2 }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("not-done"), id: id2, message: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() })
      ]);
      function problemsOf(error) {
        return error.issues.map(({ path, message }) => ({
          loc: path.map((part) => typeof part === "number" ? part : String(part)),
          msg: message
        }));
      }
    })
  ),
  /***/
  557: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Gy: () => (
          /* binding */
          SandboxPush
        ),
        /* harmony export */
        gj: () => (
          /* binding */
          PushProblem
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34410);
      const PushedHeader = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        value: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        secret: zod__WEBPACK_IMPORTED_MODULE_0__.zMY(),
        /** The raw secrets inside `value` (8 characters or more), which are masked in responses as well. */
        needles: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP())
      });
      const PushedRule = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        matchHosts: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        matchPaths: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        /** All of these must be on the request, each once and with this very value. */
        matchHeaders: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), value: zod__WEBPACK_IMPORTED_MODULE_0__.YjP() })),
        noProxy: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        headers: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(PushedHeader)
      });
      const PushedAccess = zod__WEBPACK_IMPORTED_MODULE_0__.gMt("kind", [
        zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_0__.euz("open") }),
        zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_0__.euz("allow"), patterns: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()) }),
        zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_0__.euz("deny"), patterns: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()) })
      ]);
      const SandboxPush = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        sandboxId: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        /** Grows by each push of a sandbox; a push that is older than what is there is refused. */
        revision: zod__WEBPACK_IMPORTED_MODULE_0__.Whr(),
        /** SHA-256 of the token, hex. The token itself only stands in the sandbox's environment. */
        tokenHash: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        rules: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(PushedRule),
        noProxy: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        access: PushedAccess,
        /** Addresses in these networks may be dialled although they are private (CIDR): the operator's, never the sandbox's. */
        privateNetworks: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        /** Certificates (PEM) that upstreams may be signed with, besides the roots of the machine. */
        extraRoots: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        /** A corporate proxy that everything goes out by; its credentials stand in the URL. */
        upstreamProxy: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullable(),
        /** A Unix socket of this sandbox alone, where no token is asked for: who reaches it is the sandbox. */
        socketPath: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullable()
      });
      const PushProblem = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ loc: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.KCZ([zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), zod__WEBPACK_IMPORTED_MODULE_0__.Whr()])), msg: zod__WEBPACK_IMPORTED_MODULE_0__.YjP() });
    })
  )
};
export {
  id,
  ids,
  modules
};
