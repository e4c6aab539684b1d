import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { outpointKey, toHex } from '../../src-main/node/util/index.ts'
import { concludeSearch } from '../../src-main/node/wallet/rpc/index.ts'
import { findUncovered } from '../../src-main/node/wallet/rpc/phraseCoverage.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { killOnce } from './kill.ts'
import {
  fillOldKeys,
  MOVE_SEED,
  type MovingWallet,
  mineAfterKill,
  OLD_KEYS,
  openMovingWallet,
} from './moveUnderTest.ts'

const VICTIM = new URL('./moveVictim.ts', import.meta.url)
type Step = 'start' | 'agreed' | 'sent' | 'mined'

/** The message that triggers the kill, and its required count. */
const KILLS: readonly (readonly [Step, number])[] = [
  ['start', 1],
  ['sent', 1],
  ['sent', 2],
  ['mined', 1],
]
/** wallet numbers, and kills per wallet */
const [LIVES, KILLS_PER_LIFE] = nightly() ? [[0, 1, 2], 20] : [[0], 4]

const context = { signal: new AbortController().signal, transport: 'http' as const }

interface Holdings {
  /** satoshis, immature ones included */
  readonly coins: bigint
  readonly tokens: ReadonlyMap<string, bigint>
  /** ids of all transactions */
  readonly txids: ReadonlySet<string>
  /** coins of old keys, by outpoint */
  readonly old: readonly string[]
}

/** Returns the units of every token at keys of the wallet. */
function sumTokens(
  { market, wallet }: MovingWallet,
  isCounted: (path: unknown) => boolean,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { pubkey, path } of wallet.keys.used()) {
    if (pubkey.length !== 33 || !isCounted(path)) continue
    for (const { token, balance } of market.indexes.tokens.holdings(pubkey)) {
      const id = toHex(token.tokenId)
      sums.set(id, (sums.get(id) ?? 0n) + balance)
    }
  }
  return sums
}

function sumHoldings(opened: MovingWallet): Holdings {
  const { wallet } = opened
  const held = [...wallet.ledger.holdings()]
  const scripts = new Set(OLD_KEYS.flatMap(({ p2pk, p2pkh }) => [toHex(p2pk), toHex(p2pkh)]))
  const old = held
    .filter(({ output }) => scripts.has(toHex(output.scriptPubKey)))
    .map(({ source, index }) => outpointKey({ hash: source.txid, index }))
  const coins = held.reduce((sum, { output }) => sum + output.value, 0n)
  const txids = new Set(wallet.ledger.transactions().map(({ txidHex }) => txidHex))
  return { coins, tokens: sumTokens(opened, () => true), txids, old }
}

/** Completes the move and checks that every holding is at keys of the phrase exactly once. */
async function check(folder: string, before: Holdings): Promise<void> {
  const opened = await openMovingWallet(folder)
  const { wallet, coverage } = opened
  try {
    const handlers = opened.openHandlers()
    const [account] = wallet.keyring.accounts.list()
    expect(toHex(wallet.keyring.identity() ?? new Uint8Array())).toBe(toHex(account?.pubkey ?? new Uint8Array()))
    for (let block = 0; block < 200 && wallet.agreedMove.get(); block++) {
      while (wallet.agreedMove.status()?.running) await new Promise((resolve) => setImmediate(resolve))
      mineAfterKill(opened)
    }
    expect(wallet.agreedMove.get()).toBeUndefined()
    const plan = await handlers.planmovetophrase({ plan: undefined }, context)
    expect(plan).toMatchObject({ transactions: 0, tokens: [], staycount: 0 })
    const spends = new Map<string, number>()
    let [fees, moves] = [0n, 0n]
    for (const { tx, txidHex, block } of wallet.ledger.transactions()) {
      if (!block) continue
      for (const { prevout } of tx.vin) spends.set(outpointKey(prevout), (spends.get(outpointKey(prevout)) ?? 0) + 1)
      const own = wallet.ledger.debit(tx)
      if (own === 0n || before.txids.has(txidHex)) continue
      moves++
      fees += own - tx.vout.reduce((sum, output) => (wallet.ledger.isMine(output) ? sum + output.value : sum), 0n)
    }
    expect(before.old.map((name) => spends.get(name))).toEqual(before.old.map(() => 1))
    const after = sumHoldings(opened)
    expect([after.old, before.coins - after.coins]).toEqual([[], fees])
    const transfers = BigInt(before.tokens.size)
    expect(fees).toBe(transfers * 10_000n + (moves - transfers) * 5_000n)
    expect(sumTokens(opened, (path) => path !== null)).toEqual(before.tokens)
    expect((await findUncovered(coverage)).size).toBe(0)
  } finally {
    opened.close()
  }
}

/** Restores the phrase into an empty wallet and checks that it finds the holdings of the moved wallet. */
async function checkRestore(folder: string): Promise<void> {
  const moved = await openMovingWallet(folder)
  const [coins, tokens] = [sumHoldings(moved).coins, sumTokens(moved, () => true)]
  moved.close()
  mkdirSync(join(folder, 'restored'))
  // Use other random bytes: the same ones would also generate the random keys of the moved wallet.
  const restored = await openMovingWallet(folder, 'restored', { random: { bytes: (length) => randomBytes(length) } })
  try {
    const { wallet, market } = restored
    wallet.setSeed(MOVE_SEED, { words: 12, birth: 0 }, true)
    await wallet.search.resume({})
    await concludeSearch({ wallet, addressIndex: market.addressIndex }, {})
    expect(sumHoldings(restored).coins).toBe(coins)
    expect(sumTokens(restored, () => true)).toEqual(tokens)
  } finally {
    restored.close()
  }
}

describe('a wallet killed while it moves to its phrase', () => {
  let dir: string
  beforeAll(() => {
    dir = temporaryFolder()
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  it.each(LIVES)(
    'continues where it stopped, pays nothing twice, and is complete after a restore (wallet %d)',
    {
      timeout: 600_000,
    },
    async (life) => {
      const folder = join(dir, `life-${life}`)
      mkdirSync(join(folder, 'wallet'), { recursive: true })
      const opened = await openMovingWallet(folder)
      fillOldKeys(opened, life)
      const before = sumHoldings(opened)
      opened.close()
      let agreed = false
      for (let kill = 0; kill < KILLS_PER_LIFE; kill++) {
        const [step, count] = KILLS[(kill + life) % KILLS.length] ?? ['start', 1]
        let seen = 0
        let mined = 0
        // A completed move sends nothing more, so two further blocks also end the wait.
        const isReached = (message: Step) => {
          agreed ||= message === 'agreed' || message === 'sent'
          return (message === step && ++seen >= count) || (message === 'mined' && ++mined > 2)
        }
        await killOnce<Step>(VICTIM, [folder, agreed ? 'agreed' : ''], isReached, (life * 7 + kill * 5) % 23)
      }
      await check(folder, before)
      await checkRestore(folder)
    },
  )
})
