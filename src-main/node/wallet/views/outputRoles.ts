import { hash160 } from '../../crypto/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { classify, findScriptAddress, isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { CHANGE, type KeyStore } from '../keys/index.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/**
 * Role of a wallet output. `received`: paid by others. `kept`: this wallet paid one of its own addresses. `unknown`:
 * this wallet paid, and it cannot be decided if the output is change.
 */
export type OutputRole = 'received' | 'change' | 'kept' | 'unknown'

export interface OwnOutput {
  readonly index: number
  readonly role: OutputRole
}

interface OutputRolesDeps {
  readonly ledger: WalletLedger
  readonly keys: Pick<KeyStore, 'byHash'>
  /** returns the key that modules act for, whose address users see */
  readonly identity: () => Uint8Array | undefined
  /** returns the output that an input spends, or undefined if the node does not know it */
  readonly outputOf: (outpoint: OutPoint) => TxOut | undefined
}

/** Evidence from the output alone, independent of the builder. `shown`: its address was given to a user. */
type Sign = 'change' | 'shown' | 'none'

/**
 * Returns a function that determines the role of each own output of a transaction. For transactions built by this
 * wallet, the change output is stored. In others, change is recognised by a key used only for change, or by payment to
 * a public key instead of its address. If several outputs look like change, all roles are unknown.
 */
export function createOutputRoles({
  ledger,
  keys,
  identity,
  outputOf,
}: OutputRolesDeps): (wtx: Pick<WalletTx, 'tx' | 'changeAt'>) => readonly OwnOutput[] {
  const spentBy = ({ vin }: Transaction) =>
    vin.map(({ prevout }) => ledger.get(prevout.hash)?.tx.vout[prevout.index] ?? outputOf(prevout))

  const inspectOutput = ({ scriptPubKey }: TxOut): Sign => {
    const { type, solutions } = classify(scriptPubKey, { cc: false })
    const [solution] = solutions
    if (type === 'pubkey') return 'change'
    if (type !== 'pubkeyhash' || !solution) return 'shown'
    const key = keys.byHash(solution)
    if (key?.path) return key.path.chain === CHANGE ? 'change' : 'shown'
    // An imported key may have been used differently by its previous wallet.
    if (key?.source !== 'generated') return 'none'
    if (key.label !== null) return 'shown'
    const acting = identity()
    return acting && equal(hash160(acting), solution) ? 'none' : 'change'
  }

  const assignRoles = (tx: Transaction, own: readonly number[]): readonly OwnOutput[] => {
    const all = (role: OutputRole) => own.map((index) => ({ index, role }))
    const spent = spentBy(tx)
    // If others paid part of the inputs, change cannot be attributed.
    const alone = spent.every((coin) => coin && (ledger.isMine(coin) || isPayToCryptoCondition(coin.scriptPubKey)))
    if (!alone) return all('unknown')
    const signs = own.map((index) => inspectOutput(tx.vout[index] as TxOut))
    const marked = signs.filter((sign) => sign === 'change').length
    if (marked === 1 && tx.vout.length > 1) {
      return own.map((index, place) => ({ index, role: signs[place] === 'change' ? 'change' : 'kept' }))
    }
    if (marked > 0) return all('unknown')
    // Some programs send change back to an address that paid.
    const from = new Set(spent.map((coin) => coin && findScriptAddress(coin.scriptPubKey, { cc: true })))
    const returned = (index: number) =>
      from.has(findScriptAddress((tx.vout[index] as TxOut).scriptPubKey, { cc: true }))
    return own.map((index, place) => ({
      index,
      role: signs[place] === 'shown' && !returned(index) ? 'kept' : 'unknown',
    }))
  }

  return ({ tx, changeAt }) => {
    const own = [...tx.vout.keys()].filter((index) => ledger.isMine(tx.vout[index] as TxOut))
    if (ledger.debit(tx, true) === 0n) return own.map((index) => ({ index, role: 'received' }))
    if (changeAt === null) return assignRoles(tx, own)
    return own.map((index) => ({ index, role: index === changeAt ? 'change' : 'kept' }))
  }
}
