/**
 * Translates the node's SQLite statements to PostgreSQL. They read tables that are published under the same names. Only
 * the differences below are translated, and the server rejects everything else.
 */
export function postgresText(sql: string): string {
  let text = sql
  text = withCalls(text, 'group_concat', (args) => `string_agg((${args[0]})::text, ${args[1] ?? "','"})`)
  text = withCalls(text, 'hex', ([bytes]) => `upper(encode(${bytes}, 'hex'))`)
  text = text
    .replace(/SELECT value FROM json_each\(\?\)/g, 'SELECT value::bigint FROM jsonb_array_elements_text(?::jsonb)')
    .replace(/\b0x([0-9a-f]+)\b/gi, (_number, digits: string) => String(BigInt(`0x${digits}`)))
    // Otherwise PostgreSQL's planner would read each transaction for each output.
    .replace(
      /JOIN txs (\w+) ON \1\.ordinal = \(SELECT max\(ordinal\) FROM txs WHERE ordinal <= ([\w.]+)\)/g,
      'JOIN LATERAL (SELECT * FROM txs WHERE ordinal <= $2 ORDER BY ordinal DESC LIMIT 1) $1 ON true',
    )
    .replace(/CROSS JOIN LATERAL/g, 'JOIN LATERAL')
    // With a condition it is an ordinary join, whose order the session keeps.
    .replace(/CROSS JOIN (\w+ \w+) ON/g, 'JOIN $1 ON')
    // In SQLite a negative limit means all rows.
    .replace(/LIMIT \?/g, 'LIMIT nullif(?::bigint, -1)')
  // The view joins the spenders of outputs, which costs time even if the columns are not used.
  if (!text.includes('spent_')) text = text.replace(/\b(FROM|JOIN) outputs\b/g, '$1 tx_outputs')
  let count = 0
  return text.replace(/\?/g, () => `$${++count}`)
}

/** Replaces calls of a function, whose arguments may contain calls too. */
function withCalls(sql: string, name: string, write: (args: readonly string[]) => string): string {
  const found = new RegExp(`\\b${name}\\(`).exec(sql)
  if (found === null) return sql
  const start = found.index + found[0].length
  const args = argumentsAt(sql, start)
  const end = start + args.join(',').length + 1
  const written = write(args.map((arg) => arg.trim()))
  return sql.slice(0, found.index) + written + withCalls(sql.slice(end), name, write)
}

/** Returns the arguments of a call that starts at this offset, as written. */
function argumentsAt(sql: string, start: number): string[] {
  const args: string[] = ['']
  let depth = 0
  let quoted = false
  for (const character of sql.slice(start)) {
    if (character === "'") quoted = !quoted
    if (!quoted && character === '(') depth++
    if (!quoted && character === ')' && depth-- === 0) break
    if (!quoted && character === ',' && depth === 0) args.push('')
    else args[args.length - 1] += character
  }
  return args
}
