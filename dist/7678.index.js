const id = 7678;
const ids = [7678];
const modules = { 48102: ((__module, __exports, __require) => {
	__require.d(__exports, { QC: () => parseTemplate, Yd: () => secretReferencesIn, r3: () => templatesOf });
	const PIECE = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}|[{}]|[^{}]+/g;
	function parseTemplate(value) {
		const parts = [];
		for (const [piece, key] of value.matchAll(PIECE)) {
			if (key !== void 0) parts.push({ kind: "secret", key });
			else if (piece === "{" || piece === "}") return { ok: false, msg: HALF_BRACE };
			else parts.push({ kind: "text", text: piece === "{{" ? "{" : piece === "}}" ? "}" : piece });
		}
		return { ok: true, parts };
	}
	const HALF_BRACE = "a brace must be part of a {KEY} of letters, digits and underscores; {{ and }} are plain braces";
	function secretReferencesIn(value) {
		const keys = Array.from(value.matchAll(PIECE), ([, key]) => key).filter((key) => key !== void 0);
		return [...new Set(keys)];
	}
	function templatesOf({ headers, placeholders, sign }) {
		const ofHeaders = (headers ?? []).flatMap(({ type, value }) => type === "workspace_secret" && value ? [value] : []);
		const ofSigning = [sign?.aws?.access_key_id, sign?.aws?.secret_access_key, sign?.aws?.session_token, sign?.hmac?.secret];
		return [...ofHeaders, ...(placeholders ?? []).map(({ value }) => value), ...ofSigning.filter((value) => value !== void 0 && value !== null)];
	}
}), 17678: ((__module, __exports, __require) => {
	var external_node_net_ = __require(77030);
	var external_node_process_ = __require(1708);
	var errors = __require(94924);
	var messages = __require(43577);
	var canonical_authority = __require(81197);
	var decide = __require(26510);
	var check_signing = __require(29155);
	var aws_scope = __require(95201);
	var host_pattern = __require(85791);
	;
	function explain(policy, url, usesLeft = () => null) {
		const parsed = parseUrl(url);
		if (!parsed.ok) return explained("", "refuse", "bad-url", parsed.reason);
		const { scheme, authority, target } = parsed.value;
		const shown = `${scheme}://${(0, canonical_authority.Pe)(authority, host_pattern.Fk[scheme])}${target.split("?", 1)[0]}`;
		const decision = (0, decide.r5)(policy, scheme, authority);
		if (decision.kind !== "intercept") {
			const kind = decision.kind === "tunnel" && scheme === "http" ? "forward" : decision.kind;
			const leftOut = (0, decide.n1)(policy, scheme, authority.host, authority.port);
			const detail = decision.kind === "tunnel" && leftOut !== void 0 ? `rule "${leftOut.name}" is not applied, because anyone can register a name under the suffix of its wildcard (a public suffix): write the exact host` : DETAILS[decision.reason];
			return explained(shown, kind, decision.reason, detail);
		}
		const choice = (0, decide._r)(decision.candidates, { scheme, method: "GET", target, headers: [] });
		switch (choice.kind) {
			case "inject":
				return { ...explained(shown, "inject", choice.reason, injection(choice.rule, authority.host.text, usesLeft(choice.rule))), rule: choice.rule.name, headers: addedHeaders(choice.rule) };
			case "forward":
				if (decision.candidates.length === 0) {
					return explained(shown, "forward", "no-rule-for-host", DETAILS["no-rule-for-host"]);
				}
				return explained(shown, "forward", choice.reason, "the host has rules, but none for this path and these headers");
			case "refuse":
				return explained(shown, "refuse", choice.reason, choice.detail);
		}
	}
	function addedHeaders({ headers, sign }) {
		return [...headers.map(({ name }) => name), ...(0, check_signing.w0)(sign)];
	}
	function injection({ placeholders, budget, sign }, host, left) {
		const names = placeholders.map(({ env }) => env).join(", ");
		const until = budget?.until ?? null;
		return ["the rule adds its headers", ...names === "" ? [] : [`the rule replaces the placeholders ${names}`], ...sign === null ? [] : [signature(sign, host)], ...left === null ? [] : [`uses left: ${left}`], ...until === null ? [] : [`until ${new Date(until).toISOString()}`]].join("; ");
	}
	function signature(sign, host) {
		if (sign.kind === "hmac") return `the rule signs requests with HMAC ${sign.algorithm}`;
		const scope = (0, aws_scope.O)(sign, host);
		return scope === void 0 ? "the proxy refuses requests, because the region or service of AWS is unknown, or the host belongs to another region than the rule" : `the rule signs requests for AWS, region ${scope.region}, service ${scope.service}`;
	}
	const DETAILS = { "port-not-allowed": "only ports 80 and 443 are open unless access_control or a rule specifies the port", "not-on-allow-list": "access_control has an allow list, and this host and port are not on it", "on-deny-list": "access_control denies this host", "no-proxy": "no_proxy lists this host, so its traffic is forwarded unread", "no-rule-for-host": "no rule matches this host and port, so the request is forwarded without a credential" };
	function explained(url, decision, reason, detail) {
		return { url, decision, reason, rule: null, headers: [], detail };
	}
	function parseUrl(url) {
		const parts = /^(https?):\/\/([^/?#]*)([^#]*)$/i.exec(url);
		if (parts === null) return (0, canonical_authority.Gq)("must be an http or https URL without a fragment");
		const [, schemeText = "", authorityText = "", target = ""] = parts;
		const scheme = schemeText.toLowerCase() === "http" ? "http" : "https";
		const authority = (0, canonical_authority.Pt)(authorityText, host_pattern.Fk[scheme]);
		if (!authority.ok) return authority;
		return (0, canonical_authority.ok)({ scheme, authority: authority.value, target: target.startsWith("/") ? target : `/${target}` });
	}
	var plain_file = __require(85542);
	var external_node_fs_ = __require(73024);
	;
	const MAX_PENDING_AT_OWNER = 2e4;
	function createAuditLog(targets) {
		let waiting = [];
		let atOwner = 0;
		const toOwner = (entries) => {
			const send = targets.owner();
			if (send === null) return;
			if (atOwner + entries.length > MAX_PENDING_AT_OWNER) {
				targets.lost("owner", entries.length);
				return;
			}
			atOwner += entries.length;
			send(entries, () => {
				atOwner -= entries.length;
			});
		};
		const flush = () => {
			if (waiting.length === 0) return;
			const entries = waiting;
			waiting = [];
			const append = targets.file();
			if (append !== null) {
				const written = append(entries.map((entry) => `${JSON.stringify(entry)}
`).join(""));
				if (!written) targets.lost("file", entries.length);
			}
			toOwner(entries);
		};
		return { flush, add(entry) {
			waiting.push(entry);
			if (waiting.length === 1) targets.later(flush);
		} };
	}
	function openAuditFile(path) {
		const { descriptor: file, stats } = (0, plain_file.Qh)(path, { append: true, isLinkAllowed: false });
		try {
			refuseUnlessOurs(stats);
		} catch (error) {
			(0, external_node_fs_.closeSync)(file);
			throw error;
		}
		let open = true;
		return { append(text) {
			if (!open) return false;
			try {
				const bytes = Buffer.from(text);
				for (let written = 0; written < bytes.length; ) written += (0, external_node_fs_.writeSync)(file, bytes, written);
				return true;
			} catch {
				return false;
			}
		}, close() {
			if (open) (0, external_node_fs_.closeSync)(file);
			open = false;
		} };
	}
	function refuseUnlessOurs({ mode, uid }) {
		if (process.getuid === void 0) return;
		if (uid !== process.getuid()) throw new plain_file.X5("ERR_NOT_PRIVATE", "belongs to another user");
		if ((mode & 63) !== 0) throw new plain_file.X5("ERR_NOT_PRIVATE", "is open to other users: its mode must be 0600");
	}
	;
	const KEYS_PER_SANDBOX = 100;
	function createRequestCounters() {
		const counts = /* @__PURE__ */ new Map();
		const countsOf = (sandbox) => {
			const of = counts.get(sandbox) ?? { requests: /* @__PURE__ */ new Map(), refusals: /* @__PURE__ */ new Map(), masked: /* @__PURE__ */ new Map(), unsearched: /* @__PURE__ */ new Map(), bytesUp: 0, bytesDown: 0 };
			counts.set(sandbox, of);
			return of;
		};
		return { count(entry) {
			const of = countsOf(entry.sandbox);
			raise(of.requests, entry.decision, 1);
			const refused = entry.decision === "deny" || entry.decision === "refuse";
			if (refused || entry.reason.startsWith("upstream-")) raise(of.refusals, entry.reason, 1);
			if (entry.masked > 0) raise(of.masked, entry.rule ?? "", entry.masked);
			if (entry.unsearched) raise(of.unsearched, entry.rule ?? "", 1);
			of.bytesUp += entry.bytesUp;
			of.bytesDown += entry.bytesDown;
		}, forget: (sandboxId) => void counts.delete(sandboxId), read: (state) => collectMetrics(counts, state) };
	}
	function raise(map, key, by) {
		const known = map.has(key) || map.size < KEYS_PER_SANDBOX ? key : "other";
		map.set(known, (map.get(known) ?? 0) + by);
	}
	const PREFIX = "credential_proxy_";
	function collectMetrics(counts, state) {
		return [...ofRequests(counts), ...ofSandboxes(state.sandboxes), ...ofProcess(state)];
	}
	function ofRequests(counts) {
		const all = [...counts].map(([sandbox, of]) => ({ sandbox: sandbox ?? "", of }));
		const by = (label, pick) => all.flatMap(({ sandbox, of }) => [...pick(of)].map(([key, value]) => ({ labels: { sandbox, [label]: key }, value })));
		const bytes = all.flatMap(({ sandbox, of }) => [{ labels: { sandbox, direction: "up" }, value: of.bytesUp }, { labels: { sandbox, direction: "down" }, value: of.bytesDown }]);
		return [counter("requests_total", "Requests and tunnels by decision.", by("decision", (of) => of.requests)), counter("refusals_total", "Requests denied, refused or failed, by reason.", by("reason", (of) => of.refusals)), counter("masked_total", "Values masked in responses. A non-zero value means that a host echoes credentials.", by("rule", (of) => of.masked)), counter("unsearched_total", "Responses to requests with a secret whose compressed or binary bodies could not be searched for it.", by("rule", (of) => of.unsearched)), counter("bytes_total", "Bytes of bodies and tunnels, by direction.", bytes)];
	}
	function ofSandboxes(sandboxes) {
		const by = (pick) => sandboxes.map((state) => ({ labels: { sandbox: state.sandboxId }, value: pick(state) }));
		return [gauge("revision", "Revision of the current configuration.", by(({ revision }) => revision)), gauge("push_age_seconds", "Seconds since the configuration was pushed.", by(({ pushAgeMs }) => pushAgeMs / 1e3)), gauge("uses_left", "Uses that are left of rules with a limited number of uses.", sandboxes.flatMap(({ sandboxId, usesLeft }) => usesLeft.map(({ rule, left }) => ({ labels: { sandbox: sandboxId, rule }, value: left })))), counter("certificates_minted_total", "Certificates signed.", by(({ leaves }) => leaves.minted)), counter("certificates_found_total", "Certificates reused from the cache.", by(({ leaves }) => leaves.found)), counter("certificates_refused_total", "Certificates not given.", by(({ leaves }) => leaves.refused))];
	}
	function ofProcess({ sandboxes, gauges, residentBytes, pushes, auditLost }) {
		return [gauge("sandboxes", "Sandboxes that the proxy serves.", [one(sandboxes.length)]), gauge("connections", "Open connections of sandboxes.", [one(gauges.connections)]), gauge("active_tunnels", "Open tunnels.", [one(gauges.tunnels)]), gauge("upstream_connections", "Open connections to upstream servers.", [one(gauges.upstreamConnections)]), gauge("resident_bytes", "Memory of the process.", [one(residentBytes)]), counter("pushes_total", "Configurations pushed, by result.", [one(pushes.acked, { answer: "acked" }), one(pushes.refused, { answer: "refused" })]), counter("audit_lost_total", "Audit entries that could not be written or sent.", [one(auditLost.file, { target: "file" }), one(auditLost.owner, { target: "owner" })])];
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
	function renderExposition(metrics) {
		return metrics.filter(({ samples }) => samples.length > 0).map(({ name, help, type, samples }) => [`# HELP ${name} ${help.replace(/[\\\n]/g, " ")}`, `# TYPE ${name} ${type}`, ...samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`), ""].join("\n")).join("");
	}
	function labelText(labels) {
		const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
		return parts.length === 0 ? "" : `{${parts.join(",")}}`;
	}
	function escaped(value) {
		return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
	}
	var external_node_crypto_ = __require(77598);
	var Reflect = __require(89521);
	var cjs = __require(93593);
	var build_cjs = __require(44862);
	var x509_cjs = __require(26691);
	var policy_network = __require(96810);
	;
	const HOUR = 36e5;
	const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };
	const SIGNING = { name: "ECDSA", hash: "SHA-256" };
	const CA_LIFE_MS = 7 * 24 * HOUR;
	const LEAF_LIFE_MS = 48 * HOUR;
	const BACK_DATED_MS = HOUR;
	async function createCertificateAuthority(names, now) {
		const keys = await external_node_crypto_.webcrypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
		const leafKeys = await external_node_crypto_.webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
		const keyPem = external_node_crypto_.KeyObject.from(leafKeys.privateKey).export({ type: "pkcs8", format: "pem" }).toString();
		const notAfter = now + CA_LIFE_MS;
		const ca = await x509_cjs.Jy.createSelfSigned({ serialNumber: serialNumber(), name: `CN=Sandbox credential proxy ${(0, external_node_crypto_.randomBytes)(6).toString("hex")}`, notBefore: new Date(now - BACK_DATED_MS), notAfter: new Date(notAfter), signingAlgorithm: SIGNING, keys, extensions: [new x509_cjs.WA(true, 0, true), new x509_cjs.hy(x509_cjs.Ob.keyCertSign, true), await x509_cjs.QE.create(keys.publicKey), ...names.all ? [] : [nameConstraints(names)]] });
		const keyIdentifier = await x509_cjs.Z$.create(keys.publicKey);
		return { names, certPem: `${ca.toString("pem")}
`, notAfter, permits: (host) => maySignFor(names, host), async sign(host, at) {
			if (!maySignFor(names, host)) throw new Error("This CA may not sign for that host.");
			const leafEnd = Math.min(at + LEAF_LIFE_MS, notAfter);
			const leaf = await x509_cjs.Jy.create({ serialNumber: serialNumber(), subject: "", issuer: ca.subject, notBefore: new Date(Math.max(at - BACK_DATED_MS, now - BACK_DATED_MS)), notAfter: new Date(leafEnd), signingAlgorithm: SIGNING, publicKey: leafKeys.publicKey, signingKey: keys.privateKey, extensions: [new x509_cjs.WA(false, void 0, true), new x509_cjs.hy(x509_cjs.Ob.digitalSignature, true), new x509_cjs.j6([x509_cjs.CD.serverAuth]), new x509_cjs.Wx([{ type: (0, external_node_net_.isIP)(host) === 0 ? "dns" : "ip", value: host }], true), keyIdentifier] });
			return { certPem: `${leaf.toString("pem")}
`, keyPem, notAfter: leafEnd };
		} };
	}
	function serialNumber() {
		const bytes = (0, external_node_crypto_.randomBytes)(16);
		bytes.writeUInt8(bytes.readUInt8(0) & 127 | 64, 0);
		return bytes.toString("hex");
	}
	async function nextCertificateAuthorities(earlier, names, now) {
		const current = earlier?.[0];
		const young = current !== void 0 && current.notAfter - now > CA_LIFE_MS / 2;
		if (earlier && young && sameNames(current.names, names)) return earlier;
		const created = await createCertificateAuthority(names, now);
		const canSign = current !== void 0 && (current.names.all || current.names.suffixes.length > 0);
		const stays = canSign && current.notAfter > now;
		return stays ? [created, current] : [created];
	}
	function signingOrder(authorities) {
		return [...authorities].reverse();
	}
	function sameNames(a, b) {
		return a.all === b.all && a.suffixes.join() === b.suffixes.join() && a.addresses.join() === b.addresses.join();
	}
	const NOTHING = "nothing.invalid";
	const ANY_ADDRESS = ["0.0.0.0/0", "::/0"];
	function permittedNamesOf({ rules, sentinels, access: access2 }) {
		const reachable = sentinels === null ? [] : reachableHosts(access2);
		const ofRules = rules.flatMap((rule) => rule.hosts.map(({ host }) => host));
		const hosts = [...ofRules, ...reachable ?? []];
		const texts = (ofName) => {
			const chosen = hosts.filter(({ kind }) => kind === "name" === ofName).map(({ text }) => text);
			return [...new Set(chosen)].sort();
		};
		return { all: reachable === null, suffixes: texts(true), addresses: texts(false) };
	}
	function reachableHosts(access2) {
		if (access2.kind !== "allow") return null;
		const hosts = access2.entries.map((entry) => {
			if (entry.kind === "host") return entry.pattern.host;
			if (entry.kind === "expression") return null;
			const text = (0, policy_network.CM)(entry.network);
			return text.includes("/") ? null : { kind: (0, external_node_net_.isIP)(text) === 4 ? "ipv4" : "ipv6", text };
		});
		return hosts.every((host) => host !== null) ? hosts : null;
	}
	function maySignFor(names, host) {
		return names.all || names.addresses.includes(host) || names.suffixes.some((name) => host === name || host.endsWith(`.${name}`));
	}
	function nameConstraints({ suffixes, addresses }) {
		const permitted = [...(suffixes.length > 0 ? suffixes : [NOTHING]).map((dNSName) => new build_cjs.GeneralName({ dNSName })), ...addresses.map((address) => new build_cjs.GeneralName({ iPAddress: `${address}/${address.includes(":") ? 128 : 32}` }))];
		const excluded = addresses.length > 0 ? [] : ANY_ADDRESS.map((iPAddress) => new build_cjs.GeneralName({ iPAddress }));
		const value = new build_cjs.NameConstraints({ permittedSubtrees: subtrees(permitted), ...excluded.length > 0 && { excludedSubtrees: subtrees(excluded) } });
		return new x509_cjs.YY(build_cjs.id_ce_nameConstraints, true, cjs.AsnConvert.serialize(value));
	}
	function subtrees(names) {
		return new build_cjs.GeneralSubtrees(names.map((base) => new build_cjs.GeneralSubtree({ base })));
	}
	var external_node_tls_ = __require(41692);
	;
	const KEPT = 256;
	const PER_SECOND = 50;
	const RENEWED_BEFORE_MS = 12 * 36e5;
	function createLeafCache(now, limit = createTokenBucket(PER_SECOND)) {
		const kept = /* @__PURE__ */ new Map();
		const counters = { minted: 0, found: 0, refused: 0 };
		const mint = (host, authority) => {
			const created = { authority, notAfter: Number.POSITIVE_INFINITY, context: authority.sign(host, now()).then(({ certPem, keyPem, notAfter }) => {
				created.notAfter = notAfter;
				return (0, external_node_tls_.createSecureContext)({ cert: certPem, key: keyPem, minVersion: "TLSv1.2" });
			}) };
			return created;
		};
		const find = (host, authorities) => {
			const authority = authorities.find((one2) => one2.permits(host) && one2.notAfter > now());
			if (authority === void 0) return "outside-constraints";
			const there = kept.get(host);
			kept.delete(host);
			if (there?.authority === authority && isFresh(there.notAfter, authority.notAfter, now())) {
				counters.found += 1;
				kept.set(host, there);
				return there;
			}
			if (!limit.take(now())) return "mint-limit";
			counters.minted += 1;
			const created = mint(host, authority);
			kept.set(host, created);
			for (const oldest of kept.keys()) {
				if (kept.size <= KEPT) break;
				kept.delete(oldest);
			}
			return created;
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
				if (kept.get(host) === found) kept.delete(host);
				counters.refused += 1;
				return { kind: "refused", reason: "mint-failed" };
			}
		};
		return { counters, minterFor: (authorities) => ({ leafFor: (host) => leafFor(host, authorities) }) };
	}
	function isFresh(notAfter, caNotAfter, now) {
		return notAfter - now > RENEWED_BEFORE_MS || notAfter === caNotAfter && notAfter > now;
	}
	function createTokenBucket(perSecond) {
		let tokens = perSecond;
		let at = null;
		return { take(now) {
			tokens = Math.min(perSecond, tokens + Math.max(0, now - (at ?? now)) / 1e3 * perSecond);
			at = now;
			if (tokens < 1) return false;
			tokens -= 1;
			return true;
		} };
	}
	;
	function createKeyedLock() {
		const tails = /* @__PURE__ */ new Map();
		return async (key, work) => {
			const before = tails.get(key) ?? Promise.resolve();
			const mine = before.then(work, work);
			tails.set(key, mine);
			try {
				return await mine;
			} finally {
				if (tails.get(key) === mine) tails.delete(key);
			}
		};
	}
	var compile = __require(23571);
	var sentinel = __require(98689);
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	;
	class SocketError extends Error {
	}
	const PATH_BYTES = 100;
	async function openSandboxSocket(path, accept) {
		if (!path.startsWith("/")) throw new SocketError("must be an absolute path");
		if (Buffer.byteLength(path) > PATH_BYTES) throw new SocketError(`must have at most ${PATH_BYTES} bytes`);
		const folder = (0, external_node_path_.dirname)(path);
		if (!await isOursAlone(folder) && !await isOursAlone((0, external_node_path_.dirname)(folder))) {
			throw new SocketError("must be in a folder that no other user can enter (mode 0700)");
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
		if (taken === "in-use") throw new SocketError("is in use by another process");
		if (taken === "ENOENT") return;
		if (taken !== "ECONNREFUSED" || !(await (0, promises_.stat)(path)).isSocket()) throw new SocketError("is occupied by a file");
		await (0, promises_.unlink)(path);
	}
	function listening(server, path) {
		return new Promise((resolve, reject) => {
			server.once("error", (error) => {
				const code = "code" in error ? String(error.code) : "an error";
				reject(new SocketError(`could not be opened (${code})`));
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
	function createSandboxRegistry(ports) {
		const entries = /* @__PURE__ */ new Map();
		const runExclusive = createKeyedLock();
		const take = async (push) => {
			const { sandboxId } = push;
			const earlier = entries.get(sandboxId);
			const problems = problemsBesidesRules(push, earlier?.snapshot.revision ?? null);
			if (problems.length > 0) return { kind: "refused", problems };
			const compiled = (0, compile.C)(push, (placeholder) => (0, sentinel.sentinelOf)(push.tokenHash, placeholder));
			if (compiled.kind === "refused") return compiled;
			const names = permittedNamesOf(compiled.policy);
			const authorities = await nextCertificateAuthorities(earlier?.authorities ?? null, names, ports.now());
			const socket = await socketOf(push, earlier);
			if (socket instanceof SocketError) return refusal("socketPath", socket.message);
			const { tokenHash, ...rest } = push;
			const leaves = earlier?.leaves ?? createLeafCache(() => ports.now());
			entries.set(sandboxId, { leaves, authorities, socket, tokenHash: Buffer.from(tokenHash, "hex"), pushedAt: ports.now(), snapshot: Object.freeze({ sandboxId, revision: push.revision, push: rest, policy: compiled.policy, leaves: leaves.minterFor(signingOrder(authorities)) }) });
			if (earlier?.socket !== socket) earlier?.socket?.close();
			ports.configChanged(sandboxId);
			const caPem = authorities.map(({ certPem }) => certPem).join("");
			return { kind: "acked", revision: push.revision, caPem, warnings: compiled.warnings };
		};
		const socketOf = async ({ socketPath, sandboxId }, earlier) => {
			if (socketPath === null) return null;
			if (earlier?.socket?.path === socketPath) return earlier.socket;
			try {
				return await openSandboxSocket(socketPath, (socket) => ports.accept(socket, sandboxId));
			} catch (error) {
				return error instanceof SocketError ? error : new SocketError("could not be opened");
			}
		};
		return { push: (push) => runExclusive(push.sandboxId, () => take(push)), remove: (sandboxId) => runExclusive(sandboxId, async () => {
			const entry = entries.get(sandboxId);
			if (entry === void 0) return;
			entries.delete(sandboxId);
			entry.socket?.close();
			ports.configChanged(sandboxId);
		}), current: (sandboxId) => entries.get(sandboxId)?.snapshot ?? null, byToken(sandboxId, token) {
			const entry = entries.get(sandboxId);
			const given = (0, external_node_crypto_.createHash)("sha256").update(token).digest();
			const same = (0, external_node_crypto_.timingSafeEqual)(given, entry?.tokenHash ?? NO_HASH);
			return entry !== void 0 && same ? entry.snapshot : null;
		}, all: () => [...entries.values()], close() {
			for (const { socket } of entries.values()) socket?.close();
		} };
	}
	function problemsBesidesRules(push, revision) {
		const problems = [];
		if (revision !== null && push.revision <= revision) {
			problems.push({ loc: ["revision"], msg: `must be greater than the current revision ${revision}` });
		}
		if (push.sandboxId === "") problems.push({ loc: ["sandboxId"], msg: "must not be empty" });
		if (!/^[0-9a-f]{64}$/.test(push.tokenHash)) {
			problems.push({ loc: ["tokenHash"], msg: "must be a SHA-256 hash, 64 hexadecimal digits" });
		}
		push.extraRoots.forEach((pem, index) => {
			if (!isCertificate(pem)) problems.push({ loc: ["extraRoots", index], msg: "must be a certificate in PEM" });
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
	const BY_HAND = "A credential proxy is started by its owner, which configures it over a channel. It cannot be started directly.\n";
	function serveProxy(createProxy) {
		external_node_process_.umask(63);
		exitOnUnhandledError();
		const send = openOwnerChannel();
		const pushes = { acked: 0, refused: 0 };
		let detached = false;
		const meters = createRequestCounters();
		const audit = createAuditOutput(send);
		const registry = createSandboxRegistry({ now: Date.now, configChanged: (sandboxId) => proxy.configChanged(sandboxId), accept: (socket, sandboxId) => proxy.accept(socket, { kind: "sandbox", sandboxId }) });
		const proxy = createProxy({ sandboxes: registry, ownPorts: () => listener.ports(), audit(entry) {
			if (entry.sandbox === null || registry.current(entry.sandbox) !== null) meters.count(entry);
			audit.add(entry);
		} });
		const fail = (message) => send({ kind: "failed", message }, () => exit(1));
		const listener = createListener(proxy, send, fail);
		const exit = (code) => {
			audit.close();
			registry.close();
			external_node_process_.exit(code);
		};
		const stop = () => {
			listener.close();
			setTimeout(() => exit(0), 1e3).unref();
			void proxy.close().then(() => exit(0), () => exit(1));
		};
		const metrics = () => {
			audit.flush();
			const sandboxes = registry.all().map(({ snapshot, pushedAt, leaves }) => ({ sandboxId: snapshot.sandboxId, revision: snapshot.revision, pushAgeMs: Date.now() - pushedAt, leaves: leaves.counters, usesLeft: snapshot.policy.rules.flatMap((rule) => {
				const left = proxy.usesLeft(snapshot.sandboxId, rule);
				return left === null ? [] : [{ rule: rule.name, left }];
			}) }));
			const residentBytes = external_node_process_.memoryUsage.rss();
			return renderExposition(meters.read({ sandboxes, gauges: proxy.gauges(), residentBytes, pushes, auditLost: audit.lost }));
		};
		const forget = (sandboxId) => meters.forget(sandboxId);
		const usesLeft = (sandboxId, rule) => proxy.usesLeft(sandboxId, rule);
		const handle = (message) => {
			switch (message.kind) {
				case "start":
					if (!listener.isStarted() && audit.open(message.auditFile, fail)) listener.start(message.port);
					return;
				case "listen-audit":
					audit.sendToOwner();
					return;
				case "stop":
					stop();
					return;
				case "detach":
					detached = true;
					setTimeout(stop, Math.min(message.lifetimeMs, MAX_TIMER_MS)).unref();
					send({ kind: "done", id: message.id });
					return;
				default:
					void answerOwner(message, { registry, metrics, pushes, forget, usesLeft }).then((answer) => {
						audit.flush();
						send(answer);
					});
			}
		};
		external_node_process_.on("message", (given) => {
			const message = messages.wb.safeParse(given);
			if (message.success) handle(message.data);
			else external_node_process_.stderr.write("The credential proxy received an invalid message.\n");
		});
		external_node_process_.on("disconnect", () => {
			if (!detached) exit(0);
		});
		external_node_process_.on("SIGTERM", stop);
		external_node_process_.on("SIGINT", stop);
		external_node_process_.stderr.on("error", () => void 0);
		if (!external_node_process_.connected) exit(0);
		send({ kind: "up" });
	}
	function openOwnerChannel() {
		const sendMessage = external_node_process_.send?.bind(external_node_process_);
		if (sendMessage === void 0) {
			external_node_process_.stderr.write(BY_HAND);
			external_node_process_.exit(2);
		}
		return (message, done = () => void 0) => {
			if (external_node_process_.connected) sendMessage(message, done);
			else done();
		};
	}
	function createAuditOutput(send) {
		const lost = { file: 0, owner: 0 };
		let file = null;
		let ownerListens = false;
		const log = createAuditLog({ file: () => file?.append ?? null, owner: () => ownerListens ? (entries, done) => send({ kind: "audit", entries }, done) : null, lost: (target, lines) => {
			lost[target] += lines;
		}, later: setImmediate });
		return { ...log, lost, open(path, fail) {
			try {
				file = path === null ? null : openAuditFile(path);
				return true;
			} catch (error) {
				const why = error instanceof plain_file.X5 ? `it ${error.message}` : (0, errors.CA)(error) ?? "no code";
				fail(`The audit file ${path} could not be opened (${why}).`);
				return false;
			}
		}, sendToOwner() {
			ownerListens = true;
		}, close() {
			log.flush();
			file?.close();
		} };
	}
	function createListener(proxy, send, fail) {
		let server = null;
		const address = () => {
			const bound = server?.address();
			return typeof bound === "object" && bound !== null ? bound : void 0;
		};
		return { isStarted: () => server !== null, ports: () => [address()?.port].filter((port) => port !== void 0), close: () => void server?.close(), start(port) {
			server = (0, external_node_net_.createServer)((socket) => proxy.accept(socket, { kind: "token" }));
			server.on("error", (error) => {
				if (server?.listening !== true) fail(`The credential proxy could not listen on port ${port} (${(0, errors.CA)(error) ?? "no code"}).`);
			});
			server.listen({ host: "127.0.0.1", port }, () => {
				const bound = address();
				if (bound !== void 0) send({ kind: "listening", host: bound.address, port: bound.port });
			});
		} };
	}
	const MAX_TIMER_MS = 2 ** 31 - 1;
	function exitOnUnhandledError() {
		const end = (error) => {
			const where = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
			const name = error instanceof Error ? error.name : "a thrown value";
			external_node_process_.stderr.write(`The credential proxy exited because of ${name} (${(0, errors.CA)(error) ?? "no code"}).
${where.join("\n")}
`);
			external_node_process_.exit(70);
		};
		external_node_process_.on("uncaughtException", end);
		external_node_process_.on("unhandledRejection", end);
	}
	async function answerOwner(question, from) {
		const { id: id2 } = question;
		try {
			return await handleOwnerRequest(question, from);
		} catch (error) {
			const name = error instanceof Error ? error.name : "a thrown value";
			return { kind: "not-done", id: id2, message: `The credential proxy could not ${question.kind}: ${name}.` };
		}
	}
	async function handleOwnerRequest(question, from) {
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
					return { kind: "not-done", id: id2, message: `The credential proxy has no sandbox ${question.sandboxId}.` };
				}
				return { kind: "explained", id: id2, explanation: explain(snapshot.policy, question.url, (rule) => from.usesLeft(question.sandboxId, rule)) };
			}
			case "metrics":
				return { kind: "measured", id: id2, text: from.metrics() };
		}
	}
	var external_node_http_ = __require(37067);
	;
	const REFUSALS = { "ambiguous-request": [400, "http_request_error", "the request is ambiguous"], "bad-authority": [400, "http_request_error", "the host or port of the request is invalid"], "bad-target": [400, "http_request_error", "the target is not valid for this proxy: send complete http:// URLs, use CONNECT for https, and send only the path within a tunnel"], "ambiguous-path": [400, "http_request_error", "the path of the request is ambiguous"], "unsignable-target": [400, "http_request_error", "the path or query cannot be signed for AWS: escape + and other special characters, and send no dot segments, no parameters without a name, and no parameter of S3 twice"], "unsignable-header": [400, "http_request_error", "a header cannot be signed for AWS: send only visible ASCII characters and spaces in X-Amz-*, Content-Type and Content-MD5, and X-Amz-Content-Sha256 only once"], "signed-chunks": [400, "http_request_error", "the chunks of the body have their own signatures, which the proxy cannot replace: configure the client to sign the body as a whole, or for S3 over https not to sign the body"], "upgrade-refused": [400, "http_upgrade_failed", "only upgrades to websocket are forwarded"], denied: [403, "http_request_denied", "this sandbox may not reach that host and port"], "plaintext-credential-refused": [403, "http_request_denied", "a secret would be sent unencrypted: use the https URL"], "budget-used-up": [403, "http_request_denied", "the rule for this request has no uses left: ask the owner of the configuration for more uses"], "rule-expired": [403, "http_request_denied", "the rule for this request has expired: ask the owner of the configuration to extend the time"], "signing-scope-unknown": [403, "http_request_denied", "the host name does not contain the region and service of AWS, or contains another region than the rule: specify region and service in the rule"], "placeholder-refused": [403, "http_request_denied", "the request contains a placeholder that no rule replaces there: send it only to the hosts and in the places of its rule"], "address-refused": [403, "destination_ip_prohibited", "every address of that host is private, local or reserved"], "method-not-allowed": [405, "http_request_denied", "this method echoes headers and is not forwarded"], "token-missing": [407, "http_request_denied", "the proxy requires the token of the sandbox"], "token-wrong": [407, "http_request_denied", "the token does not match the name of the sandbox"], "request-timeout": [408, "http_request_error", "the head of the request did not arrive in time"], "body-too-large": [413, "http_request_error", "the body is larger than 8 MiB, so placeholders in it cannot be replaced"], "signed-body-too-large": [413, "http_request_error", "the body is larger than 32 MiB, so the request cannot be signed: for S3, send X-Amz-Content-Sha256 with the hash of the body or UNSIGNED-PAYLOAD"], "body-encoded": [415, "http_request_error", "the body has a Content-Encoding, so placeholders in it cannot be replaced: send the body uncompressed"], "expectation-refused": [417, "http_request_error", "only Expect: 100-continue is supported"], misdirected: [421, "http_request_error", "the Host header specifies another authority than the connection"], "head-too-large": [431, "http_request_error", "the request has more than 32 KiB of headers, or its placeholders add more than 64 KiB"], "upstream-unresolved": [502, "dns_error", "the name of that host could not be resolved"], "upstream-unreachable": [502, "connection_refused", "the connection to that host could not be opened"], "upstream-certificate": [502, "tls_certificate_error", "the certificate of that host is not trusted"], "upstream-tls": [502, "tls_protocol_error", "that host does not support TLS 1.2 or later with this proxy"], "upstream-broken": [502, "connection_terminated", "that host closed the connection before the response was complete"], "upstream-answer": [502, "http_protocol_error", "that host sent an invalid HTTP response"], "upstream-proxy": [502, "connection_refused", "the upstream proxy did not open the connection"], "not-configured": [503, "proxy_configuration_error", "this sandbox currently has no configuration"], "no-certificate": [503, "proxy_internal_error", "no certificate could be created for that host"], "too-many-connections": [503, "connection_limit_reached", "this sandbox has too many connections open"], "too-much-body": [503, "proxy_internal_limit_reached", "the proxy must read this body completely and has no memory left for it: send fewer large bodies at a time, or try again later"], "internal-error": [503, "proxy_internal_error", "the proxy failed and forwarded nothing"], "upstream-connect-timeout": [504, "connection_timeout", "that host did not accept the connection in time"], "upstream-timeout": [504, "http_response_timeout", "that host did not respond in time"] };
	function refusalAnswer(reason) {
		const [status, error, sentence] = REFUSALS[reason];
		const body = `credential proxy: ${sentence} (${reason})
`;
		const headers = ["Content-Type", "text/plain; charset=utf-8", "Content-Length", `${Buffer.byteLength(body)}`, "Proxy-Status", `agent-deploy; error=${error}; details="${reason}"`];
		if (status === 407) headers.push("Proxy-Authenticate", 'Basic realm="sandbox"');
		if (status === 405) headers.push("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
		headers.push("Connection", status === 407 ? "keep-alive" : "close");
		return { status, headers, body };
	}
	const STATUS_TEXT = { 400: "Bad Request", 403: "Forbidden", 405: "Method Not Allowed", 407: "Proxy Authentication Required", 408: "Request Timeout", 413: "Content Too Large", 415: "Unsupported Media Type", 417: "Expectation Failed", 421: "Misdirected Request", 431: "Request Header Fields Too Large", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout" };
	function refusalBytes(reason) {
		const { status, headers, body } = refusalAnswer(reason);
		const lines = [`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ""}`];
		for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
		return `${lines.join("\r\n")}\r
\r
${body}`;
	}
	class RefusalError extends Error {
		reason;
		constructor(reason, options) {
			super(REFUSALS[reason][2], options);
			this.name = "RefusalError";
			this.reason = reason;
		}
	}
	var external_node_dns_promises_ = __require(71553);
	var external_node_os_ = __require(48161);
	var external_node_perf_hooks_ = __require(643);
	;
	const DEFAULT_LIMITS = { headTimeoutMs: 1e4, connectTimeoutMs: 1e4, idleTimeoutMs: 12e4, stallTimeoutMs: 9e5, connectionsPerSandbox: 512, unauthenticatedConnections: 1024, lookupsPerSandbox: 4, connectionsPerUpstream: 128, upstreamsPerSandbox: 128 };
	const ATTEMPT_MS = 1e3;
	function machinePorts() {
		return { resolver: { resolve: async (name) => (await (0, external_node_dns_promises_.lookup)(name, { all: true, order: "verbatim" })).map(({ address }) => toAddress(address)) }, dialer: { connect: (addresses, port) => (0, external_node_net_.connect)({ host: "checked.invalid", port, noDelay: true, keepAlive: true, allowHalfOpen: true, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ATTEMPT_MS, lookup: (_name, options, callback) => {
			const [first] = addresses;
			if (options.all === true) callback(null, [...addresses]);
			else callback(null, first?.address ?? "", first?.family ?? 4);
		} }) }, ownAddresses: () => Object.values((0, external_node_os_.networkInterfaces)()).flatMap((list) => (list ?? []).map(({ address }) => address)), now: () => /* @__PURE__ */ new Date(), elapsed: () => external_node_perf_hooks_.performance.now() };
	}
	function toAddress(address) {
		return { address, family: (0, external_node_net_.isIPv6)(address) ? 6 : 4 };
	}
	const MAX_WAITING = 512;
	function limitLookups(ports, most, withinMs) {
		const waiting = [];
		let atWork = 0;
		const next = () => {
			for (; ; ) {
				const first = atWork < most ? waiting.shift() : void 0;
				if (first === void 0) return;
				if (ports.elapsed() - first.since < withinMs) first.begin();
				else first.giveUp();
			}
		};
		return { resolve: (name) => new Promise((resolve, reject) => {
			const giveUp = () => reject(new Error("too many names are being looked up"));
			if (waiting.length >= MAX_WAITING) return giveUp();
			const begin = () => {
				atWork += 1;
				ports.resolver.resolve(name).then(resolve, reject).finally(() => {
					atWork -= 1;
					next();
				});
			};
			waiting.push({ begin, giveUp, since: ports.elapsed() });
			next();
		}) };
	}
	var pool = __require(55523);
	var access = __require(49699);
	;
	function filterAddresses(addresses, port, rules) {
		const filtered = { allowed: [], blocked: [] };
		for (const address of addresses) {
			const reason = blockedBy(address, port, rules);
			if (reason === void 0) filtered.allowed.push(address);
			else filtered.blocked.push({ address, reason });
		}
		return filtered;
	}
	function blockedBy(address, port, rules) {
		const bytes = (0, policy_network.AS)(address);
		if (bytes === void 0) return "not-an-address";
		const kind = specialKind(bytes);
		if ((kind === "loopback" || kind === "unspecified") && rules.ownPorts.includes(port)) return "own-port";
		if (kind !== void 0 && !isExcepted(bytes, kind, rules)) return kind;
		if (kind === void 0 && isOwn(bytes, rules)) return "own-address";
		return (0, access.V8)(rules.access, address, port) ? "on-deny-list" : void 0;
	}
	function isOwn(bytes, { ownAddresses, privateNetworks }) {
		const isThis = ownAddresses.some((own) => (0, policy_network.AS)(own)?.join() === bytes.join());
		return isThis && !privateNetworks.some((network) => (0, policy_network.G2)(network, bytes));
	}
	function isExcepted(bytes, kind, rules) {
		if (kind === "metadata") return false;
		if (!rules.privateNetworks.some((network) => (0, policy_network.G2)(network, bytes))) return false;
		if (kind !== "embeds-ipv4") return true;
		return embeddedIpv4(bytes).every((inner) => {
			const innerKind = specialKind(inner);
			return innerKind === void 0 || isExcepted(inner, innerKind, rules);
		});
	}
	const SPECIAL = [["metadata", networks("169.254.0.0/16 100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::/32 fd20:ce::254 fd00:42::42")], ["unspecified", networks("0.0.0.0/8 ::")], ["loopback", networks("127.0.0.0/8 ::1")], ["link-local", networks("fe80::/10")], ["private", networks("10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 fec0::/10")], ["shared", networks("100.64.0.0/10")], ["multicast", networks("224.0.0.0/4 ff00::/8")], ["documentation", networks("192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20")], ["embeds-ipv4", networks("::/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16")], ["reserved", networks("192.0.0.0/24 192.88.99.0/24 198.18.0.0/15 240.0.0.0/4 2001::/23")]];
	const GLOBAL_IPV6 = networks("2000::/3");
	function specialKind(bytes) {
		const found = SPECIAL.find(([, ranges]) => ranges.some((network) => (0, policy_network.G2)(network, bytes)))?.[0];
		if (found !== void 0 || bytes.length === 4) return found;
		if (isIsatap(bytes)) return "embeds-ipv4";
		return GLOBAL_IPV6.some((network) => (0, policy_network.G2)(network, bytes)) ? void 0 : "reserved";
	}
	function embeddedIpv4(bytes) {
		if (bytes.length !== 16) return [];
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
			if (network === void 0) throw new Error(`not a network: ${text}`);
			return network;
		});
	}
	;
	async function dialHost({ host, port }, mayDial, ports, limits) {
		const found = host.kind === "name" ? await resolved(host.text, ports, limits.headTimeoutMs) : [{ address: host.text, family: host.kind === "ipv4" ? 4 : 6 }];
		const allowed = found.filter(({ address }) => mayDial(address, port));
		if (allowed.length === 0) throw new RefusalError("address-refused");
		return await waitForConnect(ports.dialer.connect(allowed.slice(0, 8), port), limits.connectTimeoutMs);
	}
	async function resolved(name, { resolver }, withinMs) {
		const { promise: late, reject } = Promise.withResolvers();
		const timer = setTimeout(() => reject(new RefusalError("upstream-unresolved")), withinMs);
		try {
			const found = await Promise.race([resolver.resolve(name), late]);
			if (found.length === 0) throw new RefusalError("upstream-unresolved");
			return found;
		} catch (error) {
			throw error instanceof RefusalError ? error : new RefusalError("upstream-unresolved", { cause: error });
		} finally {
			clearTimeout(timer);
		}
	}
	function waitForConnect(socket, withinMs) {
		socket.on("error", () => void 0);
		return new Promise((resolve, reject) => {
			const fail = (refusal2) => {
				settle();
				socket.destroy();
				reject(refusal2);
			};
			const timer = setTimeout(() => fail(new RefusalError("upstream-connect-timeout")), withinMs);
			const onConnect = () => {
				settle();
				resolve(socket);
			};
			const onError = (error) => fail(new RefusalError(isTimeout(error) ? "upstream-connect-timeout" : "upstream-unreachable", { cause: error }));
			const onClose = () => fail(new RefusalError("upstream-unreachable"));
			const settle = () => {
				clearTimeout(timer);
				socket.off("connect", onConnect).off("error", onError).off("close", onClose);
			};
			socket.on("connect", onConnect).on("error", onError).on("close", onClose);
		});
	}
	function isTimeout(error) {
		return "code" in error && error.code === "ETIMEDOUT";
	}
	function connectTls(socket, host, secureContext, withinMs) {
		return new Promise((resolve, reject) => {
			socket.allowHalfOpen = false;
			const options = { socket, host: host.text, servername: host.kind === "name" ? host.text : "", secureContext, ALPNProtocols: ["http/1.1"], minVersion: "TLSv1.2", rejectUnauthorized: true };
			const secure = (0, external_node_tls_.connect)(options);
			secure.on("error", () => void 0);
			const fail = (refusal2) => {
				settle();
				secure.destroy();
				socket.destroy();
				reject(refusal2);
			};
			const timer = setTimeout(() => fail(new RefusalError("upstream-connect-timeout")), withinMs);
			const onSecure = () => {
				settle();
				resolve(secure);
			};
			const onError = (cause) => fail(new RefusalError(isUntrusted(secure) ? "upstream-certificate" : "upstream-tls", { cause }));
			const onClose = () => fail(new RefusalError("upstream-tls"));
			const settle = () => {
				clearTimeout(timer);
				secure.off("secureConnect", onSecure).off("error", onError).off("close", onClose);
			};
			secure.on("secureConnect", onSecure).on("error", onError).on("close", onClose);
		});
	}
	function isUntrusted(secure) {
		const reason = secure.authorizationError;
		return reason !== null && reason !== void 0;
	}
	const MAX_HEAD_BYTES = 16384;
	function parseUpstreamProxy(text) {
		const url = URL.parse(text);
		if (url === null || url.protocol !== "http:" && url.protocol !== "https:") return null;
		const secure = url.protocol === "https:";
		const authority = (0, canonical_authority.Pt)(url.host, secure ? 443 : 80);
		if (!authority.ok) return null;
		try {
			const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
			const basic = Buffer.from(`${user}:${password}`).toString("base64");
			return { secure, authority: authority.value, authorization: user === "" && password === "" ? null : `Basic ${basic}` };
		} catch {
			return null;
		}
	}
	async function dialThrough(proxy, target, extraRoots, ports, limits) {
		const socket = await dialProxy(proxy, extraRoots, ports, limits);
		const authority = (0, canonical_authority.Pe)(target);
		const authorization = proxy.authorization === null ? "" : `Proxy-Authorization: ${proxy.authorization}\r
`;
		socket.write(`CONNECT ${authority} HTTP/1.1\r
Host: ${authority}\r
${authorization}\r
`);
		await waitForTunnel(socket, limits.connectTimeoutMs);
		return socket;
	}
	async function dialProxy({ authority, secure }, extraRoots, ports, limits) {
		const tcp = await dialHost(authority, () => true, ports, limits);
		return secure ? await connectTls(tcp, authority.host, upstreamTlsContext(extraRoots), limits.connectTimeoutMs) : tcp;
	}
	function waitForTunnel(socket, withinMs) {
		return new Promise((resolve, reject) => {
			let head = Buffer.alloc(0);
			const fail = (cause) => {
				settle();
				socket.destroy();
				reject(new RefusalError("upstream-proxy", { cause }));
			};
			const timer = setTimeout(fail, withinMs);
			const onReadable = () => {
				for (let chunk = readFrom(socket); chunk !== null; chunk = readFrom(socket)) {
					head = Buffer.concat([head, chunk]);
					const end = head.indexOf("\r\n\r\n");
					if (end === -1 && head.length > MAX_HEAD_BYTES) return fail();
					if (end === -1) continue;
					if (!/^HTTP\/1\.[01] 200[ \r]/.test(head.toString("latin1", 0, 64))) return fail();
					settle();
					if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
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
	const MAX_CONTEXTS = 64;
	const contexts = /* @__PURE__ */ new Map();
	function upstreamTlsContext(extraRoots) {
		const key = (0, external_node_crypto_.createHash)("sha256").update(extraRoots.join("\0")).digest("base64");
		const known = contexts.get(key);
		if (known !== void 0) return known;
		const created = (0, external_node_tls_.createSecureContext)({ minVersion: "TLSv1.2", ca: [...(0, external_node_tls_.getCACertificates)("default"), ...extraRoots] });
		const [oldest] = contexts.keys();
		if (contexts.size >= MAX_CONTEXTS && oldest !== void 0) contexts.delete(oldest);
		contexts.set(key, created);
		return created;
	}
	;
	class UpstreamsBySandbox {
		#current = /* @__PURE__ */ new Map();
		#retired = /* @__PURE__ */ new Set();
		#ports;
		#limits;
		#ownPorts;
		constructor(ports, limits, ownPorts) {
			this.#ports = ports;
			this.#limits = limits;
			this.#ownPorts = ownPorts;
		}
		of(snapshot) {
			const { sandboxId } = snapshot;
			const known = this.#current.get(sandboxId);
			if (known?.snapshot === snapshot) return known.upstreams;
			this.retire(sandboxId);
			const { lookupsPerSandbox, headTimeoutMs } = this.#limits;
			const resolver = limitLookups(this.#ports, lookupsPerSandbox, headTimeoutMs);
			const egress = egressPolicyOf(snapshot, this.#ownPorts, () => this.#ports.ownAddresses());
			const upstreams = new Upstreams(egress, { ...this.#ports, resolver }, this.#limits);
			this.#current.set(sandboxId, { snapshot, upstreams });
			return upstreams;
		}
		retire(sandboxId) {
			const known = this.#current.get(sandboxId);
			if (known === void 0) return;
			this.#current.delete(sandboxId);
			for (const earlier of this.#retired) if (earlier.connections === 0) this.#retired.delete(earlier);
			this.#retired.add(known.upstreams);
			known.upstreams.retire();
		}
		get connections() {
			let count = 0;
			for (const { upstreams } of this.#current.values()) count += upstreams.connections;
			for (const upstreams of this.#retired) count += upstreams.connections;
			return count;
		}
		async abortAll() {
			const all = [...this.#retired, ...Array.from(this.#current.values(), ({ upstreams }) => upstreams)];
			this.#current.clear();
			this.#retired.clear();
			await Promise.all(all.map((upstreams) => upstreams.abortAll()));
		}
	}
	class Upstreams {
		#pools = /* @__PURE__ */ new Map();
		#uses = 0;
		#egress;
		#ports;
		#limits;
		#proxy;
		#open = 0;
		#isResetting = false;
		constructor(egress, ports, limits) {
			this.#egress = egress;
			this.#ports = ports;
			this.#limits = limits;
			this.#proxy = egress.upstreamProxy === null ? null : parseUpstreamProxy(egress.upstreamProxy);
		}
		get connections() {
			return this.#open;
		}
		get isResetting() {
			return this.#isResetting;
		}
		viaUpstreamProxy(scheme, authority) {
			if (this.#proxy === null || scheme === "https") return null;
			const { authorization } = this.#proxy;
			return { prefix: `http://${(0, canonical_authority.Pe)(authority, 80)}`, headers: authorization === null ? [] : ["Proxy-Authorization", authorization] };
		}
		pool(scheme, authority, forUpgrade = false) {
			const isByProxy = !forUpgrade && this.viaUpstreamProxy(scheme, authority) !== null;
			const key = `${isByProxy ? "proxied" : scheme}://${(0, canonical_authority.Pe)(authority)}`;
			this.#uses += 1;
			const known = this.#pools.get(key);
			if (known !== void 0) {
				known.usedAt = this.#uses;
				return known.pool;
			}
			this.#makeRoom();
			const pool2 = this.#newPool(scheme, authority, isByProxy);
			this.#pools.set(key, { pool: pool2, usedAt: this.#uses });
			return pool2;
		}
		async dial(authority) {
			const { upstreamProxy, extraRoots, mayDial } = this.#egress;
			if (this.#proxy === null) {
				if (upstreamProxy !== null) throw new RefusalError("upstream-proxy");
				return this.#counted(await dialHost(authority, mayDial, this.#ports, this.#limits));
			}
			this.#checkLiteral(authority);
			return this.#counted(await dialThrough(this.#proxy, authority, extraRoots, this.#ports, this.#limits));
		}
		async #dialUpstreamProxy(authority) {
			if (this.#proxy === null) throw new RefusalError("upstream-proxy");
			this.#checkLiteral(authority);
			const { extraRoots } = this.#egress;
			return this.#counted(await dialProxy(this.#proxy, extraRoots, this.#ports, this.#limits));
		}
		#checkLiteral({ host, port }) {
			if (host.kind !== "name" && !this.#egress.mayDial(host.text, port)) {
				throw new RefusalError("address-refused");
			}
		}
		retire() {
			for (const { pool: pool2 } of this.#pools.values()) pool2.close().catch(() => void 0);
			this.#pools.clear();
		}
		async abortAll() {
			const pools = Array.from(this.#pools.values(), ({ pool: pool2 }) => pool2);
			this.#pools.clear();
			await Promise.all(pools.map((pool2) => pool2.destroy().catch(() => void 0)));
		}
		#newPool(scheme, authority, isByProxy) {
			const { connectionsPerUpstream, stallTimeoutMs } = this.#limits;
			return new pool("http://upstream.invalid", { connections: connectionsPerUpstream, pipelining: 1, allowH2: false, headersTimeout: stallTimeoutMs, bodyTimeout: stallTimeoutMs, maxHeaderSize: 65536, connect: (_options, callback) => {
				void this.#connect(scheme, authority, isByProxy, callback);
			} });
		}
		async #connect(scheme, authority, isByProxy, done) {
			let socket;
			try {
				socket = await (isByProxy ? this.#dialUpstreamProxy(authority) : this.dial(authority));
				if (scheme === "https") {
					const context = upstreamTlsContext(this.#egress.extraRoots);
					socket = await connectTls(socket, authority.host, context, this.#limits.connectTimeoutMs);
				}
			} catch (error) {
				done(error instanceof Error ? error : new RefusalError("internal-error"), null);
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
			if (this.#pools.size < this.#limits.upstreamsPerSandbox) return;
			let oldest;
			for (const entry of this.#pools) {
				if (oldest === void 0 || entry[1].usedAt < oldest[1].usedAt) oldest = entry;
			}
			if (oldest === void 0) return;
			this.#pools.delete(oldest[0]);
			oldest[1].pool.close().catch(() => void 0);
		}
	}
	function egressPolicyOf({ push, policy }, ownPorts, ownAddresses) {
		const { extraRoots, upstreamProxy } = push;
		const { privateNetworks, access: access2 } = policy;
		return { extraRoots, upstreamProxy, mayDial: (address, port) => {
			const rules = { privateNetworks, access: access2, ownPorts: ownPorts(), ownAddresses: ownAddresses() };
			return filterAddresses([address], port, rules).allowed.length > 0;
		} };
	}
	function allowsSameEgress(next, then) {
		const hasAll = (texts, expected) => expected.every((text) => texts.includes(text));
		return hasAll(formatAll(next.policy.privateNetworks), formatAll(then.policy.privateNetworks)) && hasAll(deniedBy(then.policy.access), deniedBy(next.policy.access)) && hasAll(next.push.extraRoots, then.push.extraRoots) && next.push.upstreamProxy === then.push.upstreamProxy;
	}
	function formatAll(networks2) {
		return networks2.map(policy_network.CM);
	}
	function deniedBy(access2) {
		if (access2.kind !== "deny") return [];
		return access2.entries.flatMap((entry) => entry.kind === "network" ? [`${(0, policy_network.CM)(entry.network)} ${entry.port ?? "*"}`] : []);
	}
	;
	class AuditRecord {
		#context;
		#start;
		#entry;
		#isWritten = false;
		constructor(context, scheme, method) {
			this.#context = context;
			this.#start = context.ports.elapsed();
			this.#entry = { at: context.ports.now().toISOString(), sandbox: null, revision: null, rule: null, decision: "refuse", reason: "internal-error", scheme, host: null, port: null, method, path: null, status: null, bytesUp: 0, bytesDown: 0, ms: 0, injected: [], placeholders: [], usesLeft: null, masked: 0, unsearched: false };
		}
		forSandbox(snapshot) {
			if (this.#isWritten) return this;
			this.#entry.sandbox = snapshot.sandboxId;
			this.#entry.revision = snapshot.revision;
			return this;
		}
		forAuthority({ host, port }) {
			if (this.#isWritten) return this;
			this.#entry.host = host.text;
			this.#entry.port = port;
			return this;
		}
		set(part) {
			if (!this.#isWritten) Object.assign(this.#entry, part);
			return this;
		}
		write(part = {}) {
			if (this.#isWritten) return;
			this.#isWritten = true;
			const entry = Object.assign(this.#entry, part);
			entry.ms = Math.round((this.#context.ports.elapsed() - this.#start) * 100) / 100;
			this.#context.host.audit(entry);
		}
		refused(refusal2, reason = refusal2) {
			const [status] = REFUSALS[refusal2];
			this.write({ decision: status === 403 ? "deny" : "refuse", reason, status });
		}
	}
	function runGuarded(context, socket, work) {
		try {
			work();
		} catch {
			new AuditRecord(context, schemeOf(socket), null).refused("internal-error");
			socket.destroy();
		}
	}
	const connections = /* @__PURE__ */ new WeakMap();
	function registerConnection(socket, ingress) {
		const connection = { ingress, tunnel: null, owner: null, busy: false, queue: [], closing: false, failedLogins: 0 };
		connections.set(socket, connection);
		return connection;
	}
	function connectionOf(socket) {
		const connection = connections.get(socket);
		if (connection === void 0) throw new Error("the HTTP server received an unregistered socket");
		return connection;
	}
	function schemeOf(socket) {
		return (connections.get(socket)?.tunnel ?? null) === null ? "http" : "https";
	}
	const MAX_QUEUED = 32;
	function enqueue(connection, work) {
		if (!connection.busy) work();
		else if (connection.queue.push(work) > MAX_QUEUED) return false;
		return true;
	}
	function runNext(connection) {
		connection.busy = false;
		while (!connection.busy) {
			const work = connection.queue.shift();
			if (work === void 0) return;
			work();
		}
	}
	class ActiveConnections {
		#bySandbox = /* @__PURE__ */ new Map();
		#whenEmpty = [];
		add(active) {
			const { sandboxId } = active;
			let entries = this.#bySandbox.get(sandboxId);
			if (entries === void 0) {
				entries = [];
				this.#bySandbox.set(sandboxId, entries);
			}
			const all = entries;
			const entry = { active, index: all.length };
			all.push(entry);
			return () => {
				if (entry.index === -1) return;
				const last = all.pop();
				if (last !== void 0 && last !== entry) {
					all[entry.index] = last;
					last.index = entry.index;
				}
				entry.index = -1;
				if (all.length > 0) return;
				this.#bySandbox.delete(sandboxId);
				if (this.#bySandbox.size > 0) return;
				for (const resolve of this.#whenEmpty.splice(0)) resolve();
			};
		}
		count(...kinds) {
			let count = 0;
			for (const entries of this.#bySandbox.values()) {
				for (const { active } of entries) if (kinds.includes(active.kind)) count += 1;
			}
			return count;
		}
		reevaluate(sandboxId, snapshot) {
			for (const { active } of Array.from(this.#bySandbox.get(sandboxId) ?? [])) {
				if (snapshot === null || !active.stillAllowed(snapshot)) active.abort();
			}
		}
		async abortAll() {
			if (this.#bySandbox.size === 0) return;
			const { promise, resolve } = Promise.withResolvers();
			this.#whenEmpty.push(resolve);
			for (const entries of Array.from(this.#bySandbox.values())) for (const { active } of Array.from(entries)) active.abort();
			await promise;
		}
	}
	class ConnectionLimiter {
		#limits;
		#bySandbox = /* @__PURE__ */ new Map();
		#unauthenticated = 0;
		constructor(limits) {
			this.#limits = limits;
		}
		admit(connection) {
			if (connection.ingress.kind === "sandbox") return this.assign(connection, connection.ingress.sandboxId);
			this.#unauthenticated += 1;
			return this.#unauthenticated <= this.#limits.unauthenticatedConnections;
		}
		assign(connection, sandboxId) {
			if (connection.owner !== null) return connection.owner === sandboxId;
			const count = this.#bySandbox.get(sandboxId) ?? 0;
			if (count >= this.#limits.connectionsPerSandbox) return false;
			if (connection.ingress.kind === "token") this.#unauthenticated -= 1;
			connection.owner = sandboxId;
			this.#bySandbox.set(sandboxId, count + 1);
			return true;
		}
		release({ ingress, owner }) {
			if (owner === null) {
				if (ingress.kind === "token") this.#unauthenticated -= 1;
				return;
			}
			const count = this.#bySandbox.get(owner) ?? 0;
			if (count > 1) this.#bySandbox.set(owner, count - 1);
			else this.#bySandbox.delete(owner);
		}
	}
	;
	const MAX_BODY_MEMORY = 64 * 1024 * 1024;
	const MAX_TOTAL_BODY_MEMORY = 8 * MAX_BODY_MEMORY;
	class BodyMemory {
		#bySandbox = /* @__PURE__ */ new Map();
		#total = 0;
		reserve(sandboxId) {
			let own = 0;
			let isReleased = false;
			const add = (bytes) => {
				own += bytes;
				this.#total += bytes;
				const all = (this.#bySandbox.get(sandboxId) ?? 0) + bytes;
				if (all === 0) this.#bySandbox.delete(sandboxId);
				else this.#bySandbox.set(sandboxId, all);
			};
			return { take: (bytes) => {
				const ofSandbox = this.#bySandbox.get(sandboxId) ?? 0;
				const isFull = ofSandbox + bytes > MAX_BODY_MEMORY || this.#total + bytes > MAX_TOTAL_BODY_MEMORY;
				if (isReleased || isFull) return false;
				add(bytes);
				return true;
			}, release: () => {
				isReleased = true;
				if (own > 0) add(-own);
			} };
		}
	}
	;
	class Budgets {
		#used = /* @__PURE__ */ new Map();
		take(sandboxId, rule, now) {
			const { budget } = rule;
			if (budget === null) return { kind: "taken", usesLeft: null };
			if (isExpired(rule, now)) return { kind: "refused", reason: "rule-expired" };
			const left = this.left(sandboxId, rule);
			if (left === null) return { kind: "taken", usesLeft: null };
			if (left === 0) return { kind: "refused", reason: "budget-used-up" };
			const ofSandbox = this.#used.get(sandboxId) ?? /* @__PURE__ */ new Map();
			this.#used.set(sandboxId, ofSandbox);
			ofSandbox.set(rule.name, (budget.uses ?? 0) - left + 1);
			return { kind: "taken", usesLeft: left - 1 };
		}
		left(sandboxId, { name, budget }) {
			if (budget === null || budget.uses === null) return null;
			const used = Math.max(budget.used, this.#used.get(sandboxId)?.get(name) ?? 0);
			return Math.max(0, budget.uses - used);
		}
		forget(sandboxId) {
			this.#used.delete(sandboxId);
		}
	}
	function isExpired({ budget }, now) {
		return budget !== null && budget.until !== null && now >= budget.until;
	}
	var credential_proxy_masking = __require(76273);
	var aws4 = __require(24428);
	var secret_template = __require(48102);
	var aws_request = __require(87932);
	;
	function needsBody(work) {
		if (work.kind === "aws") return work.payload === null;
		return partsOf(work.signing.signed).some(({ key }) => key === "body");
	}
	function signRequest(work, request, now) {
		return work.kind === "aws" ? signForAws(work, request, now) : signWithHmac(work.signing, request, now);
	}
	class RuleSigner extends aws4.RequestSigner {
		#bodyHash;
		constructor(request, credentials, bodyHash) {
			super(request, credentials);
			this.#bodyHash = bodyHash;
		}
		canonicalString() {
			const canonical = super.canonicalString();
			return canonical.slice(0, canonical.lastIndexOf("\n") + 1) + this.#bodyHash;
		}
		signature() {
			const { secretAccessKey } = this.credentials;
			const parts = [this.getDate(), this.region, this.service, "aws4_request"];
			const key = parts.reduce((secret, part) => (0, external_node_crypto_.createHmac)("sha256", secret).update(part).digest(), `AWS4${secretAccessKey}`);
			return (0, external_node_crypto_.createHmac)("sha256", key).update(this.stringToSign()).digest("hex");
		}
	}
	function signForAws({ credentials, scope, payload, hasHashHeader }, { method, target, headers, body }, now) {
		const { sessionToken: token } = credentials;
		const hash = payload ?? (0, external_node_crypto_.createHash)("sha256").update(body).digest("hex");
		const added = [["X-Amz-Date", now.toISOString().replace(/[:-]|\.\d{3}/g, "")]];
		if (hasHashHeader) added.push(["X-Amz-Content-Sha256", hash]);
		if (token !== null) added.push(["X-Amz-Security-Token", token]);
		const signed = /* @__PURE__ */ new Map();
		for (const [name, value] of [...(0, aws_request.KO)(headers), ...(0, aws_request.KO)(added.flat())]) {
			signed.set(name, [...signed.get(name) ?? [], value.trim()]);
		}
		const signer = new RuleSigner({ ...scope, method, path: target, headers: Object.fromEntries(Array.from(signed, ([name, values]) => [name, values.join(",")])) }, { accessKeyId: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey }, hash);
		const authorization = signer.sign().headers["Authorization"] ?? "";
		return { headers: [...added, ["Authorization", authorization]], signature: authorization.slice(authorization.lastIndexOf("=") + 1) };
	}
	function signWithHmac(signing, { method, target, body }, now) {
		const { secret, secretEncoding, algorithm, encoding, header, timestampHeader } = signing;
		const timestamp = `${Math.floor(now.getTime() / 1e3)}`;
		const key = Buffer.from(secret, secretEncoding === "text" ? "utf8" : secretEncoding);
		const hmac = (0, external_node_crypto_.createHmac)(algorithm, key);
		const variables = { timestamp, body, method, target };
		for (const part of partsOf(signing.signed)) hmac.update(part.text ?? variables[part.key] ?? "");
		const signature2 = hmac.digest(encoding);
		const inValue = { timestamp, signature: signature2 };
		const value = partsOf(signing.value).map((part) => part.text ?? inValue[part.key] ?? "");
		return { headers: [...timestampHeader === null ? [] : [[timestampHeader, timestamp]], [header, value.join("")]], signature: signature2 };
	}
	function partsOf(text) {
		const template = (0, secret_template.QC)(text);
		if (!template.ok) return [];
		return template.parts.map((part) => part.kind === "text" ? { text: part.text, key: "" } : { key: part.key });
	}
	var credential_proxy_headers = __require(16263);
	var replace = __require(97524);
	;
	const MAX_REPLACED_BODY = 8 * 1024 * 1024;
	const ENCODINGS = [{ type: /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json$/, encode: (value) => JSON.stringify(value).slice(1, -1) }, { type: /^application\/x-www-form-urlencoded$/, encode: (value) => encodeURIComponent(value).replaceAll("%20", "+") }, { type: /^multipart\/form-data$/, encode: String }];
	function encodingOf(contentType) {
		const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
		return ENCODINGS.find((known) => known.type.test(type))?.encode;
	}
	function replaceInBody(body, placeholders, encode, replaced) {
		const room = { left: MAX_REPLACED_BODY - body.length };
		const text = body.toString("latin1");
		const result = (0, replace.ID)(text, placeholders, encode, replaced, room);
		if (room.left < 0) return null;
		return result === text ? body : Buffer.from(result, "latin1");
	}
	;
	function evaluateRequest(policy, { scheme, authority, target, head, framing }) {
		const refused = (reason, detail = reason) => ({ kind: "refused", reason, detail });
		const host = (0, canonical_authority.Pe)(authority, host_pattern.Fk[scheme]);
		if (framing.host !== host) {
			const named = (0, canonical_authority.Pt)(framing.host, host_pattern.Fk[scheme]);
			if (!named.ok) return refused("ambiguous-request");
			if (!(0, canonical_authority.UJ)(named.value, authority)) return refused("misdirected");
		}
		const decision = (0, decide.r5)(policy, scheme, authority);
		if (decision.kind === "deny") return refused("denied", decision.reason);
		if (decision.kind !== "intercept" && scheme === "https") return refused("not-configured");
		const choice = decision.kind === "intercept" ? (0, decide._r)(decision.candidates, { scheme, method: head.method, target, headers: head.rawHeaders }) : null;
		if (choice?.kind === "refuse") return refused(choice.reason);
		const rule = choice?.kind === "inject" ? choice.rule : null;
		const forwarded = (0, credential_proxy_headers.qy)(head.rawHeaders, rule?.sent ?? [], rule?.replacedHeaders);
		if (!forwarded.ok) return refused("ambiguous-request");
		const sent = policy.sentinels !== null && decision.kind !== "bypass" ? replaceSentinels(policy.sentinels, rule, { target, headers: forwarded.value, hasBody: framing.body !== null }) : { kind: "ready", target, headers: forwarded.value, body: null, placeholders: [] };
		if (sent.kind === "refused") return sent;
		const headers = withHost(host, sent.headers);
		const signed = prepareSignature(rule, { scheme, host: authority.host.text, target: sent.target, headers, clientHeaders: head.rawHeaders, isBodyReplaced: (sent.body?.replacement ?? null) !== null });
		if (signed.kind === "refused") return refused(signed.reason);
		return { kind: "send", decision: rule !== null ? "inject" : decision.kind === "intercept" ? "forward" : decision.kind, reason: choice?.reason ?? decision.reason, rule, target: signed.target, headers, body: sent.body, signing: signed.work, placeholders: sent.placeholders };
	}
	function prepareSignature(rule, { isBodyReplaced, ...request }) {
		const { target } = request;
		const sign = rule?.sign ?? null;
		if (sign === null) return { kind: "prepared", target, work: null };
		if (sign.kind === "hmac") return { kind: "prepared", target, work: { kind: "hmac", signing: sign } };
		const prepared = (0, aws_request._r)(sign, request);
		return prepared.kind === "prepared" && isBodyReplaced ? { ...prepared, work: { ...prepared.work, payload: null } } : prepared;
	}
	function replaceSentinels(search, rule, request) {
		const { placeholders = [] } = rule ?? {};
		const head = (0, replace.YU)({ placeholders }, request.target, request.headers);
		if (head === null) return { kind: "refused", reason: "head-too-large", detail: "head-too-large" };
		const left = search.find(head.target) ?? search.find(head.headers.join("\n"));
		if (left !== void 0) {
			return { kind: "refused", reason: "placeholder-refused", detail: "placeholder-refused", placeholder: left };
		}
		const body = request.hasBody ? bodyWork(search, placeholders, head.headers) : null;
		if (body === "body-encoded") return { kind: "refused", reason: body, detail: body };
		return { kind: "ready", ...head, body, placeholders: [...head.replaced] };
	}
	function bodyWork(search, placeholders, headers) {
		const inBody = (0, replace.of)(placeholders, "body");
		const encode = encodingOf(evaluate_request_valueOf(headers, "content-type"));
		if (inBody.length === 0 || encode === void 0) return { search, replacement: null };
		const coding = evaluate_request_valueOf(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
		return coding === "identity" ? { search, replacement: { placeholders: inBody, encode } } : "body-encoded";
	}
	function evaluate_request_valueOf(headers, name) {
		const values = headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name);
		return values.length === 0 ? void 0 : values.join(", ");
	}
	function withHost(host, headers) {
		const all = ["Host", host];
		let isReplaced = false;
		for (let index = 0; index + 1 < headers.length; index += 2) {
			const name = headers[index] ?? "";
			if (!isReplaced && name.length === 4 && name.toLowerCase() === "host") isReplaced = true;
			else all.push(name, headers[index + 1] ?? "");
		}
		return all;
	}
	function isSamePlan(now, then) {
		return now.kind === "send" && now.rule?.name === then.rule?.name && now.target === then.target && isSameReplacement(now.body, then.body) && JSON.stringify(now.signing) === JSON.stringify(then.signing) && now.headers.length === then.headers.length && now.headers.every((text, index) => text === then.headers[index]);
	}
	function isSameReplacement(now, then) {
		const placeholders = (work) => JSON.stringify(work?.replacement?.placeholders ?? []);
		return placeholders(now) === placeholders(then);
	}
	const FORBIDDEN_METHODS = /* @__PURE__ */ new Set(["TRACE", "TRACK"]);
	const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
	const TARGET = /^[\x21\x22\x24-\x7e]+$/;
	const LOOK_ALIKES = /* @__PURE__ */ new Set(["content_length", "transfer_encoding", "http2_settings"]);
	function checkRequestHead({ method, url, httpVersion, rawHeaders }) {
		const refuse2 = (reason) => ({ kind: "refused", reason });
		let host;
		let length;
		let coding;
		let upgrade;
		for (let i = 0; i < rawHeaders.length; i += 2) {
			const [name = "", value = ""] = [rawHeaders[i], rawHeaders[i + 1]];
			if (!VALUE.test(value)) return refuse2("ambiguous-request");
			const { length: size2 } = name;
			if (size2 !== 4 && size2 !== 7 && size2 !== 14 && size2 !== 17) continue;
			const key = name.toLowerCase();
			if (key === "host") {
				if (host !== void 0) return refuse2("ambiguous-request");
				host = value;
			} else if (key === "content-length") {
				if (length !== void 0) return refuse2("ambiguous-request");
				length = value;
			} else if (key === "transfer-encoding") {
				if (coding !== void 0) return refuse2("ambiguous-request");
				coding = value;
			} else if (key === "upgrade") {
				if (upgrade !== void 0) return refuse2("upgrade-refused");
				upgrade = value;
			} else if (LOOK_ALIKES.has(key)) return refuse2("ambiguous-request");
		}
		if (httpVersion !== "1.1" && httpVersion !== "1.0") return refuse2("ambiguous-request");
		if (FORBIDDEN_METHODS.has(method)) return refuse2("method-not-allowed");
		if (!TARGET.test(url)) return refuse2("bad-target");
		if (host === void 0) return refuse2("ambiguous-request");
		if (coding !== void 0 && (length !== void 0 || httpVersion === "1.0" || !/^chunked$/i.test(coding))) {
			return refuse2("ambiguous-request");
		}
		if (length !== void 0 && !/^[0-9]{1,15}$/.test(length)) return refuse2("ambiguous-request");
		const size = length === void 0 ? 0 : Number(length);
		const body = coding !== void 0 ? { length: null } : size > 0 ? { length: size } : null;
		return { kind: "checked", framing: { host, body, upgrade: upgrade ?? null } };
	}
	const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i;
	function parseProxyCredentials(rawHeaders) {
		let value;
		for (let i = 0; i < rawHeaders.length; i += 2) {
			if (rawHeaders[i]?.length !== 19 || rawHeaders[i]?.toLowerCase() !== "proxy-authorization") continue;
			if (value !== void 0) return { kind: "malformed" };
			value = rawHeaders[i + 1];
		}
		if (value === void 0) return { kind: "none" };
		const encoded = BASIC.exec(value)?.[1];
		if (encoded === void 0) return { kind: "malformed" };
		const text = Buffer.from(encoded, "base64").toString("latin1");
		const colon = text.indexOf(":");
		if (!text.startsWith("sbx-") || colon === -1) return { kind: "malformed" };
		return { kind: "basic", sandboxId: text.slice(4, colon), token: text.slice(colon + 1) };
	}
	var external_node_stream_ = __require(57075);
	;
	function searchedBody(request, search, onSentinel) {
		return external_node_stream_.Readable.from(searched(request, search, onSentinel), { objectMode: false });
	}
	async function* searched(request, search, onSentinel) {
		const findIn = search.stream();
		const chunks = request;
		for await (const bytes of chunks) {
			const found = findIn(bytes);
			if (found !== void 0) {
				onSentinel(found);
				throw new RefusalError("placeholder-refused");
			}
			yield bytes;
		}
	}
	const MAX_CHUNKS = 256;
	function readBody(request, maxBytes, memory) {
		return new Promise((resolve) => {
			const blocks = [];
			let chunks = [];
			let length = 0;
			const joinChunks = () => {
				blocks.push(Buffer.concat(chunks));
				chunks = [];
			};
			request.on("data", (chunk) => {
				length += chunk.length;
				const isStored = length <= maxBytes && memory.take(chunk.length);
				if (isStored) {
					if (chunks.push(chunk) === MAX_CHUNKS) joinChunks();
					return;
				}
				blocks.length = 0;
				chunks = [];
				request.pause();
				resolve(length > maxBytes ? "too-large" : "no-memory");
			});
			request.on("end", () => {
				joinChunks();
				resolve(Buffer.concat(blocks));
			});
			request.on("error", () => resolve("incomplete"));
			request.on("close", () => resolve("incomplete"));
		});
	}
	function replacedBody(given, { search, replacement }) {
		const replaced = /* @__PURE__ */ new Set();
		const body = replacement === null ? given : replaceInBody(given, replacement.placeholders, replacement.encode, replaced);
		if (body === null) return { kind: "refused", reason: "body-too-large", replaced: [] };
		const left = search.stream()(body);
		return left === void 0 ? { kind: "replaced", body, replaced: [...replaced] } : { kind: "refused", reason: "placeholder-refused", replaced: [left] };
	}
	;
	function splice(client, upstream, stallTimeoutMs) {
		const before = { read: upstream.bytesRead, written: upstream.bytesWritten };
		return new Promise((resolve) => {
			let open = 2;
			const closed = (other, cleanly) => {
				open -= 1;
				if (cleanly) other.destroySoon();
				else other.destroy();
				if (open > 0) return;
				const [bytesUp, bytesDown] = [upstream.bytesWritten - before.written, upstream.bytesRead - before.read];
				resolve({ bytesUp, bytesDown });
			};
			client.on("error", () => upstream.destroy()).on("close", () => closed(upstream, client.readableEnded));
			upstream.on("error", () => client.destroy()).on("close", () => closed(client, upstream.readableEnded));
			upstream.setTimeout(stallTimeoutMs, () => upstream.destroy());
			for (const side of [client, upstream]) side.on("data", (chunk) => countBodyBytes(chunk.length));
			client.pipe(upstream);
			upstream.pipe(client);
			if (client.destroyed) upstream.destroy();
			if (upstream.destroyed) client.destroy();
		});
	}
	const EVERY_BYTES = 16 * 1024 * 1024;
	let passed = 0;
	function countBodyBytes(bytes) {
		passed += bytes;
		if (passed < EVERY_BYTES) return;
		passed = 0;
		globalThis.gc?.({ type: "minor" });
	}
	;
	const MAX_SIGNED_BODY = 32 * 1024 * 1024;
	const MAX_SINGLE_WRITE = 16384;
	const RETRYABLE = /* @__PURE__ */ new Set(["GET", "HEAD", "OPTIONS"]);
	class Exchange {
		#request;
		#response;
		#upstreamRequest;
		#upstream;
		#masking;
		#onEnd;
		#socket;
		#controller = null;
		#length = null;
		#body = null;
		#failure = null;
		#bytesUp = 0;
		#bytesDown = 0;
		#isPacing = false;
		#isRetry = false;
		#isAborted = false;
		#isOver = false;
		#ownBody = null;
		#replaced = [];
		constructor(request, response, upstreamRequest, upstream, masking, onEnd) {
			this.#request = request;
			this.#response = response;
			this.#upstreamRequest = upstreamRequest;
			this.#upstream = upstream;
			this.#masking = masking;
			this.#onEnd = onEnd;
			this.#socket = request.socket;
		}
		start() {
			this.#response.on("close", this.#onClose);
			if (this.#response.destroyed) this.#onClose();
			else if (this.#mustReadBody()) void this.#readAndDispatch();
			else this.#dispatch();
		}
		get isSent() {
			return this.#controller !== null;
		}
		abort() {
			this.#isAborted = true;
			if (this.isSent) this.#socket.destroy();
			else this.#fail("not-configured", null);
		}
		withdraw() {
			this.#isOver = true;
			this.#response.off("close", this.#onClose);
		}
		onRequestStart(controller) {
			if (!this.#isOver && !this.#isAborted && this.#upstreamRequest.isExpired()) {
				this.#isAborted = true;
				this.#fail("rule-expired", null);
			}
			if (this.#isOver || this.#isAborted) return controller.abort(new Error("the request is no longer allowed"));
			this.#controller = controller;
		}
		onBodySent(chunk) {
			this.#bytesUp += chunk.length;
			countBodyBytes(chunk.length);
		}
		onResponseStart(controller, status, _headers, message = "") {
			if (status < 200) return;
			const masking = this.#masking;
			const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
			const mask = masking === null ? String : (value) => masking.text(value);
			const head = (0, credential_proxy_headers.Oy)(raw, mask);
			if (head === null) return this.#fail("upstream-answer", controller);
			this.#body = masking?.body(head) ?? null;
			const response = this.#response;
			response.sendDate = false;
			response.writeHead(status, mask(/^[\t\x20-\x7e]*$/.test(message) ? message : ""), head.headers);
			this.#length = head.length === null ? null : Number(head.length);
			flushSoon(this);
		}
		onResponseData(controller, chunk) {
			const isAll = this.#bytesDown === 0 && chunk.length === this.#length && chunk.length <= MAX_SINGLE_WRITE;
			this.#bytesDown += chunk.length;
			countBodyBytes(chunk.length);
			const out = this.#body === null ? chunk : this.#body.push(chunk);
			if (isAll) {
				const rest = this.#body?.end();
				const all = rest === void 0 || rest.length === 0 ? out : Buffer.concat([out, rest]);
				this.#response.end(all.toString("latin1"), "latin1");
			} else if (out.length > 0 && !this.#response.write(out)) this.#pause(controller);
		}
		onResponseEnd() {
			if (this.#length === null && this.#upstream.isResetting()) return this.#fail("upstream-broken", null);
			if (this.#response.writableEnded) return;
			const rest = this.#body?.end();
			if (rest !== void 0 && rest.length > 0) this.#response.end(rest);
			else this.#response.end();
		}
		onResponseError(controller, error) {
			if (this.#isOver || this.#isAborted) return;
			const { method, hasBody } = this.#upstreamRequest;
			const mayRetry = !this.#isRetry && !hasBody && RETRYABLE.has(method) && !this.#response.headersSent;
			if (mayRetry && isStaleConnection(error)) {
				this.#isRetry = true;
				this.#dispatch();
				return;
			}
			this.#fail(refusalReasonOf(error), controller);
		}
		#dispatch() {
			const { method, target, headers, hasBody, signer } = this.#upstreamRequest;
			let signed = [];
			try {
				signed = signer?.sign(this.#ownBody ?? NO_BODY) ?? [];
			} catch {
				return this.#fail("internal-error", null);
			}
			const body = hasBody ? this.#bodyToSend() : null;
			const all = signed.length === 0 ? headers : [...headers, ...signed];
			this.#upstream.pool.dispatch({ method, path: target, headers: all, body }, this);
		}
		#mustReadBody() {
			const { hasBody, body, signer } = this.#upstreamRequest;
			return hasBody && ((body?.replacement ?? null) !== null || signer?.needsBody === true);
		}
		#bodyToSend() {
			const { body } = this.#upstreamRequest;
			if (this.#ownBody !== null) return this.#ownBody;
			return body === null ? this.#request : searchedBody(this.#request, body.search, this.#onSentinel);
		}
		#onSentinel = (env) => {
			this.#replaced = [env];
		};
		async #readAndDispatch() {
			const { body: work, memory, isExpired: isExpired2 } = this.#upstreamRequest;
			const isReplaced = (work?.replacement ?? null) !== null;
			const given = await readBody(this.#request, isReplaced ? MAX_REPLACED_BODY : MAX_SIGNED_BODY, memory);
			if (this.#isOver || this.#isAborted || given === "incomplete") return;
			if (given === "too-large") {
				return this.#fail(isReplaced ? "body-too-large" : "signed-body-too-large", null);
			}
			if (given === "no-memory") return this.#fail("too-much-body", null);
			if (isExpired2()) return this.#fail("rule-expired", null);
			const result = work === null ? { kind: "replaced", body: given, replaced: [] } : replacedBody(given, work);
			this.#replaced = result.replaced;
			if (result.kind === "refused") return this.#fail(result.reason, null);
			this.#ownBody = result.body;
			this.#upstreamRequest.headers = withLength(this.#upstreamRequest.headers, result.body.length);
			this.#dispatch();
		}
		#fail(reason, controller) {
			this.#failure ??= reason;
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
		flushHead() {
			const response = this.#response;
			if (this.#bytesDown === 0 && !response.writableEnded && !response.destroyed) response.flushHeaders();
		}
		#pause(controller) {
			controller.pause();
			if (this.#isPacing) return;
			this.#isPacing = true;
			this.#response.on("drain", () => this.#controller?.resume());
		}
		#onClose = () => {
			if (this.#isOver) return;
			this.#isOver = true;
			this.#ownBody = null;
			this.#upstreamRequest.memory.release();
			const response = this.#response;
			if (!this.#request.complete) this.#socket.destroySoon();
			if (!response.writableFinished) {
				this.#failure ??= "client-gone";
				this.#controller?.abort(new Error("the client disconnected"));
			}
			this.#onEnd({ status: response.headersSent ? response.statusCode : null, failure: this.#failure, bytesUp: this.#bytesUp, bytesDown: this.#bytesDown, masked: this.#masking?.count ?? 0, unsearched: this.#masking?.unsearched ?? false, replaced: this.#replaced });
		};
	}
	const NO_BODY = Buffer.alloc(0);
	function withLength(headers, length) {
		const others = headers.filter((_, index) => headers[index - index % 2]?.toLowerCase() !== "content-length");
		return [...others, "Content-Length", `${length}`];
	}
	const REASON_BY_CODE = { UND_ERR_HEADERS_TIMEOUT: "upstream-timeout", UND_ERR_BODY_TIMEOUT: "upstream-timeout", UND_ERR_HEADERS_OVERFLOW: "upstream-answer", UND_ERR_INVALID_ARG: "ambiguous-request", UND_ERR_NOT_SUPPORTED: "ambiguous-request", UND_ERR_CLOSED: "not-configured", UND_ERR_DESTROYED: "not-configured" };
	function refusalReasonOf(error) {
		if (error instanceof RefusalError) return error.reason;
		const code = (0, errors.CA)(error) ?? "";
		return REASON_BY_CODE[code] ?? (code.startsWith("HPE_") ? "upstream-answer" : "upstream-broken");
	}
	function isStaleConnection(error) {
		return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes((0, errors.CA)(error) ?? "");
	}
	let withUnsentHead = [];
	function flushSoon(exchange) {
		if (withUnsentHead.push(exchange) === 1) setImmediate(flushAll);
	}
	function flushAll() {
		const all = withUnsentHead;
		withUnsentHead = [];
		for (const exchange of all) exchange.flushHead();
	}
	;
	function handleRequest(context, request, response, expects) {
		const { socket } = request;
		const connection = connectionOf(socket);
		const isQueued = enqueue(connection, () => {
			if (connection.closing || response.destroyed) return;
			runGuarded(context, socket, () => {
				const record = new AuditRecord(context, schemeOf(socket), request.method ?? null);
				if (expects === "unknown") return refuse(request, response, record, "expectation-refused");
				const read = readRequest(context, connection, request, record);
				if (read.kind === "refused") return refuse(request, response, record, read.reason);
				const { snapshot, proxyRequest } = read;
				forwardRequest(context, snapshot, { request, response, proxyRequest, record, expectsContinue: expects === "continue" });
			});
		});
		if (!isQueued) socket.destroy();
	}
	function readRequest(context, connection, request, record) {
		const { method = "", url = "", httpVersion, rawHeaders } = request;
		const head = { method, url, httpVersion, rawHeaders };
		return connection.tunnel === null ? readPlainRequest(context, connection, head, record) : readTunneledRequest(context, connection.tunnel, head, record);
	}
	function readTunneledRequest(context, { sandboxId, authority }, head, record) {
		record.forAuthority(authority).set({ sandbox: sandboxId });
		const snapshot = context.host.sandboxes.current(sandboxId);
		if (snapshot === null) return { kind: "refused", reason: "not-configured" };
		record.forSandbox(snapshot);
		const checked = checkRequestHead(head);
		if (checked.kind === "refused") return checked;
		if (!head.url.startsWith("/")) return { kind: "refused", reason: "bad-target" };
		const { framing } = checked;
		return { kind: "read", snapshot, proxyRequest: { scheme: "https", authority, target: head.url, head, framing } };
	}
	function readPlainRequest(context, connection, head, record) {
		const caller = authenticate(context, connection, head.rawHeaders);
		if (caller.kind === "refused") return caller;
		const { snapshot } = caller;
		record.forSandbox(snapshot);
		const checked = checkRequestHead(head);
		if (checked.kind === "refused") return checked;
		const url = parseAbsoluteUrl(head.url);
		if (url === null) return { kind: "refused", reason: "bad-target" };
		const parsed = (0, canonical_authority.Pt)(url.authority, 80);
		if (!parsed.ok) return { kind: "refused", reason: "bad-authority" };
		if (!(0, canonical_authority.Pt)(checked.framing.host, 80).ok) return { kind: "refused", reason: "ambiguous-request" };
		const authority = parsed.value;
		const framing = { ...checked.framing, host: (0, canonical_authority.Pe)(authority, 80) };
		return { kind: "read", snapshot, proxyRequest: { scheme: "http", authority, target: url.target, head, framing } };
	}
	function authenticate(context, connection, rawHeaders) {
		const { sandboxes } = context.host;
		const { ingress, owner } = connection;
		if (ingress.kind === "sandbox") {
			const snapshot2 = sandboxes.current(ingress.sandboxId);
			return snapshot2 === null ? { kind: "refused", reason: "not-configured" } : { kind: "read", snapshot: snapshot2 };
		}
		const credentials = parseProxyCredentials(rawHeaders);
		if (credentials.kind === "none") return { kind: "refused", reason: "token-missing" };
		const snapshot = credentials.kind === "basic" ? sandboxes.byToken(credentials.sandboxId, credentials.token) : null;
		if (snapshot === null || owner !== null && owner !== snapshot.sandboxId) {
			return { kind: "refused", reason: "token-wrong" };
		}
		const isAssigned = context.connectionLimiter.assign(connection, snapshot.sandboxId);
		return isAssigned ? { kind: "read", snapshot } : { kind: "refused", reason: "too-many-connections" };
	}
	function parseAbsoluteUrl(url) {
		const [, authority, rest = ""] = /^http:\/\/([^/?]*)(.*)$/i.exec(url) ?? [];
		if (authority === void 0 || authority === "") return null;
		return { authority, target: rest.startsWith("/") ? rest : `/${rest}` };
	}
	function forwardRequest(context, snapshot, forwarding) {
		const { request, response, proxyRequest, record, expectsContinue, charged } = forwarding;
		record.forSandbox(snapshot).forAuthority(proxyRequest.authority).set({ scheme: proxyRequest.scheme, path: auditPath(proxyRequest.target) });
		if (proxyRequest.framing.upgrade !== null) return refuse(request, response, record, "upgrade-refused");
		const plan = evaluateRequest(snapshot.policy, proxyRequest);
		if (plan.kind === "refused") {
			recordPlaceholder(record, plan);
			return refuse(request, response, record, plan.reason, plan.detail);
		}
		const spent = chargePlan(context, snapshot, plan, charged);
		if (spent !== null && spent.kind === "refused") {
			record.set({ rule: plan.rule?.name ?? null });
			return refuse(request, response, record, spent.reason);
		}
		recordPlan(record, plan);
		if (spent !== null) record.set({ usesLeft: spent.usesLeft });
		if (expectsContinue) response.writeContinue();
		const hasBody = proxyRequest.framing.body !== null;
		const upstreams = context.upstreams.of(snapshot);
		const via = upstreams.viaUpstreamProxy(proxyRequest.scheme, proxyRequest.authority);
		const connection = connectionOf(request.socket);
		connection.busy = true;
		let isRevoked = false;
		const masking = plan.rule === null ? null : (0, credential_proxy_masking.IU)(plan.rule);
		const exchange = new Exchange(request, response, { method: proxyRequest.head.method, target: via === null ? plan.target : via.prefix + plan.target, headers: via === null ? plan.headers : [...plan.headers, ...via.headers], hasBody, body: plan.body, signer: signerFor(context, proxyRequest.head.method, plan, masking), isExpired: () => plan.rule !== null && isExpired(plan.rule, context.ports.now().getTime()), memory: context.bodyMemory.reserve(snapshot.sandboxId) }, { pool: upstreams.pool(proxyRequest.scheme, proxyRequest.authority), isResetting: () => upstreams.isResetting }, masking, ({ failure, replaced, ...counts }) => {
			leave();
			const placeholders = [.../* @__PURE__ */ new Set([...plan.placeholders, ...replaced])];
			const isDenied = failure === "placeholder-refused" || failure === "rule-expired";
			record.set({ placeholders, ...isDenied && { decision: "deny" } });
			if (failure !== null) connection.closing = true;
			const reason = isRevoked ? "configuration-changed" : failure;
			record.write({ ...counts, ...reason !== null && { reason } });
			runNext(connection);
		});
		const leave = context.activeConnections.add({ sandboxId: snapshot.sandboxId, kind: "request", stillAllowed: (next) => allowsSameEgress(next, snapshot) && (exchange.isSent ? !losesAccess(next.policy, proxyRequest, plan) : isSamePlan(evaluateRequest(next.policy, proxyRequest), plan)), abort: () => {
			const now = context.host.sandboxes.current(snapshot.sandboxId);
			if (exchange.isSent) isRevoked = true;
			if (exchange.isSent || hasBody || now === null) return exchange.abort();
			leave();
			exchange.withdraw();
			forwardRequest(context, now, { ...forwarding, expectsContinue: false, charged: plan.rule?.name });
		} });
		exchange.start();
	}
	function losesAccess(policy, request, { rule }) {
		if ((0, decide.r5)(policy, request.scheme, request.authority).kind === "deny") return true;
		if (rule === null) return false;
		const next = evaluateRequest(policy, request);
		return next.kind === "refused" || next.rule?.name !== rule.name;
	}
	function signerFor({ ports }, method, { signing, target, headers }, masking) {
		if (signing === null) return null;
		return { needsBody: needsBody(signing), sign(body) {
			const signed = signRequest(signing, { method, target, headers, body }, ports.now());
			masking?.add(signed.signature);
			return signed.headers.flat();
		} };
	}
	function chargePlan({ budgets, ports }, { sandboxId }, { rule }, charged) {
		if (rule === null || rule.name === charged) return null;
		return budgets.take(sandboxId, rule, ports.now().getTime());
	}
	function refuse(request, response, record, reason, detail = reason) {
		const { status, headers, body } = refusalAnswer(reason);
		if (status !== 407) connectionOf(request.socket).closing = true;
		response.sendDate = false;
		response.writeHead(status, headers);
		response.end(body);
		record.refused(reason, detail);
	}
	function recordPlan(record, { decision, reason, rule, placeholders }) {
		const injected = rule === null ? [] : addedHeaders(rule);
		record.set({ decision, reason, rule: rule?.name ?? null, injected, placeholders: [...placeholders] });
	}
	function recordPlaceholder(record, { placeholder }) {
		if (placeholder !== void 0) record.set({ placeholders: [placeholder] });
	}
	function auditPath(target) {
		const end = target.indexOf("?");
		return (end === -1 ? target : target.slice(0, end)).slice(0, 2048);
	}
	;
	const MAX_FAILED_LOGINS = 2;
	function handleConnect(context, request, socket, early) {
		const connection = connectionOf(socket);
		socket.on("error", () => void 0);
		if (connection.closing || connection.busy) return void socket.destroy();
		const record = new AuditRecord(context, "tunnel", "CONNECT");
		const refuse2 = (reason) => {
			record.refused(reason);
			connection.closing = true;
			socket.end(refusalBytes(reason));
			socket.destroySoon();
		};
		const caller = authenticate(context, connection, request.rawHeaders);
		if (caller.kind === "refused") {
			if (!caller.reason.startsWith("token-")) return refuse2(caller.reason);
			connection.failedLogins += 1;
			if (connection.failedLogins >= MAX_FAILED_LOGINS) return refuse2(caller.reason);
			record.refused(caller.reason);
			socket.write(refusalBytes(caller.reason));
			if (early.length > 0) socket.unshift(early);
			context.serve(socket);
			return;
		}
		const { snapshot } = caller;
		record.forSandbox(snapshot);
		const authority = parseConnectAuthority(request);
		if (typeof authority === "string") return refuse2(authority);
		record.forAuthority(authority);
		if (early.length > 0) socket.unshift(early);
		openTunnel(context, { snapshot, authority, socket, connection, record }).catch((error) => refuse2(error instanceof RefusalError ? error.reason : "internal-error"));
	}
	function parseConnectAuthority({ url = "", rawHeaders, httpVersion }) {
		if (httpVersion !== "1.1" && httpVersion !== "1.0") return "ambiguous-request";
		const authority = (0, canonical_authority.Pt)(url, null);
		if (!authority.ok) return "bad-authority";
		let hosts = 0;
		for (let i = 0; i < rawHeaders.length; i += 2) {
			const name = rawHeaders[i]?.toLowerCase();
			if (name === "content-length" || name === "transfer-encoding") return "ambiguous-request";
			if (name !== "host") continue;
			hosts += 1;
			const named = (0, canonical_authority.Pt)(rawHeaders[i + 1] ?? "", authority.value.port);
			if (!named.ok || hosts > 1) return "ambiguous-request";
		}
		return authority.value;
	}
	async function openTunnel(context, connect) {
		const { snapshot, authority, record } = connect;
		const decision = (0, decide.r5)(snapshot.policy, "https", authority);
		record.set({ reason: decision.reason });
		switch (decision.kind) {
			case "deny":
				throw new RefusalError("denied", { cause: decision.reason });
			case "bypass":
			case "tunnel":
				return await tunnelBlindly(context, connect, decision);
			case "intercept":
				return await intercept(context, connect);
		}
	}
	const ESTABLISHED = "HTTP/1.1 200 Connection Established\r\n\r\n";
	async function tunnelBlindly(context, { snapshot, authority, socket, record }, decision) {
		record.set({ decision: decision.kind, reason: decision.reason });
		const upstreams = context.upstreams.of(snapshot);
		let isAborted = socket.destroyed;
		const leave = context.activeConnections.add({ sandboxId: snapshot.sandboxId, kind: "tunnel", stillAllowed: (next) => allowsSameEgress(next, snapshot) && (0, decide.r5)(next.policy, "https", authority).kind === decision.kind, abort: () => {
			isAborted = true;
			record.set({ reason: "configuration-changed" });
			socket.destroy();
		} });
		try {
			const upstream = await upstreams.dial(authority);
			if (isAborted || socket.destroyed) {
				upstream.destroy();
				leave();
				record.write({ reason: isAborted ? "configuration-changed" : "client-gone" });
				return;
			}
			socket.write(ESTABLISHED);
			splice(socket, upstream, context.limits.stallTimeoutMs).then((bytes) => {
				leave();
				record.write({ ...bytes, status: 200 });
			}).catch(() => void 0);
		} catch (error) {
			leave();
			throw error;
		}
	}
	async function intercept(context, { snapshot, authority, socket, connection, record }) {
		const { sandboxId } = snapshot;
		const leaf = await snapshot.leaves.leafFor(authority.host.text);
		if (leaf.kind === "refused") {
			record.set({ reason: leaf.reason });
			throw new RefusalError("no-certificate", { cause: leaf.reason });
		}
		if (socket.destroyed) return record.write({ reason: "client-gone" });
		const now = context.host.sandboxes.current(sandboxId);
		if (now === null || (0, decide.r5)(now.policy, "https", authority).kind !== "intercept") {
			throw new RefusalError("not-configured");
		}
		socket.write(ESTABLISHED);
		socket.allowHalfOpen = false;
		const secure = new external_node_tls_.TLSSocket(socket, { isServer: true, secureContext: leaf.context, ALPNProtocols: ["http/1.1"], SNICallback: (name, callback) => {
			if (isSameName(name, authority.host.text)) callback(null, leaf.context);
			else callback(new Error("The TLS handshake specifies another host than the tunnel."));
		} });
		const leave = context.activeConnections.add({ sandboxId, kind: "intercepted", stillAllowed: ({ policy }) => (0, decide.r5)(policy, "https", authority).kind === "intercept", abort: () => socket.destroy() });
		const timer = setTimeout(() => socket.destroy(), context.limits.headTimeoutMs);
		let isSecure = false;
		secure.on("error", () => socket.destroy());
		secure.on("close", () => {
			clearTimeout(timer);
			leave();
			socket.destroy();
			if (!isSecure) record.write({ decision: "refuse", reason: "handshake-failed" });
		});
		secure.on("secure", () => {
			if (isSecure) return;
			isSecure = true;
			clearTimeout(timer);
			registerConnection(secure, connection.ingress).tunnel = { sandboxId, authority };
			context.serve(secure);
		});
		socket.on("close", () => secure.destroy());
	}
	function isSameName(name, host) {
		return name === "" || name.toLowerCase() === host;
	}
	;
	function handleUpgrade(context, request, socket, early) {
		const connection = connectionOf(socket);
		socket.on("error", () => void 0);
		if (connection.closing || connection.busy) return void socket.destroy();
		connection.closing = true;
		const record = new AuditRecord(context, schemeOf(socket), request.method ?? null);
		const refuse2 = (reason, detail = reason) => {
			record.refused(reason, detail);
			socket.end(refusalBytes(reason));
			socket.destroySoon();
		};
		const read = readRequest(context, connection, request, record);
		if (read.kind === "refused") return refuse2(read.reason);
		const { snapshot, proxyRequest } = read;
		record.forAuthority(proxyRequest.authority).set({ path: auditPath(proxyRequest.target) });
		const { upgrade, body } = proxyRequest.framing;
		if (proxyRequest.head.method !== "GET" || upgrade?.toLowerCase() !== "websocket" || body !== null) {
			return refuse2("upgrade-refused");
		}
		const plan = evaluateRequest(snapshot.policy, proxyRequest);
		if (plan.kind === "refused") {
			recordPlaceholder(record, plan);
			return refuse2(plan.reason, plan.detail);
		}
		const spent = chargePlan(context, snapshot, plan);
		if (spent?.kind === "refused") {
			record.set({ rule: plan.rule?.name ?? null });
			return refuse2(spent.reason);
		}
		if (early.length > 0) socket.unshift(early);
		recordPlan(record, plan);
		record.set({ usesLeft: spent?.usesLeft ?? null });
		let isAborted = false;
		const leave = context.activeConnections.add({ sandboxId: snapshot.sandboxId, kind: "websocket", stillAllowed: (next) => allowsSameEgress(next, snapshot) && isSamePlan(evaluateRequest(next.policy, proxyRequest), plan), abort: () => {
			isAborted = true;
			record.set({ reason: "configuration-changed" });
			socket.destroy();
		} });
		destroyAt(socket, plan.rule?.budget?.until ?? null, context.ports.now().getTime(), () => {
			isAborted = true;
			record.set({ reason: "rule-expired" });
		});
		const masking = plan.rule === null ? null : (0, credential_proxy_masking.IU)(plan.rule);
		const ended = (part) => {
			leave();
			record.write({ ...part, masked: masking?.count ?? 0, unsearched: masking?.unsearched ?? false });
		};
		const handshake = new WebSocketHandshake(socket, masking, { joined: (upstream) => {
			splice(socket, upstream, context.limits.stallTimeoutMs).then((bytes) => ended({ ...bytes, status: 101 })).catch(() => void 0);
		}, answered: (status, bytesDown) => ended({ status, bytesDown }), clientGone: () => ended(isAborted ? {} : { reason: "client-gone" }), failed: (reason) => {
			leave();
			refuse2(reason);
		} });
		const pool2 = context.upstreams.of(snapshot).pool(proxyRequest.scheme, proxyRequest.authority, true);
		const signed = signerFor(context, "GET", plan, masking)?.sign(Buffer.alloc(0)) ?? [];
		const headers = [...plan.headers, ...signed];
		pool2.dispatch({ method: "GET", path: plan.target, headers, upgrade: "websocket" }, handshake);
	}
	const handle_upgrade_MAX_TIMER_MS = 2 ** 31 - 1;
	function destroyAt(socket, until, now, onTime) {
		if (until === null || until - now > handle_upgrade_MAX_TIMER_MS) return;
		const timer = setTimeout(() => {
			onTime();
			socket.destroy();
		}, until - now);
		socket.on("close", () => clearTimeout(timer));
	}
	class WebSocketHandshake {
		#client;
		#masking;
		#callbacks;
		#body = null;
		#controller = null;
		#status = null;
		#bytesDown = 0;
		#isOver = false;
		constructor(client, masking, callbacks) {
			this.#client = client;
			this.#masking = masking;
			this.#callbacks = callbacks;
			client.on("close", this.#onClose);
			client.on("drain", this.#onDrain);
			client.on("readable", this.#onReadable).on("end", this.#onEnd);
		}
		onRequestStart(controller) {
			this.#controller = controller;
			if (this.#client.destroyed) controller.abort(new Error("the client disconnected"));
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
				if (!this.#client.destroyed) return this.#callbacks.failed("upstream-answer");
				return this.#callbacks.answered(status, 0);
			}
			this.#write(status, ["Connection", "Upgrade", "Upgrade", "websocket", ...head.headers]);
			this.#callbacks.joined(upstream);
		}
		onResponseStart(controller, status) {
			if (status < 200) return;
			const head = this.#head(controller);
			if (head === null) return controller.abort(new Error("the response has two lengths"));
			this.#status = status;
			this.#body = this.#masking?.body(head) ?? null;
			this.#write(status, [...head.headers, "Connection", "close"]);
		}
		onResponseData(controller, chunk) {
			this.#bytesDown += chunk.length;
			const out = this.#body === null ? chunk : this.#body.push(chunk);
			if (out.length > 0 && !this.#client.write(out)) controller.pause();
		}
		onResponseEnd() {
			if (this.#isOver) return;
			this.#isOver = true;
			const rest = this.#body?.end();
			if (rest !== void 0 && rest.length > 0) this.#client.write(rest);
			this.#client.destroySoon();
			this.#callbacks.answered(this.#status ?? 0, this.#bytesDown);
		}
		onResponseError(_controller, error) {
			if (this.#isOver) return;
			this.#isOver = true;
			if (this.#status === null && !this.#client.destroyed) return this.#callbacks.failed(refusalReasonOf(error));
			this.#client.destroy();
			this.#callbacks.answered(this.#status ?? 0, this.#bytesDown);
		}
		#head(controller) {
			const raw = Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
			const masking = this.#masking;
			return (0, credential_proxy_headers.Oy)(raw, (value) => masking === null ? value : masking.text(value));
		}
		#write(status, headers) {
			const lines = [`HTTP/1.1 ${status} ${external_node_http_.STATUS_CODES[status] ?? ""}`];
			for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
			this.#client.write(`${lines.join("\r\n")}\r
\r
`, "latin1");
		}
		#onDrain = () => this.#controller?.resume();
		#onReadable = () => {
			if (this.#client.readableLength === 0) this.#client.read();
		};
		#onEnd = () => void this.#client.destroy();
		#onClose = () => {
			if (this.#isOver) return;
			this.#isOver = true;
			this.#controller?.abort(new Error("the client disconnected"));
			this.#callbacks.clientGone();
		};
	}
	function upgradesTo({ rawHeaders }) {
		const raw = Array.isArray(rawHeaders) ? rawHeaders : [];
		const texts = raw.map((part) => part.toString().toLowerCase());
		return texts.filter((_, at) => at % 2 === 1 && texts[at - 1] === "upgrade").join();
	}
	;
	function createForwardProxy(host, options = {}) {
		const ports = { ...machinePorts(), ...options.ports };
		const limits = { ...DEFAULT_LIMITS, ...options.limits };
		const server = createHttpServer(limits);
		const context = { host, ports, limits, activeConnections: new ActiveConnections(), connectionLimiter: new ConnectionLimiter(limits), upstreams: new UpstreamsBySandbox(ports, limits, () => host.ownPorts()), budgets: new Budgets(), bodyMemory: new BodyMemory(), serve: (socket) => void server.emit("connection", socket) };
		addHandlers(server, context);
		const sockets = /* @__PURE__ */ new Set();
		let isClosed = false;
		return { accept(socket, ingress) {
			if (isClosed) return void socket.destroy();
			sockets.add(socket);
			const connection = registerConnection(socket, ingress);
			const isAdmitted = context.connectionLimiter.admit(connection);
			socket.on("close", () => {
				sockets.delete(socket);
				context.connectionLimiter.release(connection);
			});
			socket.allowHalfOpen = true;
			socket.setNoDelay(true);
			if (isAdmitted) return context.serve(socket);
			socket.on("error", () => void 0);
			socket.end(refusalBytes("too-many-connections"));
			socket.destroySoon();
		}, configChanged(sandboxId) {
			const snapshot = host.sandboxes.current(sandboxId);
			context.upstreams.retire(sandboxId);
			if (snapshot === null) context.budgets.forget(sandboxId);
			context.activeConnections.reevaluate(sandboxId, snapshot);
		}, usesLeft: (sandboxId, rule) => context.budgets.left(sandboxId, rule), gauges: () => ({ connections: sockets.size, tunnels: context.activeConnections.count("tunnel", "websocket"), upstreamConnections: context.upstreams.connections }), async close() {
			isClosed = true;
			const allEnded = context.activeConnections.abortAll();
			for (const socket of sockets) socket.destroy();
			await Promise.all([allEnded, context.upstreams.abortAll()]);
			server.close();
		} };
	}
	function createHttpServer(limits) {
		const server = (0, external_node_http_.createServer)({ maxHeaderSize: 32768, insecureHTTPParser: false, headersTimeout: limits.headTimeoutMs, requestTimeout: 0, keepAliveTimeout: limits.idleTimeoutMs, connectionsCheckingInterval: Math.min(1e3, limits.headTimeoutMs), requireHostHeader: false, noDelay: true });
		server.timeout = limits.stallTimeoutMs;
		server.maxHeadersCount = 0;
		server.emit("listening");
		return server;
	}
	function addHandlers(server, context) {
		const guard = (socket, work) => runGuarded(context, socket, work);
		server.on("request", (request, response) => guard(request.socket, () => handleRequest(context, request, response, "nothing")));
		server.on("checkContinue", (request, response) => guard(request.socket, () => handleRequest(context, request, response, "continue")));
		server.on("checkExpectation", (request, response) => guard(request.socket, () => handleRequest(context, request, response, "unknown")));
		server.on("connect", (request, stream, head) => {
			const socket = toSocket(stream);
			guard(socket, () => {
				if (connectionOf(socket).tunnel !== null) refuseUnparsed(context, socket, "method-not-allowed");
				else handleConnect(context, request, socket, head);
			});
		});
		server.on("upgrade", (request, stream, head) => {
			const socket = toSocket(stream);
			guard(socket, () => handleUpgrade(context, request, socket, head));
		});
		server.on("clientError", (error, stream) => {
			const socket = toSocket(stream);
			guard(socket, () => handleParseError(context, error, socket));
		});
	}
	function toSocket(stream) {
		return stream;
	}
	const proxy_REASON_BY_CODE = { HPE_HEADER_OVERFLOW: "head-too-large", ERR_HTTP_REQUEST_TIMEOUT: "request-timeout" };
	function handleParseError(context, error, socket) {
		const code = "code" in error && typeof error.code === "string" ? error.code : "";
		if (code.startsWith("HPE_") || code in proxy_REASON_BY_CODE) {
			return refuseUnparsed(context, socket, proxy_REASON_BY_CODE[code] ?? "ambiguous-request");
		}
		socket.destroy();
	}
	function refuseUnparsed(context, socket, reason) {
		socket.on("error", () => void 0);
		const connection = connectionOf(socket);
		if (!connection.closing) {
			const record = new AuditRecord(context, schemeOf(socket), null);
			if (connection.tunnel !== null) {
				record.forAuthority(connection.tunnel.authority).set({ sandbox: connection.tunnel.sandboxId });
			}
			record.refused(reason);
		}
		const isFree = !connection.closing && !connection.busy;
		connection.closing = true;
		if (isFree && socket.writable) socket.end(refusalBytes(reason));
		socket.destroySoon();
	}
	;
	serveProxy((host) => createForwardProxy(host));
}) };
export {
	id,
	ids,
	modules
};
