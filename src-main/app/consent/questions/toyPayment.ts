/** Payments of the private sandbox's test coins, which need no prompt (conditions: chains/sandboxPrivacy.ts). */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { NOT_PRIVATE } from '../../../node/index.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext } from '../plan.ts'

/** All other methods ask in the sandbox as in any chain. */
const SENDING: ReadonlySet<string> = new Set([
  'sendtoaddress',
  'sendmany',
  'sendprepared',
  'sendtogether',
  'sendrawtransaction',
])

/** Returns true if this chain knows all inputs, and they belong to the wallet or a contract. */
const spendsKnownCoins = ({ inputs, coinbase }: Explanation) =>
  !coinbase && inputs.every(({ amount, owner }) => amount !== null && (owner === 'own' || owner === 'contract'))

/** Returns true if coins or token units would be destroyed. */
const burns = ({ action, tokens, outputs }: Explanation) =>
  action === 'token-burn' ||
  tokens.some(({ burned }) => burned > 0n) ||
  outputs.some(({ role, amount }) => role === 'data' && amount > 0n)

/**
 * Returns true if the call only sends test coins.
 * @param explanations of all transactions that the call sends; the caller has verified that the wallet built them
 */
export function isToyPayment({ name }: Pick<PageCall, 'name'>, explanations: readonly Explanation[]): boolean {
  return SENDING.has(name) && explanations.every((each) => spendsKnownCoins(each) && !burns(each))
}

/** Resolves to the result of `send`, or to undefined if the node was not private at that moment and sent nothing. */
export async function sendToys<T>(
  { unaskedClient: client }: Pick<ConsentContext, 'unaskedClient'>,
  send: (context: Pick<ConsentContext, 'client'>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await send({ client })
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC_ERROR.MISC && error.message === NOT_PRIVATE) return undefined
    throw error
  }
}
