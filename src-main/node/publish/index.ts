/**
 * publish: everything that the indexes know, kept in PostgreSQL or told by a NATS server beside the node (`-publish`).
 *
 * Purpose: tables that many processes may ask at once, exactly as the node knows them at one of its blocks
 * (`resources/docs/publish.md`). `chainReader.ts` reads chain.db and the block files, `blockRows.ts` makes rows of blocks,
 * `batchWriter.ts` writes them, `blockRemover.ts` removes those of blocks that left the chain, `follower.ts` does both until it is
 * stopped.
 * `nats/` makes events of the same rows, in a stream whose newest message is the cursor; `publish.md` lists them.
 * Non-goals: the mempool but for what comes into it, blocks off the active chain, what belongs to a wallet.
 * Invariants: data and cursor change in one transaction of the server, so that each block is there once, whoever crashes when.
 * Nothing is buffered but one batch: the node's files are the buffer, and the node waits for nothing. The address of the
 * server is a secret: it stands in no text.
 * Thread: its own, but for `publisher.ts`, which is on the node's.
 */

export type { PublishedSettings } from './publishedSettings.ts'
export { Publisher, type PublisherStatus } from './publisher.ts'
export { SCHEMA } from './schema.ts'
export type { PublishDestination, PublishState } from './types.ts'
