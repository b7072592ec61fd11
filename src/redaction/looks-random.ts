/** What looks random must be this long to be taken for a secret. */
export const SHORTEST_RANDOM = 8;

/** Whether a text looks made by a machine, and not like words, names, hosts, versions or numbers. */
export function looksRandom(text: string): boolean {
  return text.length >= SHORTEST_RANDOM && !isOrdinary(text);
}

/** Pieces such as `v2`, `4o`, `us1` in a name: a few, beside real words. */
const MOST_MIXED = 2;

/** Whether a text is made of words, numbers and short versions alone, or is a host. */
export function isOrdinary(text: string): boolean {
  if (isHost(text) || DATE.test(text) || VERSION.test(text)) return true;
  let mixed = 0;
  let words = 0;
  for (const piece of text.replaceAll(NUMBER_OF_NAME, '').split(/[^\p{L}\p{N}]+/u)) {
    if (piece === '' || /^\p{N}+$/u.test(piece)) continue;
    if (/^\p{L}+$/u.test(piece)) {
      if (!isWord(piece)) return false;
      if (piece.length >= 2) words += 1;
    } else {
      if (!/^(?:[a-z]{1,3}\d{1,2}|\d{1,2}[a-z]{1,2})$/i.test(piece)) return false;
      mixed += 1;
    }
  }
  return mixed === 0 || (words > 0 && mixed <= MOST_MIXED);
}

const HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+(?:com|org|net|io|dev|ai|app|cloud|local|internal|svc|cluster|test|example|invalid|localhost|[a-z]{2})\.?(?::\d{1,5})?$/;

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const VERSION = /^v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+.]?(?:a|b|rc|alpha|beta|dev|post)\.?\d{0,4})?$/;

/** As in `europe-west4` and `python3.11`. */
const NUMBER_OF_NAME =
  /(?<=-(?:north|south)?(?:east|west|north|south|central))\d{1,2}(?!\w)|(?<=[A-Za-z]{4})\d{1,2}(?:\.\d{1,3}){1,2}(?!\w)/g;

/** A name of the DNS, with a port or without. Its labels may look like anything. */
function isHost(text: string): boolean {
  return text.length <= 253 && HOST.test(text);
}

/** Two letters that hardly ever stand together in words. */
const RARE = new Set(
  `bx cj cv cx dx fq fx gq gx hx jc jf jg jq js jv jw jx jz kq kx kz lx mx mz pq pv px pz qb qc qd qe qf qg qh qj qk
   ql qm qn qo qp qr qs qt qv qw qx qy qz rx sx sz tq tx vb vf vg vh vj vk vl vm vn vp vq vt vw vx vz wq wv wx wz xj
   xk xn xr xz yq yx zb zc zf zg zj zk zn zp zq zr zs zt zv zx fv fz gv hv hz jb jd jh jk jl jm jn jp jr jt kv bq bz
   xg xd xv xw wj zd vc vd`.split(/\s+/),
);
/** Words of the trade that have such letters. */
const TRADE = /jsonl?|graphql|bigquery|sqlite|sql|xlsx|pgvector|jdbc|odbc|jquery|qdrant|qwen|vllm|httpx|js$/g;
const LONGEST_WORD = 24;

/** Letters that could be a word, or several written together as `accessKey` is. */
function isWord(letters: string): boolean {
  if (/[^A-Za-z]/.test(letters)) return letters.length <= LONGEST_WORD;
  const humps = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  if (humps.length > 1 && letters.length < humps.length * 3) return false;
  return humps.every(isHump);
}

function isHump(hump: string): boolean {
  const word = hump.toLowerCase().replaceAll(TRADE, '');
  if (word.length <= 3) return true;
  if (word.length > LONGEST_WORD || /[^aeiouy]{6}|[aeiou]{5}/.test(word)) return false;
  if (word.length > 5 && !/[aeiouy]/.test(word)) return false;
  for (let at = 0; at + 2 <= word.length; at += 1) if (RARE.has(word.slice(at, at + 2))) return false;
  return !/(.)\1\1/.test(word);
}
