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

/** Opens the faucet with its view of the node. Closing it also ends a running search. */
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
  // Answer waiting callers when shutdown begins, before anything is closed.
  signal.addEventListener('abort', () => faucet.claims.cancel())
  closers.add(() => faucet.claims.close())
  return faucet
}
