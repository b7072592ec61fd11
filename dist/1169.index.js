const id = 1169;
const ids = [1169];
const modules = { 31169: ((__module, __exports, __require) => {
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
}) };
export {
	id,
	ids,
	modules
};
