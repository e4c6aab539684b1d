/**
 * publish: keeps everything that the indexes know in PostgreSQL, or publishes it as events to a NATS server next to the
 * node (`-publish`).
 *
 * Purpose: tables that many processes can query, with the node's state at one of its blocks
 * (`resources/docs/publish.md`). `chainReader.ts` reads chain.db and the block files, and `blockRows.ts` converts
 * blocks to rows. `batchWriter.ts` writes rows, and `blockRemover.ts` removes rows of blocks that left the chain.
 * `follower.ts` runs both until it is stopped. `nats/` converts the same rows to events in a stream whose newest
 * message is the cursor. `publish.md` lists them. Non-goals: the mempool except for transactions that enter it, blocks
 * off the active chain, wallet data. Invariants: data and cursor change in one server transaction, so that each block
 * is published once, regardless of crashes. Only one batch is buffered: the node's files are the buffer, and the node
 * never waits. The URL of the server is secret and must not appear in any text. Thread: its own, except `publisher.ts`,
 * which runs on the node thread.
 */

export { explainFailure } from './explainFailure.ts'
export type { PublishedSettings } from './publishedSettings.ts'
export { Publisher, type PublisherStatus } from './publisher.ts'
export { SCHEMA } from './schema.ts'
export type { PublishDestination, PublishState } from './types.ts'
