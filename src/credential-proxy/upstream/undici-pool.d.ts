// Type of an internal module of undici, which has none: the public type of the same class.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export = Pool;
}
