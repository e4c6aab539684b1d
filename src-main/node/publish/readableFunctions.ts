/**
 * SQL functions for queries of the tables: hashes, addresses, names and amounts as RPC shows them, and back. Other
 * schemas may be first in the search path of a caller, so bodies name only functions of PostgreSQL itself, or are parsed
 * when they are created.
 */

export interface SqlFunction {
  /** Name and types of arguments, as in `COMMENT ON FUNCTION`. */
  readonly signature: string
  readonly about: string
  readonly sql: string
}

const HASH_BYTES = 32
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Positions of the bytes of a hash, last first. */
const reversed = Array.from({ length: HASH_BYTES }, (_, index) => HASH_BYTES - index)

const PURE = 'IMMUTABLE STRICT PARALLEL SAFE'
/** High enough that the planner sorts and limits rows first. */
const SLOW = `${PURE} COST 2000`

const hashText: SqlFunction = {
  signature: 'hash_text(bytea)',
  about: 'Hash as RPC shows it: hex digits of the bytes, last byte first.',
  sql: `CREATE FUNCTION hash_text(hash bytea) RETURNS text LANGUAGE sql ${PURE}
  RETURN encode(${reversed.map((at) => `substr(hash, ${at}, 1)`).join(' || ')}, 'hex')`,
}

const hashBytes: SqlFunction = {
  signature: 'hash_bytes(text)',
  about: 'Bytes of a hash that RPC shows, for comparison with columns: WHERE txid = hash_bytes(...) uses the index.',
  sql: `CREATE FUNCTION hash_bytes(hash text) RETURNS bytea LANGUAGE sql ${PURE}
  RETURN decode(${reversed.map((at) => `substr(hash, ${2 * at - 1}, 2)`).join(' || ')}, 'hex')`,
}

const base58Check: SqlFunction = {
  signature: 'base58check(bytea)',
  about: 'Base58 text of the bytes with the checksum of addresses.',
  sql: `CREATE FUNCTION base58check(payload bytea) RETURNS text LANGUAGE plpgsql ${SLOW} AS $$
DECLARE
  bytes bytea := payload || substr(sha256(sha256(payload)), 1, 4);
  number numeric := 0;
  result text := '';
BEGIN
  FOR i IN 0 .. length(bytes) - 1 LOOP
    number := number * 256 + get_byte(bytes, i);
  END LOOP;
  WHILE number > 0 LOOP
    result := substr('${ALPHABET}', (number % 58)::int + 1, 1) || result;
    number := div(number, 58);
  END LOOP;
  FOR i IN 0 .. length(bytes) - 1 LOOP
    EXIT WHEN get_byte(bytes, i) <> 0;
    result := '1' || result;
  END LOOP;
  RETURN result;
END $$`,
}

const addressText: SqlFunction = {
  signature: 'address_text(bigint, bytea)',
  about: 'Address of a type (1 key hash, 2 script hash, 3 condition) and a hash, as RPC shows it.',
  sql: `CREATE FUNCTION address_text(type bigint, hash bytea) RETURNS text LANGUAGE sql ${SLOW}
  RETURN base58check(CASE type WHEN 2 THEN '\\x55'::bytea ELSE '\\x3c'::bytea END || hash)`,
}

const addressHash: SqlFunction = {
  signature: 'address_hash(text)',
  about: 'Hash of an address that RPC shows, for comparison with columns. A text that is not an address is an error.',
  sql: `CREATE FUNCTION address_hash(address text) RETURNS bytea LANGUAGE plpgsql ${SLOW} AS $$
DECLARE
  bytes bytea := decode(repeat('00', 25), 'hex');
  number numeric := 0;
  digit int;
BEGIN
  IF length(address) > 35 THEN
    RAISE EXCEPTION 'not an address of this chain: %', left(address, 40) USING ERRCODE = '22023';
  END IF;
  FOR i IN 1 .. length(address) LOOP
    digit := strpos('${ALPHABET}', substr(address, i, 1)) - 1;
    IF digit < 0 THEN
      RAISE EXCEPTION 'not an address of this chain: %', address USING ERRCODE = '22023';
    END IF;
    number := number * 58 + digit;
  END LOOP;
  FOR i IN REVERSE 24 .. 0 LOOP
    bytes := set_byte(bytes, i, (number % 256)::int);
    number := div(number, 256);
  END LOOP;
  IF number > 0 OR get_byte(bytes, 0) NOT IN (60, 85)
    OR substr(sha256(sha256(substr(bytes, 1, 21))), 1, 4) <> substr(bytes, 22) THEN
    RAISE EXCEPTION 'not an address of this chain: %', address USING ERRCODE = '22023';
  END IF;
  RETURN substr(bytes, 2, 20);
END $$`,
}

const nameText: SqlFunction = {
  signature: 'name_text(bytea)',
  about: 'Name or description as text. Anyone can choose it. Bytes that are not UTF-8 are shown escaped.',
  // The block for errors opens a subtransaction, so the function is not safe in parallel workers.
  sql: `CREATE FUNCTION name_text(name bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  RETURN convert_from(name, 'UTF8');
EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
  RETURN encode(name, 'escape');
END $$`,
}

const coins: SqlFunction = {
  signature: 'coins(numeric)',
  about: 'Coins of an amount in satoshis, with 8 decimals.',
  sql: `CREATE FUNCTION coins(satoshis numeric) RETURNS numeric LANGUAGE sql ${PURE}
  RETURN round(satoshis * 0.00000001, 8)`,
}

/** In the order in which they must be created. */
export const FUNCTIONS: readonly SqlFunction[] = [
  ...[hashText, hashBytes, base58Check, addressText, addressHash, nameText, coins],
]
