const id = 9782;
const ids = [9782];
const modules = { 89782: ((__module, __exports, __require) => {
	var external_node_fs_ = __require(73024);
	var external_node_net_ = __require(77030);
	var external_node_child_process_ = __require(31421);
	var external_node_os_ = __require(48161);
	var external_node_path_ = __require(76760);
	var protocol = __require(37061);
	var supervisor_shell = __require(32035);
	;
	const CANNOT_START = 126;
	const NOT_FOUND = 127;
	class Commands {
		running = /* @__PURE__ */ new Map();
		hello;
		channel;
		constructor(hello, channel2) {
			this.hello = hello;
			this.channel = channel2;
		}
		run(request) {
			const { id: id2 } = request;
			const cwd = external_node_path_.resolve(this.hello.home, request.cwd ?? ".");
			if (!isFolder(cwd)) return this.refuse(id2, CANNOT_START, `cannot start in ${cwd}: the folder does not exist`);
			const [program, ...args] = this.line(request);
			if (program === void 0) return;
			let child;
			try {
				child = (0, external_node_child_process_.spawn)(program, args, { cwd, env: this.environment(request), detached: true, stdio: ["pipe", "pipe", "pipe"] });
			} catch (error) {
				return this.refuse(id2, CANNOT_START, cannotStart(error));
			}
			child.stdin.on("error", () => void 0);
			let why;
			const end2 = (reason) => {
				why ??= reason;
				killGroup(child.pid);
			};
			const timer = request.timeoutMs === null ? void 0 : setTimeout(() => end2("timeout"), request.timeoutMs);
			const output = new OutputForwarder(child.stdout, child.stderr, (kind, data) => this.channel.sendData(kind, id2, data));
			this.running.set(id2, { child, output, end: end2 });
			child.once("spawn", () => {
				offerToOutOfMemory(child.pid);
				this.channel.sendMessage({ say: "started", id: id2, pid: child.pid ?? 0 });
			});
			child.once("error", (error) => {
				if (child.pid !== void 0) return;
				clearTimeout(timer);
				this.running.delete(id2);
				const code = "code" in error && error.code === "ENOENT" ? NOT_FOUND : CANNOT_START;
				this.refuse(id2, code, `cannot start ${program}: ${error.message}`);
			});
			child.once("exit", (code, signal) => {
				clearTimeout(timer);
				const number = signal === null ? code ?? CANNOT_START : 128 + (external_node_os_.constants.signals[signal] ?? 0);
				void output.drained().then(() => {
					this.running.delete(id2);
					this.channel.sendMessage({ say: "exit", id: id2, code: number, reason: why ?? (signal === null ? "exit" : "signal") });
				});
			});
		}
		write(id2, data) {
			const command = this.running.get(id2);
			if (command === void 0) return false;
			const used = () => this.channel.sendMessage({ say: "credit", id: id2, bytes: data.length });
			const { stdin } = command.child;
			if (stdin === null || stdin.destroyed || stdin.writableEnded) used();
			else stdin.write(data, used);
			return true;
		}
		close(id2) {
			const command = this.running.get(id2);
			command?.child.stdin?.end();
			return command !== void 0;
		}
		kill(id2) {
			this.running.get(id2)?.end("killed");
		}
		grant(id2, bytes) {
			const command = this.running.get(id2);
			command?.output.grant(bytes);
			return command !== void 0;
		}
		async terminate(graceMs) {
			const children = [...this.running.values()].map(({ child }) => child);
			const ends = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).map((child) => {
				const ended = new Promise((resolve) => child.once("exit", resolve));
				killGroup(child.pid, "SIGTERM");
				return ended;
			});
			const late = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
			if (ends.length > 0) await Promise.race([Promise.all(ends), late]);
			for (const { pid } of children) killGroup(pid);
		}
		line({ shell, command, terminal }) {
			const line = [...this.hello.prefix, shell, "-c", command];
			return terminal === null ? line : (0, supervisor_shell.E)(line, terminal);
		}
		environment({ env, terminal }) {
			const { marker } = this.hello;
			const [name, value] = marker?.split("=", 2) ?? [];
			return { ...this.hello.env, ...terminal === null ? {} : { TERM: "xterm-256color" }, ...env, ...this.hello.fixedEnv, ...name === void 0 || value === void 0 ? {} : { [name]: value } };
		}
		refuse(id2, code, message) {
			this.channel.sendMessage({ say: "started", id: id2, pid: 0 });
			this.channel.sendData(protocol.xS, id2, Buffer.from(`${message}
`));
			this.channel.sendMessage({ say: "exit", id: id2, code, reason: "exit" });
		}
	}
	function cannotStart(error) {
		const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
		if (code !== "E2BIG") return `cannot start the command: ${code}`;
		return "cannot start the command: the command line or its environment exceeds the system limit (128 KiB each): use a file instead";
	}
	function isFolder(folder) {
		try {
			return (0, external_node_fs_.statSync)(folder).isDirectory();
		} catch {
			return false;
		}
	}
	function killGroup(pid, signal = "SIGKILL") {
		if (pid === void 0) return;
		try {
			process.kill(-pid, signal);
		} catch {
		}
	}
	function offerToOutOfMemory(pid) {
		try {
			(0, external_node_fs_.writeFileSync)(`/proc/${pid}/oom_score_adj`, "1000");
		} catch {
		}
	}
	const LEFT_IN_PIPES = 1024 * 1024;
	const SILENCE_MS = 50;
	class OutputForwarder {
		credit = protocol.pe;
		open = 0;
		leftover;
		silence;
		over = false;
		streams;
		send;
		settled = Promise.withResolvers();
		constructor(stdout, stderr, send) {
			this.streams = [stdout, stderr];
			this.send = send;
			this.carry(stdout, protocol.UU);
			this.carry(stderr, protocol.xS);
		}
		grant(bytes) {
			const waiting = this.credit <= 0;
			this.credit += bytes;
			if (waiting && this.credit > 0 && !this.over) {
				for (const stream of this.streams) stream.resume();
				this.watch();
			}
		}
		drained() {
			this.leftover = LEFT_IN_PIPES;
			if (this.open === 0) this.finish();
			else this.watch();
			return this.settled.promise;
		}
		carry(stream, kind) {
			this.open += 1;
			stream.on("data", (chunk) => {
				if (this.over) return;
				for (let from = 0; from < chunk.length; from += protocol.EC) {
					this.send(kind, chunk.subarray(from, from + protocol.EC));
				}
				this.credit -= chunk.length;
				if (this.credit <= 0) for (const each of this.streams) each.pause();
				if (this.leftover === void 0) return;
				this.leftover -= chunk.length;
				if (this.leftover <= 0) this.finish();
				else this.watch();
			});
			stream.on("error", () => void 0);
			stream.on("close", () => {
				this.open -= 1;
				if (this.open === 0 && this.leftover !== void 0) this.finish();
			});
		}
		watch() {
			clearTimeout(this.silence);
			if (this.leftover === void 0 || this.credit <= 0) return;
			this.silence = setTimeout(() => this.finish(), SILENCE_MS);
		}
		finish() {
			clearTimeout(this.silence);
			this.over = true;
			for (const stream of this.streams) stream.resume();
			this.settled.resolve();
		}
	}
	var external_node_crypto_ = __require(77598);
	var promises_ = __require(51455);
	;
	async function openForReading(path, place) {
		const real = (0, external_node_fs_.realpathSync)(toAbsolute(path, place.home));
		assertInside(real, place.root, path);
		const noFollow = place.root === null ? 0 : external_node_fs_.constants.O_NOFOLLOW;
		const file = await (0, promises_.open)(real, external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NONBLOCK | noFollow);
		try {
			await keepOpenedInside(file, place.root, path);
			const stats = await file.stat();
			if (!stats.isFile()) throw new FileError("not-a-file", `${path} is not a regular file`);
			return { file, stats };
		} catch (error) {
			await file.close();
			throw error;
		}
	}
	async function openForWriting(asked, place) {
		if (/[/\\]\.{0,2}$/.test(asked)) throw new FileError("invalid-path", `${asked} is the path of a folder, not of a file`);
		const resolved = toAbsolute(asked, place.home);
		const { real, missing } = deepestExisting(external_node_path_.dirname(resolved));
		assertInside(real, place.root, asked);
		const folder = external_node_path_.join(real, ...missing);
		await (0, promises_.mkdir)(folder, { recursive: true });
		const { target, mode } = await targetOf(external_node_path_.join(folder, external_node_path_.basename(resolved)), place.root, asked);
		const beside = external_node_path_.join(external_node_path_.dirname(target), `.upload-${(0, external_node_crypto_.randomBytes)(6).toString("hex")}`);
		const file = await (0, promises_.open)(beside, external_node_fs_.constants.O_WRONLY | external_node_fs_.constants.O_CREAT | external_node_fs_.constants.O_EXCL, mode);
		let bytes = 0;
		const abandon = async () => {
			await file.close().catch(() => void 0);
			await (0, promises_.unlink)(beside).catch(() => void 0);
		};
		try {
			await keepOpenedInside(file, place.root, asked);
			await file.chmod(mode);
		} catch (error) {
			await abandon();
			throw error;
		}
		return { write: async (data) => {
			for (let from = 0; from < data.length; ) {
				from += (await file.write(data, from, data.length - from)).bytesWritten;
			}
			bytes += data.length;
		}, finish: async () => {
			await file.close();
			await (0, promises_.rename)(beside, target);
			return bytes;
		}, abort: abandon };
	}
	async function targetOf(name, root, path) {
		const there = await (0, promises_.lstat)(name).catch(() => void 0);
		if (there === void 0) return { target: name, mode: 420 };
		if (!there.isSymbolicLink()) return { target: name, mode: modeOf(there, path) };
		const target = (0, external_node_fs_.realpathSync)(name);
		assertInside(target, root, path);
		return { target, mode: modeOf(await (0, promises_.stat)(target), path) };
	}
	function modeOf(stats, path) {
		if (!stats.isFile()) throw new FileError("not-a-file", `${path} is not a regular file`);
		return stats.mode & 511;
	}
	async function keepOpenedInside(file, root, path) {
		if (root === null || process.platform !== "linux") return;
		assertInside(await (0, promises_.readlink)(`/proc/self/fd/${file.fd}`), root, path);
	}
	class FileTransfers {
		downloads = /* @__PURE__ */ new Map();
		uploads = /* @__PURE__ */ new Map();
		place;
		channel;
		constructor(place, channel2) {
			this.place = place;
			this.channel = channel2;
		}
		stat(id2, path) {
			void this.attempt(id2, path, async () => {
				const { file, stats } = await openForReading(path, this.place);
				await file.close();
				this.channel.sendMessage({ say: "file", id: id2, size: stats.size, modifiedMs: stats.mtimeMs });
			});
		}
		read(id2, path, start, end2) {
			const state = { credit: protocol.pe, more: () => void 0 };
			this.downloads.set(id2, state);
			void this.attempt(id2, path, async () => {
				const { file, stats } = await openForReading(path, this.place);
				try {
					await this.pump(id2, file, start, end2 ?? stats.size, state);
				} finally {
					await file.close();
				}
				this.channel.sendMessage({ say: "end", id: id2 });
			}).finally(() => this.downloads.delete(id2));
		}
		write(id2, path) {
			const state = { steps: Promise.resolve(), upload: void 0 };
			this.uploads.set(id2, state);
			this.step(id2, path, async () => {
				state.upload = await openForWriting(path, this.place);
			});
		}
		data(id2, data) {
			const state = this.uploads.get(id2);
			if (state === void 0) return false;
			this.step(id2, "", async () => {
				await state.upload?.write(data);
				this.channel.sendMessage({ say: "credit", id: id2, bytes: data.length });
			});
			return true;
		}
		close(id2) {
			const state = this.uploads.get(id2);
			if (state === void 0) return false;
			this.step(id2, "", async () => {
				if (state.upload === void 0) return;
				const bytes = await state.upload.finish();
				this.uploads.delete(id2);
				this.channel.sendMessage({ say: "wrote", id: id2, bytes });
			});
			return true;
		}
		cancel(id2) {
			const upload = this.uploads.get(id2);
			this.uploads.delete(id2);
			void upload?.steps.then(() => upload.upload?.abort());
			const download = this.downloads.get(id2);
			this.downloads.delete(id2);
			download?.more();
		}
		grant(id2, bytes) {
			const state = this.downloads.get(id2);
			if (state === void 0) return;
			state.credit += bytes;
			state.more();
		}
		async pump(id2, file, start, end2, state) {
			const buffer = Buffer.allocUnsafe(protocol.EC);
			for (let at = start; at < end2; ) {
				if (!this.downloads.has(id2)) return;
				if (state.credit <= 0) {
					await new Promise((resolve) => {
						state.more = resolve;
					});
					continue;
				}
				const { bytesRead } = await file.read(buffer, 0, Math.min(protocol.EC, end2 - at), at);
				if (bytesRead === 0) throw new FileError("changed", "the file became shorter while it was being read");
				this.channel.sendData(protocol.vN, id2, buffer.subarray(0, bytesRead));
				state.credit -= bytesRead;
				at += bytesRead;
			}
		}
		step(id2, path, work2) {
			const state = this.uploads.get(id2);
			if (state === void 0) return;
			state.steps = state.steps.then(() => this.uploads.has(id2) ? this.attempt(id2, path, work2) : void 0);
		}
		async attempt(id2, path, work2) {
			try {
				await work2();
			} catch (error) {
				const upload = this.uploads.get(id2);
				this.uploads.delete(id2);
				await upload?.upload?.abort();
				this.channel.sendMessage({ say: "failed", id: id2, ...fileErrorOf(error, path) });
			}
		}
	}
	const ERROR_CODES = { ENOENT: "not-found", ENOTDIR: "not-found", EISDIR: "not-a-file", ENXIO: "not-a-file", EACCES: "denied", EPERM: "denied", EROFS: "denied", ELOOP: "outside", ENAMETOOLONG: "invalid-path", ENOSPC: "no-space", EDQUOT: "no-space" };
	function fileErrorOf(error, path) {
		if (error instanceof FileError) return { code: error.code, message: error.message };
		const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
		return { code: ERROR_CODES[code] ?? "other", message: `${path === "" ? "the file" : path}: ${code}` };
	}
	const LONGEST = 4096;
	class FileError extends Error {
		code;
		constructor(code, message) {
			super(message);
			this.code = code;
		}
	}
	function toAbsolute(asked, home) {
		if (asked === "" || asked.includes("\0") || Buffer.byteLength(asked) > LONGEST) {
			throw new FileError("invalid-path", "a path must have 1 to 4096 bytes and no NUL");
		}
		return external_node_path_.resolve(home, asked);
	}
	function assertInside(file, root, asked) {
		if (root === null) return;
		const real = (0, external_node_fs_.realpathSync)(root);
		if (file !== real && !file.startsWith(real + external_node_path_.sep)) {
			throw new FileError("outside", `${asked} is outside the box: use a path relative to its home, or below ${external_node_path_.join(root)}`);
		}
	}
	function deepestExisting(folder) {
		const missing = [];
		for (let at = folder; ; at = external_node_path_.dirname(at)) {
			try {
				return { real: (0, external_node_fs_.realpathSync)(at), missing };
			} catch (error) {
				const code = error instanceof Error && "code" in error ? error.code : void 0;
				if (code !== "ENOENT" || at === external_node_path_.dirname(at)) throw error;
				missing.unshift(external_node_path_.basename(at));
			}
		}
	}
	;
	const KILL_ROUNDS = 20;
	function findMarked(marker) {
		return processIds().filter((pid) => {
			try {
				return pid !== process.pid && (0, external_node_fs_.readFileSync)(`/proc/${pid}/environ`, "utf8").split("\0").includes(marker);
			} catch {
				return false;
			}
		});
	}
	function killMarked(marker) {
		for (let round = 0; round < KILL_ROUNDS; round += 1) {
			const found = findMarked(marker);
			if (found.length === 0) return;
			for (const pid of found) {
				try {
					process.kill(pid, "SIGKILL");
				} catch {
				}
			}
		}
	}
	function processIds() {
		try {
			return (0, external_node_fs_.readdirSync)("/proc").filter((entry) => /^\d+$/.test(entry)).map(Number);
		} catch {
			return [];
		}
	}
	function findListeners(port, marker) {
		const listening = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => listenersIn(file, port)));
		if (listening.size === 0) return "none";
		for (const pid of findMarked(marker)) for (const socket of socketsOf(pid)) listening.delete(socket);
		return listening.size === 0 ? "marked" : "others";
	}
	const LISTENS = "0A";
	function listenersIn(file, port) {
		let lines;
		try {
			lines = (0, external_node_fs_.readFileSync)(file, "utf8").split("\n").slice(1);
		} catch {
			return [];
		}
		const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
		return lines.map((line) => line.trim().split(/\s+/)).filter(([, local = "", , state]) => state === LISTENS && local.endsWith(suffix)).map((columns) => `socket:[${columns[9]}]`);
	}
	function socketsOf(pid) {
		try {
			return (0, external_node_fs_.readdirSync)(`/proc/${pid}/fd`).flatMap((fd) => {
				try {
					return [(0, external_node_fs_.readlinkSync)(`/proc/${pid}/fd/${fd}`)];
				} catch {
					return [];
				}
			});
		} catch {
			return [];
		}
	}
	;
	class Connections {
		open = /* @__PURE__ */ new Map();
		hello;
		channel;
		constructor(hello, channel2) {
			this.hello = hello;
			this.channel = channel2;
		}
		connect(id2, port) {
			const { bridge, marker } = this.hello;
			const listeners = marker === null ? "marked" : findListeners(port, marker);
			if (port === bridge?.port || listeners !== "marked") {
				const code = listeners === "none" ? "not-found" : "denied";
				const message = `no program of the box listens on port ${port}`;
				this.channel.sendMessage({ say: "failed", id: id2, code, message });
				return;
			}
			const socket = (0, external_node_net_.connect)({ host: "127.0.0.1", port, allowHalfOpen: true, noDelay: true });
			const state = { socket, credit: protocol.pe };
			let isConnected = false;
			this.open.set(id2, state);
			socket.once("connect", () => {
				isConnected = true;
				this.channel.sendMessage({ say: "started", id: id2, pid: 0 });
			});
			socket.on("data", (data) => {
				for (let from = 0; from < data.length; from += protocol.EC) {
					this.channel.sendData(protocol.UU, id2, data.subarray(from, from + protocol.EC));
				}
				state.credit -= data.length;
				if (state.credit <= 0) socket.pause();
			});
			socket.on("end", () => this.channel.sendMessage({ say: "end", id: id2 }));
			socket.on("error", () => void 0);
			socket.once("close", () => {
				if (!this.open.delete(id2)) return;
				if (isConnected) this.channel.sendMessage({ say: "exit", id: id2, code: 0, reason: "exit" });
				else {
					const message = `nothing listens on port ${port} of the box`;
					this.channel.sendMessage({ say: "failed", id: id2, code: "not-found", message });
				}
			});
		}
		write(id2, data) {
			const socket = this.open.get(id2)?.socket;
			if (socket === void 0) return false;
			const used = () => this.channel.sendMessage({ say: "credit", id: id2, bytes: data.length });
			if (socket.destroyed || socket.writableEnded) used();
			else socket.write(data, used);
			return true;
		}
		close(id2) {
			const socket = this.open.get(id2)?.socket;
			socket?.end();
			return socket !== void 0;
		}
		kill(id2) {
			const state = this.open.get(id2);
			this.open.delete(id2);
			state?.socket.destroy();
		}
		grant(id2, bytes) {
			const state = this.open.get(id2);
			if (state === void 0) return false;
			state.credit += bytes;
			if (state.credit > 0) state.socket.resume();
			return true;
		}
	}
	;
	function compileGlob(pattern) {
		const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
		const matchers = parts.map((part) => part === "**" ? void 0 : compileSegment(part));
		return (segments) => {
			let reached = skipStars(/* @__PURE__ */ new Set([0]), matchers);
			for (const segment of segments) {
				const next = /* @__PURE__ */ new Set();
				for (const at of reached) {
					if (at === matchers.length) continue;
					const matcher = matchers[at];
					if (matcher === void 0) next.add(at);
					else if (matcher(segment)) next.add(at + 1);
				}
				reached = skipStars(next, matchers);
				if (reached.size === 0) return false;
			}
			return reached.has(matchers.length);
		};
	}
	function skipStars(positions, matchers) {
		for (const at of positions) {
			if (at < matchers.length && matchers[at] === void 0) positions.add(at + 1);
		}
		return positions;
	}
	function compileSegment(part) {
		const tokens = tokenize(Array.from(part));
		return (segment) => {
			const characters = Array.from(segment);
			let token = 0;
			let at = 0;
			let star = -1;
			let mark = 0;
			while (at < characters.length) {
				const one = tokens[token];
				if (one === "any") {
					star = token;
					mark = at;
					token += 1;
				} else if (one?.(characters[at] ?? "") === true) {
					token += 1;
					at += 1;
				} else if (star === -1) return false;
				else {
					token = star + 1;
					mark += 1;
					at = mark;
				}
			}
			while (tokens[token] === "any") token += 1;
			return token === tokens.length;
		};
	}
	function tokenize(characters) {
		const tokens = [];
		for (let at = 0; at < characters.length; at += 1) {
			const character = characters[at] ?? "";
			const end2 = character === "[" ? characters.indexOf("]", at + 2) : -1;
			if (character === "*") {
				if (tokens.at(-1) !== "any") tokens.push("any");
			} else if (character === "?") tokens.push(() => true);
			else if (end2 !== -1) {
				tokens.push(compileClass(characters.slice(at + 1, end2)));
				at = end2;
			} else if (character === "\\" && at + 1 < characters.length) {
				at += 1;
				const escaped = characters[at];
				tokens.push((one) => one === escaped);
			} else tokens.push((one) => one === character);
		}
		return tokens;
	}
	function compileClass(inside) {
		const isNegated = inside[0] === "!" || inside[0] === "^";
		const members = isNegated ? inside.slice(1) : inside;
		const ranges = [];
		for (let at = 0; at < members.length; at += 1) {
			const first = members[at] ?? "";
			const last = members[at + 1] === "-" ? members[at + 2] : void 0;
			if (last === void 0) ranges.push([first, first]);
			else {
				ranges.push([first, last]);
				at += 2;
			}
		}
		return (character) => ranges.some(([first, last]) => character >= first && character <= last) !== isNegated;
	}
	;
	const MAX_FILE_BYTES = 64 * 1024 * 1024;
	const MAX_LINE_LENGTH = 2e3;
	const MAX_RESULT_LENGTH = 512 * 1024;
	const READ_BYTES = 256 * 1024;
	const PROBE_BYTES = 8192;
	class Searches {
		running = /* @__PURE__ */ new Set();
		place;
		channel;
		constructor(place, channel2) {
			this.place = place;
			this.channel = channel2;
		}
		cancel(id2) {
			this.running.delete(id2);
		}
		start(request) {
			const { id: id2 } = request;
			this.running.add(id2);
			void this.search(request).then((found) => this.channel.sendMessage({ say: "found", id: id2, ...found }), (error) => this.channel.sendMessage({ say: "failed", id: id2, ...fileErrorOf(error, request.path) })).finally(() => this.running.delete(id2));
		}
		async search(request) {
			const { id: id2, path: asked, limit } = request;
			const until = performance.now() + request.withinMs;
			const base = toAbsolute(asked, this.place.home);
			assertInside((0, external_node_fs_.realpathSync)(base), this.place.root, asked);
			const entries = [];
			const lines = [];
			let length = 0;
			const isFull = () => entries.length + lines.length > limit || length > MAX_RESULT_LENGTH || performance.now() > until || !this.running.has(id2);
			const matches = request.kind === "glob" ? compileGlob(request.pattern) : filterOf(request.glob);
			const needle = Buffer.from(request.pattern);
			for await (const { segments, dirent } of walk(base, isFull)) {
				if (isFull()) break;
				if (!matches(segments)) continue;
				const name = external_node_path_.join(base, ...segments);
				if (request.kind === "glob") {
					const stats = await (0, promises_.lstat)(name).catch(() => void 0);
					if (stats === void 0) continue;
					length += name.length;
					entries.push({ path: name, isFolder: stats.isDirectory(), size: stats.size, modifiedMs: stats.mtimeMs });
				} else if (dirent.isFile()) {
					for await (const found of this.linesOf(name, needle, isFull)) {
						length += found.text.length + found.path.length;
						lines.push(found);
						if (isFull()) break;
					}
				}
			}
			return { entries: entries.slice(0, limit), lines: lines.slice(0, limit), truncated: isFull() };
		}
		async *linesOf(name, needle, isFull) {
			const opened = await openForReading(name, this.place).catch(() => void 0);
			if (opened === void 0) return;
			const { file } = opened;
			try {
				const buffer = Buffer.allocUnsafe(READ_BYTES);
				let rest = Buffer.alloc(0);
				let line = 1;
				for (let at = 0; at < MAX_FILE_BYTES && !isFull(); ) {
					const { bytesRead } = await file.read(buffer, 0, READ_BYTES, at);
					if (at === 0 && buffer.subarray(0, Math.min(bytesRead, PROBE_BYTES)).includes(0)) return;
					at += bytesRead;
					const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
					let from = 0;
					for (let end2 = bytes.indexOf(10); end2 !== -1; end2 = bytes.indexOf(10, from)) {
						const one = bytes.subarray(from, end2);
						if (one.includes(needle)) yield { path: name, line, text: textOf(one) };
						line += 1;
						from = end2 + 1;
					}
					rest = Buffer.from(bytes.subarray(Math.max(from, bytes.length - READ_BYTES)));
					if (bytesRead === 0) {
						if (rest.length > 0 && rest.includes(needle)) yield { path: name, line, text: textOf(rest) };
						return;
					}
				}
			} finally {
				await file.close();
			}
		}
	}
	function filterOf(glob) {
		if (glob === null) return () => true;
		const matches = compileGlob(glob);
		if (glob.includes("/") || glob.includes("**")) return matches;
		return (segments) => matches(segments.slice(-1));
	}
	const textOf = (line) => line.subarray(0, MAX_LINE_LENGTH * 4).toString("utf8").replace(/\r$/, "").slice(0, MAX_LINE_LENGTH);
	async function* walk(base, isFull) {
		const waiting = [[]];
		for (let folder = waiting.pop(); folder !== void 0 && !isFull(); folder = waiting.pop()) {
			const segments = folder;
			const directory = await (0, promises_.opendir)(external_node_path_.join(base, ...segments)).catch((error) => {
				if (segments.length === 0) throw error;
				return void 0;
			});
			if (directory === void 0) continue;
			for await (const dirent of directory) {
				const below = [...segments, dirent.name];
				yield { segments: below, dirent };
				if (isFull()) break;
				if (dirent.isDirectory()) waiting.push(below);
			}
		}
	}
	;
	const GRACE_MS = 500;
	const CLOSE_ON_EXEC = 524288;
	let work;
	closeInheritedFds();
	const channel = openHostChannel((message) => message.do === "hello" ? begin(message) : obey(message), (id2, data) => {
		if (work === void 0 || work.commands.write(id2, data) || work.transfers.data(id2, data)) return;
		if (work.connections.write(id2, data)) return;
		channel.sendMessage({ say: "credit", id: id2, bytes: data.length });
	}, () => void end(0));
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void 0);
	function begin(hello) {
		work = { hello, commands: new Commands(hello, channel), transfers: new FileTransfers(hello, channel), searches: new Searches(hello, channel), connections: new Connections(hello, channel) };
		const bridge = hello.bridge === null ? Promise.resolve() : openBridge(hello.bridge);
		bridge.then(() => channel.sendMessage({ say: "ready" }), (error) => {
			process.stderr.write(`the connection to the proxy could not be opened: ${String(error)}
`);
			process.exit(1);
		});
	}
	function obey(message) {
		if (work === void 0) return;
		const { commands, transfers, searches, connections } = work;
		switch (message.do) {
			case "run":
				return commands.run(message);
			case "close":
				if (!commands.close(message.id) && !connections.close(message.id)) transfers.close(message.id);
				return;
			case "kill":
				commands.kill(message.id);
				searches.cancel(message.id);
				connections.kill(message.id);
				return transfers.cancel(message.id);
			case "credit":
				if (commands.grant(message.id, message.bytes) || connections.grant(message.id, message.bytes)) return;
				transfers.grant(message.id, message.bytes);
				return;
			case "stat":
				return transfers.stat(message.id, message.path);
			case "read":
				return transfers.read(message.id, message.path, message.start, message.end);
			case "write":
				return transfers.write(message.id, message.path);
			case "connect":
				return connections.connect(message.id, message.port);
			case "search":
				return searches.start(message);
			case "stop":
				void end(GRACE_MS);
				return;
		}
	}
	async function end(graceMs) {
		await work?.commands.terminate(graceMs);
		if (work?.hello.marker !== null && work !== void 0) killMarked(work.hello.marker);
		process.exit(0);
	}
	function openBridge({ port, socket }) {
		const server = (0, external_node_net_.createServer)({ allowHalfOpen: true, noDelay: true }, (inside) => {
			const outside = (0, external_node_net_.connect)({ path: socket, allowHalfOpen: true });
			inside.pipe(outside);
			outside.pipe(inside);
			inside.on("error", () => outside.destroy());
			outside.on("error", () => inside.destroy());
			inside.on("close", () => outside.destroy());
			outside.on("close", () => inside.destroy());
		});
		return new Promise((resolve, reject) => {
			server.once("error", reject);
			server.listen(port, "127.0.0.1", () => {
				server.off("error", reject).on("error", () => void 0);
				resolve(server);
			});
		});
	}
	function closeInheritedFds() {
		if (process.platform !== "linux") return;
		for (const name of (0, external_node_fs_.readdirSync)("/proc/self/fdinfo")) {
			const fd = Number(name);
			if (fd <= 2) continue;
			try {
				const [, flags] = /^flags:\s*([0-7]+)$/m.exec((0, external_node_fs_.readFileSync)(`/proc/self/fdinfo/${name}`, "utf8")) ?? [];
				if (flags !== void 0 && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0) (0, external_node_fs_.closeSync)(fd);
			} catch {
			}
		}
	}
	function openHostChannel(onMessage, onData, onEnd) {
		const input = new external_node_net_.Socket({ fd: 0, readable: true, writable: false });
		const output = new external_node_net_.Socket({ fd: 1, readable: false, writable: true });
		const reader = new protocol.tS();
		const take = ({ kind, id: id2, payload }) => {
			if (kind === protocol.W3) onMessage(JSON.parse(payload.toString("utf8")));
			else onData(id2, payload);
		};
		input.on("data", (chunk) => reader.push(chunk).forEach(take));
		input.on("close", onEnd);
		for (const socket of [input, output]) socket.on("error", onEnd);
		const send = (kind, id2, data) => {
			if (!output.destroyed) output.write((0, protocol.Yt)(kind, id2, data));
		};
		return { sendMessage: (message) => send(protocol.W3, 0, Buffer.from(JSON.stringify(message))), sendData: send };
	}
}), 37061: ((__module, __exports, __require) => {
	__require.d(__exports, { EC: () => CHUNK_BYTES, UU: () => STDOUT, W3: () => CONTROL, Yt: () => encodeFrame, pe: () => WINDOW_BYTES, tS: () => FrameReader, vN: () => DATA, xS: () => STDERR });
	const CONTROL = 0;
	const DATA = 1;
	const STDOUT = 2;
	const STDERR = 3;
	const HEADER = 9;
	const MAX_PAYLOAD = 4 * 1024 * 1024;
	const WINDOW_BYTES = 256 * 1024;
	const CHUNK_BYTES = 64 * 1024;
	function encodeFrame(kind, id2, payload) {
		if (payload.length > MAX_PAYLOAD) {
			throw new RangeError(`a message to or from a box has ${payload.length} bytes, but the maximum is ${MAX_PAYLOAD}`);
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
		push(chunk) {
			this.chunks.push(chunk);
			this.held += chunk.length;
			const frames = [];
			for (; ; ) {
				if (this.held < HEADER) return frames;
				const head = this.first(HEADER);
				const length = head.readUInt32BE(0);
				const kind = head.readUInt8(4);
				if (length > MAX_PAYLOAD || kind > STDERR) throw new RangeError("bytes that are not a frame");
				if (this.held < HEADER + length) return frames;
				const whole = this.first(HEADER + length);
				frames.push({ kind, id: head.readUInt32BE(5), payload: whole.subarray(HEADER, HEADER + length) });
				this.drop(HEADER + length);
			}
		}
		first(bytes) {
			const [chunk] = this.chunks;
			if (chunk !== void 0 && chunk.length >= bytes) return chunk;
			const joined = Buffer.concat(this.chunks);
			this.chunks = [joined];
			return joined;
		}
		drop(bytes) {
			const [chunk] = this.chunks;
			if (chunk === void 0) return;
			if (chunk.length === bytes) this.chunks.shift();
			else this.chunks[0] = chunk.subarray(bytes);
			this.held -= bytes;
		}
	}
}), 32035: ((__module, __exports, __require) => {
	__require.d(__exports, { E: () => terminalCommand, Z: () => shellQuote });
	function terminalCommand(line, { rows, columns }) {
		const inside = `stty rows ${Math.trunc(rows)} columns ${Math.trunc(columns)} 2>/dev/null; exec ${line.map(shellQuote).join(" ")}`;
		return ["script", "--quiet", "--return", "--flush", "--command", inside, "/dev/null"];
	}
	function shellQuote(word) {
		return `'${word.replaceAll("'", `'\\''`)}'`;
	}
}) };
export {
	id,
	ids,
	modules
};
