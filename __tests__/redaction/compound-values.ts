import fc from 'fast-check';

/** A value that contains secrets among ordinary words, as in configurations of programs. */
export interface Compound {
  /** Name of the value's form. */
  form: string;
  value: string;
  /** Strings that must never be shown. */
  secrets: string[];
  /** Strings that must stay readable. */
  plain: string[];
}

/** Strings for the placeholders of a form. */
interface Filling {
  /** A secret of letters and digits that a machine generated. */
  random: string;
  other: string;
  /** A password that a person chose, which only its position shows to be secret. */
  password: string;
  /** A password with characters that URLs and shells escape. */
  signs: string;
  host: string;
  port: number;
  user: string;
  word: string;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const url = encodeURIComponent;
/** Returns the first or last line of a key. */
const edge = (what: string) => `-----${what} PRIVATE KEY-----`;

type Form = (filling: Filling) => { value: string; secrets: string[]; plain?: (string | number)[] };

/**
 * Forms of values, as strings with placeholders. `{random}`, `{other}` and `{password}` are secrets. `{user}`,
 * `{host}`, `{port}`, `{word}` and the words listed after a string must stay readable.
 */
const TEXTS: Readonly<Record<string, readonly [text: string, ...plain: string[]]>> = {
  'Bearer x': ['Bearer {random}', 'Bearer'],
  'bearer x with a secret that looks like a word': ['bearer {password}'],
  'Token x': ['Token {random}', 'Token'],
  'a custom scheme': ['Acme-V2 {random}'],
  'ApiKey x': ['ApiKey {password}'],
  'a header with Bearer': ['Authorization: Bearer {random}', 'Authorization'],
  'a header with a key': ['X-Api-Key: {password}', 'X-Api-Key'],
  Digest: ['Digest username="{user}", realm="{host}", nonce="{random}", response="{random}"'],
  'a URL with a password but no user': ['redis://:{password}@{host}:{port}/0'],
  'a token as the user of a URL': ['https://{random}@{host}/acme/agents.git', 'acme'],
  'a token as the password of a known user': [
    'https://x-access-token:{random}@github.com/acme/agents',
    'github.com',
    'x-access-token',
  ],
  'several URLs': ['redis://:{random}@{host}:{port},redis://:{other}@{host}:{port}'],
  'a URL of several hosts': [
    'mongodb://{user}:{random}@{host}:27017,b.{host}:27017/{word}?replicaSet=rs0',
    'rs0',
  ],
  'a token in a query': [
    'https://{host}/v1/items?limit=10&access_token={random}&format=json',
    'items',
    'json',
  ],
  'any value in a query': ['https://{host}/hook?who={password}'],
  'a token in a fragment': ['https://{host}/cb#access_token={random}&token_type=bearer'],
  'a signed URL': [
    'https://{host}/b/o?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature={random}',
    'AWS4-HMAC-SHA256',
    '3600',
  ],
  'a shared access signature': ['https://{host}/c?sv=2024-11-04&sig={random}%3D'],
  'a webhook path with a number': [
    'https://discord.com/api/webhooks/1234567890/{random}',
    'discord.com',
    'webhooks',
  ],
  'a bot’s path': [
    'https://api.telegram.org/bot123456:{random}/sendMessage',
    'api.telegram.org',
    'sendMessage',
  ],
  'an account key': [
    'DefaultEndpointsProtocol=https;AccountName={word};AccountKey={random}==;EndpointSuffix=core.windows.net',
    'core.windows.net',
  ],
  'a service bus': ['Endpoint=sb://{host}/;SharedAccessKeyName=Root;SharedAccessKey={random}=', 'Root'],
  'a list with commas': ['{host}:{port},password={password},ssl=True'],
  'JDBC with a query': ['jdbc:postgresql://{host}:5432/{word}?user={user}&password={password}'],
  'JDBC with semicolons': ['jdbc:sqlserver://{host}:1433;user={user};password={password};encrypt=true'],
  'JDBC with a slash': ['jdbc:oracle:thin:scott/{random}@//{host}:1521/x', 'scott'],
  'key:secret': ['{word}:{random}'],
  'host:port:database:user:password': ['{host}:5432:{word}:{user}:{random}'],
  'a connection string of libpq': [
    'host={host} port={port} dbname={word} user={user} password={password} sslmode=require',
    'require',
  ],
  dotenv: [
    '# settings\nDB_HOST={host}\nDB_PORT={port}\nDB_PASSWORD={password}\nexport API_TOKEN="{random}"\n',
    'DB_PASSWORD',
  ],
  YAML: [
    'database:\n  host: {host}\n  port: {port}\n  password: {password} # not ours\ntokens:\n  - {random}\n',
  ],
  JSON: ['{"host":"{host}","user":"{user}","password":"{password}","more":[{"client_secret":"{random}"}]}'],
  'JSON in JSON': ['{"config":"{\\"host\\":\\"{host}\\",\\"password\\":\\"{password}\\"}"}'],
  INI: ['[default]\nserver = {host}\naws_secret_access_key = {password}\n', 'default'],
  XML: ['<settings><host>{host}</host><password>{password}</password></settings>'],
  cookies: ['Cookie: theme={word}; sessionid={password}; csrftoken={random}', 'Cookie', 'theme'],
  'a Set-Cookie value': ['session={random}; Path=/; HttpOnly; Secure', 'HttpOnly', 'Secure'],
  'a form': ['grant_type=client_credentials&client_id={word}&client_secret={password}', 'client_credentials'],
  arguments: ['tool --token {password} -u {user}:{random} --host {host}'],
  '.netrc': ['machine {host} login {user} password {password}'],
  '.npmrc': ['//{host}/:_authToken={random}\nregistry=https://{host}/\n'],
  'a login module': ['org.acme.PlainLogin required username="{user}" password="{password}";', 'required'],
  'a one-time password': ['otpauth://totp/{word}?secret={random}&issuer=acme'],
  'options of a command line': ['mysql --host={host} --user={user} --password={password} {word}'],
  'a variable before a command': ['PGPASSWORD={password} psql -h {host} -U {user}'],
  'a header in single quotes': ["curl -H 'X-Api-Key: {password}' https://{host}/x"],
  'the user of curl': ['curl --user={user}:{password} https://{host}/x'],
  'a command-line switch joined to its value': ['mysql -h {host} -p{random} orders', 'orders'],
  'a property of Java': ['-Ddb.password={password} -Xmx2g'],
  'a request line': ['GET /x?api_key={password} HTTP/1.1\r\nHost: {host}', 'HTTP/1.1'],
  'a data source of Go': ['{user}:{password}@tcp({host}:3306)/{word}?parseTime=true'],
  'a URL without a scheme': ['//{user}:{password}@{host}/x'],
  'a password file of Postgres': ['{host}:5432:{word}:{user}:{password}'],
  'name:word with a name that implies a secret': ['password:{password}'],
  'a name with a number': ['DB_HOST={host} DB_PASS1={password}'],
  'YAML with a tag': ['host: {host}\npassword: !!str {password}'],
  'separate name and value, in JSON': [
    '[{"name":"DB_PASSWORD","value":"{password}"},{"name":"DB_HOST","value":"{host}"}]',
  ],
  'separate name and value, in YAML': [
    '- name: DB_PASSWORD\n  value: {password}\n- name: DB_HOST\n  value: {host}\n',
    'DB_PASSWORD',
  ],
  'separate name and value, in XML': ['<add key="ApiSecret" value="{password}" />', 'ApiSecret'],
  'TOML in three quotes': ['token = """{password}"""'],
  'escaped JSON': ['{\\"host\\":\\"{host}\\",\\"password\\":\\"{password}\\"}'],
  'a Ruby hash': ['{:host=>"{host}", :password=>"{password}"}'],
  'the end of a sentence': ['The password is {random}.', 'The', 'is'],
  'words around a random string': ['use {random} for {word}'],
};

/** Forms that contain a part in another notation, or whose secret consists of more than one part. */
const OTHERS: Readonly<Record<string, Form>> = {
  'Basic x': ({ user, signs }) => ({
    value: `Basic ${base64(`${user}:${signs}`)}`,
    secrets: [base64(`${user}:${signs}`), signs],
    plain: [user, 'Basic'],
  }),
  'a header with Basic': ({ user, random }) => ({
    value: `Authorization: Basic ${base64(`${user}:${random}`)}`,
    secrets: [random, base64(`${user}:${random}`)],
    plain: [user],
  }),
  'the password of a URL': ({ user, signs, host, port, word }) => ({
    value: `postgresql://${user}:${url(signs)}@${host}:${port}/${word}?sslmode=require`,
    secrets: [signs, url(signs)],
    plain: [user, host, port, word, 'require'],
  }),
  'an unescaped password of a URL': ({ user, random, host, word }) => ({
    value: `amqp://${user}:${random}/x#y@${host}/${word}`,
    secrets: [`${random}/x#y`],
    plain: [user, host, word],
  }),
  'a webhook path': ({ random, other }) => ({
    value: `https://hooks.slack.com/services/T0${other.slice(0, 8)}/B0${other.slice(0, 7)}/${random}`,
    secrets: [random],
    plain: ['hooks.slack.com', 'services'],
  }),
  'a connection string': ({ user, signs, host, word }) => ({
    value: `Server=tcp:${host},1433;Initial Catalog=${word};User Id=${user};Password=${signs.replaceAll(';', '')};Encrypt=True`,
    secrets: [signs.replaceAll(';', '')],
    plain: [host, word, user, 1433],
  }),
  'a connection string in quotes': ({ user, random, host }) => ({
    value: `Driver={ODBC Driver 18};Server=${host};Uid=${user};Pwd={${random};x}`,
    secrets: [`${random};x`],
    plain: [host, user],
  }),
  'a quoted connection string of libpq': ({ user, password, random, host }) => ({
    value: `host=${host} password='${password} ${random}' user=${user}`,
    secrets: [`${password} ${random}`, random],
    plain: [host, user],
  }),
  'a login of a container registry': ({ user, random, host }) => ({
    value: JSON.stringify({ auths: { [host]: { auth: base64(`${user}:${random}`) } } }),
    secrets: [random],
    plain: [host, user],
  }),
  'a file in base64': ({ password, random, host }) => ({
    value: base64(JSON.stringify({ host, private_key: random, password })),
    secrets: [password, random],
    plain: [host],
  }),
  'a key on several lines': ({ random, other }) => ({
    value: `${edge('BEGIN')}\n${random}${other}\n${other}${random}\n${edge('END')}\n`,
    secrets: [`${random}${other}`, `${other}${random}`, `${random}${other}${other}${random}`],
    plain: [edge('BEGIN')],
  }),
  'a key on one line': ({ random, other }) => ({
    value: `${edge('BEGIN RSA')}\\n${random}\\n${other}\\n${edge('END RSA')}`,
    secrets: [random, other],
  }),
  'a URL escaped twice': ({ user, password, host }) => ({
    value: `https://${host}/r?next=${url(url(`https://${user}:${password}@${host}/`))}`,
    secrets: [password],
    plain: [host],
  }),
  'YAML on one line': ({ password, host }) => ({
    value: `{host: ${host}, tokens: [${password}, swordfish-two]}`,
    secrets: [password, 'swordfish-two'],
    plain: [host],
  }),
  'escaped XML': ({ password, random }) => ({
    value: `<s><password>${password}&amp;x</password><token><![CDATA[${random}]]></token></s>`,
    secrets: [`${password}&x`, random],
  }),
  'a file in base64, in lines': ({ password, host }) => ({
    value: base64(JSON.stringify({ host, password, more: 'x'.repeat(60) })).replace(/.{40}/g, '$&\n'),
    secrets: [password],
    plain: [host],
  }),
  'a data URL': ({ password, host }) => ({
    value: `data:application/json;base64,${base64(JSON.stringify({ host, password }))}`,
    secrets: [password],
    plain: [host, 'application/json'],
  }),
};

const SECRET: readonly string[] = ['random', 'other', 'password'];
const PART = /\{(random|other|password|user|host|port|word)\}/g;

/** Returns a form that fills the placeholders of a string. */
const formOf =
  ([text, ...words]: readonly [string, ...string[]]): Form =>
  (filling) => {
    const parts = [...text.matchAll(PART)].map(([, name = '']) => name as keyof Filling);
    return {
      value: text.replace(PART, (_all, name: keyof Filling) => String(filling[name])),
      secrets: parts.filter((name) => SECRET.includes(name)).map((name) => String(filling[name])),
      plain: [...parts.filter((name) => !SECRET.includes(name)).map((name) => filling[name]), ...words],
    };
  };

const FORMS: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, formOf(text)])),
  ...OTHERS,
};
export const FORM_NAMES: readonly string[] = Object.keys(FORMS);

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
/** Generates letters and digits with at least two digits, as in nearly all machine-generated secrets. */
const random = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 6, maxLength: 30 }),
    fc.integer({ min: 10, max: 99 }),
    fc.constantFrom('q', 'Z', 'x'),
  )
  .map(([text, number, letter]) => `${text.slice(0, 3)}${number}${letter}${text.slice(3)}`);
const password = fc.constantFrom('opensesame', 'hunter2', 'rosebud', 'letmein-please', 'tiger', 'swordfish');
const filling: fc.Arbitrary<Filling> = fc.record({
  random,
  other: random,
  password,
  signs: fc
    .tuple(password, fc.constantFrom('&<1>', '/+=', '%41é', "'x", '!*()', '\\n"'))
    .map((pair) => pair.join('')),
  host: fc.constantFrom('db.example.com', 'db01.prod.internal', 'c-3.abcd1234.eu-west-1.rds.amazonaws.com'),
  port: fc.constantFrom(5432, 6379, 8443),
  user: fc.constantFrom('app', 'robot', 'agent-reader'),
  word: fc.constantFrom('orders', 'knowledge-base', 'inventory_2024'),
});

/** Generates a value of the given form, or of any form. */
export function compound(form?: string): fc.Arbitrary<Compound> {
  const name = form === undefined ? fc.constantFrom(...FORM_NAMES) : fc.constant(form);
  return fc.tuple(name, filling).map(([chosen, filled]) => {
    const { value, secrets, plain = [] } = (FORMS[chosen] as Form)(filled);
    return { form: chosen, value, secrets, plain: plain.map(String) };
  });
}

const percentAll = (text: string, pattern: RegExp, capitals: boolean) =>
  text.replace(pattern, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .map((code) => (capitals ? code.toUpperCase() : code))
      .join(''),
  );

/** Notations in which programs write a string, none of which may reveal a secret. */
export const WRITINGS: Readonly<Record<string, (text: string) => string>> = {
  unchanged: (text) => text,
  encodeURIComponent: encodeURIComponent,
  'Python quote()': (text) => percentAll(text, /[^A-Za-z0-9_.~/-]/gu, true),
  'Python quote_plus()': (text) => percentAll(text, /[^A-Za-z0-9_.~ -]/gu, true).replaceAll(' ', '+'),
  'every byte escaped in a URL': (text) => percentAll(text, /./gsu, false),
  'escaped twice in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  base64: base64,
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64url of a longer string': (text) => Buffer.from(`x${text}y`).toString('base64url'),
  'base64 of base64': (text) => base64(base64(text)),
  'hex of base64': (text) => Buffer.from(base64(text)).toString('hex'),
  'base64 of hex': (text) => base64(Buffer.from(text).toString('hex')),
  'base64 of a URL-escaped string': (text) => base64(encodeURIComponent(text)),
  'JSON in base64 in a URL': (text) => encodeURIComponent(base64(JSON.stringify(text))),
  'a Buffer printed by Node': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
  'bytes as octal escapes': (text) =>
    [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  JSON: (text) => JSON.stringify(text),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'JSON in ASCII with upper-case escapes': (text) =>
    text.replace(
      /[^A-Za-z0-9 ]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    ),
  'bytes printed by Python': (text) =>
    [...Buffer.from(text)]
      .map((byte) =>
        byte > 126 || byte < 33
          ? `\\x${byte.toString(16)}`
          : String.fromCharCode(byte).replace(/['\\]/, '\\$&'),
      )
      .join(''),
  HTML: (text) => text.replace(/[&<>"']/g, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`),
  'HTML with named entities': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  'HTML with numeric entities': (text) => text.replace(/./gsu, (mark) => `&#${mark.codePointAt(0)};`),
  'the trace of a shell': (text) => `'${text.replaceAll("'", "'\\''")}'`,
  'with color codes inside': (text) => `\u001b[31m${text.slice(0, 2)}\u001b[1;32m${text.slice(2)}\u001b[0m`,
  'with a color code on each letter': (text) =>
    [...text].map((letter) => `\u001b[3${letter.length}m${letter}`).join(''),
  'with an invisible character inside': (text) => `${text.slice(0, 3)}\u200b${text.slice(3)}`,
  'with the end of a color code inside, as tput prints it': (text) =>
    `${text.slice(0, 2)}\u001b(B\u001b[m${text.slice(2)}`,
  'with invisible characters of every kind': (text) =>
    Array.from(text)
      .map((letter, at) => `${letter}${['\u2063', '\ufe0f', '\u2069', '\u180e', '\u{e0061}'][at % 5]}`)
      .join(''),
  'with color codes inside, as JSON': (text) =>
    JSON.stringify(`${text.slice(0, 2)}\u001b[31m${text.slice(2)}`),
};
