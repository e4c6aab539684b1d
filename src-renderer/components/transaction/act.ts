/** Describes a transaction and its parties in one sentence, for the top of its page and drawer. */
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { amountAlone, groupDigits } from '../../ui/format.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { type KnownName, useNamedSummary, useNameLookup } from '../people/names.ts'

type PartyInfo = Pick<Explanation['outputs'][number], 'owner' | 'address' | 'pubkey'>
type NameLookup = (addressOrKey: string) => KnownName | undefined

/** Maximum number of displayed characters of a token's name. */
const MAX_NAME = 32

const YOU = 'you'
/** `YOU`, a name, or a shortened address; undefined for contracts and unknown owners. */
type Party = string | undefined

function readParty({ owner, address, pubkey }: PartyInfo, findName: NameLookup): Party {
  if (owner === 'own' || owner === 'imported') return YOU
  const addressOrKey = address ?? pubkey
  if (addressOrKey === null || addressOrKey === undefined || owner === 'contract') return undefined
  const known = findName(addressOrKey)
  return known?.kind === 'own' || known?.kind === 'label' ? YOU : (known?.name ?? middleTruncated(addressOrKey))
}

/** Returns the party that all inputs or outputs share, or undefined if they have several. */
function onlyParty(parties: readonly PartyInfo[], findName: NameLookup): Party {
  const [first, ...others] = new Set(parties.map((party) => readParty(party, findName)))
  return others.length === 0 ? first : undefined
}

const asSubject = (party: Party): string =>
  party === YOU
    ? t('parts:act.you')
    : t('parts:act.other', { name: party === undefined ? t('parts:act.somebody') : party })
const asObject = (party: string): string => (party === YOU ? t('parts:act.toYou') : party)

type Token = Explanation['tokens'][number]

const formatTokens = (token: Token | undefined, units: bigint): string => {
  const name = token ? visibleString(token.name, MAX_NAME) : t('parts:history.someToken')
  return token?.nft ? name : `${groupDigits(units)} ${name}`
}

const addAmounts = (parties: readonly { readonly amount: bigint }[]) =>
  parties.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Returns what a transaction did, as a sentence, or undefined if the window has no text for it. Names in the sentence
 * are sanitized.
 */
export function describeAct(txExplanation: Explanation, findName: NameLookup): string | undefined {
  const { action, coinbase, module, outputs, tokens, order } = txExplanation
  const [token] = tokens
  if (coinbase) {
    const rewards = outputs.filter(({ amount }) => amount > 0n)
    const miner = onlyParty(rewards, findName)
    return miner && t('parts:act.mined', { who: asSubject(miner), coins: amountAlone(addAmounts(rewards)) })
  }
  const spends = txExplanation.inputs.filter(({ owner }) => owner !== 'contract')
  const payer = onlyParty(spends, findName)
  const who = asSubject(payer)
  if (module === null && action === null) return describePayment(txExplanation, payer, findName)
  const coins = amountAlone(order?.coins ?? 0n)
  const traded = formatTokens(token, order?.units ?? 0n)
  switch (action) {
    case 'token-create':
      return t('parts:act.created', { who, tokens: formatTokens(token, token?.created?.supply ?? 0n) })
    case 'token-burn':
      return t('parts:act.burned', { who, tokens: formatTokens(token, token?.burned ?? 0n) })
    case 'token-transfer':
      return describeTransfer(txExplanation, payer, findName)
    case 'ask':
      return t('parts:act.ask', { who, tokens: traded, coins })
    case 'bid':
      return t('parts:act.bid', { who, tokens: traded, coins })
    case 'cancel-ask':
    case 'cancel-bid':
      return t('parts:act.cancelled', { who, token: visibleString(token?.name ?? '', MAX_NAME) })
    case 'fill-ask': {
      const seller = outputs[2] && readParty(outputs[2], findName)
      return seller && t('parts:act.bought', { who, tokens: traded, from: asObject(seller), coins })
    }
    case 'fill-bid': {
      const bought = outputs.filter(({ role, owner }) => role === 'token' && owner !== 'contract')
      const buyer = onlyParty(
        bought.filter((output) => readParty(output, findName) !== payer),
        findName,
      )
      return buyer && t('parts:act.sold', { who, tokens: traded, to: asObject(buyer), coins })
    }
    case 'faucet-fund':
      return t('parts:act.funded', {
        who,
        coins: amountAlone(addAmounts(outputs.filter(({ role }) => role === 'contract'))),
      })
    case 'faucet-claim': {
      const paid = outputs.filter(({ role }) => role === 'payment' || role === 'change')
      return t('parts:act.claimed', { who: asSubject(onlyParty(paid, findName)), coins: amountAlone(addAmounts(paid)) })
    }
    default:
      return undefined
  }
}

function describePayment({ outputs }: Explanation, payer: Party, findName: NameLookup): string | undefined {
  const payments = outputs.filter(({ role }) => role === 'payment')
  const paid = payments.filter((output) => readParty(output, findName) !== payer)
  const to = onlyParty(paid, findName)
  if (payer === YOU && paid.length === 0 && payments.length > 0)
    return t('parts:act.moved', { coins: amountAlone(addAmounts(payments)) })
  if (to === undefined) return undefined
  return t('parts:act.paid', { who: asSubject(payer), to: asObject(to), coins: amountAlone(addAmounts(paid)) })
}

function describeTransfer({ outputs, tokens }: Explanation, payer: Party, findName: NameLookup): string | undefined {
  const sent = outputs.filter((output) => output.role === 'token' && readParty(output, findName) !== payer)
  const to = onlyParty(sent, findName)
  if (to === undefined || tokens.length !== 1) return undefined
  const units = sent.reduce((sum, { token }) => sum + (token?.units ?? 0n), 0n)
  return t('parts:act.sent', { who: asSubject(payer), to: asObject(to), tokens: formatTokens(tokens[0], units) })
}

/**
 * Returns what a transaction did and who did it, or else the node's sentence. The result may contain an untrusted token
 * name.
 */
export function useAct(txExplanation: Explanation | undefined): string {
  const findName = useNameLookup()
  const summary = useNamedSummary(txExplanation)
  return (txExplanation && describeAct(txExplanation, findName)) ?? summary
}
