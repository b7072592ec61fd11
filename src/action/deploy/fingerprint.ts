import { createHmac } from 'node:crypto';

/**
 * The fingerprint of a text under a key: equal for equal texts, and telling nothing of them to who has not the key. A
 * plain hash would let a secret that can be guessed be confirmed.
 */
export function fingerprint(key: string, text: string): string {
  return createHmac('sha256', key).update('agent-deploy plan\n').update(text).digest('hex');
}
