import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { groupDigits, inSatoshis } from '../../ui/format.ts'

type Output = Explanation['outputs'][number]

export interface OutputStory {
  readonly n: number
  readonly satoshis: bigint
  readonly address: string | undefined
  /** Receiving public key, if it is not ours. */
  readonly receiver?: string | undefined
  readonly kind:
    | 'pay'
    | 'change'
    | 'units'
    | 'units-back'
    | 'marker'
    | 'pool'
    | 'pool-back'
    | 'data'
    | 'condition'
    | 'other'
  readonly title: string
  readonly note: string
  readonly own: boolean
  /** Contract that holds the output, or uses it as a marker to find its transactions. */
  readonly contract?: OwnContract | undefined
  /** Paid to an address of another owner, which may be a contact. */
  readonly stranger?: boolean
}

export interface TransactionStory {
  readonly told: Explanation
  readonly outputs: readonly OutputStory[]
}

/** Returns true if the output returns coins or units to the spender. */
export const isReturned = ({ kind }: Pick<OutputStory, 'kind'>): boolean =>
  kind === 'change' || kind === 'units-back' || kind === 'pool-back'

type Words = Pick<OutputStory, 'kind' | 'title' | 'note' | 'stranger'>

/** Returns true if the output belongs to the wallet, including imported keys. */
export const isOurs = ({ owner }: Pick<Output, 'owner'>): boolean => owner === 'own' || owner === 'imported'

/**
 * Describes all outputs from the node's explanation of the transaction bytes, independently of the request that built
 * them.
 */
export function describeTransaction(txExplanation: Explanation): TransactionStory {
  return { told: txExplanation, outputs: txExplanation.outputs.map((output) => describeOutput(output, txExplanation)) }
}

function describeOutput(output: Output, txExplanation: Explanation): OutputStory {
  const { n, amount: satoshis, address } = output
  const contract = output.role === 'marker' || output.owner === 'contract' ? readContract(txExplanation) : undefined
  const base = { n, satoshis, address: address ?? undefined, own: isOurs(output), ...(contract && { contract }) }
  switch (output.role) {
    case 'data':
      return { ...base, ...describeData(txExplanation) }
    case 'token':
      return { ...base, ...describeUnits(output, txExplanation), ...(!isOurs(output) && { receiver: output.pubkey }) }
    case 'marker':
      return { ...base, ...describeMarker(txExplanation) }
    case 'contract':
      return { ...base, ...describeCondition(output, txExplanation) }
    default:
      return { ...base, ...describePayment(output, txExplanation) }
  }
}

const readContract = ({ module }: Explanation) => (module === null || module === 'other' ? undefined : module)

const told = (
  kind: Words['kind'],
  what:
    | ('change' | 'kept' | 'received' | 'unknown' | 'script' | 'minerOwn' | 'miner' | 'shared' | 'watched' | 'foreign')
    | ('payerChange' | 'orderPaid' | 'orderBack' | 'orderSeller'),
): Words => ({ kind, title: t(`parts:told.${what}.title`), note: t(`parts:told.${what}.note`) })

export const fillsOrder = (action: string | null): action is 'fill-ask' | 'fill-bid' =>
  action === 'fill-ask' || action === 'fill-bid'

/** Output in which an order pays coins (tokens.md §4), and its recipient. */
const ORDER_PAYS = {
  'fill-ask': { n: 2, what: 'orderSeller', ours: false },
  'fill-bid': { n: 1, what: 'orderPaid', ours: true },
  'cancel-bid': { n: 0, what: 'orderBack', ours: true },
} as const

function orderPays({ n, ...output }: Output, { action }: Explanation): Words | undefined {
  if (!fillsOrder(action) && action !== 'cancel-bid') return undefined
  const { what, ...pays } = ORDER_PAYS[action]
  return n === pays.n && isOurs(output) === pays.ours ? told('pay', what) : undefined
}

function describePayment(output: Output, explanation: Explanation): Words {
  const { coinbase } = explanation
  const paid = orderPays(output, explanation)
  if (paid) return paid
  if (output.address === null && output.owner !== 'shared') return told('other', 'script')
  const ours = isOurs(output)
  if (coinbase) return told('pay', ours ? 'minerOwn' : 'miner')
  if (ours) {
    // The node may not know if the output is change.
    const made = output.made ?? 'unknown'
    return told(made === 'change' ? 'change' : 'pay', made)
  }
  if (output.role === 'change') return told('change', 'payerChange')
  if (output.owner === 'shared' || output.owner === 'watched') return told('pay', output.owner)
  return { ...told('pay', 'foreign'), stranger: true }
}

type OutputContent = 'Funds' | 'Marker' | 'Data'

/** Describes a non-payment output of a contract other than tokens, orders and faucet; returns undefined for those. */
function describeContractOutput(
  kind: Words['kind'],
  held: OutputContent,
  { module }: Pick<Explanation, 'module'>,
): Words | undefined {
  if (module === null || module === 'other' || OWN_WORDS.has(module)) return undefined
  const what =
    module === 'channels'
      ? (`channel${held}` as const)
      : module === 'heir' && held === 'Funds'
        ? 'heirFunds'
        : (`contract${held}` as const)
  return { kind, title: t(`parts:told.${what}.title`), note: t(`parts:told.${what}.note`) }
}
const OWN_WORDS: ReadonlySet<string> = new Set(['tokens', 'assets', 'faucet'])

function describeData(explanation: Explanation): Words {
  const held = describeContractOutput('data', 'Data', explanation)
  if (held) return held
  const { action, module } = explanation
  const moves = action !== null && action !== 'faucet-fund'
  const what =
    action === 'token-create'
      ? 'tokenData'
      : action === 'faucet-claim'
        ? 'claimData'
        : module === 'assets'
          ? 'orderData'
          : moves
            ? 'moveData'
            : 'data'
  return { kind: 'data', title: t(`parts:told.${what}.title`), note: t(`parts:told.${what}.note`) }
}

function describeUnits(output: Output, { action, inputs }: Explanation): Words {
  const number = output.token?.units ?? 0n
  const units = (
    kind: Words['kind'],
    what: 'newOwn' | 'newOther' | 'offered' | 'unitsBought' | 'unitsBack' | 'unitsPayer' | 'unitsReceived' | 'units',
  ): Words => ({
    kind,
    // `count` only selects the plural form, so the imprecise conversion to a number is harmless.
    title: t(`parts:told.${what}.title`, { count: Number(number), units: groupDigits(number) }),
    note: t(`parts:told.${what}.note`, { each: inSatoshis() ? '1 sat' : t('parts:told.oneSatoshi') }),
  })
  if (action === 'token-create') return units('units', isOurs(output) ? 'newOwn' : 'newOther')
  if (output.owner === 'contract') return units('units', 'offered')
  if (action === 'fill-ask' && isOurs(output)) return units('units', 'unitsBought')
  if (isOurs(output)) return inputs.some(isOurs) ? units('units-back', 'unitsBack') : units('units', 'unitsReceived')
  const isBack = inputs.some(({ token, address }) => token !== undefined && address === output.address)
  return isBack ? units('units-back', 'unitsPayer') : units('units', 'units')
}

function describeMarker(explanation: Explanation): Words {
  const held = describeContractOutput('marker', 'Marker', explanation)
  if (held) return held
  const { action } = explanation
  const what = action === 'token-create' ? 'tokenMarker' : fillsOrder(action) ? 'fillMarker' : 'orderMarker'
  return { kind: 'marker', title: t(`parts:told.${what}.title`), note: t(`parts:told.${what}.note`) }
}

function describeCondition({ amount, owner, type }: Output, explanation: Explanation): Words {
  const held = describeContractOutput('condition', 'Funds', explanation)
  if (held) return held
  const { action } = explanation
  const story = (
    kind: Words['kind'],
    what: 'poolBack' | 'pool' | 'bid' | 'orderRest' | 'orderFilled' | 'contract' | 'condition',
  ): Words => ({
    kind,
    title: t(`parts:told.${what}.title`),
    note: t(`parts:told.${what}.note`),
  })
  if (owner !== 'contract') return story('condition', 'condition')
  if (action === 'faucet-claim') return story('pool-back', 'poolBack')
  if (action === 'faucet-fund') return story('pool', 'pool')
  if (action === 'fill-ask') return story('condition', amount === 0n ? 'orderFilled' : 'orderRest')
  if (action === 'bid' || action === 'fill-bid') return story('condition', 'bid')
  return story('condition', type === 'cryptocondition' ? 'condition' : 'contract')
}
