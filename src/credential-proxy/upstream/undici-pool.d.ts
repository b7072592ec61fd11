// Declares the type of an internal undici module that has no types, as the public type of the same class.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export = Pool;
}
