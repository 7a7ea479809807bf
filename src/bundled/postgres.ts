/** The client of PostgreSQL. */
export { default as postgres } from 'postgres';
