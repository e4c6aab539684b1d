/** Starts everything that notifies other programs of the chain: databases and streams, commands, ZeroMQ. */
import { ORDER_EVENTS, SIDES } from '../contracts/assets/index.ts'
import { FAUCET_POOL_ADDRESS } from '../contracts/faucet/index.ts'
import { EVENT_KINDS } from '../contracts/tokens/index.ts'
import { Notifier } from '../notify/index.ts'
import { type PublishDestination, type PublishedSettings, Publisher } from '../publish/index.ts'
import { toHex } from '../util/index.ts'
import { Publications } from '../zmq/index.ts'
import type { NodeOptions } from './options.ts'
import type { Parts } from './parts.ts'
import type { StartContext } from './startContext.ts'

/**
 * Creates the publishers. They follow the chain from the first imported block; the indexes that they read are complete
 * by then.
 */
export function openPublishers({ options, deps, running }: StartContext, { chain, mempool, params }: Parts): void {
  const { magicBytes: magic, genesisHash } = params
  const about = { folder: options.directories.network, chain: options.chain.name, magic, genesisHash }
  running.publishers = publishDestinations(options).map(
    (to) => new Publisher({ ...about, to }, { chain, mempool, logger: deps.logger.child('publish') }),
  )
}

function publishDestinations({ publish, chain, indexes, rpc, storage }: NodeOptions): PublishDestination[] {
  const { postgres: url, nats } = publish
  const { spent: spentIndex, addresses: addressIndex, timestamps: timestampIndex } = indexes
  const published: PublishedSettings = {
    ...{ args: chain.args, spentIndex, addressIndex, timestampIndex, rpcPort: rpc.port },
    dpowConfirmations: storage.dpowConfirmations,
  }
  const settings = JSON.stringify(published)
  const faucetPool = toHex(FAUCET_POOL_ADDRESS.hash)
  const kinds = { tokens: EVENT_KINDS, orders: ORDER_EVENTS, sides: SIDES }
  return [
    ...(url === undefined ? [] : [{ kind: 'postgres', url, settings, faucetPool } as const]),
    ...(nats === undefined ? [] : [{ kind: 'nats', ...nats, kinds } as const]),
  ]
}

export async function openPublications({ options, deps, running }: StartContext, parts: Parts): Promise<void> {
  const { zmq, commands } = options.publish
  for (const publisher of running.publishers) publisher.settled()
  const { wallet } = parts
  running.notify = new Notifier(commands, {
    ...parts,
    wallet: wallet && {
      wants: (block) => wallet.wants(block),
      has: (txid) => wallet.ledger.get(txid) !== undefined,
    },
    logger: deps.logger.child('notify'),
  })
  if (zmq.length === 0) return
  running.publications = await Publications.open(zmq, { ...parts, logger: deps.logger.child('zmq') })
}
