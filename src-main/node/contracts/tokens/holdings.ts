import type { MempoolView } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { Database } from '../../storage/index.ts'
import { equal } from '../../util/index.ts'
import type { TokenCoin, TokenRecord } from '../framework/tokenView.ts'
import { holderScriptFor, type TokenDirectory, toPlainBytes, toTokenRecord } from './directory.ts'
import { tokenScript } from './outputs.ts'

export interface TokenHolding {
  readonly token: TokenRecord
  readonly balance: bigint
}

/** Queries of a key's tokens. */
export interface HoldingQueries {
  balance(tokenId: Uint8Array, publicKey: Uint8Array): bigint
  /** Returns the balance without outputs that the mempool spends, as in tokenbalance. */
  available(tokenId: Uint8Array, publicKey: Uint8Array, mempool: MempoolView): bigint
  /**
   * Returns the unspent outputs of a key, in the order of the reference's unspent index: txid bytes, then output index.
   */
  coins(tokenId: Uint8Array, publicKey: Uint8Array): TokenCoin[]
  /** Returns every token of a key, oldest token first. */
  holdings(publicKey: Uint8Array): TokenHolding[]
}

export function createHoldings(db: Database, directory: TokenDirectory): HoldingQueries {
  const balance = db
    .prepare<[bigint, Uint8Array], bigint>('SELECT value FROM token_balances WHERE token = ? AND holder = ?')
    .pluck()
    .safeIntegers(true)
  const counted = db
    .prepare<[bigint, Uint8Array], { value: bigint; outputs: bigint }>(
      'SELECT value, outputs FROM token_balances WHERE token = ? AND holder = ?',
    )
    .safeIntegers(true)
  const unspent = `SELECT e.txid, o.id - o.tx AS vout, o.value, e.height
     FROM token_outputs o JOIN token_events e ON e.token = o.token AND e.tx = o.tx
     WHERE o.holder = ? AND o.token = ? AND o.spent_by IS NULL`
  // The reference's index stores output indexes little-endian, which affects the order above 255.
  const coins = db
    .prepare<[Uint8Array, bigint], CoinCells>(`${unspent} ORDER BY e.txid, (o.id - o.tx) & 255, vout`)
    .raw(true)
    .safeIntegers(true)
  const anyCoins = db.prepare<[Uint8Array, bigint], CoinCells>(unspent).raw(true).safeIntegers(true)
  const held = db.prepare<[Uint8Array], { token: bigint; value: bigint }>(
    'SELECT token, value FROM token_balances WHERE holder = ? ORDER BY token',
  )
  held.safeIntegers(true)

  return {
    balance(tokenId, publicKey) {
      const token = directory.find(tokenId)
      return token === undefined ? 0n : (balance.get(token.id, hash160(holderScriptFor(token, publicKey))) ?? 0n)
    },
    available(tokenId, publicKey, mempool) {
      const token = directory.find(tokenId)
      if (token === undefined) return 0n
      const script = holderScriptFor(token, publicKey)
      const row = counted.get(token.id, hash160(script))
      if (row === undefined) return 0n
      if (!mayBeSpent(mempool, script, Number(row.outputs))) return row.value
      let left = 0n
      for (const [txid, vout, value] of anyCoins.iterate(hash160(script), token.id)) {
        if (!mempool.spender({ hash: toPlainBytes(txid), index: Number(vout) })) left += value
      }
      return left
    },
    coins(tokenId, publicKey) {
      const token = directory.find(tokenId)
      if (token === undefined) return []
      const scriptPubKey = holderScriptFor(token, publicKey)
      return coins.all(hash160(scriptPubKey), token.id).map(([txid, vout, value, height]) => ({
        outpoint: { hash: toPlainBytes(txid), index: Number(vout) },
        value,
        scriptPubKey,
        height: Number(height),
      }))
    },
    holdings(publicKey) {
      const found = new Map<bigint, TokenHolding>()
      for (const code of [0, ...directory.nftCodes()]) {
        const script = tokenScript(code, publicKey)
        for (const { token, value } of held.all(hash160(script))) {
          const row = directory.byId(token)
          // Units can be at addresses that clients do not search: NFTs whose data start with f2 or 00.
          if (row === undefined || !equal(holderScriptFor(row, publicKey), script)) continue
          found.set(token, { token: toTokenRecord(row), balance: value })
        }
      }
      return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, holding]) => holding)
    },
  }
}

/** Checking one mempool transaction costs about a tenth of looking up one output. */
const ENTRIES_PER_OUTPUT = 10

/**
 * Returns true if the mempool may spend from the script. Also returns true, without a check, if looking up each output
 * is faster.
 */
function mayBeSpent(mempool: MempoolView, script: Uint8Array, outputs: number): boolean {
  if (mempool.size() > ENTRIES_PER_OUTPUT * outputs) return true
  for (const { spent } of mempool.entries()) {
    if (spent.some(({ scriptPubKey }) => equal(scriptPubKey, script))) return true
  }
  return false
}

/** txid, output index, value, height */
type CoinCells = [Buffer, bigint, bigint, bigint]
