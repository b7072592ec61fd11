import type { Collector } from './collector.ts';
import { chooseDialect, type Endpoint, parseBaseUrl, parseRegion } from './endpoint.ts';
import type { RawInputs } from './raw.ts';
import { parseBoolean, parseWord } from './scalars.ts';

/** Where the control plane is: its address, or that of a region. */
export function takeEndpoint(collector: Collector, raw: RawInputs): Endpoint | undefined {
  const allowInsecureHost = collector.take('allow-insecure-host', parseBoolean) ?? false;
  const dialect = collector.take('api-dialect', (text) => parseWord(text, ['auto', 'generic', 'langsmith']));
  const ofUrl = collector.take('control-plane-url', (text) => parseBaseUrl(text, allowInsecureHost));
  const ofRegion = collector.take('region', parseRegion);
  if (raw['control-plane-url'] !== undefined && raw.region !== undefined) {
    collector.complain('region', 'control-plane-url is given too', 'Give one of them.');
    return undefined;
  }
  const wrong = (raw['control-plane-url'] ?? raw.region) !== undefined && (ofUrl ?? ofRegion) === undefined;
  if (wrong || dialect === undefined) return undefined;
  const parsed = ofUrl ?? ofRegion ?? defaultBaseUrl();
  return { baseUrl: parsed, dialect: chooseDialect(dialect, parsed), allowInsecureHost };
}

function defaultBaseUrl(): string {
  const us = parseRegion('us');
  if (!us.ok) throw new Error('the region us is missing from the contract');
  return us.value;
}
