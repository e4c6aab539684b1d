import type { Chain } from '../chain/index.ts'
import type { ChainUpdate, Logger, NewBlock } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { serializeTransaction, type Transaction } from '../primitives/index.ts'
import { openPubSocket, type PubSocket } from './pubSocket.ts'

/** What is published, as the reference's options name it. */
export type ZmqTopic = 'checkedblock' | 'hashblock' | 'hashtx' | 'rawblock' | 'rawtx'

/** One option: a topic and where it goes. Several may go to one address. */
export interface Publication {
  readonly topic: ZmqTopic
  readonly address: string
}

export interface Publications {
  close(): Promise<void>
}

interface Deps {
  readonly chain: Pick<Chain, 'subscribe' | 'isInitialDownload' | 'blockBytes'>
  readonly mempool: Pick<Mempool, 'onChange'>
  readonly logger: Logger
}

/** The last part of each message: how many of its kind came before it. */
const NUMBER_BYTES = 4

/**
 * Publishes from now on: of each transaction that comes into the mempool or is in a block that connects or disconnects, then of
 * the new tip. Nothing while blocks are still being fetched.
 * @throws PublicationError, and then nothing is open
 */
export async function createPublications(publications: readonly Publication[], deps: Deps): Promise<Publications> {
  const { chain, mempool, logger } = deps
  const sockets = await openSockets(publications, logger)
  const counts = new Map<Publication, number>()

  function publish(topic: ZmqTopic, body: () => Uint8Array | undefined): void {
    const wanted = publications.filter((publication) => publication.topic === topic)
    const bytes = wanted.length > 0 ? body() : undefined
    if (bytes === undefined) return
    for (const publication of wanted) {
      const count = counts.get(publication) ?? 0
      counts.set(publication, count + 1)
      const number = Buffer.alloc(NUMBER_BYTES)
      number.writeUInt32LE(count >>> 0)
      sockets.get(publication.address)?.publish([Buffer.from(topic, 'latin1'), bytes, number])
    }
  }

  const transaction = ({ tx, txid }: { readonly tx: Transaction; readonly txid: Uint8Array }) => {
    publish('hashtx', () => displayOrder(txid))
    publish('rawtx', () => serializeTransaction(tx))
  }

  const ofTransactions = publications.some(({ topic }) => topic === 'hashtx' || topic === 'rawtx')

  const connected = ({ entry, txs }: NewBlock) => {
    if (ofTransactions) for (const item of txs) transaction(item)
    publish('checkedblock', () => chain.blockBytes(entry))
  }

  function update({ disconnected, connected: blocks, tip }: ChainUpdate): void {
    if (chain.isInitialDownload()) return
    if (ofTransactions) for (const { txs } of disconnected) for (const item of txs) transaction(item)
    for (const block of blocks) connected(block)
    if (blocks.length === 0) return
    publish('hashblock', () => displayOrder(tip.hash))
    publish('rawblock', () => chain.blockBytes(tip))
  }

  const ends = [
    chain.subscribe(update, () => ofTransactions && !chain.isInitialDownload()),
    ...(ofTransactions ? [mempool.onChange(({ added }) => added.forEach(transaction))] : []),
  ]
  return {
    async close() {
      for (const end of ends) end()
      await closeAll(sockets.values())
    },
  }
}

/** Hashes go out as they are shown. */
const displayOrder = (hash: Uint8Array) => hash.toReversed()

async function openSockets(publications: readonly Publication[], logger: Logger): Promise<Map<string, PubSocket>> {
  const sockets = new Map<string, PubSocket>()
  try {
    for (const { address } of publications) {
      if (!sockets.has(address)) sockets.set(address, await openPubSocket(address, logger))
    }
  } catch (error) {
    await closeAll(sockets.values())
    throw error
  }
  for (const { topic, address } of publications) logger.info('publishes by ZeroMQ', { topic, address })
  return sockets
}

const closeAll = (sockets: Iterable<PubSocket>) => Promise.all([...sockets].map((socket) => socket.close()))
