import type { NamedBlock } from '../node/core/index.ts'
import { SCHEMA } from '../node/publish/index.ts'
import type { ConnectionAnswer } from './database/messages.ts'
import { isOfNetwork } from './database/tableConnections.ts'

/** The published block, as one statement sees it. */
export interface PublishedState {
  readonly kind: 'ready'
  readonly block: NamedBlock
  /** Unix time of the block in seconds. */
  readonly time: number
  readonly chain: string
  /** JSON of the settings that replies depend on. */
  readonly settings: string
}

/**
 * `publishing`: the database answers, but no complete chain is published yet. `unreachable`: no answer. `refused`: this
 * user or database must be changed first.
 */
export interface UnreadyState {
  readonly kind: 'publishing' | 'unreachable' | 'refused'
  /** text for users, without secrets */
  readonly reason: string
}

export type TablesState = PublishedState | UnreadyState

/**
 * The time is read only once the tables have their indexes: before, each block would be read. Names have their schema,
 * so that a missing right is not taken for a missing table.
 */
export const STATE_QUERY = `SELECT height, encode(hash, 'hex'), chain, settings, indexed::text,
  CASE WHEN indexed THEN (SELECT time FROM ${SCHEMA}.blocks b WHERE b.height = p.height) END FROM ${SCHEMA}.published p`

const NOT_PUBLISHED = 'No chain is published here yet'
const BEING_PUBLISHED = 'The chain is being published...'
/** SQLSTATEs of missing tables, and of a missing schema. */
const MISSING: readonly string[] = ['42P01', '3F000']
/** SQLSTATE classes and codes that waiting does not change: password, database, rights. */
const REFUSED = /^(28|3D000$|42501$)/

/** @param answer answer to `STATE_QUERY` */
export function toTablesState(answer: ConnectionAnswer): TablesState {
  if (!answer.ok) return toUnreadyState(answer)
  const [height, hash, chain, settings, indexed, time] = answer.rows[0] ?? []
  if (hash == null || chain == null || settings == null) return { kind: 'publishing', reason: NOT_PUBLISHED }
  if (indexed !== 'true') return { kind: 'publishing', reason: BEING_PUBLISHED }
  const block = { height: Number(height), hash: Buffer.from(hash, 'hex') }
  return { kind: 'ready', block, time: Number(time ?? 0), chain, settings }
}

function toUnreadyState({ reason, code }: Extract<ConnectionAnswer, { ok: false }>): UnreadyState {
  if (code === undefined || isOfNetwork(code)) return { kind: 'unreachable', reason }
  if (MISSING.includes(code)) return { kind: 'publishing', reason: NOT_PUBLISHED }
  if (code === '42501') return { kind: 'refused', reason: `${reason}: run the SQL of -printgrants=<role>` }
  return { kind: REFUSED.test(code) ? 'refused' : 'unreachable', reason }
}
