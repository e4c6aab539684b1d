import type { Connect } from './follower.ts'
import { PostgresSession } from './postgresSession.ts'
import { PublishedTables } from './publishedTables.ts'

export const connectPostgres: Connect = async (input, _reader, opened) => {
  if (input.to.kind !== 'postgres') throw new Error('not a database')
  const session = await PostgresSession.open(input.to.url)
  opened(session)
  return { target: await PublishedTables.open(session, { ...input, ...input.to }), end: () => session.end() }
}
