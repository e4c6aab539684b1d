/** Payments of the private sandbox's toy coins, which need no question (chains/sandboxPrivacy.ts says where). */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { NOT_PRIVATE } from '../../../node/index.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext } from '../plan.ts'

/** All others ask there as anywhere. */
const SENDING: ReadonlySet<string> = new Set([
  'sendtoaddress',
  'sendmany',
  'sendprepared',
  'sendtogether',
  'sendrawtransaction',
])

/** Everything that it spends is known to this chain, and the wallet's own or a contract's. */
const spendsKnownCoins = ({ inputs, coinbase }: Explanation) =>
  !coinbase && inputs.every(({ amount, owner }) => amount !== null && (owner === 'own' || owner === 'contract'))

/** Coins or units would be gone for good. */
const burns = ({ action, tokens, outputs }: Explanation) =>
  action === 'token-burn' ||
  tokens.some(({ burned }) => burned > 0n) ||
  outputs.some(({ role, amount }) => role === 'data' && amount > 0n)

/** @param explanations of all transactions that the call sends; the caller made sure that the wallet built them */
export function isToyPayment({ name }: Pick<PageCall, 'name'>, explanations: readonly Explanation[]): boolean {
  return SENDING.has(name) && explanations.every((each) => spendsKnownCoins(each) && !burns(each))
}

/** Resolves to what `send` gives; to undefined if the node was not private at that moment, and nothing was sent. */
export async function sendToys<T>(
  { unaskedClient: client }: Pick<ConsentContext, 'unaskedClient'>,
  send: (ground: Pick<ConsentContext, 'client'>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await send({ client })
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC_ERROR.MISC && error.message === NOT_PRIVATE) return undefined
    throw error
  }
}
