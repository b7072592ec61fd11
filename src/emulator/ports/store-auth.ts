// Sign-ins with providers of OAuth 2: part of the store's interface (store.ts).

/** A provider a workspace signs its users in with. Its secret is sealed and read by itself. */
export interface AuthProviderRow {
  id: string;
  workspaceId: string;
  /** What the workspace calls it: there is one of the name in a workspace. */
  providerId: string;
  name: string;
  clientId: string;
  authUrl: string;
  tokenUrl: string;
  usesPkce: boolean;
  challengeMethod: string;
  createdAt: number;
  updatedAt: number;
}
export type AuthProviderChange = Partial<
  Omit<AuthProviderRow, 'id' | 'workspaceId' | 'providerId' | 'createdAt'> & { clientSecret: string }
>;

/** One sign-in under way, or over. */
export interface AuthFlowRow {
  id: string;
  /** `id` of the provider's row. */
  provider: string;
  workspaceId: string;
  userId: string;
  agentId: string | null;
  scopes: string[];
  /** SHA-256, hex: the state itself is not kept. */
  stateHash: string;
  redirectUri: string;
  /** `exchanging`: its callback came. Each flow takes one. */
  status: 'pending' | 'exchanging' | 'completed' | 'failed';
  createdAt: number;
  expiresAt: number;
}

/** What a provider granted: sealed as a whole. */
export interface AuthGrant {
  accessToken: string;
  refreshToken: string | null;
}
export interface AuthTokenRow {
  id: string;
  /** `id` of the provider's row. */
  provider: string;
  userId: string;
  /** Those that were granted, sorted. */
  scopes: string[];
  /** Null: it does not expire. */
  expiresAt: number | null;
  updatedAt: number;
}

export interface Auth {
  insertProvider(row: AuthProviderRow, clientSecret: string): Promise<void>;
  listProviders(workspaceId: string): Promise<AuthProviderRow[]>;
  findProvider(workspaceId: string, providerId: string): Promise<AuthProviderRow | undefined>;
  getProvider(id: string): Promise<AuthProviderRow | undefined>;
  updateProvider(id: string, change: AuthProviderChange): Promise<void>;
  /** With its tokens and flows. */
  removeProvider(id: string): Promise<void>;
  clientSecret(id: string): Promise<string | undefined>;

  /** `verifier`: the code verifier of PKCE, sealed. Also forgets flows that expired before `keptFrom`. */
  insertFlow(row: AuthFlowRow, verifier: string, keptFrom: number): Promise<void>;
  getFlow(workspaceId: string, id: string): Promise<AuthFlowRow | undefined>;
  findFlowByState(stateHash: string): Promise<AuthFlowRow | undefined>;
  verifier(id: string): Promise<string | undefined>;
  /** False, and nothing changed, when it is no longer `from`. */
  moveFlow(id: string, from: AuthFlowRow['status'], to: AuthFlowRow['status']): Promise<boolean>;

  /** Takes the place of what the user had for the same scopes. */
  putToken(row: AuthTokenRow, grant: AuthGrant): Promise<void>;
  /** The user's, the newest first. */
  tokensOf(provider: string, userId: string): Promise<AuthTokenRow[]>;
  grant(id: string): Promise<AuthGrant | undefined>;
  removeToken(id: string): Promise<void>;
}
