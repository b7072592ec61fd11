/** Words that name a secret, alone or at the end of words written together (`apikey`, `dbpassword`). */
const SECRET_WORDS =
  `password passwd passphrase passcode passwort pass pwd pw psk secret token key apikey credential cred
   signature sig sas auth authorization bearer jwt cookie session sessionid sess sid csrf hmac otp totp pat dsn seed mnemonic
   private connectionstring connstr`.split(/\s+/);
const SECRET_WORD = new Set(SECRET_WORDS.flatMap((word) => [word, `${word}s`]));
const SECRET_ENDING =
  /(?:password|passwd|passphrase|pwd|[a-z]pw|secret|token|key|credential|signature|cookie|sessid|jwt)s?$/;

/** Words that say where, how or of which kind, whatever stands before them (`token_uri`, `key-type`). */
const PLAIN_WORD = new Set(
  `uri url endpoint id ids type kind name alg algorithm headers expires expiry expiration expire date time timeout ttl
   age version region zone host hosts hostname server address addr port user username uid login email database db
   dbname catalog schema mode sslmode ssl tls encoding charset limit page size length count format path file dir folder
   scope scopes audience environment env level driver protocol encrypt options option vhost driver realm method replicaset
   authsource authmechanism retrywrites appname application pool domain samesite issuer cert certificate public number
   policy rotation required enabled suffix prefix engine account accountname project tenant role service sslrootcert
   channel binding lang language locale source warehouse api`.split(/\s+/),
);
/** Of these nothing is a secret, whatever it looks like. */
const SILENT_WORD = new Set(
  `host hosts hostname server address addr port endpoint algorithm alg headers expires expiry date time timeout ttl
   version region zone mode sslmode ssl tls encoding charset domain path samesite driver format realm`.split(
    /\s+/,
  ),
);

/** Keys that find something, and open nothing (`primary_key`). */
const FINDING_KEY = new Set('primary foreign sort partition public routing group order cache'.split(' '));

/** What a name says of its value; undefined: nothing. */
export type NameKind = 'secret' | 'plain' | 'silent' | undefined;

/** Judges the name of a field, a variable, a parameter or a header. */
export function kindOfName(name: string): NameKind {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    // `password2` is one as well.
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  if (SILENT_WORD.has(last)) return 'silent';
  if (PLAIN_WORD.has(last)) return 'plain';
  if (/^keys?$/.test(last) && FINDING_KEY.has(words.at(-2) ?? '')) return 'plain';
  if (last === 'tokens' && /^(?:max|min|num|total)$/.test(words[0] ?? '')) return 'plain';
  const isSecret = words.some((word) => SECRET_WORD.has(word) || SECRET_ENDING.test(word));
  return isSecret ? 'secret' : undefined;
}

/** Whether a name says that its value is several secrets, one after the other. */
export function namesSecrets(name: string): boolean {
  return kindOfName(name) === 'secret' && /(?:keys|tokens|secrets|passwords)$/i.test(name);
}
