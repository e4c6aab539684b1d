import { hash160 } from '../../crypto/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { addressOf, classify, isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { CHANGE, type KeyStore } from '../keys/index.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/**
 * What an output of the wallet was made for. `received`: somebody else paid it. `kept`: this wallet paid one of its own
 * addresses. `unknown`: this wallet paid, and whether the output is change cannot be decided.
 */
export type OutputRole = 'received' | 'change' | 'kept' | 'unknown'

export interface OwnOutput {
  readonly index: number
  readonly role: OutputRole
}

interface Deps {
  readonly ledger: WalletLedger
  readonly keys: Pick<KeyStore, 'byHash'>
  /** the key that modules act for, whose address people see */
  readonly identity: () => Uint8Array | undefined
  /** the output that an input spends, where the node knows it */
  readonly outputOf: (outpoint: OutPoint) => TxOut | undefined
}

/** What the output alone says, whoever built the transaction. `shown`: its address was given to a person. */
type Sign = 'change' | 'shown' | 'none'

/**
 * Decides what each own output of a transaction was made for. For transactions that this wallet built, the change output is
 * stored. For others, change is recognised by what only a wallet does: a key that is used for change only, or payment to a
 * public key instead of its address. If several outputs of a transaction look like change, none is taken for it.
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
    // An imported key may have been used differently where it came from.
    if (key?.source !== 'generated') return 'none'
    if (key.label !== null) return 'shown'
    const acting = identity()
    return acting && equal(hash160(acting), solution) ? 'none' : 'change'
  }

  const judge = (tx: Transaction, own: readonly number[]): readonly OwnOutput[] => {
    const all = (role: OutputRole) => own.map((index) => ({ index, role }))
    const spent = spentBy(tx)
    // Where others paid part of the inputs, change cannot be attributed.
    const alone = spent.every((coin) => coin && (ledger.isMine(coin) || isPayToCryptoCondition(coin.scriptPubKey)))
    if (!alone) return all('unknown')
    const signs = own.map((index) => signOf(tx.vout[index] as TxOut))
    const marked = signs.filter((sign) => sign === 'change').length
    if (marked === 1 && tx.vout.length > 1) {
      return own.map((index, place) => ({ index, role: signs[place] === 'change' ? 'change' : 'kept' }))
    }
    if (marked > 0) return all('unknown')
    // Some programs send change back to an address that paid.
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
