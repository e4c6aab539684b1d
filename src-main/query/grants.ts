import { OptionError } from '../config/index.ts'
import { SCHEMA } from '../node/publish/index.ts'

/** PostgreSQL truncates longer names. */
const MAX_ROLE_BYTES = 63
/** Neither quotes nor dollar signs, so that a name can be written into the statements below. */
const ROLE = /^[\p{L}_][\p{L}\p{N}_.@ -]*$/u

/**
 * Returns the SQL that creates a database user who can read the published tables and nothing else. It can be run again,
 * and by the owner of the tables or a superuser.
 * @throws OptionError if the name cannot be that of a user
 */
export function grantsFor(role: string): string {
  if (!ROLE.test(role) || Buffer.byteLength(role) > MAX_ROLE_BYTES || /^pg_|^(public|none)$/i.test(role))
    throw new OptionError(`-printgrants: expected the name of a database user, got "${role}"`)
  return `-- Read-only user of the published tables. Run in the database of the tables, then set a password: \\password ${role}
DO $$
BEGIN
  IF to_regnamespace('${SCHEMA}') IS NULL THEN
    RAISE EXCEPTION 'no chain is published in this database yet';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
    CREATE ROLE "${role}" LOGIN;
  END IF;
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), '${role}');
  -- Tables that later versions add belong to the user who publishes.
  EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA ${SCHEMA} GRANT SELECT ON TABLES TO %I',
    (SELECT nspowner::regrole FROM pg_namespace WHERE nspname = '${SCHEMA}'), '${role}');
END $$;
GRANT USAGE ON SCHEMA ${SCHEMA} TO "${role}";
GRANT SELECT ON ALL TABLES IN SCHEMA ${SCHEMA} TO "${role}";
ALTER ROLE "${role}" SET default_transaction_read_only = on;
ALTER ROLE "${role}" SET search_path = ${SCHEMA};`
}
