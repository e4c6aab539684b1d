import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_STAYING_ROWS, type StayingKind } from '#shared/rpc/methods/walletMove.ts'
import { hash160, sha256 } from '../../crypto/index.ts'
import { encodeAddress, findScriptAddress } from '../../script/index.ts'
import { equal, toDisplayHex, toHex } from '../../util/index.ts'
import { type CoinMove, outpointText, type PhraseMove, type TokenMove, type Wallet } from '../index.ts'
import type { BoundToKey } from './boundToKeys.ts'
import type { OldKeyTokens } from './tokenMover.ts'

type PlanReply = MethodResult<'planmovetophrase'>
type StayingRow = PlanReply['stays'][number]

/** Planned move, as shown to the user for approval. */
export interface MovePlan {
  /** hash of everything that is sent */
  readonly id: string
  readonly coins: CoinMove
  /** transfers that can be sent now */
  readonly tokens: readonly TokenMove[]
  /** tokens in unconfirmed transactions */
  readonly queuedTokens: readonly TokenMove[]
  readonly reply: PlanReply
}

export interface MovePlanSource {
  readonly wallet: Wallet
  readonly move: PhraseMove
  readonly tokens: OldKeyTokens | undefined
  /** absent if the node has no indexes */
  readonly bound: readonly BoundToKey[] | undefined
  /** public key that contracts act for in this run */
  readonly identity: Uint8Array | undefined
  /** address of this node's rewards, if an option names one */
  readonly rewardAddress: string | undefined
  readonly ccEnabled: boolean
}

/** Returns the phrase's first account. @throws RpcError */
export function requireAccount({ keyring }: Pick<Wallet, 'keyring'>) {
  const [account] = keyring.accounts.list()
  if (!account) throw new RpcError(RPC_ERROR.WALLET, 'Error: the wallet has no recovery phrase')
  return account
}

/** Returns true if contracts act for a key of this wallet that the phrase does not restore. */
export function isOldIdentity(
  { keys }: Pick<Wallet, 'keys'>,
  move: PhraseMove,
  identity: Uint8Array | undefined,
): boolean {
  const key = identity && keys.byHash(hash160(identity))
  return key !== undefined && !move.isRestored(key)
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n)
const keyAddress = (pubkey: Uint8Array) => encodeAddress({ type: 1, hash: hash160(pubkey) })

const stayingRow = (kind: StayingKind, changes: Partial<StayingRow>): StayingRow =>
  ({ kind, name: '', txid: null, address: null, amount: null, coins: 0, ...changes }) as StayingRow

/** Returns one row per kind and address. */
function coinRows({ staying }: CoinMove, ccEnabled: boolean): StayingRow[] {
  const rows = new Map<string, StayingRow>()
  for (const { kind, value, scriptPubKey } of staying) {
    const address = findScriptAddress(scriptPubKey, { cc: ccEnabled }) ?? null
    const before = rows.get(`${kind} ${address}`)
    const amount = (before?.amount ?? 0n) + value
    rows.set(`${kind} ${address}`, stayingRow(kind, { address, amount, coins: (before?.coins ?? 0) + 1 } as StayingRow))
  }
  return [...rows.values()]
}

/** Returns options that keep paying to an old key, because no call changes them. */
function optionRows({ wallet, move, identity, rewardAddress }: MovePlanSource): StayingRow[] {
  const chosen = wallet.keyring.identity()
  const isGiven = identity !== undefined && !(chosen && equal(chosen, identity))
  const byOption = isGiven && isOldIdentity(wallet, move, identity) ? [stayingRow('option', { name: '-pubkey' })] : []
  return rewardAddress === undefined
    ? byOption
    : [...byOption, stayingRow('option', { name: '-mineraddress', address: rewardAddress } as StayingRow)]
}

function stayingRows(source: MovePlanSource, coins: CoinMove): StayingRow[] {
  const { tokens, bound, ccEnabled } = source
  const nfts = tokens?.unmovable() ?? []
  return [
    ...optionRows(source),
    ...(bound ?? []).map(({ kind, name, txid, pubkey, amount }) =>
      stayingRow(kind, {
        ...{ name, txid: toDisplayHex(txid), amount: amount ?? null, coins: 1 },
        address: pubkey ? keyAddress(pubkey) : null,
      } as StayingRow),
    ),
    ...nfts.map(({ pubkey, token }) =>
      stayingRow('nft', {
        ...{ name: new TextDecoder().decode(token.name), txid: toDisplayHex(token.tokenId), coins: 1 },
        address: keyAddress(pubkey),
      } as StayingRow),
    ),
    ...coinRows(coins, ccEnabled),
  ]
}

function planId(coins: CoinMove, tokens: readonly TokenMove[], destination: Uint8Array): string {
  const lines = [
    toHex(destination),
    ...coins.batches.map(
      (batch) => `${batch.fee} ${batch.coins.map(({ outpoint }) => outpointText(outpoint)).join(' ')}`,
    ),
    ...coins.queued.map(({ outpoint }) => outpointText(outpoint)),
    ...tokens.map(({ pubkey, tokenId, units }) => `${toHex(pubkey)} ${toHex(tokenId)} ${units}`),
  ]
  return toHex(sha256(Buffer.from(lines.join('\n'))))
}

function queuedReply({ queued }: CoinMove, tokens: readonly TokenMove[]): PlanReply['queued'] {
  const count = (wanted: string) => queued.filter(({ state }) => state === wanted).length
  return {
    ...{ immature: count('immature'), locked: count('locked'), unconfirmed: count('unconfirmed') },
    ...{ waiting: count('ready'), tokens: tokens.length },
    amount: sum(queued.map(({ value }) => value)),
  } as PlanReply['queued']
}

/** Plans the move of everything currently at old keys. @throws RpcError if there is no phrase */
export function planMove(source: MovePlanSource): MovePlan {
  const { wallet, move, identity, bound } = source
  const account = requireAccount(wallet)
  const coins = move.plan()
  const found = source.tokens?.list() ?? []
  const [tokens, queuedTokens] = [found.filter(({ units }) => units > 0n), found.filter(({ units }) => units === 0n)]
  const { batches } = coins
  const stays = stayingRows(source, coins)
  const id = planId(coins, found, account.pubkey)
  const reply = {
    plan: id,
    transactions: batches.length + tokens.length,
    coins: sum(batches.map((batch) => BigInt(batch.coins.length))),
    tokens: tokens.map(({ pubkey, tokenId, name, units }) => {
      return { pubkey: toHex(pubkey), tokenid: toDisplayHex(tokenId), name, units }
    }),
    amount: sum(batches.map(({ value }) => value)),
    fee: sum(batches.map(({ fee }) => fee)) + BigInt(tokens.length) * CONTRACT_FEE,
    queued: queuedReply(coins, queuedTokens),
    stays: stays.slice(0, MAX_STAYING_ROWS),
    staycount: stays.length,
    identity:
      identity && isOldIdentity(wallet, move, identity) ? { from: toHex(identity), to: toHex(account.pubkey) } : null,
    contractsseen: bound !== undefined,
  }
  return { id, coins, tokens, queuedTokens, reply: { ...reply, coins: Number(reply.coins) } as PlanReply }
}
