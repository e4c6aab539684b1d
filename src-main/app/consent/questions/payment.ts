/**
 * Prompts about every call that spends. The exact bytes are built before the prompt, described by the leased node, and
 * sent on approval, so changes in between do not affect them.
 */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { PAYING } from '#shared/rpc/methods/walletSend.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { visible } from '../text.ts'
import { shownArg, textArg } from './arguments.ts'
import { draft, fact } from './draft.ts'
import { paymentText } from './explained.ts'
import { identifyKnownOwners } from './knownOwners.ts'
import { isReceipt } from './receipt.ts'
import { isToyPayment, sendToys } from './toyPayment.ts'

/** A transaction of the wallet has at most 100,000 bytes, one in consensus twice that. */
const MAX_HEX_LENGTH = 400_000
const ID_LENGTH = 64
/** Maximum number of characters of a comment, as in sendprepared. */
const MAX_COMMENT_LENGTH = 1_000

const isBuilding = (name: string) => PAYING.some((each) => each === name)

/** Returns the hex of the transaction that the call would send. */
async function getTransactionHex(call: PageCall, { client }: ConsentContext): Promise<string> {
  if (isBuilding(call.name)) {
    const { hex } = await client.call('preparepayment', { method: call.name, params: call.values })
    return hex
  }
  const hex = textArg(call, call.name === 'sendprepared' ? 'hex' : 'hexstring').toLowerCase()
  if (hex.length > MAX_HEX_LENGTH) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The transaction is too large')
  // Reject a text of this length, which would be parsed as a transaction id.
  if (hex.length > ID_LENGTH && /^(?:[0-9a-f]{2})+$/.test(hex)) return hex
  throw new RpcError(RPC_ERROR.DESERIALIZATION, 'TX decode failed')
}

const COMMENTS = ['comment', 'commentto', 'comment-to'] as const

/** Returns the comments that the wallet stores with the payment. */
function readComments(call: PageCall) {
  const [comment, ...others] = COMMENTS.map((name) => textArg(call, name))
  const commentto = others.find((text) => text !== '') ?? ''
  if ([comment ?? '', commentto].some((text) => text.length > MAX_COMMENT_LENGTH)) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `A comment has at most ${MAX_COMMENT_LENGTH} characters`)
  }
  return { comment: comment ?? '', commentto }
}

/** Plans sending a faucet claim immediately, with a notice. */
function receive(
  call: PageCall,
  transaction: string,
  { cost }: Explanation,
  { client, chain, chainText, surface, t }: ConsentContext,
): ConsentPlan {
  return {
    settled: true,
    async act() {
      const sent = await client.call('sendrawtransaction', { hexstring: transaction })
      const coins = `${t.figures().coins(-(cost?.total ?? 0n))} ${visible(chain?.name ?? '')}`
      surface.notify({ chain: chainText, text: t('notice.claimed', { coins }) })
      return call.method.result.encode(sent)
    },
  }
}

export async function planPaymentConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { client, chain, t } = context
  const comments = readComments(call)
  const notes = COMMENTS.filter((name) => textArg(call, name) !== '')
  const transaction = await getTransactionHex(call, context)
  const facts = await client.call('explaintransaction', { transaction })
  if (facts.coinbase) throw new RpcError(RPC_ERROR.VERIFY_REJECTED, '16: coinbase')
  if (facts.state === 'unsent' && facts.refused !== null) {
    throw new RpcError(RPC_ERROR.VERIFY_REJECTED, visible(facts.refused))
  }
  if (!isBuilding(call.name) && notes.length === 0 && isReceipt(facts))
    return receive(call, transaction, facts, context)
  const words = { coin: visible(chain?.name ?? ''), t, language: context.language }
  const known = await identifyKnownOwners(transaction, '', facts, context)
  const { what: _, ...described } = paymentText(facts, { ...words, known })
  const raw = call.name === 'sendrawtransaction'
  const highFees = raw && call.args['allowhighfees'] === true
  const built = isBuilding(call.name) || context.isBuilt(transaction)
  const send = async ({ client: sender }: Pick<ConsentContext, 'client'>) => {
    const sent = raw
      ? await sender.call('sendrawtransaction', { hexstring: transaction, allowhighfees: highFees })
      : await sender.call('sendprepared', { hex: transaction, ...comments })
    return call.method.result.encode(sent)
  }
  return {
    ...(built && !highFees && isToyPayment(call, [facts]) && { unasked: () => sendToys(context, send) }),
    question: draft(context, {
      ...described,
      details: {
        ...described.details,
        facts: [
          ...described.details.facts,
          ...notes.map((name) =>
            fact(t(name === 'comment' ? 'fact.note' : 'fact.for'), shownArg(call, name, t, MAX_COMMENT_LENGTH * 8)),
          ),
        ],
      },
      warnings: [...described.warnings, ...(highFees ? [t('warn.anyFee')] : [])],
      danger: described.danger || highFees,
      offerChange: true,
    }),
    act: () => send(context),
  }
}
