import { describe, expect, test } from '@jest/globals';
import { scopeOf } from '../../../src/credential-proxy/signing/aws-scope.ts';
import { problemsOf, ruleOf, warningsOf } from '../policy/support.ts';
import { awsSigning, hmacSigning } from './support.ts';

const FROM_HOST = { region: null, service: null };
const scopeText = (host: string, given = FROM_HOST as { region: string | null; service: string | null }) => {
  const scope = scopeOf(given, host);
  return scope === undefined ? 'unknown' : `${scope.region} ${scope.service}`;
};

describe('the region and service of a host name', () => {
  // docs/credential-proxy/signing.md#scope
  test.each([
    ['dynamodb.us-east-1.amazonaws.com', 'us-east-1 dynamodb'],
    ['bedrock-runtime.eu-central-1.amazonaws.com', 'eu-central-1 bedrock'],
    ['email.eu-west-1.amazonaws.com', 'eu-west-1 ses'],
    ['api.ecr.us-west-2.amazonaws.com', 'us-west-2 ecr'],
    ['abc123.execute-api.us-east-1.amazonaws.com', 'us-east-1 execute-api'],
    ['s3.eu-central-1.amazonaws.com', 'eu-central-1 s3'],
    ['my.bucket.s3.eu-central-1.amazonaws.com', 'eu-central-1 s3'],
    ['bucket.s3.dualstack.us-west-2.amazonaws.com', 'us-west-2 s3'],
    ['bucket.s3-eu-west-1.amazonaws.com', 'eu-west-1 s3'],
    ['123456789012.s3-control.us-east-1.amazonaws.com', 'us-east-1 s3'],
    ['bucket.s3.amazonaws.com', 'us-east-1 s3'],
    ['us-west-2.s3.amazonaws.com', 'us-east-1 s3'],
    ['sts.amazonaws.com', 'us-east-1 sts'],
    ['sts-fips.us-gov-west-1.amazonaws.com', 'us-gov-west-1 sts'],
    ['search-x.us-east-1.es.amazonaws.com', 'us-east-1 es'],
    ['x.us-east-1.aoss.amazonaws.com', 'us-east-1 aoss'],
    ['sqs.cn-north-1.amazonaws.com.cn', 'cn-north-1 sqs'],
    ['lambda.us-east-1.api.aws', 'us-east-1 lambda'],
    ['x.lambda-url.eu-north-1.on.aws', 'eu-north-1 lambda'],
    ['bucket.s3-accelerate.amazonaws.com', 'unknown'],
    ['bucket.s3-website-us-east-1.amazonaws.com', 'unknown'],
    ['bucket.s3-website.eu-central-1.amazonaws.com', 'unknown'],
    ['bucket.s3-fips-us-gov-west-1.amazonaws.com', 'us-gov-west-1 s3'],
    ['s3-external-1.amazonaws.com', 'unknown'],
    ['x.s3-outposts.us-east-1.amazonaws.com', 'unknown'],
    ['x.s3express-use1-az4.us-east-1.amazonaws.com', 'unknown'],
    ['x.accesspoint.s3-global.amazonaws.com', 'unknown'],
    ['vpce-1.sts.us-east-1.vpce.amazonaws.com', 'unknown'],
    ['amazonaws.com', 'unknown'],
    ['us-east-1.amazonaws.com', 'unknown'],
    ['dynamodb.us-east-1.amazonaws.com.evil.test', 'unknown'],
    ['dynamodb.us-east-1.notamazonaws.com', 'unknown'],
    ['127.0.0.1', 'unknown'],
  ])('%s: %s', (host, expected) => {
    expect(scopeText(host)).toBe(expected);
  });

  test.each([
    ['a.test', 'unknown'],
    ['dynamodb.eu-west-1.amazonaws.com', 'eu-west-1 s3'],
    // docs/credential-proxy/signing.md#other-region
    ['dynamodb.us-east-1.amazonaws.com', 'unknown'],
    ['bucket.s3.amazonaws.com', 'eu-west-1 s3'],
  ])('is overridden by the rule, unless %s contains another region: %s', (host, expected) => {
    expect(scopeText(host, { region: 'eu-west-1', service: host === 'a.test' ? null : 's3' })).toBe(expected);
  });
});

describe('the compiler of a signature', () => {
  const problems = (
    sign: ReturnType<typeof awsSigning> | ReturnType<typeof hmacSigning>,
    hosts: string[] = ['sts.us-east-1.amazonaws.com'],
    headers: string[] = [],
  ) =>
    problemsOf([
      ruleOf({
        sign,
        matchHosts: hosts,
        headers: headers.map((name) => ({ name, value: 'x', secret: false, needles: [] })),
      }),
    ]).map(({ loc, msg }) => `${loc.slice(2).join('.')}: ${msg}`);

  test.each([
    [['*.amazonaws.com'], {}],
    [['*.eu-central-1.amazonaws.com'], { region: 'eu-central-1' }],
    [['bucket.s3.eu-central-1.amazonaws.com', 'sts.amazonaws.com'], {}],
    [['127.0.0.1:9000', '*.minio.test'], { region: 'us-east-1', service: 's3' }],
  ])('accepts the hosts %j with %j', (hosts, over) => {
    expect(problems(awsSigning(over), hosts)).toEqual([]);
  });

  // docs/credential-proxy/signing.md#scope
  test.each([
    [['api.test'], {}],
    [['api.test'], { region: 'us-east-1' }],
    [['*.api.test'], { service: 's3' }],
    [['sts.us-east-1.amazonaws.com'], { region: 'eu-central-1' }],
    [['*.eu-west-1.amazonaws.com'], { region: 'eu-central-1' }],
  ])('rejects the hosts %j with %j', (hosts, over) => {
    expect(problems(awsSigning(over), hosts)).toEqual([
      expect.stringMatching(/^matchHosts\.0: .*specify region and service in sign$/),
    ]);
  });

  test('rejects a public suffix of AWS, below which anyone can register a name', () => {
    expect(problems(awsSigning(), ['*.s3.eu-central-1.amazonaws.com'])).toEqual([
      expect.stringContaining('matchHosts.0: anyone can register a name'),
    ]);
  });

  test.each([
    [{ accessKeyId: 'a/b' }, 'sign.aws.accessKeyId: the value is not an ID of an access key'],
    [{ secretAccessKey: '' }, 'sign.aws.secretAccessKey: the value is empty'],
    [{ sessionToken: 'a\nb' }, 'sign.aws.sessionToken: the value contains a line break or NUL'],
  ])('rejects %j without the value', (over, expected) => {
    expect(problems(awsSigning(over))).toEqual([expected]);
  });

  test.each(['Authorization', 'x_amz_date', 'X-Amz-Security-Token'])(
    'rejects the header %s, which the signature sets',
    (name) => {
      expect(problems(awsSigning(), undefined, [name])).toEqual([
        'headers.0.name: the signature of this rule sets this header',
      ]);
    },
  );

  test.each([
    [{ header: 'Host' }, 'sign.hmac.header: belongs to the connection'],
    [{ timestampHeader: 'X_Signature' }, 'sign.hmac.timestampHeader: must be another header'],
    [{ secretEncoding: 'hex' }, 'sign.hmac.secret: the value is not valid hex'],
    [{ secret: '%%%', secretEncoding: 'base64' }, 'sign.hmac.secret: the value is not valid base64'],
    [{ signed: 'text' }, 'sign.hmac.signed: must contain at least one variable'],
    [{ signed: '{body} {key}' }, 'sign.hmac.signed: must contain only the variables {timestamp}, {body}'],
    [{ signed: '{body' }, 'sign.hmac.signed: a brace must be part of a {KEY}'],
    [{ signed: '{timestamp}{body}' }, 'sign.hmac.signed: contains {timestamp}, which the receiver must know'],
    [{ value: 'sha256=' }, 'sign.hmac.value: must contain {signature} exactly once'],
    [{ value: '{signature}{signature}' }, 'sign.hmac.value: must contain {signature} exactly once'],
    [{ value: '{signature}\n' }, 'sign.hmac.value: contains a line break'],
    [{ value: '{body}{signature}' }, 'sign.hmac.value: must contain only the variables'],
  ] as const)('rejects %j', (over, expected) => {
    const found = problems(hmacSigning(over), ['hooks.test']);
    expect(found).toEqual([expect.stringContaining(expected)]);
    expect(found.join()).not.toContain('hmac-secret');
  });

  // docs/credential-proxy/signing.md#issued
  test.each([
    [['bedrock-runtime.us-east-1.amazonaws.com', 'bucket.s3.us-east-1.amazonaws.com'], {}, null],
    [['sts.amazonaws.com', 'iam.amazonaws.com'], {}, 'iam, sts'],
    [['api.ecr.us-east-1.amazonaws.com'], {}, 'ecr'],
    [['*.amazonaws.com'], {}, 'codeartifact, cognito-identity, ecr, ecr-public, iam, sts'],
    [['*.amazonaws.com'], { region: 'us-east-1', service: 's3' }, null],
    [['sts.test'], { region: 'us-east-1', service: 'sts' }, 'sts'],
  ])(
    'warns about hosts whose responses can contain credentials: %j with %j',
    (matchHosts, over, services) => {
      const rules = [ruleOf({ headers: [], sign: awsSigning(over), matchHosts })];
      expect(warningsOf(rules)).toEqual(
        services === null
          ? []
          : [
              expect.stringContaining(
                `signs requests for ${services}, whose responses can contain credentials`,
              ),
            ],
      );
    },
  );

  test('warns about a secret that is too short to be masked', () => {
    expect(warningsOf([ruleOf({ headers: [], sign: hmacSigning({ secret: 'short' }) })])).toEqual([
      'rule "api": the secret in secret is too short to be masked in responses',
    ]);
  });
});
