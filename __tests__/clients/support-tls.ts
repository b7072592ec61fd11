import { generateKeyPairSync, sign } from 'node:crypto';

export interface TlsIdentity {
  /** PEM. */
  cert: string;
  /** PEM. */
  key: string;
}

/** A fresh self-signed certificate for one DNS name, valid this century. */
export function selfSigned(name: string): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const subject = sequence(tlv(0x31, sequence(oid([0x55, 0x04, 0x03]), tlv(0x0c, Buffer.from(name)))));
  const altName = sequence(oid([0x55, 0x1d, 0x11]), tlv(0x04, sequence(tlv(0x82, Buffer.from(name)))));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(tlv(0x17, Buffer.from('200101000000Z')), tlv(0x18, Buffer.from('20991231235959Z'))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(altName)),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function tlv(tag: number, value: Buffer): Buffer {
  const length = value.length;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const sequence = (...items: Buffer[]) => tlv(0x30, Buffer.concat(items));
const oid = (bytes: number[]) => tlv(0x06, Buffer.from(bytes));
