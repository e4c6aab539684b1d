import { describe, expect, it } from 'vitest'
import { postgresText } from './statementText.ts'

describe('postgresText', () => {
  it.each([
    ['SELECT a FROM t WHERE b = ? AND (c, d) > (?, ?)', 'SELECT a FROM t WHERE b = $1 AND (c, d) > ($2, $3)'],
    ["SELECT hex(t.txid) || ':' || n FROM t", "SELECT upper(encode(t.txid, 'hex')) || ':' || n FROM t"],
    [
      "SELECT group_concat(hex(t.txid), ''), group_concat(t.height) FROM t",
      "SELECT string_agg((upper(encode(t.txid, 'hex')))::text, ''), string_agg((t.height)::text, ',') FROM t",
    ],
    ['SELECT sum(v & 0xffffffff) FROM t', 'SELECT sum(v & 4294967295) FROM t'],
    ['SELECT a FROM (SELECT b) d CROSS JOIN txs t ON t.c = d.b', 'SELECT a FROM (SELECT b) d JOIN txs t ON t.c = d.b'],
    ['SELECT a FROM f CROSS JOIN orders o WHERE o.b = ?', 'SELECT a FROM f CROSS JOIN orders o WHERE o.b = $1'],
    [
      'SELECT a FROM u CROSS JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= u.b) WHERE u.c = ?',
      'SELECT a FROM u JOIN LATERAL (SELECT * FROM txs WHERE ordinal <= u.b ORDER BY ordinal DESC LIMIT 1) t ON true WHERE u.c = $1',
    ],
    ['SELECT a FROM u JOIN outputs o ON o.id = u.b', 'SELECT a FROM u JOIN tx_outputs o ON o.id = u.b'],
    ['SELECT spent_by FROM outputs WHERE id = ?', 'SELECT spent_by FROM outputs WHERE id = $1'],
    ['SELECT a FROM t LIMIT ? OFFSET ?', 'SELECT a FROM t LIMIT nullif($1::bigint, -1) OFFSET $2'],
    [
      'o IN (SELECT value FROM json_each(?)) AND p > ?',
      'o IN (SELECT value::bigint FROM jsonb_array_elements_text($1::jsonb)) AND p > $2',
    ],
  ])('translates the statement: %s', (sqlite, postgres) => {
    expect(postgresText(sqlite)).toBe(postgres)
  })
})
