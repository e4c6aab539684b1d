import type { ChainUpdate, Logger } from '../core/index.ts'
import type { Parts } from './parts.ts'

interface TipLogParts {
  readonly chain: Pick<Parts['chain'], 'cachedCoins' | 'subscribe' | 'tip'>
  readonly peers: Pick<Parts['peers'], 'longestHeight'>
}

/**
 * Logs each new tip, and each connected or disconnected block in detail. While the node catches up, the blocks of a
 * batch share one line.
 */
export function logTips({ chain, peers }: TipLogParts, log: Logger): void {
  const logger = log.child('chain')
  let blocks = 0
  let transactions = 0
  let disconnected = 0
  chain.subscribe((update) => {
    logBlocks(update, logger)
    blocks += update.connected.length
    disconnected += update.disconnected.length
    for (const { entry } of update.connected) transactions += entry.txCount
    // A batch is announced in several steps. Only the last one has the tip of the chain.
    const { height, hashHex: hash } = chain.tip()
    if (update.tip.hashHex !== hash) return
    logger.info('new tip', {
      ...{ height, hash, blocks, transactions },
      disconnected: disconnected > 0 ? disconnected : undefined,
      cache: chain.cachedCoins(),
      peersheight: peers.longestHeight(),
    })
    blocks = 0
    transactions = 0
    disconnected = 0
  })
}

function logBlocks({ connected, disconnected }: ChainUpdate, logger: Logger): void {
  for (const { entry } of disconnected)
    logger.debug('block disconnected', { height: entry.height, hash: entry.hashHex })
  for (const { entry } of connected)
    logger.debug('block connected', { height: entry.height, hash: entry.hashHex, transactions: entry.txCount })
}
