// Declares the parts of the untyped package aws4 that this proxy uses.
declare module 'aws4' {
  export interface SignableRequest {
    service: string;
    region: string;
    method: string;
    path: string;
    headers: Record<string, string>;
  }

  export interface Credentials {
    accessKeyId: string;
    secretAccessKey: string;
  }

  class RequestSigner {
    constructor(request: SignableRequest, credentials: Credentials);
    credentials: Credentials;
    service: string;
    region: string;
    getDate(): string;
    /** Returns the canonical request, whose last line is the hash of the body. */
    canonicalString(): string;
    stringToSign(): string;
    /** Adds the header Authorization to the request, and returns the request. */
    sign(): SignableRequest;
    /** Returns the signature of the request in hex. */
    signature(): string;
  }

  const aws4: { RequestSigner: typeof RequestSigner };
  export default aws4;
}
