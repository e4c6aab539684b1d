import { join } from 'node:path'
import type { Chain, ImportQueue } from '../chain/index.ts'
import type { ChainParams } from '../consensus/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { loadAddrMan, saveAddrMan } from '../p2p/addrman/index.ts'
import { BanList, parseSubnet } from '../p2p/bans/index.ts'
import { NoNetwork, openNetworkDatabase, P2p, type P2pSettings, type PeerService } from '../p2p/index.ts'
import { PairNonces } from '../p2p/peer/index.ts'
import { SERVICE, splitHostPort } from '../p2p/wire/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Closers } from './closers.ts'
import type { ContactRecord } from './contactRecord.ts'
import type { NodeOptions, P2pOptions } from './options.ts'
import type { PartsDeps } from './parts.ts'

const DAY = 86_400
/**
 * Number of headers whose proof of work is checked per slice. A check takes almost 1 ms on a main chain, regtest has
 * none.
 */
const HEADERS_PER_SLICE = { main: 4, regtest: 160 } as const
/** Parses a proxy address. src-main/config ensures that it includes the port. */
const parseProxy = (text: string | undefined) => (text === undefined ? undefined : splitHostPort(text, 0))

function computeServices({ indexes, p2p }: NodeOptions): bigint {
  return (
    SERVICE.network |
    ((p2p?.bloomFilters ?? true) ? SERVICE.bloom : 0n) |
    (indexes.addresses ? SERVICE.addressIndex : 0n) |
    (indexes.spent ? SERVICE.spentIndex : 0n)
  )
}

function toP2pSettings(options: NodeOptions, p2p: P2pOptions, params: ChainParams): P2pSettings {
  const whitelist = p2p.whitelist.flatMap((text) => parseSubnet(text) ?? [])
  const { banScore, maxSendBuffer, maxReceiveBuffer, maxOrphans, bloomFilters, maxTipAge, comments } = p2p
  return {
    services: computeServices(options),
    comments,
    connections: {
      ...p2p,
      whitelist,
      port: params.p2pPort,
      proxy: parseProxy(p2p.proxy),
      onionProxy: parseProxy(p2p.onionProxy),
    },
    peer: { magic: params.magicBytes, banScore, maxSendBuffer, maxReceiveBuffer },
    relay: { maxOrphans, bloomFilters },
    sync: {
      spacing: params.blockTime,
      headersAtOnce: HEADERS_PER_SLICE[params.checksSolution ? 'main' : 'regtest'],
      maxTipAgeSeconds: maxTipAge,
    },
  }
}

interface PeersContext {
  readonly params: ChainParams
  readonly chain: Chain
  readonly importQueue: ImportQueue
  readonly mempool: Mempool
  readonly wallet: Wallet | undefined
  readonly contacts: ContactRecord
}

/** Builds the peer manager of the node. Connecting begins with `start`. */
export function openPeers(
  options: NodeOptions,
  { params, chain, importQueue, mempool, wallet, contacts }: PeersContext,
  deps: PartsDeps,
  closers: Closers,
): PeerService {
  const { clock, random, fatal } = deps
  const logger = deps.logger.child('p2p')
  const { network } = options.directories
  const db = openNetworkDatabase(network, logger)
  closers.add(() => void db.close())
  const bans = new BanList({ db, clock })
  if (options.p2p === undefined) {
    return new NoNetwork({
      bans,
      clock,
      services: computeServices(options),
      banTime: DAY,
      defaultPort: params.p2pPort,
      tip: () => chain.tip(),
      bestHeader: () => chain.bestHeader(),
    })
  }
  const path = join(network, 'peers.dat')
  const addrMan = loadAddrMan(path, { clock, random, logger })
  const peers = new P2p(toP2pSettings(options, options.p2p, params), {
    ...{ chain, importQueue, mempool, clock, random, logger: deps.logger, db, bans, addrMan, fatal },
    millis: () => performance.now(),
    admission: {
      pair: deps.pair && new PairNonces(deps.pair.secret),
      admitOutsider: () => contacts.note('peer'),
    },
    saveAddrMan: () => saveAddrMan(path, addrMan),
    ownTransactions: () => [...mempool.entries()].filter(({ txid }) => wallet?.ledger.get(txid) !== undefined),
  })
  closers.add(() => peers.stop())
  return peers
}
