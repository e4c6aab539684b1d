import { hash160 } from '../../crypto/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { addressOf, classify, isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { CHANGE, type KeyStore } from '../keys/index.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/**
 * What an output that is the wallet's own was made for. `received`: somebody else paid. `kept`: this wallet paid one of its
 * own addresses. `unknown`: this wallet paid, and whether that was change is not known.
 */
export type OutputRole = 'received' | 'change' | 'kept' | 'unknown'

export interface OwnOutput {
  readonly index: number
  readonly role: OutputRole
}

interface Deps {
  readonly ledger: WalletLedger
  readonly keys: Pick<KeyStore, 'byHash'>
  /** the key that modules act for, which people see the address of */
  readonly identity: () => Uint8Array | undefined
  /** what an input spends, where the node knows it */
  readonly outputOf: (outpoint: OutPoint) => TxOut | undefined
}

/** What an output says of itself, whoever built the transaction. `shown`: its address was given to a person. */
type Sign = 'change' | 'shown' | 'none'

/**
 * Tells what each own output of a transaction was made for. Of what this wallet has built it remembers that. Else it takes
 * what only a wallet does for a sign of change: a key that is drawn for nothing else, or an output to a key itself instead
 * of its address. One such sign in a transaction counts; of several none is believed.
 */
export function createOutputRoles({
  ledger,
  keys,
  identity,
  outputOf,
}: Deps): (wtx: Pick<WalletTx, 'tx' | 'changeAt'>) => readonly OwnOutput[] {
  const spentBy = ({ vin }: Transaction) =>
    vin.map(({ prevout }) => ledger.get(prevout.hash)?.tx.vout[prevout.index] ?? outputOf(prevout))

  const signOf = ({ scriptPubKey }: TxOut): Sign => {
    const { type, solutions } = classify(scriptPubKey, { cc: false })
    const [solution] = solutions
    if (type === 'pubkey') return 'change'
    if (type !== 'pubkeyhash' || !solution) return 'shown'
    const key = keys.byHash(solution)
    if (key?.path) return key.path.chain === CHANGE ? 'change' : 'shown'
    // An imported key may have had another use where it came from.
    if (key?.source !== 'generated') return 'none'
    if (key.label !== null) return 'shown'
    const acting = identity()
    return acting && equal(hash160(acting), solution) ? 'none' : 'change'
  }

  const judge = (tx: Transaction, own: readonly number[]): readonly OwnOutput[] => {
    const all = (role: OutputRole) => own.map((index) => ({ index, role }))
    const spent = spentBy(tx)
    // Where others paid a part of it, what comes back to whom is between them.
    const alone = spent.every((coin) => coin && (ledger.isMine(coin) || isPayToCryptoCondition(coin.scriptPubKey)))
    if (!alone) return all('unknown')
    const signs = own.map((index) => signOf(tx.vout[index] as TxOut))
    const marked = signs.filter((sign) => sign === 'change').length
    if (marked === 1 && tx.vout.length > 1) {
      return own.map((index, place) => ({ index, role: signs[place] === 'change' ? 'change' : 'kept' }))
    }
    if (marked > 0) return all('unknown')
    // Some programs send change back to where the coins came from.
    const from = new Set(spent.map((coin) => coin && addressOf(coin.scriptPubKey, { cc: true })))
    const returned = (index: number) => from.has(addressOf((tx.vout[index] as TxOut).scriptPubKey, { cc: true }))
    return own.map((index, place) => ({
      index,
      role: signs[place] === 'shown' && !returned(index) ? 'kept' : 'unknown',
    }))
  }

  return ({ tx, changeAt }) => {
    const own = [...tx.vout.keys()].filter((index) => ledger.isMine(tx.vout[index] as TxOut))
    if (ledger.debit(tx, true) === 0n) return own.map((index) => ({ index, role: 'received' }))
    if (changeAt === null) return judge(tx, own)
    return own.map((index) => ({ index, role: index === changeAt ? 'change' : 'kept' }))
  }
}
