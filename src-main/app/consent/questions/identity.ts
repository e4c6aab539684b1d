/** Prompts about the fee rate, and about the token key, which receives change, tokens and rewards. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { encodeAddress, fromHex, hash160, isHex, requiredFee, secp256k1 } from '../../../node/index.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { visible } from '../text.ts'
import { textArg } from './arguments.ts'
import { draft, fact } from './draft.ts'
import { findOwner } from './findOwner.ts'

/** Size of a transaction with one input, one payee and change. */
const USUAL_BYTES = 226
const LARGE_BYTES = 3_000
/** Satoshis per 1000 bytes, above the minimum of any chain in the family. */
const HIGH_RATE = 100_000n

export async function planFeeConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const rate = call.args['amount'] as bigint
  const { paytxfee } = await context.client.call('getwalletinfo')
  const coin = context.chain?.name ?? ''
  const { t } = context
  const costs = (bytes: number, of: bigint) => `${t.figures().coins(requiredFee(bytes, of, undefined))} ${coin}`
  return {
    question: draft(context, {
      title: t('fee.title', { coins: `${t.figures().coins(rate)} ${coin}` }),
      consequence: t('fee.consequence'),
      facts: [
        fact(t('fee.rate'), `${t.figures().coins(rate)} ${coin}`),
        fact(t('fee.before'), `${t.figures().coins(paytxfee)} ${coin}`),
        fact(t('fee.usual'), costs(USUAL_BYTES, rate)),
        fact(t('fee.usualBefore'), costs(USUAL_BYTES, paytxfee)),
        fact(t('fee.large'), costs(LARGE_BYTES, rate)),
      ],
      warnings: rate > HIGH_RATE ? [t('fee.high')] : [],
      agree: t('fee.agree'),
      danger: rate > HIGH_RATE,
    }),
    act: () => context.forward(call),
  }
}

function parsePubkey(text: string): string {
  const key = text.toLowerCase()
  if (key.length === 66 && isHex(key) && secp256k1.isPublicKey(fromHex(key))) return key
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, expected an account or a public key')
}

/** Returns the public key and the account that it belongs to. */
async function findIdentity(text: string, { client }: ConsentContext) {
  if (!/^[0-9]{1,9}$/.test(text)) return { pubkey: parsePubkey(text), account: null }
  const { accounts } = await client.call('getwalletstatus')
  const found = accounts.find(({ account }) => account === Number(text))
  if (found !== undefined) return { pubkey: found.pubkey, account: found }
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, there is no account ${Number(text)}`)
}

export async function planIdentityConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { pubkey, account } = await findIdentity(
    textArg(call, call.name === 'setpubkey' ? 'pubkey' : 'account'),
    context,
  )
  const address = encodeAddress({ type: 1, hash: hash160(fromHex(pubkey)) })
  const owner = await findOwner(address, context)
  const foreign = owner !== 'own'
  const { t } = context
  return {
    question: draft(context, {
      title: t(foreign ? 'identity.foreignTitle' : 'identity.title'),
      consequence: t('identity.consequence'),
      facts: [
        fact(t('identity.pubkey'), pubkey),
        fact(t('fact.address'), address),
        ...(account === null
          ? []
          : [fact(t('identity.account'), `${account.account} ${visible(account.label)}`.trim())]),
        fact(t('identity.whose'), t(`whose.${owner}`)),
      ],
      warnings: foreign ? [t('identity.warning')] : [],
      agree: t(foreign ? 'identity.foreignAgree' : 'identity.agree'),
      danger: foreign,
    }),
    act: () => context.forward(call),
  }
}
