import { hash160 } from '../../crypto/index.ts'
import type { TxOut } from '../../primitives/types.ts'
import { behindLockTime, classify } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import { EXTERNAL, GAP_LIMIT, type KeyStore, type WalletKey } from '../keys/index.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/** Returns the hash of the single key that locks an output, or undefined for other scripts. */
export function findKeyHash({ scriptPubKey }: TxOut): Uint8Array | undefined {
  const inner = behindLockTime(scriptPubKey) ?? scriptPubKey
  const { type, solutions } = classify(inner, { cc: false })
  const [solution] = solutions
  if (!solution) return undefined
  if (type === 'pubkey') return hash160(solution)
  return type === 'pubkeyhash' ? solution : undefined
}

const chainName = (account: number, chain: number) => `${account}/${chain}`

/**
 * Determines the phrase keys that a restore in another wallet would find. A restore stops after 20 unpaid addresses in
 * a row on each chain of an account, and at the first unpaid account (BIP44). Keys beyond that are nevertheless derived
 * from the phrase.
 */
export class PhraseReach {
  readonly #ledger: WalletLedger
  readonly #keys: KeyStore
  /** hashes of paid keys; undefined until first use, because collecting them reads every transaction */
  #paid: Set<string> | undefined
  /** number of children that a restore derives, per chain; recomputed after new payments or keys */
  #reached: { readonly stamp: string; readonly ends: ReadonlyMap<string, number> } | undefined

  constructor({ ledger, keys }: { readonly ledger: WalletLedger; readonly keys: KeyStore }) {
    this.#ledger = ledger
    this.#keys = keys
    ledger.listen((wtx) => {
      if (this.#paid) this.#note(wtx, this.#paid)
    })
  }

  /** Returns true if coins were ever paid to this key. */
  isPaid({ hash }: WalletKey): boolean {
    return this.#paidHashes().has(hashKey(hash))
  }

  /**
   * Returns true if a restore finds the key.
   * @param holdsTokens returns true if an account's own key holds tokens, which count as a payment
   */
  reaches({ path }: WalletKey, holdsTokens: (account: number) => boolean): boolean {
    if (!path) return false
    for (let account = 1; account < path.account; account++) {
      if (!this.#isAccountPaid(account) && !holdsTokens(account)) return false
    }
    return path.child < (this.#ends().get(chainName(path.account, path.chain)) ?? GAP_LIMIT)
  }

  #isAccountPaid(account: number): boolean {
    return [0, 1].some((chain) => this.#ends().has(chainName(account, chain)))
  }

  #ends(): ReadonlyMap<string, number> {
    const paid = this.#paidHashes()
    const stamp = `${paid.size} ${this.#keys.revision()}`
    if (this.#reached?.stamp === stamp) return this.#reached.ends
    const ends = new Map<string, number>()
    for (const [name, children] of this.#paidChildren(paid)) {
      let end = GAP_LIMIT
      for (const child of children.sort((a, b) => a - b)) if (child < end) end = Math.max(end, child + 1 + GAP_LIMIT)
      ends.set(name, end)
    }
    this.#reached = { stamp, ends }
    return ends
  }

  #paidChildren(paid: ReadonlySet<string>): ReadonlyMap<string, number[]> {
    const chains = new Map<string, number[]>()
    for (const hash of paid) {
      const path = this.#keys.byHash(Buffer.from(hash, 'hex'))?.path
      if (!path) continue
      const name = chainName(path.account, path.chain)
      const children = chains.get(name) ?? []
      children.push(path.child)
      chains.set(name, children)
    }
    return chains
  }

  #paidHashes(): ReadonlySet<string> {
    if (this.#paid) return this.#paid
    const paid = new Set<string>()
    for (const wtx of this.#ledger.transactions()) this.#note(wtx, paid)
    this.#paid = paid
    return paid
  }

  #note({ tx }: WalletTx, paid: Set<string>): void {
    for (const output of tx.vout) {
      const hash = this.#ledger.isMine(output) ? findKeyHash(output) : undefined
      if (hash) paid.add(hashKey(hash))
    }
  }
}

/**
 * Returns true for an account's own key, which contracts can act for and whose tokens a restore finds without coins.
 */
export const isAccountKey = ({ path }: WalletKey): boolean => path?.chain === EXTERNAL && path.child === 0
