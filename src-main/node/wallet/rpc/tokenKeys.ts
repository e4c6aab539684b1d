import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ccOne } from '../../conditions/index.ts'
import type { ContractIndexes } from '../../contracts/index.ts'
import { displayText } from '../../contracts/tokens/index.ts'
import type { AddressIndexView } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../script/index.ts'
import { equal, hashKey, toDisplayHex, toHex, yieldToEventLoop } from '../../util/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface TokenKeysDeps {
  readonly wallet: Wallet | undefined
  readonly contractIndexes: ContractIndexes | undefined
  /** returns the public key that modules act for in this run */
  readonly pubkey: () => Uint8Array | undefined
}

type Row = MethodResult<'listtokenkeys'>[number]

const COMPRESSED_LENGTH = 33
/** Maximum number of listed tokens per key. */
const MAX_NAMED_TOKENS = 100
/** Number of keys per event-loop slice. Takes a few milliseconds. */
const KEYS_PER_BATCH = 50

/**
 * Returns true if coins or tokens were ever paid to a key. Without the address index, tokens are found only if
 * their transaction also paid coins to the key.
 */
export function wasPaid({ ledger }: Wallet, pubkey: Uint8Array, addressIndex: AddressIndexView | undefined): boolean {
  const hash = hash160(pubkey)
  const paid = ledger.transactions().some(({ tx }) =>
    tx.vout.some(({ scriptPubKey }) => {
      const address = indexedAddress(scriptPubKey)
      return address?.type === 1 && equal(address.hash, hash)
    }),
  )
  const condition = indexedAddress(ccScript(ccOne(EVAL_CODES.tokens, pubkey)))
  return paid || (condition !== undefined && (addressIndex?.balance(condition).received ?? 0n) > 0n)
}

/** Sums coins by the hash of their key. */
function coinsByKey({ ledger }: Wallet): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { output } of ledger.holdings()) {
    const address = indexedAddress(output.scriptPubKey)
    if (address?.type !== 1) continue
    const name = hashKey(address.hash)
    sums.set(name, (sums.get(name) ?? 0n) + output.value)
  }
  return sums
}

/** Returns the keys that may be listed, without duplicates: token key, account keys, then used keys, oldest first. */
function candidates({ keys, keyring }: Wallet, identity: Uint8Array | undefined): Uint8Array[] {
  const all = [
    ...(identity ? [identity] : []),
    ...keyring.accounts.list().map(({ pubkey }) => pubkey),
    ...keys.used().map(({ pubkey }) => pubkey),
  ]
  const seen = new Set<string>()
  return all.filter((pubkey) => {
    const name = hashKey(pubkey)
    if (pubkey.length !== COMPRESSED_LENGTH || seen.has(name)) return false
    seen.add(name)
    return true
  })
}

/** Handler of `listtokenkeys`, which lists the keys that can be the token key. */
export function createTokenKeyHandlers(deps: TokenKeysDeps) {
  const tokens = deps.contractIndexes?.tokens
  return defineHandlers({
    async listtokenkeys(_none, { signal }) {
      const wallet = needWallet(deps.wallet)
      const { keys, keyring } = wallet
      const identity = deps.pubkey()
      const coins = coinsByKey(wallet)
      const accounts = new Map(keyring.accounts.list().map((account) => [hashKey(account.pubkey), account]))
      const rows: Row[] = []
      for (const [index, pubkey] of candidates(wallet, identity).entries()) {
        if (index % KEYS_PER_BATCH === KEYS_PER_BATCH - 1) {
          await yieldToEventLoop()
          signal.throwIfAborted()
        }
        const hash = hash160(pubkey)
        const held = tokens?.holdings(pubkey) ?? []
        const account = accounts.get(hashKey(pubkey))
        const acting = identity !== undefined && equal(identity, pubkey)
        const amount = coins.get(hashKey(hash)) ?? 0n
        if (!acting && !account && amount === 0n && held.length === 0) continue
        const key = keys.byHash(hash)
        rows.push({
          pubkey: toHex(pubkey),
          address: encodeAddress({ type: 1, hash }),
          identity: acting,
          mine: key !== undefined,
          account: account?.account ?? null,
          restored: key?.path != null,
          label: account?.label || key?.label || '',
          coins: amount,
          tokens: held.slice(0, MAX_NAMED_TOKENS).map(({ token, balance }) => ({
            tokenid: toDisplayHex(token.tokenId),
            name: displayText(token.name),
            units: balance,
          })),
          tokencount: held.length,
        })
      }
      return rows
    },
  })
}
