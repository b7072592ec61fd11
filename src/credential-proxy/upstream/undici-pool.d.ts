// undici's inner modules carry no types of their own; this is the public one of the same class.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export = Pool;
}
