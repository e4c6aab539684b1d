import type { Chain } from './chain/index.ts'
import type { Closers } from './closers.ts'
import type { ChainParams } from './consensus/index.ts'
import type { PeerNetwork } from './interfaces.ts'
import type { NodeOptions } from './options.ts'
import { createBanList } from './p2p/bans/index.ts'
import { openNetworkDatabase } from './p2p/networkDatabase.ts'
import { createNoNetwork } from './p2p/noNetwork.ts'
import { SERVICE } from './p2p/wire/index.ts'
import type { PartsDeps } from './parts.ts'

const DAY = 86_400

/** The peers of the node. */
export function openPeers(
  options: NodeOptions,
  { params, chain }: { readonly params: ChainParams; readonly chain: Chain },
  deps: PartsDeps,
  closers: Closers,
): PeerNetwork {
  const { clock, logger } = deps
  const db = openNetworkDatabase(options.directories.network, logger.child('p2p'))
  closers.add(() => void db.close())
  const { addresses, spent } = options.indexes
  return createNoNetwork({
    bans: createBanList({ db, clock }),
    clock,
    services:
      SERVICE.network | SERVICE.bloom | (addresses ? SERVICE.addressIndex : 0n) | (spent ? SERVICE.spentIndex : 0n),
    banTime: DAY,
    defaultPort: params.p2pPort,
    tip: () => chain.tip(),
    bestHeader: () => chain.bestHeader(),
  })
}
