// Declares an untyped internal module of undici, with the public type of undici's pool.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export = Pool;
}
