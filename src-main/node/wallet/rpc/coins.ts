import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import * as convert from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MempoolView } from '../../core/index.ts'
import type { OutPoint } from '../../primitives/types.ts'
import { encodeAddress } from '../../script/index.ts'
import { fromDisplayHex, isHex, toDisplayHex, yieldToEventLoop } from '../../util/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface CoinsDeps {
  readonly mempool: MempoolView
  readonly peers: { announceAgain(): void }
  readonly wallet: Wallet | undefined
}

/** Keys made per event-loop slice, which is one durable step of a few milliseconds. */
const KEYS_PER_BATCH = 100

/** Maximum of -keypool. Each key is written to disk before the reply. */
const MAX_KEYS = 100_000

const invalid = (what: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${what}`)

function parseOutpoint(value: JsonValue): OutPoint {
  if (!(value instanceof Map)) throw invalid('expected object')
  convert.checkMembers(value, { txid: 'string', vout: 'number' })
  const txid = convert.asString(value.get('txid'))
  if (txid === '' || !isHex(txid)) throw invalid('expected hex txid')
  const index = convert.asInt32(value.get('vout'))
  if (index < 0) throw invalid('vout must be positive')
  return { hash: fromDisplayHex(convert.looseHash(txid)), index }
}

export function createWalletCoinHandlers({ wallet, mempool, peers }: CoinsDeps) {
  const open = () => needWallet(wallet)

  return defineHandlers({
    getunconfirmedbalance: () => open().balance().pending,
    getrawchangeaddress: () => encodeAddress({ type: 1, hash: open().keys.next(null).hash }),
    async keypoolrefill({ newsize }, { signal }) {
      if (newsize < 0 || newsize > MAX_KEYS) throw invalid('expected valid size.')
      const { keys } = open()
      keys.requireOpen()
      // Each step is durable: a partly filled pool is valid.
      for (let size = keys.poolSize(); size + KEYS_PER_BATCH < newsize; size += KEYS_PER_BATCH) {
        keys.refill(size + KEYS_PER_BATCH)
        await yieldToEventLoop()
        signal.throwIfAborted()
        keys.requireOpen()
      }
      keys.refill(newsize === 0 ? undefined : newsize)
      return null
    },
    listlockunspent: () =>
      open()
        .locks.list()
        .map(({ hash, index }) => ({ txid: toDisplayHex(hash), vout: index })),
    lockunspent({ unlock, transactions }) {
      const { locks } = open()
      if (transactions === undefined) {
        if (unlock) locks.unlockAll()
        return true
      }
      // Parse all items first: a list with an invalid item changes nothing.
      const outpoints = transactions.map(parseOutpoint)
      for (const outpoint of outpoints) {
        if (unlock) locks.unlock(outpoint)
        else locks.lock(outpoint)
      }
      return true
    },
    resendwallettransactions() {
      const { ledger } = open()
      peers.announceAgain()
      return [...mempool.entries()].filter(({ txid }) => ledger.get(txid)).map(({ txidHex }) => txidHex)
    },
    settxfee({ amount }) {
      open().setPayRate(amount)
      return true
    },
  })
}
