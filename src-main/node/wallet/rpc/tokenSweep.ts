import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { isMovableToken } from '#shared/protocol/contractRules.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_TOGETHER } from '#shared/rpc/methods/walletPurse.ts'
import { failed } from '../../contracts/framework/rpc/contractGate.ts'
import type { TokenRecord } from '../../contracts/framework/tokenView.ts'
import { buildTokenTransfer, displayText, type TokenQueries } from '../../contracts/tokens/index.ts'
import { createTokenGate, type TokenGateDeps } from '../../contracts/tokens/rpc/tokenGate.ts'
import type { Mempool } from '../../mempool/index.ts'
import { serializeTransaction, txidOf } from '../../primitives/index.ts'
import type { OutPoint, Transaction } from '../../primitives/types.ts'
import { p2pkScript } from '../../script/index.ts'
import { type BuildContext, BuildError, type CoinSource, type SpendableCoin } from '../../transactions/index.ts'
import { equal, hashKey, toDisplayHex, toHex } from '../../util/index.ts'
import type { Wallet } from '../index.ts'
import { needWallet } from './walletTx.ts'

interface Deps extends TokenGateDeps {
  readonly mempool: Mempool
  readonly wallet: Wallet | undefined
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
}

/** All free units of one token at one key. */
interface Loose {
  readonly pubkey: Uint8Array
  readonly token: TokenRecord
  readonly units: bigint
}

type Answer = Extract<MethodResult<'preparetokensweep'>, { result: 'success' }>

/** Tokens at keys of the wallet that its phrase does not bring back; those that wait in the mempool are on their way. */
function looseTokens({ keys }: Wallet, tokens: TokenQueries, mempool: Mempool): Loose[] {
  return keys
    .used()
    .filter(({ pubkey, path }) => pubkey.length === 33 && path == null)
    .flatMap(({ pubkey }) =>
      tokens
        .holdings(pubkey)
        .map(({ token }) => ({ pubkey, token, units: tokens.available(token.tokenId, pubkey, mempool) })),
    )
    .filter(({ units }) => units > 0n)
}

const placeOf = ({ hash, index }: OutPoint) => `${hashKey(hash)} ${index}`

/** The wallet's coins for a row of transactions that are sent together: none twice, and the change of those before. */
function createPurse(coins: CoinSource, changeKey: Uint8Array) {
  const spent = new Set<string>()
  const change: SpendableCoin[] = []
  const script = p2pkScript(changeKey)
  return {
    *coins(): Iterable<SpendableCoin> {
      for (const source of [change, coins.coins()]) {
        for (const coin of source) if (!spent.has(placeOf(coin.outpoint))) yield coin
      }
    },
    /** This one will be sent before those that are built next. */
    built(tx: Transaction): void {
      for (const { prevout } of tx.vin) spent.add(placeOf(prevout))
      const hash = txidOf(tx)
      tx.vout.forEach(({ value, scriptPubKey }, index) => {
        if (equal(scriptPubKey, script)) change.push({ outpoint: { hash, index }, value, scriptPubKey })
      })
    },
  }
}

/** Moves tokens of the wallet's other keys to the first account of its recovery phrase, which then restores them. */
export function createTokenSweepHandlers(deps: Deps) {
  const gate = createTokenGate(deps)
  return defineHandlers({
    preparetokensweep() {
      const wallet = needWallet(deps.wallet)
      const { tokens } = gate.reading()
      const [account] = wallet.keyring.accounts.list()
      if (!account) throw new RpcError(RPC_ERROR.WALLET, 'Error: the wallet has no recovery phrase')
      wallet.keys.requireOpen()
      const all = looseTokens(wallet, tokens, deps.mempool)
      const movable = all.filter(({ token }) => isMovableToken(token.nftData?.[0]))
      const purse = createPurse(deps.walletCoins, account.pubkey)
      const transfer = ({ pubkey, token, units }: Loose): Transaction => {
        const context = { ...deps.buildContext(pubkey), changeKey: account.pubkey, coins: purse, tokens }
        return buildTokenTransfer({ tokenId: token.tokenId, destination: account.pubkey, amount: units }, context)
      }
      const moves: Answer['moves'][number][] = []
      const transactions: string[] = []
      let refusal: BuildError | undefined
      for (const loose of movable) {
        if (moves.length === MAX_TOGETHER) break
        try {
          const tx = transfer(loose)
          purse.built(tx)
          transactions.push(toHex(serializeTransaction(tx)))
        } catch (error) {
          if (!(error instanceof BuildError)) throw error
          // One that cannot be moved keeps no other from it.
          refusal ??= error
          continue
        }
        const { pubkey, token, units } = loose
        const [tokenid, name] = [toDisplayHex(token.tokenId), displayText(token.name)]
        moves.push({ pubkey: toHex(pubkey), tokenid, name, units })
      }
      if (moves.length === 0) return failed(refusal?.message ?? 'no tokens to move')
      return {
        ...{ result: 'success', destination: toHex(account.pubkey), moves, transactions },
        ...{ left: movable.length - moves.length, unmovable: all.length - movable.length },
      }
    },
  })
}
