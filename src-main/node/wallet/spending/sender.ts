import type { ChainParams, UpgradeState } from '../../consensus/index.ts'
import type { ChainView, MempoolWriter, Random } from '../../core/index.ts'
import { txidOf } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { p2pkhScript, p2pkScript } from '../../script/index.ts'
import type { Recipient } from '../../transactions/index.ts'
import { equal, hashKey, LruMap } from '../../util/index.ts'
import type { KeyStore } from '../keys/index.ts'
import type { TransactionRecorder, WalletLedger, WalletTx } from '../transactions/index.ts'
import { WalletError } from '../walletError.ts'
import {
  type BuiltPayment,
  buildPayment,
  type PaymentContext,
  type PaymentOptions,
  type PaymentPurpose,
} from './buildPayment.ts'
import type { CoinLocks } from './coinLocks.ts'

/** Kept in the wallet only. */
interface Comments {
  readonly comment: string
  readonly commentTo: string
}

export interface Sender {
  /** Builds and, unless the options say otherwise, signs; nothing is recorded. Throws WalletError. */
  build(recipients: readonly Recipient[], options?: PaymentOptions): BuiltPayment
  /** Which output of a payment that was built here is the change; −1: none; undefined: it was not, or long ago. */
  changeOf(tx: Transaction): number | undefined
  /** The next payment's change goes to a fresh key: the wallet derives its keys from something else from now on. */
  forgetChange(): void
  /** Admits to the mempool and records, durable when it returns; undefined: it was refused. */
  commit(tx: Transaction, comments: Comments): WalletTx | undefined
  /** Builds and commits. Throws WalletError. */
  send(recipients: readonly Recipient[], comments: Comments): WalletTx
}

export interface SenderOptions {
  readonly params: ChainParams
  /** satoshis per 1000 bytes (`-paytxfee`); 0: the default rate */
  readonly payRate: () => bigint
  /** the `-pubkey`, which gets the change */
  readonly identity: () => Uint8Array | undefined
}

interface Deps {
  readonly chain: ChainView & { upgrades(): UpgradeState }
  readonly mempool: MempoolWriter
  readonly ledger: WalletLedger
  readonly recorder: Pick<TransactionRecorder, 'pay'>
  readonly keys: KeyStore
  readonly locks: CoinLocks
  readonly random: Random
}

/** Payments whose change output is remembered until they are sent. */
const MOST_REMEMBERED = 1000

/** A placeholder of the length of the script that change goes to. */
const PLACEHOLDER = p2pkhScript(new Uint8Array(20))

/** Chooses the script for change. A key that no payment has used yet serves the next one too, so that building uses up no keys. */
function createChangeScripts({ keys, ledger }: Deps, identity: SenderOptions['identity']) {
  let unused: Uint8Array | undefined
  ledger.listen(({ tx }) => {
    const script = unused
    if (script && tx.vout.some(({ scriptPubKey }) => equal(scriptPubKey, script))) unused = undefined
  })
  return {
    scriptFor(purpose: PaymentPurpose): Uint8Array {
      const pubkey = identity()
      if (pubkey) return p2pkScript(pubkey)
      if (purpose === 'measure') return PLACEHOLDER
      unused ??= p2pkhScript(keys.next(null).hash)
      return unused
    },
    forget() {
      unused = undefined
    },
  }
}

export function createSender({ params, payRate, identity }: SenderOptions, deps: Deps): Sender {
  const { mempool, ledger, recorder } = deps
  const changeScripts = createChangeScripts(deps, identity)
  const context: PaymentContext = { ...deps, params, payRate, changeScript: changeScripts.scriptFor }
  const changes = new LruMap<string, number>(MOST_REMEMBERED)
  const changeOf = (tx: Transaction) => changes.get(hashKey(txidOf(tx)))

  const build: Sender['build'] = (recipients, options = {}) => {
    const built = buildPayment(context, recipients, options)
    if ((options.purpose ?? 'send') === 'send') changes.set(hashKey(txidOf(built.tx)), built.changeAt)
    return built
  }
  const commit: Sender['commit'] = (tx, comments) => {
    const admit = () => mempool.accept(tx, { rejectAbsurdFee: false })
    return recorder.pay(tx, { ...comments, changeAt: changeOf(tx) }, admit).ok ? ledger.get(txidOf(tx)) : undefined
  }

  return {
    build,
    changeOf,
    forgetChange: changeScripts.forget,
    commit,
    send(recipients, comments) {
      const sent = commit(build(recipients).tx, comments)
      if (!sent) {
        throw new WalletError(
          'rejected',
          'Error: The transaction was rejected! This might happen if some of the coins in your wallet were already spent, such as if you used a copy of wallet.dat and coins were spent in the copy but not marked as spent here.',
        )
      }
      return sent
    },
  }
}
