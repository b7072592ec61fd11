// undici's internal modules have no types. This declares the public type of the same class.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export = Pool;
}
