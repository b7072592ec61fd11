import fc from 'fast-check';

/** A value that holds secrets among ordinary words, as programs are configured by it. */
export interface Compound {
  /** Which form it has. */
  form: string;
  value: string;
  /** Must be shown nowhere. */
  secrets: string[];
  /** Must stay readable. */
  plain: string[];
}

/** What a form is filled with. */
interface Filling {
  /** What a machine made: letters and digits. */
  random: string;
  other: string;
  /** What a person chose: secret by its place alone. */
  password: string;
  /** A password with signs that URLs and shells escape. */
  signs: string;
  host: string;
  port: number;
  user: string;
  word: string;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const url = encodeURIComponent;
/** The first or the last line of a key. */
const edge = (what: string) => `-----${what} PRIVATE KEY-----`;

type Form = (filling: Filling) => { value: string; secrets: string[]; plain?: (string | number)[] };

/** Every form, with the secrets in it and the words beside them. */
const FORMS: Readonly<Record<string, Form>> = {
  'Bearer x': ({ random }) => ({ value: `Bearer ${random}`, secrets: [random], plain: ['Bearer'] }),
  'bearer x, by its place': ({ password }) => ({ value: `bearer ${password}`, secrets: [password] }),
  'Basic x': ({ user, signs }) => ({
    value: `Basic ${base64(`${user}:${signs}`)}`,
    secrets: [base64(`${user}:${signs}`), signs],
    plain: [user, 'Basic'],
  }),
  'Token x': ({ random }) => ({ value: `Token ${random}`, secrets: [random], plain: ['Token'] }),
  'a scheme of its own': ({ random }) => ({ value: `Acme-V2 ${random}`, secrets: [random] }),
  'ApiKey x': ({ password }) => ({ value: `ApiKey ${password}`, secrets: [password] }),
  'a header with Bearer': ({ random }) => ({
    value: `Authorization: Bearer ${random}`,
    secrets: [random],
    plain: ['Authorization'],
  }),
  'a header with Basic': ({ user, random }) => ({
    value: `Authorization: Basic ${base64(`${user}:${random}`)}`,
    secrets: [random, base64(`${user}:${random}`)],
    plain: [user],
  }),
  'a header with a key': ({ password }) => ({
    value: `X-Api-Key: ${password}`,
    secrets: [password],
    plain: ['X-Api-Key'],
  }),
  Digest: ({ user, random, host }) => ({
    value: `Digest username="${user}", realm="${host}", nonce="${random}", response="${random}"`,
    secrets: [random],
    plain: [user, host],
  }),
  'the password of a URL': ({ user, signs, host, port, word }) => ({
    value: `postgresql://${user}:${url(signs)}@${host}:${port}/${word}?sslmode=require`,
    secrets: [signs, url(signs)],
    plain: [user, host, port, word, 'require'],
  }),
  'a password of a URL that nothing escaped': ({ user, random, host, word }) => ({
    value: `amqp://${user}:${random}/x#y@${host}/${word}`,
    secrets: [`${random}/x#y`],
    plain: [user, host, word],
  }),
  'a URL with a password and no user': ({ password, host, port }) => ({
    value: `redis://:${password}@${host}:${port}/0`,
    secrets: [password],
    plain: [host, port],
  }),
  'a token as the user of a URL': ({ random, host }) => ({
    value: `https://${random}@${host}/acme/agents.git`,
    secrets: [random],
    plain: [host, 'acme'],
  }),
  'a token behind a known user': ({ random }) => ({
    value: `https://x-access-token:${random}@github.com/acme/agents`,
    secrets: [random],
    plain: ['github.com', 'x-access-token'],
  }),
  'several URLs': ({ random, other, host, port }) => ({
    value: `redis://:${random}@${host}:${port},redis://:${other}@${host}:${port}`,
    secrets: [random, other],
    plain: [host, port],
  }),
  'a URL of several hosts': ({ user, random, host, word }) => ({
    value: `mongodb://${user}:${random}@${host}:27017,b.${host}:27017/${word}?replicaSet=rs0`,
    secrets: [random],
    plain: [user, host, word, 'rs0'],
  }),
  'a token in a query': ({ random, host }) => ({
    value: `https://${host}/v1/items?limit=10&access_token=${random}&format=json`,
    secrets: [random],
    plain: [host, 'items', 'json'],
  }),
  'any value in a query': ({ password, host }) => ({
    value: `https://${host}/hook?who=${password}`,
    secrets: [password],
    plain: [host],
  }),
  'a token in a fragment': ({ random, host }) => ({
    value: `https://${host}/cb#access_token=${random}&token_type=bearer`,
    secrets: [random],
    plain: [host],
  }),
  'a signed URL': ({ random, host }) => ({
    value: `https://${host}/b/o?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=${random}`,
    secrets: [random],
    plain: [host, 'AWS4-HMAC-SHA256', 3600],
  }),
  'a shared access signature': ({ random, host }) => ({
    value: `https://${host}/c?sv=2024-11-04&sig=${url(`${random}=`)}`,
    secrets: [random],
    plain: [host],
  }),
  'a webhook path': ({ random, other }) => ({
    value: `https://hooks.slack.com/services/T0${other.slice(0, 8)}/B0${other.slice(0, 7)}/${random}`,
    secrets: [random],
    plain: ['hooks.slack.com', 'services'],
  }),
  'another webhook path': ({ random }) => ({
    value: `https://discord.com/api/webhooks/1234567890/${random}`,
    secrets: [random],
    plain: ['discord.com', 'webhooks'],
  }),
  'a bot’s path': ({ random }) => ({
    value: `https://api.telegram.org/bot123456:${random}/sendMessage`,
    secrets: [random],
    plain: ['api.telegram.org', 'sendMessage'],
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
  'an account key': ({ random, word }) => ({
    value: `DefaultEndpointsProtocol=https;AccountName=${word};AccountKey=${random}==;EndpointSuffix=core.windows.net`,
    secrets: [random],
    plain: [word, 'core.windows.net'],
  }),
  'a service bus': ({ random, host }) => ({
    value: `Endpoint=sb://${host}/;SharedAccessKeyName=Root;SharedAccessKey=${random}=`,
    secrets: [random],
    plain: [host, 'Root'],
  }),
  'a list with commas': ({ password, host, port }) => ({
    value: `${host}:${port},password=${password},ssl=True`,
    secrets: [password],
    plain: [host, port],
  }),
  'JDBC with a query': ({ user, password, host, word }) => ({
    value: `jdbc:postgresql://${host}:5432/${word}?user=${user}&password=${password}`,
    secrets: [password],
    plain: [host, word, user],
  }),
  'JDBC with semicolons': ({ user, password, host }) => ({
    value: `jdbc:sqlserver://${host}:1433;user=${user};password=${password};encrypt=true`,
    secrets: [password],
    plain: [host, user],
  }),
  'JDBC with a slash': ({ random, host }) => ({
    value: `jdbc:oracle:thin:scott/${random}@//${host}:1521/x`,
    secrets: [random],
    plain: [host, 'scott'],
  }),
  'key:secret': ({ random, word }) => ({ value: `${word}:${random}`, secrets: [random], plain: [word] }),
  'host:port:database:user:password': ({ random, host, user, word }) => ({
    value: `${host}:5432:${word}:${user}:${random}`,
    secrets: [random],
    plain: [host, word, user],
  }),
  'words of libpq': ({ user, password, host, port, word }) => ({
    value: `host=${host} port=${port} dbname=${word} user=${user} password=${password} sslmode=require`,
    secrets: [password],
    plain: [host, port, word, user, 'require'],
  }),
  'words of libpq in quotes': ({ user, password, random, host }) => ({
    value: `host=${host} password='${password} ${random}' user=${user}`,
    secrets: [`${password} ${random}`, random],
    plain: [host, user],
  }),
  dotenv: ({ password, random, host, port }) => ({
    value: `# settings\nDB_HOST=${host}\nDB_PORT=${port}\nDB_PASSWORD=${password}\nexport API_TOKEN="${random}"\n`,
    secrets: [password, random],
    plain: [host, port, 'DB_PASSWORD'],
  }),
  YAML: ({ password, random, host, port }) => ({
    value: `database:\n  host: ${host}\n  port: ${port}\n  password: ${password} # not ours\ntokens:\n  - ${random}\n`,
    secrets: [password, random],
    plain: [host, port],
  }),
  JSON: ({ password, random, host, user }) => ({
    value: JSON.stringify({ host, user, password, more: [{ client_secret: random }] }),
    secrets: [password, random],
    plain: [host, user],
  }),
  'JSON in JSON': ({ password, host }) => ({
    value: JSON.stringify({ config: JSON.stringify({ host, password }) }),
    secrets: [password],
    plain: [host],
  }),
  INI: ({ password, host }) => ({
    value: `[default]\nserver = ${host}\naws_secret_access_key = ${password}\n`,
    secrets: [password],
    plain: [host, 'default'],
  }),
  XML: ({ password, host }) => ({
    value: `<settings><host>${host}</host><password>${password}</password></settings>`,
    secrets: [password],
    plain: [host],
  }),
  cookies: ({ password, random, word }) => ({
    value: `Cookie: theme=${word}; sessionid=${password}; csrftoken=${random}`,
    secrets: [password, random],
    plain: ['Cookie', 'theme', word],
  }),
  'a cookie that is set': ({ random }) => ({
    value: `session=${random}; Path=/; HttpOnly; Secure`,
    secrets: [random],
    plain: ['HttpOnly', 'Secure'],
  }),
  'a form': ({ password, word }) => ({
    value: `grant_type=client_credentials&client_id=${word}&client_secret=${password}`,
    secrets: [password],
    plain: [word, 'client_credentials'],
  }),
  arguments: ({ password, random, user, host }) => ({
    value: `tool --token ${password} -u ${user}:${random} --host ${host}`,
    secrets: [password, random],
    plain: [user, host],
  }),
  '.netrc': ({ password, user, host }) => ({
    value: `machine ${host} login ${user} password ${password}`,
    secrets: [password],
    plain: [host, user],
  }),
  '.npmrc': ({ random, host }) => ({
    value: `//${host}/:_authToken=${random}\nregistry=https://${host}/\n`,
    secrets: [random],
    plain: [host],
  }),
  'a login of a container registry': ({ user, random, host }) => ({
    value: JSON.stringify({ auths: { [host]: { auth: base64(`${user}:${random}`) } } }),
    secrets: [random],
    plain: [host, user],
  }),
  'a login module': ({ user, password }) => ({
    value: `org.acme.PlainLogin required username="${user}" password="${password}";`,
    secrets: [password],
    plain: [user, 'required'],
  }),
  'a file in base64': ({ password, random, host }) => ({
    value: base64(JSON.stringify({ host, private_key: random, password })),
    secrets: [password, random],
    plain: [host],
  }),
  'a key of several lines': ({ random, other }) => ({
    value: `${edge('BEGIN')}\n${random}${other}\n${other}${random}\n${edge('END')}\n`,
    secrets: [`${random}${other}`, `${other}${random}`, `${random}${other}${other}${random}`],
    plain: [edge('BEGIN')],
  }),
  'a key on one line': ({ random, other }) => ({
    value: `${edge('BEGIN RSA')}\\n${random}\\n${other}\\n${edge('END RSA')}`,
    secrets: [random, other],
  }),
  'a one-time password': ({ random, word }) => ({
    value: `otpauth://totp/${word}?secret=${random}&issuer=acme`,
    secrets: [random],
    plain: [word],
  }),
  'options of a command line': ({ user, password, host, word }) => ({
    value: `mysql --host=${host} --user=${user} --password=${password} ${word}`,
    secrets: [password],
    plain: [host, user, word],
  }),
  'a variable before a command': ({ user, password, host }) => ({
    value: `PGPASSWORD=${password} psql -h ${host} -U ${user}`,
    secrets: [password],
    plain: [host, user],
  }),
  'a header in single quotes': ({ password, host }) => ({
    value: `curl -H 'X-Api-Key: ${password}' https://${host}/x`,
    secrets: [password],
    plain: [host],
  }),
  'the user of curl': ({ user, password, host }) => ({
    value: `curl --user=${user}:${password} https://${host}/x`,
    secrets: [password],
    plain: [host, user],
  }),
  'a switch with its value': ({ random, host }) => ({
    value: `mysql -h ${host} -p${random} orders`,
    secrets: [random],
    plain: [host, 'orders'],
  }),
  'a property of Java': ({ password }) => ({
    value: `-Ddb.password=${password} -Xmx2g`,
    secrets: [password],
  }),
  'a request line': ({ password, host }) => ({
    value: `GET /x?api_key=${password} HTTP/1.1\r\nHost: ${host}`,
    secrets: [password],
    plain: [host, 'HTTP/1.1'],
  }),
  'a data source of Go': ({ user, password, host, word }) => ({
    value: `${user}:${password}@tcp(${host}:3306)/${word}?parseTime=true`,
    secrets: [password],
    plain: [user, host, word],
  }),
  'a URL without a scheme': ({ user, password, host }) => ({
    value: `//${user}:${password}@${host}/x`,
    secrets: [password],
    plain: [user, host],
  }),
  'a password file of Postgres': ({ user, password, host, word }) => ({
    value: `${host}:5432:${word}:${user}:${password}`,
    secrets: [password],
    plain: [user, host, word],
  }),
  'name:word, where the name tells': ({ password }) => ({
    value: `password:${password}`,
    secrets: [password],
  }),
  'a name with a number': ({ password, host }) => ({
    value: `DB_HOST=${host} DB_PASS1=${password}`,
    secrets: [password],
    plain: [host],
  }),
  'a URL escaped twice': ({ user, password, host }) => ({
    value: `https://${host}/r?next=${url(url(`https://${user}:${password}@${host}/`))}`,
    secrets: [password],
    plain: [host],
  }),
  'YAML in one line': ({ password, host }) => ({
    value: `{host: ${host}, tokens: [${password}, swordfish-two]}`,
    secrets: [password, 'swordfish-two'],
    plain: [host],
  }),
  'YAML with a tag': ({ password, host }) => ({
    value: `host: ${host}\npassword: !!str ${password}`,
    secrets: [password],
    plain: [host],
  }),
  'name and value apart, in JSON': ({ password, host }) => ({
    value: JSON.stringify([
      { name: 'DB_PASSWORD', value: password },
      { name: 'DB_HOST', value: host },
    ]),
    secrets: [password],
    plain: [host],
  }),
  'name and value apart, in YAML': ({ password, host }) => ({
    value: `- name: DB_PASSWORD\n  value: ${password}\n- name: DB_HOST\n  value: ${host}\n`,
    secrets: [password],
    plain: ['DB_PASSWORD', host],
  }),
  'name and value apart, in XML': ({ password }) => ({
    value: `<add key="ApiSecret" value="${password}" />`,
    secrets: [password],
    plain: ['ApiSecret'],
  }),
  'XML that is escaped': ({ password, random }) => ({
    value: `<s><password>${password}&amp;x</password><token><![CDATA[${random}]]></token></s>`,
    secrets: [`${password}&x`, random],
  }),
  'TOML in three quotes': ({ password }) => ({
    value: `token = """${password}"""`,
    secrets: [password],
  }),
  'JSON that is escaped': ({ password, host }) => ({
    value: `{\\"host\\":\\"${host}\\",\\"password\\":\\"${password}\\"}`,
    secrets: [password],
    plain: [host],
  }),
  'a hash of Ruby': ({ password, host }) => ({
    value: `{:host=>"${host}", :password=>"${password}"}`,
    secrets: [password],
    plain: [host],
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
  'the end of a sentence': ({ random }) => ({
    value: `The password is ${random}.`,
    secrets: [random],
    plain: ['The', 'is'],
  }),
  'words with something random': ({ random, word }) => ({
    value: `use ${random} for ${word}`,
    secrets: [random],
    plain: [word],
  }),
};
export const FORM_NAMES: readonly string[] = Object.keys(FORMS);

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
/** Letters and digits of a machine: at least two digits among them, as nearly all have. */
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

/** A value of one form, or of any. */
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

/** How programs write a text down; none of these may bring a secret out. */
export const WRITINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  encodeURIComponent: encodeURIComponent,
  'Python quote()': (text) => percentAll(text, /[^A-Za-z0-9_.~/-]/gu, true),
  'Python quote_plus()': (text) => percentAll(text, /[^A-Za-z0-9_.~ -]/gu, true).replaceAll(' ', '+'),
  'every byte escaped in a URL': (text) => percentAll(text, /./gsu, false),
  'escaped twice in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  base64: base64,
  'base64url in something longer': (text) => Buffer.from(`x${text}y`).toString('base64url'),
  'base64 of base64': (text) => base64(base64(text)),
  'hex of base64': (text) => Buffer.from(base64(text)).toString('hex'),
  'base64 of hex': (text) => base64(Buffer.from(text).toString('hex')),
  'base64 of what is escaped in a URL': (text) => base64(encodeURIComponent(text)),
  'JSON in base64 in a URL': (text) => encodeURIComponent(base64(JSON.stringify(text))),
  'bytes of Node': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
  'bytes in octal': (text) =>
    [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  JSON: (text) => JSON.stringify(text),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'JSON in ASCII, in capitals': (text) =>
    text.replace(
      /[^A-Za-z0-9 ]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    ),
  'bytes of Python': (text) =>
    [...Buffer.from(text)]
      .map((byte) =>
        byte > 126 || byte < 33
          ? `\\x${byte.toString(16)}`
          : String.fromCharCode(byte).replace(/['\\]/, '\\$&'),
      )
      .join(''),
  HTML: (text) => text.replace(/[&<>"']/g, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`),
  'HTML by numbers': (text) => text.replace(/./gsu, (mark) => `&#${mark.codePointAt(0)};`),
  'a shell’s trace': (text) => `'${text.replaceAll("'", "'\\''")}'`,
  'a colour inside': (text) => `\u001b[31m${text.slice(0, 2)}\u001b[1;32m${text.slice(2)}\u001b[0m`,
  'a colour on each letter': (text) =>
    [...text].map((letter) => `\u001b[3${letter.length}m${letter}`).join(''),
  'a character inside that is not seen': (text) => `${text.slice(0, 3)}\u200b${text.slice(3)}`,
  'the end of a colour inside, as tput writes it': (text) =>
    `${text.slice(0, 2)}\u001b(B\u001b[m${text.slice(2)}`,
  'characters that are not seen, of every kind': (text) =>
    Array.from(text)
      .map((letter, at) => `${letter}${['\u2063', '\ufe0f', '\u2069', '\u180e', '\u{e0061}'][at % 5]}`)
      .join(''),
  'a colour inside, as JSON': (text) => JSON.stringify(`${text.slice(0, 2)}\u001b[31m${text.slice(2)}`),
};
