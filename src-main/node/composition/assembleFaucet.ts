import { Faucet, startThreadSearch } from '../contracts/faucet/index.ts'
import type { AddressIndexView } from '../core/index.ts'
import type { Closers } from './closers.ts'
import type { NodeOptions } from './options.ts'
import type { Parts, PartsDeps } from './parts.ts'

const timers = {
  set: (callback: () => void, millis: number) => setTimeout(callback, millis),
  clear: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
}

type ConsentContext = Pick<Parts, 'params' | 'chain' | 'mempool' | 'wallet' | 'buildContext'> & {
  readonly addressIndex: AddressIndexView
}

/** The faucet's view of the node. A search that runs ends with it. */
export function openFaucet(options: NodeOptions, ground: ConsentContext, deps: PartsDeps, closers: Closers): Faucet {
  const { addresses, spent } = options.indexes
  const { clock, random, logger, pubkey, signal } = deps
  const faucet = new Faucet({
    ...ground,
    addressIndex: addresses && spent ? ground.addressIndex : undefined,
    pubkey,
    isOwn: (txid) => ground.wallet?.ledger.get(txid) !== undefined,
    startSearch: startThreadSearch,
    clock,
    random,
    logger: logger.child('faucet'),
    timers,
  })
  // Callers that wait are answered at once that the node stops, before anything is closed.
  signal.addEventListener('abort', () => faucet.claims.cancel())
  closers.add(() => faucet.claims.close())
  return faucet
}
