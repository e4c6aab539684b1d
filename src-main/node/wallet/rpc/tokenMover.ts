import { isMovableToken } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ChainParams, isEvalCodeEnabled } from '../../consensus/index.ts'
import type { TokenRecord } from '../../contracts/framework/tokenView.ts'
import { buildTokenTransfer, displayText, type TokenIndex } from '../../contracts/tokens/index.ts'
import type { ChainView } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import type { BuildContext, CoinSource } from '../../transactions/index.ts'
import {
  isAccountKey,
  type PhraseMove,
  type TokenMove,
  type TokenMover,
  type Wallet,
  WalletError,
  type WalletKey,
} from '../index.ts'

export interface TokenMoverDeps {
  readonly params: Pick<ChainParams, 'ccEnabled' | 'evalCodes'>
  readonly chain: Pick<ChainView, 'tip'>
  readonly mempool: Mempool
  readonly contractIndexes: { readonly tokens: TokenIndex } | undefined
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
}

/** Maximum number of token outputs that one transfer spends, so that it stays below the size that nodes relay. */
const MAX_TOKEN_INPUTS = 500

export interface OldKeyTokens extends TokenMover {
  /** Returns the NFTs at old keys that cannot be transferred, because their contract does not allow it. */
  unmovable(): readonly { readonly pubkey: Uint8Array; readonly token: TokenRecord }[]
}

/**
 * Returns the public keys whose tokens a restore from the phrase would not find. A restore finds all account keys, but
 * other keys only if coins were paid to them.
 */
export function oldTokenKeys(
  { keys, search }: Pick<Wallet, 'keys' | 'search'>,
  move: PhraseMove,
): readonly Uint8Array[] {
  const isRestored = (key: WalletKey) => move.isRestored(key) && (isAccountKey(key) || search.reach.isPaid(key))
  return keys
    .used()
    .filter((key) => key.pubkey.length === 33 && key.source !== 'retired' && !isRestored(key))
    .map(({ pubkey }) => pubkey)
}

/**
 * Creates a mover of tokens from old keys to the key of the phrase's first account. After the move to the phrase,
 * contracts use that key.
 * @returns undefined if the chain has no tokens or the node has no token index
 */
export function createTokenMover(wallet: Wallet, move: PhraseMove, deps: TokenMoverDeps): OldKeyTokens | undefined {
  const { params, chain, mempool, contractIndexes } = deps
  if (!params.ccEnabled || !contractIndexes) return undefined
  const { tokens } = contractIndexes
  const isAllowed = (code: number) => isEvalCodeEnabled(params.evalCodes, code, chain.tip().height)
  const isMovable = ({ nftData }: TokenRecord) => {
    const code = nftData?.[0]
    return code === undefined || (isMovableToken(code) && isAllowed(code))
  }
  const held = (pubkeys: readonly Uint8Array[]) =>
    isAllowed(EVAL_CODES.tokens)
      ? pubkeys.flatMap((pubkey) => tokens.holdings(pubkey).map(({ token, balance }) => ({ pubkey, token, balance })))
      : []
  /** Returns the units that one transfer can move: the largest outputs, up to the limit. */
  const freeUnits = (tokenId: Uint8Array, pubkey: Uint8Array): bigint =>
    tokens
      .coins(tokenId, pubkey)
      .filter(({ outpoint }) => mempool.spender(outpoint) === undefined)
      .map(({ value }) => value)
      .sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
      .slice(0, MAX_TOKEN_INPUTS)
      .reduce((sum, value) => sum + value, 0n)

  return {
    list: (pubkeys = oldTokenKeys(wallet, move)): TokenMove[] =>
      held(pubkeys)
        .filter(({ token, balance }) => balance > 0n && isMovable(token))
        .map(({ pubkey, token }) => {
          const { tokenId } = token
          return { pubkey, tokenId, units: freeUnits(tokenId, pubkey), name: displayText(token.name) }
        }),
    unmovable: () => held(oldTokenKeys(wallet, move)).filter(({ token, balance }) => balance > 0n && !isMovable(token)),
    send({ pubkey, tokenId, units }) {
      const [account] = wallet.keyring.accounts.list()
      if (!account) throw new WalletError('no-further-account', 'The wallet has no recovery phrase')
      wallet.keys.requireOpen()
      const context = { ...deps.buildContext(pubkey), changeKey: account.pubkey, coins: deps.walletCoins, tokens }
      const tx = buildTokenTransfer({ tokenId, destination: account.pubkey, amount: units }, context)
      const notes = { comment: '', commentTo: '', changeAt: undefined }
      const admitted = wallet.recorder.pay(tx, notes, () => mempool.accept(tx, { rejectAbsurdFee: true }))
      if (!admitted.ok) throw new WalletError('rejected', 'The mempool rejected a token transfer to the new key')
    },
  }
}
