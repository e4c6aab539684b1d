import type { Connect } from './follower.ts'
import { openPublishedTables } from './publishedTables.ts'
import { openSession } from './postgresSession.ts'

export const connectPostgres: Connect = async (input, _reader, opened) => {
  if (input.to.kind !== 'postgres') throw new Error('no database')
  const session = await openSession(input.to.url)
  opened(session)
  return { target: await openPublishedTables(session, { ...input, ...input.to }), end: session.end }
}
