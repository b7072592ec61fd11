// Node itself strips the types; positions stay, so stack traces need no source map.
const { createHash } = require('node:crypto');
const { stripTypeScriptTypes } = require('node:module');

module.exports = {
  getCacheKey: (source, path) =>
    createHash('sha256').update(`1\0${process.version}\0${path}\0${source}`).digest('hex'),
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
};
