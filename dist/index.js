var __webpack_modules__ = { 20181: ((module) => {
	module.exports = process.getBuiltinModule("buffer");
}), 76982: ((module) => {
	module.exports = process.getBuiltinModule("crypto");
}), 79896: ((module) => {
	module.exports = process.getBuiltinModule("fs");
}), 34589: ((module) => {
	module.exports = process.getBuiltinModule("node:assert");
}), 16698: ((module) => {
	module.exports = process.getBuiltinModule("node:async_hooks");
}), 4573: ((module) => {
	module.exports = process.getBuiltinModule("node:buffer");
}), 31421: ((module) => {
	module.exports = process.getBuiltinModule("node:child_process");
}), 77598: ((module) => {
	module.exports = process.getBuiltinModule("node:crypto");
}), 53053: ((module) => {
	module.exports = process.getBuiltinModule("node:diagnostics_channel");
}), 71553: ((module) => {
	module.exports = process.getBuiltinModule("node:dns/promises");
}), 78474: ((module) => {
	module.exports = process.getBuiltinModule("node:events");
}), 73024: ((module) => {
	module.exports = process.getBuiltinModule("node:fs");
}), 51455: ((module) => {
	module.exports = process.getBuiltinModule("node:fs/promises");
}), 37067: ((module) => {
	module.exports = process.getBuiltinModule("node:http");
}), 86592: ((module) => {
	module.exports = process.getBuiltinModule("node:inspector");
}), 77030: ((module) => {
	module.exports = process.getBuiltinModule("node:net");
}), 48161: ((module) => {
	module.exports = process.getBuiltinModule("node:os");
}), 76760: ((module) => {
	module.exports = process.getBuiltinModule("node:path");
}), 643: ((module) => {
	module.exports = process.getBuiltinModule("node:perf_hooks");
}), 1708: ((module) => {
	module.exports = process.getBuiltinModule("node:process");
}), 41792: ((module) => {
	module.exports = process.getBuiltinModule("node:querystring");
}), 57075: ((module) => {
	module.exports = process.getBuiltinModule("node:stream");
}), 46466: ((module) => {
	module.exports = process.getBuiltinModule("node:stream/promises");
}), 46193: ((module) => {
	module.exports = process.getBuiltinModule("node:string_decoder");
}), 58500: ((module) => {
	module.exports = process.getBuiltinModule("node:timers/promises");
}), 41692: ((module) => {
	module.exports = process.getBuiltinModule("node:tls");
}), 73136: ((module) => {
	module.exports = process.getBuiltinModule("node:url");
}), 57975: ((module) => {
	module.exports = process.getBuiltinModule("node:util");
}), 30714: ((module) => {
	module.exports = process.getBuiltinModule("node:vm");
}), 38522: ((module) => {
	module.exports = process.getBuiltinModule("node:zlib");
}), 70857: ((module) => {
	module.exports = process.getBuiltinModule("os");
}), 932: ((module) => {
	module.exports = process.getBuiltinModule("process");
}), 83480: ((module) => {
	module.exports = process.getBuiltinModule("querystring");
}), 87016: ((module) => {
	module.exports = process.getBuiltinModule("url");
}) };
var __webpack_module_cache__ = {};
function __require(moduleId) {
	var cachedModule = __webpack_module_cache__[moduleId];
	if (cachedModule !== void 0) {
		return cachedModule.exports;
	}
	var module = __webpack_module_cache__[moduleId] = { id: moduleId, loaded: false, exports: {} };
	var threw = true;
	try {
		__webpack_modules__[moduleId](module, module.exports, __require);
		threw = false;
	} finally {
		if (threw) delete __webpack_module_cache__[moduleId];
	}
	module.loaded = true;
	return module.exports;
}
__require.m = __webpack_modules__;
(() => {
	var getProto = Object.getPrototypeOf ? (obj) => Object.getPrototypeOf(obj) : (obj) => obj.__proto__;
	var leafPrototypes;
	__require.t = function(value, mode) {
		if (mode & 1) value = this(value);
		if (mode & 8) return value;
		if (typeof value === "object" && value) {
			if (mode & 4 && value.__esModule) return value;
			if (mode & 16 && typeof value.then === "function") return value;
		}
		var ns = /* @__PURE__ */ Object.create(null);
		__require.r(ns);
		var def = {};
		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
		for (var current = mode & 2 && value; typeof current == "object" && !~leafPrototypes.indexOf(current); current = getProto(current)) {
			Object.getOwnPropertyNames(current).forEach((key) => def[key] = () => value[key]);
		}
		def["default"] = () => value;
		__require.d(ns, def);
		return ns;
	};
})();
(() => {
	__require.d = (exports, definition) => {
		for (var key in definition) {
			if (__require.o(definition, key) && !__require.o(exports, key)) {
				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
			}
		}
	};
})();
(() => {
	__require.f = {};
	__require.e = (chunkId) => {
		return Promise.all(Object.keys(__require.f).reduce((promises, key) => {
			__require.f[key](chunkId, promises);
			return promises;
		}, []));
	};
})();
(() => {
	__require.u = (chunkId) => {
		return "" + chunkId + ".index.js";
	};
})();
(() => {
	__require.o = (obj, prop) => Object.prototype.hasOwnProperty.call(obj, prop);
})();
(() => {
	__require.r = (exports) => {
		if (typeof Symbol !== "undefined" && Symbol.toStringTag) {
			Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
		}
		Object.defineProperty(exports, "__esModule", { value: true });
	};
})();
(() => {
	__require.nmd = (module) => {
		module.paths = [];
		if (!module.children) module.children = [];
		return module;
	};
})();
(() => {
	var installedChunks = { 8792: 0 };
	var installChunk = (data) => {
		var { ids, modules, runtime } = data;
		var moduleId, chunkId, i = 0;
		for (moduleId in modules) {
			if (__require.o(modules, moduleId)) {
				__require.m[moduleId] = modules[moduleId];
			}
		}
		if (runtime) runtime(__require);
		for (; i < ids.length; i++) {
			chunkId = ids[i];
			if (__require.o(installedChunks, chunkId) && installedChunks[chunkId]) {
				installedChunks[chunkId][0]();
			}
			installedChunks[ids[i]] = 0;
		}
	};
	__require.f.j = (chunkId, promises) => {
		var installedChunkData = __require.o(installedChunks, chunkId) ? installedChunks[chunkId] : void 0;
		if (installedChunkData !== 0) {
			if (installedChunkData) {
				promises.push(installedChunkData[1]);
			} else {
				if (true) {
					var promise = import("./" + __require.u(chunkId)).then(installChunk, (e) => {
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
var __exports = {};
__require.d(__exports, { mW: () => boxSupervisor, cP: () => credentialProxy, MC: () => emulator, eq: () => emulatorPost, iW: () => main, bE: () => post, _S: () => sandbox, g_: () => sandboxPost, MX: () => verify });
;
const main = async () => (await Promise.all([__require.e(4410), __require.e(8219), __require.e(1944)]).then(__require.bind(__require, 63779))).startDeploy();
const post = async () => (await Promise.all([__require.e(4410), __require.e(8219), __require.e(1944)]).then(__require.bind(__require, 63779))).startPost();
const verify = async () => (await Promise.all([__require.e(4410), __require.e(8219), __require.e(1944)]).then(__require.bind(__require, 63779))).startVerify();
const sandbox = async () => (await Promise.all([__require.e(4410), __require.e(8219), __require.e(1944)]).then(__require.bind(__require, 63779))).startSandbox();
const sandboxPost = async () => (await Promise.all([__require.e(4410), __require.e(8219), __require.e(1944)]).then(__require.bind(__require, 63779))).startSandboxPost();
const emulator = async () => (await Promise.all([__require.e(4410), __require.e(8219), __require.e(1944)]).then(__require.bind(__require, 63779))).startEmulator();
const emulatorPost = async () => (await Promise.all([__require.e(4410), __require.e(8219), __require.e(1944)]).then(__require.bind(__require, 63779))).startEmulatorPost();
const credentialProxy = async () => {
	await Promise.all([__require.e(5523), __require.e(4410), __require.e(2739), __require.e(3152), __require.e(4331), __require.e(8219), __require.e(7678)]).then(__require.bind(__require, 17678));
};
const boxSupervisor = async () => {
	await __require.e(9782).then(__require.bind(__require, 89782));
};
;
var __webpack_exports__boxSupervisor = __exports.mW;
var __webpack_exports__credentialProxy = __exports.cP;
var __webpack_exports__emulator = __exports.MC;
var __webpack_exports__emulatorPost = __exports.eq;
var __webpack_exports__main = __exports.iW;
var __webpack_exports__post = __exports.bE;
var __webpack_exports__sandbox = __exports._S;
var __webpack_exports__sandboxPost = __exports.g_;
var __webpack_exports__verify = __exports.MX;
export {
	__webpack_exports__boxSupervisor as boxSupervisor,
	__webpack_exports__credentialProxy as credentialProxy,
	__webpack_exports__emulator as emulator,
	__webpack_exports__emulatorPost as emulatorPost,
	__webpack_exports__main as main,
	__webpack_exports__post as post,
	__webpack_exports__sandbox as sandbox,
	__webpack_exports__sandboxPost as sandboxPost,
	__webpack_exports__verify as verify
};
