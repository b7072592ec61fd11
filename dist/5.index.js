const id = 5;
const ids = [5];
const modules = { 90632: ((module, __exports, __require) => {
	const { InvalidArgumentError, MaxOriginsReachedError } = __require(19316);
	const { kBusy, kClients, kConnected, kRunning, kPending, kClose, kDestroy, kDispatch, kUrl } = __require(21518);
	const DispatcherBase = __require(68400);
	const Pool = __require(55523);
	const Client = __require(77134);
	const util = __require(38083);
	const kOnConnect = /* @__PURE__ */ Symbol("onConnect");
	const kOnDisconnect = /* @__PURE__ */ Symbol("onDisconnect");
	const kOnConnectionError = /* @__PURE__ */ Symbol("onConnectionError");
	const kOnDrain = /* @__PURE__ */ Symbol("onDrain");
	const kFactory = /* @__PURE__ */ Symbol("factory");
	const kOptions = /* @__PURE__ */ Symbol("options");
	const kOrigins = /* @__PURE__ */ Symbol("origins");
	function defaultFactory(origin, opts) {
		return opts && opts.connections === 1 ? new Client(origin, opts) : new Pool(origin, opts);
	}
	class Agent extends DispatcherBase {
		constructor({ factory = defaultFactory, maxOrigins = Infinity, connect, tls, ...options } = {}) {
			if (typeof factory !== "function") {
				throw new InvalidArgumentError("factory must be a function.");
			}
			if (connect != null && typeof connect !== "function" && typeof connect !== "object") {
				throw new InvalidArgumentError("connect must be a function or an object");
			}
			if (typeof maxOrigins !== "number" || Number.isNaN(maxOrigins) || maxOrigins <= 0) {
				throw new InvalidArgumentError("maxOrigins must be a number greater than 0");
			}
			super(options);
			if (connect && typeof connect !== "function") {
				connect = { ...connect };
			}
			if (tls && typeof tls !== "function") {
				tls = { ...tls };
			}
			this[kOptions] = { ...util.deepClone(options), maxOrigins, connect, tls };
			this[kFactory] = factory;
			this[kClients] = /* @__PURE__ */ new Map();
			this[kOrigins] = /* @__PURE__ */ new Set();
			this[kOnDrain] = (origin, targets) => {
				this.emit("drain", origin, [this, ...targets]);
			};
			this[kOnConnect] = (origin, targets) => {
				this.emit("connect", origin, [this, ...targets]);
			};
			this[kOnDisconnect] = (origin, targets, err) => {
				this.emit("disconnect", origin, [this, ...targets], err);
			};
			this[kOnConnectionError] = (origin, targets, err) => {
				this.emit("connectionError", origin, [this, ...targets], err);
			};
		}
		get [kRunning]() {
			let ret = 0;
			for (const dispatcher of this[kClients].values()) {
				ret += dispatcher[kRunning];
			}
			return ret;
		}
		[kDispatch](opts, handler) {
			let origin;
			if (opts.origin && (typeof opts.origin === "string" || opts.origin instanceof URL)) {
				origin = String(opts.origin);
			} else {
				throw new InvalidArgumentError("opts.origin must be a non-empty string or URL.");
			}
			const allowH2 = opts.allowH2 ?? this[kOptions].allowH2;
			const key = allowH2 === false ? `${origin}#http1-only` : origin;
			if (this[kOrigins].size >= this[kOptions].maxOrigins && !this[kOrigins].has(origin)) {
				throw new MaxOriginsReachedError();
			}
			let dispatcher = this[kClients].get(key);
			if (!dispatcher) {
				dispatcher = this[kFactory](opts.origin, allowH2 === false ? { ...this[kOptions], allowH2: false } : this[kOptions]);
				const closeClientIfUnused = () => {
					if (this[kClients].get(key) !== dispatcher) {
						return;
					}
					if (dispatcher[kConnected] > 0 || dispatcher[kBusy] || dispatcher[kPending] > 0) {
						return;
					}
					this[kClients].delete(key);
					if (!dispatcher.destroyed) {
						dispatcher.close();
					}
					let hasOrigin = false;
					for (const k of this[kClients].keys()) {
						if (k === origin || k === `${origin}#http1-only`) {
							hasOrigin = true;
							break;
						}
					}
					if (!hasOrigin) {
						this[kOrigins].delete(origin);
					}
				};
				dispatcher.on("drain", this[kOnDrain]).on("connect", this[kOnConnect]).on("disconnect", (origin2, targets, err) => {
					closeClientIfUnused();
					this[kOnDisconnect](origin2, targets, err);
				}).on("connectionError", (origin2, targets, err) => {
					closeClientIfUnused();
					this[kOnConnectionError](origin2, targets, err);
				});
				this[kClients].set(key, dispatcher);
				this[kOrigins].add(origin);
			}
			return dispatcher.dispatch(opts, handler);
		}
		[kClose]() {
			const closePromises = [];
			for (const dispatcher of this[kClients].values()) {
				closePromises.push(dispatcher.close());
			}
			this[kClients].clear();
			return Promise.all(closePromises);
		}
		[kDestroy](err) {
			const destroyPromises = [];
			for (const dispatcher of this[kClients].values()) {
				destroyPromises.push(dispatcher.destroy(err));
			}
			this[kClients].clear();
			return Promise.all(destroyPromises);
		}
		get stats() {
			const allClientStats = {};
			for (const dispatcher of this[kClients].values()) {
				if (dispatcher.stats) {
					allClientStats[dispatcher[kUrl].origin] = dispatcher.stats;
				}
			}
			return allClientStats;
		}
	}
	module.exports = Agent;
}), 48685: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { issueFileCommand: () => issueFileCommand, prepareKeyValueMessage: () => prepareKeyValueMessage });
	var external_crypto_ = __require(76982);
	var external_fs_ = __require(79896);
	var external_os_ = __require(70857);
	;
	function toCommandValue(input) {
		if (input === null || input === void 0) {
			return "";
		} else if (typeof input === "string" || input instanceof String) {
			return input;
		}
		return JSON.stringify(input);
	}
	function toCommandProperties(annotationProperties) {
		if (!Object.keys(annotationProperties).length) {
			return {};
		}
		return { title: annotationProperties.title, file: annotationProperties.file, line: annotationProperties.startLine, endLine: annotationProperties.endLine, col: annotationProperties.startColumn, endColumn: annotationProperties.endColumn };
	}
	;
	function issueFileCommand(command, message) {
		const filePath = process.env[`GITHUB_${command}`];
		if (!filePath) {
			throw new Error(`Unable to find environment variable for file command ${command}`);
		}
		if (!external_fs_.existsSync(filePath)) {
			throw new Error(`Missing file at path: ${filePath}`);
		}
		external_fs_.appendFileSync(filePath, `${toCommandValue(message)}${external_os_.EOL}`, { encoding: "utf8" });
	}
	function prepareKeyValueMessage(key, value) {
		const delimiter = `ghadelimiter_${external_crypto_.randomUUID()}`;
		const convertedValue = toCommandValue(value);
		if (key.includes(delimiter)) {
			throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
		}
		if (convertedValue.includes(delimiter)) {
			throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
		}
		return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
	}
}), 31169: ((__module, __exports, __require) => {
	__require.d(__exports, { C: () => createParser });
	;
	class ParseError extends Error {
		constructor(message, options) {
			super(message);
			this.name = "ParseError";
			this.type = options.type;
			this.field = options.field;
			this.value = options.value;
			this.line = options.line;
		}
	}
	;
	const LF = 10;
	const CR = 13;
	const SPACE = 32;
	const MAX_FIELD_PREFIX_LENGTH = 6;
	function createParser(config) {
		if (typeof config === "function") {
			throw new TypeError("`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?");
		}
		const { maxBufferSize, onComment, onError, onEvent, onId, onRetry } = config;
		const pendingFragments = [];
		let pendingFragmentsLength = 0;
		let bomPrefix = "";
		let id2;
		let data = "";
		let dataLines = 0;
		let eventType;
		let terminated = false;
		let skippingLine = false;
		let skipNextLineFeed = false;
		function feed(chunk) {
			if (terminated) {
				throw new Error("Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.");
			}
			if (bomPrefix !== void 0) {
				chunk = bomPrefix + chunk;
				if (chunk === "" || chunk === "\xEF" || chunk === "\xEF\xBB") {
					bomPrefix = chunk;
					return;
				}
				bomPrefix = void 0;
				chunk = chunk.replace(/^(?:\uFEFF|\xEF\xBB\xBF)/, "");
			}
			if (skippingLine || skipNextLineFeed) {
				chunk = resumeAfterSkip(chunk);
				if (!chunk) {
					return;
				}
			}
			if (!pendingFragments.length) {
				const trailing = processLines(chunk);
				if (trailing !== "") {
					storeTrailing(trailing);
				}
				checkForBufferOverflow();
				return;
			}
			if (chunk.indexOf("\n") === -1 && chunk.indexOf("\r") === -1) {
				if (pendingFragmentsLength < MAX_FIELD_PREFIX_LENGTH) {
					const head = pendingFragments.join("") + chunk.slice(0, MAX_FIELD_PREFIX_LENGTH - pendingFragmentsLength);
					if (!shouldBufferTrailing(head)) {
						pendingFragments.length = 0;
						pendingFragmentsLength = 0;
						skippingLine = true;
						return;
					}
				}
				pendingFragments.push(chunk);
				pendingFragmentsLength += chunk.length;
				checkForBufferOverflow();
				return;
			}
			pendingFragments.push(chunk);
			const input = pendingFragments.join("");
			pendingFragments.length = 0;
			pendingFragmentsLength = 0;
			storeTrailing(processLines(input));
			checkForBufferOverflow();
		}
		function resumeAfterSkip(chunk) {
			if (chunk.length === 0) {
				return chunk;
			}
			if (skipNextLineFeed) {
				skipNextLineFeed = false;
				return chunk.charCodeAt(0) === LF ? chunk.slice(1) : chunk;
			}
			const crIndex = chunk.indexOf("\r");
			const lfIndex = chunk.indexOf("\n");
			const lineEnd = crIndex === -1 ? lfIndex : lfIndex === -1 ? crIndex : crIndex < lfIndex ? crIndex : lfIndex;
			if (lineEnd === -1) {
				return "";
			}
			if (lineEnd === chunk.length - 1 && chunk.charCodeAt(lineEnd) === CR) {
				skippingLine = false;
				skipNextLineFeed = true;
				return "";
			}
			skippingLine = false;
			return chunk.slice(lineEnd + (chunk.charCodeAt(lineEnd) === CR && chunk.charCodeAt(lineEnd + 1) === LF ? 2 : 1));
		}
		function storeTrailing(trailing) {
			if (!trailing) return;
			if (trailing.charCodeAt(trailing.length - 1) === CR) {
				parseLine(trailing, 0, trailing.length - 1);
				if (checkForBufferOverflow()) return;
				skipNextLineFeed = true;
				return;
			}
			if (shouldBufferTrailing(trailing)) {
				pendingFragments.push(trailing);
				pendingFragmentsLength = trailing.length;
				return;
			}
			skippingLine = true;
		}
		function shouldBufferTrailing(trailing) {
			const firstCharCode = trailing.charCodeAt(0);
			return firstCharCode === 58 && !!onComment || firstCharCode === 100 && isPotentialField(trailing, "data") || firstCharCode === 101 && isPotentialField(trailing, "event") || firstCharCode === 105 && isPotentialField(trailing, "id") || firstCharCode === 114 && isPotentialField(trailing, "retry");
		}
		function checkForBufferOverflow() {
			if (terminated) return true;
			if (maxBufferSize === void 0) return false;
			if (pendingFragmentsLength + data.length <= maxBufferSize) return false;
			terminated = true;
			pendingFragments.length = 0;
			pendingFragmentsLength = 0;
			id2 = void 0;
			data = "";
			dataLines = 0;
			eventType = void 0;
			skippingLine = false;
			skipNextLineFeed = false;
			onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Buffered data exceeded max buffer size of ${maxBufferSize} characters`, { type: "max-buffer-size-exceeded" }));
			return true;
		}
		function processLines(chunk) {
			let searchIndex = 0;
			if (chunk.indexOf("\r") === -1) {
				let lfIndex2 = chunk.indexOf("\n", searchIndex);
				while (lfIndex2 !== -1) {
					if (searchIndex === lfIndex2) {
						if (id2 !== void 0) {
							onId === null || onId === void 0 ? void 0 : onId(id2);
						}
						if (dataLines > 0) {
							onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id: id2, event: eventType, data });
						}
						id2 = void 0;
						data = "";
						dataLines = 0;
						eventType = void 0;
						searchIndex = lfIndex2 + 1;
						lfIndex2 = chunk.indexOf("\n", searchIndex);
						continue;
					}
					const firstCharCode = chunk.charCodeAt(searchIndex);
					if (isDataPrefix(chunk, searchIndex, firstCharCode)) {
						const valueStart = chunk.charCodeAt(searchIndex + 5) === SPACE ? searchIndex + 6 : searchIndex + 5;
						const value = chunk.slice(valueStart, lfIndex2);
						if (dataLines === 0 && chunk.charCodeAt(lfIndex2 + 1) === LF) {
							if (id2 !== void 0) {
								onId === null || onId === void 0 ? void 0 : onId(id2);
							}
							onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id: id2, event: eventType, data: value });
							id2 = void 0;
							data = "";
							eventType = void 0;
							searchIndex = lfIndex2 + 2;
							lfIndex2 = chunk.indexOf("\n", searchIndex);
							continue;
						}
						data = dataLines === 0 ? value : `${data}
${value}`;
						dataLines++;
					} else if (isEventPrefix(chunk, searchIndex, firstCharCode)) {
						eventType = chunk.slice(chunk.charCodeAt(searchIndex + 6) === SPACE ? searchIndex + 7 : searchIndex + 6, lfIndex2) || void 0;
					} else {
						parseLine(chunk, searchIndex, lfIndex2);
					}
					if (checkForBufferOverflow()) return "";
					searchIndex = lfIndex2 + 1;
					lfIndex2 = chunk.indexOf("\n", searchIndex);
				}
				return chunk.slice(searchIndex);
			}
			let crIndex = chunk.indexOf("\r", searchIndex);
			let lfIndex = chunk.indexOf("\n", searchIndex);
			while (searchIndex < chunk.length) {
				let lineEnd = -1;
				if (crIndex !== -1 && lfIndex !== -1) {
					lineEnd = crIndex < lfIndex ? crIndex : lfIndex;
				} else if (crIndex !== -1) {
					if (crIndex === chunk.length - 1) {
						lineEnd = -1;
					} else {
						lineEnd = crIndex;
					}
				} else if (lfIndex !== -1) {
					lineEnd = lfIndex;
				}
				if (lineEnd === -1) {
					break;
				}
				parseLine(chunk, searchIndex, lineEnd);
				if (checkForBufferOverflow()) return "";
				searchIndex = lineEnd + 1;
				if (chunk.charCodeAt(searchIndex - 1) === CR && chunk.charCodeAt(searchIndex) === LF) {
					searchIndex++;
				}
				if (crIndex !== -1 && crIndex < searchIndex) {
					crIndex = chunk.indexOf("\r", searchIndex);
				}
				if (lfIndex !== -1 && lfIndex < searchIndex) {
					lfIndex = chunk.indexOf("\n", searchIndex);
				}
			}
			return chunk.slice(searchIndex);
		}
		function parseLine(chunk, start, end) {
			if (start === end) {
				dispatchEvent();
				return;
			}
			const firstCharCode = chunk.charCodeAt(start);
			if (isDataPrefix(chunk, start, firstCharCode)) {
				const valueStart = chunk.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
				const value2 = chunk.slice(valueStart, end);
				data = dataLines === 0 ? value2 : `${data}
${value2}`;
				dataLines++;
				return;
			}
			if (isEventPrefix(chunk, start, firstCharCode)) {
				eventType = chunk.slice(chunk.charCodeAt(start + 6) === SPACE ? start + 7 : start + 6, end) || void 0;
				return;
			}
			if (firstCharCode === 105 && chunk.charCodeAt(start + 1) === 100 && chunk.charCodeAt(start + 2) === 58) {
				const value2 = chunk.slice(chunk.charCodeAt(start + 3) === SPACE ? start + 4 : start + 3, end);
				if (!value2.includes("\0")) id2 = value2;
				return;
			}
			if (firstCharCode === 58) {
				if (onComment) {
					const line2 = chunk.slice(start, end);
					onComment(line2.slice(chunk.charCodeAt(start + 1) === SPACE ? 2 : 1));
				}
				return;
			}
			const line = chunk.slice(start, end);
			const fieldSeparatorIndex = line.indexOf(":");
			if (fieldSeparatorIndex === -1) {
				processField(line, "", line);
				return;
			}
			const field = line.slice(0, fieldSeparatorIndex);
			const offset = line.charCodeAt(fieldSeparatorIndex + 1) === SPACE ? 2 : 1;
			const value = line.slice(fieldSeparatorIndex + offset);
			processField(field, value, line);
		}
		function processField(field, value, line) {
			switch (field) {
				case "event":
					eventType = value || void 0;
					break;
				case "data":
					data = dataLines === 0 ? value : `${data}
${value}`;
					dataLines++;
					break;
				case "id":
					if (!value.includes("\0")) id2 = value;
					break;
				case "retry":
					if (/^\d+$/.test(value)) {
						onRetry === null || onRetry === void 0 ? void 0 : onRetry(parseInt(value, 10));
					} else {
						onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Invalid \`retry\` value: "${value}"`, { type: "invalid-retry", value, line }));
					}
					break;
				default:
					onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Unknown field "${field.length > 20 ? `${field.slice(0, 20)}\u2026` : field}"`, { type: "unknown-field", field, value, line }));
					break;
			}
		}
		function dispatchEvent() {
			if (id2 !== void 0) {
				onId === null || onId === void 0 ? void 0 : onId(id2);
			}
			if (dataLines > 0) {
				onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id: id2, event: eventType, data });
			}
			id2 = void 0;
			data = "";
			dataLines = 0;
			eventType = void 0;
		}
		function reset(options = {}) {
			if (options.consume && pendingFragments.length > 0) {
				const incompleteLine = pendingFragments.join("");
				parseLine(incompleteLine, 0, incompleteLine.length);
			}
			bomPrefix = "";
			id2 = void 0;
			data = "";
			dataLines = 0;
			eventType = void 0;
			pendingFragments.length = 0;
			pendingFragmentsLength = 0;
			terminated = false;
			skippingLine = false;
			skipNextLineFeed = false;
		}
		return { feed, reset };
	}
	function isDataPrefix(chunk, i, firstCharCode) {
		return firstCharCode === 100 && chunk.charCodeAt(i + 1) === 97 && chunk.charCodeAt(i + 2) === 116 && chunk.charCodeAt(i + 3) === 97 && chunk.charCodeAt(i + 4) === 58;
	}
	function isEventPrefix(chunk, i, firstCharCode) {
		return firstCharCode === 101 && chunk.charCodeAt(i + 1) === 118 && chunk.charCodeAt(i + 2) === 101 && chunk.charCodeAt(i + 3) === 110 && chunk.charCodeAt(i + 4) === 116 && chunk.charCodeAt(i + 5) === 58;
	}
	function isPotentialField(line, field) {
		let i = 1;
		while (i < line.length && i < field.length) {
			if (line.charCodeAt(i) !== field.charCodeAt(i)) {
				return false;
			}
			i++;
		}
		return line.length <= field.length || line.charCodeAt(field.length) === 58;
	}
}), 97830: ((__module, __exports, __require) => {
	__require.d(__exports, { al: () => createTarPacker });
	var $$By1HVV7Z0 = __require(87439);
	function createTarPacker() {
		let streamController;
		let packer;
		let bodyController = null;
		let resume = null;
		let drain2 = null;
		let stopped = false;
		let stopReason;
		const unblock = () => {
			resume?.();
			resume = null;
			drain2 = null;
		};
		const stop = (reason) => {
			if (stopped) return;
			stopped = true;
			stopReason = reason;
			bodyController?.error(reason);
			bodyController = null;
			streamController.error(reason);
			unblock();
		};
		const abortBody = (reason = AbortSignal.abort().reason) => {
			bodyController = null;
			stop(reason);
		};
		const checkStopped = () => {
			if (stopped) throw stopReason;
		};
		const emit = (operation) => {
			checkStopped();
			try {
				operation();
			} catch (error) {
				stop(error);
				throw error;
			}
			const pending = drain2;
			if (!pending) return;
			const signal = bodyController?.signal;
			if (!signal) return;
			if (signal.aborted) abortBody(signal.reason);
			else signal.onabort = () => abortBody(signal.reason);
			return pending.then(checkStopped);
		};
		return { readable: new ReadableStream({ start(controller) {
			streamController = controller;
			packer = (0, $$By1HVV7Z0.t)((chunk) => {
				const buffer = chunk.buffer;
				controller.enqueue(buffer instanceof ArrayBuffer && !Reflect.get(buffer, "resizable") ? chunk : new Uint8Array(chunk));
				if ((controller.desiredSize ?? 1) <= 0) drain2 ||= new Promise((resolve) => {
					resume = resolve;
				});
			});
		}, pull: unblock, cancel(reason = AbortSignal.abort().reason) {
			stop(reason);
		} }, new ByteLengthQueuingStrategy({ highWaterMark: 8388608 })), controller: { add(header) {
			try {
				checkStopped();
				if (bodyController) throw new Error("Previous entry must be completed before adding a new one");
				packer.add(header);
			} catch (error) {
				stop(error);
				throw error;
			}
			return new WritableStream({ start(controller) {
				bodyController = controller;
			}, write(chunk) {
				return emit(() => {
					if (!ArrayBuffer.isView(chunk) || chunk[Symbol.toStringTag] !== "Uint8Array") throw new TypeError("Expected a Uint8Array body chunk");
					packer.write(chunk);
				});
			}, close() {
				const result = emit(() => packer.endEntry());
				if (!result) {
					bodyController = null;
					return;
				}
				return result.then(() => {
					bodyController = null;
				});
			}, abort: abortBody });
		}, finalize() {
			try {
				checkStopped();
				if (bodyController) throw new Error("Cannot finalize while an entry is still active");
				packer.finalize();
				streamController.close();
			} catch (error) {
				stop(error);
				throw error;
			}
		}, error(err) {
			stop(err);
		} } };
	}
	async function streamToBuffer(stream) {
		const chunks = [];
		const reader = stream.getReader();
		let totalLength = 0;
		try {
			while (true) {
				const { done, value } = await reader.read();
				if (done) break;
				chunks.push(value);
				totalLength += value.length;
			}
			const result = new Uint8Array(totalLength);
			let offset = 0;
			for (const chunk of chunks) {
				result.set(chunk, offset);
				offset += chunk.length;
			}
			return result;
		} finally {
			reader.releaseLock();
		}
	}
	const drain = (stream) => stream.pipeTo(new WritableStream());
	const BUFFER_LIMIT = 1048576;
	const RESUME_LIMIT = BUFFER_LIMIT / 2;
	function createTarDecoder(options = {}) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		let controller = null;
		let bodyController = null;
		let pumping = false;
		let blocked = false;
		let resume = null;
		let abortHooked = false;
		let eofReached = false;
		let sourceEnded = false;
		let closed = false;
		const unblock = () => {
			resume?.();
			resume = null;
		};
		const closeBody = () => {
			try {
				bodyController?.close();
			} catch {
			}
			bodyController = null;
		};
		const fail = (reason) => {
			if (closed) return;
			closed = true;
			try {
				bodyController?.error(reason);
			} catch {
			}
			bodyController = null;
			try {
				controller.error(reason);
			} catch {
			}
			controller = null;
			unblock();
		};
		const finish = () => {
			if (closed) return;
			closed = true;
			closeBody();
			try {
				controller.close();
			} catch {
			}
			controller = null;
			unblock();
		};
		const truncateOrFinish = () => {
			if (strict) throw new Error("Tar archive is truncated.");
			finish();
		};
		const pump = () => {
			if (pumping || closed || !controller) return;
			blocked = false;
			pumping = true;
			try {
				while (true) {
					if (eofReached) {
						if (sourceEnded) finish();
						break;
					}
					if (unpacker.isEntryActive()) {
						if (sourceEnded && !unpacker.canFinish()) {
							truncateOrFinish();
							break;
						}
						if (bodyController) {
							if ((bodyController.desiredSize ?? 1) <= 0) {
								blocked = true;
								break;
							}
							if (unpacker.streamBody((c) => (bodyController.enqueue(c), (bodyController.desiredSize ?? 1) > 0)) === 0 && !unpacker.isBodyComplete()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						} else if (!unpacker.skipEntry()) {
							if (sourceEnded) truncateOrFinish();
							break;
						}
						if (unpacker.isBodyComplete()) {
							closeBody();
							if (!unpacker.skipPadding()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						}
					} else {
						if ((controller.desiredSize ?? 0) < 0) {
							blocked = true;
							break;
						}
						const header = unpacker.readHeader();
						if (header === null) {
							if (sourceEnded) finish();
							break;
						}
						if (header === void 0) {
							if (sourceEnded) {
								unpacker.finish();
								finish();
								break;
							}
							eofReached = true;
							break;
						}
						controller.enqueue({ header, body: new ReadableStream({ start(c) {
							if (header.size === 0) c.close();
							else bodyController = c;
						}, pull: pump, cancel() {
							bodyController = null;
							pump();
						} }) });
					}
				}
			} catch (error) {
				fail(error);
				throw error;
			} finally {
				pumping = false;
			}
			if (resume && (!blocked || unpacker.available() < RESUME_LIMIT)) unblock();
		};
		return { readable: new ReadableStream({ start(c) {
			controller = c;
		}, pull: pump, cancel(reason) {
			unpacker.end();
			if (reason !== void 0) fail(reason);
			else finish();
		} }, { highWaterMark: 2 }), writable: new WritableStream({ write(chunk, controller2) {
			try {
				unpacker.write(chunk);
				pump();
				if (blocked && unpacker.available() >= BUFFER_LIMIT) {
					if (!abortHooked) {
						controller2.signal.onabort = unblock;
						abortHooked = true;
					}
					return new Promise((resolve) => resume = resolve);
				}
			} catch (error) {
				fail(error);
				throw error;
			}
		}, close() {
			try {
				sourceEnded = true;
				unpacker.end();
				pump();
			} catch (error) {
				fail(error);
				throw error;
			}
		}, abort(reason) {
			fail(reason);
		} }) };
	}
	async function packTar(entries) {
		const { readable, controller } = createTarPacker();
		const archive = streamToBuffer(readable);
		try {
			for (const entry of entries) {
				const entryStream = controller.add(entry.header);
				const body = "body" in entry ? entry.body : entry.data;
				if (!body) {
					await entryStream.close();
					continue;
				}
				if (body instanceof ReadableStream) await body.pipeTo(entryStream);
				else if (body instanceof Blob) await body.stream().pipeTo(entryStream);
				else try {
					const chunk = await normalizeBody(body);
					if (chunk.length > 0) {
						const writer = entryStream.getWriter();
						await writer.write(chunk);
						await writer.close();
					} else await entryStream.close();
				} catch {
					throw new TypeError(`Unsupported content type for entry "${entry.header.name}".`);
				}
			}
			controller.finalize();
		} catch (error) {
			controller.error(error);
		}
		return archive;
	}
	async function unpackTar(archive, options = {}) {
		if (!(archive instanceof ReadableStream)) return unpackTarBuffer(archive instanceof Uint8Array ? archive : new Uint8Array(archive), options);
		const results = [];
		const reader = archive.pipeThrough(createTarDecoder(options)).getReader();
		try {
			while (true) {
				const { done, value: entry } = await reader.read();
				if (done) break;
				let processedHeader;
				try {
					processedHeader = transformHeader(entry.header, options);
				} catch (error) {
					await entry.body.cancel();
					throw error;
				}
				if (processedHeader === null) {
					await drain(entry.body);
					continue;
				}
				if (isBodyless(processedHeader)) {
					await drain(entry.body);
					results.push({ header: processedHeader });
				} else results.push({ header: processedHeader, data: await streamToBuffer(entry.body) });
			}
		} catch (error) {
			await reader.cancel(error).catch(() => {
			});
			throw error;
		} finally {
			reader.releaseLock();
		}
		return results;
	}
	function unpackTarBuffer(archive, options) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		const results = [];
		unpacker.write(archive);
		unpacker.end();
		while (true) {
			const header = unpacker.readHeader();
			if (header === void 0) break;
			if (header === null) {
				if (strict) throw new Error("Tar archive is truncated.");
				break;
			}
			const processedHeader = transformHeader(header, options);
			if (processedHeader === null) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				if (!skipped) break;
				continue;
			}
			if (isBodyless(processedHeader)) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				results.push({ header: processedHeader });
				if (!skipped) break;
				continue;
			}
			let size = header.size;
			if (size < 0 || !unpacker.canFinish()) {
				if (strict) throw new Error("Tar archive is truncated.");
				size = unpacker.bodyBytes();
			}
			const data = new Uint8Array(size);
			let offset = 0;
			unpacker.streamBody((chunk) => {
				data.set(chunk, offset);
				offset += chunk.length;
				return true;
			});
			const bodyComplete = unpacker.isBodyComplete();
			let paddingComplete = true;
			if (bodyComplete) {
				paddingComplete = unpacker.skipPadding();
				if (!paddingComplete && strict) throw new Error("Tar archive is truncated.");
			}
			results.push({ header: processedHeader, data });
			if (!bodyComplete || !paddingComplete) break;
		}
		unpacker.finish();
		return results;
	}
}), 73477: ((__module, __exports, __require) => {
	__require.d(__exports, { w$: () => datetime });
	var $$index0 = __require(41299);
	var $$schemas1 = __require(34410);
	function datetime(params) {
		return $$index0.G1($$schemas1.You, params);
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
}) };
export {
	id,
	ids,
	modules
};
