import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
var __webpack_modules__ = { 42613: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");
}), 20181: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("buffer");
}), 35317: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");
}), 76982: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");
}), 24434: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");
}), 79896: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");
}), 34589: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:assert");
}), 16698: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:async_hooks");
}), 4573: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");
}), 31421: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");
}), 77598: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
}), 53053: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:diagnostics_channel");
}), 71553: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:dns/promises");
}), 78474: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");
}), 73024: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
}), 51455: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
}), 37067: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");
}), 77030: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");
}), 48161: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
}), 76760: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
}), 643: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:perf_hooks");
}), 1708: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:process");
}), 41792: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:querystring");
}), 80481: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:readline");
}), 57075: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");
}), 46193: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:string_decoder");
}), 58500: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");
}), 41692: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");
}), 73136: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");
}), 57975: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");
}), 30714: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:vm");
}), 38522: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
}), 70857: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");
}), 16928: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");
}), 932: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("process");
}), 13193: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");
}), 53557: ((module) => {
	module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");
}) };
var __webpack_module_cache__ = {};
function __nccwpck_require__(moduleId) {
	var cachedModule = __webpack_module_cache__[moduleId];
	if (cachedModule !== void 0) {
		return cachedModule.exports;
	}
	var module = __webpack_module_cache__[moduleId] = { id: moduleId, loaded: false, exports: {} };
	var threw = true;
	try {
		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
		threw = false;
	} finally {
		if (threw) delete __webpack_module_cache__[moduleId];
	}
	module.loaded = true;
	return module.exports;
}
__nccwpck_require__.m = __webpack_modules__;
if (typeof __nccwpck_require__ !== "undefined") __nccwpck_require__.ab = decodeURIComponent(new URL(".", import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
(() => {
	var getProto = Object.getPrototypeOf ? (obj) => Object.getPrototypeOf(obj) : (obj) => obj.__proto__;
	var leafPrototypes;
	__nccwpck_require__.t = function(value, mode) {
		if (mode & 1) value = this(value);
		if (mode & 8) return value;
		if (typeof value === "object" && value) {
			if (mode & 4 && value.__esModule) return value;
			if (mode & 16 && typeof value.then === "function") return value;
		}
		var ns = /* @__PURE__ */ Object.create(null);
		__nccwpck_require__.r(ns);
		var def = {};
		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
		for (var current = mode & 2 && value; typeof current == "object" && !~leafPrototypes.indexOf(current); current = getProto(current)) {
			Object.getOwnPropertyNames(current).forEach((key) => def[key] = () => value[key]);
		}
		def["default"] = () => value;
		__nccwpck_require__.d(ns, def);
		return ns;
	};
})();
(() => {
	__nccwpck_require__.d = (exports, definition) => {
		for (var key in definition) {
			if (__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
			}
		}
	};
})();
(() => {
	__nccwpck_require__.f = {};
	__nccwpck_require__.e = (chunkId) => {
		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
			__nccwpck_require__.f[key](chunkId, promises);
			return promises;
		}, []));
	};
})();
(() => {
	__nccwpck_require__.u = (chunkId) => {
		return "" + chunkId + ".index.js";
	};
})();
(() => {
	__nccwpck_require__.o = (obj, prop) => Object.prototype.hasOwnProperty.call(obj, prop);
})();
(() => {
	__nccwpck_require__.r = (exports) => {
		if (typeof Symbol !== "undefined" && Symbol.toStringTag) {
			Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
		}
		Object.defineProperty(exports, "__esModule", { value: true });
	};
})();
(() => {
	__nccwpck_require__.nmd = (module) => {
		module.paths = [];
		if (!module.children) module.children = [];
		return module;
	};
})();
(() => {
	var installedChunks = { 792: 0 };
	var installChunk = (data) => {
		var { ids, modules, runtime } = data;
		var moduleId, chunkId, i = 0;
		for (moduleId in modules) {
			if (__nccwpck_require__.o(modules, moduleId)) {
				__nccwpck_require__.m[moduleId] = modules[moduleId];
			}
		}
		if (runtime) runtime(__nccwpck_require__);
		for (; i < ids.length; i++) {
			chunkId = ids[i];
			if (__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
				installedChunks[chunkId][0]();
			}
			installedChunks[ids[i]] = 0;
		}
	};
	__nccwpck_require__.f.j = (chunkId, promises) => {
		var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : void 0;
		if (installedChunkData !== 0) {
			if (installedChunkData) {
				promises.push(installedChunkData[1]);
			} else {
				if (true) {
					var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
						if (installedChunks[chunkId] !== 0) installedChunks[chunkId] = void 0;
						throw e;
					});
					var promise = Promise.race([promise, new Promise((resolve) => installedChunkData = installedChunks[chunkId] = [resolve])]);
					promises.push(installedChunkData[1] = promise);
				}
			}
		}
	};
})();
var __webpack_exports__ = {};
__nccwpck_require__.d(__webpack_exports__, { mW: () => boxSupervisor, cP: () => credentialProxy, iW: () => main, bE: () => post, _S: () => sandbox, g_: () => sandboxPost, MX: () => verify });
;
const main = async () => (await Promise.all([__nccwpck_require__.e(887), __nccwpck_require__.e(944)]).then(__nccwpck_require__.bind(__nccwpck_require__, 99600))).startDeploy();
const post = async () => (await Promise.all([__nccwpck_require__.e(887), __nccwpck_require__.e(944)]).then(__nccwpck_require__.bind(__nccwpck_require__, 49733))).startPost();
const verify = async () => (await Promise.all([__nccwpck_require__.e(887), __nccwpck_require__.e(944)]).then(__nccwpck_require__.bind(__nccwpck_require__, 99600))).startVerify();
const sandbox = async () => (await Promise.all([__nccwpck_require__.e(887), __nccwpck_require__.e(944)]).then(__nccwpck_require__.bind(__nccwpck_require__, 99600))).startSandbox();
const sandboxPost = async () => (await Promise.all([__nccwpck_require__.e(887), __nccwpck_require__.e(944)]).then(__nccwpck_require__.bind(__nccwpck_require__, 99600))).startSandboxPost();
const credentialProxy = async () => {
	await Promise.all([__nccwpck_require__.e(410), __nccwpck_require__.e(523), __nccwpck_require__.e(739), __nccwpck_require__.e(639), __nccwpck_require__.e(46), __nccwpck_require__.e(887), __nccwpck_require__.e(941)]).then(__nccwpck_require__.bind(__nccwpck_require__, 32941));
};
const boxSupervisor = async () => {
	await __nccwpck_require__.e(968).then(__nccwpck_require__.bind(__nccwpck_require__, 26968));
};
;
var __webpack_exports__boxSupervisor = __webpack_exports__.mW;
var __webpack_exports__credentialProxy = __webpack_exports__.cP;
var __webpack_exports__main = __webpack_exports__.iW;
var __webpack_exports__post = __webpack_exports__.bE;
var __webpack_exports__sandbox = __webpack_exports__._S;
var __webpack_exports__sandboxPost = __webpack_exports__.g_;
var __webpack_exports__verify = __webpack_exports__.MX;
export {
	__webpack_exports__boxSupervisor as boxSupervisor,
	__webpack_exports__credentialProxy as credentialProxy,
	__webpack_exports__main as main,
	__webpack_exports__post as post,
	__webpack_exports__sandbox as sandbox,
	__webpack_exports__sandboxPost as sandboxPost,
	__webpack_exports__verify as verify
};
