/** Questions about the fee rate and the token key, which change, tokens and rewards go to. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { formatAmount } from '#shared/units.ts'
import { hash160, secp256k1 } from '../../../node/crypto/index.ts'
import { encodeAddress } from '../../../node/script/index.ts'
import { fromHex, isHex } from '../../../node/util/index.ts'
import { requiredFee } from '../../../node/wallet/spending/fees.ts'
import type { PageCall } from '../pageCall.ts'
import { type ConsentPlan, type Ground, passOn } from '../plan.ts'
import type { AddressOwner } from '../surface.ts'
import { visible } from '../text.ts'
import { draft, fact } from './draft.ts'
import { textArg } from './given.ts'
import { ownerOf } from './ownerOf.ts'

/** One coin in, one payee, change. */
const USUAL_BYTES = 226
const LARGE_BYTES = 3_000
/** Satoshis per 1000 bytes, above what any chain of the family asks for. */
const HIGH_RATE = 100_000n

export async function aboutFee(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const rate = call.args['amount'] as bigint
  const { paytxfee } = await ground.client.call('getwalletinfo')
  const coin = ground.chain?.name ?? ''
  const costs = (bytes: number, of: bigint) => `${formatAmount(requiredFee(bytes, of, undefined))} ${coin}`
  return {
    question: draft(ground, {
      title: `Pay ${formatAmount(rate)} ${coin} for 1000 bytes of every payment?`,
      consequence: 'All payments of this wallet cost this from now on, until the node stops.',
      facts: [
        fact('Fee for 1000 bytes', `${formatAmount(rate)} ${coin}`),
        fact('Until now', `${formatAmount(paytxfee)} ${coin}`),
        fact('A usual payment costs', costs(USUAL_BYTES, rate)),
        fact('It costs until now', costs(USUAL_BYTES, paytxfee)),
        fact('A payment of many coins costs', costs(LARGE_BYTES, rate)),
      ],
      warnings: rate > HIGH_RATE ? ['This is far more than the network asks for.'] : [],
      agree: 'Set the fee',
      danger: rate > HIGH_RATE,
    }),
    act: () => passOn(call, ground),
  }
}

const WHOSE: Readonly<Record<AddressOwner, string>> = {
  own: 'yours: this wallet made it',
  imported: 'in this wallet, but imported: whoever else has it can spend from it',
  shared: 'not yours alone',
  watched: 'not yours: the wallet only watches it',
  contract: 'not yours',
  foreign: 'NOT YOURS: this wallet does not have it',
  unknown: 'not known',
}

function pubkeyOf(text: string): string {
  const key = text.toLowerCase()
  if (key.length === 66 && isHex(key) && secp256k1.isPublicKey(fromHex(key))) return key
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, expected an account or a public key')
}

/** The public key, and the account that it belongs to. */
async function identityOf(text: string, { client }: Ground) {
  if (!/^[0-9]{1,9}$/.test(text)) return { pubkey: pubkeyOf(text), account: null }
  const { accounts } = await client.call('getwalletstatus')
  const found = accounts.find(({ account }) => account === Number(text))
  if (found !== undefined) return { pubkey: found.pubkey, account: found }
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, there is no account ${Number(text)}`)
}

export async function aboutIdentity(call: PageCall, ground: Ground): Promise<ConsentPlan> {
  const { pubkey, account } = await identityOf(textArg(call, call.name === 'setpubkey' ? 'pubkey' : 'account'), ground)
  const address = encodeAddress({ type: 1, hash: hash160(fromHex(pubkey)) })
  const owner = await ownerOf(address, ground)
  const foreign = owner !== 'own'
  return {
    question: draft(ground, {
      title: foreign ? 'Let your change and rewards go to a key that is not only yours?' : 'Change your token key?',
      consequence:
        'The change of your payments, the rewards of mining and what contracts pay go to this key from now on, also after a restart. Tokens of the old key stay with it.',
      facts: [
        fact('Public key', pubkey),
        fact('Address', address),
        ...(account === null ? [] : [fact('Account', `${account.account} ${visible(account.label)}`.trim())]),
        fact('Whose key it is', WHOSE[owner]),
      ],
      warnings: foreign ? ['Coins and tokens that go to this key can be spent by somebody else.'] : [],
      agree: foreign ? 'Let them go there' : 'Use this key',
      danger: foreign,
    }),
    act: () => passOn(call, ground),
  }
}
