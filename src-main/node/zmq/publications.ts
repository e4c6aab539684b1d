import type { Chain } from '../chain/index.ts'
import type { ChainUpdate, Logger, NewBlock } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { serializeTransaction, type Transaction } from '../primitives/index.ts'
import { PubSocket } from './pubSocket.ts'

/** Topics, named like komodod's options. */
export type ZmqTopic = 'checkedblock' | 'hashblock' | 'hashtx' | 'rawblock' | 'rawtx'

/** Option value: a topic and its address. Several topics may use one address. */
export interface Publication {
  readonly topic: ZmqTopic
  readonly address: string
}

interface PublicationsDeps {
  readonly chain: Pick<Chain, 'subscribe' | 'isInitialDownload' | 'blockBytes'>
  readonly mempool: Pick<Mempool, 'onChange'>
  readonly logger: Logger
}

/** Length of a message's last part: the number of earlier messages of its topic. */
const NUMBER_BYTES = 4

/** Publishes events of the chain and the mempool. */
export class Publications {
  readonly #publications: readonly Publication[]
  readonly #chain: PublicationsDeps['chain']
  readonly #sockets: ReadonlyMap<string, PubSocket>
  /** number of messages per publication */
  readonly #counts = new Map<Publication, number>()
  readonly #includesTransactions: boolean
  readonly #unsubscribe: readonly (() => void)[]

  private constructor(
    publications: readonly Publication[],
    sockets: ReadonlyMap<string, PubSocket>,
    { chain, mempool }: PublicationsDeps,
  ) {
    this.#publications = publications
    this.#chain = chain
    this.#sockets = sockets
    this.#includesTransactions = publications.some(({ topic }) => topic === 'hashtx' || topic === 'rawtx')
    this.#unsubscribe = [
      chain.subscribe(
        (update) => this.#publishUpdate(update),
        () => this.#includesTransactions && !chain.isInitialDownload(),
      ),
      ...(this.#includesTransactions
        ? [
            mempool.onChange(({ added }) => {
              for (const entry of added) this.#publishTransaction(entry)
            }),
          ]
        : []),
    ]
  }

  /**
   * Publishes from now on each transaction that enters the mempool or is in a connected or disconnected block, then the
   * new tip. Publishes nothing during the initial block download.
   * @throws PublicationError if an address cannot be opened, in which case none stays open
   */
  static async open(publications: readonly Publication[], deps: PublicationsDeps): Promise<Publications> {
    return new Publications(publications, await openSockets(publications, deps.logger), deps)
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await closeAll(this.#sockets.values())
  }

  #publishUpdate({ disconnected, connected, tip }: ChainUpdate): void {
    if (this.#chain.isInitialDownload()) return
    if (this.#includesTransactions)
      for (const { txs } of disconnected) for (const item of txs) this.#publishTransaction(item)
    for (const block of connected) this.#publishBlock(block)
    if (connected.length === 0) return
    this.#publish('hashblock', () => displayOrder(tip.hash))
    this.#publish('rawblock', () => this.#chain.blockBytes(tip))
  }

  #publishBlock({ entry, txs }: NewBlock): void {
    if (this.#includesTransactions) for (const item of txs) this.#publishTransaction(item)
    this.#publish('checkedblock', () => this.#chain.blockBytes(entry))
  }

  #publishTransaction({ tx, txid }: { readonly tx: Transaction; readonly txid: Uint8Array }): void {
    this.#publish('hashtx', () => displayOrder(txid))
    this.#publish('rawtx', () => serializeTransaction(tx))
  }

  #publish(topic: ZmqTopic, body: () => Uint8Array | undefined): void {
    const wanted = this.#publications.filter((publication) => publication.topic === topic)
    const bytes = wanted.length > 0 ? body() : undefined
    if (bytes === undefined) return
    for (const publication of wanted) {
      const count = this.#counts.get(publication) ?? 0
      this.#counts.set(publication, count + 1)
      const number = Buffer.alloc(NUMBER_BYTES)
      number.writeUInt32LE(count >>> 0)
      this.#sockets.get(publication.address)?.publish([Buffer.from(topic, 'latin1'), bytes, number])
    }
  }
}

/** Hashes are published in display order. */
const displayOrder = (hash: Uint8Array) => hash.toReversed()

async function openSockets(publications: readonly Publication[], logger: Logger): Promise<Map<string, PubSocket>> {
  const sockets = new Map<string, PubSocket>()
  try {
    for (const { address } of publications) {
      if (!sockets.has(address)) sockets.set(address, await PubSocket.open(address, logger))
    }
  } catch (error) {
    await closeAll(sockets.values())
    throw error
  }
  for (const { topic, address } of publications) logger.info('publishing by ZeroMQ', { topic, address })
  return sockets
}

const closeAll = (sockets: Iterable<PubSocket>) => Promise.all([...sockets].map((socket) => socket.close()))
