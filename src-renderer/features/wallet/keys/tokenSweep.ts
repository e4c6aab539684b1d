import type { RpcClient } from '#shared/rpc/client.ts'
import type { Explanation, MethodResult } from '#shared/rpc/index.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { t } from '../../../i18n/texts.ts'

type Prepared = Extract<MethodResult<'preparetokensweep'>, { result: 'success' }>
type TokenMove = Prepared['moves'][number]

/** Moves that are sent with one call, and so agreed to at once. */
export interface SweepStep {
  readonly moves: readonly TokenMove[]
  /** signed transactions in hex, or their handles, one after the other */
  readonly hexstring: string
  /** ids in the same order */
  readonly txids: readonly string[]
  /** satoshis, of all of them */
  readonly fees: bigint
  /** moves that come after this step */
  readonly left: number
  /** NFTs, which stay where they are */
  readonly unmovable: number
  /** why it must not be sent */
  readonly mismatch: string | undefined
}

/** Why a transaction is not just this move to that key; undefined if it is. */
export function sweepMismatch(told: Explanation, move: TokenMove, destination: string): string | undefined {
  const [token, ...others] = told.tokens
  if (told.action !== 'token-transfer' || !token || others.length > 0 || token.burned > 0n) {
    return t('wallet:sweep.wrong.noMove')
  }
  const [moved, ...rest] = token.moves
  if (token.tokenid !== move.tokenid || moved?.units !== move.units || rest.length > 0) {
    return t('wallet:sweep.wrong.other')
  }
  if (moved.pubkey !== destination || told.paid > 0n) return t('wallet:sweep.wrong.key')
  return told.fee === null ? t('wallet:sweep.wrong.fee') : undefined
}

/**
 * Builds the next moves and lets the node describe each. Nothing is sent.
 * @param destination public key of the first account, where all of it has to go
 * @throws RpcError, ContractRefusal
 */
export async function prepareStep(client: RpcClient, destination: string, signal?: AbortSignal): Promise<SweepStep> {
  const options = { ...(signal && { signal }) }
  const prepared = await client.call('preparetokensweep', {}, options)
  if (prepared.result === 'error') throw new ContractRefusal(prepared.error)
  const { moves, transactions, left, unmovable } = prepared
  const told = await Promise.all(
    transactions.map((transaction, place) => {
      const before = transactions.slice(0, place).join('')
      return client.call('explaintransaction', { transaction, ...(place > 0 && { before }) }, options)
    }),
  )
  const wrong = moves.map((move, place) => {
    const facts = told[place]
    return facts ? sweepMismatch(facts, move, destination) : t('wallet:sweep.wrong.noMove')
  })
  return {
    ...{ moves, left, unmovable, hexstring: transactions.join('') },
    txids: told.map(({ txid }) => txid),
    fees: told.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n),
    mismatch: wrong.find((text) => text !== undefined),
  }
}
