export { type PostgresServer, SERVER_PASSWORD, startPostgres } from './server.ts';
